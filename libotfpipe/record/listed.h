/* listed.h - a file of a trace on disk, as otfp_source_list lists it. */
#ifndef OTFP_RECORD_LISTED_H
#define OTFP_RECORD_LISTED_H
#include "otfpipe.h"

/* The kind of a listed file: enum otfp_file, or one of these. */
enum {
	OTFP_LIST_MASTER = OTFP_NFILES, /* of OTF2: the anchor file */
	OTFP_LIST_THUMBNAIL,
	OTFP_LIST_TRACE, /* of VTF3: definitions and events */
	OTFP_NLISTS
};

struct otfp_listed {
	const char *path; /* valid during the call */
	uint64_t bytes;   /* on disk */
	uint32_t stream;  /* 0 = global */
	uint8_t kind;     /* enum otfp_file or OTFP_LIST_... */
	uint8_t packed;   /* zlib-compressed */
	/* Of timed files: whether a first look found the first and last time, and how many records there are. */
	uint8_t has_first, has_last, has_records;
	uint8_t cut; /* the end is missing: a trailer that files of this trace must have, or a mark */
	uint64_t first, last, records;
	/* Of the end of a compressed file: bytes of text, and bytes on disk; 0 = unknown */
	size_t tail_text, tail_packed;
};
#endif
