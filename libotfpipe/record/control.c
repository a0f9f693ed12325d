#include "record/control.h"
#include "base/num.h"
#include <string.h>

/* The names; if `alone` is 0, a name without fields is OTFP_C_OTHER. */
static const struct {
	const char *name;
	uint8_t alone;
} kinds[OTFP_NCONTROLS] = {
	[OTFP_C_SM] = {"@SM", 0},         [OTFP_C_PG] = {"@PG", 0},     [OTFP_C_IS] = {"@IS", 0},
	[OTFP_C_LOST] = {"@LOST", 1},     [OTFP_C_PART] = {"@PART", 0}, [OTFP_C_FT] = {"@FT", 1},
	[OTFP_C_CUT] = {"@CUT", 0},       [OTFP_C_END] = {"@END", 1},   [OTFP_C_ABORT] = {"@ABORT", 1},
	[OTFP_C_MAGIC] = {"@OTFPIPE", 1},
};

/* The end of the name of a control line. @return NULL if it is no control line */
static const char *name_end(const char *p, const char *end)
{
	const char *q = p + 1;

	if (p == end || *p != '@')
		return NULL;
	while (q < end && *q >= 'A' && *q <= 'Z')
		q++;
	return q - p >= 3 && q - p <= 9 && (q == end || *q == '\t') ? q : NULL;
}

enum otfp_control otfp_control_of(const char *p, size_t n)
{
	const char *end = n ? name_end(p, p + n) : NULL;
	size_t length = end ? (size_t)(end - p) : 0;

	if (!end)
		return OTFP_C_NONE;
	for (unsigned kind = OTFP_C_OTHER + 1; kind < OTFP_NCONTROLS; kind++)
		if (strlen(kinds[kind].name) == length && memcmp(kinds[kind].name, p, length) == 0)
			return length < n || kinds[kind].alone ? (enum otfp_control)kind : OTFP_C_OTHER;
	return OTFP_C_OTHER;
}

enum otfp_control otfp_control_kind(const struct otfp_record *rec)
{
	if (!rec || rec->type != OTFP_CONTROL)
		return OTFP_C_NONE;
	return rec->control ? (enum otfp_control)rec->control : otfp_control_of(rec->line.p, rec->line.n);
}

const char *otfp_control_name(enum otfp_control kind)
{
	return kinds[kind].name;
}

struct otfp_str otfp_control_text(const struct otfp_str *line)
{
	const char *tab = line->n ? memchr(line->p, '\t', line->n) : NULL;

	if (!tab)
		return (struct otfp_str){NULL, 0};
	return (struct otfp_str){tab + 1, (size_t)(line->p + line->n - tab) - 1};
}

struct otfp_record otfp_control_record(const char *p, size_t n)
{
	return (struct otfp_record){.type = OTFP_CONTROL, .control = (uint8_t)otfp_control_of(p, n), .line = {p, n}};
}

/* ---- fields ---- */

/* Parse a number of at most `most` in [p,end). @return its end, or NULL */
static const char *get_number(const char *p, const char *end, unsigned base, uint64_t most, uint64_t *v)
{
	const char *start = p;
	uint64_t x = 0;
	unsigned digit;

	for (; p < end && (digit = otfp_hex_value[(uint8_t)*p]) < base; p++)
		if (__builtin_mul_overflow(x, base, &x) || __builtin_add_overflow(x, digit, &x))
			return NULL;
	*v = x;
	return p > start && x <= most ? p : NULL;
}

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* ---- @SM ---- */

int otfp_is_stream(uint32_t id)
{
	return id != 0 && id != UINT32_MAX;
}

int otfp_sm_begin(struct otfp_sm *sm, const struct otfp_str *line)
{
	struct otfp_str text = otfp_control_text(line);
	uint64_t stream = 0;

	*sm = (struct otfp_sm){.base = 10, .separator = '\t', .end = line->p + line->n, .why = "bad @SM line"};
	sm->at = text.p ? get_number(text.p, sm->end, sm->base, UINT32_MAX, &stream) : NULL;
	sm->stream = (uint32_t)stream;
	return sm->at && sm->at < sm->end && *sm->at == '\t' && otfp_is_stream(sm->stream) ? 0 : OTFP_EDAMAGE;
}

int otfp_sm_next(struct otfp_sm *sm)
{
	const char *p;
	uint64_t process;

	if (sm->at == sm->end)
		return OTFP_END;
	if (*sm->at != sm->separator) {
		sm->why = "extra text after the processes";
		return OTFP_EDAMAGE;
	}
	p = get_number(skip_blanks(sm->at + 1, sm->end), sm->end, sm->base, UINT32_MAX, &process);
	if (!p) {
		sm->why = "process number expected";
		return OTFP_EDAMAGE;
	}
	sm->process = (uint32_t)process;
	sm->at = skip_blanks(p, sm->end);
	sm->separator = ',';
	return 0;
}

int otfp_sm_map(struct otfp_map *streams, const struct otfp_str *line)
{
	struct otfp_sm sm;

	if (otfp_sm_begin(&sm, line) < 0)
		return 0;
	while (otfp_sm_next(&sm) == 0)
		if (otfp_map_set(streams, sm.process, sm.stream) < 0)
			return -1;
	return 0;
}

