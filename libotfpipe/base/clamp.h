/* clamp.h - numbers in bounds. */
#ifndef OTFP_BASE_CLAMP_H
#define OTFP_BASE_CLAMP_H
#include <stddef.h>
#include <stdint.h>

/** v, but at least `least` and then at most `most`. */
static inline uint64_t otfp_clamp(uint64_t v, uint64_t least, uint64_t most)
{
	const uint64_t n = v < least ? least : v;

	return n > most ? most : n;
}

/** What snprintf(3) of a `room` left in its buffer. @param code  its result. @return bytes before the zero byte */
static inline size_t otfp_printed(int code, size_t room)
{
	const size_t n = code < 0 ? 0 : (size_t)code;

	return n < room ? n : room - 1;
}
#endif
