/*
 * fromsummaries.h - the sums of an interval out of summary records alone.
 *
 * Summary records hold sums since the beginning of the stream, so those of [from, to) are what they say at `to` less
 * what they say at `from`. Both must be sample points: DefAuxSamplePoint of type 1. At or before the beginning of
 * the stream all is 0. What was to be kept apart stays so: each difference is told as a summary record with time `to`.
 *
 * Memory: 72 bytes a record of two points, 8 bytes a sample point.
 */
#ifndef OTFP_PROFILE_FROMSUMMARIES_H
#define OTFP_PROFILE_FROMSUMMARIES_H
#include "base/error.h"
#include "profile/profile.h"
#include "state/state.h"

struct otfp_summary {
	uint32_t type, process;
	uint64_t f[OTFP_MAX_FIELDS];
};

struct otfp_summaries_at {
	struct otfp_summary *p;
	size_t n, cap;
};

/* Zero-filled, then the first part, is valid. */
struct otfp_from_summaries {
	uint64_t from, to; /* has_to 0: up to the last point */
	int has_to;
	uint64_t begin; /* nothing happened before: the first time of the events, as far as the header says */

	struct otfp_summaries_at at_from, at_to;
	uint64_t last; /* time of at_to */
	uint64_t *points;
	size_t npoints, points_cap;
};

void otfp_from_summaries_release(struct otfp_from_summaries *f);
/** Take a record of the stream; all but definitions and summary records are passed over. @return 0, or -1 when
 * memory is out */
int otfp_from_summaries_see(struct otfp_from_summaries *f, const struct otfp_record *rec);
/** When the definitions at the head of the stream were seen: the times [*from, *to) at which the records that are
 * needed stand, and others between. @return 1, or 0 if that is not known */
int otfp_from_summaries_window(const struct otfp_from_summaries *f, uint64_t *from, uint64_t *to);
/**
 * After the last record: put the sums of the interval, other than 0, ascending by record type, process and tokens.
 * @return 0; OTFP_EUSAGE if an end is no sample point, and the message names those beside it, or if there are none;
 * OTFP_EFAIL if there is no record at `to`, or the sums are not such as grow; what put returned
 */
int otfp_from_summaries_put(struct otfp_from_summaries *f, otfp_put_fn *put, void *ctx, struct otfp_error *err);
/**
 * The same into the rows of a profile, which learned the names.
 * @return as otfp_from_summaries_put; OTFP_EUSAGE also if there are sums of groups where functions were asked for, or
 * the other way round
 */
int otfp_from_summaries_fill(struct otfp_from_summaries *f, struct otfp_profile *p, struct otfp_error *err);
/** After that: the streams of which there is no record at the end of the interval, though others have some.
 * @param n  set to their number @param first  and to the least of them @return 0, or -1 when memory is out */
int otfp_from_summaries_missing(const struct otfp_from_summaries *f, const struct otfp_names *names, size_t *n,
                                uint64_t *first);
/** Whether summaries can answer that; o->tables shrinks to those they tell of. @param tables_given  they were asked
 * for by name @return 0 or OTFP_EUSAGE */
int otfp_from_summaries_check(struct otfp_profile_options *o, int tables_given, struct otfp_error *err);
#endif
