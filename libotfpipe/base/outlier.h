/*
 * outlier.h - times that no clock of the run can have given: a few before or after a gap that is very much longer than
 * all that the others take, such as a stamp of 0 among nanoseconds since 1970.
 */
#ifndef OTFP_BASE_OUTLIER_H
#define OTFP_BASE_OUTLIER_H
#include <stdint.h>

enum {
	OTFP_OUTLIER_GAP = 1000, /* the gap is more than so many times as long as the span of the others */
	OTFP_OUTLIER_SHARE = 4,  /* the others are at least so many times as many */
};

/* The longest gap between two times. Zero-filled, then otfp_outlier_add. */
struct otfp_outlier {
	uint64_t n;           /* times */
	uint64_t first, last; /* if n > 0 */
	uint64_t before;      /* times before the longest gap, if there is one */
	uint64_t from, to;    /* its ends; equal = there is none */
};

struct otfp_outlier_found {
	uint64_t n;      /* outliers; 0 = none, and the rest is not set */
	uint64_t first;  /* their first time */
	uint64_t gap;    /* ticks between them and the others */
	uint64_t others; /* how many others there are */
	uint64_t span;   /* ticks from the first to the last of these */
	int is_late;     /* they are after the gap, not before it */
};

/** Take the next time. Times that go back are counted only. @return whether the longest gap ends at it */
static inline int otfp_outlier_add(struct otfp_outlier *o, uint64_t time)
{
	const int is_longest = o->n && time > o->last && time - o->last > o->to - o->from;

	if (is_longest) {
		o->from = o->last;
		o->to = time;
		o->before = o->n;
	}
	if (!o->n)
		o->first = time;
	if (!o->n || time > o->last)
		o->last = time;
	o->n++;
	return is_longest;
}

/** After the last time: the outliers, if there are any. Others that have one time only have no span to compare. */
struct otfp_outlier_found otfp_outlier_find(const struct otfp_outlier *o);
#endif
