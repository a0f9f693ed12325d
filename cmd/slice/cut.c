/* cut.c - the timed records of a piece: those before it make the state, those inside are put. */
#include "cmd/slice/slice.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void cut_release(struct cut *c)
{
	otfp_state_release(&c->state);
	otfp_master_release(&c->streams);
	otfp_queue_release(&c->waiting);
	otfp_queue_release(&c->held);
	otfp_queue_release(&c->opening);
	free(c->points.p);
	free(c->order);
	memset(c, 0, sizeof *c);
}

void cut_begin(struct cut *c, uint64_t from, uint64_t to, int has_to)
{
	c->state.keeps = OTFP_STATE_ALL & ~OTFP_STATE_FUNCTIONS;
	c->from = from;
	c->to = to;
	c->has_to = has_to != 0;
	c->opened = from == 0;
	c->announce = c->announced = c->continues = c->begun = 0;
	c->all = c->events = (struct cut_span){0, 0, 0};
	c->snapped = c->dropped = c->unreceived = c->closed_below = 0;
	c->unopened = c->nopened = 0;
}

/* ---- the state ---- */

/* Whether it describes the state at its time; a comment does not. */
static int is_snapshot(const struct otfp_record *rec)
{
	return cut_is_of_snapshots(rec) && rec->type != OTFP_SnapshotComment;
}

static int see(struct cut *c, const struct otfp_record *rec)
{
	struct otfp_change did;

	return otfp_state_add(&c->state, rec, &did) < 0 ? otfp_fail_memory(c->err) : 0;
}

/* An announced snapshot replaces the state of a process. Contradictions before it no longer matter. */
static int see_snapshot(struct cut *c, const struct otfp_record *rec)
{
	struct otfp_process *p;

	if (!cut_is_point(c, rec->time))
		return see(c, rec);
	if (c->point != rec->time)
		otfp_state_restart(&c->state);
	c->point = rec->time;
	p = otfp_state_find(&c->state, rec->loc);
	if (p && (p->known != OTFP_KNOWN_SNAPSHOT || p->snap_time != rec->time))
		otfp_state_forget(&c->state, p);
	return see(c, rec);
}

/* Inline snapshots of one stream may come after events of another stream at the same time, so these events wait. */
static int see_before(struct cut *c, const struct otfp_record *rec)
{
	if (rec->time < c->start)
		return 0;
	if (is_snapshot(rec))
		return see_snapshot(c, rec);
	if (!c->inline_snaps || !cut_is_point(c, rec->time))
		return see(c, rec);
	return otfp_queue_put(&c->waiting, rec) ? 0 : otfp_fail_memory(c->err);
}

static int next_instant(struct cut *c, uint64_t time)
{
	struct otfp_queued *q;
	int rc = 0;

	c->instant = time;
	while (rc == 0 && (q = otfp_queue_first(&c->waiting))) {
		rc = see(c, &q->rec);
		otfp_queue_pop(&c->waiting);
	}
	return rc;
}

/* ---- putting records ---- */

/* The order of records with the same time. */
static uint64_t rank_of(const struct cut *c, const struct otfp_record *rec)
{
	unsigned file = rec->file == OTFP_FILE_SNAP && c->inline_snaps ? OTFP_FILE_EVENT : rec->file;

	return (uint64_t)file << 32 | cut_stream(c, rec->loc);
}

/* Put the records of the state at `from` up to that rank. */
static int drain(struct cut *c, uint64_t rank)
{
	struct otfp_queued *q;
	int rc = 0;

	while (rc == 0 && (rc = cut_opening(c, &q)) == 0 && q && rank_of(c, &q->rec) <= rank) {
		c->snapped++;
		rc = cut_emit(c, &q->rec);
		otfp_queue_pop(&c->opening);
	}
	return rc;
}

/* Before a record with the last time: put the Leaves of the streams before its stream. */
static int close_some(struct cut *c, uint64_t rank)
{
	return rank >> 32 == OTFP_FILE_EVENT ? cut_close(c, (uint32_t)rank) : 0;
}

static int inside(struct cut *c, const struct otfp_record *rec)
{
	int rc = 0;

	if (c->unopened < c->nopened || otfp_queue_first(&c->opening))
		rc = drain(c, rec->time > c->from ? UINT64_MAX : rank_of(c, rec));
	if (rc == 0) /* if the piece starts with records, the state may change before all is put */
		rc = cut_open_all(c);
	if (rc == 0 && c->closed && c->has_end && rec->time == c->end)
		rc = close_some(c, rank_of(c, rec));
	if (rc < 0)
		return rc;
	if (is_snapshot(rec) && (c->closed || (c->from && rec->time == c->from))) {
		c->dropped++;
		return 0;
	}
	rc = c->blind ? 0 : see(c, rec);
	return rc < 0 ? rc : cut_emit(c, rec);
}

/* ---- at `from` ---- */

/* Whether more snapshot records of this time may follow. */
static int waits(const struct cut *c, const struct otfp_record *rec)
{
	return rec->time == c->from && (c->inline_snaps || rec->file == OTFP_FILE_SNAP);
}

static int hold(struct cut *c, const struct otfp_record *rec)
{
	if (is_snapshot(rec))
		return see_snapshot(c, rec);
	return otfp_queue_put(&c->held, rec) ? 0 : otfp_fail_memory(c->err);
}

static int open_piece(struct cut *c)
{
	struct otfp_queued *q;
	int rc = cut_open(c);

	c->opened = 1;
	while (rc == 0 && (q = otfp_queue_first(&c->held))) {
		rc = inside(c, &q->rec);
		otfp_queue_pop(&c->held);
	}
	return rc;
}

int cut_timed(struct cut *c, const struct otfp_record *rec)
{
	int rc = rec->time != c->instant ? next_instant(c, rec->time) : 0;

	if (rc < 0)
		return rc;
	if (c->has_to && rec->time >= c->to) {
		c->continues = 1;
		/* an empty interval still needs the snapshot at `from` */
		return !c->opened && rec->time == c->from && is_snapshot(rec) ? see_snapshot(c, rec) : 0;
	}
	if (rec->time < c->from) {
		c->begun = 1;
		return see_before(c, rec);
	}
	if (!c->opened && waits(c, rec))
		return hold(c, rec);
	if (!c->opened)
		rc = open_piece(c);
	return rc < 0 ? rc : inside(c, rec);
}

int cut_end(struct cut *c)
{
	int rc = next_instant(c, c->instant);

	if (rc == 0 && !c->opened)
		rc = open_piece(c);
	if (rc == 0)
		rc = drain(c, UINT64_MAX);
	if (rc < 0 || !c->closed)
		return rc;
	if (!c->has_end)
		c->end = c->all.any && c->all.last > c->from ? c->all.last : c->from;
	if (c->continues)
		c->end = c->to;
	c->has_end = 1;
	return cut_close(c, UINT64_MAX);
}

int cut_report(const struct cut *c, int strict)
{
	for (unsigned i = 0; i < OTFP_NODDITIES; i++) {
		if (!c->state.odd[i])
			continue;
		if (strict)
			return otfp_fail(c->err, OTFP_EFAIL, "%" PRIu64 " times %s", c->state.odd[i],
			                 otfp_oddity_name(i));
		message_warning("%" PRIu64 " times %s", c->state.odd[i], otfp_oddity_name(i));
	}
	return 0;
}
