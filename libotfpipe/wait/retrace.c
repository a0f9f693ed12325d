/* retrace.c - the second pass: what processes do while others wait for them, and on the critical path. */
#include "base/error.h"
#include "base/grow.h"
#include "record/table.h"
#include "state/callstate.h"
#include "wait/links.h"

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
	struct wait_actor *a;

	if (time <= t->at)
		return 0;
	a = otfp_trail_actor(t, t->leg.process, &state);
	if (!a)
		return fail_memory(t);
	if (otfp_trail_on_path(t, a, state, t->at, time) < 0)
		return -1;
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

/* ---- blame ---- */

/* From `time` on it is one more, or one less. */
static int add_blame(struct otfp_trail *t, uint32_t process, uint64_t time, int change)
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
			if (add_blame(t, b.peer, b.end, -1) < 0)
				return -1;
			continue;
		}
		if (add_blame(t, t->next.peer, t->next.start, 1) < 0 || push_open(t, &t->next) < 0 || next_blame(t) < 0)
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

/* Whether nothing that a process by itself does from now on is on the path, or blamed on it. */
static int is_over(const struct otfp_trail *t, uint32_t process)
{
	const struct otfp_process *state = otfp_state_near(&t->state, process);
	const struct wait_actor *a = state && state->index < t->nactors ? &t->actors[state->index] : NULL;

	return a && a->is_found && !a->open && a->change == a->last_change && a->way == a->last_way;
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

	if (t->is_found || (t->is_apart && is_over(t, rec->loc) && otfp_is_timed(file)))
		return 0;
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
	if (t->is_found)
		return 0;
	if (t->is_apart)
		return otfp_trail_alone_end(t);
	if (t->o.blame && follow_waits(t, UINT64_MAX) < 0)
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
