/*
 * passes.h - the passes of otf-wait over its input: one for efficiencies, waits and their causes, a second one for the
 * blame and the critical path, a third one for what repairs would gain.
 */
#ifndef CMD_WAIT_PASSES_H
#define CMD_WAIT_PASSES_H
#include "cmd/wait/output.h"
#include "cmd/wait/partial.h"
#include "cmd/wait/resume.h"
#include "wait/gain.h"
#include "wait/roots.h"
#include "wait/trail.h"
#include "wait/transfers.h"

/* Zero-filled; then wait_run_begin. */
struct wait_run {
	struct wait_options *s;
	int keeps; /* print nothing: the caller shows the view */
	struct otfp_wait_options o;
	struct otfp_trail_options t;
	struct otfp_wait_engine *w;
	struct otfp_trail *trail;
	struct otfp_roots *roots;
	struct otfp_transfers *transfers;
	struct otfp_nodes nodes; /* with has_nodes: transfers are by node */
	uint64_t number;         /* of records of the first pass */
	int has_roots, has_gain, has_transfers, has_nodes;
	struct otfp_even *even; /* of the second pass, for the third one */
	struct otfp_gain *gain; /* of the third pass */
	struct wait_output out;
	int selects;
	int second; /* this is the second pass, or the third one */
	int third;
	int is_plain; /* one screen of the whole run, without options that may match nothing */
	int is_known; /* it is known after the first pass: the second one, which prints it, takes no records */
	int is_odd;
	struct wait_lasts lasts;
	struct wait_state state;   /* with --state */
	struct otfp_error failure; /* of the first of two passes; code 0 = it succeeded */
};

/** Set what the passes find, from the options. s must outlive r. */
void wait_run_begin(struct wait_run *r, struct wait_options *s);
/** Free what r owns. */
void wait_run_release(struct wait_run *r);
/** Read the sources of job and print what was found, or with `keeps` leave it in r->out.view.
 * @param shares  NULL, or what --combine opened: it is read, and closed. @return the exit status */
int wait_run_passes(struct wait_run *r, struct job *job, struct pull *shares);
#endif
