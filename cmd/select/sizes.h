/*
 * sizes.h - the size of records in uncompressed files of the short form, in bytes, without control files and trailers.
 */
#ifndef CMD_SELECT_SIZES_H
#define CMD_SELECT_SIZES_H
#include "base/buf.h"
#include "base/map.h"
#include "otfpipe.h"

/* The end of a file of events, snapshots or summaries. Time and process take a line only when they change. */
struct file_end {
	uint64_t time;
	uint32_t process;
	int begun;
};

/* Zero-filled is empty. */
struct sizes {
	struct otfp_map index; /* kind of file << 32 | stream to index in files */
	struct file_end *files;
	size_t n, cap;
	struct otfp_buf room;
};

/** Free all. */
void sizes_release(struct sizes *s);
/** Account for a record at the end of the file of that stream. @return 0 with *bytes set to the bytes it takes there,
 * or -1 when memory is out */
int sizes_add(struct sizes *s, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes);
#endif
