/*
 * survey.h - a first look at both ends of all timed files of a trace, for the magic line (otfpipe-stream(5)).
 */
#ifndef OTFP_OTF_READ_SURVEY_H
#define OTFP_OTF_READ_SURVEY_H
#include "otf/read/cursor.h"
#include "otf/read/ends.h"
#include "otf/scan.h"

/* Zero-filled before the first file. */
struct otfp_survey {
	struct otfp_ends all;    /* of all files together */
	struct otfp_ends events; /* of the event files together: first and last only */
	unsigned whole;          /* files with a trailer */
};

/** Look at the file that c has just opened, which must be the last one found in the set; reports nothing.
 * @param ends  zero-filled by the caller; set to the findings in this file
 * @return 0 or <0 */
int otfp_survey_file(struct otfp_survey *look, struct otfp_fileset *set, struct otfp_cursor *c, struct otfp_ends *ends);
/** Fill the header from the files looked at and from the definitions. */
void otfp_survey_header(const struct otfp_survey *look, const struct otfp_scan *scan, struct otfp_header *h);
#endif
