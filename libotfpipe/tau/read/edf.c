#include "tau/read/edf.h"
#include "base/grow.h"
#include "io/input.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_SEND = -7, TAG_RECV = -8, EDF_BLOCK = 64 << 10 };

/* ---- kinds ---- */

static const struct {
	const char *name;
	enum otfp_edf_kind kind;
} specials[] = {
	{"EV_INIT", OTFP_EDF_INIT},
	{"FLUSH_INITM", OTFP_EDF_INIT}, /* its name in old merged traces */
	{"FLUSH_CLOSE", OTFP_EDF_CLOSE},
	{"WALL_CLOCK", OTFP_EDF_CLOCK},
	{"CONT_EVENT", OTFP_EDF_CONTINUED},
	{"RemoteMessageThreadID", OTFP_EDF_PEER_THREAD},
	{"ONESIDED_MESSAGE_SEND", OTFP_EDF_RMA_SEND},
	{"ONESIDED_MESSAGE_RECV", OTFP_EDF_RMA_RECV},
	{"ONESIDED_MESSAGE", OTFP_EDF_RMA_EITHER},
	{"ONESIDED_MESSAGE_RECIPROCAL_SEND", OTFP_EDF_RMA_RECIPROCAL_SEND},
	{"ONESIDED_MESSAGE_RECIPROCAL_RECV", OTFP_EDF_RMA_RECIPROCAL_RECV},
	{"ONESIDED_MESSAGE_ID_TriggerValueT1", OTFP_EDF_RMA_KEY1},
	{"ONESIDED_MESSAGE_ID_TriggerValueT2", OTFP_EDF_RMA_KEY2},
};

static enum otfp_edf_kind special_kind(const struct otfp_edf_event *e)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
		if (strcmp(e->name, specials[i].name) == 0 &&
		    (e->param == OTFP_EDF_NONE) == (specials[i].kind < OTFP_EDF_PEER_THREAD))
			return specials[i].kind;
	return OTFP_EDF_UNKNOWN;
}

/* As TAU's reader does: functions first, then tags, which apply to triggers too. */
static enum otfp_edf_kind kind_of(const struct otfp_edf_event *e)
{
	enum otfp_edf_kind special;

	if (e->param == OTFP_EDF_ENTRY_EXIT)
		return OTFP_EDF_FUNCTION;
	if (e->param == OTFP_EDF_PAR || e->param == OTFP_EDF_TRIGGER) {
		if (e->tag == TAG_SEND)
			return OTFP_EDF_SEND;
		if (e->tag == TAG_RECV)
			return OTFP_EDF_RECV;
	}
	special = special_kind(e);
	return special == OTFP_EDF_UNKNOWN && e->param == OTFP_EDF_TRIGGER ? OTFP_EDF_COUNTER : special;
}

static enum otfp_edf_param param_of(const char *p, size_t n)
{
	static const char *const words[] = {"none", "EntryExit", "TriggerValue", "par"};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == n && memcmp(p, words[i], n) == 0)
			return (enum otfp_edf_param)i;
	return OTFP_EDF_ODD;
}

/* ---- lines ---- */

static int is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Read a signed 64-bit decimal that ends with a blank. @return the byte after the blanks, or NULL */
static const char *get_number(const char *p, const char *end, int64_t *v)
{
	int minus = p < end && *p == '-';
	const char *start = p += minus;
	uint64_t x = 0, most = (uint64_t)INT64_MAX + (uint64_t)minus;

	for (; p < end && *p >= '0' && *p <= '9'; p++) {
		unsigned d = (unsigned)(*p - '0');
		if (x > (most - d) / 10)
			return NULL;
		x = x * 10 + d;
	}
	if (p == start || p == end || !is_blank(*p))
		return NULL;
	*v = (int64_t)(minus ? 0 - x : x);
	while (p < end && is_blank(*p))
		p++;
	return p;
}

/* Read a word that ends with a blank. @return the byte after the blanks, or NULL */
static const char *get_word(const char *p, const char *end, const char **word, size_t *n)
{
	*word = p;
	while (p < end && !is_blank(*p))
		p++;
	*n = (size_t)(p - *word);
	if (!*n || p == end)
		return NULL;
	while (p < end && is_blank(*p))
		p++;
	return p;
}

static const char *last_quote(const char *p, const char *end)
{
	while (end > p && end[-1] != '"')
		end--;
	return end > p ? end - 1 : NULL;
}

/* Read NAME PARAM: NAME from quote to quote or, in old traces, without quotes. @return 0, or -1 */
static int get_name(const char *p, const char *end, const char **name, size_t *n, enum otfp_edf_param *param)
{
	const char *close = *p == '"' ? last_quote(p + 1, end) : NULL, *word = end;

	while (word > p && !is_blank(word[-1]))
		word--;
	if (word == p)
		return -1;
	*name = close ? p + 1 : p;
	if (!close)
		for (close = word; close > p && is_blank(close[-1]);)
			close--;
	*n = (size_t)(close - *name);
	if (close > word) /* no PARAM after the quote */
		return -1;
	*param = param_of(word, (size_t)(end - word));
	return 0;
}

