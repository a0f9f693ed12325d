/*
 * pieces.c - --every, --max-bytes: cut into numbered traces, one after the other, in one pass.
 *
 * A trace has a file of its own for definitions, so they are put at the end of a piece, when it is known which are
 * used. All definitions, markers and control lines are kept in memory; the state goes on from piece to piece. One trace
 * is open at a time. A piece is committed when it is complete, and a later failure does not remove it.
 */
#include "base/buf.h"
#include "base/grow.h"
#include "base/ticks.h"
#include "commit/beside.h"
#include "otf/names.h"
#include "otf/read/trace.h"
#include "cmd/option/outputs.h"
#include "cmd/run/provenance.h"
#include "cmd/text/signals.h"
#include "cmd/select/prune.h"
#include "cmd/run/run.h"
#include "cmd/slice/slice.h"
#include "cmd/select/sizes.h"
#include "cmd/run/twice.h"
#include "record/packed.h"
#include "trace/sink.h"
#include <inttypes.h>
#include <stdlib.h>

enum { PIECES_MAX = 10000 }; /* if --max-pieces is not given */

struct list {
	struct otfp_packed **p;
	size_t n, cap;
};

struct pieces {
	struct slice s;
	struct list controls, definitions; /* definitions: markers, too */
	size_t leading;                    /* number of definitions put at the begin of the piece */
	struct provenance pg;
	struct otfp_buf stub, name;
	struct otfp_beside *beside; /* the files in the directory before the first piece */
	struct sizes sizes;
	uint64_t bytes; /* size of this piece so far */
	uint64_t step;  /* ticks, of --every; 0 = --max-bytes */
	uint64_t to;    /* end of the last piece, if has_to */
	int has_to;
	unsigned number; /* of this piece */
	uint64_t lost;
};

/* ---- what every piece gets ---- */

static int keep(struct pieces *p, struct list *l, const struct otfp_record *rec)
{
	if (otfp_grow(&l->p, l->n, &l->cap, sizeof *l->p) < 0)
		return otfp_fail_memory(p->s.err);
	l->p[l->n] = otfp_packed_copy(rec);
	if (!l->p[l->n])
		return otfp_fail_memory(p->s.err);
	l->n++;
	return 0;
}

static void release(struct list *l)
{
	while (l->n)
		free(l->p[--l->n]);
	free(l->p);
}

/* Call f for each record of the list, from the i-th on, until it returns nonzero. @return its last result, or 0 */
static int each(struct slice *s, const struct list *l, size_t i,
                int (*f)(struct slice *s, const struct otfp_record *rec))
{
	int rc = 0;

	for (; i < l->n && rc == 0; i++) {
		struct otfp_queued *q = otfp_packed_open(l->p[i]);
		rc = q ? f(s, &q->rec) : otfp_fail_memory(s->err);
		free(q);
	}
	return rc;
}

/* Our own @PG line comes after those of earlier stages. */
static int keep_provenance(struct pieces *p)
{
	struct otfp_record own;

	if (p->pg.done)
		return 0;
	p->pg.done = 1;
	if (provenance_line(&p->pg, p->s.job->argc, p->s.job->argv, &own) < 0)
		return otfp_fail_memory(p->s.err);
	return keep(p, &p->controls, &own);
}

static int keep_control(struct pieces *p, const struct otfp_record *rec)
{
	const int is_pg = provenance_add(&p->pg, rec);
	int rc = is_pg ? 0 : keep_provenance(p);

	if (is_pg < 0)
		return otfp_fail_memory(p->s.err);
	if (is_pg && p->s.job->common->no_pg)
		return 0;
	if (rc == 0)
		rc = keep(p, &p->controls, rec);
	return rc < 0 || !p->s.out ? rc : otfp_sink_put(p->s.out, rec);
}

/* ---- a piece ---- */

static int make_name(struct pieces *p, unsigned number)
{
	p->name.n = 0;
	return otfp_buf_printf(&p->name, "%s.%06u", p->stub.p, number) < 0 || !otfp_buf_str(&p->name) ?
	               otfp_fail_memory(p->s.err) :
	               0;
}

