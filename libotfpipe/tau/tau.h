/*
 * tau.h - reads TAU traces as a source: pairs of .trc and .edf, and run directories with tautrace.N.C.T.trc and
 * events.N.edf; several of them become one trace.
 *
 * Each file is read twice. The first pass finds processes, times and order, so that definitions and header are exact;
 * the second pass returns the records. Memory: definitions, open calls, and a block for each file.
 */
#ifndef OTFP_TAU_TAU_H
#define OTFP_TAU_TAU_H
#include "otfpipe.h"

struct otfp_tau;

/**
 * Whether names[0] is a run directory, or starts a pair of .trc and .edf in either order.
 * @return the number of names: 1, 2, or 0 if it is no TAU trace; <0 if it is only half of a pair
 */
int otfp_tau_names(const char *const *names, unsigned n, struct otfp_error *err);
/** Open runs. @param names  pairs and directories. @return 0 or <0; see otfp_source_open */
int otfp_tau_open(struct otfp_tau **t, const char *const *names, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err);
/** The header of the stream; owned by t. */
const struct otfp_header *otfp_tau_header(const struct otfp_tau *t);
/** The next records; see otfp_source_batch. */
int otfp_tau_batch(struct otfp_tau *t, const struct otfp_record *const **recs, size_t *n);
/** Number of cases of damage so far. */
uint64_t otfp_tau_troubles(const struct otfp_tau *t);
/** Close the files; t may be NULL. */
void otfp_tau_close(struct otfp_tau *t);
#endif
