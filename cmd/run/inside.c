#include "cmd/run/inside.h"
#include "base/error.h"
#include "record/control.h"
#include "record/streams.h"
#include "record/tokens.h"
#include <inttypes.h>
#include <string.h>

struct find {
	struct otfp_space functions, processes;
	struct otfp_master streams;
	uint64_t nth, seen; /* the call to find, from 1; matching calls so far */
	uint64_t depth;     /* open calls of the process from the found one on, including it */
	uint32_t process;
	uint64_t from, to;
	int has_from, has_to;
	struct otfp_error *err;
};

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct find *f = ctx;

	(void)h;
	f->err = err;
	return 0;
}

/* Records of other processes need not be read. */
static int wanted(void *ctx, uint32_t process)
{
	const struct find *f = ctx;

	return !f->processes.set || otfp_space_judge(&f->processes, otfp_master_stream(&f->streams, process), process);
}

static int learn(struct find *f, const struct otfp_record *rec)
{
	const uint32_t token = (uint32_t)rec->f[0].u;
	const char *why;
	int rc = 0;

	if (rec->type == OTFP_CONTROL) {
		if (otfp_control_kind(rec) == OTFP_C_SM && otfp_master_parse_sm(&f->streams, &rec->line, &why) < 0)
			return otfp_fail(f->err, OTFP_EFAIL, "@SM: %s", why);
		return 0;
	}
	if (rec->type == OTFP_DefFunction)
		rc = otfp_space_define(&f->functions, rec->loc, token, rec->f[1].s);
	else if (f->processes.set)
		rc = otfp_space_define_process(&f->processes, rec);
	return rc < 0 ? otfp_fail_memory(f->err) : 0;
}

static void take_enter(struct find *f, const struct otfp_record *rec)
{
	const uint32_t stream = otfp_master_stream(&f->streams, rec->loc);

	if (f->has_from) {
		f->depth += rec->loc == f->process;
		return;
	}
	if (!otfp_space_has(&f->functions, stream, rec->f[0].u) ||
	    (f->processes.set && !otfp_space_has(&f->processes, stream, rec->loc)) || ++f->seen < f->nth)
		return;
	f->has_from = 1;
	f->from = rec->time;
	f->process = rec->loc;
	f->depth = 1;
}

/* @return whether the call has ended */
static int take_leave(struct find *f, const struct otfp_record *rec)
{
	if (!f->has_from || rec->loc != f->process || --f->depth)
		return 0;
	f->has_to = rec->time < UINT64_MAX;
	f->to = f->has_to ? rec->time + 1 : UINT64_MAX;
	return 1;
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct find *f = ctx;

	(void)err;
	if ((*rec)->type == OTFP_Enter)
		take_enter(f, *rec);
	else if ((*rec)->type == OTFP_Leave)
		return take_leave(f, *rec) ? OTFP_LAST : 0;
	else
		return learn(f, *rec);
	return 0;
}

static const struct otfp_stage_ops stage = {.begin = begin, .wanted = wanted, .record = record};

static int fail_none(const struct find *f, struct otfp_error *err)
{
	const struct otfp_set *processes = f->processes.set;
	const char *functions = otfp_set_text(f->functions.set), *by = processes ? " by process " : "";
	const char *who = processes ? otfp_set_text(processes) : "";

	if (f->seen == 0)
		return otfp_fail(err, OTFP_EFAIL, "--inside: no call of '%.200s'%s%.200s", functions, by, who);
	return otfp_fail(err, OTFP_EFAIL, "--nth: no call %" PRIu64 " of '%.200s'%s%.200s; the last one is %" PRIu64,
	                 f->nth, functions, by, who, f->seen);
}

static int read_calls(struct job *job, struct find *f, struct twice *twice, struct otfp_error *err)
{
	int rc;

	job->stage = &stage;
	job->ctx = f;
	rc = twice_pass(twice, err);
	if (rc == 0 && !f->has_from)
		rc = fail_none(f, err);
	if (rc == 0 && !f->has_to)
		message_note(1, "--inside: the call has no Leave");
	return rc;
}

int inside_find(struct job *job, const struct inside *what, struct twice *twice, uint64_t *from, uint64_t *to,
                int *has_to, struct otfp_error *err)
{
	struct find f = {.functions.set = what->function,
	                 .processes.set = what->process,
	                 .nth = what->nth,
	                 .to = UINT64_MAX};
	const int rc = read_calls(job, &f, twice, err);

	*from = f.from;
	*to = f.to;
	*has_to = f.has_to;
	otfp_space_release(&f.functions);
	otfp_space_release(&f.processes);
	otfp_master_release(&f.streams);
	return rc;
}
