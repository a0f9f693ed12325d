#include "parquet/numbers.h"
#include "base/hash.h"
#include <stdlib.h>

/* after so many values it is looked at whether a dictionary could pay */
enum { TRIAL = 65536, OFTEN = 4, LEAST_BITS = 8, QUICK = 1024 };

/* Twice as many slots. */
static int grow(struct otfp_numbers *d)
{
	const unsigned bits = d->bits ? d->bits + 1 : LEAST_BITS;
	const size_t n = (size_t)1 << bits;
	uint32_t *slots = calloc(n, sizeof *slots);
	uint64_t *values = slots ? realloc(d->values, n / 2 * sizeof *values) : NULL;

	if (!values) {
		free(slots);
		return -1;
	}
	for (uint32_t i = 0; i < d->n; i++) {
		size_t at = otfp_hash_slot(values[i], bits);
		while (slots[at])
			at = (at + 1) & (n - 1);
		slots[at] = i + 1;
	}
	free(d->slots);
	d->slots = slots;
	d->values = values;
	d->bits = bits;
	return 0;
}

uint32_t otfp_numbers_add(struct otfp_numbers *d, uint64_t v)
{
	unsigned at;

	if (d->bits == 0 && grow(d) < 0)
		return 0;
	for (at = otfp_hash_slot(v, d->bits); d->slots[at]; at = (at + 1) & ((1U << d->bits) - 1))
		if (d->values[d->slots[at] - 1] == v)
			return d->slots[at];
	if (d->n < 1U << (d->bits - 1)) {
		d->values[d->n++] = v;
		return d->slots[at] = d->n;
	}
	return grow(d) < 0 ? 0 : otfp_numbers_add(d, v);
}

/* Whether `used` values cannot pay any more. */
static int is_in_vain(const struct otfp_numbers *d, size_t used)
{
	return d->n > OTFP_NUMBERS_MAX || (used == TRIAL && d->n > TRIAL / OFTEN);
}

int otfp_numbers_index(struct otfp_numbers *d, uint32_t *index, const uint64_t *v, const uint8_t *has, size_t n,
                       int is_wanted)
{
	uint32_t at = 0, quick[QUICK] = {0}; /* of small numbers what otfp_numbers_add said */
	uint64_t last = 0;
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		if (has && !has[i])
			continue;
		if (!at || v[i] != last)
			at = v[i] < QUICK && quick[v[i]] ? quick[v[i]] : otfp_numbers_add(d, v[i]);
		if (!at)
			return -1;
		if (v[i] < QUICK)
			quick[v[i]] = at;
		used++;
		if (!is_wanted && is_in_vain(d, used))
			return 0;
		last = v[i];
		index[i] = at - 1;
	}
	return d->n <= OTFP_NUMBERS_MAX && used >= OFTEN * (size_t)d->n;
}

void otfp_numbers_release(struct otfp_numbers *d)
{
	free(d->values);
	free(d->slots);
	*d = (struct otfp_numbers){0};
}
