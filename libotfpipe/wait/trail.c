/* trail.c - the waits between the passes, and the way of the critical path. */
#include "wait/trail.h"
#include "base/error.h"
#include "wait/engine.h"
#include "wait/links.h"
#include <stdlib.h>
#include <string.h>

/* ---- begin and end ---- */

static int make_sorts(struct otfp_trail *t)
{
	const unsigned n = (unsigned)(t->o.blame != 0) + 2 * (t->o.path != 0);
	struct otfp_sort_options o = {.memory = t->o.memory / (n ? n : 1), .dir = t->o.dir, .stop = t->o.stop};
	int code = 0;

	o.memory = o.memory < OTFP_SORT_ROOM_LEAST ? OTFP_SORT_ROOM_LEAST : o.memory;
	if (t->o.blame)
		code = otfp_sort_new(&t->blames, &o, &t->err);
	if (code == 0 && t->o.path)
		code = otfp_sort_new(&t->jumps, &o, &t->err);
	if (code == 0 && t->o.path)
		code = otfp_sort_new(&t->legs, &o, &t->err);
	return code;
}

int otfp_trail_new(struct otfp_trail **to, const struct otfp_trail_options *o, struct otfp_error *err)
{
	struct otfp_trail *t = calloc(1, sizeof *t);
	int code;

	*to = t;
	if (!t)
		return otfp_fail_memory(err);
	t->o = *o;
	t->o.memory = o->memory < 3 * OTFP_SORT_ROOM_LEAST ? 3 * OTFP_SORT_ROOM_LEAST : o->memory;
	t->state.keeps = OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS;
	code = make_sorts(t);
	if (code == 0)
		return 0;
	*err = t->err;
	otfp_trail_free(t);
	*to = NULL;
	return code;
}

void otfp_trail_free(struct otfp_trail *t)
{
	if (!t)
		return;
	otfp_sort_free(t->blames);
	otfp_sort_free(t->jumps);
	otfp_sort_free(t->legs);
	otfp_names_release(&t->names);
	otfp_paths_release(&t->paths);
	otfp_state_release(&t->state);
	free(t->actors);
	free(t->open);
	free(t->changes);
	free(t->ways);
	otfp_trail_forget_shortcut(t);
	otfp_index_release(&t->row_index);
	free(t->rows);
	free(t);
}

int otfp_trail_error(const struct otfp_trail *t, struct otfp_error *err)
{
	if (t->err.code)
		*err = t->err;
	return t->err.code;
}

/* ---- the waits ---- */

static int put_blame(struct otfp_trail *t, const struct otfp_wait_found *f)
{
	struct wait_blame b = {.start = f->start, .end = f->end, .peer = (uint32_t)f->peer};

	if (t->o.has_from && b.start < t->o.from)
		b.start = t->o.from;
	if (t->o.has_to && b.end > t->o.to)
		b.end = t->o.to;
	if (b.start >= b.end)
		return 0;
	t->nkept++;
	return otfp_trail_add(t->blames, b.start, &b, sizeof b);
}

int otfp_trail_put(void *ctx, const struct otfp_wait_found *f)
{
	struct otfp_trail *t = ctx;
	const struct wait_jump j = {f->end, f->order, f->process, (uint32_t)f->peer};
	int code = 0;

	if (f->peer == OTFP_NO_PEER)
		return 0;
	if (t->o.blame && f->is_reported)
		code = put_blame(t, f);
	if (code == 0 && t->o.path && f->order && (!t->o.has_from || f->end > t->o.from) &&
	    (!t->o.has_to || f->end < t->o.to))
		code = otfp_trail_add(t->jumps, UINT64_MAX - f->order, &j, sizeof j);
	return code;
}

/* ---- the critical path ---- */

/* Where the path is, going backward: in a process, up to a time. Jumps come in the backward order of the stream. */
struct walk {
	struct otfp_trail *t;
	const struct otfp_wait_engine *w;
	const struct wait_process *p; /* NULL = not started */
	uint64_t time;
};

