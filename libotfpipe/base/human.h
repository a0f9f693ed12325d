/* human.h - formats quantities for people: four digits and a unit. */
#ifndef OTFP_BASE_HUMAN_H
#define OTFP_BASE_HUMAN_H
#include "base/must.h"
#include "base/buf.h"
#include <stdint.h>

/**
 * Append a time, such as "12.34 ms".
 * @param resolution  ticks per second; 0: unknown, and only the number of ticks is appended
 * @return 0, or -1 when memory is out
 */
OTFP_MUST_CHECK int otfp_human_ticks(struct otfp_buf *b, double ticks, uint64_t resolution);
/** Append a number of bytes, such as "1.500 KiB". @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_human_bytes(struct otfp_buf *b, double bytes);
/** @return the form of a noun, or of a noun with its verb, that goes with a number */
static inline const char *otfp_noun(uint64_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}
#endif
