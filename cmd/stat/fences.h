/*
 * fences.h - calls that take much longer than the other calls of their function: those whose duration is above the
 * upper fence of the function, p75 + 1.5 * (p75 - p25) of its durations.
 *
 * Quantiles are exact up to a step of 1.6%. So the fence is rounded up to the end of its step: if all durations differ
 * by less than a step, no call is above the fence. Memory: 48 bytes a function.
 */
#ifndef CMD_STAT_FENCES_H
#define CMD_STAT_FENCES_H
#include "base/buf.h"
#include "profile/profile.h"

struct fence {
	otfp_ref function;
	uint64_t ticks; /* a call that takes longer is above the fence */
};

/* Zero-filled is empty. */
struct fences {
	struct fence *p;
	size_t n;
	struct otfp_map index; /* otfp_ref -> place in p */
};

/** Compute the fences of all functions of a profile. The keys of its rows must be the function alone.
 * @return 0, or -1 when memory is out; release f in both cases */
int fences_make(struct fences *f, const struct otfp_profile *p);
/** Free what f owns and make it empty. */
void fences_release(struct fences *f);
/** The fence of a function, valid as long as f. @return a fence above all durations if no call of it has ended */
const struct fence *fences_find(const struct fences *f, otfp_ref function);
/**
 * Append the text of a marker, escaped for the line stream: "solve took 12.34 ms (12340 ticks), fence 9.810 ms (9810
 * ticks)".
 * @param p  the profile of the fences, for the name of the function and the resolution
 * @param ticks  the duration of the call
 * @return 0, or -1 when memory is out
 */
int fence_describe(struct otfp_buf *b, const struct fence *fence, const struct otfp_profile *p, uint64_t ticks);
#endif
