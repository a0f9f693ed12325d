#include "cmd/run/select/limits.h"
#include <stdlib.h>
#include <string.h>

struct limit {
	const struct otfp_call_rule *rule; /* NULL = none */
	uint64_t calls;                    /* begun so far */
	uint64_t counted;                  /* those that the rule counts */
};

void otfp_limits_release(struct otfp_limits *l)
{
	otfp_rules_release(&l->rules);
	otfp_map_release(&l->index);
	otfp_map_release(&l->functions.map);
	otfp_map_release(&l->groups.map);
	otfp_map_release(&l->off);
	otfp_buf_release(&l->text);
	free(l->limits);
	free(l->names);
	memset(l, 0, sizeof *l);
}

/* ---- names ---- */

static int learn_name(struct otfp_limits *l, struct otfp_tokens *to, const struct otfp_record *rec, uint32_t group)
{
	struct otfp_str name = rec->f[1].s;
	struct known_name *p;

	if (l->nnames == l->names_cap) {
		size_t cap = l->names_cap ? 2 * l->names_cap : 64;
		p = reallocarray(l->names, cap, sizeof *p);
		if (!p)
			return -1;
		l->names = p;
		l->names_cap = cap;
	}
	l->names[l->nnames] = (struct known_name){l->text.n, name.n, group};
	if (otfp_buf_add(&l->text, name.p, name.n) < 0)
		return -1;
	return otfp_tokens_put(to, rec->loc, (uint32_t)rec->f[0].u, l->nnames++) < 0 ? -1 : 1;
}

/* A process below one that is off is off, too. */
static int learn_process(struct otfp_limits *l, const struct otfp_record *rec)
{
	uint32_t process = (uint32_t)rec->f[0].u, parent = (uint32_t)rec->f[2].u;

	if (otfp_rules_is_off(&l->rules, process) || otfp_map_get(&l->off, parent))
		return otfp_map_set(&l->off, process, 1);
	return 0;
}

int otfp_limits_learn(struct otfp_limits *l, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefProcess && l->rules.noff)
		return learn_process(l, rec);
	if (rec->type == OTFP_DefFunction && l->rules.n)
		return learn_name(l, &l->functions, rec, (uint32_t)rec->f[2].u);
	if (rec->type == OTFP_DefFunctionGroup && l->rules.n)
		return learn_name(l, &l->groups, rec, 0);
	return 0;
}

int otfp_limits_is_off(const struct otfp_limits *l, uint32_t process)
{
	return otfp_rules_is_off(&l->rules, process) || otfp_map_get(&l->off, process);
}

/* ---- calls ---- */

static const struct known_name *find_name(const struct otfp_limits *l, const struct otfp_tokens *in, uint32_t stream,
                                          uint32_t token)
{
	const uint64_t *i = otfp_tokens_get(in, &stream, token);

	return i ? &l->names[*i] : NULL;
}

static struct otfp_str text_of(const struct otfp_limits *l, const struct known_name *name)
{
	return name ? (struct otfp_str){l->text.p + name->at, name->n} : (struct otfp_str){NULL, 0};
}

static const struct otfp_call_rule *rule_of(const struct otfp_limits *l, uint32_t process, uint32_t stream,
                                            uint32_t function)
{
	const struct known_name *name = find_name(l, &l->functions, stream, function);
	const struct known_name *group = name ? find_name(l, &l->groups, stream, name->group) : NULL;

	return name ? otfp_rules_find(&l->rules, text_of(l, name), text_of(l, group), process) : NULL;
}

static struct limit *add_limit(struct otfp_limits *l, uint32_t process, uint32_t stream, uint32_t function)
{
	if (l->n == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 64;
		struct limit *p = reallocarray(l->limits, cap, sizeof *p);
		if (!p)
			return NULL;
		l->limits = p;
		l->cap = cap;
	}
	if (otfp_map_set(&l->index, (uint64_t)process << 32 | function, l->n) < 0)
		return NULL;
	l->limits[l->n] = (struct limit){rule_of(l, process, stream, function), 0, 0};
	return &l->limits[l->n++];
}

/* The limit of a function of a process, made if there is none. @return NULL when memory is out */
static struct limit *limit_of(struct otfp_limits *l, uint32_t process, uint32_t stream, uint32_t function)
{
	const uint64_t *i = otfp_map_get(&l->index, (uint64_t)process << 32 | function);

	return i ? &l->limits[*i] : add_limit(l, process, stream, function);
}

int otfp_limits_drops_all(struct otfp_limits *l, uint32_t process, uint32_t stream, uint32_t function)
{
	const struct limit *limit = limit_of(l, process, stream, function);

	if (!limit)
		return -1;
	return l->max_calls == 0 || (limit->rule && limit->rule->limit == 0);
}

/* Only a call that the rule would record counts to its limit. */
static int rule_keeps(struct limit *limit, size_t level)
{
	const struct otfp_call_rule *rule = limit->rule;

	if (!rule)
		return 1;
	if (level < rule->min_level || level > rule->max_level)
		return 0;
	return limit->counted++ < rule->limit;
}

int otfp_limits_enter(struct otfp_limits *l, uint32_t process, uint32_t stream, uint32_t function, size_t level,
                      int hidden)
{
	struct limit *limit = limit_of(l, process, stream, function);
	int keep;

	if (!limit)
		return -1;
	keep = limit->calls++ < l->max_calls;
	if (hidden)
		return OTFP_LIMITS_HIDE;
	if (rule_keeps(limit, level))
		return keep;
	return limit->rule->recursive ? OTFP_LIMITS_HIDE : 0;
}
