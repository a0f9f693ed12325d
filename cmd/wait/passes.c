/* passes.c - see passes.h. */
#include "cmd/wait/passes.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/text/signals.h"
#include "cmd/run/twice.h"
#include "io/temp.h"
#include "record/table.h"
#include "cmd/text/stdout.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* If --max-points, --top and --buffer are not given. */
enum { WINDOWS_MAX = 1000000, WORST = 10, BUFFER = 64 << 20 };

/* ---- the stage ---- */

/* -p and -s select what is reported: waits have causes in other processes. */
static int is_reported(void *ctx, uint32_t process)
{
	struct wait_run *r = ctx;

	return selection_has(&r->s->select, process);
}

static int bind(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	const struct wait_options *s = r->s;
	struct otfp_wait_options *o = &r->o;
	struct otfp_bounds bounds;
	struct otfp_time t;
	int code = otfp_bounds_bind(s->time, h, &bounds, err);

	otfp_wait_bound(o, &bounds);
	if (code < 0 || !s->every)
		return code;
	code = otfp_time_parse(&t, s->every, "--every", err);
	return code < 0 ? code : otfp_length_bind(&t, "--every", h, &o->every, err);
}

/* A wait of the first pass. */
static int put_wait(void *ctx, const struct otfp_wait_found *f)
{
	struct wait_run *r = ctx;
	int code = r->trail ? otfp_trail_put(r->trail, f) : 0;

	return code == 0 && r->roots ? otfp_roots_put(r->roots, f) : code;
}

static int begin_roots(struct wait_run *r, struct otfp_error *err)
{
	const struct otfp_roots_options o = {.wait = r->o,
	                                     .has_windows = r->out.view.has_windows,
	                                     .by_path = r->s->by >> OTFP_WAIT_PATH & 1,
	                                     .by_place = !r->s->table,
	                                     .memory = r->s->buffer ? r->s->buffer : BUFFER,
	                                     .dir = otfp_temp_dir(),
	                                     .stop = signal_came};

	if (otfp_roots_new(&r->roots, &o, err) < 0)
		return err->code;
	otfp_roots_follow(r->roots, r->w);
	return 0;
}

static int begin_trail(struct wait_run *r, struct otfp_error *err)
{
	struct otfp_trail_options *t = &r->t;

	t->has_from = r->o.has_from;
	t->from = r->o.from;
	t->has_to = r->o.has_to;
	t->to = r->o.to;
	t->windows = r->o.every ? r->w : NULL;
	t->memory = r->s->buffer ? r->s->buffer : BUFFER;
	t->dir = otfp_temp_dir();
	t->stop = signal_came;
	return otfp_trail_new(&r->trail, t, err);
}

static int begin_transfers(struct wait_run *r, struct otfp_error *err)
{
	const struct otfp_sort_options o = {.memory = r->s->buffer ? r->s->buffer : BUFFER,
	                                    .dir = otfp_temp_dir(),
	                                    .stop = signal_came};
	const int code = otfp_transfers_new(&r->transfers, &o, err);

	if (code == 0) {
		otfp_transfers_bound(r->transfers, o.memory);
		if (r->has_nodes)
			otfp_transfers_by_node(r->transfers, &r->nodes);
		otfp_wait_report_transfers(r->w, otfp_transfers_put, r->transfers);
	}
	return code;
}

/* What is made of the waits when all are known. */
static int begin_second(struct wait_run *r, struct otfp_error *err)
{
	int code = r->t.blame || r->t.path ? begin_trail(r, err) : 0;

	if (code == 0 && r->has_roots)
		code = begin_roots(r, err);
	if (code == 0 && (r->trail || r->roots))
		otfp_wait_report(r->w, put_wait, r);
	return code;
}

/* What the tables show, but for the form. */
static void set_view(struct wait_run *r)
{
	r->out.view.w = r->w;
	r->out.view.trail = r->trail;
	r->out.view.roots = r->roots;
	r->out.view.gain = r->gain;
	r->out.view.even = r->even;
	r->out.view.transfers = r->transfers;
	r->out.view.nodes = r->has_nodes ? &r->nodes : NULL;
	r->out.view.names = otfp_wait_names(r->w);
}

