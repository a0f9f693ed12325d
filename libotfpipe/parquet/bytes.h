/* bytes.h - numbers as bytes, where there is room for them. */
#ifndef OTFP_PARQUET_BYTES_H
#define OTFP_PARQUET_BYTES_H
#include <stdint.h>

#define OTFP_VARINT_MAX 10

/** Store the n low bytes of v, the lowest first. @return the byte after them */
static inline uint8_t *otfp_put_low_bytes(uint8_t *p, uint64_t v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		*p++ = (uint8_t)(v >> 8 * i);
	return p;
}

/** Store v with seven bits a byte, the lowest first, in at most OTFP_VARINT_MAX bytes. @return the byte after them */
static inline uint8_t *otfp_put_varint(uint8_t *p, uint64_t v)
{
	for (; v > 0x7f; v >>= 7)
		*p++ = (uint8_t)(v | 0x80);
	*p++ = (uint8_t)v;
	return p;
}

/** 0, -1, 1, -2, 2 ... as 0, 1, 2, 3, 4 ... */
static inline uint64_t otfp_zigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (v < 0 ? UINT64_MAX : 0);
}
#endif
