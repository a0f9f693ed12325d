/*
 * scan.h - a first pass over the definitions, for what must be known before the
 * first record is delivered. Tells nothing: the second pass will.
 */
#ifndef OTFP_OTF_SCAN_H
#define OTFP_OTF_SCAN_H
#include "otf/read/cursor.h"

struct otfp_scan {
	uint64_t resolution;      /* ticks per second; 0 = not defined */
	int is_1_12;              /* DefVersion 1.12: its writer never leaves out a trailer */
	int has_inline;           /* a sample point of inline snapshots is announced */
	int forms;                /* OTFP_SHORT | OTFP_LONG as seen */
	struct otfp_buf controls; /* stored control lines (@PG, @LOST), each with LF */
};

/* Control lines that OTF has no record for, @PG and @LOST, live in definition comments. */
#define OTFP_STORED "otfpipe:"

/** Whether a record is a stored control line. */
int otfp_is_stored(const struct otfp_record *rec);
/** Read the definition file of stream id. @return 0; 1 if there is none; <0 */
int otfp_scan_definitions(struct otfp_scan *scan, struct otfp_fileset *set, uint32_t id);
#endif
