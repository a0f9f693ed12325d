/*
 * part.h - a share of the streams of a trace, so that several processes can each take
 * one: --part K/N.
 */
#ifndef OTFP_OTF_READ_PART_H
#define OTFP_OTF_READ_PART_H
#include "otf/read/fileset.h"

/**
 * Take streams that are not of share `part` of `parts` (1..parts) out of set->reading->master. The shares
 * are disjoint and together all streams, the same for everybody who asks, and balanced by the
 * bytes of their timed files: the biggest stream goes first, each to the share that has least.
 * @return 0; OTFP_EUSAGE where there are fewer streams than `part`; other <0
 */
int otfp_part_take(struct otfp_fileset *set, unsigned part, unsigned parts);
#endif
