/*
 * recording.h - the records of a short input, kept in memory for a second pass.
 *
 * The second pass then need not open, search and decode the input again. Memory: at most 8 MiB; nothing is kept of a
 * longer input.
 */
#ifndef CMD_RUN_RECORDING_H
#define CMD_RUN_RECORDING_H
#include "base/buf.h"
#include "record/queue.h"

/* Zero-filled is empty. */
struct recording {
	struct otfp_header header;
	struct otfp_buf other; /* header.other */
	struct otfp_queue records;
	size_t bytes;
	int incomplete; /* it is incomplete: the input was too long, or memory is out */
};

/** Free all. */
void recording_release(struct recording *r);
/** Begin a new recording with a copy of that header. */
void recording_begin(struct recording *r, const struct otfp_header *h);
/** Add a copy of a record, unless the recording is incomplete. */
void recording_add(struct recording *r, const struct otfp_record *rec);
/** Open a source that gives the records and owns them: r is empty afterwards. @return 0 or <0 */
int recording_open(struct otfp_source **src, struct recording *r, struct otfp_error *err);
#endif
