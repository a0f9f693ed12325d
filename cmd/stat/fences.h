/*
 * fences.h - which calls of a function take far longer than the others: those beyond the upper fence,
 * p75 + 1.5 * (p75 - p25) of its durations.
 *
 * Quantiles are known up to a step of 1.6%, so the fence is the end of the step that it falls into: among durations
 * that differ by less none is beyond. Memory: 48 bytes a function.
 */
#ifndef OTFP_CMD_STAT_FENCES_H
#define OTFP_CMD_STAT_FENCES_H
#include "base/buf.h"
#include "profile/profile.h"

struct otfp_fence {
	otfp_ref function;
	uint64_t ticks; /* no call that takes so long is beyond */
};

/* Zero-filled is empty. */
struct otfp_fences {
	struct otfp_fence *p;
	size_t n;
	struct otfp_map index; /* otfp_ref to its place in p */
};

/** The fences of the functions of a profile, whose rows are by function alone. @return 0, or -1 when memory is out */
int otfp_fences_make(struct otfp_fences *f, const struct otfp_profile *p);
void otfp_fences_release(struct otfp_fences *f);
/** The fence of a function, valid as long as f. @return one that no call is beyond, if no call of it has ended */
const struct otfp_fence *otfp_fences_find(const struct otfp_fences *f, otfp_ref function);
/** Append what a marker says, escaped for the line stream: "solve took 12.34 ms (12340 ticks), fence 9.810 ms (9810
 * ticks)". @return 0, or -1 when memory is out */
int otfp_fence_tell(struct otfp_buf *b, const struct otfp_fence *fence, const struct otfp_profile *p, uint64_t ticks);
#endif
