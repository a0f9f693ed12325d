/* diff.c - otf-wait --diff: the passes over two traces, their comparison, and what --fail-above asks for. */
#include "cmd/wait/diff/diff.h"
#include "base/error.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "cmd/text/stdout.h"
#include "cmd/text/terminal.h"
#include <stdlib.h>
#include <unistd.h>

enum { USUAL = 1u << WAIT_TABLE_EFFICIENCY | 1u << WAIT_TABLE_WAIT | 1u << WAIT_TABLE_CAUSE };

struct diff_run {
	struct wait_options *s;
	int has_tables; /* --table is given */
	struct sides sides;
	struct diff_gate gate;
	struct junit junit;
	struct wait_run side[PAIR_SIDES];
	struct wait_diff diff;
	int is_odd;
};

/* @return 0, or the exit status after it printed the usage error */
static int check(struct diff_run *r, const struct job *job)
{
	struct wait_options *s = r->s;
	int status;

	if (s->inside)
		return message_usage("--diff and --inside exclude each other: --diff compares no windows");
	if (s->form > WAIT_FORM_JSON)
		return message_usage("--diff and --folded exclude each other");
	if (s->table >> WAIT_TABLE_GAIN & 1)
		return message_usage("--diff compares no repairs: leave out --table gain");
	if (s->table >> WAIT_TABLE_TRANSFER & 1)
		return message_usage("--diff compares no transfer: leave out --table transfer");
	if (s->table >> WAIT_TABLE_IDLE & 1)
		return message_usage("--diff compares no idle threads: leave out --table idle");
	status = sides_find(&r->sides, job, NULL);
	r->has_tables = s->table != 0;
	s->table = s->table ? s->table : USUAL;
	if (status == 0 && s->fail_above)
		status = diff_gate_parse(&r->gate, s->fail_above, s->table);
	return status ? status : junit_begin(&r->junit, s->junit, s->force);
}

static int read_side(struct diff_run *r, unsigned side, struct job *job)
{
	struct wait_run *run = &r->side[side];

	job->read = r->sides.sources[side];
	if (r->s->time)
		r->s->time->met = 0;
	wait_run_begin(run, r->s);
	run->keeps = 1;
	run->o.top = 0;
	r->diff.of[side] = &run->out;
	return wait_run_passes(run, job, NULL);
}

/* @return 0; 1 if the gate fails; <0 */
static int output(struct diff_run *r, struct otfp_error *err)
{
	const struct diff_output o = {.names = r->sides.names,
	                              .form = r->s->form,
	                              .with_names = !r->has_tables,
	                              .top = r->s->top_given ? (size_t)r->s->top : 0,
	                              .width = terminal_width(STDOUT_FILENO)};
	int code;

	signals_release(); /* there is nothing to undo, and sorting many rows takes time */
	r->diff.tables = r->s->table;
	r->diff.by = r->s->by;
	code = diff_make(&r->diff, err);
	if (code == 0 && diff_print(&r->diff, &o) < 0)
		code = otfp_fail_memory(err);
	if (code < 0)
		return code;
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		r->is_odd |= wait_output_warn(&r->side[side].out, r->sides.names[side]);
	return r->s->fail_above ? diff_gate_check(&r->gate, &r->diff, r->sides.names[PAIR_B], &r->junit, err) : 0;
}

static int run(struct diff_run *r, struct job *job)
{
	struct otfp_error err;
	int status = check(r, job), code;

	for (unsigned side = 0; side < PAIR_SIDES && status == 0; side++)
		status = read_side(r, side, job);
	if (status)
		return status;
	code = output(r, &err);
	if (code < 0)
		message_print("%s", err.text);
	if (code >= 0 && junit_end(&r->junit, "otf-wait --diff --fail-above"))
		return 1;
	if (code)
		return code < 0 ? exit_status(code) : 1;
	return r->is_odd && job->common->strict ? 1 : 0;
}

int wait_diff_run(struct job *job, struct wait_options *s)
{
	struct diff_run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return message_memory();
	r->s = s;
	status = run(r, job);
	diff_release(&r->diff);
	junit_release(&r->junit);
	for (unsigned side = 0; side < PAIR_SIDES; side++)
		wait_run_release(&r->side[side]);
	free(r);
	return status;
}
