#include "record/equal.h"
#include "record/table.h"
#include "base/hash.h"
#include <string.h>

static int same_bytes(const void *a, size_t a_n, const void *b, size_t b_n)
{
	return a_n == b_n && (a_n == 0 || memcmp(a, b, a_n) == 0);
}

static int same_string(const struct otfp_str *a, const struct otfp_str *b)
{
	return !a->p == !b->p && same_bytes(a->p, a->n, b->p, b->n);
}

static int same_value(unsigned type, const union otfp_value *a, const union otfp_value *b)
{
	switch (type) {
	case OTFP_FIELD_STR: return same_string(&a->s, &b->s);
	case OTFP_FIELD_LIST: return same_bytes(a->l.p, 4 * a->l.n, b->l.p, 4 * b->l.n);
	default: return a->u == b->u;
	}
}

static int same_tag(const struct otfp_tag *a, const struct otfp_tag *b)
{
	return a->key == b->key && a->type == b->type &&
	       (a->type == OTFP_TAG_BYTES ? same_bytes(a->bytes.p, a->bytes.n, b->bytes.p, b->bytes.n) :
	                                    a->bits == b->bits);
}

/* Most events have nothing but numbers. */
static int same_numbers(const struct otfp_record *a, const struct otfp_record *b, unsigned n)
{
	uint64_t differ = 0;

	for (unsigned i = 0; i < n; i++)
		differ |= a->f[i].u ^ b->f[i].u;
	return !differ;
}

static int same_fields(const struct otfp_record *a, const struct otfp_record *b)
{
	const struct otfp_schema *s = &otfp_table[a->type];
	int same = 1;

	if (OTFP_LIKELY(otfp_numbers[a->type]))
		return same_numbers(a, b, s->nfields);
	for (unsigned i = 0; same && i < s->nfields; i++)
		same = same_value(s->fields[i].type, &a->f[i], &b->f[i]);
	return same;
}

int otfp_record_equal(const struct otfp_record *a, const struct otfp_record *b)
{
	int same = a->type == b->type && a->ntags == b->ntags && same_fields(a, b);

	for (uint32_t i = 0; same && i < a->ntags; i++)
		same = same_tag(&a->tags[i], &b->tags[i]);
	return same;
}

static uint64_t hash_string(uint64_t h, const struct otfp_str *s)
{
	h = otfp_hash_bytes(h, &s->n, sizeof s->n);
	return otfp_hash_bytes(h ^ !s->p, s->p, s->n);
}

static uint64_t hash_value(uint64_t h, unsigned type, const union otfp_value *v)
{
	switch (type) {
	case OTFP_FIELD_STR: return hash_string(h, &v->s);
	case OTFP_FIELD_LIST: return otfp_hash_bytes(otfp_hash_bytes(h, &v->l.n, sizeof v->l.n), v->l.p, 4 * v->l.n);
	default: return otfp_hash_bytes(h, &v->u, sizeof v->u);
	}
}

static uint64_t hash_tag(uint64_t h, const struct otfp_tag *t)
{
	h = otfp_hash_bytes(h, &t->key, sizeof t->key);
	h = otfp_hash_bytes(h, &t->type, sizeof t->type);
	return t->type == OTFP_TAG_BYTES ? hash_string(h, &t->bytes) : otfp_hash_bytes(h, &t->bits, sizeof t->bits);
}

uint64_t otfp_record_hash(const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	uint64_t h = otfp_hash_bytes(OTFP_HASH_INIT, &rec->type, sizeof rec->type);

	for (unsigned i = 0; i < s->nfields; i++)
		h = hash_value(h, s->fields[i].type, &rec->f[i]);
	for (uint32_t i = 0; i < rec->ntags; i++)
		h = hash_tag(h, &rec->tags[i]);
	return h;
}
