/*
 * look.h - a first look at both ends of all timed files of a trace, for the magic line (otfpipe-stream(5)).
 */
#ifndef OTFP_OTF_READ_LOOK_H
#define OTFP_OTF_READ_LOOK_H
#include "otf/read/cursor.h"
#include "otf/read/probe.h"
#include "otf/scan.h"

/* Zero-filled before the first file. */
struct otfp_look {
	struct otfp_probe all;    /* of all files together */
	struct otfp_probe events; /* of the event files together: first and last only */
	unsigned whole;           /* files with a trailer */
};

/** Look at the file that c has just opened, which must be the last one found in the set; reports nothing.
 * @param ends  zero-filled by the caller; set to the findings in this file
 * @return 0 or <0 */
int otfp_look_at(struct otfp_look *look, struct otfp_fileset *set, struct otfp_cursor *c, struct otfp_probe *ends);
/** Fill the header from the files looked at and from the definitions. */
void otfp_look_header(const struct otfp_look *look, const struct otfp_scan *scan, struct otfp_header *h);
#endif
