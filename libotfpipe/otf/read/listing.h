/* listing.h - the files of a trace on disk: which there are, how large, what a first look at them showed. */
#ifndef OTFP_OTF_READ_LISTING_H
#define OTFP_OTF_READ_LISTING_H
#include "otf/read/trace.h"

/* What a file of a stream set is listed as: enum otfp_file, or one of these. */
enum { OTFP_LIST_MASTER = OTFP_NFILES, OTFP_LIST_THUMBNAIL, OTFP_NLISTS };

struct otfp_listed {
	const char *path; /* valid during the call */
	uint64_t bytes;   /* on disk */
	uint32_t stream;  /* 0 = of the whole trace */
	uint8_t kind;     /* enum otfp_file or OTFP_LIST_... */
	uint8_t packed;   /* zlib */
	/* Of timed files; what the first look did not find is not known. */
	uint8_t has_first, has_last;
	uint8_t cut; /* it lacks the trailer that files of this trace have */
	uint64_t first, last;
	size_t tail_text,
		tail_packed; /* of a compressed one: bytes of its end inflated, and as they are; 0 = not known */
};

/** The word for what a file is listed as: otfp_file_name, "master" or "thumb". */
const char *otfp_listed_name(unsigned kind);
/**
 * Call f for each file of the trace: the master file, definitions, markers, then timed files by kind and stream, the
 * thumbnail. Before the first read. Timed files cost nothing, the others a stat(2) each.
 * @return 0, <0 when memory is out, or what f returned if that was not 0
 */
int otfp_trace_list(struct otfp_trace *t, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx);
#endif
