/* timed.c - merge the timed files of a trace. */
#include "base/assert.h"
#include "otf/read/traceset.h"
#include "record/control.h"
#include <stdlib.h>

/* Read the next run of live file i. @return 0, OTFP_END, <0 */
static int read_on(struct otfp_trace *t, unsigned i)
{
	struct otfp_cursor *c = t->live[i];
	int code = otfp_cursor_stretch(c);

	t->inline_seen |= c->has_inline;
	t->runs[i].at = c->at;
	t->runs[i].end = c->end;
	t->runs[i].next = c->at < c->end ? c->at[1].time : 0;
	c->at = c->end;
	return code;
}

/* Collect the processes that the caller does not want, so that their records are not decoded. */
static int note_unwanted(struct otfp_trace *t)
{
	const struct otfp_master *m = &t->reading.master;

	for (size_t i = 0; t->wanted && i < m->n; i++)
		for (size_t j = 0; j < m->streams[i].n; j++)
			if (!t->wanted(t->wanted_ctx, m->streams[i].procs[j]) &&
			    otfp_map_set(&t->reading.unwanted, m->streams[i].procs[j], 1) < 0)
				return otfp_fail_memory(t->reading.err);
	return 0;
}

/* A file of an unwanted kind, or with unwanted processes only, is not read. */
static int is_wanted(const struct otfp_trace *t, const struct otfp_stream *s)
{
	const struct otfp_members *m = otfp_master_find(&t->reading.master, s->id);

	if (!(t->kinds & OTFP_FILE_BIT(s->file)))
		return 0;
	if (!t->reading.unwanted.n)
		return 1;
	for (size_t j = 0; j < m->n; j++)
		if (!otfp_reading_is_unwanted(&t->reading, m->procs[j]))
			return 1;
	return 0;
}

static int choose_live(struct otfp_trace *t)
{
	t->live = calloc(t->nfiles, sizeof *t->live);
	t->runs = calloc(t->nfiles, sizeof *t->runs);
	if (t->nfiles && (!t->live || !t->runs))
		return otfp_fail_memory(t->reading.err);
	for (unsigned i = 0; i < t->nfiles; i++) {
		if (is_wanted(t, &t->files[i].stream))
			t->live[t->nlive++] = &t->files[i];
		else
			otfp_cursor_release(&t->files[i]);
	}
	return 0;
}

/* Restrict all live files to the time window of the caller, if there is one. */
static int enter_window(struct otfp_trace *t)
{
	uint64_t from, to;
	int has_to, code = 0;

	if (!t->window || !t->window(t->window_ctx, &from, &to, &has_to))
		return 0;
	for (unsigned i = 0; i < t->nlive && code == 0; i++) {
		code = otfp_stream_window(&t->live[i]->stream, from, to, has_to);
		if (code < 0)
			*t->reading.err = t->live[i]->stream.err;
	}
	return code;
}

static int has_threads(const struct otfp_trace *t)
{
	return t->reading.o.pool && otfp_pool_threads(t->reading.o.pool) > 1;
}

static int start_threads(struct otfp_trace *t)
{
	unsigned room = otfp_batch_room(OTFP_TASK_BUDGET, 2 * t->nlive, OTFP_TASK_ROOM_MAX);
	struct otfp_pool *pool = t->reading.o.pool;
	int code = 0;

	if (!has_threads(t))
		return 0;
	for (unsigned i = 0; i < t->nlive && code == 0; i++)
		code = otfp_cursor_use_pool(t->live[i], pool, room);
	return code;
}

/* In loose order a stream delivers its snapshots up to its first event. Live files of a kind are sorted by stream. */
static void limit_snapshots(struct otfp_trace *t)
{
	unsigned e = 0;

	while (e < t->nlive && t->live[e]->stream.file != OTFP_FILE_EVENT)
		e++;
	for (unsigned i = 0; i < t->nlive && t->live[i]->stream.file == OTFP_FILE_SNAP; i++) {
		while (e < t->nlive && t->live[e]->stream.id < t->live[i]->stream.id)
			e++;
		if (e < t->nlive && t->live[e]->stream.id == t->live[i]->stream.id && t->runs[e].at < t->runs[e].end)
			t->runs[i].limit = t->runs[e].at->time;
	}
}

/* Whether the next record of the run, which must have one, is wanted. */
static int is_within(const struct otfp_delivery *run)
{
	return run->at->time <= run->limit;
}

