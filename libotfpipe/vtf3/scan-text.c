/*
 * scan-text.c - a line of Standard or Legacy ASCII, by its row. Both formats are read alike, since Standard ASCII
 * takes in the old lines; but text has escapes in Standard ASCII only.
 */
#include "base/num.h"
#include "vtf3/clip.h"
#include "vtf3/text.h"

/* Whether the words are the same; the first is in a line, so that eight bytes more may be read. */
OTFP_INLINE int is_same(const char *word, const char *known, size_t n)
{
	uint64_t mask = n < 8 ? ((uint64_t)1 << 8 * n) - 1 : UINT64_MAX;

	return ((otfp_load8(word) ^ otfp_load8(known)) & mask) == 0 && (n <= 8 || !memcmp(word, known, n));
}

OTFP_INLINE int find_row(const struct otfp_vtf3_scanner *s, const char *word, size_t n, unsigned *type)
{
	for (unsigned h = otfp_vtf3_keyword_hash(word, n); s->keywords[h].n; h = (h + 1) % OTFP_VTF3_KEYWORDS)
		if (s->keywords[h].n == n && is_same(word, s->keywords[h].word, n)) {
			*type = s->keywords[h].type;
			return 1;
		}
	return 0;
}

/* ---- one part ---- */

/* Numbers of 4 bytes and the like; one more in ASCII where they are cpus. */
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
	if (!memcmp(p, "READ", 4)) /* no LF in it, so the comparison ends there */
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

/* ---- the parts behind a word ---- */

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

/* How many numbers the parts from i on are, up to a part with a word or text. */
static unsigned count_numbers(const struct otfp_vtf3_row *row, unsigned i)
{
	unsigned n = 0;

	do
		n++;
	while (++i < row->ntext && row->text[i].n == 0 && row->args[row->text[i].slot].type <= OTFP_VTF3_A_REAL);
	return n;
}

OTFP_INLINE const char *get_part(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row,
                                 const struct otfp_vtf3_text *part, const char *p, uint32_t *seen)
{
	unsigned type = row->args[part->slot].type;

	if (OTFP_LIKELY(type <= OTFP_VTF3_A_REAL && type != OTFP_VTF3_A_IOTYPE &&
	                !(part->flags & (OTFP_VTF3_T_SRC | OTFP_VTF3_T_PAIRS | OTFP_VTF3_T_SAMPLES))))
		return get_number(p, type, &s->rec.v[part->slot]);
	return get_long(s, p, part, seen);
}

/* Part i and those without a word behind it. */
OTFP_INLINE const char *get_group(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, unsigned i,
                                  const char *p, uint32_t *seen)
{
	do {
		const struct otfp_vtf3_text *part = &row->text[i];
		/* of numbers in a row the first may be missing */
		if (part->n == 0 && (part->flags & OTFP_VTF3_T_OPT) && !are_numbers(p, count_numbers(row, i)))
			continue;
		p = get_part(s, row, part, p, seen);
		if (!p || !(otfp_vtf3_is_gap(p) || (part->flags & OTFP_VTF3_T_REST)))
			return NULL;
		*seen |= 1u << part->slot;
	} while (++i < row->ntext && row->text[i].n == 0);
	return p;
}

OTFP_INLINE unsigned behind_group(const struct otfp_vtf3_row *row, unsigned i)
{
	do
		i++;
	while (i < row->ntext && row->text[i].n == 0);
	return i;
}

/* The part that begins with this word; they mostly come in order, so i is looked at first. */
OTFP_INLINE unsigned find_part(const struct otfp_vtf3_row *row, unsigned i, const char *word, size_t n)
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

/* A declaration may be followed by the next one: a writer forgot a newline. */
static int ends_here(const struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *word, size_t n)
{
	unsigned type;

	return row->kind == OTFP_VTF3_DEF && find_row(s, word, n, &type) && otfp_vtf3_rows[type].kind == OTFP_VTF3_DEF;
}

