#include "line/parse.h"
#include "base/esc.h"
#include "base/num.h"
#include "record/tag.h"
#include "record/value.h"
#include <stdio.h>
#include <string.h>

/* Whether the digits [p,q) are empty or not canonical (leading 0). */
OTFP_INLINE int is_bad(const char *p, const char *q)
{
	return q == p || (*p == '0' && q > p + 1);
}

/* Parse a canonical decimal of at most max. @return the first byte after it, or NULL */
OTFP_INLINE const char *get_number(const char *p, uint64_t *v, uint64_t max)
{
	int over = 0;
	const char *q = otfp_get_dec(p, v, &over);

	return OTFP_UNLIKELY(is_bad(p, q) || over || *v > max) ? NULL : q;
}

/* Parse a canonical decimal of 32 bits, the most frequent kind of field: a branch per digit predicts its length best.
 */
OTFP_INLINE const char *get_token(const char *p, uint64_t *v)
{
	const char *start = p;
	uint64_t x = (uint8_t)*p++ - (uint64_t)'0';
	unsigned d = (unsigned)(uint8_t)*p - '0';

	if (OTFP_UNLIKELY(x > 9) || OTFP_UNLIKELY(x == 0 && d < 10))
		return NULL;
	while (d < 10) {
		x = x * 10 + d;
		p++;
		d = (unsigned)(uint8_t)*p - '0';
	}
	*v = x;
	return OTFP_UNLIKELY(p - start > 10 || x > UINT32_MAX) ? NULL : p;
}

OTFP_INLINE const char *get_time(const char *p, uint64_t *v)
{
	int over = 0;
	const char *q = otfp_get_dec_long(p, v, &over);

	return OTFP_UNLIKELY(is_bad(p, q) || over) ? NULL : q;
}

static const char *field_end(const char *p)
{
	while (*p != '\t' && *p != '\n')
		p++;
	return p;
}

static size_t rest_of_line(const char *p)
{
	return (size_t)((const char *)rawmemchr(p, '\n') - p) + 1;
}

/* A string is a view into the line, or into scratch if it contains an escape. */
static const char *get_string(const char *p, struct otfp_str *s, struct otfp_scratch *scratch)
{
	const char *end = field_end(p);
	size_t n = (size_t)(end - p);
	char *to, *to_end;

	s->p = p;
	s->n = n;
	if (n == 2 && p[0] == '\\' && p[1] == 'N') {
		s->p = NULL;
		s->n = 0;
		return end;
	}
	/* for all strings of the rest of the line, so that they do not move */
	if (otfp_scratch_reserve_bytes(scratch, rest_of_line(p)) < 0)
		return NULL;
	to = scratch->bytes.p + scratch->bytes.n;
	to_end = otfp_esc_get(to, p, n);
	if (!to_end)
		return NULL;
	if ((size_t)(to_end - to) != n) {
		s->p = to;
		s->n = (size_t)(to_end - to);
		scratch->bytes.n += s->n;
	}
	return end;
}

static const char *get_list(const char *p, struct otfp_list *l, struct otfp_scratch *scratch)
{
	uint64_t v;

	if (otfp_scratch_reserve(scratch, rest_of_line(p)) < 0)
		return NULL;
	l->p = scratch->list + scratch->nlist;
	l->n = 0;
	while (*p != '\t' && *p != '\n') {
		if (l->n && *p++ != ',')
			return NULL;
		p = get_number(p, &v, UINT32_MAX);
		if (!p)
			return NULL;
		scratch->list[scratch->nlist++] = (uint32_t)v;
		l->n++;
	}
	return p;
}

static const char *get_kind(const char *p, uint64_t *v)
{
	size_t n = (size_t)(field_end(p) - p);

	for (unsigned k = 0; k < OTFP_NFILES; k++) {
		const char *name = otfp_file_name(k);
		if (strlen(name) == n && memcmp(name, p, n) == 0) {
			*v = k;
			return p + n;
		}
	}
	return NULL;
}

static const char *get_value(const char *p, struct otfp_record *rec, uint64_t *v)
{
	const char *q = get_number(p, v, UINT64_MAX);

	if (q && (*q == '\t' || *q == '\n'))
		return q;
	return otfp_value_get(p, v, &rec->form);
}

