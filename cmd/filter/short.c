/*
 * short.c - --min-duration: drop Enter and Leave of calls that are too short.
 *
 * The length of a call is known at its Leave, or it is long enough when the minimum has passed. Until then its Enter
 * waits in a queue, and so do the records after it. The queue never spans more time than the minimum.
 */
#include "cmd/filter/filter.h"
#include "base/ticks.h"

/* Marks of the records in the queue. */
enum { DROPPED, KEPT, WAITING };

int shorts_begin(struct shorts *to, const char *text, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_time time;
	int rc = otfp_time_parse(&time, text, "--min-duration", err);

	if (rc == 0 && time.unit == OTFP_TIME_PERCENT)
		return otfp_fail(err, OTFP_EUSAGE, "--min-duration: a duration cannot be a percentage: '%s'", text);
	return rc < 0 ? rc : otfp_time_bind(&time, h, &to->least, err);
}

void shorts_release(struct shorts *s)
{
	otfp_queue_release(&s->queue);
}

static uint64_t age(const struct shorts *w, uint64_t since)
{
	return w->now > since ? w->now - since : 0;
}

/* Take the first record out of the queue. One that waits is of a call that is long enough. */
static int put_first(struct criteria *c, struct otfp_error *err)
{
	struct otfp_queued *first = otfp_queue_first(&c->shorts.queue);
	const struct otfp_record *rec = &first->rec;
	int keep = first->mark == WAITING ? !c->select->exclude : first->mark == KEPT;
	int rc = criteria_settle(c, &rec, keep, err);

	if (rc > 0)
		rc = otfp_sink_put(c->out, rec);
	otfp_queue_pop(&c->shorts.queue);
	return rc;
}

static int put_settled(struct criteria *c, struct otfp_error *err)
{
	struct shorts *w = &c->shorts;
	struct otfp_queued *first;
	int rc = 0;

	while (rc >= 0 && (first = otfp_queue_first(&w->queue)) &&
	       (first->mark != WAITING || age(w, first->since) >= w->least))
		rc = put_first(c, err);
	return rc < 0 ? rc : 0;
}

/* A call ends. If it is short, all records that wait for its end are still in the queue. */
static void close_call(struct criteria *c, struct judgement *j)
{
	int is_short = age(&c->shorts, c->call->time) < c->shorts.least;

	for (struct otfp_queued *q = is_short ? c->call->place : NULL; q; q = q->link)
		q->mark = c->select->exclude ? KEPT : DROPPED;
	j->applies = 1;
	j->match &= !is_short;
}

/* Judge an Enter, or a snapshot of an open call. @return whether the verdict depends on when the call ends */
static int open_call(const struct criteria *c, struct judgement *j)
{
	j->applies = 1;
	return j->match && age(&c->shorts, c->call->time) < c->shorts.least;
}

static int queue(struct criteria *c, const struct otfp_record *rec, uint32_t mark, struct otfp_error *err)
{
	struct otfp_queued *to = otfp_queue_put(&c->shorts.queue, rec);

	if (!to)
		return otfp_fail_memory(err);
	to->mark = mark;
	if (mark != WAITING)
		return 0;
	to->since = c->call->time;
	to->link = c->call->place;
	c->call->place = to;
	return 0;
}

int shorts_push(struct criteria *c, const struct otfp_record **rec, struct judgement j, struct otfp_error *err)
{
	struct shorts *w = &c->shorts;
	int waits = 0, keep, rc;

	if (plan_of(c, *rec)->timed && (*rec)->time > w->now) /* markers have times of their own */
		w->now = (*rec)->time;
	if (c->call && plan_of(c, *rec)->call == PART_END)
		close_call(c, &j);
	else if (c->call)
		waits = open_call(c, &j);
	rc = put_settled(c, err);
	if (rc < 0)
		return rc;
	keep = is_kept(c->select, j);
	if (!waits && (!otfp_queue_first(&w->queue) || (!keep && !c->rejects.sink)))
		return criteria_settle(c, rec, keep, err);
	if (waits)
		return queue(c, *rec, WAITING, err);
	return queue(c, *rec, keep ? KEPT : DROPPED, err);
}

/* Calls that are open at the end are not known to be short: keep them. */
int shorts_end(struct criteria *c, struct otfp_error *err)
{
	int rc = 0;

	while (rc >= 0 && otfp_queue_first(&c->shorts.queue))
		rc = put_first(c, err);
	return rc < 0 ? rc : 0;
}