static const char *is_whole(struct otfp_vtf3_scanner *s, uint32_t seen, const char *p)
{
	if ((seen & s->required[s->rec.type]) == s->required[s->rec.type])
		return p;
	s->why = "a part of it is missing";
	return NULL;
}

/* Behind "ON" may stand "CPUID", behind UINT a type. */
OTFP_INLINE const char *get_words(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, unsigned i,
                                  const char *word, size_t n, uint32_t *seen)
{
	const char *p = word + n;

	if (row->text[i].flags & OTFP_VTF3_T_ON) {
		p = otfp_vtf3_skip(p);
		p += memcmp(p, "CPUID", 5) ? 0 : 5;
	} else if (row->text[i].flags & OTFP_VTF3_T_SAMPLES ||
	           row->args[row->text[i].slot].type == OTFP_VTF3_A_BOUNDS) {
		p = word;
	}
	return get_group(s, row, i, p, seen);
}

/* All behind the keyword. @return behind it: a LF or the next declaration */
static const char *get_row(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_row *row, const char *p)
{
	uint32_t seen = 0;
	unsigned i, next = 0; /* part that is likely to come next */

	s->why = "a part of it is missing or no number";
	if (row->ntext && row->text[0].n == 0) {
		p = get_group(s, row, 0, p, &seen);
		next = behind_group(row, 0);
	}
	while (p) {
		const char *word = p = otfp_vtf3_skip(p), *behind;
		if (otfp_vtf3_is_eol(p))
			return is_whole(s, seen, p + 1 + (*p == '\r'));
		while (otfp_vtf3_is_letter(*p))
			p++;
		if (p == word)
			return NULL;
		behind = row->flags & OTFP_VTF3_R_EXCH ? otfp_vtf3_exchange_word(s, word, (size_t)(p - word), &seen) :
		                                         word;
		if (behind != word) {
			p = behind;
			continue;
		}
		i = find_part(row, next, word, (size_t)(p - word));
		if (i == row->ntext)
			return ends_here(s, row, word, (size_t)(p - word)) ? is_whole(s, seen, word) : NULL;
		p = get_words(s, row, i, word, (size_t)(p - word), &seen);
		next = behind_group(row, i);
	}
	return NULL;
}

/* ---- a line ---- */

/* One blank stands between the keyword and the text. */
static const char *get_comment(struct otfp_vtf3_scanner *s, const char *p)
{
	p += *p == ' ' || *p == '\t';
	return otfp_vtf3_get_rest(s, p, &s->rec.v[0].s);
}

static const char *get_body(struct otfp_vtf3_scanner *s, unsigned type, const char *word, const char *p, double time)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];

	if (s->roomy[type] && otfp_vtf3_scratch(s, (size_t)((const char *)rawmemchr(p, '\n') - p)) < 0) {
		s->why = NULL;
		return NULL;
	}
	otfp_vtf3_begin(s, type);
	s->to = s->from = (struct otfp_vtf3_named){NULL, NULL};
	s->rec.time = time;
	if (row->flags & OTFP_VTF3_R_COMMENT)
		return get_comment(s, p);
	if ((row->flags & OTFP_VTF3_R_EXCH) && p - word == 4)
		p = otfp_vtf3_exch(s, p);
	else
		p = get_row(s, row, p);
	if (p && (row->flags & OTFP_VTF3_R_ACTS) && otfp_vtf3_scan_activities(s, 0) < 0) {
		s->why = NULL;
		return NULL;
	}
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
		s->why = "its time is no number";
		return NULL;
	}
	word = p = otfp_vtf3_skip(p);
	while (otfp_vtf3_is_letter(*p))
		p++;
	s->why = "no keyword that is known";
	if (p == word || !otfp_vtf3_is_gap(p) || !find_row(s, word, (size_t)(p - word), &type))
		return NULL;
	s->why = is_event ? "a declaration has no time" : "it has no time";
	if (is_event != (otfp_vtf3_rows[type].kind == OTFP_VTF3_EVENT) && type != OTFP_VTF3_Comment)
		return NULL;
	return get_body(s, type, word, p, is_event ? time : s->last_time);
}