static const char *get_field(unsigned type, const char *p, union otfp_value *v, struct otfp_record *rec,
                             struct otfp_scratch *scratch)
{
	switch (type) {
	case OTFP_FIELD_U8: return get_number(p, &v->u, UINT8_MAX);
	case OTFP_FIELD_U32: return get_number(p, &v->u, UINT32_MAX);
	case OTFP_FIELD_U64: return get_number(p, &v->u, UINT64_MAX);
	case OTFP_FIELD_VALUE: return get_value(p, rec, &v->u);
	case OTFP_FIELD_STR: return get_string(p, &v->s, scratch);
	case OTFP_FIELD_LIST: return get_list(p, &v->l, scratch);
	default: return get_kind(p, &v->u);
	}
}

/* Parse all fields of a row; p is at the HT before the first. U32 is so frequent that it bypasses the switch. */
OTFP_INLINE const char *get_fields(const struct otfp_schema *s, const char *p, struct otfp_record *rec,
                                   struct otfp_scratch *scratch)
{
#pragma GCC unroll 2
	for (unsigned i = 0; i < s->nfields; i++) {
		if (OTFP_UNLIKELY(*p != '\t'))
			return NULL;
		if (s->fields[i].type == OTFP_FIELD_U32)
			p = get_token(p + 1, &rec->f[i].u);
		else
			p = get_field(s->fields[i].type, p + 1, &rec->f[i], rec, scratch);
		if (OTFP_UNLIKELY(!p))
			return NULL;
	}
	return p;
}

static __attribute__((noinline)) const char *get_tags(const char *p, struct otfp_record *rec,
                                                      struct otfp_scratch *scratch)
{
	if (otfp_scratch_reserve_bytes(scratch, rest_of_line(p)) < 0)
		return NULL;
	while (*p == '\t') {
		const char *end = field_end(++p);
		struct otfp_tag *t = otfp_scratch_tag(scratch);
		if (!t || otfp_tag_get(t, p, (size_t)(end - p), &scratch->bytes) < 0)
			return NULL;
		p = end;
	}
	rec->tags = scratch->tags;
	rec->ntags = (uint32_t)scratch->ntags;
	return p;
}

/* Whether `-` or a time is right for the record: UnknownRecord names its kind of file, others have it in the table. */
OTFP_INLINE int place_fits(const struct otfp_schema *s, const struct otfp_record *rec, int dash)
{
	if (s == &otfp_table[OTFP_UnknownRecord])
		return dash == !otfp_is_timed(rec->file);
	return dash == (s->file == OTFP_FILE_DEF || s == &otfp_table[OTFP_DefMarker]);
}

/* Parse time and loc; p is at the byte after the HT after NAME. */
OTFP_INLINE const char *get_place(const char *p, struct otfp_record *rec, int *dash)
{
	uint64_t loc;

	*dash = *p == '-';
	rec->time = 0;
	if (OTFP_UNLIKELY(*dash))
		p++;
	else if (OTFP_UNLIKELY(!(p = get_time(p, &rec->time))))
		return NULL;
	if (OTFP_UNLIKELY(*p != '\t'))
		return NULL;
	p = get_token(p + 1, &loc);
	if (p)
		rec->loc = (uint32_t)loc;
	return p;
}

/* @return the first byte after the letters at p */
static const char *skip_letters(const char *p)
{
	while ((*p | 32) >= 'a' && (*p | 32) <= 'z')
		p++;
	return p;
}

/* A line with an unknown name of letters only: OTFP_OTHER. */
static __attribute__((noinline, cold)) const char *get_other(const char *start, struct otfp_record *rec)
{
	const char *p = skip_letters(start), *end;

	if (p == start || *p != '\t')
		return NULL;
	end = rawmemchr(p, '\n');
	rec->type = OTFP_OTHER;
	rec->file = OTFP_FILE_DEF;
	rec->ntags = 0;
	rec->line.p = start;
	rec->line.n = (size_t)(end - start);
	return end + 1;
}

int otfp_parse_place(struct otfp_record *rec)
{
	const char *time = (const char *)memchr(rec->line.p, '\t', rec->line.n) + 1, *p, *end;
	int over = 0, dash = *time == '-';
	uint64_t loc;

	p = dash ? time + 1 : otfp_get_dec(time, &rec->time, &over);
	rec->file = dash ? OTFP_FILE_DEF : OTFP_FILE_EVENT;
	if (p == time || *p != '\t')
		return 0;
	end = otfp_get_dec(p + 1, &loc, &over);
	rec->loc = (uint32_t)loc;
	return end > p + 1 && (*end == '\t' || *end == '\n') && !over && loc <= UINT32_MAX;
}

