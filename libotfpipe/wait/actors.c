/* actors.c - processes in the second pass, what they do now, and its rows. */
#include "base/error.h"
#include "base/grow.h"
#include "base/hash.h"
#include "state/callstate.h"
#include "wait/engine.h"
#include "wait/links.h"
#include <string.h>

enum { PATH_DEPTH = 128 }; /* as in the first pass */

/* ---- sorters ---- */

int otfp_trail_add(struct otfp_sort *s, uint64_t key, const void *p, size_t n)
{
	return otfp_sort_put(s, (struct otfp_key){key, 0}, p, n);
}

int otfp_trail_next(struct otfp_sort *s, void *p, size_t n)
{
	struct otfp_sorted got;
	const int code = otfp_sort_next(s, &got);

	if (code == 0)
		memcpy(p, got.p, n);
	return code;
}

/* ---- rows ---- */

static int is_like(const struct otfp_trail_row *r, const struct otfp_trail_row *like)
{
	return r->process == like->process && r->path == like->path && r->function == like->function &&
	       r->started == like->started && r->window == like->window;
}

/* @return 1 + index; 0 when memory is out */
static uint32_t row_of(struct otfp_trail *t, const struct otfp_trail_row *like)
{
	const uint64_t h =
		otfp_hash_add(otfp_hash_add(OTFP_HASH_INIT, (uint64_t)like->process << 32 | like->path), like->window);
	const uint32_t hash = (uint32_t)(otfp_hash_add(h, like->function ^ (uint64_t)like->started << 63) >> 32);
	size_t probe = otfp_index_home(&t->row_index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&t->row_index, hash, &probe)))
		if (is_like(&t->rows[at - 1], like))
			return at;
	if (otfp_grow(&t->rows, t->nrows, &t->rows_cap, sizeof *t->rows) < 0 ||
	    otfp_index_add(&t->row_index, hash, t->nrows + 1) < 0)
		return 0;
	t->rows[t->nrows] = *like;
	return (uint32_t)++t->nrows;
}

struct wait_actor *otfp_trail_actor(struct otfp_trail *t, uint32_t process, struct otfp_process **state)
{
	*state = otfp_state_near(&t->state, process);
	if (OTFP_UNLIKELY(!*state))
		*state = otfp_state_process(&t->state, process);
	while (OTFP_UNLIKELY(*state && (*state)->index >= t->nactors)) {
		if (otfp_grow(&t->actors, t->nactors, &t->actors_cap, sizeof *t->actors) < 0)
			return NULL;
		t->actors[t->nactors++] = (struct wait_actor){0};
	}
	return *state ? &t->actors[(*state)->index] : NULL;
}

/* The path of an open call; paths of those that are open are kept in `mark`. @return 0 when memory is out */
static uint32_t path_of(struct otfp_trail *t, uint32_t process, struct otfp_call_stack *s)
{
	uint32_t path = 0;
	size_t known = s->n;

	while (known && !otfp_stack_at(s, known - 1)->mark)
		known--;
	path = known ? otfp_stack_at(s, known - 1)->mark : 0;
	for (; known < s->n; known++) {
		const otfp_ref f =
			otfp_names_ref(&t->names, OTFP_NAMED_FUNCTION, process, otfp_stack_at(s, known)->function);
		if (otfp_paths_depth(&t->paths, path) < PATH_DEPTH)
			path = otfp_paths_child(&t->paths, path, f);
		if (!path)
			return 0;
		otfp_stack_at(s, known)->mark = path;
	}
	return path;
}

/* Whether a row that is kept, 1 + index, is that of a window. */
static int is_of(const struct otfp_trail *t, uint32_t at, uint64_t window)
{
	return at && t->rows[at - 1].window == window;
}

/* The row of the innermost call; a call keeps that of the last window in `place`, 1 + index. */
static struct otfp_trail_row *call_row(struct otfp_trail *t, uint32_t process, struct otfp_call_stack *s,
                                       uint64_t window)
{
	struct otfp_call *call = otfp_stack_at(s, s->n - 1);
	struct otfp_trail_row like = {.window = window, .process = process, .started = 1};
	uint32_t at = (uint32_t)(uintptr_t)(call->place ? call->place : call->callee->user);

	if (is_of(t, at, window))
		return &t->rows[at - 1];
	like.function = otfp_names_ref(&t->names, OTFP_NAMED_FUNCTION, process, call->function);
	if (t->o.by >> OTFP_WAIT_PATH & 1 && !(like.path = path_of(t, process, s)))
		return NULL;
	at = row_of(t, &like);
	if (!at)
		return NULL;
	if (t->o.by >> OTFP_WAIT_PATH & 1)
		call->place = (void *)(uintptr_t)at;
	else
		call->callee->user = (void *)(uintptr_t)at;
	return &t->rows[at - 1];
}

/* The row of what a process does now, in a window. @return NULL when memory is out */
static struct otfp_trail_row *row_now(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state,
                                      uint64_t window)
{
	const struct otfp_trail_row like = {.window = window,
	                                    .process = state->process,
	                                    .function = OTFP_NO_REF,
	                                    .started = a->started};
	uint32_t *at = a->started ? &a->idle : &a->unstarted;

	if (state->calls.n)
		return call_row(t, state->process, &state->calls, window);
	if (!is_of(t, *at, window))
		*at = row_of(t, &like);
	return *at ? &t->rows[*at - 1] : NULL;
}

/* The critical path is in a row from one time to another. */
static void stretch(struct otfp_trail_row *row, uint64_t from, uint64_t to)
{
	row->path_ticks += to - from;
	if (row->now_to == from)
		from = row->now_from; /* it goes on */
	row->now_from = from;
	row->now_to = to;
	if (to - from > row->to - row->from || (to - from == row->to - row->from && from < row->from)) {
		row->from = from;
		row->to = to;
	}
}

/* Find the window of a time. @return its end, or `to` if that comes first */
static uint64_t edge_of(const struct otfp_trail *t, uint64_t at, uint64_t to, uint64_t *window)
{
	const struct otfp_wait_engine *w = t->o.windows;
	uint64_t start;

	*window = w ? otfp_wait_window_at(w, at) : 0;
	if (!w)
		return to;
	start = otfp_wait_window_start(w, *window);
	return to - start > w->o.every ? start + w->o.every : to;
}

int otfp_trail_on_path(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t from,
                       uint64_t to)
{
	uint64_t window, edge;

	for (; from < to; from = edge) {
		struct otfp_trail_row *row;
		edge = edge_of(t, from, to, &window);
		row = row_now(t, a, state, window);
		if (!row)
			return otfp_fail_memory(&t->err);
		stretch(row, from, edge);
	}
	return 0;
}

int otfp_trail_ticks(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time)
{
	uint64_t window, edge;

	for (; a->last < time; a->last = edge) {
		struct otfp_trail_row *row;
		edge = edge_of(t, a->last, time, &window);
		row = row_now(t, a, state, window);
		if (!row)
			return otfp_fail_memory(&t->err);
		row->blame += (otfp_wide)(edge - a->last) * a->open;
	}
	a->last = time;
	return 0;
}
