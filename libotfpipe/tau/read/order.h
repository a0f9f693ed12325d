/*
 * order.h - merges the records of all files by time; records of one time by process; records of one process in file
 * order.
 *
 * A file is read as pieces in which times never go back; each place where they do costs one more block. If there are
 * too many pieces (some thousand beside one for each file), or too many records of one time in mixed files,
 * merge/sort.h sorts everything. Memory: at most about 16 MiB for up to a thousand pieces.
 */
#ifndef OTFP_TAU_READ_ORDER_H
#define OTFP_TAU_READ_ORDER_H
#include "tau/read/runs.h"

struct otfp_tau_event {
	uint64_t time; /* as in the file */
	int64_t par;
	uint32_t process, def; /* indexes */
};

/** Open the files in order, after the survey. @return 0 or <0 */
int otfp_tau_order_open(struct otfp_tau_order **o, struct otfp_tau *t);
/**
 * The next records that are converted (otfp_tau_has_record), some at a time. @return 0 with *n > 0, 1 at the end, <0
 */
int otfp_tau_order_next(struct otfp_tau_order *o, const struct otfp_tau_event **events, size_t *n);
/** Free it; o may be NULL. */
void otfp_tau_order_close(struct otfp_tau_order *o);
#endif
