#include "parquet/rle.h"
#include "parquet/bytes.h"

enum { GROUP = 8, HEAD = 5 /* bytes of a count below 2^32 */ };

uint8_t *otfp_pack_bits(uint8_t *p, const uint64_t *v, size_t n, unsigned width)
{
	uint64_t bits = 0;
	unsigned held = 0;

	for (size_t i = 0; i < n && width; i++) {
		bits |= v[i] << held;
		held += width;
		if (held >= 64) {
			p = otfp_put_low_bytes(p, bits, 8);
			held -= 64;
			bits = held ? v[i] >> (width - held) : 0;
		}
	}
	return otfp_put_low_bytes(p, bits, held / 8);
}

/* n values that are equal. */
static uint8_t *put_run(uint8_t *p, uint32_t v, size_t n, unsigned width)
{
	return n ? otfp_put_low_bytes(otfp_put_varint(p, (uint64_t)n << 1), v, (width + 7) / 8) : p;
}

/* n values as groups of eight; the last group is filled with zeros. */
static uint8_t *put_packed(uint8_t *p, const uint32_t *v, size_t n, unsigned width)
{
	uint64_t group[GROUP];

	if (!n)
		return p;
	p = otfp_put_varint(p, (n + GROUP - 1) / GROUP << 1 | 1);
	for (size_t i = 0; i < n; i += GROUP) {
		for (size_t k = 0; k < GROUP; k++)
			group[k] = i + k < n ? v[i + k] : 0;
		p = otfp_pack_bits(p, group, GROUP, width);
	}
	return p;
}

static size_t run_at(const uint32_t *v, size_t n)
{
	size_t k = 1;

	while (k < n && v[k] == v[0])
		k++;
	return k;
}

/* A run pays from eight equal values on; what is packed before it is filled up to whole groups from the run. */
static uint8_t *put_all(uint8_t *p, const uint32_t *v, size_t n, unsigned width)
{
	size_t from = 0, i = 0;

	while (i < n) {
		const size_t run = run_at(v + i, n - i), fill = (GROUP - (i - from) % GROUP) % GROUP;
		if (run >= fill + GROUP) {
			p = put_packed(p, v + from, i + fill - from, width);
			p = put_run(p, v[i], run - fill, width);
			from = i + run;
		}
		i += run;
	}
	return put_packed(p, v + from, n - from, width);
}

int otfp_rle_put(struct otfp_buf *b, const uint32_t *v, size_t n, unsigned width)
{
	/* what is packed needs its bits; a run of eight values its head, four bytes, and the head of what is packed
	 * before it; the last group is filled */
	if (otfp_buf_reserve(b, n * width / 8 + (n / GROUP + 1) * (2 * HEAD + 4) + GROUP * 4) < 0)
		return -1;
	b->n = (size_t)((char *)put_all((uint8_t *)b->p + b->n, v, n, width) - b->p);
	return 0;
}
