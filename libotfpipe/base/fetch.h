/*
 * fetch.h - marks functions that only fetch memory ahead of its use.
 *
 * gcc 12 takes such a function for one without an effect, and drops calls of it that it has not inlined before.
 */
#ifndef OTFP_BASE_FETCH_H
#define OTFP_BASE_FETCH_H

#define OTFP_FETCH static inline __attribute__((always_inline))
#endif
