/*
 * fromsummaries.h - the sums of an interval from summary records alone, without events.
 *
 * Summary records contain sums since the start of the stream (OTF specification, section 2.9), so the sums of [from,
 * to) are those at `to` minus those at `from`. Both times must be sample points (DefAuxSamplePoint of type 1); at or
 * before the start of the stream all sums are 0. Each difference is delivered as a summary record with time `to`.
 *
 * Memory: 72 bytes per record at `from` and `to`, 8 bytes per sample point.
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

/* Valid at the start: zero-filled except the first four members, which the caller sets. */
struct otfp_from_summaries {
	uint64_t from, to; /* ticks; without has_to up to the last point */
	int has_to;
	uint64_t begin; /* the first time of events, from the header: all sums are 0 until then */

	struct otfp_summaries_at at_from, at_to;
	uint64_t last; /* time of the records in at_to */
	uint64_t *points;
	size_t npoints, points_cap;
};

/** Free all; *f is zero-filled then. */
void otfp_from_summaries_release(struct otfp_from_summaries *f);
/** Take a record of the stream; ignores all but sample points and summary records. @return 0, or -1 when memory is out
 */
int otfp_from_summaries_add(struct otfp_from_summaries *f, const struct otfp_record *rec);
/** After the definitions at the start of the stream: set [*from, *to) to the time window that contains all records
 * needed.
 * @return 1, or 0 if it is unknown */
int otfp_from_summaries_window(const struct otfp_from_summaries *f, uint64_t *from, uint64_t *to);
/**
 * After the last record: pass the nonzero sums of the interval to put, sorted by record type, process and tokens.
 * @return 0; OTFP_EUSAGE if there is no sample point, or an end is not one (the message names its neighbours);
 * OTFP_EFAIL if there is no record at `to`, or a sum decreases; or what put returned
 */
int otfp_from_summaries_put(struct otfp_from_summaries *f, otfp_put_fn *put, void *ctx, struct otfp_error *err);
/**
 * Add the sums of the interval to the rows of a profile that has learned the names.
 * @return as otfp_from_summaries_put; OTFP_EUSAGE also if the summaries are of groups but functions are
 * asked for, or the reverse
 */
int otfp_from_summaries_fill(struct otfp_from_summaries *f, struct otfp_profile *p, struct otfp_error *err);
/** After put or fill: find the streams without a record at the end of the interval, if any stream has one.
 * @param n      set to their number
 * @param first  set to the lowest of them
 * @return 0, or -1 when memory is out */
int otfp_from_summaries_missing(const struct otfp_from_summaries *f, const struct otfp_names *names, size_t *n,
                                uint64_t *first);
/** Check that summaries contain what the options ask for, and restrict o->tables to the tables that they contain.
 * @param tables_given  the user named the tables, so a missing one is an error
 * @return 0 or OTFP_EUSAGE */
int otfp_from_summaries_check(struct otfp_profile_options *o, int tables_given, struct otfp_error *err);
#endif
