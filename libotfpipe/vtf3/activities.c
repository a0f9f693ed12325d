#include "vtf3/activities.h"
#include "base/hash.h"
#include <string.h>

static uint64_t hash(const char *p, size_t n)
{
	uint64_t h = otfp_hash_spread(n), w;

	for (; n >= 8; n -= 8, p += 8) {
		memcpy(&w, p, 8);
		h = otfp_hash_add(h, w);
	}
	w = 0;
	memcpy(&w, p, n);
	return otfp_hash_add(h, w);
}

static struct otfp_vtf3_activity *as_activity(const uint64_t *value)
{
	return value ? (struct otfp_vtf3_activity *)(uintptr_t)*value : NULL;
}

int otfp_vtf3_activities_init(struct otfp_vtf3_activities *a)
{
	memset(a, 0, sizeof *a);
	return otfp_vtf3_activities_define(a, 0, "NOACT", 5);
}

void otfp_vtf3_activities_release(struct otfp_vtf3_activities *a)
{
	otfp_map_release(&a->by_token);
	otfp_map_release(&a->by_name);
	otfp_arena_release(&a->arena);
}

/* If two tokens have one name, the name keeps the first token. */
/* Look up a name; if two tokens have it, the first. @return NULL if it is unknown */
static const struct otfp_vtf3_activity *find_name(const struct otfp_vtf3_activities *a, const char *p, size_t n)
{
	const struct otfp_vtf3_activity *act = as_activity(otfp_map_get(&a->by_name, hash(p, n)));

	while (act && (act->name.n != n || memcmp(act->name.p, p, n) != 0))
		act = act->next;
	return act;
}

static int name_it(struct otfp_vtf3_activities *a, struct otfp_vtf3_activity *act)
{
	uint64_t key = hash(act->name.p, act->name.n);

	if (find_name(a, act->name.p, act->name.n))
		return 0;
	act->next = as_activity(otfp_map_get(&a->by_name, key));
	return otfp_map_set(&a->by_name, key, (uintptr_t)act);
}

int otfp_vtf3_activities_define(struct otfp_vtf3_activities *a, int32_t token, const char *p, size_t n)
{
	const struct otfp_vtf3_activity *old = otfp_vtf3_activity_by_token(a, token);
	struct otfp_vtf3_activity *act;
	char *name;

	if (old && old->name.n == n && !memcmp(old->name.p, p, n))
		return 0;
	act = otfp_arena_get(&a->arena, sizeof *act);
	name = otfp_arena_get(&a->arena, n + 1);
	if (!act || !name)
		return -1;
	memcpy(name, p, n);
	name[n] = 0;
	*act = (struct otfp_vtf3_activity){token, {name, n}, NULL};
	a->near[(uint32_t)token % 64] = act;
	if (otfp_map_set(&a->by_token, (uint32_t)token, (uintptr_t)act) < 0)
		return -1;
	return name_it(a, act);
}

const struct otfp_vtf3_activity *otfp_vtf3_activity_find(const struct otfp_vtf3_activities *a, int32_t token)
{
	return as_activity(otfp_map_get(&a->by_token, (uint32_t)token));
}

const struct otfp_vtf3_activity *otfp_vtf3_activity_named(struct otfp_vtf3_activities *a, const char *p, size_t n,
                                                          int *is_new)
{
	const struct otfp_vtf3_activity *act = find_name(a, p, n);

	*is_new = !act;
	if (act)
		return act;
	do
		a->last = a->last == INT32_MAX ? 1 : a->last + 1;
	while (otfp_vtf3_activity_by_token(a, a->last));
	return otfp_vtf3_activities_define(a, a->last, p, n) < 0 ? NULL : otfp_vtf3_activity_by_token(a, a->last);
}
