#include "wait/diary.h"
#include <stdlib.h>

/* Begin a note, which has the time if that is later. */
static char *put(struct wait_diary *d, char *p, unsigned kind, const uint64_t v[WAIT_NOTE_NUMBERS])
{
	const uint64_t ticks = d->w->tick - d->tick;

	d->tick = d->w->tick;
	return wait_note_put(p, kind, ticks, v);
}

static int note(struct wait_diary *d, unsigned kind, const uint64_t v[WAIT_NOTE_NUMBERS])
{
	char *p = wait_note_room(d, 0);

	if (!p)
		return -1;
	otfp_wait_reel_put(&d->reel, put(d, p, kind, v));
	return 0;
}

/* A note of a process with the time that passed; v[1] is set. */
static int note_passed(struct wait_diary *d, unsigned kind, uint64_t v[WAIT_NOTE_NUMBERS])
{
	struct wait_passed *s = wait_passed_of(d, v[0]);
	char *p = s ? wait_note_room(d, s->n) : NULL;

	if (!p)
		return -1;
	v[1] = s->n;
	otfp_wait_reel_put(&d->reel, otfp_wait_passed_put(put(d, p, kind, v), s));
	return 0;
}

/* ---- calls ---- */

static int enter(void *ctx, const struct wait_call *c)
{
	struct wait_diary *d = ctx;
	uint64_t v[WAIT_NOTE_NUMBERS] = {c->index, 0, wait_fold_sign(c->number - d->number),
	                                 d->by_path ? c->path : c->function->number + (uint64_t)1};

	d->number = c->number;
	return note_passed(d, c->function->ends == 1 + WAIT_INIT ? WAIT_NOTE_INIT : WAIT_NOTE_ENTER, v);
}

static int leave(void *ctx, const struct wait_call *c)
{
	uint64_t v[WAIT_NOTE_NUMBERS] = {c->index};

	return note_passed(ctx, WAIT_NOTE_LEAVE, v);
}

/* ---- synchronization ---- */

/* How many calls ago it began. */
static uint64_t age_of(const struct wait_diary *d, const struct wait_call *c)
{
	return d->w->processes[c->index].ordinal - c->ordinal;
}

static int refer(struct wait_diary *d, unsigned kind, const struct wait_call *c)
{
	const uint64_t v[WAIT_NOTE_NUMBERS] = {c->index, age_of(d, c)};

	return note(d, kind, v);
}

static int sync(struct wait_diary *d, unsigned kind, const struct wait_call *a, const struct wait_call *b)
{
	const uint64_t v[WAIT_NOTE_NUMBERS] = {a->index, age_of(d, a), b->index, age_of(d, b)};

	return note(d, kind, v);
}

static int half(void *ctx, const struct wait_call *c)
{
	return refer(ctx, WAIT_NOTE_REF, c);
}

static int message(void *ctx, const struct wait_call *sent, const struct wait_call *received, int is_second_sent)
{
	const struct wait_call *first = is_second_sent ? received : sent, *second = is_second_sent ? sent : received;

	if (first && second && first->index != second->index)
		return sync(ctx, WAIT_NOTE_MET, first, second);
	return first ? refer(ctx, WAIT_NOTE_UNREF, first) : 0;
}

static int is_rooted(const struct wait_instance *i)
{
	return i->type == WAIT_FROM || i->type == WAIT_TO;
}

/* Each member and the root; until the operation is over the root may come. */
static int member_of_rooted(struct wait_diary *d, const struct wait_instance *i)
{
	const struct wait_arrival *now = &i->arrivals[i->begun - 1];
	const struct wait_call *calls = d->w->calls;
	const int is_root = now->position == i->root;
	const uint32_t first = is_root ? 0 : i->root_at, end = is_root ? i->begun - 1 : i->root_at + 1;

	if (half(d, &calls[now->call - 1]) < 0)
		return -1;
	for (uint32_t k = first; k < end && i->has_root; k++) {
		const struct wait_call *c = i->arrivals[k].call ? &calls[i->arrivals[k].call - 1] : NULL;
		if (c && c->index != calls[now->call - 1].index &&
		    sync(d, WAIT_NOTE_SYNC, c, &calls[now->call - 1]) < 0)
			return -1;
	}
	return 0;
}

static int member(void *ctx, const struct wait_instance *i)
{
	struct wait_diary *d = ctx;
	const struct wait_arrival *a = &i->arrivals[i->begun - 1];
	const struct wait_call *c = a->call ? &d->w->calls[a->call - 1] : NULL;
	const uint64_t age = c ? age_of(d, c) : d->w->processes->ordinal;
	const uint64_t v[WAIT_NOTE_NUMBERS] = {c ? c->index : 0, age, i->communicator, i->index, a->member};

	if (is_rooted(i))
		return c ? member_of_rooted(d, i) : 0;
	if (i->type == WAIT_UNTYPED)
		return 0;
	return note(d, i->type == WAIT_PREFIX ? WAIT_NOTE_PREFIX : WAIT_NOTE_ALL, v);
}

static int over(void *ctx, const struct wait_instance *i)
{
	struct wait_diary *d = ctx;
	const uint64_t v[WAIT_NOTE_NUMBERS] = {i->communicator, i->index};

	if (!is_rooted(i))
		return i->type == WAIT_UNTYPED ? 0 : note(d, WAIT_NOTE_OVER, v);
	for (uint32_t k = 0; k < i->begun; k++)
		if (i->arrivals[k].call && refer(d, WAIT_NOTE_UNREF, &d->w->calls[i->arrivals[k].call - 1]) < 0)
			return -1;
	return 0;
}

/* ---- begin and end ---- */

void otfp_wait_diary_begin(struct wait_diary *d, struct otfp_wait_engine *w, int by_path)
{
	d->w = w;
	d->by_path = by_path;
	d->watch = (struct wait_watch){d, otfp_wait_diary_elapsed, enter, leave, half, message, member, over};
	otfp_wait_watch(w, &d->watch);
}

void otfp_wait_diary_release(struct wait_diary *d)
{
	for (size_t i = 0; i < d->npassed; i++)
		free(d->passed[i].p);
	free(d->passed);
	d->passed = NULL;
	d->npassed = 0;
	otfp_wait_reel_release(&d->reel);
}
