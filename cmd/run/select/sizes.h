/*
 * sizes.h - how many bytes records take in files of the short form, plain. Control files, trailers and compression
 * are not counted.
 */
#ifndef OTFP_CMD_RUN_SELECT_SIZES_H
#define OTFP_CMD_RUN_SELECT_SIZES_H
#include "base/buf.h"
#include "base/map.h"
#include "otfpipe.h"

/* The end of a file of events, snapshots or statistics: its lines say time and process only when they change. */
struct file_end {
	uint64_t time;
	uint32_t process;
	int begun;
};

/* Zero-filled is empty. */
struct otfp_sizes {
	struct otfp_map index; /* kind << 32 | stream to its file */
	struct file_end *files;
	size_t n, cap;
	struct otfp_buf room;
};

void otfp_sizes_release(struct otfp_sizes *s);
/** Append a record to the file of that stream. @return 0 with *bytes that it takes there, or -1 when memory is out */
int otfp_sizes_add(struct otfp_sizes *s, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes);
#endif
