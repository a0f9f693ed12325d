/* points.h - the times at which an archive has snapshots. */
#ifndef OTFP_OTF2_READ_POINTS_H
#define OTFP_OTF2_READ_POINTS_H
#include "otf2/carry/convert.h"

/* Zero-filled but for err is none. The caller frees the times. Memory: 8 bytes a snapshot of each location. */
struct otfp_otf2_points {
	struct otfp_error *err;
	uint64_t *times;
	size_t n, cap;
};

/** Note the time of a record of a snapshot. @return 0 or <0 */
int otfp_otf2_points_note(void *points, const struct otfp_otf2_frame *frame);
/** Append a DefAuxSamplePoint for each, in their order. @return 0 or <0 */
int otfp_otf2_points_define(struct otfp_otf2_points *p, struct otfp_otf2_carrying *c);
#endif
