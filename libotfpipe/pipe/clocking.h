/* clocking.h - what the files of clocking*.c share. */
#ifndef OTFP_CLOCKING_H
#define OTFP_CLOCKING_H
#include "base/ticks.h"
#include "pipe/twice.h"
#include "remap/clock.h"

struct otfp_clocking_work {
	const struct otfp_clocking *o;
	struct otfp_time shift;
	int back; /* it is a shift to earlier times */
	struct otfp_ratio scale;
	struct otfp_clocks clocks;
	int known;                /* the clocks are complete */
	struct otfp_twice twice;  /* where all is read before */
	struct otfp_error failed; /* in that pass; code 0 = it did not */
};

#endif
