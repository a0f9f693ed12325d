/* retrace.c - the second pass: what processes do while others wait for them, and on the critical path. */
#include "base/error.h"
#include "base/grow.h"
#include "base/hash.h"
#include "record/table.h"
#include "state/callstate.h"
#include "wait/links.h"
#include <stdlib.h>
#include <string.h>

enum { PATH_DEPTH = 128 }; /* as in the first pass */

/* ---- rows ---- */

static int is_like(const struct otfp_trail_row *r, const struct otfp_trail_row *like)
{
	return r->process == like->process && r->path == like->path && r->function == like->function &&
	       r->started == like->started;
}

/* @return 1 + index; 0 when memory is out */
static uint32_t row_of(struct otfp_trail *t, const struct otfp_trail_row *like)
{
	const uint64_t h = otfp_hash_add(OTFP_HASH_INIT, (uint64_t)like->process << 32 | like->path);
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

/* The row of the innermost call; a call keeps it in `place`, 1 + index, which stays valid. */
static struct otfp_trail_row *call_row(struct otfp_trail *t, uint32_t process, struct otfp_call_stack *s)
{
	struct otfp_call *call = otfp_stack_at(s, s->n - 1);
	struct otfp_trail_row like = {.process = process, .started = 1};
	uint32_t at = (uint32_t)(uintptr_t)(call->place ? call->place : call->callee->user);

	if (at)
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

struct otfp_trail_row *otfp_trail_row_now(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state)
{
	const struct otfp_trail_row like = {.process = state->process, .function = OTFP_NO_REF, .started = a->started};
	uint32_t *at = a->started ? &a->idle : &a->unstarted;

	if (state->calls.n)
		return call_row(t, state->process, &state->calls);
	if (!*at)
		*at = row_of(t, &like);
	return *at ? &t->rows[*at - 1] : NULL;
}

static int fail_memory(struct otfp_trail *t)
{
	return otfp_fail_memory(&t->err);
}

/* ---- the critical path ---- */

static int next_leg(struct otfp_trail *t)
{
	const int code = otfp_trail_next(t->legs, &t->leg, sizeof t->leg);

	if (code)
		t->leg = (struct wait_leg){0};
	else
		t->at = t->leg.from;
	return code < 0 ? code : 0;
}

static int add_path(struct otfp_trail *t, uint64_t time)
{
	struct otfp_process *state;
	struct otfp_trail_row *row;
	struct wait_actor *a;

	if (time <= t->at)
		return 0;
	a = otfp_trail_actor(t, t->leg.process, &state);
	row = a ? otfp_trail_row_now(t, a, state) : NULL;
	if (!row)
		return fail_memory(t);
	row->path_ticks += time - t->at;
	t->at = time;
	return 0;
}

/* The legs that end up to `time`; then the current one, if the record at `time` is of its process. */
static int follow_path(struct otfp_trail *t, uint64_t time, uint32_t process)
{
	while (t->leg.to > t->leg.from && t->leg.to <= time)
		if (add_path(t, t->leg.to) < 0 || next_leg(t) < 0)
			return -1;
	return t->leg.to > t->leg.from && t->leg.process == process ? add_path(t, time) : 0;
}

/* ---- causes ---- */

int otfp_trail_ticks(struct otfp_trail *t, struct wait_actor *a, struct otfp_process *state, uint64_t time)
{
	struct otfp_trail_row *row;

	if (time > a->last) {
		row = otfp_trail_row_now(t, a, state);
		if (!row)
			return fail_memory(t);
		row->cause += (otfp_wide)(time - a->last) * a->open;
	}
	a->last = time;
	return 0;
}

/* From `time` on it is one more, or one less. */
static int add_cause(struct otfp_trail *t, uint32_t process, uint64_t time, int change)
{
	struct otfp_process *state;
	struct wait_actor *a = otfp_trail_actor(t, process, &state);

	if (!a)
		return fail_memory(t);
	if (a->open && otfp_trail_ticks(t, a, state, time) < 0)
		return -1;
	a->last = time;
	a->open += (uint64_t)change;
	return 0;
}

static int push_open(struct otfp_trail *t, const struct wait_blame *b)
{
	size_t at = t->nopen, up;

	if (otfp_grow(&t->open, t->nopen, &t->open_cap, sizeof *t->open) < 0)
		return fail_memory(t);
	t->nopen++;
	for (; at && b->end < t->open[up = (at - 1) / 2].end; at = up)
		t->open[at] = t->open[up];
	t->open[at] = *b;
	return 0;
}

static struct wait_blame pop_open(struct otfp_trail *t)
{
	const struct wait_blame first = t->open[0], b = t->open[--t->nopen];
	size_t at = 0, down;

	while ((down = 2 * at + 1) < t->nopen) {
		down += down + 1 < t->nopen && t->open[down + 1].end < t->open[down].end;
		if (t->open[down].end >= b.end)
			break;
		t->open[at] = t->open[down];
		at = down;
	}
	if (t->nopen)
		t->open[at] = b;
	return first;
}

static int next_blame(struct otfp_trail *t)
{
	const int code = otfp_trail_next(t->blames, &t->next, sizeof t->next);

	t->has_next = code == 0;
	return code < 0 ? code : 0;
}

/* Start and end waits in the order of time, up to `time`. */
static int follow_waits(struct otfp_trail *t, uint64_t time)
{
	for (;;) {
		const int starts = t->has_next && t->next.start <= time, ends = t->nopen && t->open[0].end <= time;
		if (!starts && !ends)
			return 0;
		if (ends && (!starts || t->open[0].end <= t->next.start)) {
			const struct wait_blame b = pop_open(t);
			if (add_cause(t, b.peer, b.end, -1) < 0)
				return -1;
			continue;
		}
		if (add_cause(t, t->next.peer, t->next.start, 1) < 0 || push_open(t, &t->next) < 0 || next_blame(t) < 0)
			return -1;
	}
}

/* ---- records ---- */

int otfp_trail_start(struct otfp_trail *t)
{
	int code = 0;

	t->is_apart = t->nkept * sizeof(struct wait_blame) <= t->o.memory - 3 * OTFP_SORT_ROOM_LEAST;
	if (t->is_apart)
		return otfp_trail_load(t);
	if (t->blames && (code = otfp_sort_end(t->blames)) == 0)
		code = next_blame(t);
	if (code == 0 && t->legs && (code = otfp_sort_end(t->legs)) == 0)
		code = next_leg(t);
	return code;
}

/* @param state  set to the process */
static int follow(struct otfp_trail *t, uint64_t time, uint32_t process, struct otfp_process **state)
{
	struct wait_actor *a;

	if (t->is_apart) {
		a = otfp_trail_actor(t, process, state);
		if (!a || otfp_trail_alone(t, a, *state, time) < 0)
			return a ? -1 : fail_memory(t);
		a->started = 1;
		return 0;
	}
	if (t->o.path && follow_path(t, time, process) < 0)
		return -1;
	if (((t->has_next && t->next.start <= time) || (t->nopen && t->open[0].end <= time)) &&
	    follow_waits(t, time) < 0)
		return -1;
	a = otfp_trail_actor(t, process, state);
	if (!a)
		return fail_memory(t);
	if (a->open && otfp_trail_ticks(t, a, *state, time) < 0)
		return -1;
	a->started = 1;
	return 0;
}

/* Records that change no call need only be seen if they are the first of their process. */
static int is_seen(const struct otfp_trail *t, const struct otfp_record *rec)
{
	const struct otfp_process *state = otfp_state_find(&t->state, rec->loc);

	return state && state->index < t->nactors && t->actors[state->index].started;
}

/* What otfp_state_add does, for the records that are most of them. */
static int see_call(struct otfp_trail *t, const struct otfp_record *rec)
{
	struct otfp_process *p;
	int odd;

	if (follow(t, rec->time, rec->loc, &p) < 0)
		return -1;
	p->known = OTFP_KNOWN_EVENTS;
	if (rec->type == OTFP_Leave)
		otfp_state_close_call(&t->state, p, rec, &odd);
	else if (!otfp_state_open_call(&t->state, p, rec->time, (uint32_t)rec->f[0].u, 0))
		return fail_memory(t);
	return 0;
}

int otfp_trail_record(struct otfp_trail *t, const struct otfp_record *rec)
{
	const unsigned file = rec->type < OTFP_NTYPES ? otfp_table[rec->type].file : OTFP_FILE_DEF;
	struct otfp_process *p;
	struct otfp_change did;

	if (OTFP_LIKELY(rec->type == OTFP_Enter || rec->type == OTFP_Leave))
		return see_call(t, rec);
	if (!otfp_is_timed(file))
		return otfp_names_add(&t->names, rec) < 0 ? fail_memory(t) : 0;
	if (file != OTFP_FILE_EVENT && file != OTFP_FILE_SNAP)
		return 0;
	if (file == OTFP_FILE_EVENT && is_seen(t, rec))
		return 0;
	if (follow(t, rec->time, rec->loc, &p) < 0)
		return -1;
	return otfp_state_add(&t->state, rec, &did) < 0 ? fail_memory(t) : 0;
}

int otfp_trail_end(struct otfp_trail *t)
{
	if (t->is_apart)
		return otfp_trail_alone_end(t);
	if (t->o.cause && follow_waits(t, UINT64_MAX) < 0)
		return -1;
	return t->o.path ? follow_path(t, UINT64_MAX, OTFP_NOT_STARTED) : 0;
}

int otfp_trail_takes_any_order(const struct otfp_trail *t)
{
	return t->is_apart;
}

/* ---- the result ---- */

const struct otfp_trail_row *otfp_trail_rows(const struct otfp_trail *t, size_t *n)
{
	*n = t->nrows;
	return t->rows;
}

const struct otfp_paths *otfp_trail_paths(const struct otfp_trail *t)
{
	return &t->paths;
}
