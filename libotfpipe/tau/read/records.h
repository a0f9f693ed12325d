/* records.h - converts the records of TAU to records of OTF. */
#ifndef OTFP_TAU_READ_RECORDS_H
#define OTFP_TAU_READ_RECORDS_H
#include "tau/read/runs.h"

/** Start the conversion; the definitions must exist. @return 0 or <0 */
int otfp_tau_read_open(struct otfp_tau_reading **c, struct otfp_tau *t);
/** The next records; see otfp_source_batch. */
int otfp_tau_read_batch(struct otfp_tau_reading *c, const struct otfp_record *const **recs, size_t *n);
/** Free the conversion; c may be NULL. */
void otfp_tau_read_close(struct otfp_tau_reading *c);
#endif
