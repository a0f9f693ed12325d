/* foreign.h - what a name is that is no trace: a file of another kind, or none, and what its user may have meant. */
#ifndef OTFP_TRACE_FOREIGN_H
#define OTFP_TRACE_FOREIGN_H
#include "base/error.h"
#include "io/inputs.h"

/** Fill err for a file in no known format: what it is by its first bytes, and what to do with it if there is one thing
 * to do. @return OTFP_EFAIL */
int otfp_fail_foreign(const char *name, const struct otfp_first_look *look, struct otfp_error *err);
/** Fill err for a trace that does not exist: the packed file that does, or a name in the same directory that is near.
 * @return OTFP_EFAIL */
int otfp_fail_missing(const char *name, struct otfp_error *err);
/** Fill err for a directory that is no trace: with the first trace in it, if there is one. @return OTFP_EFAIL */
int otfp_fail_directory(const char *name, struct otfp_error *err);
#endif
