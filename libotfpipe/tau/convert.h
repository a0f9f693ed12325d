/* convert.h - converts the records of TAU to records of OTF. */
#ifndef OTFP_TAU_CONVERT_H
#define OTFP_TAU_CONVERT_H
#include "tau/run.h"

/** Start the conversion; the definitions must exist. @return 0 or <0 */
int otfp_tau_convert_open(struct otfp_tau_convert **c, struct otfp_tau *t);
/** The next records; see otfp_source_batch. */
int otfp_tau_convert_batch(struct otfp_tau_convert *c, const struct otfp_record *const **recs, size_t *n);
/** Free the conversion; c may be NULL. */
void otfp_tau_convert_close(struct otfp_tau_convert *c);
#endif
