/* longest.c - otf-stat --longest: the stage that follows the calls, and its options. */
#include "cmd/stat/longest.h"
#include "cmd/stat/output.h"
#include "base/error.h"
#include "base/order.h"
#include "base/set.h"
#include "base/ticks.h"
#include "cmd/text/message.h"
#include "cmd/select/select.h"
#include "cmd/text/signals.h"
#include "cmd/text/terminal.h"
#include "profile/profile.h"
#include "record/table.h"
#include "cmd/text/stdout.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { UNKNOWN, OTHER, WANTED }; /* mark of a callee: whether it is one of the functions */

struct longest_run {
	struct stat_options *s;
	struct otfp_state state;
	struct otfp_names names;
	struct longest longest;
	struct otfp_header header;
	struct otfp_bounds bounds;
	uint64_t first, last; /* ticks of the events read */
	uint64_t calls;       /* that ended in the interval */
	int selects, has_event, is_odd;
};

/* ---- the longest ---- */

static int compare(const void *a, const void *b)
{
	const struct long_call *x = a, *y = b;

	if (x->duration != y->duration)
		return otfp_order(y->duration, x->duration);
	if (x->begin != y->begin)
		return otfp_order(x->begin, y->begin);
	if (x->process != y->process)
		return otfp_order(x->process, y->process);
	return x->depth != y->depth ? otfp_order(x->depth, y->depth) : otfp_order(x->function, y->function);
}

/* Put a call where the last of the heap is, which is at `i` or below; the shortest is at its top. */
static void sift_down(struct longest *l, size_t i, struct long_call call)
{
	for (size_t child; (child = 2 * i + 1) < l->n; i = child) {
		if (child + 1 < l->n && compare(&l->calls[child + 1], &l->calls[child]) > 0)
			child++;
		if (compare(&l->calls[child], &call) <= 0)
			break;
		l->calls[i] = l->calls[child];
	}
	l->calls[i] = call;
}

static int push(struct longest *l, const struct long_call *call)
{
	size_t i = l->n;

	if (l->n == l->cap) {
		const size_t cap = l->cap ? 2 * l->cap : 64;
		struct long_call *calls = realloc(l->calls, cap * sizeof *calls);
		if (!calls)
			return -1;
		l->calls = calls;
		l->cap = cap;
	}
	for (l->n++; i && compare(call, &l->calls[(i - 1) / 2]) > 0; i = (i - 1) / 2)
		l->calls[i] = l->calls[(i - 1) / 2];
	l->calls[i] = *call;
	return 0;
}

/* Keep a call that ended, if it is one of the longest. @return 0, or -1 when memory is out */
static int add(struct longest *l, const struct long_call *call)
{
	if (l->n < l->most)
		return push(l, call);
	if (compare(call, &l->calls[0]) < 0)
		sift_down(l, 0, *call);
	return 0;
}

/* After the last call: sort them. The longest comes first; then by begin, process, depth, and the function's token. So
 * the order in which calls of different processes were added does not matter. */
static void sort(struct longest *l)
{
	if (l->n)
		qsort(l->calls, l->n, sizeof *l->calls, compare);
}

/* Free what l owns. */
static void release(struct longest *l)
{
	free(l->calls);
	*l = (struct longest){0};
}

/* ---- calls ---- */

static int is_wanted(struct longest_run *r, uint32_t process, struct otfp_callee *callee)
{
	const struct otfp_definition *d;
	const char *name;
	size_t n;

	if (!r->s->function || callee->mark != UNKNOWN)
		return !r->s->function || callee->mark == WANTED;
	d = otfp_names_find(&r->names, OTFP_NAMED_FUNCTION,
	                    otfp_names_ref(&r->names, OTFP_NAMED_FUNCTION, process, callee->function));
	name = d ? d->name.p : NULL;
	n = d ? d->name.n : 0;
	otfp_set_meet(r->s->function, callee->function, name, n);
	callee->mark = otfp_set_has(r->s->function, callee->function, name, n) > 0 ? WANTED : OTHER;
	return callee->mark == WANTED;
}

static int leave(struct longest_run *r, const struct otfp_record *rec, const struct otfp_change *change)
{
	const struct otfp_call *call = change->call;
	const struct long_call one = {
		.duration = rec->time > call->time ? rec->time - call->time : 0,
		.begin = call->time,
		.process = rec->loc,
		.function = call->function,
		.depth = change->process->calls.n,
		.definition = otfp_names_ref(&r->names, OTFP_NAMED_FUNCTION, rec->loc, call->function),
	};

	if (!is_wanted(r, rec->loc, call->callee))
		return 0;
	r->calls++;
	return add(&r->longest, &one);
}

static int follow(struct longest_run *r, const struct otfp_record *rec)
{
	struct otfp_change change;

	if (r->bounds.has_to && rec->time >= r->bounds.to)
		return 0;
	if (!r->has_event || rec->time < r->first)
		r->first = rec->time;
	r->has_event = 1;
	r->last = rec->time > r->last ? rec->time : r->last;
	if (otfp_state_add(&r->state, rec, &change) < 0)
		return -1;
	if (change.did == OTFP_DID_OPEN_CALL)
		is_wanted(r, rec->loc, change.call->callee);
	if (change.did != OTFP_DID_CLOSE_CALL || (r->bounds.has_from && rec->time < r->bounds.from))
		return 0;
	return leave(r, rec, &change);
}

