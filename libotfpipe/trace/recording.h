/*
 * recording.h - what a source gave, kept in memory to be given once more.
 *
 * A short input need not be opened, searched and decoded for a second pass. Memory: 8 MiB at most; of what is
 * longer nothing is kept.
 */
#ifndef OTFP_TRACE_RECORDING_H
#define OTFP_TRACE_RECORDING_H
#include "base/buf.h"
#include "record/queue.h"

/* Zero-filled is empty. */
struct otfp_recording {
	struct otfp_header header;
	struct otfp_buf other; /* header.other */
	struct otfp_queue records;
	size_t bytes;
	int incomplete; /* it was too long, or memory is out */
};

void otfp_recording_release(struct otfp_recording *r);
/** Begin anew with that header. */
void otfp_recording_begin(struct otfp_recording *r, const struct otfp_header *h);
/** Keep a record, too, unless it is over. */
void otfp_recording_add(struct otfp_recording *r, const struct otfp_record *rec);
/** As a source, which takes what r holds; r is empty then. @return 0 or <0 */
int otfp_recording_open(struct otfp_source **src, struct otfp_recording *r, struct otfp_error *err);
#endif
