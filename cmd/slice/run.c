/*
 * run.c - otfp_slice_run: one piece of a trace.
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
#include "cmd/run/select/prune.h"
#include "cmd/run/run.h"
#include "cmd/run/inside.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct otfp_slicing, member)
const struct otfp_option otfp_slicing_options[] = {
	{'t', "time", "A:B", "from time A to before B: " OTFP_TIME_FORMS, OTFP_OPT_INTERVAL, 0, AT(time), NULL},
	{0, "inside", "SET", "a call of one of these functions, from Enter to Leave", OTFP_OPT_SET, 0, AT(inside),
         NULL},
	{0, "nth", "N", "--inside: call N, counted from 1; the first if not given", OTFP_OPT_GIVEN_NUMBER, 2147483647,
         AT(nth), NULL},
	{'p', "process", "SET", "--inside: a call by one of these processes", OTFP_OPT_SET, OTFP_SET_LOCATIONS,
         AT(process), NULL},
	{0, "every", "TIME", "slices of length TIME, as traces NAME.000001 ...", OTFP_OPT_STRING, OTFP_NEEDS_RANGE,
         AT(every), NULL},
	{0, "max-bytes", "SIZE", "slices of about SIZE bytes of plain text, as traces NAME.000001 ...", OTFP_OPT_SIZE64,
         1024, AT(max_bytes), NULL},
	{0, "max-pieces", "N", "allow N such slices; 10000 if not given", OTFP_OPT_GIVEN_NUMBER, OTFP_PIECES_MOST,
         AT(max_pieces), NULL},
	{0, "closed", NULL, "write what is open as Enter and Leave, not as snapshots", OTFP_OPT_FLAG, 1, AT(closed),
         NULL},
	{0},
};
#undef AT

void otfp_slicing_release(struct otfp_slicing *o)
{
	free(o->time);
	otfp_set_free(o->inside);
	otfp_set_free(o->process);
	memset(o, 0, sizeof *o);
}

/* ---- one piece or several ---- */

static int bind_interval(struct otfp_slice *s, const struct otfp_header *h, struct otfp_error *err)
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

static void end_at_once(struct otfp_slice *s)
{
	s->to = s->from;
	s->has_to = 1;
}

int otfp_slice_begin(struct otfp_slice *s, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_cut *c = &s->cut;
	const uint64_t end = c->end;
	const uint8_t has_end = c->has_end;
	const int rc = bind_interval(s, h, err);

	if (s->probing)
		end_at_once(s);
	s->err = err;
	s->header = *h;
	otfp_cut_release(c);
	*c = (struct otfp_cut){.err = err, .put = otfp_slice_put, .ctx = s, .end = end, .has_end = has_end};
	c->closed = s->o->closed != 0;
	c->inline_snaps = h->inline_snaps;
	otfp_cut_begin(c, s->from, s->to, s->has_to);
	/* the source does not deliver records after the end */
	c->continues = s->has_to && h->has_span && h->last >= s->to;
	c->begun = h->has_span && h->first < s->from;
	return rc;
}

/*
 * Several joined traces have no common snapshots, so all records before the piece are read. The last pass starts where
 * the pass before it did: a stream is always read from its start, but a recording of it asks here all the same.
 */
int otfp_slice_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	struct otfp_slice *s = ctx;
	struct otfp_cut *c = &s->cut;

	if (!s->final && s->job->read.nsources <= 1 && s->from)
		otfp_cut_point_before(c, s->from, s->back, &c->start);
	*from = c->start;
	*to = s->to > s->from ? s->to : s->from + 1; /* the snapshot at `from` is needed */
	*has_to = s->has_to && s->from < UINT64_MAX;
	return 1;
}

int otfp_slice_is_timed(struct otfp_slice *s, const struct otfp_record **rec)
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
static int check_start(struct otfp_slice *s)
{
	struct otfp_cut *c = &s->cut;

	if (!c->start || c->point >= c->start)
		return 0;
	s->retry = 1;
	return otfp_fail(s->err, OTFP_EFAIL, "no snapshot records at %" PRIu64, c->start);
}

