/*
 * scan-text.c - decodes a line of Standard or Legacy ASCII by its row. Both formats share the parser, since Standard
 * ASCII includes the old lines; but only Standard ASCII has escapes in text.
 *
 * get_in_order() reads lines in the order of the writers; for hot records it knows the row as constants.
 * get_any_order() reads the rest of other lines, from where the order ends.
 */
#include "base/num.h"
#include "vtf3/clip.h"
#include "vtf3/rows.h"
#include "vtf3/read/text.h"

/* Whether two words are equal; eight bytes of each must be readable. */
OTFP_INLINE int is_same(const char *word, const char *known, size_t n)
{
	return otfp_vtf3_head(word, n) == otfp_vtf3_head(known, n) && (n <= 8 || !memcmp(word, known, n));
}

OTFP_INLINE unsigned find_row(const struct otfp_vtf3_scanner *s, const char *word, size_t n)
{
	uint64_t head = otfp_vtf3_head(word, n);
	const struct otfp_vtf3_keyword *k = &s->keywords[otfp_vtf3_keyword_hash(head)];

	for (; k->n; k = k + 1 < s->keywords + OTFP_VTF3_KEYWORDS ? k + 1 : s->keywords)
		if (k->head == head && k->n == n && (n <= 8 || !memcmp(word, k->word, n)))
			return k->type;
	return OTFP_VTF3_NTYPES;
}

/* ---- one part ---- */

/* Read one number; in ASCII, cpus are one more. */
OTFP_INLINE const char *get_number(const char *p, unsigned type, union otfp_vtf3_value *v)
{
	switch (type) {
	case OTFP_VTF3_A_DUR: return otfp_vtf3_get_time(p, &v->d);
	case OTFP_VTF3_A_REAL: return otfp_vtf3_get_real(p, &v->d);
	case OTFP_VTF3_A_SECS:
		p = otfp_vtf3_get_time(p, &v->d);
		v->d = otfp_vtf3_clip_seconds(v->d);
		return p;
	}
	p = otfp_vtf3_get_int(p, &v->u);
	if (type == OTFP_VTF3_A_CPU || type == OTFP_VTF3_A_CPUINT || (type == OTFP_VTF3_A_ANYCPU && !(v->u >> 31)))
		v->u--;
	return p;
}

static const char *get_iotype(const char *p, union otfp_vtf3_value *v)
{
	p = otfp_vtf3_skip(p);
	if (!memcmp(p, "READ", 4)) /* stays inside the line: the word has no LF */
		v->i = OTFP_VTF3_READ;
	else if (!memcmp(p, "WRITE", 5))
		v->i = OTFP_VTF3_WRITE;
	else
		return otfp_vtf3_get_int(p, &v->u);
	return p + (v->i == OTFP_VTF3_READ ? 4 : 5);
}

static const char *get_source(struct otfp_vtf3_scanner *s, const char *p, unsigned slot)
{
	p = otfp_vtf3_get_int(p, &s->rec.v[slot].u);
	if (!p || *p != ':')
		return NULL;
	s->rec.flags |= OTFP_VTF3_HAS_SRC;
	return otfp_vtf3_get_int(p + 1, &s->rec.v[slot + 1].u);
}

static const char *get_long(struct otfp_vtf3_scanner *s, const char *p, const struct otfp_vtf3_text *part,
                            uint32_t *seen)
{
	unsigned type = otfp_vtf3_rows[s->rec.type].args[part->slot].type;

	if (part->flags & OTFP_VTF3_T_SRC)
		return get_source(s, p, part->slot);
	if (part->flags & OTFP_VTF3_T_PAIRS)
		return otfp_vtf3_get_pairs(s, p, part->slot);
	if (part->flags & OTFP_VTF3_T_SAMPLES)
		return otfp_vtf3_get_samples(s, p, part->slot);
	if (type == OTFP_VTF3_A_IOTYPE)
		return get_iotype(p, &s->rec.v[part->slot]);
	if (type == OTFP_VTF3_A_STR)
		return otfp_vtf3_get_text(s, p, &s->rec.v[part->slot].s, part->flags & OTFP_VTF3_T_REST);
	return otfp_vtf3_get_array(s, p, part->slot, seen);
}

/* ---- the parts after a word ---- */

/* Whether at least n numbers follow. */
static int are_numbers(const char *p, unsigned n)
{
	for (; n; n--) {
		p = otfp_vtf3_skip(p);
		p += *p == '-' || *p == '+';
		if ((unsigned)(uint8_t)*p - '0' > 9)
			return 0;
		while (!otfp_vtf3_is_gap(p))
			p++;
	}
	return 1;
}

/* The number of numbers from part i on, up to a part with a word or text. */
static unsigned count_numbers(const struct otfp_vtf3_row *row, unsigned i)
{
	unsigned n = 0;

	do
		n++;
	while (++i < row->ntext && row->text[i].n == 0 && row->args[row->text[i].slot].type <= OTFP_VTF3_A_REAL);
	return n;
}

