/* windows.c - the windows of a profile, and the rows in them. */
#include "base/ticks.h"
#include "profile/account.h"

/* ---- windows ---- */

int otfp_profile_window(const struct otfp_profile *p, uint64_t time, uint64_t *window)
{
	if ((p->o.has_from && time < p->o.from) || (p->o.has_to && time >= p->o.to))
		return 0;
	*window = p->o.every ? otfp_ticks_between(p->base, time) / p->o.every : 0;
	return 1;
}

uint64_t otfp_profile_window_start(const struct otfp_profile *p, uint64_t window)
{
	return p->base + window * p->o.every;
}

/* ---- rows ---- */

struct otfp_row_key otfp_profile_row_key(const struct otfp_profile *p, unsigned table, uint64_t window,
                                         const struct otfp_key_values *v)
{
	struct otfp_row_key key = {.window = window, .table = table};

	for (unsigned i = 0; i < p->nkinds[table]; i++)
		key.part[i] = v->v[p->kinds[table][i]];
	return key;
}

struct otfp_row *otfp_profile_row(struct otfp_profile *p, unsigned table, uint64_t window,
                                  const struct otfp_key_values *v)
{
	const struct otfp_row_key key = otfp_profile_row_key(p, table, window, v);

	return otfp_rows_get(&p->rows, &key);
}

struct otfp_row *otfp_profile_row_now(struct otfp_profile *p, unsigned table, const struct otfp_key_values *v)
{
	return p->inside ? otfp_profile_row(p, table, p->window, v) : &p->nowhere;
}
