/* iteration.c - otf-stat --table iteration: the stage that follows the calls, and its options. */
#include "cmd/stat/iteration/iteration.h"
#include "cmd/stat/output.h"
#include "base/ticks.h"
#include "base/error.h"
#include "base/set.h"
#include "cmd/text/message.h"
#include "cmd/table/listing.h"
#include "cmd/select/select.h"
#include "cmd/text/signals.h"
#include "cmd/text/terminal.h"
#include "record/communication.h"
#include "record/table.h"
#include "state/state.h"
#include "cmd/text/stdout.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS_MAX = 1000000, TOP = 10 };    /* if --max-points and --top are not given */
enum { KNOWN = 1, INSIDE = 2, COMM = 4 }; /* mark of a callee: it is one of the functions; it communicates */

struct iteration_run {
	struct stat_options *s;
	struct otfp_state state;
	struct otfp_names names;
	struct iterations iterations;
	struct loops loops;
	struct otfp_header header;
	uint64_t first, last; /* ticks of the events read */
	int selects, has_event, is_odd;
	int reads_all; /* -p and -s select what is printed of the loops that all processes have */
	uint64_t most;
};

/* ---- calls ---- */

static unsigned mark_of(struct iteration_run *r, uint32_t process, struct otfp_callee *callee)
{
	const otfp_ref function = otfp_names_ref(&r->names, OTFP_NAMED_FUNCTION, process, callee->function);
	const struct otfp_definition *d, *group = NULL;
	const char *name;
	size_t n;

	if (callee->mark)
		return callee->mark;
	d = otfp_names_find(&r->names, OTFP_NAMED_FUNCTION, function);
	if (d)
		group = otfp_names_find(&r->names, OTFP_NAMED_GROUP,
		                        otfp_names_local(&r->names, OTFP_NAMED_GROUP, d->stream, d->detail));
	name = d ? d->name.p : NULL;
	n = d ? d->name.n : 0;
	otfp_set_meet(r->s->inside, callee->function, name, n);
	callee->mark = KNOWN;
	if (otfp_set_has(r->s->inside, callee->function, name, n) > 0)
		callee->mark |= INSIDE;
	if (d && otfp_is_communication(d->name, group ? group->name : (struct otfp_str){NULL, 0}))
		callee->mark |= COMM;
	return callee->mark;
}

/* @return as iterations_enter */
static int enter_inside(struct iteration_run *r, uint32_t process, const struct otfp_change *change)
{
	const unsigned mark = mark_of(r, process, change->call->callee);
	const uint32_t index = change->process->index;
	int rc = mark & INSIDE ? iterations_enter(&r->iterations, index, change->call->time, r->most) : 0;

	if (rc == 0 && mark & COMM)
		rc = iterations_communicate(&r->iterations, index, change->call->time, 1);
	return rc;
}

static void leave_inside(struct iteration_run *r, uint32_t process, uint64_t time, const struct otfp_change *change)
{
	const unsigned mark = mark_of(r, process, change->call->callee);
	const uint32_t index = change->process->index;

	if (mark & COMM) /* its process is known since the call was entered */
		(void)iterations_communicate(&r->iterations, index, time, 0);
	if (mark & INSIDE)
		iterations_leave(&r->iterations, index, process, change->call->time, time);
}

/* @return as iterations_enter */
static int enter(struct iteration_run *r, uint32_t process, const struct otfp_change *change)
{
	struct otfp_call *call = change->call;

	if (r->s->inside)
		return enter_inside(r, process, change);
	call->mark = loops_enter(&r->loops, &r->names, change->process->index, process, call->function,
	                         change->process->calls.n - 1, call->time);
	return call->mark == UINT32_MAX ? -1 : 0;
}

static void leave(struct iteration_run *r, uint32_t process, uint64_t time, const struct otfp_change *change)
{
	const struct otfp_call *call = change->call;

	if (!r->s->inside)
		loops_leave(&r->loops, change->process->index, call->mark, time > call->time ? time - call->time : 0);
	else
		leave_inside(r, process, time, change);
}

static int follow(struct iteration_run *r, const struct otfp_record *rec, struct otfp_error *err)
{
	struct otfp_change change;
	int rc = 0;

	if (!r->has_event++ || rec->time < r->first)
		r->first = rec->time;
	r->has_event = 1;
	r->last = rec->time > r->last ? rec->time : r->last;
	if (otfp_state_add(&r->state, rec, &change) < 0)
		return otfp_fail_memory(err);
	if (change.did == OTFP_DID_OPEN_CALL)
		rc = enter(r, rec->loc, &change);
	else if (change.did == OTFP_DID_CLOSE_CALL)
		leave(r, rec->loc, rec->time, &change);
	if (rc > 0)
		return otfp_fail(err, OTFP_EUSAGE, "--inside: more than the %" PRIu64 " calls that --max-points allows",
		                 r->most);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

/* ---- the stage ---- */

static int iteration_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct iteration_run *r = ctx;

	r->header = *h;
	return r->selects ? selection_begin(&r->s->select, h, err) : 0;
}

