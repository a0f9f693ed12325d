/*
 * run.c - slice_run: one piece of a trace.
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

#define AT(member) offsetof(struct slice_options, member)
const struct option_row slice_options[] = {
	{'t', "time", "A:B", "from time A to before B: " OTFP_TIME_FORMS, OPT_INTERVAL, 0, AT(time), NULL},
	{0, "inside", "SET", "a call of one of these functions, from Enter to Leave", OPT_SET, 0, AT(inside), NULL},
	{0, "nth", "N", "--inside: call N, counted from 1; the first if not given", OPT_GIVEN_NUMBER, 2147483647,
         AT(nth), NULL},
	{'p', "process", "SET", "--inside: a call by one of these processes", OPT_SET, OTFP_SET_LOCATIONS, AT(process),
         NULL},
	{0, "every", "TIME", "slices of length TIME, as traces NAME.000001 ...", OPT_STRING, NEEDS_RANGE, AT(every),
         NULL},
	{0, "max-bytes", "SIZE", "slices of about SIZE bytes of plain text, as traces NAME.000001 ...", OPT_SIZE64,
         1024, AT(max_bytes), NULL},
	{0, "max-pieces", "N", "allow N such slices; 10000 if not given", OPT_GIVEN_NUMBER, PIECES_MOST, AT(max_pieces),
         NULL},
	FLAG(0, "closed", "write what is open as Enter and Leave, not as snapshots", closed),
	{0},
};
#undef AT

void slice_release(void *own)
{
	struct slice_options *o = own;

	free(o->time);
	otfp_set_free(o->inside);
	otfp_set_free(o->process);
	memset(o, 0, sizeof *o);
}

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
	if (!otfp_parse_place(&s->other) || s->other.file != OTFP_EVENT)
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
	const int is_global = rec->type < OTFP_NTYPES && rec->file == OTFP_DEF && rec->loc == 0;
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

static int cut_one(struct slice *s, struct twice *twice)
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

static int usage(const struct job *job, const struct slice_options *o)
{
	const int pieces = o->every || o->max_bytes;

	if (!o->time && !o->inside && !pieces)
		return message_usage("nothing to cut: give -t, --inside, --every or --max-bytes");
	if (o->time && o->time->one)
		return message_usage(
			"--time: a piece needs a start and an end: A:B, A: or :B; A:A is what is open at A");
	if (!o->inside && (o->nth_given || o->process))
		return message_usage("--nth and -p need --inside; to select processes, use otf-filter");
	if (o->nth_given && o->nth == 0)
		return message_usage("--nth: calls are counted from 1");
	if (o->max_pieces_given && !pieces)
		return message_usage("--max-pieces needs --every or --max-bytes");
	if (pieces && !job->common->output)
		return message_usage("--every and --max-bytes need -o NAME for the traces NAME.000001 ...");
	return job_usage(job);
}

static int fail(const struct otfp_error *err)
{
	message_print("%s", err->text);
	return exit_status(err->code);
}

int slice_run(struct job *job, void *own)
{
	const struct slice_options *o = own;
	struct slice s = {.job = job, .o = o};
	const int pieces = o->every || o->max_bytes;
	struct otfp_error err;
	struct twice twice = {0};
	int status = usage(job, o), has_to;

	if (status)
		return status;
	job->read.whole = "a slice"; /* messages are pending until another process receives them */
	if ((o->time || o->inside || !pieces) && twice_begin(&twice, job, &err) < 0)
		return fail(&err);
	if (o->inside) {
		const struct inside call = {o->inside, o->process, o->nth_given ? (uint64_t)o->nth : 1};
		if (inside_find(job, &call, &twice, &s.from, &s.to, &has_to, &err) < 0) {
			twice_release(&twice);
			return fail(&err);
		}
		s.has_to = has_to != 0;
		s.found = 1;
	}
	status = pieces ? slice_pieces(&s, o->time || o->inside ? &twice : NULL) : cut_one(&s, &twice);
	twice_release(&twice);
	return status;
}
