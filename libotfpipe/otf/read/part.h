/*
 * part.h - one share of the streams of a trace, so that several readers can work in parallel: --part K/N.
 */
#ifndef OTFP_OTF_READ_PART_H
#define OTFP_OTF_READ_PART_H
#include "otf/read/fileset.h"

/**
 * Remove the streams outside share `part` of `parts` (1..parts) from set->reading->master. The shares are
 * disjoint, cover all streams, are the same for every caller, and are balanced by the bytes of their timed files:
 * streams go from large to small, each to the share with the fewest bytes so far.
 * @return 0; OTFP_EUSAGE if there are fewer streams than `part`, unless empty_part allows it; other <0
 */
int otfp_part_take(struct otfp_fileset *set, unsigned part, unsigned parts);
#endif
