/*
 * runs.h - sorted runs of one file read as one, by a loser tree. Of equal keys the run
 * that stands first in the table goes first.
 */
#ifndef OTFP_MERGE_RUNS_H
#define OTFP_MERGE_RUNS_H
#include "base/buf.h"
#include "merge/load.h"

struct otfp_run_reader;

struct otfp_runs {
	struct otfp_spill *file;
	struct otfp_loser tree; /* rank: that of the key and the index of the run */
	struct otfp_run_reader *readers;
	unsigned k;
	struct otfp_buf large; /* a record longer than a block */
	int given;             /* the record of the winner was given */
};

/* Ranks are below this, so that the index of a run fits behind them. */
#define OTFP_RANK_MAX ((uint64_t)1 << 48)
#define OTFP_RUNS_MAX 32768

/** Open k >= 1 runs, each with one of the k blocks of `block` bytes at `room`. A record longer than
 * that costs its length besides. @return 0 or <0; close it in any case */
int otfp_runs_open(struct otfp_runs *r, struct otfp_spill *f, const struct otfp_sorted_run *runs, unsigned k,
                   char *room, size_t block);
/** The next record: its head, and its bytes, which hold until the next call. @return 0; 1 at the end; <0 */
int otfp_runs_next(struct otfp_runs *r, struct otfp_head *head, const char **p);
/** May be called on zeros, and twice. */
void otfp_runs_close(struct otfp_runs *r);
#endif
