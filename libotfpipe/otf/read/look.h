/*
 * look.h - a first look at both ends of all timed files of a trace, for the magic line.
 */
#ifndef OTFP_OTF_READ_LOOK_H
#define OTFP_OTF_READ_LOOK_H
#include "otf/read/cursor.h"
#include "otf/read/probe.h"
#include "otf/scan.h"

/* Zero-filled: nothing was looked at. */
struct otfp_look {
	struct otfp_probe all;    /* of all files together */
	struct otfp_probe events; /* of the event files: first and last only */
	unsigned whole;           /* files with a trailer */
};

/** At the file that c has just opened, the last that was found in the set; nothing is told.
 * @param ends  zero-filled; set to what was seen of this file. @return 0 or <0 */
int otfp_look_at(struct otfp_look *look, struct otfp_fileset *set, struct otfp_cursor *c, struct otfp_probe *ends);
/** What was seen, and the definitions, make the header. */
void otfp_look_header(const struct otfp_look *look, const struct otfp_scan *scan, struct otfp_header *h);
#endif
