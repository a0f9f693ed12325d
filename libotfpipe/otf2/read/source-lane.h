/* source-lane.h - the frames of the locations of an archive, merged by time. */
#ifndef OTFP_OTF2_READ_SOURCE_LANE_H
#define OTFP_OTF2_READ_SOURCE_LANE_H
#include "merge/timetree.h"
#include "otf2/archive.h"
#include "otf2/carry/define.h"
#include "otf2/carry/event.h"

enum { OTFP_OTF2_BATCH = 128 }; /* records of a batch; small, so that a batch stays in the cache */

/* The lanes of all locations that are read: first those of snapshots, then those of events, so that at equal times
 * snapshots come first, then locations in their order. Zero-filled is none. */
struct otfp_otf2_lanes {
	struct otfp_otf2_reader *reader;
	struct otfp_otf2_carrying *c;
	struct otfp_timetree merge;
	struct otfp_otf2_lane *lanes;
	struct otfp_otf2_lane *merged; /* the first of those in the merge */
	unsigned n;
	int has_to;
	uint64_t to;   /* no frame from this time on is wanted */
	uint64_t from; /* nor one before */
	int keep_going;
	uint64_t backwards; /* frames before the time of the one before */
};

/** Open the lanes of n processes, which otfp_otf2_reader_select chose in that order. @return 0 or <0 */
int otfp_otf2_lanes_open(struct otfp_otf2_lanes *l, const struct otfp_otf2_process *const *processes, unsigned n,
                         int with_snaps, int with_events);
/** Convert frames until the batch has `enough` records. @return 0, 1 if no frame is left, <0 */
int otfp_otf2_lanes_convert(struct otfp_otf2_lanes *l, size_t enough);
/** Free the lanes, not the reader. */
void otfp_otf2_lanes_release(struct otfp_otf2_lanes *l);
#endif
