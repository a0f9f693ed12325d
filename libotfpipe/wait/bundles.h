/*
 * bundles.h - private to the files of root causes: the segments of segments.h, and sums of those that stand side by
 * side. A process with many partners has a segment for each, and between two messages of a pair are all of them.
 *
 * Segments that were asked for together have a sum, so that the next one who asks need not look at each.
 */
#ifndef OTFP_WAIT_BUNDLES_H
#define OTFP_WAIT_BUNDLES_H
#include "wait/vector.h"

/* Segments that stand side by side, all but the last ones of a process. */
struct wait_bundle {
	struct wait_vector time; /* of all together */
	uint32_t n;
};

struct wait_segment {
	uint64_t start;             /* its place */
	struct wait_bundle *bundle; /* that begins with it, or NULL */
	uint32_t refs;              /* to that place */
	struct wait_vector time;    /* by node, sorted */
	struct wait_vector losses;  /* by slot of carry.h */
};

/* Zero-filled is empty. */
struct wait_segments {
	struct wait_segment *room; /* of `cap` segments */
	struct wait_segment *p;    /* in it: by place; the last one goes on */
	uint32_t n, cap;
	uint32_t calls;   /* number of the last outermost communication call */
	uint8_t is_open;  /* it was not left */
	uint32_t pending; /* references to its leave */
	uint32_t losses;  /* 1 + index of the first of the waits that are not shared out, or not left */
	uint32_t node;    /* of the last call */
	uint64_t number;  /* of its record */
	uint64_t floor;   /* places before it are forgotten */
};

/** The segment that has a place in it. */
struct wait_segment *otfp_wait_segment_at(const struct wait_segments *s, uint64_t place);

/* The segments from one place to another: private to bundles.c, but for `failed`. */
struct wait_span {
	uint32_t at, end; /* indexes */
	uint32_t covered; /* those before it are in a bundle that is not given whole */
	uint32_t run;     /* those before `at` that are in no bundle */
	uint32_t bundle;  /* given last: 1 + index */
	int failed;
};

/** The segments that start in [from, to). */
struct wait_span otfp_wait_span(const struct wait_segments *s, uint64_t from, uint64_t to);
/** The time of the next one or more of them; all must be asked for, until there is none. @return NULL at the end;
 * span->failed is set if memory is out */
const struct wait_vector *otfp_wait_span_next(struct wait_segments *s, struct wait_span *span, size_t *used);
/** Segments from i on, before j, will be a part of the one before them. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_bundles_join(struct wait_segments *s, uint32_t i, uint32_t j, size_t *used);
/** Free the sum that begins with a segment. */
void otfp_wait_bundle_drop(struct wait_segment *first, size_t *used);
#endif
