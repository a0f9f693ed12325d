#include "parquet/numbers.h"
#include "base/hash.h"
#include <stdlib.h>

/* after so many values it is looked at whether a dictionary could pay */
enum { TRIAL = 65536, OFTEN = 4, LEAST_BITS = 6, MOST_BITS = 17 };

/* @return 1 + the index of v, which is new if there is room; else 0 */
static uint32_t find(struct otfp_numbers *d, uint64_t v)
{
	unsigned at = otfp_hash_slot(v, d->bits);

	for (; d->slots[at]; at = (at + 1) & ((1U << d->bits) - 1))
		if (d->values[d->slots[at] - 1] == v)
			return d->slots[at];
	if (d->n == 1U << (d->bits - 1))
		return 0;
	d->values[d->n++] = v;
	return d->slots[at] = d->n;
}

/* Room for all of n values, if they are few; half of the slots stay free. */
static int reserve(struct otfp_numbers *d, size_t n)
{
	d->bits = LEAST_BITS;
	while (d->bits < MOST_BITS && n > (size_t)1 << (d->bits - 1))
		d->bits++;
	d->values = malloc(((size_t)1 << (d->bits - 1)) * sizeof *d->values);
	d->slots = calloc((size_t)1 << d->bits, sizeof *d->slots);
	return d->values && d->slots ? 0 : -1;
}

int otfp_numbers_index(struct otfp_numbers *d, uint32_t *index, const uint64_t *v, const uint8_t *has, size_t n)
{
	uint32_t at = 0, last = 0;
	size_t used = 0;

	if (reserve(d, n) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (has && !has[i])
			continue;
		if (!at || v[i] != v[last])
			at = find(d, v[i]);
		if (!at || (++used == TRIAL && d->n > TRIAL / OFTEN))
			return 0;
		last = (uint32_t)i;
		index[i] = at - 1;
	}
	return used >= OFTEN * (size_t)d->n;
}

void otfp_numbers_release(struct otfp_numbers *d)
{
	free(d->values);
	free(d->slots);
	*d = (struct otfp_numbers){0};
}