static int start_merge(struct otfp_trace *t)
{
	int code = note_unwanted(t);

	t->merging = 1;
	if (code == 0)
		code = choose_live(t);
	if (code < 0 || t->nlive == 0)
		return code < 0 ? code : OTFP_END;
	if (otfp_timetree_init(&t->merge, t->nlive) < 0)
		return otfp_fail_memory(t->reading.err);
	code = enter_window(t);
	if (code == 0)
		code = start_threads(t);
	for (unsigned i = 0; i < t->nlive && code >= 0; i++) {
		t->runs[i].limit = UINT64_MAX;
		code = read_on(t, i);
	}
	if (t->kinds & OTFP_LOOSE)
		limit_snapshots(t);
	if (t->kinds & OTFP_LOOSE && !has_threads(t)) /* threads would wait for a single file */
		t->turn = t->loose_turn = OTFP_LOOSE_RECORDS / t->nlive;
	for (unsigned i = 0; i < t->nlive && code >= 0; i++)
		if (t->runs[i].at < t->runs[i].end && is_within(&t->runs[i]))
			otfp_timetree_set(&t->merge, i, t->runs[i].at->time);
	otfp_timetree_build(&t->merge);
	return code < 0 ? code : 0;
}

/* The first look missed the inline snapshots: deliver @IS before the first of them. */
static int late_inline(struct otfp_trace *t, size_t *n)
{
	t->header.inline_snaps = 1;
	t->text.n = 0;
	if (otfp_buf_printf(&t->text, "%s\t1", otfp_control_name(OTFP_C_IS)) < 0)
		return otfp_fail_memory(t->reading.err);
	return otfp_trace_deliver_control(t, t->text.p, t->text.n, n);
}

/* With many files, or threads that decode, a record is not in the L1 cache when its turn comes: it is fetched while
 * AHEAD records of its file are delivered before it. Otherwise the merge waits for its time. */
enum { AHEAD = 3 };

/* Find the next record in time order. Sets used_up if it ends the run of the winner: to read its next run would
 * invalidate the delivered records. */
OTFP_INLINE const struct otfp_record *find(struct otfp_trace *t)
{
	struct otfp_delivery *run = &t->runs[otfp_timetree_winner(&t->merge)];
	const struct otfp_record *rec = run->at++;

	OTFP_ASSERT_HOT(rec < run->end);
	__builtin_prefetch(run->at + AHEAD);
	if (OTFP_UNLIKELY(run->at == run->end)) {
		t->used_up = 1;
		return rec;
	}
	otfp_timetree_advance(&t->merge, run->next);
	run->next = run->at[1].time;
	return rec;
}

/* Deliver records in time order. */
static size_t pick(struct otfp_trace *t)
{
	size_t n = 0;

	while (n < OTFP_OUT_MAX && !t->used_up)
		t->out[n++] = find(t);
	return n;
}

/* Give records in time order to the taker, and deliver the last one. */
static int give(struct otfp_trace *t, size_t *n)
{
	struct otfp_taker *to = t->taker;
	const struct otfp_record *rec = find(t);
	unsigned taken = 0;
	int code = 0;

	for (; taken < OTFP_OUT_MAX && !t->used_up && code == 0; taken++) {
		const struct otfp_record *next = find(t);
		code = to->take(to->ctx, rec);
		rec = next;
	}
	to->n += taken;
	t->out[0] = rec;
	*n = 1;
	return code;
}

/* Deliver the rest of the run of the winner. */
static size_t pick_run(struct otfp_trace *t)
{
	struct otfp_delivery *run = &t->runs[otfp_timetree_winner(&t->merge)];
	size_t n = 0;

	if (OTFP_LIKELY(run->limit == UINT64_MAX))
		while (n < OTFP_OUT_MAX && run->at < run->end)
			t->out[n++] = run->at++;
	while (n < OTFP_OUT_MAX && run->at < run->end && is_within(run))
		t->out[n++] = run->at++;
	t->used_up = 1;
	t->turn -= n < t->turn ? n : t->turn;
	return n;
}

/* Continue after the run of the winner was delivered: read its next run, or end it. In loose order it remains the
 * winner for its whole turn, so that a caller with state per process works on few processes at a time. */
static int go_on(struct otfp_trace *t)
{
	struct otfp_delivery *run = &t->runs[otfp_timetree_winner(&t->merge)];
	int code = run->at == run->end ? read_on(t, otfp_timetree_winner(&t->merge)) : 0;

	if (code < 0)
		return code;
	if (code == OTFP_END || !is_within(run)) {
		otfp_timetree_end(&t->merge);
	} else if (t->turn == 0) {
		otfp_timetree_advance(&t->merge, run->at->time);
	} else {
		return 0;
	}
	t->turn = t->loose_turn;
	return 0;
}

int otfp_trace_next_timed(struct otfp_trace *t, size_t *n)
{
	int code = 0;

	if (!t->merging)
		code = start_merge(t);
	else if (t->used_up)
		code = go_on(t);
	if (code)
		return code;
	t->used_up = 0;
	if (otfp_timetree_is_over(&t->merge))
		return OTFP_END;
	if (t->inline_seen && !t->header.inline_snaps)
		return late_inline(t, n);
	if (t->taker)
		return give(t, n);
	*n = t->kinds & OTFP_LOOSE ? pick_run(t) : pick(t);
	return 0;
}
