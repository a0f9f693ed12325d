/* source-lane.h - the frames of the locations of an archive, merged by time. */
#ifndef OTFP_OTF2_READ_SOURCE_LANE_H
#define OTFP_OTF2_READ_SOURCE_LANE_H
#include "merge/timetree.h"
#include "otf2/archive.h"
#include "otf2/carry/define.h"
#include "otf2/carry/event.h"
#include "otf2/read/source-order.h"

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
	struct otfp_otf2_order order; /* used instead of `merge`, as long as that is possible */
	int has_to;
	uint64_t to;   /* no frame from this time on is wanted */
	uint64_t from; /* nor one before */
	int keep_going;
	uint64_t backwards; /* frames before the time of the one before */
};

/** Open the lanes of n processes, which otfp_otf2_reader_select chose in that order. @return 0 or <0 */
int otfp_otf2_lanes_open(struct otfp_otf2_lanes *l, const struct otfp_otf2_process *const *processes, unsigned n,
                         int with_snaps, int with_events);
/** From now on let threads of the pool of the reader find the order of the frames, if that is worth it. @return 0 or <0
 */
int otfp_otf2_lanes_order(struct otfp_otf2_lanes *l);
/** Convert frames until the batch has `enough` records. @return 0, 1 if no frame is left, <0 */
int otfp_otf2_lanes_convert(struct otfp_otf2_lanes *l, size_t enough);
/** Free the lanes, not the reader. */
void otfp_otf2_lanes_release(struct otfp_otf2_lanes *l);

/* The time of the frame after the one at p; 0 if it is not there yet. */
static inline uint64_t otfp_otf2_time_after(const struct otfp_otf2_lane *lane)
{
	const uint64_t *after = lane->p + ((const struct otfp_otf2_frame *)lane->p)->words;

	return after < lane->end ? ((const struct otfp_otf2_frame *)after)->time : 0;
}

/* Go past the next frame of a lane, which has a usual next one. @return the frame */
static inline const struct otfp_otf2_frame *otfp_otf2_pass(struct otfp_otf2_lane *lane)
{
	const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)lane->p;

	lane->p += frame->words;
	lane->time = lane->next;
	lane->next = otfp_otf2_time_after(lane);
	return frame;
}
#endif
