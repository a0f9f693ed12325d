/*
 * runs.h - merges sorted runs of one file with a loser tree. Of equal keys, the run that is first in the table comes
 * first.
 */
#ifndef OTFP_MERGE_RUNS_H
#define OTFP_MERGE_RUNS_H
#include "base/buf.h"
#include "merge/load.h"

struct otfp_run_reader;

struct otfp_runs {
	struct otfp_spill *file;
	struct otfp_loser tree; /* rank in the tree: rank of the key, then index of the run */
	struct otfp_run_reader *readers;
	unsigned k;
	struct otfp_buf large; /* a record longer than a block */
	int given;             /* the winner's record was returned */
};

/* Ranks are below this, so that the index of a run can be appended. */
#define OTFP_RANK_MAX ((uint64_t)1 << 48)
#define OTFP_RUNS_MAX 32768

/**
 * Open k >= 1 runs, each with one of the k blocks of `block` bytes at `room`. A longer record costs additional memory
 * of its length. Close it also after an error. @return 0 or <0
 */
int otfp_runs_open(struct otfp_runs *r, struct otfp_spill *f, const struct otfp_sorted_run *runs, unsigned k,
                   char *room, size_t block);
/** The next record: its head and its bytes, valid until the next call. @return 0; 1 at the end; <0 */
int otfp_runs_next(struct otfp_runs *r, struct otfp_head *head, const char **p);
/** Free it. May be called on zeros, and twice. */
void otfp_runs_close(struct otfp_runs *r);
#endif
