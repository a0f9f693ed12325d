#include "record/packed.h"
#include "record/copy.h"
#include "record/table.h"
#include <stdlib.h>

/* ---- a list: the differences between its elements, with the sign in bit 0, 7 bits a byte, low bits first ---- */

static uint32_t difference(uint32_t from, uint32_t to)
{
	const uint32_t d = to - from;

	return d << 1 ^ (0 - (d >> 31));
}

size_t otfp_list_packed_size(const struct otfp_list *l)
{
	uint32_t before = 0;
	size_t n = 0;

	for (size_t i = 0; i < l->n; before = l->p[i++])
		for (uint32_t d = difference(before, l->p[i]); n++, d >= 0x80; d >>= 7)
			;
	return n;
}

uint8_t *otfp_list_pack_to(uint8_t *to, const struct otfp_list *l)
{
	uint32_t before = 0, d;

	for (size_t i = 0; i < l->n; before = l->p[i++]) {
		for (d = difference(before, l->p[i]); d >= 0x80; d >>= 7)
			*to++ = (uint8_t)(d | 0x80);
		*to++ = (uint8_t)d;
	}
	return to;
}

void *otfp_list_pack(const struct otfp_list *l)
{
	uint8_t *packed = malloc(otfp_list_packed_size(l) + 1);

	if (packed)
		otfp_list_pack_to(packed, l);
	return packed;
}

/* Step from one element to the next. @return what follows it */
static inline const uint8_t *next(const uint8_t *p, uint32_t *v)
{
	uint32_t d = *p & 0x7f;

	for (unsigned shift = 7; *p++ & 0x80; shift += 7)
		d |= (uint32_t)(*p & 0x7f) << shift;
	*v += d >> 1 ^ (0 - (d & 1));
	return p;
}

const uint8_t *otfp_list_unpack(const void *packed, uint32_t *to, size_t n)
{
	const uint8_t *p = packed;
	uint32_t v = 0;

	for (size_t i = 0; i < n; to[i++] = v)
		p = next(p, &v);
	return p;
}

void otfp_list_mark(const void *packed, size_t n, struct otfp_list_mark *marks)
{
	const uint8_t *p = packed;
	uint32_t v = 0;

	for (size_t i = 0; i < n; i++, p = next(p, &v))
		if (i % OTFP_LIST_STEP == 0)
			*marks++ = (struct otfp_list_mark){(size_t)(p - (const uint8_t *)packed), v};
}

uint32_t otfp_list_at(const void *packed, const struct otfp_list_mark *marks, size_t i)
{
	const struct otfp_list_mark *mark = &marks[i / OTFP_LIST_STEP];
	const uint8_t *p = (const uint8_t *)packed + mark->offset;
	uint32_t v = mark->before;

	for (size_t at = 0; at <= i % OTFP_LIST_STEP; at++)
		p = next(p, &v);
	return v;
}

/* ---- a record ---- */

/* Set *bare to rec without its lists. @return how many elements these have */
static size_t strip(struct otfp_record *bare, const struct otfp_record *rec, size_t *packed)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	size_t n = 0;

	*bare = *rec;
	*packed = 0;
	for (unsigned i = 0; row && i < row->nfields; i++) {
		if (row->fields[i].type != OTFP_FIELD_LIST)
			continue;
		n += rec->f[i].l.n;
		*packed += rec->f[i].l.p ? otfp_list_packed_size(&rec->f[i].l) : 0;
		bare->f[i].l = (struct otfp_list){NULL, 0};
	}
	return n;
}

struct otfp_packed *otfp_packed_copy(const struct otfp_record *rec)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	struct otfp_record bare;
	size_t lists, behind;
	struct otfp_packed *p;
	uint8_t *to;

	strip(&bare, rec, &lists);
	behind = otfp_size_behind(&bare);
	p = malloc(sizeof *p + behind + lists);
	if (!p)
		return NULL;
	to = (uint8_t *)(p + 1) + behind;
	*p = (struct otfp_packed){.rec = bare, .lists = to};
	otfp_copy_behind(&p->rec, (char *)(p + 1));
	for (unsigned i = 0; row && i < row->nfields; i++)
		if (row->fields[i].type == OTFP_FIELD_LIST) {
			to = otfp_list_pack_to(to, &rec->f[i].l);
			p->rec.f[i].l.n = rec->f[i].l.n;
		}
	return p;
}

/* The lists come first and fill words, so that what follows is aligned. */
struct otfp_queued *otfp_packed_open(const struct otfp_packed *p)
{
	const struct otfp_schema *row = otfp_schema(p->rec.type);
	const uint8_t *from = p->lists;
	struct otfp_record bare;
	size_t unused, n = (strip(&bare, &p->rec, &unused) + 1) & ~(size_t)1;
	struct otfp_queued *q = malloc(sizeof *q + n * sizeof(uint32_t) + otfp_size_behind(&bare));
	uint32_t *to;

	if (!q)
		return NULL;
	to = (uint32_t *)(void *)(q + 1);
	*q = (struct otfp_queued){.rec = bare, .since = p->since, .mark = p->mark};
	otfp_copy_behind(&q->rec, (char *)(to + n));
	for (unsigned i = 0; row && i < row->nfields; i++)
		if (row->fields[i].type == OTFP_FIELD_LIST) {
			q->rec.f[i].l = (struct otfp_list){to, p->rec.f[i].l.n};
			from = otfp_list_unpack(from, to, p->rec.f[i].l.n);
			to += p->rec.f[i].l.n;
		}
	return q;
}
