/*
 * out.h - writes a TAU trace: NAME.trc and NAME.edf, or a directory of a run with a file for each thread
 * (tautrace.N.0.T.trc) and the definitions for each node (events.N.edf).
 *
 * The files grow in a directory NAME.otfpipe-XXXXXX beside the trace and get their names at the end, NAME.trc last;
 * the directory of a run gets its name as a whole. After an error, or a close without commit, nothing remains.
 * Replaced files are moved into that directory first: if the program is killed in between, there is no NAME.trc, and
 * the old files are there.
 */
#ifndef OTFP_TAU_OUT_H
#define OTFP_TAU_OUT_H
#include "tau/lines.h"
#include "tau/layout.h"

struct otfp_tau_out;

struct otfp_tau_out_options {
	int is_run;         /* NAME is the directory of a run */
	int force;          /* replace an existing trace */
	unsigned max_files; /* maximum descriptors to use; 0: as many as allowed */
};

/** Start a trace. @param name  path, with or without ".trc"; copied. @return 0 or <0 */
int otfp_tau_out_open(struct otfp_tau_out **out, const char *name, const struct otfp_tau_out_options *o,
                      struct otfp_error *err);
/** Create the file of a thread; call it once for each thread. *file is its number. @return 0 or <0 */
int otfp_tau_out_thread(struct otfp_tau_out *out, uint16_t node, uint16_t thread, size_t *file);
/** Write a record to a file from otfp_tau_out_thread. @return 0 or <0 */
int otfp_tau_out_put(struct otfp_tau_out *out, size_t file, const struct otfp_tau_record *rec);
/** Give all files their names. Only close may follow. @return 0 or <0 */
int otfp_tau_out_commit(struct otfp_tau_out *out, struct otfp_edf_lines *defs);
/** Free it, and remove what was not committed; out may be NULL. */
void otfp_tau_out_close(struct otfp_tau_out *out);
#endif
