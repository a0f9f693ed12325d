/*
 * tau.h - TAU traces as a source: pairs of .trc and .edf, and run directories with
 * tautrace.N.C.T.trc and events.N.edf, several of them as one trace.
 *
 * Two looks at each file: the first finds processes, times and order, so definitions and
 * the header are exact; the second gives the records. Memory: definitions, open calls, a block a file.
 */
#ifndef OTFP_TAU_TAU_H
#define OTFP_TAU_TAU_H
#include "otfpipe.h"

struct otfp_tau;

/** Whether names[0] is a run directory, or begins a pair of .trc and .edf in either order.
 * @return how many names: 1, 2, or 0 if it is nothing of TAU; <0 if it is but one half of a pair */
int otfp_tau_names(const char *const *names, unsigned n, struct otfp_error *err);
/** @param names  pairs and directories. @return 0 or <0; see otfp_source_open */
int otfp_tau_open(struct otfp_tau **t, const char *const *names, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err);
const struct otfp_header *otfp_tau_header(const struct otfp_tau *t);
/** See otfp_source_batch. */
int otfp_tau_batch(struct otfp_tau *t, const struct otfp_record *const **recs, size_t *n);
uint64_t otfp_tau_troubles(const struct otfp_tau *t);
void otfp_tau_close(struct otfp_tau *t);
#endif
