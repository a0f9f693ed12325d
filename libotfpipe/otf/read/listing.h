/* listing.h - the files of a trace on disk: names, sizes, and the results of the first look (probe.h). */
#ifndef OTFP_OTF_READ_LISTING_H
#define OTFP_OTF_READ_LISTING_H
#include "otf/read/trace.h"

/* The kind of a listed file: enum otfp_file, or one of these. */
enum { OTFP_LIST_MASTER = OTFP_NFILES, OTFP_LIST_THUMBNAIL, OTFP_NLISTS };

struct otfp_listed {
	const char *path; /* valid during the call */
	uint64_t bytes;   /* on disk */
	uint32_t stream;  /* 0 = global */
	uint8_t kind;     /* enum otfp_file or OTFP_LIST_... */
	uint8_t packed;   /* zlib-compressed */
	/* Of timed files: whether the first look found first and last. */
	uint8_t has_first, has_last;
	uint8_t cut; /* the trailer is missing, which files of this trace must have */
	uint64_t first, last;
	/* Of the end of a compressed file: bytes of text, and bytes on disk; 0 = unknown */
	size_t tail_text, tail_packed;
};

/** The name of a kind: otfp_file_name, "master" or "thumb". */
const char *otfp_listed_name(unsigned kind);
/**
 * Call f for each file of the trace: the master file, definitions, markers, then timed files by kind and stream, the
 * thumbnail. Call before the first read. Timed files cost nothing, the others a stat(2) each.
 * @return 0; <0 with the error of the trace filled; or the first nonzero result of f, which ends the listing
 */
int otfp_trace_list(struct otfp_trace *t, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx);
#endif