/* Read part i; its word, if it has one, is already read. */
OTFP_INLINE const char *get_part(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, unsigned i,
                                 const char *p, uint32_t *seen)
{
	const struct otfp_vtf3_text *part = &row->text[i];
	unsigned type = row->args[part->slot].type;

	/* the first of several numbers may be missing */
	if (part->n == 0 && (part->flags & OTFP_VTF3_T_OPT) && !are_numbers(p, count_numbers(row, i)))
		return p;
	if (type <= OTFP_VTF3_A_REAL && type != OTFP_VTF3_A_IOTYPE &&
	    !(part->flags & (OTFP_VTF3_T_SRC | OTFP_VTF3_T_PAIRS | OTFP_VTF3_T_SAMPLES)))
		p = get_number(p, type, &s->rec.v[part->slot]);
	else
		p = get_long(s, p, part, seen);
	if (OTFP_UNLIKELY(!p || !(otfp_vtf3_is_gap(p) || (part->flags & OTFP_VTF3_T_REST))))
		return NULL;
	*seen |= 1u << part->slot;
	return p;
}

/* The byte after the word of a part: "CPUID" may follow "ON", a type follows UINT. */
OTFP_INLINE const char *after_word(const struct otfp_vtf3_row *row, const struct otfp_vtf3_text *part, const char *word,
                                   size_t n)
{
	const char *p = word + n;

	if (part->flags & OTFP_VTF3_T_SAMPLES || row->args[part->slot].type == OTFP_VTF3_A_BOUNDS)
		return word;
	if (part->flags & OTFP_VTF3_T_ON) {
		p = otfp_vtf3_skip(p);
		p += memcmp(p, "CPUID", 5) ? 0 : 5;
	}
	return p;
}

/* ---- parts in the order of the writers ---- */

/* Whether the word of a part comes next, between two blanks, in one comparison. */
OTFP_INLINE int is_next(const struct otfp_vtf3_text *part, const char *p)
{
	unsigned n = part->n;
	uint64_t word = otfp_vtf3_head(part->word, n) << 8;

	if (n > 6)
		return 0;
	return otfp_vtf3_head(p, n + 2) == (word | (uint64_t)' ' | (uint64_t)' ' << 8 * (n + 1));
}

/* Read parts in the order of the row, as far as the order goes; *whole: none is missing. @return the byte after
 * them; NULL if one is invalid */
OTFP_INLINE const char *get_in_order(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p,
                                     uint32_t *seen, int *whole)
{
	int absent = 0;

#pragma GCC unroll 14
	for (unsigned i = 0; i < row->ntext; i++) {
		const struct otfp_vtf3_text *part = &row->text[i];

		if (part->flags & OTFP_VTF3_T_ALT)
			break;
		if (part->n) {
			absent = !is_next(part, p);
			if (absent && !(part->flags & OTFP_VTF3_T_OPT))
				return p;
		}
		if (absent)
			continue;
		if (part->n)
			p = after_word(row, part, p + 1, part->n);
		p = get_part(s, row, i, p, seen);
		if (OTFP_UNLIKELY(!p))
			return NULL;
	}
	*whole = 1;
	return p;
}

/* ---- parts in any order ---- */

/* Find the part with this word. Parts mostly come in order, so start at i. */
static unsigned find_part(const struct otfp_vtf3_row *row, unsigned i, const char *word, size_t n)
{
	for (unsigned k = 0; k < row->ntext; k++, i++) {
		const struct otfp_vtf3_text *part;
		i = i >= row->ntext ? 0 : i;
		part = &row->text[i];
		if (part->n == n && is_same(word, part->word, n))
			return i;
		if (row->args[part->slot].type == OTFP_VTF3_A_BOUNDS &&
		    ((n == 5 && !memcmp(word, "FLOAT", 5)) || (n == 4 && !memcmp(word, "TYPE", 4))))
			return i;
	}
	return row->ntext;
}

/* Whether the next declaration starts here: a writer forgot some newlines. */
static int ends_here(const struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *word, size_t n)
{
	unsigned type = row->kind == OTFP_VTF3_DEF ? find_row(s, word, n) : OTFP_VTF3_NTYPES;

	return type != OTFP_VTF3_NTYPES && !otfp_vtf3_is_event(type);
}

static const char *check_whole(struct otfp_vtf3_scanner *s, uint32_t seen, const char *p)
{
	if ((seen & s->required[s->rec.type]) == s->required[s->rec.type])
		return p;
	s->why = "a field is missing";
	return NULL;
}

static const char *get_any_order(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p,
                                 uint32_t seen)
{
	unsigned i = 0;

	while (p) {
		const char *word = p = otfp_vtf3_skip(p), *next;
		if (otfp_vtf3_is_eol(p))
			return check_whole(s, seen, p + 1 + (*p == '\r'));
		while (otfp_vtf3_is_letter(*p))
			p++;
		if (p == word)
			return NULL;
		next = row->flags & OTFP_VTF3_R_EXCH ? otfp_vtf3_exchange_word(s, word, (size_t)(p - word), &seen) :
		                                       word;
		if (next != word) {
			p = next;
			continue;
		}
		i = find_part(row, i, word, (size_t)(p - word));
		if (i == row->ntext)
			return ends_here(s, row, word, (size_t)(p - word)) ? check_whole(s, seen, word) : NULL;
		p = after_word(row, &row->text[i], word, (size_t)(p - word));
		do
			p = get_part(s, row, i, p, &seen);
		while (p && ++i < row->ntext && row->text[i].n == 0);
	}
	return NULL;
}

