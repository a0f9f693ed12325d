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
 *
 * If there are more shares than streams, streams are cut: each share has a block of the processes of one stream, by
 * number; the others become unwanted, so a share reads the files of its stream once and skips their records. If there
 * are more shares than processes, the last shares are empty.
 * @return 0; OTFP_EUSAGE if the share is empty, unless empty_part allows it; other <0
 */
int otfp_part_keep(struct otfp_fileset *set, unsigned part, unsigned parts);
#endif
