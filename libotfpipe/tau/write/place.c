/*
 * place.c - assigns processes to threads of nodes.
 *
 * If all processes are named "node N, thread T", as by tau-to-otf and tau2otf, the names decide. Otherwise each
 * process without a parent becomes a node, in the order of process numbers, and its descendants become the threads of
 * that node, in the same order.
 */
#include "base/grow.h"
#include "tau/write/records.h"
#include "base/order.h"
#include <stdlib.h>

static struct otfp_to_tau_thread *find(const struct otfp_to_tau_state *s, uint32_t process)
{
	const uint64_t *at = otfp_map_get(&s->place_index, process);

	return at ? &s->places[*at] : NULL;
}

static struct otfp_to_tau_thread *add(struct otfp_to_tau_state *s, uint32_t process, struct otfp_error *err)
{
	if (otfp_grow(&s->places, s->nplaces, &s->places_cap, sizeof *s->places) < 0 ||
	    otfp_map_set(&s->place_index, process, s->nplaces) < 0) {
		otfp_fail_memory(err);
		return NULL;
	}
	s->places[s->nplaces] = (struct otfp_to_tau_thread){.process = process};
	return &s->places[s->nplaces++];
}

int otfp_to_tau_process(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err)
{
	uint32_t process = (uint32_t)rec->f[0].u;
	struct otfp_to_tau_thread *p = find(s, process);

	if (!p)
		p = add(s, process, err);
	if (!p)
		return OTFP_EFAIL;
	p->parent = (uint32_t)rec->f[2].u;
	return 0;
}

/* ---- by name ---- */

/* @return whether the name contains node and thread */
static int place_by_name(const struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p)
{
	const struct otfp_definition *d =
		otfp_names_find(&s->names, OTFP_NAMED_PROCESS,
	                        otfp_names_ref(&s->names, OTFP_NAMED_PROCESS, p->process, p->process));
	struct otfp_str text = d ? d->name : (struct otfp_str){NULL, 0};
	uint64_t node, thread;

	if (!otfp_to_tau_skip(&text, "node ") || !otfp_to_tau_number(&text, OTFP_TAU_PLACE_MAX, &node) ||
	    !otfp_to_tau_skip(&text, ", thread ") || !otfp_to_tau_number(&text, OTFP_TAU_PLACE_MAX, &thread) || text.n)
		return 0;
	p->node = (uint32_t)node;
	p->thread = (uint32_t)thread;
	return 1;
}

/* @return 1 all are placed; 0 a name has no place, or two have the same; <0 */
static int place_all_by_name(struct otfp_to_tau_state *s)
{
	struct otfp_map taken = {0};
	int good = 1;

	for (size_t i = 0; i < s->nplaces && good > 0; i++) {
		struct otfp_to_tau_thread *p = &s->places[i];
		uint64_t key;

		good = place_by_name(s, p);
		key = (uint64_t)p->node << 16 | p->thread;
		if (good && otfp_map_get(&taken, key))
			good = 0;
		else if (good && otfp_map_set(&taken, key, 0) < 0)
			good = OTFP_EFAIL;
		if (p->node >= s->next_node)
			s->next_node = p->node + 1;
	}
	otfp_map_release(&taken);
	return good;
}

/* ---- by parent ---- */

static int reindex(struct otfp_to_tau_state *s)
{
	for (size_t i = 0; i < s->nplaces; i++)
		if (otfp_map_set(&s->place_index, s->places[i].process, i) < 0)
			return -1;
	return 0;
}

/* The topmost ancestor; if the parents form a ring, the process itself. */
static struct otfp_to_tau_thread *root_of(const struct otfp_to_tau_state *s, struct otfp_to_tau_thread *p)
{
	struct otfp_to_tau_thread *root = p, *up;

	for (size_t i = 0; i <= s->nplaces; i++) {
		up = root->parent ? find(s, root->parent) : NULL;
		if (!up || up == root)
			return root;
		root = up;
	}
	return p;
}

/* @return 0, or -1 when memory is out */
static int place_all_by_parent(struct otfp_to_tau_state *s)
{
	struct otfp_map threads = {0}; /* number of the last thread, by node */
	int code = 0;

	s->next_node = 0;
	for (size_t i = 0; i < s->nplaces; i++)
		if (root_of(s, &s->places[i]) == &s->places[i]) {
			s->places[i].node = s->next_node++;
			s->places[i].thread = 0;
		}
	for (size_t i = 0; i < s->nplaces && code == 0; i++) {
		struct otfp_to_tau_thread *p = &s->places[i], *root = root_of(s, p);
		const uint64_t *n = otfp_map_get(&threads, root->node);

		if (p == root)
			continue;
		p->node = root->node;
		p->thread = n ? (uint32_t)*n + 1 : 1;
		code = otfp_map_set(&threads, p->node, p->thread);
	}
	otfp_map_release(&threads);
	return code;
}

/* ---- all ---- */

static int check(const struct otfp_to_tau_thread *p, struct otfp_error *err)
{
	if (p->node <= OTFP_TAU_PLACE_MAX && p->thread <= OTFP_TAU_PLACE_MAX)
		return 0;
	return otfp_fail(err, OTFP_EFAIL, "process %u: becomes node %u, thread %u, but TAU allows 65535 at most",
	                 p->process, p->node, p->thread);
}

int otfp_to_tau_place_all(struct otfp_to_tau_state *s, struct otfp_error *err)
{
	int named, code = 0;

	if (s->nplaced == s->nplaces || s->nplaced)
		return 0;
	if (s->nplaces)
		qsort(s->places, s->nplaces, sizeof *s->places, otfp_by_u32);
	named = reindex(s) < 0 ? OTFP_EFAIL : place_all_by_name(s);
	if (named == 0)
		named = place_all_by_parent(s);
	if (named < 0)
		return otfp_fail_memory(err);
	for (size_t i = 0; i < s->nplaces && code == 0; i++) {
		s->places[i].is_placed = 1;
		code = check(&s->places[i], err);
	}
	s->nplaced = s->nplaces;
	return code;
}

struct otfp_to_tau_thread *otfp_to_tau_place(struct otfp_to_tau_state *s, uint32_t process, struct otfp_error *err)
{
	struct otfp_to_tau_thread *p;

	if (otfp_to_tau_place_all(s, err) < 0)
		return NULL;
	p = find(s, process);
	if (!p)
		p = add(s, process, err);
	if (p && !p->is_placed) { /* defined late, or never */
		p->is_placed = 1;
		p->node = s->next_node++;
		s->nplaced++;
		if (check(p, err) < 0)
			return NULL;
	}
	return p;
}
