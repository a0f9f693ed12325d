/*
 * runs.h - merges sorted runs of one file. Of equal keys, the run that is first in the table comes first.
 */
#ifndef OTFP_MERGE_RUNS_H
#define OTFP_MERGE_RUNS_H
#include "base/buf.h"
#include "base/wide.h"
#include "merge/load.h"

struct otfp_run_reader;

/* A record that comes out of a sort or a merge. */
struct otfp_sorted {
	struct otfp_key key;
	const char *p; /* n bytes; one LF and OTFP_INPUT_AHEAD readable bytes follow, for parsers */
	size_t n;
};

struct otfp_runs {
	struct otfp_spill *file;
	struct otfp_run_reader *readers;
	unsigned k;
	/* A loser tree. An entry of a run is its next record's time, rank and, in the lowest bits, the index of the
	 * run: a match is a minimum and a maximum, without an unpredictable branch. */
	otfp_wide winner, *tree; /* tree[1..k-1]: the entry that lost the match at that node */
	struct otfp_buf large;   /* a record longer than a block */
	int given;               /* the winner's record was returned */
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
/** The next records, 1 to `most`, as many as can be had without reading. They are valid until the next call.
 * @return 0 with out[0..*n) set; 1 at the end; <0 */
int otfp_runs_next(struct otfp_runs *r, struct otfp_sorted *out, size_t most, size_t *n);
/** Free it. May be called on zeros, and twice. */
void otfp_runs_close(struct otfp_runs *r);
#endif