/* With the table gain, the second pass finds the time of calls. */
static int begin_even(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	set_view(r);
	r->even = otfp_even_new(r->w, &r->o, r->s->buffer ? r->s->buffer : BUFFER);
	if (!r->even || wait_choose_even(&r->out.view, r->even) < 0 || otfp_even_begin(r->even, h) < 0)
		return otfp_fail_memory(err);
	return 0;
}

static int begin_third(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	if (r->failure.code)
		return 0;
	r->gain = otfp_gain_new(r->w, &r->o);
	set_view(r);
	if (!r->gain || wait_choose_repairs(&r->out.view, r->gain) < 0)
		return otfp_fail_memory(err);
	otfp_gain_even(r->gain, r->even);
	if (otfp_gain_begin(r->gain, h) < 0)
		return otfp_fail_memory(err);
	return 0;
}

/* The screen has a sentence on one repair, which the second pass tries. */
static int begin_repair(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_gain *g = otfp_gain_new(r->w, &r->o);
	int has = -1;

	set_view(r);
	if (g)
		has = wait_choose_repair(&r->out.view, g);
	if (has > 0 && otfp_gain_begin(g, h) < 0)
		has = -1;
	if (has > 0)
		r->gain = g;
	else
		otfp_gain_free(g);
	return has < 0 ? otfp_fail_memory(err) : 0;
}

static int wait_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int code = bind(r, h, err);

	if (code == 0 && r->selects)
		code = selection_begin(&r->s->select, h, err);
	if (code == 0 && r->third)
		return begin_third(r, h, err);
	if (code == 0 && r->second && r->failure.code == 0 && (r->has_gain || !r->out.tables))
		return r->has_gain ? begin_even(r, h, err) : begin_repair(r, h, err);
	if (code < 0 || r->second)
		return code;
	r->out.resolution = r->keeps && !h->resolution ? h->defined_resolution : h->resolution;
	r->w = otfp_wait_new(&r->o, h);
	if (!r->w)
		return otfp_fail_memory(err);
	code = r->has_transfers ? begin_transfers(r, err) : 0;
	return code == 0 ? begin_second(r, err) : code;
}

static unsigned wait_kinds(void *ctx)
{
	const struct wait_run *r = ctx;
	/* a third pass may meet the records in the order of this one; clocks need that of time */
	const int is_loose = r->second && !r->has_gain && !r->gain && r->trail && !r->s->time &&
	                     otfp_trail_takes_any_order(r->trail);

	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP) | (is_loose ? OTFP_LOOSE : 0);
}

static int cannot(const struct wait_run *r, struct otfp_error *err)
{
	if (otfp_wait_too_many(r->w))
		return otfp_fail(err, OTFP_EUSAGE, "%s: more than the %" PRIu64 " windows that --max-points allows",
		                 r->s->inside ? "--inside" : "--every", r->o.most);
	if ((r->roots && otfp_roots_error(r->roots, err)) || (r->transfers && otfp_transfers_error(r->transfers, err)))
		return err->code;
	return r->trail && otfp_trail_error(r->trail, err) ? err->code : otfp_fail_memory(err);
}

/* Shares: see partial.h. */
static int see_line(struct wait_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	const int is_last = wait_is_last(rec), rc = is_last && r->s->combine ? wait_last_get(&r->lasts, rec) : 0;

	if (rc)
		return rc < 0 ? otfp_fail_memory(err) : otfp_fail(err, OTFP_EFAIL, "input: a malformed @LAST");
	if (!r->s->combine && (is_last || wait_is_line(rec)))
		return otfp_fail(err, OTFP_EFAIL, "the input is what --partial wrote: give its name to --combine");
	return 0;
}

static int see(struct wait_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	if (r->failure.code)
		return 0;
	r->out.events += (unsigned)otfp_is_timed(rec->file);
	if (r->gain && otfp_gain_record(r->gain, rec) < 0)
		return otfp_fail_memory(err);
	if (r->third)
		return 0;
	if (r->second && r->even && otfp_even_record(r->even, rec) < 0)
		return otfp_fail_memory(err);
	if (r->second)
		return otfp_trail_record(r->trail, rec) < 0 ? cannot(r, err) : 0;
	if (OTFP_UNLIKELY(rec->type == OTFP_CONTROL) && see_line(r, rec, err) < 0)
		return err->code;
	if (r->has_nodes && otfp_nodes_add(&r->nodes, rec) < 0)
		return otfp_fail_memory(err);
	if (r->s->form == WAIT_FORM_MARKERS && wait_markers_add(&r->out.markers, rec) < 0)
		return otfp_fail_memory(err);
	otfp_wait_number(r->w, ++r->number);
	return otfp_wait_add(r->w, rec) < 0 ? cannot(r, err) : 0;
}