static int put_leading(struct pieces *p)
{
	const struct list *l = &p->definitions;
	int rc = 0;

	for (p->leading = 0; rc == 0 && p->leading < l->n; p->leading++) {
		const struct otfp_record *rec = &l->p[p->leading]->rec;
		if (rec->loc || (rec->type != OTFP_DefVersion && rec->type != OTFP_DefUniqueId))
			break;
		rc = otfp_sink_put(p->s.out, rec);
	}
	return rc;
}

static unsigned most_pieces(const struct pieces *p)
{
	return (unsigned)(p->s.o->max_pieces_given ? p->s.o->max_pieces : PIECES_MAX);
}

/* Without pieces so far nothing is written: a usage error. */
static int too_many(const struct pieces *p, struct otfp_error *err)
{
	if (!p->number)
		return otfp_fail(err, OTFP_EUSAGE, "%s: more than the %u pieces that --max-pieces allows", p->stub.p,
		                 most_pieces(p));
	return otfp_fail(err, OTFP_EFAIL, "%s: more than the %u pieces that --max-pieces allows; %u are written",
	                 p->stub.p, most_pieces(p), p->number - (p->s.out != NULL));
}

static int put_control(struct slice *s, const struct otfp_record *rec)
{
	return otfp_sink_put(s->out, rec);
}

static int open_piece(struct pieces *p)
{
	struct slice *s = &p->s;
	struct otfp_write_options o = job_write_options(s->job);
	int rc;

	if (p->number >= most_pieces(p))
		return too_many(p, s->err);
	rc = make_name(p, ++p->number);
	if (rc == 0 && outputs_is_trace(p->name.p, s->job->read.sources, s->job->read.nsources))
		rc = otfp_fail(s->err, OTFP_EFAIL, "%s.otf: is an input, which is still read", p->name.p);
	if (rc == 0)
		rc = otfp_sink_create(&s->out, "otf", p->name.p, &o, p->beside, s->err);
	s->prune = rc == 0 ? prune_new() : NULL;
	if (rc == 0 && !s->prune)
		rc = otfp_fail_memory(s->err);
	if (rc == 0) {
		otfp_sink_stop(s->out, signal_came);
		rc = otfp_sink_begin(s->out, &s->header);
	}
	if (rc == 0)
		rc = each(s, &p->controls, 0, put_control);
	p->bytes = 0;
	return rc < 0 ? rc : put_leading(p);
}

/* Mark what a definition or marker refers to. The tokens of a marker belong to the stream of its process. */
static int use(struct slice *s, const struct otfp_record *rec)
{
	const uint32_t stream = rec->type == OTFP_Marker ? otfp_master_stream(&s->cut.streams, rec->loc) : 0;
	int rc = 0;

	if (rec->type == OTFP_DefProcess)
		rc = prune_keep(s->prune, rec, s->err);
	if (rc == 0 && cut_keeps(&s->cut, rec))
		rc = prune_record(s->prune, &rec, stream, s->err);
	return rc < 0 ? rc : 0;
}

static int put_definition(struct slice *s, const struct otfp_record *rec)
{
	const int is_global = rec->type < OTFP_NTYPES && rec->file == OTFP_FILE_DEF && rec->loc == 0;
	int rc = is_global ? 0 : cut_announce(&s->cut);

	if (rc == 0 && cut_keeps(&s->cut, rec))
		rc = slice_put(s, rec);
	return rc;
}

static int put_definitions(struct pieces *p)
{
	struct slice *s = &p->s;
	int rc;

	s->cut.announce = s->cut.snapped && !s->cut.closed;
	cut_find_window(&s->cut, &s->cut, &s->header);
	rc = each(s, &p->definitions, 0, use);
	if (rc == 0 && prune_close(s->prune, NULL) < 0)
		rc = prune_state(s->prune, s->err);
	if (rc == 0)
		rc = each(s, &p->definitions, p->leading, put_definition);
	return rc < 0 ? rc : cut_announce(&s->cut);
}

