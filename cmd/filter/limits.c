#include "cmd/filter/limits.h"
#include <stdlib.h>
#include <string.h>

struct limit {
	const struct call_rule *rule; /* NULL = no rule */
	uint64_t calls;               /* all so far */
	uint64_t counted;             /* those so far at the levels of the rule */
};

void limits_release(struct limits *l)
{
	rules_release(&l->rules);
	otfp_map_release(&l->index);
	otfp_names_release(&l->names);
	otfp_map_release(&l->off);
	free(l->limits);
	memset(l, 0, sizeof *l);
}

/* ---- definitions ---- */

/* A child of a dropped process is dropped, too. */
static int learn_process(struct limits *l, const struct otfp_record *rec)
{
	uint32_t process = (uint32_t)rec->f[0].u, parent = (uint32_t)rec->f[2].u;

	if (rules_is_off(&l->rules, process) || otfp_map_get(&l->off, parent))
		return otfp_map_set(&l->off, process, 1);
	return 0;
}

int limits_learn(struct limits *l, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefProcess && l->rules.noff)
		return learn_process(l, rec);
	if ((rec->type == OTFP_DefFunction || rec->type == OTFP_DefFunctionGroup) && l->rules.n)
		return otfp_names_add(&l->names, rec) < 0 ? -1 : 1;
	return 0;
}

int limits_is_off(const struct limits *l, uint32_t process)
{
	return rules_is_off(&l->rules, process) || otfp_map_get(&l->off, process);
}

/* ---- calls ---- */

static const struct otfp_definition *definition_of(const struct limits *l, unsigned space, uint32_t stream,
                                                   uint32_t token)
{
	return otfp_names_find(&l->names, space, otfp_names_local(&l->names, space, stream, token));
}

/* An empty name for a definition without a name; p NULL if there is no definition. */
static struct otfp_str name_of(const struct otfp_definition *d)
{
	if (d && !d->name.p)
		return (struct otfp_str){"", 0};
	return d ? d->name : (struct otfp_str){NULL, 0};
}

static const struct call_rule *rule_of(const struct limits *l, uint32_t process, uint32_t stream, uint32_t function)
{
	const struct otfp_definition *f = definition_of(l, OTFP_NAMED_FUNCTION, stream, function), *group;

	if (!f)
		return NULL;
	group = definition_of(l, OTFP_NAMED_GROUP, stream, f->detail);
	return rules_find(&l->rules, name_of(f), name_of(group), process);
}

/* Find or make the limit of a function of a process. @return NULL when memory is out */
static struct limit *limit_of(struct limits *l, uint32_t process, uint32_t stream, uint32_t function)
{
	const uint64_t key = (uint64_t)process << 32 | function, *at = otfp_map_get(&l->index, key);
	struct limit *limit;

	if (at)
		return &l->limits[*at];
	limit = otfp_map_row(&l->index, key, &l->limits, &l->n, &l->cap, sizeof *limit);
	if (limit)
		limit->rule = rule_of(l, process, stream, function);
	return limit;
}

int limits_drops_all(struct limits *l, uint32_t process, uint32_t stream, uint32_t function)
{
	const struct limit *limit = limit_of(l, process, stream, function);

	if (!limit)
		return -1;
	return l->max_calls == 0 || (limit->rule && limit->rule->limit == 0);
}

/* Only calls at the levels of the rule count toward its limit. */
static int rule_keeps(struct limit *limit, size_t level)
{
	const struct call_rule *rule = limit->rule;

	if (!rule)
		return 1;
	if (level < rule->min_level || level > rule->max_level)
		return 0;
	return limit->counted++ < rule->limit;
}

int limits_enter(struct limits *l, uint32_t process, uint32_t stream, uint32_t function, size_t level, int hidden)
{
	struct limit *limit = limit_of(l, process, stream, function);
	int keep;

	if (!limit)
		return -1;
	keep = limit->calls++ < l->max_calls;
	if (hidden)
		return LIMITS_HIDE;
	if (rule_keeps(limit, level))
		return keep;
	return limit->rule->recursive ? LIMITS_HIDE : 0;
}
