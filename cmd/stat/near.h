/*
 * near.h - which of many points can be near another one: a tree that splits them, so that most of the others are not
 * even looked at.
 *
 * A point has many numbers, none below 0. Two points differ by the differences of all their numbers together. The tree
 * knows two kinds of sums of the numbers. In neither do two points differ by more:
 * - sums of parts: each number is in one of them. Their differences add up.
 * - sides: each side adds some numbers and subtracts the others, chosen at random. The largest difference counts.
 * Sides are for points that differ in a few large numbers: what one point has in one number and the other one in
 * another number counts twice in half of the sides. Sums of parts are for points that differ in many small numbers.
 *
 * A box of points is split in that side, or in the logarithm of the total, and at that value where the fewest points
 * are within reach of both halves. A search enters both halves only if both are within reach.
 *
 * Time for n points: n * log(n) if most points differ by much more than what is near; then a search enters few boxes.
 * If most points are almost near most others, in many numbers, splitting does not help: a search looks at all points
 * that were added, at about 3 ns each.
 *
 * Memory: about 150 bytes per point.
 */
#ifndef CMD_STAT_NEAR_H
#define CMD_STAT_NEAR_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

enum { NEAR_SUMS = 32, NEAR_SIDES = 16 };

/* What the tree knows of a point. */
struct near_view {
	float total;
	float sums[NEAR_SUMS];
	float sides[NEAR_SIDES];
};

struct near_box;

/* What is near. */
struct near_rule {
	double share; /* points that are near differ by at most this share of the larger total; 0 to 1 */
	void (*view)(void *ctx, size_t point, struct near_view *view);
	/* decides; asked only about points that can be near */
	int (*is_near)(void *ctx, size_t added, size_t point);
	void *ctx;
};

/* Zero-filled, then near_begin. */
struct near {
	struct near_rule rule;
	float reach_log;        /* how much the logarithms of the totals can differ of points that are near */
	struct near_box *boxes; /* the first one has all points; its halves come after a box */
	size_t nboxes;
	uint32_t *box; /* by point: the smallest box that it is in */
	/* A box that is not split has consecutive slots, one for each of its points; points that are added take one.
	 * Before the boxes are made, slots are all points, and sums what a point can be split in, by point. */
	struct near_slot {
		uint32_t point;
		float total;
	} * slots;
	float (*sums)[NEAR_SUMS]; /* by slot */
};

/** Begin with all n points that will come. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int near_begin(struct near *g, const struct near_rule *rule, size_t n);
/**
 * Find the first point added that is near a point; if there is none, add the point. Points come in ascending order.
 * @return its index; SIZE_MAX = none
 */
size_t near_first_or_add(struct near *g, size_t point);
/** Free all. */
void near_release(struct near *g);
#endif
