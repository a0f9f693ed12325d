/*
 * source.h - reads TAU traces as a source: pairs of .trc and .edf, and run directories with tautrace.N.C.T.trc and
 * events.N.edf; several of them become one trace.
 *
 * Each file is read twice. The first pass finds processes, times and order, so that definitions and header are exact;
 * the second pass returns the records. Memory: definitions, open calls, and a block for each file.
 */
#ifndef OTFP_TAU_READ_SOURCE_H
#define OTFP_TAU_READ_SOURCE_H
#include "io/inputs.h"
#include "record/ops.h"

/* The format, for trace/format.c. */
extern const struct otfp_source_ops otfp_tau_ops;
/**
 * Whether an input is a run directory, or starts a pair of .trc and .edf in either order.
 * @return the number of inputs: 1, 2, or 0 if it is no TAU trace; <0 if it is only half of a pair, or if it is no TAU
 * trace and the options ask for one
 */
int otfp_tau_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
/** Open pairs and directories as one trace. @return 0 or <0; see otfp_source_open */
int otfp_tau_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err);
#endif
