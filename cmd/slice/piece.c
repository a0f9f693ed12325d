/*
 * piece.c - one piece of a trace.
 *
 * Definitions come first, but which of them are used is known only after the last record of the piece. So there are two
 * passes over the records. Both start at the nearest announced snapshot before the piece. If it has no records, the
 * first pass is repeated from an earlier snapshot.
 */
#include "cmd/slice/run.h"
#include "cmd/slice/slice.h"
#include "base/set.h"
#include "base/ticks.h"
#include "line/parse.h"
#include "cmd/select/prune.h"
#include "cmd/run/run.h"
#include "cmd/run/inside.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one piece or several ---- */

static int bind_interval(struct slice *s, const struct otfp_header *h, struct otfp_error *err)
{
	int has_to = 0, rc = 0;

	if (s->found)
		return 0;
	s->from = 0;
	s->to = UINT64_MAX;
	if (s->o->time)
		rc = otfp_interval_bind(s->o->time, h, &s->from, &s->to, &has_to, err);
	s->has_to = has_to != 0;
	if (s->o->time && s->has_to && s->to == s->from)
		s->o->time->met = 1; /* only the state at that time is wanted */
	return rc;
}

static void end_at_once(struct slice *s)
{
	s->to = s->from;
	s->has_to = 1;
}

int slice_begin(struct slice *s, const struct otfp_header *h, struct otfp_error *err)
{
	struct cut *c = &s->cut;
	const uint64_t end = c->end;
	const uint8_t has_end = c->has_end;
	const int rc = bind_interval(s, h, err);

	if (s->probing)
		end_at_once(s);
	s->err = err;
	s->header = *h;
	cut_release(c);
	*c = (struct cut){.err = err, .put = slice_put, .ctx = s, .end = end, .has_end = has_end};
	c->closed = s->o->closed != 0;
	c->inline_snaps = h->inline_snaps;
	cut_begin(c, s->from, s->to, s->has_to);
	/* the source does not deliver records after the end */
	c->continues = s->has_to && h->has_span && h->last >= s->to;
	c->begun = h->has_span && h->first < s->from;
	return rc;
}

/*
 * Several joined traces have no common snapshots, so all records before the piece are read. The last pass starts where
 * the pass before it did: a stream is always read from its start, but a recording of it asks here all the same.
 */
int slice_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	struct slice *s = ctx;
	struct cut *c = &s->cut;

	if (!s->final && s->job->read.nsources <= 1 && s->from)
		cut_point_before(c, s->from, s->back, &c->start);
	*from = c->start;
	*to = s->to > s->from ? s->to : s->from + 1; /* the snapshot at `from` is needed */
	*has_to = s->has_to && s->from < UINT64_MAX;
	return 1;
}

int slice_is_timed(struct slice *s, const struct otfp_record **rec)
{
	if ((*rec)->type != OTFP_OTHER)
		return (*rec)->type != OTFP_CONTROL && otfp_is_timed((*rec)->file);
	s->other = **rec;
	if (!otfp_parse_place(&s->other) || s->other.file != OTFP_FILE_EVENT)
		return 0;
	*rec = &s->other;
	return 1;
}

/* Before the first record is put, check that the snapshot where reading started has records. */
static int check_start(struct slice *s)
{
	struct cut *c = &s->cut;

	if (!c->start || c->point >= c->start)
		return 0;
	s->retry = 1;
	return otfp_fail(s->err, OTFP_EFAIL, "no snapshot records at %" PRIu64, c->start);
}

int slice_timed(struct slice *s, const struct otfp_record *rec)
{
	const int opened = s->cut.opened;
	int rc = cut_timed(&s->cut, rec);

	otfp_interval_meet(s->o->time, s->from, s->to, s->has_to, rec->time);

	return rc == 0 && s->cut.opened && !opened ? check_start(s) : rc;
}

int slice_put(void *ctx, const struct otfp_record *rec)
{
	struct slice *s = ctx;
	const int timed = rec->type < OTFP_NTYPES && (otfp_is_timed(rec->file) || rec->type == OTFP_Marker);
	int rc = 1;

	if (!timed || prune_state(s->prune, s->err) > 0)
		rc = prune_record(s->prune, &rec, timed ? otfp_master_stream(&s->cut.streams, rec->loc) : 0, s->err);
	return rc <= 0 ? rc : otfp_sink_put(s->out, rec);
}

