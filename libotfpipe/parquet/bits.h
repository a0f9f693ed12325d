/* bits.h - values of a few bits one behind the other, the lowest bits of a byte first. */
#ifndef OTFP_PARQUET_BITS_H
#define OTFP_PARQUET_BITS_H
#include <endian.h>
#include <stdint.h>
#include <string.h>

/* Where the next bits go. `bits` has the `held` < 8 that are not stored. Beyond p there must be room for 8 bytes. */
struct otfp_bits {
	uint8_t *p;
	uint64_t bits;
	unsigned held;
};

/** Put a value of at most 56 bits, or of 64 - held. */
static inline void otfp_bits_put(struct otfp_bits *b, uint64_t v, unsigned width)
{
	uint64_t word;

	b->bits |= v << b->held;
	b->held += width;
	word = htole64(b->bits);
	memcpy(b->p, &word, sizeof word);
	b->p += b->held / 8;
	b->bits = b->held < 64 ? b->bits >> (b->held & ~7U) : 0;
	b->held %= 8;
}
#endif
