/* emit.h - private to the files of a sampler: what comes at its points. Functions that return int: @return 0, or <0
 * with s->err filled, unless it says more. */
#ifndef OTFP_SAMPLE_EMIT_H
#define OTFP_SAMPLE_EMIT_H
#include "sample/sample.h"

/** Whether the process is in a stream that is sampled. @return 1 or 0 */
int otfp_sample_has(const struct otfp_sampler *s, uint32_t process);
/** The kind of file that the records of a client go to: inline snapshots are in the event files. */
unsigned otfp_sample_file(const struct otfp_sampler *s, const struct otfp_sample_client *c);
/** Put DefAuxSamplePoint for a time, unless an old one that stays says the same. @param type  OTFP_AUX_... */
int otfp_sample_announce(struct otfp_sampler *s, uint64_t time, unsigned type);
/** The same for all points and what comes there. */
int otfp_sample_announce_all(struct otfp_sampler *s);
/** Go on to the next point; at first, to the first one. */
void otfp_sample_next(struct otfp_sampler *s);
/** Put all that must precede rec, the next record; NULL = the end. Sets s->due. */
int otfp_sample_emit(struct otfp_sampler *s, const struct otfp_record *rec);
#endif