char *otfp_sm_put(char *p, uint32_t stream, const uint32_t *processes, size_t n)
{
	p = stpcpy(p, otfp_control_name(OTFP_C_SM));
	*p++ = '\t';
	p = otfp_put_dec(p, stream);
	for (size_t i = 0; i < n; i++) {
		*p++ = i ? ',' : '\t';
		p = otfp_put_dec(p, processes[i]);
	}
	return p;
}

int otfp_sm_format(struct otfp_buf *b, uint32_t stream, const uint32_t *processes, size_t n)
{
	if (otfp_buf_reserve(b, OTFP_SM_ROOM(n)) < 0)
		return -1;
	b->n = (size_t)(otfp_sm_put(b->p + b->n, stream, processes, n) - b->p);
	return 0;
}

void otfp_shorter_sm_release(struct otfp_shorter_sm *s)
{
	otfp_buf_release(&s->text);
}

/* @return the number of processes that stay; OTFP_EDAMAGE; OTFP_EFAIL when memory is out */
static int copy_those_that_stay(struct otfp_buf *b, struct otfp_sm *sm, int (*goes)(const void *ctx, uint64_t process),
                                const void *ctx)
{
	int code, n = 0;

	for (const char *from = sm->at; (code = otfp_sm_next(sm)) == 0; from = sm->at) {
		if (goes(ctx, sm->process))
			continue;
		if ((n++ && otfp_buf_puts(b, ",") < 0) || otfp_buf_add(b, from + 1, (size_t)(sm->at - from) - 1) < 0)
			return OTFP_EFAIL;
	}
	return code < 0 ? code : n;
}

int otfp_sm_shorten(struct otfp_shorter_sm *s, const struct otfp_record **rec,
                    int (*goes)(const void *ctx, uint64_t process), const void *ctx, struct otfp_error *err)
{
	const struct otfp_str *line = &(*rec)->line;
	struct otfp_sm sm;
	int n;

	if (otfp_control_kind(*rec) != OTFP_C_SM || otfp_sm_begin(&sm, line) < 0)
		return 1;
	s->text.n = 0;
	n = otfp_buf_add(&s->text, line->p, (size_t)(sm.at + 1 - line->p));
	n = n < 0 ? OTFP_EFAIL : copy_those_that_stay(&s->text, &sm, goes, ctx);
	if (n < 0)
		return n == OTFP_EDAMAGE ? 1 : otfp_fail_memory(err);
	s->rec = **rec;
	s->rec.line = (struct otfp_str){s->text.p, s->text.n};
	*rec = &s->rec;
	return n > 0;
}

/* ---- @LOST ---- */

void otfp_lost_get(struct otfp_lost *lost, const struct otfp_str *line)
{
	struct otfp_str text = otfp_control_text(line);
	const char *end = line->p + line->n, *p = text.p ? text.p - 1 : end, *behind;
	uint64_t v[4] = {0};

	for (lost->n = 0; lost->n < 4 && p < end; lost->n++, p = behind) {
		behind = get_number(p + 1, end, 10, lost->n ? UINT64_MAX : UINT32_MAX, &v[lost->n]);
		if (!behind || (behind < end && *behind != '\t'))
			break;
	}
	for (unsigned i = lost->n; i < 4; i++)
		v[i] = 0;
	lost->process = (uint32_t)v[0];
	lost->from = v[1];
	lost->to = v[2];
	lost->count = v[3];
	lost->rest = (struct otfp_str){p, (size_t)(end - p)};
}

char *otfp_lost_put(char *p, const struct otfp_lost *lost)
{
	const uint64_t v[4] = {lost->process, lost->from, lost->to, lost->count};

	p = stpcpy(p, otfp_control_name(OTFP_C_LOST));
	for (unsigned i = 0; i < lost->n; i++) {
		*p++ = '\t';
		p = otfp_put_dec(p, v[i]);
	}
	return mempcpy(p, lost->rest.p, lost->rest.n);
}

/* ---- @PG ---- */

struct otfp_str otfp_pg_get(const struct otfp_str *line, const char *key)
{
	const char *p = line->p, *end = line->p + line->n, *tab;

	while (p < end && (p = memchr(p, '\t', (size_t)(end - p)))) {
		p++;
		if (end - p < 3 || memcmp(p, key, 2) != 0 || p[2] != ':')
			continue;
		tab = memchr(p, '\t', (size_t)(end - p));
		return (struct otfp_str){p + 3, (size_t)((tab ? tab : end) - p) - 3};
	}
	return (struct otfp_str){NULL, 0};
}

static int is_comment(const struct otfp_record *rec, const char *text)
{
	const struct otfp_str *s = &rec->f[0].s;

	return rec->type == OTFP_DefinitionComment && s->n == strlen(text) && memcmp(s->p, text, s->n) == 0;
}

int otfp_is_continues(const struct otfp_record *rec)
{
	return is_comment(rec, OTFP_CONTINUES);
}

int otfp_is_window(const struct otfp_record *rec)
{
	return is_comment(rec, OTFP_WINDOW);
}