int slice_report(const struct slice *s)
{
	const struct cut *c = &s->cut;

	if (c->point && c->point <= s->from)
		message_note(1, "state as of the snapshot at %" PRIu64 "%s", c->point,
		             c->start ? "" : "; the records before it were read, too");
	else if (s->from)
		message_note(1, "no snapshot at or before %" PRIu64 ": read from the start", s->from);
	if (c->closed && c->dropped)
		message_note(1, "left out %" PRIu64 " snapshot records", c->dropped);
	if (c->unreceived)
		message_note(1, "%" PRIu64 " messages are in transit at the end", c->unreceived);
	return cut_report(c, s->job->common->strict);
}

/* ---- one piece: the stage ---- */

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct slice *s = ctx;
	struct cut *c = &s->cut;
	const struct cut before = *c;
	int rc;

	if (s->failed.code) {
		*err = s->failed;
		return err->code;
	}
	rc = slice_begin(s, h, err);
	c->blind = !s->final && !c->closed;
	if (rc < 0 || !s->final)
		return rc;
	/* results of the first pass */
	c->start = before.start;
	c->announce = before.snapped && !before.closed;
	c->continues = before.continues;
	cut_find_window(c, &before, h);
	s->header.has_window = c->window.is_one;
	s->header.window_ends = c->window.is_one && c->window.ends;
	s->header.window_from = s->header.has_window ? c->window.from : 0;
	s->header.window_to = s->header.window_ends ? c->window.to : 0;
	s->header.has_span = before.all.any;
	s->header.first = before.all.first;
	s->header.last = before.all.last;
	s->header.has_events = before.events.any;
	s->header.events_first = before.events.first;
	s->header.events_last = before.events.last;
	return 0;
}

static const struct otfp_header *header(void *ctx)
{
	return &((struct slice *)ctx)->header;
}

static int put_definition(struct slice *s, const struct otfp_record *rec)
{
	const int is_global = rec->type < OTFP_NTYPES && rec->file == OTFP_FILE_DEF && rec->loc == 0;
	int rc = is_global ? 0 : cut_announce(&s->cut);

	if (rc == 0 && rec->type == OTFP_DefProcess && !s->final)
		rc = prune_keep(s->prune, rec, s->err);
	if (rc < 0 || !cut_keeps(&s->cut, rec))
		return rc;
	return slice_put(s, rec);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct slice *s = ctx;
	int rc;

	(void)err;
	if (slice_is_timed(s, rec)) {
		rc = cut_announce(&s->cut);
		if (rc == 0)
			rc = slice_timed(s, *rec);
		return rc == 0 && s->probing && (*rec)->time >= s->from ? OTFP_LAST : rc;
	}
	rc = cut_learn(&s->cut, *rec);
	if (rc < 0)
		return rc;
	return (*rec)->type == OTFP_CONTROL ? slice_put(s, *rec) : put_definition(s, *rec);
}

static int end(void *ctx, struct otfp_error *err)
{
	struct slice *s = ctx;
	const int opened = s->cut.opened;
	int rc = cut_announce(&s->cut);

	(void)err;
	if (rc == 0)
		rc = cut_end(&s->cut);
	if (rc == 0 && !opened)
		rc = check_start(s);
	return rc < 0 || !s->final ? rc : slice_report(s);
}

static int attach(void *ctx, struct otfp_sink *out)
{
	((struct slice *)ctx)->out = out;
	return 1;
}

static const struct otfp_stage_ops stage = {
	.begin = begin,
	.window = slice_window,
	.record = record,
	.end = end,
	.header = header,
	.attach = attach,
};

/* ---- the passes ---- */

/* Run the first pass, and repeat it from earlier snapshots until one has records; the steps back double. */
static void first_pass(struct slice *s, struct twice *twice)
{
	struct otfp_error err = {0};
	size_t step = 1;
	int rc;

	do {
		prune_free(s->prune);
		s->prune = prune_new();
		s->retry = 0;
		rc = s->prune ? twice_pass(twice, &err) : otfp_fail_memory(&err);
		if (s->retry) {
			s->back += step;
			step *= 2;
		}
	} while (s->retry);
	if (rc < 0)
		s->failed = err;
	s->job->input_failed = rc < 0;
	if (s->prune && prune_close(s->prune, rc < 0 ? &err : NULL) < 0)
		prune_state(s->prune, &s->failed);
}

void slice_find_snapshot(struct slice *s, struct twice *twice)
{
	s->job->stage = &stage;
	s->job->ctx = s;
	s->probing = 1;
	first_pass(s, twice);
	prune_free(s->prune);
	s->prune = NULL;
	s->out = NULL;
	s->probing = 0;
}

int slice_piece(struct slice *s, struct twice *twice)
{
	int status;

	s->job->stage = &stage;
	s->job->ctx = s;
	first_pass(s, twice);
	s->final = 1;
	status = twice_run(twice, s->job);
	prune_free(s->prune);
	cut_release(&s->cut);
	return status;
}
