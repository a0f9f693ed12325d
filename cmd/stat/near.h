/*
 * near.h - which of many points can be near another one: a tree of boxes, so that most of the others are not even
 * looked at.
 *
 * A point is given by OTFP_NEAR_SUMS sums of parts of its numbers, of 60 bits at most, each number in one of them. If
 * two points differ by at most w in all their numbers together, they differ by at most w in the sums together. Each box
 * is split in the middle of the points in it, in the sum in which they spread most, until few are left.
 *
 * Memory: about 80 bytes per point.
 */
#ifndef OTFP_CMD_STAT_NEAR_H
#define OTFP_CMD_STAT_NEAR_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

enum { OTFP_NEAR_SUMS = 8 };

struct otfp_near_box;

/* Zero-filled, then otfp_near_begin. */
struct otfp_near {
	const uint64_t (*sums)[OTFP_NEAR_SUMS]; /* by point */
	uint32_t *order;             /* points; those of a box are consecutive. Freed when the boxes are made */
	struct otfp_near_box *boxes; /* the first one has all points; its halves come after a box */
	size_t nboxes;
	struct otfp_near_point {
		uint32_t box;  /* the smallest one that it is in */
		uint32_t next; /* 1 + the next point that was added to that box; 0 = none */
	} * points;
};

/** Begin with all n points that will come; sums stays in use. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_near_begin(struct otfp_near *g, const uint64_t (*sums)[OTFP_NEAR_SUMS], size_t n);
/** Add a point, by its index in sums; in ascending order. */
void otfp_near_add(struct otfp_near *g, size_t point);
/**
 * Find the first point added that is near.
 * @param most  the largest sum of differences of a point that is asked about
 * @param is_near  decides; asked only about points that can be
 * @return its index; SIZE_MAX = none
 */
size_t otfp_near_first(const struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS], uint64_t most,
                       int (*is_near)(void *ctx, size_t point), void *ctx);
/** Free all. */
void otfp_near_release(struct otfp_near *g);
#endif
