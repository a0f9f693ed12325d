#include "parquet/numbers.h"
#include "base/hash.h"
#include <stdlib.h>

/* after so many values it is looked at whether a dictionary could pay */
enum { SLOT_BITS = 16, SLOTS = 1 << SLOT_BITS, TRIAL = 4096, OFTEN = 4 };

/* @return 1 + the index of v, which is new if there is room; else 0 */
static uint32_t find(struct otfp_numbers *d, uint64_t v)
{
	unsigned at = otfp_hash_slot(v, SLOT_BITS);

	for (; d->slots[at]; at = (at + 1) % SLOTS)
		if (d->values[d->slots[at] - 1] == v)
			return d->slots[at];
	if (d->n == OTFP_NUMBERS_MAX)
		return 0;
	d->values[d->n++] = v;
	return d->slots[at] = d->n;
}

static int reserve(struct otfp_numbers *d)
{
	d->values = malloc(OTFP_NUMBERS_MAX * sizeof *d->values);
	d->slots = calloc(SLOTS, sizeof *d->slots);
	return d->values && d->slots ? 0 : -1;
}

int otfp_numbers_index(struct otfp_numbers *d, uint32_t *index, const uint64_t *v, const uint8_t *has, size_t n)
{
	uint32_t at = 0, last = 0;
	size_t used = 0;

	if (reserve(d) < 0)
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
