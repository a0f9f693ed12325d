#include "parquet/delta.h"
#include "parquet/bytes.h"
#include "parquet/rle.h"
#include <string.h>

enum { BLOCK = 128, MINIBLOCKS = 4, MINIBLOCK = BLOCK / MINIBLOCKS };

/* The differences of n > 0 values to those before them, as distances to the smallest, which is returned. The rest of
 * the block becomes 0. */
static int64_t differ(uint64_t d[BLOCK], const uint64_t *v, size_t n)
{
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < n; i++) {
		d[i] = v[i] - v[(ptrdiff_t)i - 1];
		least = (int64_t)d[i] < least ? (int64_t)d[i] : least;
	}
	for (size_t i = 0; i < n; i++)
		d[i] -= (uint64_t)least;
	memset(d + n, 0, (BLOCK - n) * sizeof *d);
	return least;
}

static unsigned width_of(const uint64_t *d)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < MINIBLOCK; i++)
		any |= d[i];
	return otfp_bits_of(any);
}

/* A block of n > 0 values; v[-1] is the value before. */
static uint8_t *put_block(uint8_t *p, const uint64_t *v, size_t n)
{
	uint64_t d[BLOCK];
	uint8_t *widths = otfp_put_varint(p, otfp_zigzag(differ(d, v, n)));

	p = widths + MINIBLOCKS;
	for (unsigned i = 0; i < MINIBLOCKS; i++) {
		widths[i] = (uint8_t)width_of(d + i * MINIBLOCK);
		p = otfp_pack_bits(p, d + i * MINIBLOCK, MINIBLOCK, widths[i]);
	}
	return p;
}

int otfp_delta_put(struct otfp_buf *b, const uint64_t *v, size_t n)
{
	const size_t blocks = n / BLOCK + 1;
	uint8_t *p;

	if (otfp_buf_reserve(b, 4 * OTFP_VARINT_MAX + blocks * (OTFP_VARINT_MAX + MINIBLOCKS + BLOCK * sizeof *v) +
	                                sizeof *v) < 0)
		return -1;
	p = otfp_put_varint((uint8_t *)b->p + b->n, BLOCK);
	p = otfp_put_varint(p, MINIBLOCKS);
	p = otfp_put_varint(p, n);
	p = otfp_put_varint(p, otfp_zigzag(n ? (int64_t)v[0] : 0));
	for (size_t i = 1; i < n; i += BLOCK)
		p = put_block(p, v + i, n - i < BLOCK ? n - i : BLOCK);
	b->n = (size_t)((char *)p - b->p);
	return 0;
}
