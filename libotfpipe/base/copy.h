/* copy.h - copies of short texts, on the hot path. */
#ifndef OTFP_BASE_COPY_H
#define OTFP_BASE_COPY_H
#include <string.h>

/** Copy n bytes, as memcpy does. Lines of 16 to 64 bytes, as most records have, take four copies of a constant size
 * that overlap: no call, and no branch on the length. */
static inline void otfp_copy(char *to, const char *p, size_t n)
{
	if (__builtin_expect(n - 16 <= 64 - 16, 1)) {
		const size_t last = n - 16, second = last < 16 ? last : 16, third = n < 32 ? 0 : n - 32;
		memcpy(to, p, 16);
		memcpy(to + second, p + second, 16);
		memcpy(to + third, p + third, 16);
		memcpy(to + last, p + last, 16);
		return;
	}
	memcpy(to, p, n);
}
#endif
