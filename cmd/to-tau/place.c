#include "cmd/to-tau/place.h"
#include <stdlib.h>
#include <string.h>

/* ---- by name ---- */

/* Parse `word` and a decimal number of 32 bits. @return the byte after it, or NULL if p has something else */
static const char *take(const char *p, const char *end, const char *word, uint32_t *v)
{
	const size_t n = strlen(word);
	uint64_t number = 0;
	const char *digits;

	if (!p || (size_t)(end - p) < n || memcmp(p, word, n) != 0)
		return NULL;
	for (digits = p += n; p < end && *p >= '0' && *p <= '9' && number <= UINT32_MAX; p++)
		number = number * 10 + (uint64_t)(*p - '0');
	*v = (uint32_t)number;
	return p > digits && number <= UINT32_MAX ? p : NULL;
}

/* @return whether the name has the form of a place */
static int place_by_name(struct tau_place *to, struct otfp_str name)
{
	const char *end = name.p + name.n, *node = take(name.p, end, "node ", &to->node);
	const char *context = take(node, end, ", context ", &to->context);

	if (!context)
		to->context = 0;
	return take(context ? context : node, end, ", thread ", &to->thread) == end && node;
}

static int compare(const void *a, const void *b)
{
	const struct tau_place *x = a, *y = b;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* @return whether all places differ, or -1 when memory is out */
static int all_differ(const struct tau_place *p, size_t n)
{
	struct tau_place *sorted = malloc(n * sizeof *p + 1);
	int differ = 1;

	if (!sorted)
		return -1;
	if (n)
		memcpy(sorted, p, n * sizeof *p);
	qsort(sorted, n, sizeof *p, compare);
	for (size_t i = 1; i < n; i++)
		differ &= compare(&sorted[i - 1], &sorted[i]) != 0;
	free(sorted);
	return differ;
}

static int by_name(struct tau_place *p, size_t n, const struct otfp_names *names)
{
	for (size_t i = 0; i < n; i++) {
		otfp_ref ref = otfp_names_ref(names, OTFP_NAMED_PROCESS, p[i].process, p[i].process);
		const struct otfp_definition *d = otfp_names_find(names, OTFP_NAMED_PROCESS, ref);
		if (!d || !d->name.p || !place_by_name(&p[i], d->name))
			return 0;
	}
	return all_differ(p, n);
}

/* ---- by parent ---- */

/* The topmost ancestor, or the process itself if its parents form a cycle. */
static uint32_t top_of(uint32_t process, const struct otfp_map *parents)
{
	uint64_t at = process;

	for (size_t i = 0; i <= parents->n; i++) {
		const uint64_t *parent = otfp_map_get(parents, at);
		if (!parent)
			return (uint32_t)at;
		at = *parent;
	}
	return process;
}

/* Two rounds: first number the nodes (`nodes`: process -> number), then their threads. */
static int by_parent(struct tau_place *p, size_t n, const struct otfp_map *parents, struct otfp_map *nodes)
{
	struct otfp_map threads = {0};
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		if (top_of(p[i].process, parents) == p[i].process)
			code = otfp_map_set(nodes, p[i].process, nodes->n);
	for (size_t i = 0; i < n && code == 0; i++) {
		const uint32_t top = top_of(p[i].process, parents);
		uint64_t *node = otfp_map_get(nodes, top), *last;
		if (!node) /* a parent that has no definition and no events */
			code = otfp_map_set(nodes, top, nodes->n);
		node = otfp_map_get(nodes, top);
		last = otfp_map_get(&threads, top);
		p[i] = (struct tau_place){.process = p[i].process, .node = node ? (uint32_t)*node : 0};
		if (top == p[i].process)
			continue;
		p[i].thread = last ? (uint32_t)++ * last : 1;
		if (!last && code == 0)
			code = otfp_map_set(&threads, top, 1);
	}
	otfp_map_release(&threads);
	return code;
}

int tau_places(struct tau_place *p, size_t n, const struct otfp_names *names, const struct otfp_map *parents)
{
	struct otfp_map nodes = {0};
	int named = by_name(p, n, names), code = 0;

	if (named == 0)
		code = by_parent(p, n, parents, &nodes);
	otfp_map_release(&nodes);
	return named < 0 ? -1 : code;
}
