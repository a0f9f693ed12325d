/* rle.h - Parquet's hybrid of run lengths and packed bits, for definition levels and indices of a dictionary; and how
 * bits are packed. */
#ifndef OTFP_PARQUET_RLE_H
#define OTFP_PARQUET_RLE_H
#include "base/buf.h"
#include <stdint.h>

/** @return the number of bits that v needs; 0 for 0 */
static inline unsigned otfp_bits_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

/** Pack n values of `width` bits each, the lowest bit first; n must be a multiple of 8. @param p  room for
 * n * width / 8 bytes, and 8 beyond. @return the byte after them */
uint8_t *otfp_pack_bits(uint8_t *p, const uint64_t *v, size_t n, unsigned width);
/** Append n values that are equal. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_rle_put_run(struct otfp_buf *b, uint32_t v, size_t n, unsigned width);
/** Append n values, none of which needs more than `width` <= 32 bits. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_rle_put(struct otfp_buf *b, const uint32_t *v, size_t n, unsigned width);
#endif
