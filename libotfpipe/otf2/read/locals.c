#include "otf2/read/locals.h"
#include "base/grow.h"
#include <stdlib.h>

void otfp_otf2_locals_release(struct otfp_otf2_locals *l)
{
	for (unsigned i = 0; i < OTFP_OTF2_NTABLES; i++) {
		free(l->ids[i].dense);
		if (l->ids[i].sparse)
			otfp_map_release(l->ids[i].sparse);
		free(l->ids[i].sparse);
	}
	free(l->intervals);
	*l = (struct otfp_otf2_locals){0};
}

/* ---- ids ---- */

enum { DENSE, SPARSE };

static int take_dense(struct otfp_otf2_ids *ids, struct otfp_otf2_bytes *b, uint64_t n)
{
	ids->dense = malloc(n * sizeof *ids->dense);
	if (!ids->dense)
		return -1;
	for (uint64_t i = 0; i < n; i++)
		ids->dense[i] = otfp_otf2_get_c64(b);
	ids->n = n;
	return 0;
}

/* Of an id that comes twice the last one counts. */
static int take_sparse(struct otfp_otf2_ids *ids, struct otfp_otf2_bytes *b, uint64_t n)
{
	ids->sparse = calloc(1, sizeof *ids->sparse);
	if (!ids->sparse)
		return -1;
	for (uint64_t i = 0; i < n && !b->flaw; i++) {
		const uint64_t local = otfp_otf2_get_c64(b), global = otfp_otf2_get_c64(b);
		if (!b->flaw && otfp_map_set(ids->sparse, local, global) < 0)
			return -1;
	}
	return 0;
}

/* A type that this version does not know is ignored; of two tables of a type the first one counts. */
int otfp_otf2_locals_take_ids(struct otfp_otf2_locals *l, struct otfp_otf2_bytes *b, uint64_t *type, uint64_t *n)
{
	struct otfp_otf2_ids *ids;
	unsigned mode;

	*type = otfp_otf2_get_u8(b);
	*n = otfp_otf2_get_c64(b);
	mode = (unsigned)otfp_otf2_get_u8(b);
	if (!b->flaw && *n == 0)
		otfp_otf2_flaw(b, "has no ids");
	if (!b->flaw && mode > SPARSE)
		otfp_otf2_flaw(b, "has ids of an unknown form");
	if (!b->flaw && *n > (uint64_t)(b->end - b->p) >> mode)
		otfp_otf2_flaw(b, "has more ids than bytes");
	if (b->flaw)
		return 0;
	if (*type >= OTFP_OTF2_NTABLES || l->ids[*type].is_there) {
		b->p = b->end;
		return 0;
	}
	ids = &l->ids[*type];
	ids->is_there = 1;
	return mode == DENSE ? take_dense(ids, b, *n) : take_sparse(ids, b, *n);
}

/* ---- times ---- */

int otfp_otf2_locals_add_offset(struct otfp_otf2_locals *l, uint64_t time, uint64_t offset)
{
	if (l->has_last && time <= l->last_time)
		return 1;
	if (l->has_last) {
		if (otfp_grow(&l->intervals, l->n, &l->cap, sizeof *l->intervals) < 0)
			return -1;
		l->intervals[l->n++] = (struct otfp_otf2_interval){
			.begin = l->last_time,
			.end = time,
			.offset = l->last_offset,
			.slope = (double)(int64_t)(offset - l->last_offset) / (double)(time - l->last_time),
		};
	}
	l->has_last = 1;
	l->last_time = time;
	l->last_offset = offset;
	return 0;
}

uint64_t otfp_otf2_locals_far(const struct otfp_otf2_locals *l, uint64_t time)
{
	const struct otfp_otf2_interval *i = &l->intervals[l->at];

	return time + i->offset +
	       otfp_otf2_nearest(i->slope *
	                         (time >= i->begin ? (double)(time - i->begin) : -(double)(i->begin - time)));
}
