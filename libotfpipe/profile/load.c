#include "profile/load.h"
#include "base/grow.h"
#include <string.h>
#include <strings.h>

static int is_group(struct otfp_str name)
{
	static const char *const groups[] = {"MPI", "SHMEM", "GASPI", "NCCL"};

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		if (name.n == strlen(groups[i]) && strncasecmp(name.p, groups[i], name.n) == 0)
			return 1;
	return 0;
}

static int is_function(struct otfp_str name)
{
	static const char *const prefixes[] = {"MPI_", "mpi_", "shmem_", "gaspi_", "nccl"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (name.n >= strlen(prefixes[i]) && memcmp(name.p, prefixes[i], strlen(prefixes[i])) == 0)
			return 1;
	return 0;
}

int otfp_is_communication(const struct otfp_names *names, uint32_t process, const struct otfp_definition *function)
{
	const struct otfp_definition *group;

	if (!function)
		return 0;
	if (function->name.p && is_function(function->name))
		return 1;
	group = otfp_names_find(names, OTFP_NAMED_GROUP,
	                        otfp_names_ref(names, OTFP_NAMED_GROUP, process, function->detail));
	return group && group->name.p && is_group(group->name);
}

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
