#include "otf/read/decode.h"
#include "base/assert.h"
#include "base/num.h"
#include <stdio.h>
#include <string.h>

/* With Leave, nearly all records of real traces: each gets a decoder with its row as a constant. */
#define HOT(X) X(Enter) X(Counter) X(SendMsg) X(RecvMsg) X(BeginCollectiveOperation) X(EndCollectiveOperation)

static __attribute__((noinline, cold)) const char *refuse(struct otfp_decode_error *e, const struct otfp_disk_row *row,
                                                          const struct otfp_row_part *part, const char *why)
{
	e->row = row;
	e->part = part;
	e->why = why;
	return NULL;
}

OTFP_INLINE const char *skip_blanks(const char *p)
{
	while (OTFP_UNLIKELY(*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* Words contain no LF, so the comparison stops at the end of the line. */
OTFP_INLINE int starts_with(const char *p, const struct otfp_word *w)
{
#pragma GCC unroll 20
	for (unsigned i = 0; i < w->n; i++)
		if (p[i] != w->text[i])
			return 0;
	return 1;
}

OTFP_INLINE int is_word(const char *p, const struct otfp_word *w)
{
	return w->n && starts_with(p, w) && !otfp_is_letter(p[w->n]);
}

/* @return the byte after the sub-keyword of the part, or NULL if another one is at p */
OTFP_INLINE const char *get_word(const char *p, const struct otfp_row_part *part)
{
	if (part->s.n == 0)
		return p;
	if (is_word(p, &part->s))
		return p + part->s.n;
	if (is_word(p, &part->l))
		return p + part->l.n;
	if (is_word(p, &part->old))
		return p + part->old.n;
	/* an empty list: the next sub-keyword follows directly (MNM"x") */
	if (part->type == OTFP_FIELD_LIST && starts_with(p, &part->s))
		return p + part->s.n;
	return NULL;
}

OTFP_INLINE const char *get_hex(const char *p, uint64_t *v, uint64_t max)
{
	int over = 0;
	const char *q = otfp_get_hex(p, v, &over);

	return OTFP_UNLIKELY(q == p || over || *v > max) ? NULL : q;
}

static const char *get_string(const char *p, struct otfp_str *s)
{
	const char *end;

	if (*p++ != '"')
		return NULL;
	for (end = p; *end != '"'; end++)
		if (*end == '\n')
			return NULL;
	s->p = p;
	s->n = (size_t)(end - p);
	return end + 1;
}

static const char *get_list(const char *p, struct otfp_list *l, struct otfp_scratch *scratch)
{
	const char *end = rawmemchr(p, '\n');
	uint64_t v;

	if (otfp_scratch_reserve(scratch, (size_t)(end - p) + 1) < 0)
		return NULL;
	l->p = scratch->list + scratch->nlist;
	l->n = 0;
	while (otfp_hex_value[(uint8_t)*p] < 16) {
		p = get_hex(p, &v, UINT32_MAX);
		if (!p || *p++ != ',')
			return NULL;
		scratch->list[scratch->nlist++] = (uint32_t)v;
		l->n++;
		p = skip_blanks(p);
	}
	return p;
}

OTFP_INLINE const char *get_part(const struct otfp_row_part *part, const char *p, struct otfp_record *rec,
                                 struct otfp_scratch *scratch)
{
	union otfp_value scrap, *v = part->slot < OTFP_MAX_FIELDS ? &rec->f[part->slot] : &scrap;

	p = skip_blanks(p);
	switch (part->type) {
	case OTFP_FIELD_U8: p = get_hex(p, &v->u, UINT8_MAX); break;
	case OTFP_FIELD_U32: p = get_hex(p, &v->u, UINT32_MAX); break;
	case OTFP_FIELD_STR: p = get_string(p, &v->s); break;
	case OTFP_FIELD_LIST: p = get_list(p, &v->l, scratch); break;
	default: p = get_hex(p, &v->u, UINT64_MAX);
	}
	if (part->slot == OTFP_SLOT_TIME)
		rec->time = v->u;
	else if (part->slot == OTFP_SLOT_LOC)
		rec->loc = (uint32_t)v->u;
	return p;
}

static const char *why_bad(const char *p, const struct otfp_row_part *part)
{
	p = skip_blanks(p);
	if (part->type == OTFP_FIELD_STR)
		return *p == '"' ? "string is not closed" : "string expected";
	if (part->type == OTFP_FIELD_LIST)
		return "bad list";
	if (*p >= 'A' && *p <= 'F')
		return "hex digits must be lower case";
	return otfp_hex_value[(uint8_t)*p] < 16 ? "number too large" : "number expected";
}

OTFP_INLINE const char *get_end(const struct otfp_disk_row *row, const char *p, struct otfp_decode_error *e)
{
	p = skip_blanks(p);
	if (OTFP_UNLIKELY(*p != '\n'))
		return refuse(e, row, NULL,
		              *p == '\r' ? "carriage return at the end of the line" :
		                           "extra text after the last field");
	return p + 1;
}

OTFP_INLINE const char *decode(const struct otfp_disk_row *row, const char *p, struct otfp_record *rec,
                               struct otfp_scratch *scratch, struct otfp_decode_error *e)
{
	const char *q;

	if ((row->flags & OTFP_ROW_BARE) && *skip_blanks(p) == '\n') {
		memset(rec->f, 0, row->nparts * sizeof *rec->f);
		return skip_blanks(p) + 1;
	}
#pragma GCC unroll 8
	for (unsigned i = 0; i < row->nparts; i++) {
		const struct otfp_row_part *part = &row->parts[i];
		p = skip_blanks(p);
		q = get_word(p, part);
		if (!q && (part->flags & (OTFP_FLAG_OPT | OTFP_FLAG_NULLOK))) {
			memset(&rec->f[part->slot], 0, sizeof *rec->f);
			continue;
		}
		if (OTFP_UNLIKELY(!q))
			return refuse(e, row, part, "field expected");
		p = get_part(part, q, rec, scratch);
		if (OTFP_UNLIKELY(!p))
			return refuse(e, row, part, why_bad(q, part));
	}
	return get_end(row, p, e);
}

static __attribute__((noinline)) const char *decode_any(const struct otfp_disk_row *row, const char *p,
                                                        struct otfp_record *rec, struct otfp_scratch *scratch,
                                                        struct otfp_decode_error *e)
{
	if (row > &otfp_rows[OTFP_LAST_TYPE]) /* an old form may lack fields: they are 0 */
		memset(rec->f, 0, sizeof rec->f);
	return decode(row, p, rec, scratch, e);
}

const char *otfp_decode(unsigned row, const char *p, struct otfp_record *rec, struct otfp_scratch *scratch,
                        struct otfp_decode_error *e)
{
	OTFP_ASSERT_HOT(row > 0 && row < OTFP_NROWS);
	rec->type = otfp_rows[row].type;
	/* Enter and Leave share the code, so that no branch depends on which of them comes; only a Leave may have no
	 * fields. */
	if (((row == OTFP_Enter) | (row == OTFP_Leave)) & (otfp_hex_value[(uint8_t)*p] < 16)) {
		p = decode(&otfp_rows[OTFP_Enter], p, rec, scratch, e);
		if (OTFP_UNLIKELY(!p))
			e->row = &otfp_rows[row];
		return p;
	}
	switch (row) {
#define X(name) \
	case OTFP_##name: return decode(&otfp_rows[OTFP_##name], p, rec, scratch, e);
		HOT(X)
#undef X
	default: return decode_any(&otfp_rows[row], p, rec, scratch, e);
	}
}

/* Messages name a field with its sub-keywords, e.g. (X/SCL); the first field has none. */
void otfp_decode_explain(const struct otfp_decode_error *e, char *text, size_t room)
{
	const struct otfp_schema *s = &otfp_table[e->row->type];
	const char *name = !e->part || e->part->slot >= s->nfields ? NULL : s->fields[e->part->slot].name;

	if (!e->part)
		snprintf(text, room, "%s: %s", s->name, e->why);
	else if (e->part->s.n)
		snprintf(text, room, "%s: %s (%s/%s): %s", s->name, name ? name : "head", e->part->s.text,
		         e->part->l.text, e->why);
	else
		snprintf(text, room, "%s: %s: %s", s->name, name ? name : "head", e->why);
}

static unsigned hash(unsigned file, const char *p, size_t n)
{
	unsigned h = file * 131;

	while (n--)
		h = h * 31 + (uint8_t)*p++;
	return h;
}

static void add(struct otfp_keywords *k, unsigned file, unsigned row, const char *prefix, const struct otfp_word *word,
                int is_long)
{
	struct otfp_keyword w = {.file = (uint8_t)(file + 1), .row = (uint8_t)row, .is_long = (uint8_t)is_long};
	unsigned h;

	w.n = (uint8_t)snprintf(w.text, sizeof w.text, "%s%s", prefix, word->text);
	OTFP_ASSERT(w.n < sizeof w.text);
	for (h = hash(file, w.text, w.n); k->slots[h % 1024].file; h++)
		;
	k->slots[h % 1024] = w;
}

/* Prefix and keyword may each be short or long, independently. */
static void add_row(struct otfp_keywords *k, unsigned file, unsigned row)
{
	static const char *const prefixes[OTFP_NFILES][2] = {
		[OTFP_FILE_DEF] = {"D", "DEF"},  [OTFP_FILE_MARKER] = {"M", "MARKER"}, [OTFP_FILE_SNAP] = {"T", NULL},
		[OTFP_FILE_STAT] = {"S", "SUM"}, [OTFP_FILE_EVENT] = {"", NULL},
	};
	const struct otfp_disk_row *f = &otfp_rows[row];
	const char *const *prefix = prefixes[otfp_table[f->type].file];

	for (unsigned i = 0; i < 2 && prefix[i]; i++) {
		add(k, file, row, prefix[i], &f->s, 0);
		add(k, file, row, prefix[i], &f->l, 1);
	}
}

void otfp_keywords_init(struct otfp_keywords *k)
{
	memset(k, 0, sizeof *k);
	for (unsigned i = 1; i < OTFP_NROWS; i++) {
		unsigned file = otfp_table[otfp_rows[i].type].file;
		if (otfp_rows[i].flags & OTFP_ROW_NOFORM)
			continue;
		add_row(k, file, i);
		if (file == OTFP_FILE_SNAP)
			add_row(k, OTFP_FILE_EVENT, i);
	}
}

const struct otfp_keyword *otfp_keywords_find(const struct otfp_keywords *k, unsigned file, const char *p, size_t n)
{
	unsigned h = hash(file, p, n);
	const struct otfp_keyword *w;

	for (w = &k->slots[h % 1024]; w->file; w = &k->slots[++h % 1024])
		if (w->file == file + 1 && w->n == n && memcmp(w->text, p, n) == 0)
			return w;
	return NULL;
}