/* Read all after the keyword. @return the byte after the line, or the next declaration */
OTFP_INLINE const char *get_row(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p)
{
	uint32_t seen = 0;
	int whole = 0;

	s->why = "a field is missing or not a number";
	p = get_in_order(s, row, p, &seen, &whole);
	if (OTFP_LIKELY(p && whole && *p == '\n'))
		return p + 1;
	return p ? get_any_order(s, &otfp_vtf3_rows[s->rec.type], p, seen) : NULL;
}

/* ---- a line ---- */

/* One blank separates keyword and text. */
static const char *get_comment(struct otfp_vtf3_scanner *s, const char *p)
{
	p += *p == ' ' || *p == '\t';
	return otfp_vtf3_get_rest(s, p, &s->rec.v[0].s);
}

static const char *no_memory(struct otfp_vtf3_scanner *s)
{
	s->why = NULL;
	return NULL;
}

/* Complete the activities of an old record, from their names. */
static const char *get_activities(struct otfp_vtf3_scanner *s, const char *p)
{
	return p && otfp_vtf3_scan_activities(s, 0) < 0 ? no_memory(s) : p;
}

static const char *get_exchange(struct otfp_vtf3_scanner *s, const char *word, const char *p)
{
	s->to = s->from = (struct otfp_vtf3_named){NULL, NULL};
	return get_activities(s, p - word == 4 ? otfp_vtf3_exch(s, p) :
	                                         get_row(s, &otfp_vtf3_const_rows[OTFP_VTF3_Exchange_obsol], p));
}

static const char *get_any(struct otfp_vtf3_scanner *s, const char *p)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[s->rec.type];

	if (row->flags & OTFP_VTF3_R_COMMENT)
		return get_comment(s, p);
	p = get_row(s, row, p);
	return row->flags & OTFP_VTF3_R_ACTS ? get_activities(s, p) : p;
}

/* Read what follows the keyword, which begins at `word`. */
static const char *get_body(struct otfp_vtf3_scanner *s, unsigned type, const char *word, const char *p, double time)
{
	if (s->roomy[type] && otfp_vtf3_scratch(s, (size_t)((const char *)rawmemchr(p, '\n') - p)) < 0)
		return no_memory(s);
	switch (type) {
#define X(name)                                                                          \
	case OTFP_VTF3_##name:                                                           \
		otfp_vtf3_begin(s, &otfp_vtf3_const_rows[OTFP_VTF3_##name], type, time); \
		return get_row(s, &otfp_vtf3_const_rows[OTFP_VTF3_##name], p);
		OTFP_VTF3_HOT(X)
#undef X
	default: otfp_vtf3_begin(s, &otfp_vtf3_rows[type], type, time);
	}
	return type == OTFP_VTF3_Exchange_obsol ? get_exchange(s, word, p) : get_any(s, p);
}

/* Find the end of the keyword at p: a byte that is no letter, mostly within eight bytes. */
OTFP_INLINE const char *keyword_end(const char *p)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t w = otfp_load8(p);
	/* bit 7 is set in bytes below 'A'; exact for the first such byte */
	uint64_t ends = (w - 'A' * ones) & ~w & 0x80 * ones;

	if (OTFP_LIKELY(ends != 0))
		return p + (__builtin_ctzll(ends) >> 3);
	while (otfp_vtf3_is_letter(*p))
		p++;
	return p;
}

const char *otfp_vtf3_scan_text(struct otfp_vtf3_scanner *s, const char *p)
{
	const char *word;
	double time = 0;
	unsigned type;
	int is_event;

	p = otfp_vtf3_skip(p);
	is_event = (unsigned)(uint8_t)*p - '0' < 10 || *p == '+' || *p == '-';
	if (is_event && !(p = otfp_vtf3_get_time(p, &time))) {
		s->why = "the time is not a number";
		return NULL;
	}
	word = otfp_vtf3_skip(p);
	p = keyword_end(word);
	type = p > word && otfp_vtf3_is_gap(p) ? find_row(s, word, (size_t)(p - word)) : OTFP_VTF3_NTYPES;
	s->why = "unknown keyword";
	if (OTFP_UNLIKELY(type == OTFP_VTF3_NTYPES))
		return NULL;
	s->why = is_event ? "a declaration with a time" : "an event without a time";
	if (OTFP_UNLIKELY(is_event != otfp_vtf3_is_event(type)) && type != OTFP_VTF3_Comment)
		return NULL;
	return get_body(s, type, word, p, is_event ? time : s->last_time);
}
