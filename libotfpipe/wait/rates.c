#include "wait/rates.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_rates_release(struct wait_rates *r, size_t *used)
{
	*used -= r->cap * sizeof *r->p;
	free(r->p);
	*r = (struct wait_rates){0};
}

int otfp_wait_rates_put(struct wait_rates *r, uint32_t class, otfp_wide rate, size_t *used)
{
	const uint32_t cap = r->cap;
	uint32_t at = r->n;

	while (at && r->p[at - 1].class > class)
		at--;
	if (at && r->p[at - 1].class == class) {
		r->p[at - 1].rate += rate;
		return 0;
	}
	if (otfp_grow_thin(&r->p, r->n, &r->cap, sizeof *r->p) < 0)
		return -1;
	*used += (r->cap - cap) * sizeof *r->p;
	memmove(r->p + at + 1, r->p + at, (r->n++ - at) * sizeof *r->p);
	r->p[at] = (struct wait_rate){rate, class};
	return 0;
}

/* Add to classes that are here. @return how many are not */
static uint32_t add_known(struct wait_rates *r, const struct wait_rates *from)
{
	uint32_t at = 0, missing = 0;

	for (uint32_t i = 0; i < from->n; i++) {
		while (at < r->n && r->p[at].class < from->p[i].class)
			at++;
		if (at < r->n && r->p[at].class == from->p[i].class)
			r->p[at].rate += from->p[i].rate;
		else
			missing++;
	}
	return missing;
}

static int reserve(struct wait_rates *r, uint32_t n, size_t *used)
{
	const uint64_t need = (uint64_t)r->n + n, cap = need + need / 4;
	struct wait_rate *p;

	if (need <= r->cap)
		return 0;
	p = cap < UINT32_MAX ? realloc(r->p, cap * sizeof *p) : NULL;
	if (!p)
		return -1;
	*used += (cap - r->cap) * sizeof *p;
	r->p = p;
	r->cap = (uint32_t)cap;
	return 0;
}

int otfp_wait_rates_add(struct wait_rates *r, const struct wait_rates *from, size_t *used)
{
	const uint32_t missing = add_known(r, from);
	uint32_t at = r->n, to = r->n + missing;

	if (!missing)
		return 0;
	if (reserve(r, missing, used) < 0)
		return -1;
	r->n = to;
	for (uint32_t i = from->n; i && to > at;) { /* from the last one on */
		const struct wait_rate *x = &from->p[i - 1];
		if (at && r->p[at - 1].class > x->class) {
			r->p[--to] = r->p[--at];
			continue;
		}
		if (!at || r->p[at - 1].class < x->class)
			r->p[--to] = *x;
		i--;
	}
	return 0;
}

void otfp_wait_rates_subtract(struct wait_rates *r, const struct wait_rates *from)
{
	uint32_t n = 0, k = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		struct wait_rate x = r->p[i];
		while (k < from->n && from->p[k].class < x.class)
			k++;
		if (k < from->n && from->p[k].class == x.class)
			x.rate -= from->p[k].rate;
		if (x.rate)
			r->p[n++] = x;
	}
	r->n = n;
}
