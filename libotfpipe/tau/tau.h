/*
 * tau.h - TAU traces as a source: pairs of .trc and .edf, and run directories with
 * tautrace.N.C.T.trc and events.N.edf, several of them as one trace.
 *
 * Two looks at each file: the first finds processes, times and order, so definitions and
 * the header are exact; the second gives the records. Memory: definitions, open calls, a block a file.
 */
#ifndef OTFP_TAU_TAU_H
#define OTFP_TAU_TAU_H
#include "io/inputs.h"
#include "record/ops.h"

/* The format, for trace/format.c. */
extern const struct otfp_source_ops otfp_tau_ops;
/** Whether an input is a run directory, or begins a pair of .trc and .edf in either order.
 * @return how many inputs: 1, 2, or 0 if it is nothing of TAU; <0 if it is but one half of a pair, and if it is nothing
 * of TAU and o->tau asks for it */
int otfp_tau_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** Pairs and directories as one trace. @return 0 or <0; see otfp_source_open */
int otfp_tau_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err);
#endif
