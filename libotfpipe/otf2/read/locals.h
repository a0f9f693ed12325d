/*
 * locals.h - what the local definitions of a location do to its events: ids of the location become global ones, and
 * times of its clock those of the global clock.
 */
#ifndef OTFP_OTF2_READ_LOCALS_H
#define OTFP_OTF2_READ_LOCALS_H
#include "base/map.h"
#include "otf2/read/file.h"
#include "otf2/stored.h"
#include <math.h>

/* Ids by the ids of the location; those that it does not have stay as they are. */
struct otfp_otf2_ids {
	uint64_t *dense; /* of the ids from 0 on */
	uint64_t n;
	struct otfp_map *sparse; /* NULL = none */
	int is_there;
};

/* Times from `begin` to `end` of the location get offset + slope * (time - begin). */
struct otfp_otf2_interval {
	uint64_t begin, end;
	uint64_t offset; /* signed, in two's complement */
	double slope;
};

/* Zero-filled changes nothing. */
struct otfp_otf2_locals {
	struct otfp_otf2_ids ids[OTFP_OTF2_NTABLES];
	struct otfp_otf2_interval *intervals;
	size_t n, cap; /* of them */
	size_t at;     /* the interval of the last time; it does not go back */
	uint64_t last_time, last_offset;
	int has_last; /* a clock offset was read: with the next one it makes an interval */
};

/** Take the fields of a MappingTable, whose bytes end with b: b->flaw says what is wrong with them.
 * @param type, n  set to the type of the table and the number of its ids
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_otf2_locals_take_ids(struct otfp_otf2_locals *l, struct otfp_otf2_bytes *b, uint64_t *type,
                                              uint64_t *n);
/** Add a clock offset. @return 0; -1 when memory is out; 1: it is not after the one before */
OTFP_MUST_CHECK int otfp_otf2_locals_add_offset(struct otfp_otf2_locals *l, uint64_t time, uint64_t offset);
/** The global time of any time, in the interval of the last one. */
uint64_t otfp_otf2_locals_far(const struct otfp_otf2_locals *l, uint64_t time);
/** Free what l owns, not l itself. */
void otfp_otf2_locals_release(struct otfp_otf2_locals *l);

/** The nearest integer, of two the even one; of those that 64 bits do not have the least one, as processors make it. */
static inline uint64_t otfp_otf2_nearest(double x)
{
	const double limit = 9223372036854775808.0; /* 2 to the power of 63 */

	return x >= -limit && x < limit ? (uint64_t)llrint(x) : (uint64_t)INT64_MIN;
}

/** The global time of a time of the location. Times are asked for in the order of the file. */
static inline uint64_t otfp_otf2_locals_correct(struct otfp_otf2_locals *l, uint64_t time)
{
	const struct otfp_otf2_interval *i;

	if (!l->n)
		return time;
	while (l->at + 1 < l->n && time > l->intervals[l->at].end)
		l->at++;
	i = &l->intervals[l->at];
	if ((int64_t)(time - i->begin) < 0)
		return otfp_otf2_locals_far(l, time);
	return time + i->offset + otfp_otf2_nearest(i->slope * (double)(int64_t)(time - i->begin));
}

/** The global id of an id of the location. @param table  1 + number of the table */
static inline uint64_t otfp_otf2_global(const struct otfp_otf2_locals *l, unsigned table, uint64_t id)
{
	const struct otfp_otf2_ids *ids = &l->ids[table - 1];
	const uint64_t *found;

	if (id < ids->n)
		return ids->dense[id];
	found = ids->sparse ? otfp_map_get(ids->sparse, id) : NULL;
	return found ? *found : id;
}
#endif