static const struct wait_process *process_at(const struct otfp_wait_engine *w, uint32_t token)
{
	const struct otfp_process *state = otfp_state_find(&w->state, token);

	return state && state->index < w->nprocesses && w->processes[state->index].begun ? &w->processes[state->index] :
	                                                                                   NULL;
}

static uint64_t end_of(const struct otfp_trail *t, const struct wait_process *p)
{
	return t->o.has_to && p->last > t->o.to ? t->o.to : p->last;
}

static int is_there(const struct otfp_trail *t, const struct wait_process *p)
{
	return p->begun && (!t->o.has_from || p->last >= t->o.from) && (!t->o.has_to || p->first < t->o.to);
}

/* The process that ends last; of equal ones the lowest. Sets the ends of the path. */
static void find_last(struct walk *k)
{
	struct otfp_trail *t = k->t;
	int found = 0;

	for (size_t i = 0; i < k->w->nprocesses; i++) {
		const struct wait_process *p = &k->w->processes[i];
		const uint64_t begin = t->o.has_from && p->first < t->o.from ? t->o.from : p->first;
		if (!is_there(t, p))
			continue;
		t->first = !found || begin < t->first ? begin : t->first;
		if (!found || end_of(t, p) > t->last || (end_of(t, p) == t->last && p->process < k->p->process)) {
			t->last = end_of(t, p);
			k->p = p;
		}
		found = 1;
	}
	k->time = t->last;
}

/* The path was in the current process since `time`, or nowhere if that is later: a parent may begin after its thread.
 */
static int leg(struct walk *k, uint64_t time)
{
	struct wait_leg l = {.process = k->p ? k->p->process : OTFP_NOT_STARTED,
	                     .from = time > k->t->first ? time : k->t->first,
	                     .to = k->time};

	if (l.from > l.to)
		return 0;
	k->time = l.from;
	k->t->nkept++;
	return l.from < l.to ? otfp_trail_add(k->t->legs, l.from, &l, sizeof l) : 0;
}

/* The parent of a process, if it began before it. @return NULL if not */
static const struct wait_process *parent_of(const struct walk *k)
{
	const uint64_t *parent = otfp_map_get(&k->w->state.ranks.parents, k->p->process);
	const struct wait_process *p = parent && *parent ? process_at(k->w, (uint32_t)*parent) : NULL;

	return p && p->first_order < k->p->first_order ? p : NULL;
}

/* Before the begin of a process the path is in its parent. */
static int leave_begun(struct walk *k, uint64_t order)
{
	while (k->p && k->p->first_order > order) {
		if (leg(k, k->p->first) < 0)
			return -1;
		k->p = parent_of(k);
	}
	return 0;
}

static int take_jump(struct walk *k, const struct wait_jump *j)
{
	if (leave_begun(k, j->order) < 0)
		return -1;
	if (!k->p || j->process != k->p->process)
		return 0;
	if (leg(k, j->time) < 0)
		return -1;
	k->p = process_at(k->w, j->peer);
	k->t->njumps++;
	return 0;
}

static int walk_back(struct walk *k)
{
	struct wait_jump j;
	int code = otfp_sort_end(k->t->jumps);

	while (code == 0 && (code = otfp_trail_next(k->t->jumps, &j, sizeof j)) == 0)
		code = take_jump(k, &j);
	if (code >= 0)
		code = leave_begun(k, 0);
	return code < 0 ? code : leg(k, k->t->first);
}

int otfp_trail_walk(struct otfp_trail *t, const struct otfp_wait_engine *w)
{
	struct walk k = {.t = t, .w = w};
	int code = 0;

	if (t->o.path) {
		find_last(&k);
		code = walk_back(&k);
		otfp_sort_free(t->jumps);
		t->jumps = NULL;
	}
	return code < 0 ? code : otfp_trail_start(t);
}

uint64_t otfp_trail_runtime(const struct otfp_trail *t, uint64_t *jumps)
{
	*jumps = t->njumps;
	return t->last - t->first;
}
