#include "parquet/rle.h"
#include "parquet/bits.h"
#include "parquet/bytes.h"

enum { GROUP = 8, HEAD = 5 /* bytes of a count below 2^32 */ };

/* of values that otfp_bits_put takes together */
enum { MOST = 56 };

/* ---- packed bits ---- */

static uint8_t *pack_wide(uint8_t *p, const uint64_t *v, size_t n, unsigned width)
{
	uint64_t bits = 0;
	unsigned held = 0;

	for (size_t i = 0; i < n; i++) {
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

uint8_t *otfp_pack_bits(uint8_t *p, const uint64_t *v, size_t n, unsigned width)
{
	struct otfp_bits b = {p, 0, 0};

	if (width > MOST)
		return pack_wide(p, v, n, width);
	if (width == 0)
		return p;
	if (width > MOST / 2)
		for (size_t i = 0; i < n; i++)
			otfp_bits_put(&b, v[i], width);
	else if (width > MOST / 4)
		for (size_t i = 0; i < n; i += 2)
			otfp_bits_put(&b, v[i] | v[i + 1] << width, 2 * width);
	else
		for (size_t i = 0; i < n; i += 4)
			otfp_bits_put(&b, v[i] | v[i + 1] << width | v[i + 2] << 2 * width | v[i + 3] << 3 * width,
			              4 * width);
	return b.p;
}

/* Four values of at most 16 bits. */
static uint64_t four(const uint32_t *v, unsigned width)
{
	return v[0] | (uint64_t)v[1] << width | (uint64_t)v[2] << 2 * width | (uint64_t)v[3] << 3 * width;
}

static uint8_t *pack_group(uint8_t *p, const uint32_t v[GROUP], unsigned width)
{
	struct otfp_bits b = {p, 0, 0};

	if (width <= 8) {
		otfp_bits_put(&b, four(v, width) | four(v + 4, width) << 4 * width, 8 * width);
	} else if (width <= 16) {
		otfp_bits_put(&b, four(v, width), 4 * width);
		otfp_bits_put(&b, four(v + 4, width), 4 * width);
	} else {
		for (unsigned i = 0; i < GROUP; i++)
			otfp_bits_put(&b, v[i], width);
	}
	return b.p;
}

/* ---- runs ---- */

/* n values that are equal. */
static uint8_t *put_run(uint8_t *p, uint32_t v, size_t n, unsigned width)
{
	return n ? otfp_put_low_bytes(otfp_put_varint(p, (uint64_t)n << 1), v, (width + 7) / 8) : p;
}

/* n values as groups of eight; the last group is filled with zeros. */
static uint8_t *put_packed(uint8_t *p, const uint32_t *v, size_t n, unsigned width)
{
	uint32_t last[GROUP] = {0};
	size_t i = 0;

	if (!n)
		return p;
	p = otfp_put_varint(p, (n + GROUP - 1) / GROUP << 1 | 1);
	for (; i + GROUP <= n; i += GROUP)
		p = pack_group(p, v + i, width);
	if (i == n)
		return p;
	memcpy(last, v + i, (n - i) * sizeof *v);
	return pack_group(p, last, width);
}

static size_t run_at(const uint32_t *v, size_t n)
{
	size_t k = 1;

	while (k < n && v[k] == v[0])
		k++;
	return k;
}

/* Most groups of different values differ in these. */
static int may_be_run(const uint32_t v[GROUP])
{
	return v[0] == v[1] && v[0] == v[GROUP - 1];
}

/* A run pays from eight equal values on; what is packed before it is whole groups. */
static uint8_t *put_all(uint8_t *p, const uint32_t *v, size_t n, unsigned width)
{
	size_t from = 0, i = 0;

	while (i + GROUP <= n) {
		const size_t run = may_be_run(v + i) ? run_at(v + i, n - i) : 1;
		if (run < GROUP) {
			i += GROUP;
			continue;
		}
		p = put_packed(p, v + from, i - from, width);
		p = put_run(p, v[i], run, width);
		from = i += run;
	}
	return put_packed(p, v + from, n - from, width);
}

int otfp_rle_put_run(struct otfp_buf *b, uint32_t v, size_t n, unsigned width)
{
	if (otfp_buf_reserve(b, OTFP_VARINT_MAX + sizeof v) < 0)
		return -1;
	b->n = (size_t)((char *)put_run((uint8_t *)b->p + b->n, v, n, width) - b->p);
	return 0;
}

int otfp_rle_put(struct otfp_buf *b, const uint32_t *v, size_t n, unsigned width)
{
	/* what is packed needs its bits; a run of eight values its head, four bytes, and the head of what is packed
	 * before it; the last group is filled; behind it is room for eight bytes */
	if (otfp_buf_reserve(b, n * width / 8 + (n / GROUP + 1) * (2 * HEAD + 4) + GROUP * 4 + 8) < 0)
		return -1;
	b->n = (size_t)((char *)put_all((uint8_t *)b->p + b->n, v, n, width) - b->p);
	return 0;
}
