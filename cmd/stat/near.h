/*
 * near.h - which of many points can be near another one: a grid, so that most of the others are not even looked at.
 *
 * A point is given by OTFP_NEAR_SUMS sums of parts of its numbers, each number in one of them. If two points differ by
 * at most w in all their numbers together, they differ by at most w in the sums together. The grid has cells of width w
 * in the OTFP_NEAR_AXES sums that spread most, so points that are near are in cells side by side.
 *
 * Memory: 90 bytes per point.
 */
#ifndef OTFP_CMD_STAT_NEAR_H
#define OTFP_CMD_STAT_NEAR_H
#include "base/map.h"
#include "base/wide.h"
#include <stddef.h>

enum { OTFP_NEAR_SUMS = 8, OTFP_NEAR_AXES = 4, OTFP_NEAR_BESIDE = 81 /* 3 to the power of the axes */ };

/* Zero-filled, then otfp_near_begin. */
struct otfp_near {
	uint64_t width;                /* of a cell */
	unsigned axis[OTFP_NEAR_AXES]; /* which sums */
	struct otfp_near_point {
		uint64_t sums[OTFP_NEAR_SUMS];
		size_t next; /* 1 + index of the next point of the cell; 0 = none */
	} * points;
	size_t n, cap;
	struct otfp_near_cell {
		uint64_t at[OTFP_NEAR_AXES];
		size_t first, last; /* 1 + index of a point */
		size_t next;        /* 1 + index of the next cell with the same hash; 0 = none */
	} * cells;
	size_t ncells, cells_cap;
	struct otfp_map index; /* hash of `at` -> index of a cell */
};

/** Begin with all points that will come, to choose the axes. @param most  no two points that differ by more are near */
void otfp_near_begin(struct otfp_near *g, const uint64_t (*sums)[OTFP_NEAR_SUMS], size_t n, uint64_t most);
/** Add a point; they are numbered from 0 on. @return 0, or -1 when memory is out */
int otfp_near_add(struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS]);
/**
 * Find the first point added that is near.
 * @param most  the largest sum of differences of a point that is asked about, at most that of begin
 * @param is_near  decides; asked only about points that can be
 * @return its number; SIZE_MAX = none
 */
size_t otfp_near_first(const struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS], uint64_t most,
                       int (*is_near)(void *ctx, size_t point), void *ctx);
/** Free all. */
void otfp_near_release(struct otfp_near *g);
#endif