static int wait_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int code = r->selects ? selection_learn(&r->s->select, *rec, err) : 0;

	if (otfp_is_timed((*rec)->file))
		otfp_interval_meet(r->s->time, r->o.from, r->o.to, r->o.has_to, (*rec)->time);
	return code < 0 ? code : see(r, *rec, err);
}

static int wait_records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct wait_run *r = ctx;
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		code = see(r, recs[i], err);
	return code;
}

static int print(struct wait_run *r, struct otfp_error *err)
{
	set_view(r);
	if (r->keeps)
		return 0;
	signals_release(); /* there is nothing to undo, and sorting many rows takes time */
	if (wait_output_print(&r->out) < 0)
		return otfp_fail_memory(err);
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	r->is_odd = wait_output_warn(&r->out, "");
	return 0;
}

/* The last events of processes, which shares leave out. */
static int take_lasts(struct wait_run *r)
{
	for (size_t i = 0; i < r->lasts.n; i++)
		if (otfp_wait_live(r->w, r->lasts.p[i].process, r->lasts.p[i].time) < 0)
			return -1;
	return 0;
}

static int wait_end(void *ctx, struct otfp_error *err)
{
	struct wait_run *r = ctx;

	if (r->failure.code)
		return otfp_fail(err, r->failure.code, "%s", r->failure.text);
	if (r->gain && otfp_gain_end(r->gain) < 0)
		return otfp_fail_memory(err);
	if (r->third)
		return print(r, err);
	if (take_lasts(r) < 0)
		return cannot(r, err);
	if (!r->second && (otfp_wait_end(r->w) < 0 || (r->trail && otfp_trail_walk(r->trail, r->w) < 0)))
		return cannot(r, err);
	if (!r->second && r->roots && otfp_roots_end(r->roots) < 0)
		return cannot(r, err);
	if (!r->second && r->transfers && otfp_transfers_end(r->transfers) < 0)
		return cannot(r, err);
	if (r->second && otfp_trail_end(r->trail) < 0)
		return cannot(r, err);
	if (r->second && r->even && otfp_even_end(r->even) < 0)
		return otfp_fail_memory(err);
	return (r->trail && !r->second) || r->has_gain ? 0 : print(r, err);
}

static const struct otfp_stage_ops stage = {
	.begin = wait_begin,
	.kinds = wait_kinds,
	.record = wait_record,
	.end = wait_end,
};

/* Without a selection. */
static const struct otfp_stage_ops whole_stage = {
	.begin = wait_begin,
	.kinds = wait_kinds,
	.record = wait_record,
	.records = wait_records,
	.end = wait_end,
};

/* ---- all ---- */

/* The tables that need a second pass. */
enum { SECOND = 1u << WAIT_TABLE_BLAME | 1u << WAIT_TABLE_PATH | 1u << WAIT_TABLE_GAIN };

/* @return whether the options need a second pass */
static int needs_second(const struct wait_options *s)
{
	const int is_screen =
		!s->combine && !s->table && s->form == WAIT_FORM_TABLE && !s->by && !s->every && !s->inside;

	return is_screen || s->table & SECOND;
}

