/*
 * out.h - a file of chunks on its way to the disk: the places of records, the heads of chunks, their padding, and the
 * end of the file. All are little-endian.
 *
 *     if (otfp_otf2_out_room(out, most) < 0) fail;
 *     out->p = put_record(out->p);
 *     out->records++;
 *
 * Records are placed as libotf2 3.0.2 does it, so that the same records give the same bytes: a new chunk starts unless
 * the most bytes that a record can take are fewer than the free ones. The only exception is a file whose last chunk has
 * no room for both end marks, where libotf2 crashes: it ends in one more chunk.
 *
 * Memory: a buffer that grows up to a limit, at least the longest record. A chunk is larger than the buffer if many
 * files are open; its head is then completed on the disk.
 */
#ifndef OTFP_OTF2_WRITE_OUT_H
#define OTFP_OTF2_WRITE_OUT_H
#include "base/must.h"
#include "io/files.h"

struct otfp_otf2_out {
	unsigned char *p;     /* place of the next byte; the user moves it */
	unsigned char *limit; /* of the room: end of the buffer or of the chunk */
	uint64_t records;     /* the user counts them; only of files of events and snapshots */
	uint64_t time;        /* of the last record; for the user, 0 at the start */
	int is_fresh;         /* nothing is in the chunk but its head; the user clears it */
	/* private to out.c */
	unsigned char *buf;
	size_t cap;
	const size_t *most;
	uint64_t chunk, written; /* bytes: of a chunk, and of this one on the disk */
	int is_counted;
	int failed; /* the error of a write: nothing can follow */
	struct otfp_file_h *file;
	struct otfp_error *err;
};

/**
 * Create a file, and start its first chunk.
 * @param out  zero-filled, or closed before: then its buffer is used again
 * @param chunk  bytes of a chunk
 * @param most  bytes of the buffer at most; may change, and must exist until the file is closed
 * @param is_counted  whether heads have the numbers of their records, as those of events and snapshots
 * @return 0 or <0
 */
int otfp_otf2_out_open(struct otfp_otf2_out *out, struct otfp_files *files, const char *path, uint64_t chunk,
                       const size_t *most, int is_counted, struct otfp_error *err);
/** As otfp_otf2_out_room, when there is no room yet. */
int otfp_otf2_out_make_room(struct otfp_otf2_out *out, size_t need, const char *what);
/** Have room for a record of at most `need` bytes, and OTFP_OTF2_SLACK more, at out->p; a new chunk may start. @param
 * what  name of the record for the message that it is too long. @return 0 or <0 */
static inline int otfp_otf2_out_room(struct otfp_otf2_out *out, size_t need, const char *what)
{
	return need < (size_t)(out->limit - out->p) ? 0 : otfp_otf2_out_make_room(out, need, what);
}
/** End the file and close it. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_otf2_out_close(struct otfp_otf2_out *out);
/** Free everything, and close a file that did not end; again does nothing. */
void otfp_otf2_out_release(struct otfp_otf2_out *out);
#endif