int otfp_slice_timed(struct otfp_slice *s, const struct otfp_record *rec)
{
	const int opened = s->cut.opened;
	int rc = otfp_cut_timed(&s->cut, rec);

	otfp_interval_meet(s->o->time, s->from, s->to, s->has_to, rec->time);

	return rc == 0 && s->cut.opened && !opened ? check_start(s) : rc;
}

int otfp_slice_put(void *ctx, const struct otfp_record *rec)
{
	struct otfp_slice *s = ctx;
	const int timed = rec->type < OTFP_NTYPES && (otfp_is_timed(rec->file) || rec->type == OTFP_Marker);
	int rc = 1;

	if (!timed || otfp_prune_state(s->prune, s->err) > 0)
		rc = otfp_prune_record(s->prune, &rec, timed ? otfp_master_stream(&s->cut.streams, rec->loc) : 0,
		                       s->err);
	return rc <= 0 ? rc : otfp_sink_put(s->out, rec);
}

int otfp_slice_report(const struct otfp_slice *s)
{
	const struct otfp_cut *c = &s->cut;

	if (c->point && c->point <= s->from)
		otfp_note(1, "state as of the snapshot at %" PRIu64 "%s", c->point,
		          c->start ? "" : "; the records before it were read, too");
	else if (s->from)
		otfp_note(1, "no snapshot at or before %" PRIu64 ": read from the start", s->from);
	if (c->closed && c->dropped)
		otfp_note(1, "left out %" PRIu64 " snapshot records", c->dropped);
	if (c->unreceived)
		otfp_note(1, "%" PRIu64 " messages are in transit at the end", c->unreceived);
	return otfp_cut_report(c, s->job->common->strict);
}

/* ---- one piece: the stage ---- */

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_slice *s = ctx;
	struct otfp_cut *c = &s->cut;
	const struct otfp_cut before = *c;
	int rc;

	if (s->failed.code) {
		*err = s->failed;
		return err->code;
	}
	rc = otfp_slice_begin(s, h, err);
	c->blind = !s->final && !c->closed;
	if (rc < 0 || !s->final)
		return rc;
	/* results of the first pass */
	c->start = before.start;
	c->announce = before.snapped && !before.closed;
	c->continues = before.continues;
	otfp_cut_find_window(c, &before, h);
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
	return &((struct otfp_slice *)ctx)->header;
}

static int put_definition(struct otfp_slice *s, const struct otfp_record *rec)
{
	const int is_global = rec->type < OTFP_NTYPES && rec->file == OTFP_DEF && rec->loc == 0;
	int rc = is_global ? 0 : otfp_cut_announce(&s->cut);

	if (rc == 0 && rec->type == OTFP_DefProcess && !s->final)
		rc = otfp_prune_keep(s->prune, rec, s->err);
	if (rc < 0 || !otfp_cut_keeps(&s->cut, rec))
		return rc;
	return otfp_slice_put(s, rec);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_slice *s = ctx;
	int rc;

	(void)err;
	if (otfp_slice_is_timed(s, rec)) {
		rc = otfp_cut_announce(&s->cut);
		if (rc == 0)
			rc = otfp_slice_timed(s, *rec);
		return rc == 0 && s->probing && (*rec)->time >= s->from ? OTFP_LAST : rc;
	}
	rc = otfp_cut_learn(&s->cut, *rec);
	if (rc < 0)
		return rc;
	return (*rec)->type == OTFP_CONTROL ? otfp_slice_put(s, *rec) : put_definition(s, *rec);
}

static int end(void *ctx, struct otfp_error *err)
{
	struct otfp_slice *s = ctx;
	const int opened = s->cut.opened;
	int rc = otfp_cut_announce(&s->cut);

	(void)err;
	if (rc == 0)
		rc = otfp_cut_end(&s->cut);
	if (rc == 0 && !opened)
		rc = check_start(s);
	return rc < 0 || !s->final ? rc : otfp_slice_report(s);
}

