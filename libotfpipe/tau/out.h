/*
 * out.h - a TAU trace that is written: NAME.trc and NAME.edf, or a directory of a run with a file for each thread
 * (tautrace.N.0.T.trc) and the definitions for each node (events.N.edf).
 *
 * The files grow in a directory NAME.otfpipe-XXXXXX beside and get their names at the end, NAME.trc last; so does
 * the directory of a run as a whole. On error, or close without commit, nothing of them is left. What is replaced is
 * put aside until then: killed in between, there is no NAME.trc, and the old files are in that directory.
 */
#ifndef OTFP_TAU_OUT_H
#define OTFP_TAU_OUT_H
#include "tau/lines.h"
#include "tau/layout.h"

struct otfp_tau_out;

struct otfp_tau_out_options {
	int is_run;         /* NAME is the directory of a run */
	int force;          /* a trace that exists is replaced */
	unsigned max_files; /* descriptors to use at most; 0 = as many as allowed */
};

/** @param name  path, also with ".trc"; kept as a copy. @return 0 or <0 */
int otfp_tau_out_open(struct otfp_tau_out **out, const char *name, const struct otfp_tau_out_options *o,
                      struct otfp_error *err);
/** Where the records of a thread go; once for each. @return 0 or <0 */
int otfp_tau_out_thread(struct otfp_tau_out *out, uint16_t node, uint16_t thread, size_t *file);
/** A record to a file that otfp_tau_out_thread gave. @return 0 or <0 */
int otfp_tau_out_put(struct otfp_tau_out *out, size_t file, const struct otfp_tau_record *rec);
/** All files get their names. Nothing may follow but close. @return 0 or <0 */
int otfp_tau_out_commit(struct otfp_tau_out *out, struct otfp_edf_lines *defs);
/** out may be NULL. */
void otfp_tau_out_close(struct otfp_tau_out *out);
#endif
