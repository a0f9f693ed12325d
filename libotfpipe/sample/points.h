/*
 * points.h - instants, as --points, --every and --at name them bound to a stream.
 *
 * --points N: first + k * (last + 1 - first) / N for k = 1 to N - 1. --every T: first + k * T up to last. Both end
 * in the closing point, last + 1: what is summed up there covers everything. --at: those given. Nothing is kept a
 * point but for --at, 8 bytes.
 */
#ifndef OTFP_SAMPLE_POINTS_H
#define OTFP_SAMPLE_POINTS_H
#include "base/error.h"
#include "otfpipe.h"

/* What the options say, as lists by commas; all NULL = none was given. Several mean the union of all. */
struct otfp_points {
	char *points, *every, *at;
	struct otfp_instants *bound;
};

/** Whether any was given. */
int otfp_points_given(const struct otfp_points *p);
/** Free all, the option values too. */
void otfp_points_release(struct otfp_points *p);

/** Take the texts of the options apart. @return 0 or <0 */
int otfp_points_parse(struct otfp_points *p, struct otfp_error *err);
/** Whether some are known only when the first and last time are; after otfp_points_parse. */
int otfp_points_need_span(const struct otfp_points *p);
/** Bind to a stream, after otfp_points_parse; once more to another. @return 0; OTFP_EUSAGE when the header lacks
 * what they need; other <0 */
int otfp_points_bind(struct otfp_points *p, const struct otfp_header *h, struct otfp_error *err);
/**
 * The first point behind an instant, after otfp_points_bind.
 * @param after  NULL = the first of all
 * @param closing  set to whether it is the closing point, and not also asked for by --at
 * @return 1 with *time set, 0 if there is none
 */
int otfp_points_next(const struct otfp_points *p, const uint64_t *after, uint64_t *time, int *closing);
/** Make *last the last point, with or without the closing one, if that is later; after otfp_points_bind. */
void otfp_points_stretch(const struct otfp_points *p, int closing, uint64_t *last);
#endif
