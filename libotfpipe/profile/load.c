#include "profile/load.h"
#include "base/grow.h"

int otfp_loads_add(struct otfp_loads *l, struct otfp_load load)
{
	if (otfp_grow(&l->p, l->n, &l->cap, sizeof *l->p) < 0)
		return -1;
	l->p[l->n++] = load;
	return 0;
}

int otfp_loads_balance(const struct otfp_loads *l, struct otfp_balance *b)
{
	*b = (struct otfp_balance){0};
	for (size_t i = 0; i < l->n; i++) {
		const struct otfp_load *one = &l->p[i];
		const uint64_t useful = one->life > one->comm ? one->life - one->comm : 0;
		b->comm += one->comm;
		b->all_life += one->life;
		if (!one->is_root || !one->life)
			continue;
		b->processes++;
		b->life += one->life;
		b->useful += useful;
		if (useful < b->longest ||
		    (useful == b->longest && b->processes > 1 && one->process > b->longest_process))
			continue;
		b->longest = useful;
		b->longest_process = one->process;
	}
	return b->longest > 0;
}