static int attach(void *ctx, struct otfp_sink *out)
{
	((struct otfp_slice *)ctx)->out = out;
	return 1;
}

static const struct otfp_stage_ops stage = {
	.begin = begin,
	.window = otfp_slice_window,
	.record = record,
	.end = end,
	.header = header,
	.attach = attach,
};

/* ---- the passes ---- */

/* Run the first pass, and repeat it from earlier snapshots until one has records; the steps back double. */
static void first_pass(struct otfp_slice *s, struct otfp_twice *twice)
{
	struct otfp_error err = {0};
	size_t step = 1;
	int rc;

	do {
		otfp_prune_free(s->prune);
		s->prune = otfp_prune_new();
		s->retry = 0;
		rc = s->prune ? otfp_twice_pass(twice, &err) : otfp_fail_memory(&err);
		if (s->retry) {
			s->back += step;
			step *= 2;
		}
	} while (s->retry);
	if (rc < 0)
		s->failed = err;
	s->job->input_failed = rc < 0;
	if (s->prune && otfp_prune_close(s->prune, rc < 0 ? &err : NULL) < 0)
		otfp_prune_state(s->prune, &s->failed);
}

void otfp_slice_probe(struct otfp_slice *s, struct otfp_twice *twice)
{
	s->job->stage = &stage;
	s->job->ctx = s;
	s->probing = 1;
	first_pass(s, twice);
	otfp_prune_free(s->prune);
	s->prune = NULL;
	s->out = NULL;
	s->probing = 0;
}

static int cut_one(struct otfp_slice *s, struct otfp_twice *twice)
{
	int status;

	s->job->stage = &stage;
	s->job->ctx = s;
	first_pass(s, twice);
	s->final = 1;
	status = otfp_twice_run(twice, s->job);
	otfp_prune_free(s->prune);
	otfp_cut_release(&s->cut);
	return status;
}

static int usage(const struct otfp_job *job, const struct otfp_slicing *o)
{
	const int pieces = o->every || o->max_bytes;

	if (!o->time && !o->inside && !pieces)
		return otfp_usage("nothing to cut: give -t, --inside, --every or --max-bytes");
	if (o->time && o->time->one)
		return otfp_usage("--time: a piece needs a start and an end: A:B, A: or :B; A:A is what is open at A");
	if (!o->inside && (o->nth_given || o->process))
		return otfp_usage("--nth and -p need --inside; to select processes, use otf-filter");
	if (o->nth_given && o->nth == 0)
		return otfp_usage("--nth: calls are counted from 1");
	if (o->max_pieces_given && !pieces)
		return otfp_usage("--max-pieces needs --every or --max-bytes");
	if (pieces && !job->common->output)
		return otfp_usage("--every and --max-bytes need -o NAME for the traces NAME.000001 ...");
	return otfp_job_usage(job);
}

static int fail(const struct otfp_error *err)
{
	otfp_message("%s", err->text);
	return otfp_exit_status(err->code);
}

int otfp_slice_run(struct otfp_job *job, const struct otfp_slicing *o)
{
	struct otfp_slice s = {.job = job, .o = o};
	const int pieces = o->every || o->max_bytes;
	struct otfp_error err;
	struct otfp_twice twice = {0};
	int status = usage(job, o), has_to;

	if (status)
		return status;
	job->read.whole = "a slice"; /* messages are pending until another process receives them */
	if ((o->time || o->inside || !pieces) && otfp_twice_begin(&twice, job, &err) < 0)
		return fail(&err);
	if (o->inside) {
		const struct otfp_inside call = {o->inside, o->process, o->nth_given ? (uint64_t)o->nth : 1};
		if (otfp_inside_find(job, &call, &twice, &s.from, &s.to, &has_to, &err) < 0) {
			otfp_twice_release(&twice);
			return fail(&err);
		}
		s.has_to = has_to != 0;
		s.found = 1;
	}
	status = pieces ? otfp_slice_pieces(&s, o->time || o->inside ? &twice : NULL) : cut_one(&s, &twice);
	otfp_twice_release(&twice);
	return status;
}
