/*
 * pair.h - values of two runs, A and B, side by side: on one clock, with their difference and ratio.
 *
 * Times of both are in ticks of the finer clock.
 */
#ifndef CMD_TABLE_PAIR_H
#define CMD_TABLE_PAIR_H
#include "base/error.h"
#include "cmd/table/table.h"

enum { PAIR_A, PAIR_B, PAIR_SIDES };

/* A value of one side, or a difference. */
struct pair_number {
	enum { PAIR_NONE, PAIR_WHOLE, PAIR_REAL } is;
	enum otfp_unit unit;
	otfp_signed_wide whole; /* WHOLE; numbers that do not fit become the largest one */
	double real;            /* REAL; of WHOLE before it was rounded */
};

/* The clock of both. */
struct pair_clock {
	uint64_t resolution; /* of all times; 0 = unknown */
	struct pair_scale {
		uint64_t up, down;
	} scale[PAIR_SIDES]; /* from ticks of a side to these: times up, divided by down */
};

/** Set it to the finer one. @param resolution  of the sides; 0 = unknown @param has_times  of the sides: the clock of a
 * side without them means nothing @return 0, or OTFP_EFAIL if only one of them has a clock */
int pair_clock_set(struct pair_clock *c, const uint64_t resolution[PAIR_SIDES], const int has_times[PAIR_SIDES],
                   struct otfp_error *err);
/** The value of a cell of one side. */
struct pair_number pair_number(const struct pair_clock *c, unsigned side, const struct cell_value *v);
/** A time of one side, in the ticks of both. */
struct pair_number pair_ticks(const struct pair_clock *c, unsigned side, otfp_wide ticks);
/** B - A. @param has  of the sides: it has the row; a missing row is 0 there. None if a row has no such value */
struct pair_number pair_difference(const struct pair_number value[PAIR_SIDES], const int has[PAIR_SIDES]);
/** Set *ratio to B / A. @return 1; 0 if there is none: a value is missing or A is 0 */
int pair_ratio(const struct pair_number value[PAIR_SIDES], double *ratio);
/** The largest difference first; none comes last. @return as for qsort(3) */
int pair_by_size(const struct pair_number *a, const struct pair_number *b);
/** As a cell. @param is_difference  it may be negative */
void pair_cell(const struct pair_number *n, int is_difference, struct cell_value *v);
/** Append B / A for people: "+25.0%", or "only in a". @param ratio  NULL: there is none
 * @return 0, or -1 when memory is out */
int pair_add_change(struct otfp_buf *b, const int has[PAIR_SIDES], const double *ratio);
/** Append "5 ms, was 4 ms, +25.0%", or "5 ms, new" if A is none. @return 0, or -1 when memory is out */
int pair_add_times(struct otfp_buf *b, const struct pair_clock *c, const struct pair_number value[PAIR_SIDES]);
#endif
