/*
 * scan.h - a first pass over the definitions, for what must be known before the first record is delivered.
 * It reports nothing: the second pass does.
 */
#ifndef OTFP_OTF_SCAN_H
#define OTFP_OTF_SCAN_H
#include "otf/read/cursor.h"
#include "record/share.h"

struct otfp_scan {
	uint64_t resolution;      /* ticks per second; 0 = not defined */
	int is_1_12;              /* DefVersion 1.12: such writers always write a trailer */
	int has_inline;           /* a DefAuxSamplePoint announces inline snapshots */
	int forms;                /* OTFP_DISK_SHORT | OTFP_DISK_LONG as seen */
	struct otfp_buf controls; /* stored control lines (@PG, @LOST, @PART, @CUT), each with LF */
	struct otfp_share share;  /* the last @PART of them */
	/* what makes a window, see otfp_is_window */
	uint64_t range[2]; /* of DefTimeRange, if has_range */
	int has_range, is_window, continues;
};

/* OTF has no record for the control lines @PG, @LOST, @PART and @CUT: definition comments with this prefix store them.
 */
#define OTFP_STORED "otfpipe:"

/** Whether a record is a DefinitionComment that stores a control line. */
int otfp_is_stored(const struct otfp_record *rec);
/** Read the definition file of stream id; adds to *scan and to the counters of set->reading. @return 0; 1 if there is
 * no such file; <0 */
int otfp_scan_definitions(struct otfp_scan *scan, struct otfp_fileset *set, uint32_t id);
#endif