static int iteration_wanted(void *ctx, uint32_t process)
{
	struct iteration_run *r = ctx;

	return !r->selects || r->reads_all || selection_stage.wanted(&r->s->select, process);
}

/* Each process is followed by itself. */
static unsigned iteration_kinds(void *ctx)
{
	const struct iteration_run *r = ctx;

	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP) | (r->selects ? 0 : OTFP_LOOSE);
}

static int iteration_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct iteration_run *r = ctx;
	const struct otfp_record *it = *rec;
	const unsigned file = it->type < OTFP_NTYPES ? otfp_table[it->type].file : OTFP_FILE_DEF;
	int code = r->selects ? selection_keep(&r->s->select, it, err) : 1;

	if (code < 0)
		return code;
	if (r->reads_all)
		code = 1;
	if (otfp_is_timed(file))
		code = code && file != OTFP_FILE_STAT ? follow(r, it, err) : 0;
	else
		code = otfp_names_add(&r->names, it) < 0 ? otfp_fail_memory(err) : 0;
	return code < 0 ? code : OTFP_DROP;
}

static void warn(struct iteration_run *r)
{
	r->is_odd = stat_report_odd_calls(&r->state);
	if (r->s->inside || r->loops.n)
		return;
	if (r->loops.found)
		message_warning("no selected process calls a function that repeats %d times", LOOP_CALLS);
	else
		message_warning("no function is called %d times or more by half of the processes", LOOP_CALLS);
	r->is_odd = 1;
}

static void leave_out_others(struct iteration_run *r)
{
	for (uint32_t i = 0; i < r->state.n; i++)
		if (!selection_has(&r->s->select, r->state.processes[i].process))
			loops_leave_out(&r->loops, i);
}

static int iteration_end(void *ctx, struct otfp_error *err)
{
	struct iteration_run *r = ctx;
	const int form = r->s->form;
	uint64_t first, last;
	const int has_span = otfp_header_span(&r->header, &first, &last);
	struct iteration_report report = {
		.names = &r->names,
		.inside = r->s->inside ? otfp_set_text(r->s->inside) : NULL,
		.resolution = otfp_header_resolution(&r->header),
		.first = has_span ? first : r->first,
		.last = has_span ? last : r->last,
		.has_span = has_span || r->has_event,
		.sort = r->s->sort,
		.most = r->s->top_given    ? (size_t)r->s->top :
	                form == STAT_TABLE ? TOP :
	                                     0,
		.iterations = &r->iterations,
		.loops = &r->loops,
	};

	signals_release();
	if (r->reads_all)
		leave_out_others(r);
	if (iterations_end(&r->iterations) < 0 || loops_end(&r->loops) < 0 ||
	    iteration_print(&report, form, terminal_width(STDOUT_FILENO), stdout) < 0)
		return otfp_fail_memory(err);
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	warn(r);
	return 0;
}

static const struct otfp_stage_ops stage = {
	.begin = iteration_begin,
	.kinds = iteration_kinds,
	.wanted = iteration_wanted,
	.record = iteration_record,
	.end = iteration_end,
};

/* ---- all ---- */

static int check(const struct stat_options *s)
{
	if (s->table != 1u << OTFP_NSTATS)
		return message_usage("--table iteration is printed alone: its rows are calls, not sums");
	if (s->diff)
		return message_usage("--diff does not compare iterations: give it the times of both with -t");
	if (s->time)
		return message_usage("--table iteration counts calls from the start of the trace: it excludes -t");
	if (s->by || s->every || s->columns || s->depth_given || s->partial || s->combine || s->from_summaries ||
	    s->form == STAT_FOLDED)
		return message_usage(
			"--table iteration has its own rows and columns: of the options of the report it takes "
			"--inside, --sort, --top, --max-points, --tsv and --json");
	if (s->sort && s->sort != SORT_NAME && !iteration_sorts(s->sort))
		return message_usage("--table iteration: --sort takes name, which is the number, max and mean");
	return 0;
}

int stat_iteration_run(struct job *job, struct stat_options *s)
{
	struct iteration_run *r;
	int status = check(s);

	if (status)
		return status;
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	r->s = s;
	r->selects = selection_given(&s->select);
	r->reads_all = r->selects && !s->inside && !s->select.exclude && !s->select.record;
	r->most = (uint64_t)(s->max_given ? s->max : ROWS_MAX);
	r->state.keeps = OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS;
	job->read.part = s->select.part;
	job->read.need_times = 1; /* of the clock */
	job->read.whole = "--table iteration";
	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = run_job(job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	otfp_state_release(&r->state);
	otfp_names_release(&r->names);
	iterations_release(&r->iterations);
	loops_release(&r->loops);
	free(r);
	return status;
}