void wait_run_begin(struct wait_run *r, struct wait_options *s)
{
	const int is_screen = needs_second(s) && !s->table, has_gain = s->table >> WAIT_TABLE_GAIN & 1;
	unsigned tables = s->table;
	int has_load;

	r->s = s;
	r->selects = selection_given(&s->select);
	if (!tables && !is_screen)
		tables = s->form <= WAIT_FORM_JSON ? 1u << WAIT_TABLE_EFFICIENCY | 1u << WAIT_TABLE_WAIT :
		                                     1u << WAIT_TABLE_WAIT;
	has_load = is_screen || (s->by >> OTFP_WAIT_FUNCTION & tables >> WAIT_TABLE_EFFICIENCY & 1);
	r->o = (struct otfp_wait_options){
		.clocks = is_screen || tables >> WAIT_TABLE_EFFICIENCY & 1,
		.load = has_load || has_gain || tables >> WAIT_TABLE_PATH & 1,
		.each = is_screen || s->by >> OTFP_WAIT_PROCESS & 1,
		.states = has_load || tables & ~(1u << WAIT_TABLE_EFFICIENCY | 1u << WAIT_TABLE_IDLE),
		.idle = is_screen || tables >> WAIT_TABLE_IDLE & 1,
		.rest = has_load,
		.by = is_screen ? 1u << OTFP_WAIT_PATH | 1u << OTFP_WAIT_PEER : s->by,
		.frames = is_screen ? 2 : 0, /* the screen names a function and its caller */
		.top = (unsigned)(s->top_given ? s->top : WORST),
		.comm = s->comm,
		.inside = s->inside,
		.most = (uint64_t)(s->max_given ? s->max : WINDOWS_MAX),
		.is_reported = r->selects ? is_reported : NULL,
		.is_reported_ctx = r,
	};
	if (s->form == WAIT_FORM_FOLDED)
		r->o.by = 1u << OTFP_WAIT_PATH | (s->by & 1u << OTFP_WAIT_PROCESS);
	r->has_gain = has_gain;
	r->has_transfers = is_screen || tables >> WAIT_TABLE_TRANSFER & 1;
	r->has_nodes = r->has_transfers && s->by >> WAIT_BY_NODE & 1;
	r->has_roots = is_screen || has_gain || tables >> WAIT_TABLE_CAUSE & 1;
	r->t = (struct otfp_trail_options){.blame = tables >> WAIT_TABLE_BLAME & 1,
	                                   .path = is_screen || has_gain || tables >> WAIT_TABLE_PATH & 1,
	                                   .by = s->by};
	r->out.options = s;
	r->out.tables = tables;
	r->out.view = (struct wait_view){.by = r->o.by,
	                                 .has_windows = s->every || s->inside,
	                                 .is_calls = s->inside != NULL,
	                                 .is_part = r->selects};
}

/* Warnings and failures of the first pass recur in the second one and are reported there. */
static int run_twice(struct job *job, struct wait_run *r)
{
	struct twice twice;

	if (twice_begin(&twice, job, &r->failure) < 0) {
		message_print("%s", r->failure.text);
		return 1;
	}
	r->failure.code = twice_pass(&twice, &r->failure);
	r->second = 1;
	if (r->has_gain && r->failure.code == 0) {
		r->failure.code = twice_pass(&twice, &r->failure);
		r->third = 1;
	}
	return twice_run(&twice, job);
}

static int combine(struct job *job, struct pull *p)
{
	if (p->code == 0)
		return run_pulled(job, p);
	pull_report(p);
	pull_close(p);
	return exit_status(p->code);
}

int wait_run_passes(struct wait_run *r, struct job *job, struct pull *shares)
{
	const int is_terminal = job->read.nsources == 0 && isatty(STDIN_FILENO); /* run_job refuses it */
	int status;

	job->read.whole = shares ? NULL : "otf-wait";
	job->read.instead = "count each share with --partial, and print all with --combine";
	job->write.count_only = 1;
	job->read.part = r->s->select.part;
	job->stage = r->selects || r->s->time ? &stage : &whole_stage;
	job->ctx = r;
	if (shares)
		status = combine(job, shares);
	else
		status = needs_second(r->s) && !is_terminal ? run_twice(job, r) : run_job(job);
	return status == 0 && r->is_odd && job->common->strict ? 1 : status;
}

void wait_run_release(struct wait_run *r)
{
	otfp_trail_free(r->trail);
	otfp_roots_free(r->roots);
	otfp_gain_free(r->gain);
	otfp_even_free(r->even);
	otfp_transfers_free(r->transfers);
	otfp_nodes_release(&r->nodes);
	otfp_wait_free(r->w);
	otfp_map_release(&r->out.markers.tokens);
	free(r->lasts.p);
}