/* Parse a line of row s from its time on. @return its LF, or NULL */
OTFP_INLINE const char *get_record(const struct otfp_schema *s, const char *p, struct otfp_record *rec,
                                   struct otfp_scratch *scratch)
{
	int dash;

	rec->file = s->file;
	rec->form = OTFP_FORM_RAW;
	rec->ntags = 0;
	p = get_place(p, rec, &dash);
	if (OTFP_UNLIKELY(!p) || OTFP_UNLIKELY(!(p = get_fields(s, p, rec, scratch))))
		return NULL;
	if (OTFP_UNLIKELY(*p == '\t') && !(p = get_tags(p, rec, scratch)))
		return NULL;
	if (s == &otfp_table[OTFP_UnknownRecord])
		rec->file = (uint8_t)rec->f[0].u;
	return OTFP_UNLIKELY(*p != '\n') || OTFP_UNLIKELY(!place_fits(s, rec, dash)) ? NULL : p;
}

/* Not inlined: one copy of get_record for all but the most frequent rows. */
static __attribute__((noinline)) const char *get_any(const struct otfp_schema *s, const char *p,
                                                     struct otfp_record *rec, struct otfp_scratch *scratch)
{
	return get_record(s, p, rec, scratch);
}

const char *otfp_parse_line(const char *start, struct otfp_record *rec, const struct otfp_name_index *names,
                            struct otfp_scratch *scratch)
{
	const struct otfp_name *name = otfp_names_find(names, start);
	const char *p;

	if (OTFP_UNLIKELY(!name))
		return get_other(start, rec);
	rec->type = name->type;
	otfp_scratch_clear(scratch);
	/* Enter and Leave share the code: a branch on which of them comes would be mispredicted at every other event.
	 */
	if ((name->type == OTFP_Enter) | (name->type == OTFP_Leave))
		p = get_record(&otfp_table[OTFP_Enter], start + sizeof "Enter", rec, scratch);
	else
		p = get_any(&otfp_table[name->type], start + name->n + 1, rec, scratch);
	if (OTFP_UNLIKELY(!p))
		return NULL;
	rec->line.p = start;
	rec->line.n = (size_t)(p - start);
	return p + 1;
}

/* The name of field i of a line: name, time, loc, then as in the schema. */
static const char *column_name(const struct otfp_schema *s, unsigned i)
{
	static const char *const head[] = {"name", "time", "loc"};

	if (i < 3)
		return head[i];
	return i - 3 < s->nfields ? s->fields[i - 3].name : "key-value";
}

/* As otfp_names_find, but the line may consist of NAME alone. */
static const struct otfp_name *find_first_field(const struct otfp_name_index *names, const char *p, const char *end)
{
	char text[48] = "";
	size_t n = (size_t)(end - p);

	if (n > sizeof text - OTFP_INPUT_AHEAD)
		return NULL;
	memcpy(text, p, n);
	text[n] = '\t';
	return otfp_names_find(names, text);
}

/* Parse the line again, field by field, to find the first one that fails. */
void otfp_parse_explain(const char *p, const struct otfp_name_index *names, char *text, size_t room)
{
	struct otfp_scratch scratch = {0};
	struct otfp_record rec = {0};
	const char *end = field_end(p), *q;
	const struct otfp_name *name = find_first_field(names, p, end);
	const struct otfp_schema *s;
	unsigned i = 3;
	int dash;

	if (!name) {
		snprintf(text, room, "not a record: '%.*s'", otfp_shown_bytes((size_t)(end - p)), p);
		return;
	}
	s = &otfp_table[name->type];
	q = *end == '\t' ? get_place(end + 1, &rec, &dash) : NULL;
	if (!q) {
		snprintf(text, room, "%s: bad time or loc", s->name);
		return;
	}
	for (; q && i - 3 < s->nfields && *q == '\t'; i++)
		q = get_field(s->fields[i - 3].type, q + 1, &rec.f[i - 3], &rec, &scratch);
	if (!q)
		snprintf(text, room, "%s: bad %s", s->name, column_name(s, i - 1));
	else if (i - 3 < s->nfields)
		snprintf(text, room, "%s: no %s", s->name, column_name(s, i));
	else if (*q != '\n' && (*q != '\t' || !get_tags(q, &rec, &scratch)))
		snprintf(text, room, "%s: bad key-value", s->name);
	else
		snprintf(text, room, "%s: time does not fit this record", s->name);
	otfp_scratch_release(&scratch);
}
