/*
 * out.h - writes a TAU trace: NAME.trc and NAME.edf, or a directory of a run with a file for each thread
 * (tautrace.N.0.T.trc) and the definitions for each node (events.N.edf).
 *
 * They appear together when they are complete, as commit/staging.h says, and replace an old trace with a journal.
 */
#ifndef OTFP_TAU_WRITE_OUT_H
#define OTFP_TAU_WRITE_OUT_H
#include "tau/write/lines.h"
#include "tau/layout.h"

struct otfp_tau_out;

struct otfp_tau_out_options {
	int is_run;                                            /* NAME is the directory of a run */
	int force;                                             /* replace an existing trace */
	unsigned max_files;                                    /* maximum descriptors to use; 0: as many as allowed */
	void (*report)(void *ctx, const struct otfp_error *e); /* an earlier write was completed; may be NULL */
	void *ctx;
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
