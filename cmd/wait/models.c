/* models.c - the models of otf-wait, as each pass begins: see stage.h. */
#include "cmd/wait/stage.h"
#include "base/error.h"
#include "base/ticks.h"
#include "cmd/text/signals.h"
#include "io/temp.h"

/* If --buffer is not given. */
enum { BUFFER = 40 << 20, BUFFER_OF_GAIN = 64 << 20 };

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
	                                     .by_kind = r->s->by >> WAIT_BY_KIND & 1,
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

void wait_set_view(struct wait_run *r)
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
	wait_set_view(r);
	r->even = otfp_even_new(r->w, &r->o, r->s->buffer ? r->s->buffer : BUFFER_OF_GAIN);
	if (!r->even || wait_choose_even(&r->out.view, r->even) < 0 || otfp_even_begin(r->even, h) < 0)
		return otfp_fail_memory(err);
	return 0;
}

static int begin_third(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	if (r->failure.code)
		return 0;
	r->gain = otfp_gain_new(r->w, &r->o);
	wait_set_view(r);
	if (!r->gain || wait_choose_repairs(&r->out.view, r->gain) < 0)
		return otfp_fail_memory(err);
	otfp_gain_even(r->gain, r->even);
	if (otfp_gain_begin(r->gain, h) < 0)
		return otfp_fail_memory(err);
	return 0;
}

int wait_choose(struct wait_run *r, struct otfp_error *err)
{
	struct otfp_gain *g = otfp_gain_new(r->w, &r->o);
	int has = -1;

	wait_set_view(r);
	if (g)
		has = wait_choose_repair(&r->out.view, g);
	if (has > 0)
		r->gain = g;
	else
		otfp_gain_free(g);
	return has < 0 ? otfp_fail_memory(err) : 0;
}

static int begin_repair(struct wait_run *r, const struct otfp_header *h, struct otfp_error *err)
{
	return r->gain && otfp_gain_begin(r->gain, h) < 0 ? otfp_fail_memory(err) : 0;
}

int wait_stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
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
	r->out.resolution = otfp_header_resolution(h);
	r->w = otfp_wait_new(&r->o, h);
	if (!r->w)
		return otfp_fail_memory(err);
	code = r->has_transfers ? begin_transfers(r, err) : 0;
	return code == 0 ? begin_second(r, err) : code;
}
