/*
 * points.h - points of time given by --points, --every and --at, for a stream.
 *
 * --points N: first + k * (last + 1 - first) / N for k = 1 to N - 1. --every T: first + k * T up to last. Both add the
 * closing point, last + 1: sums at that point cover the whole stream. --at: the given times. Since each point costs
 * records of each process, more points than --max-points allows are refused when their number is known.
 * Memory: 8 bytes per time of --at; the other points are computed.
 */
#ifndef OTFP_SAMPLE_POINTS_H
#define OTFP_SAMPLE_POINTS_H
#include "base/error.h"
#include "otfpipe.h"

enum { OTFP_POINTS_MAX = 10000 };

/* The option values, comma-separated lists; NULL = not given. The points are the union of all. */
struct otfp_points {
	char *points, *every, *at; /* malloc'd, owned */
	int max_given, max;        /* --max-points; OTFP_POINTS_MAX if not given */
	struct otfp_instants *bound;
};

/** Whether any of the options was given. */
int otfp_points_given(const struct otfp_points *p);
/** Free all, with the option values. */
void otfp_points_release(struct otfp_points *p);

/** Parse the option values. @return 0 or <0 */
int otfp_points_parse(struct otfp_points *p, struct otfp_error *err);
/** Whether some points depend on the first and last time of the stream; call after otfp_points_parse. */
int otfp_points_need_span(const struct otfp_points *p);
/** Whether some times of --at need the header of the input; call after otfp_points_parse. */
int otfp_points_need_header(const struct otfp_points *p);
/** Compute the points for a stream; call after otfp_points_parse, again for another stream. @return 0; OTFP_EUSAGE if
 * the header lacks a value that they need, or if there are too many; other <0 */
int otfp_points_bind(struct otfp_points *p, const struct otfp_header *h, struct otfp_error *err);
/**
 * Find the first point after a time; call after otfp_points_bind.
 * @param after    NULL = find the first point of all
 * @param closing  set to whether it is the closing point and not also given by --at
 * @return 1 with *time set, 0 if there is none
 */
int otfp_points_next(const struct otfp_points *p, const uint64_t *after, uint64_t *time, int *closing);
/** Set *last to the last point if that is later; `closing` includes the closing point. Call after otfp_points_bind. */
void otfp_points_stretch(const struct otfp_points *p, int closing, uint64_t *last);
#endif
