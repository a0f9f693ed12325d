/* passes.c - see passes.h; a pass is in stage.c. */
#include "cmd/run/twice.h"
#include "cmd/wait/stage.h"
#include <stdlib.h>
#include <unistd.h>

/* If --max-points and --top are not given. */
enum { WINDOWS_MAX = 1000000, WORST = 10 };

/* The tables that need a second pass. */
enum { SECOND = 1u << WAIT_TABLE_BLAME | 1u << WAIT_TABLE_PATH | 1u << WAIT_TABLE_GAIN };

/* @return whether the options need a second pass */
static int needs_second(const struct wait_options *s)
{
	const int is_screen =
		!s->combine && !s->table && s->form == WAIT_FORM_TABLE && !s->by && !s->every && !s->inside;

	return is_screen || s->table & SECOND;
}

/* -p and -s select what is reported: waits have causes in other processes. */
static int is_reported(void *ctx, uint32_t process)
{
	struct wait_run *r = ctx;

	return selection_has(&r->s->select, process);
}

void wait_run_begin(struct wait_run *r, struct wait_options *s)
{
	const int is_screen = needs_second(s) && !s->table, has_gain = s->table >> WAIT_TABLE_GAIN & 1;
	unsigned tables = s->table;
	int has_load;

	r->s = s;
	r->is_plain = is_screen && !s->time && !s->comm && !selection_given(&s->select);
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
	if (r->failure.code == 0 && !r->out.tables && wait_choose(r, &r->failure) == 0)
		r->is_known = r->is_plain && !r->gain && otfp_trail_is_found(r->trail) && twice_is_clean(&twice);
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

	job->read.need_times = 1; /* of the clock */
	job->read.whole = shares ? NULL : "otf-wait";
	job->read.instead = "count each share with --partial, and print all with --combine";
	job->write.count_only = 1;
	job->read.part = r->s->select.part;
	job->stage = r->selects || r->s->time ? &wait_stage : &wait_whole_stage;
	job->ctx = r;
	if (r->s->state && begin_state_read(&r->state.from, r->s->state, &r->failure) < 0) {
		message_print("%s", r->failure.text);
		return 1;
	}
	if (shares)
		status = combine(job, shares);
	else
		status = needs_second(r->s) && !is_terminal ? run_twice(job, r) : run_job(job);
	if (status == 0 && r->state.from.is_late)
		return STATE_NEEDS_EARLIER;
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
	begin_state_release(&r->state.from);
}