static void close_piece(struct pieces *p)
{
	otfp_sink_close(p->s.out);
	prune_free(p->s.prune);
	p->s.out = NULL;
	p->s.prune = NULL;
}

static int end_piece(struct pieces *p)
{
	struct slice *s = &p->s;
	int rc;

	s->cut.has_end = 0;
	rc = cut_end(&s->cut);
	if (rc == 0)
		rc = put_definitions(p);
	if (rc == 0)
		rc = otfp_sink_end(s->out);
	if (rc < 0)
		return rc;
	p->lost += otfp_sink_lost(s->out);
	close_piece(p);
	return 0;
}

/* ---- where pieces end ---- */

/* Begin the piece at `from`. With --max-bytes its end is not known yet. */
static int begin_piece(struct pieces *p, uint64_t from)
{
	const int has_step = p->step && from <= UINT64_MAX - p->step && (!p->has_to || from + p->step < p->to);

	cut_begin(&p->s.cut, from, has_step ? from + p->step : p->to, has_step || p->has_to);
	return open_piece(p);
}

/* Without -t the first piece begins at the begin of the trace. */
static int begin_first(struct pieces *p, uint64_t time)
{
	const struct otfp_header *h = &p->s.header;
	uint64_t from = p->s.from;
	int rc;

	if (from == 0)
		from = h->has_span && h->first < time ? h->first : time;
	rc = begin_piece(p, from);
	p->s.cut.begun = h->has_span && h->first < from;
	return rc;
}

/* Whether the piece ends before a record of that time. */
static int is_over(const struct pieces *p, uint64_t time)
{
	const struct cut *c = &p->s.cut;

	if (p->has_to && time >= p->to)
		return 0;
	if (p->step)
		return c->has_to && time >= c->to;
	return p->bytes >= p->s.o->max_bytes && time > c->instant;
}

/* Whether a record of that time is in a piece beyond the allowed number. One damaged time must not make thousands of
 * empty pieces. */
static int is_too_far(const struct pieces *p, uint64_t time)
{
	return p->step && is_over(p, time) && (time - p->s.cut.to) / p->step >= most_pieces(p) - p->number;
}

static int next_piece(struct pieces *p, uint64_t time)
{
	struct cut *c = &p->s.cut;
	int rc;

	if (!p->step) {
		c->to = time;
		c->has_to = 1;
	}
	c->continues = 1;
	rc = end_piece(p);
	if (rc == 0)
		rc = begin_piece(p, c->to);
	c->begun = 1;
	return rc;
}

/* ---- the stage ---- */

/* With --every, fail before the first piece is written, if the header has the span. */
static int check_number(const struct pieces *p, const struct otfp_header *h, struct otfp_error *err)
{
	uint64_t from, to;

	if (!p->step || !otfp_header_range(h, &from, &to))
		return 0;
	from = p->s.from > from ? p->s.from : from;
	to = p->s.has_to && p->s.to <= to ? p->s.to - (p->s.to > 0) : to;
	return to > from && (to - from) / p->step >= most_pieces(p) ? too_many(p, err) : 0;
}

static int bind_step(struct pieces *p, const struct otfp_header *h, struct otfp_error *err)
{
	const char *text = p->s.o->every;
	struct otfp_time time;
	int rc = text ? otfp_time_parse(&time, text, "--every", err) : 0;

	return rc < 0 || !text ? rc : otfp_length_bind(&time, "--every", h, &p->step, err);
}

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct pieces *p = ctx;
	struct slice *s = &p->s;
	int rc;

	if (s->failed.code) {
		*err = s->failed;
		return err->code;
	}
	rc = slice_begin(s, h, err);
	if (rc == 0)
		rc = bind_step(p, h, err);
	if (rc == 0)
		rc = otfp_otf_target(&p->stub, s->job->common->output, err);
	if (rc == 0)
		rc = check_number(p, h, err);
	if (rc == 0 && otfp_beside_list(&p->beside, p->stub.p) < 0)
		rc = otfp_fail_errno(err, "%s", p->stub.p);
	s->cut.put = slice_put;
	p->pg.done = s->job->common->no_pg;
	p->to = s->to;
	p->has_to = s->has_to;
	return rc;
}

