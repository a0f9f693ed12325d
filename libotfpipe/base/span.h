/* span.h - times and durations in ticks that do not wrap. */
#ifndef OTFP_BASE_SPAN_H
#define OTFP_BASE_SPAN_H
#include <stdint.h>

/** to - from; 0 if to is earlier. */
static inline uint64_t otfp_ticks_between(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/** time + by, at most UINT64_MAX. */
static inline uint64_t otfp_ticks_after(uint64_t time, uint64_t by)
{
	uint64_t after;

	return __builtin_add_overflow(time, by, &after) ? UINT64_MAX : after;
}
#endif
