/*
 * twice.h - a job that reads its input more than once, because the last records decide what happens to the first. A
 * trace or stored stream is opened again. Standard input is copied to an unnamed file in TMPDIR, unless it is a regular
 * file. A pipe given by name cannot be opened again and is an error.
 */
#ifndef CMD_RUN_TWICE_H
#define CMD_RUN_TWICE_H
#include "cmd/run/run.h"
#include <sys/types.h>

struct twice {
	const struct job *job;
	int reads_stdin;
	off_t start;  /* where the input starts in standard input, which is a file now */
	int passed;   /* number of passes so far */
	int reported; /* the last pass had a message, which the next pass must print */
	int is_whole; /* it read all that there is, without damage */
	int lost;     /* errno: standard input could not be set to its start again */
	struct recording recording;
};

/** Prepare the input; copies standard input if needed. End with twice_run, or else twice_release.
 * @return 0 or <0 */
int twice_begin(struct twice *t, const struct job *job, struct otfp_error *err);
/** Free what the passes kept. */
void twice_release(struct twice *t);
/** After a pass that let the source skip records which the next one needs: the next one reads the input again. */
void twice_forget(struct twice *t);
/**
 * Run the stage of the job on all records, or up to the one with OTFP_LAST; what it puts is only counted. Warnings are
 * not printed, since the last pass, twice_run, meets the same problems. @return 0, or <0 with err filled
 */
int twice_pass(struct twice *t, struct otfp_error *err);
/** After a pass: whether the next one has nothing to tell that this one met. */
int twice_is_clean(const struct twice *t);
/** After passes: print why the input cannot be read again, if it cannot. @return 0, or 1, the exit status */
int twice_refuses(const struct twice *t);
/** run_job, after a pass over the same records. A short, undamaged input is still in memory and is not read again.
 * Releases t. @return the exit status */
int twice_run(struct twice *t, struct job *job);
/** The same, but the input is read again in any case, through the closed p. */
int twice_run_pulled(struct twice *t, struct job *job, struct pull *p);
#endif
