#include "cmd/stat/fences.h"
#include "base/esc.h"
#include "base/human.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void fences_release(struct fences *f)
{
	otfp_map_release(&f->index);
	free(f->p);
	memset(f, 0, sizeof *f);
}

/* The largest value in the same bucket as v; see profile/dist.h. */
static uint64_t end_of_step(uint64_t v)
{
	const unsigned bits = v ? 64 - (unsigned)__builtin_clzll(v) : 0;

	return bits <= OTFP_BUCKET_BITS + 1 ? v : v | (((uint64_t)1 << (bits - OTFP_BUCKET_BITS - 1)) - 1);
}

static uint64_t fence_of(const struct otfp_dist *d)
{
	const uint64_t p25 = otfp_dist_quantile(d, 25), p75 = otfp_dist_quantile(d, 75);
	const otfp_wide fence = p75 + (otfp_wide)3 * (p75 - p25) / 2;

	return fence > UINT64_MAX ? UINT64_MAX : end_of_step((uint64_t)fence);
}

int fences_make(struct fences *f, const struct otfp_profile *p)
{
	f->p = calloc(p->rows.n + 1, sizeof *f->p);
	if (!f->p)
		return -1;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		if (!row->dist.n)
			continue;
		if (otfp_map_set(&f->index, row->key.part[0], f->n) < 0)
			return -1;
		f->p[f->n++] = (struct fence){row->key.part[0], fence_of(&row->dist)};
	}
	return 0;
}

const struct fence *fences_find(const struct fences *f, otfp_ref function)
{
	static const struct fence none = {OTFP_NO_REF, UINT64_MAX};
	const uint64_t *at = otfp_map_get(&f->index, function);

	return at ? &f->p[*at] : &none;
}

/* "12.34 ms (12340 ticks)" */
static int put_time(struct otfp_buf *b, uint64_t ticks, uint64_t resolution)
{
	if (!resolution)
		return otfp_buf_printf(b, "%" PRIu64 " ticks", ticks);
	if (otfp_human_ticks(b, (double)ticks, resolution) < 0)
		return -1;
	return otfp_buf_printf(b, " (%" PRIu64 " ticks)", ticks);
}

static int put_name(struct otfp_buf *b, const struct otfp_profile *p, otfp_ref function)
{
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, function);

	if (!d || !d->name.p)
		return otfp_buf_printf(b, "function %" PRIu32, (uint32_t)function);
	if (otfp_buf_reserve(b, 4 * d->name.n + 1) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, d->name.p, d->name.n) - b->p);
	return 0;
}

int fence_describe(struct otfp_buf *b, const struct fence *fence, const struct otfp_profile *p, uint64_t ticks)
{
	if (put_name(b, p, fence->function) < 0 || otfp_buf_puts(b, " took ") < 0 ||
	    put_time(b, ticks, p->resolution) < 0 || otfp_buf_puts(b, ", fence ") < 0)
		return -1;
	return put_time(b, fence->ticks, p->resolution);
}