/* ---- the stage ---- */

static int longest_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct longest_run *r = ctx;
	const int code = otfp_bounds_bind(r->s->time, h, &r->bounds, err);

	r->header = *h;
	return code == 0 && r->selects ? selection_begin(&r->s->select, h, err) : code;
}

/* The events before the interval decide which calls are open at its start. */
static int longest_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct longest_run *r = ctx;

	*from = 0;
	*to = r->bounds.to;
	*has_to = r->bounds.has_to;
	return r->bounds.has_to;
}

static int longest_wanted(void *ctx, uint32_t process)
{
	struct longest_run *r = ctx;

	return !r->selects || selection_stage.wanted(&r->s->select, process);
}

/* Each process is followed by itself. */
static unsigned longest_kinds(void *ctx)
{
	const struct longest_run *r = ctx;
	const int is_cut = r->selects || r->bounds.has_from || r->bounds.has_to;

	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP) | (is_cut ? 0 : OTFP_LOOSE);
}

static int longest_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct longest_run *r = ctx;
	const struct otfp_record *it = *rec;
	const unsigned file = it->type < OTFP_NTYPES ? otfp_table[it->type].file : OTFP_FILE_DEF;
	int code = r->selects ? selection_keep(&r->s->select, it, err) : 1;

	if (code < 0)
		return code;
	if (it->type == OTFP_DefTimerResolution && !r->header.resolution)
		r->header.resolution = it->f[0].u;
	if (!otfp_is_timed(file))
		return otfp_names_add(&r->names, it) < 0 ? otfp_fail_memory(err) : OTFP_DROP;
	otfp_interval_meet(r->s->time, r->bounds.from, r->bounds.to, r->bounds.has_to, it->time);
	if (code && file != OTFP_FILE_STAT && follow(r, it) < 0)
		return otfp_fail_memory(err);
	return OTFP_DROP;
}

/* Calls that have no end have no duration. At the end of an interval something is normally open. */
static uint64_t count_open(struct longest_run *r)
{
	uint64_t n = 0;

	for (size_t i = 0; i < r->state.n && !r->bounds.has_to; i++) {
		struct otfp_process *p = &r->state.processes[i];
		for (uint32_t k = 0; k < p->calls.n; k++)
			n += (uint64_t)is_wanted(r, p->process, otfp_stack_at(&p->calls, k)->callee);
	}
	return n;
}

static void warn(struct longest_run *r)
{
	const uint64_t open = count_open(r);

	r->is_odd = stat_report_odd_calls(&r->state);
	if (open)
		message_warning("%s: %" PRIu64, otfp_profile_oddity_name(OTFP_PODD_CALL), open);
	r->is_odd |= open != 0;
	if (r->has_event || r->selects || r->s->time)
		return;
	message_no_events();
	r->is_odd = 1;
}

static int longest_end(void *ctx, struct otfp_error *err)
{
	struct longest_run *r = ctx;
	const struct longest_report report = {
		.names = &r->names,
		.function = r->s->function ? otfp_set_text(r->s->function) : NULL,
		.resolution = r->header.resolution,
		.first = r->header.has_span ? r->header.first : r->first,
		.last = r->header.has_span ? r->header.last : r->last,
		.has_span = r->header.has_span || r->has_event,
		.calls = r->calls,
		.longest = &r->longest,
	};

	signals_release();
	sort(&r->longest);
	if (longest_print(&report, r->s->form, terminal_width(STDOUT_FILENO), stdout) < 0)
		return otfp_fail_memory(err);
	if (stdout_flush(err) < 0)
		return OTFP_EFAIL;
	warn(r);
	return 0;
}

static const struct otfp_stage_ops stage = {
	.begin = longest_begin,
	.window = longest_window,
	.kinds = longest_kinds,
	.wanted = longest_wanted,
	.record = longest_record,
	.end = longest_end,
};

/* ---- all ---- */

static int check(const struct stat_options *s)
{
	if (s->longest == 0)
		return message_usage("--longest: want a number of calls, at least 1");
	if (s->partial || s->combine)
		return message_usage("--longest prints calls, not counts: it excludes --partial and --combine");
	if (s->by || s->table || s->every || s->max_given || s->sort || s->top_given || s->columns || s->depth_given ||
	    s->buffer || s->diff || s->from_summaries || s->markers || s->cluster || s->filter_rules ||
	    s->form == STAT_FOLDED)
		return message_usage("--longest has its own rows and columns: of the options of the report it takes "
		                     "--function, --tsv and --json");
	return 0;
}

int stat_longest_run(struct job *job, struct stat_options *s)
{
	struct longest_run *r;
	int status = check(s);

	if (status)
		return status;
	r = calloc(1, sizeof *r);
	if (!r)
		return message_memory();
	r->s = s;
	r->selects = selection_given(&s->select);
	r->longest.most = (size_t)s->longest;
	r->state.keeps = OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS;
	job->read.part = s->select.part;
	job->read.whole = "--longest";
	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = run_job(job);
	if (status == 0 && r->is_odd && job->common->strict)
		status = 1;
	otfp_state_release(&r->state);
	otfp_names_release(&r->names);
	release(&r->longest);
	free(r);
	return status;
}
