/* scan.h - the records of a file of events or snapshots one after the other, beside the reading of the archive. */
#ifndef OTFP_OTF2_READ_SCAN_H
#define OTFP_OTF2_READ_SCAN_H
#include "otf2/archive.h"
#include "otf2/read/timed.h"

struct otfp_otf2_scan {
	struct otfp_files *files;
	const struct otfp_otf2_shape *shape;
	const char *path;
	unsigned kind;  /* OTFP_OTF2_EVENT or OTFP_OTF2_SNAP */
	uint64_t chunk; /* to begin with, counted from 0 */
	uint64_t last;  /* number of the last record to give; from 1 on */
	otfp_otf2_frame_fn *f;
	void *ctx;
};

/** Call f for each record, until it returns nonzero, or one cannot be read; who reads the archive is told of damage.
 * References are not mapped, and times are those of the file. @return 0; <0: that of f, OTFP_EFAIL */
int otfp_otf2_scan(const struct otfp_otf2_scan *s, struct otfp_error *err);
#endif
