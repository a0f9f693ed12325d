/* convert.h - records of TAU as those of OTF. */
#ifndef OTFP_TAU_CONVERT_H
#define OTFP_TAU_CONVERT_H
#include "tau/run.h"

/** After the definitions. @return 0 or <0 */
int otfp_tau_convert_open(struct otfp_tau_convert **c, struct otfp_tau *t);
/** See otfp_source_batch. */
int otfp_tau_convert_batch(struct otfp_tau_convert *c, const struct otfp_record *const **recs, size_t *n);
void otfp_tau_convert_close(struct otfp_tau_convert *c); /* c may be NULL */
#endif