static char *keep(struct otfp_edf *edf, const char *p, size_t n)
{
	char *to = otfp_arena_get(&edf->text, n + 1);

	if (to) {
		memcpy(to, p, n);
		to[n] = 0;
	}
	return to;
}

static int add_event(struct otfp_edf *edf, struct otfp_edf_event *e)
{
	if (otfp_edf_index(edf, e->id) != SIZE_MAX) {
		edf->twice++;
		return 0;
	}
	e->group = keep(edf, e->group, e->group_len);
	e->name = keep(edf, e->name, e->name_len);
	if (!e->group || !e->name || otfp_grow(&edf->events, edf->n, &edf->cap, sizeof *e) < 0 ||
	    otfp_map_set(&edf->by_id, (uint64_t)e->id, edf->n) < 0)
		return OTFP_EFAIL;
	e->kind = (uint8_t)kind_of(e);
	edf->events[edf->n++] = *e;
	return 0;
}

/* @return 0, or -1 */
static int parse_event(struct otfp_edf_event *e, const char *p, const char *end)
{
	enum otfp_edf_param param = OTFP_EDF_ODD;

	p = get_number(p, end, &e->id);
	if (p)
		p = get_word(p, end, &e->group, &e->group_len);
	if (p)
		p = get_number(p, end, &e->tag);
	if (!p || p == end || get_name(p, end, &e->name, &e->name_len, &param) < 0 || memchr(e->name, 0, e->name_len) ||
	    memchr(e->group, 0, e->group_len))
		return -1;
	e->param = (uint8_t)param;
	return 0;
}

int otfp_edf_is(const char *p, size_t n)
{
	static const char words[] = "dynamic_trace_events";
	const char *end = p + n;

	if (p == end || *p < '0' || *p > '9')
		return 0;
	while (p < end && *p >= '0' && *p <= '9')
		p++;
	if (p == end || !is_blank(*p))
		return 0;
	while (p < end && is_blank(*p))
		p++;
	return (size_t)(end - p) >= sizeof words - 1 && memcmp(p, words, sizeof words - 1) == 0;
}

static int take_header(struct otfp_edf *edf, const char *p, size_t n)
{
	if (!otfp_edf_is(p, n))
		return OTFP_EDAMAGE;
	edf->count = strtoull(p, NULL, 10); /* stops at the blank after it */
	return 0;
}

int otfp_edf_parse(struct otfp_edf *edf, const char *p, size_t n, int is_first)
{
	struct otfp_edf_event e = {0};
	const char *end = p + n;

	while (end > p && (end[-1] == '\r' || is_blank(end[-1])))
		end--;
	while (p < end && is_blank(*p))
		p++;
	if (is_first && take_header(edf, p, (size_t)(end - p)) == 0)
		return 0;
	if (p == end || *p == '#')
		return 0;
	if (parse_event(&e, p, end) < 0) {
		edf->bad++;
		return OTFP_EDAMAGE;
	}
	return add_event(edf, &e);
}

/* ---- files ---- */

static int no_definition(const char *path, uint64_t line, const char *p, size_t n, struct otfp_error *err)
{
	return otfp_fail_at(err, OTFP_EDAMAGE, OTFP_FLAW_LINE, path, line, "invalid event definition: %.*s",
	                    otfp_shown_bytes(n), p);
}

static int read_lines(struct otfp_edf *edf, struct otfp_input *in, const char *path,
                      void (*report)(void *ctx, const struct otfp_error *e), void *ctx, struct otfp_error *err)
{
	uint64_t line = 0;
	int code, end;

	do {
		code = end = otfp_input_lines(in);
		if (code < 0)
			return code;
		while (in->p < (end ? in->end : in->lines)) {
			const char *lf = memchr(in->p, '\n', (size_t)(in->end - in->p)), *p = in->p;
			size_t n = (size_t)((lf ? lf : in->end) - p);
			code = otfp_edf_parse(edf, p, n, ++line == 1);
			if (code == OTFP_EDAMAGE) {
				no_definition(path, line, p, n, err);
				if (report)
					report(ctx, err);
			} else if (code < 0) {
				return otfp_fail_memory(err);
			}
			in->p = lf ? lf + 1 : in->end;
		}
	} while (!end);
	return 0;
}

int otfp_edf_read(struct otfp_edf *edf, struct otfp_files *files, const char *path,
                  void (*report)(void *ctx, const struct otfp_error *e), void *ctx, struct otfp_error *err)
{
	struct otfp_input *in;
	int code = otfp_input_open(&in, files, path, OTFP_PLAIN, EDF_BLOCK, err);

	if (code < 0)
		return code;
	code = read_lines(edf, in, path, report, ctx, err);
	otfp_input_close(in);
	return code;
}

void otfp_edf_release(struct otfp_edf *edf)
{
	free(edf->events);
	otfp_map_release(&edf->by_id);
	otfp_arena_release(&edf->text);
	memset(edf, 0, sizeof *edf);
}
