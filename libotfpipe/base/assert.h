/*
 * assert.h - what cannot happen, whatever the input, the arguments and the order of calls.
 *
 * A failed assertion is a bug of this library: it ends the program with the condition and its place. Anything that
 * input, arguments or misuse of the API can cause returns an error instead. Conditions have no side effects.
 */
#ifndef OTFP_BASE_ASSERT_H
#define OTFP_BASE_ASSERT_H
#include <assert.h>

/* For cheap conditions off the hot path: checked in every build. */
#define OTFP_ASSERT(condition) assert(condition)

/* For hot paths, and for conditions that take a loop: checked only with -DOTFP_CHECKED (SAN=..., make fuzz). */
#ifdef OTFP_CHECKED
#define OTFP_ASSERT_HOT(condition) assert(condition)
#else
#define OTFP_ASSERT_HOT(condition) ((void)(0 && (condition)))
#endif
#endif
