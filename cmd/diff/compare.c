/* compare.c - the differences between two records, without what --ignore excludes, and with names instead of tokens
 * for --by-name. */
#include "cmd/diff/diff.h"
#include "base/hash.h"
#include <string.h>

static uint32_t stream_of(const struct diff_names *n, const struct otfp_record *rec)
{
	const uint64_t *stream;

	if (!otfp_is_timed(rec->file) && rec->type != OTFP_Marker)
		return rec->loc;
	stream = otfp_map_get(&n->streams, rec->loc);
	return stream ? (uint32_t)*stream : 0;
}

uint64_t diff_process(const struct diff_compare *c, unsigned side, const struct otfp_record *rec)
{
	return c->by_name ? diff_meaning(&c->names[side], OTFP_W_PROCESS, 0, rec->loc) : rec->loc;
}

/* A number of a record in a form that both sides share: a token by its name if asked for. */
static uint64_t number_of(const struct diff_compare *c, unsigned side, const struct otfp_record *rec, unsigned what,
                          uint64_t v)
{
	const struct diff_names *n = &c->names[side];

	return c->by_name ? diff_meaning(n, what, stream_of(n, rec), v) : v;
}

static int is_same_text(const struct otfp_str *a, const struct otfp_str *b)
{
	return !a->p == !b->p && a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

static int is_same_list(const struct diff_compare *c, const struct otfp_record *a, const struct otfp_record *b,
                        unsigned i)
{
	const unsigned what = otfp_table[a->type].fields[i].what;
	const struct otfp_list *x = &a->f[i].l, *y = &b->f[i].l;
	size_t k = 0;

	while (k < x->n && k < y->n && number_of(c, DIFF_A, a, what, x->p[k]) == number_of(c, DIFF_B, b, what, y->p[k]))
		k++;
	return k == x->n && k == y->n;
}

static int is_same_field(const struct diff_compare *c, const struct otfp_record *a, const struct otfp_record *b,
                         unsigned i)
{
	const struct otfp_field *f = &otfp_table[a->type].fields[i];

	if (f->type == OTFP_FIELD_STR)
		return is_same_text(&a->f[i].s, &b->f[i].s);
	if (f->type == OTFP_FIELD_LIST)
		return is_same_list(c, a, b, i);
	return number_of(c, DIFF_A, a, f->what, a->f[i].u) == number_of(c, DIFF_B, b, f->what, b->f[i].u);
}

static int is_same_tag(const struct diff_compare *c, const struct otfp_record *a, const struct otfp_record *b,
                       uint32_t i)
{
	const struct otfp_tag *x = &a->tags[i], *y = &b->tags[i];

	return number_of(c, DIFF_A, a, OTFP_W_KEY, x->key) == number_of(c, DIFF_B, b, OTFP_W_KEY, y->key) &&
	       x->type == y->type && x->bits == y->bits && is_same_text(&x->bytes, &y->bytes);
}

static int is_same_tags(const struct diff_compare *c, const struct otfp_record *a, const struct otfp_record *b)
{
	uint32_t i = 0;

	while (i < a->ntags && i < b->ntags && is_same_tag(c, a, b, i))
		i++;
	return i == a->ntags && i == b->ntags;
}

/* The process of a timed record or marker, else the stream. */
static uint64_t loc_of(const struct diff_compare *c, unsigned side, const struct otfp_record *rec)
{
	int has_process = otfp_is_timed(rec->file) || rec->type == OTFP_Marker;

	return has_process ? diff_process(c, side, rec) : rec->loc;
}

unsigned diff_records(const struct diff_compare *c, const struct otfp_record *a, const struct otfp_record *b)
{
	unsigned parts = 0;

	if (a->type != b->type)
		return DIFF_TEXT;
	if (a->type >= OTFP_NTYPES)
		return is_same_text(&a->line, &b->line) ? 0 : DIFF_TEXT;
	for (unsigned i = 0; i < otfp_table[a->type].nfields; i++)
		parts |= is_same_field(c, a, b, i) ? 0 : 1u << i;
	parts |= a->time == b->time ? 0 : DIFF_TIME;
	parts |= loc_of(c, DIFF_A, a) == loc_of(c, DIFF_B, b) ? 0 : DIFF_LOC;
	parts |= is_same_tags(c, a, b) ? 0 : DIFF_TAGS;
	return parts & ~(unsigned)c->ignore.parts[a->type];
}

/* ---- hashes ---- */

static uint64_t mix_text(uint64_t h, const struct otfp_str *s)
{
	for (size_t i = 0; i < s->n; i++)
		h = otfp_hash_add(h, (uint8_t)s->p[i]);
	return otfp_hash_add(h, s->n);
}

static uint64_t mix_field(const struct diff_compare *c, unsigned side, const struct otfp_record *rec, unsigned i,
                          uint64_t h)
{
	const struct otfp_field *f = &otfp_table[rec->type].fields[i];

	if (f->type == OTFP_FIELD_STR)
		return mix_text(h, &rec->f[i].s);
	if (f->type != OTFP_FIELD_LIST)
		return otfp_hash_add(h, number_of(c, side, rec, f->what, rec->f[i].u));
	for (size_t k = 0; k < rec->f[i].l.n; k++)
		h = otfp_hash_add(h, number_of(c, side, rec, f->what, rec->f[i].l.p[k]));
	return otfp_hash_add(h, rec->f[i].l.n);
}

uint32_t diff_hash(const struct diff_compare *c, unsigned side, const struct otfp_record *rec)
{
	const unsigned ignored = rec->type < OTFP_NTYPES ? c->ignore.parts[rec->type] : 0;
	uint64_t h = otfp_hash_add(0, rec->type);

	if (rec->type >= OTFP_NTYPES)
		return (uint32_t)mix_text(h, &rec->line);
	if (!(ignored & DIFF_TIME))
		h = otfp_hash_add(h, rec->time);
	for (unsigned i = 0; i < otfp_table[rec->type].nfields; i++)
		if (!(ignored >> i & 1))
			h = mix_field(c, side, rec, i, h);
	return (uint32_t)h;
}