static int account(struct pieces *p, const struct otfp_record *rec)
{
	uint64_t bytes = 0;

	if (p->s.o->max_bytes && sizes_add(&p->sizes, rec, cut_stream(&p->s.cut, rec->loc), &bytes) < 0)
		return otfp_fail_memory(p->s.err);
	p->bytes += bytes;
	return 0;
}

/* Take a record of the piece from the cut. */
static int put(void *ctx, const struct otfp_record *rec)
{
	struct pieces *p = ctx;
	int rc = rec->file == OTFP_FILE_DEF ? 0 : account(p, rec);

	return rc < 0 ? rc : slice_put(&p->s, rec);
}

static int take_timed(struct pieces *p, const struct otfp_record *rec)
{
	int rc = p->s.out ? 0 : begin_first(p, rec->time);

	if (rc == 0 && is_too_far(p, rec->time))
		return too_many(p, p->s.err);
	while (rc == 0 && is_over(p, rec->time))
		rc = next_piece(p, rec->time);
	return rc < 0 ? rc : slice_timed(&p->s, rec);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct pieces *p = ctx;
	int rc;

	(void)err;
	p->s.cut.put = put;
	p->s.cut.ctx = p;
	if (slice_is_timed(&p->s, rec)) {
		rc = keep_provenance(p);
		return rc < 0 ? rc : take_timed(p, *rec);
	}
	rc = cut_learn(&p->s.cut, *rec);
	if (rc < 0)
		return rc;
	return (*rec)->type == OTFP_CONTROL ? keep_control(p, *rec) : keep(p, &p->definitions, *rec);
}

/* Warn if an earlier run made more pieces. */
static int warn_of_more(struct pieces *p, struct otfp_error *err)
{
	int rc = p->number < PIECES_MOST ? make_name(p, p->number + 1) : 0;

	if (rc < 0 || p->number >= PIECES_MOST)
		return rc;
	rc = otfp_trace_exists(p->name.p, err);
	if (rc > 0)
		message_warning("%s: is left from an earlier run and is not one of these pieces", p->name.p);
	return rc < 0 ? rc : 0;
}

static int end(void *ctx, struct otfp_error *err)
{
	struct pieces *p = ctx;
	int rc = keep_provenance(p);

	p->s.cut.put = put;
	p->s.cut.ctx = p;
	if (rc == 0 && !p->s.out)
		rc = begin_first(p, p->s.from);
	if (rc == 0 && p->has_to && p->s.header.has_span && p->s.header.last >= p->to)
		p->s.cut.continues = 1;
	if (rc == 0)
		rc = end_piece(p);
	if (rc == 0)
		rc = warn_of_more(p, err);
	if (rc == 0)
		message_note(1, "%s: wrote %u pieces", p->stub.p, p->number);
	return rc < 0 ? rc : slice_report(&p->s);
}

static int window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	return slice_window(&((struct pieces *)ctx)->s, from, to, has_to);
}

/* A piece that is still open is incomplete: drop it. */
static void close_stage(void *ctx)
{
	close_piece(ctx);
}

static const struct otfp_stage_ops stage = {
	.begin = begin, .window = window, .record = record, .end = end, .close = close_stage};

int slice_pieces(struct slice *s, struct twice *twice)
{
	struct pieces p;
	int status;

	if (twice) {
		slice_find_snapshot(s, twice);
		if (twice_refuses(twice)) {
			cut_release(&s->cut);
			return 1;
		}
	}
	p = (struct pieces){.s = *s};
	p.s.job->stage = &stage;
	p.s.job->ctx = &p;
	p.s.job->write.count_only = 1;
	status = run_job(p.s.job);
	if (status == 0 && p.lost && !s->job->common->lossy)
		status = 1;
	cut_release(&p.s.cut);
	release(&p.controls);
	release(&p.definitions);
	provenance_release(&p.pg);
	sizes_release(&p.sizes);
	otfp_buf_release(&p.stub);
	otfp_buf_release(&p.name);
	otfp_beside_free(p.beside);
	return status;
}
