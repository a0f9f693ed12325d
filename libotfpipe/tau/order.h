/*
 * order.h - the records of all files in the order of time; those of one time by process, of one process as
 * they came.
 *
 * A file is read as pieces whose times do not fall, so one whose times fall now and then costs one more block
 * for each time. If the pieces are too many (some thousand besides one a file), or too many records of one time are
 * mixed, all is sorted by merge/sort.h. Memory: some 16 MiB at most up to a thousand pieces.
 */
#ifndef OTFP_TAU_ORDER_H
#define OTFP_TAU_ORDER_H
#include "tau/run.h"

struct otfp_tau_event {
	uint64_t time; /* as in the file */
	int64_t par;
	uint32_t process, def; /* indexes */
};

/** After the survey. @return 0 or <0 */
int otfp_tau_order_open(struct otfp_tau_order **o, struct otfp_tau *t);
/** Those that count (otfp_tau_counts), some at a time. @return 0 with *n > 0, 1 at the end, <0 */
int otfp_tau_order_next(struct otfp_tau_order *o, const struct otfp_tau_event **events, size_t *n);
void otfp_tau_order_close(struct otfp_tau_order *o); /* o may be NULL */
#endif
