/* run.c - a run that writes a TAU trace: otf-to-tau. */
#include "cmd/to-tau/run.h"
#include "tau/back.h"
#include "base/error.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>

#define AT(member) offsetof(struct otfp_to_tau, member)
const struct otfp_option otfp_to_tau_options[] = {
	{'o', "output", "NAME", "write NAME.trc and NAME.edf", OTFP_OPT_STRING, 0, AT(output), NULL},
	{0, "run", "DIR", "write DIR as the directory of a run, a file for each thread", OTFP_OPT_STRING, 0, AT(run),
         NULL},
	{0, "force", NULL, "replace an existing trace, once the new one is complete", OTFP_OPT_FLAG, 1, AT(force),
         NULL},
	{0},
};
#undef AT

struct run {
	const struct otfp_to_tau *o;
	unsigned max_files;
	struct otfp_to_tau_state state;
};

/* ---- the stage ---- */

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct run *r = ctx;
	const struct otfp_to_tau *o = r->o;
	const struct otfp_tau_out_options out = {.is_run = o->run != NULL,
	                                         .force = o->force,
	                                         .max_files = r->max_files};
	int code = otfp_to_tau_begin(&r->state, h, err);

	return code < 0 ? code : otfp_tau_out_open(&r->state.out, o->run ? o->run : o->output, &out, err);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	int code = otfp_to_tau_see(&((struct run *)ctx)->state, *rec, err);

	return code < 0 ? code : OTFP_DROP;
}

static int records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		code = otfp_to_tau_see(&((struct run *)ctx)->state, recs[i], err);
	return code;
}

static int end(void *ctx, struct otfp_error *err)
{
	struct otfp_to_tau_state *s = &((struct run *)ctx)->state;
	int code = otfp_to_tau_define(s, err);

	if (code == 0)
		code = otfp_to_tau_end(s, err);
	return code < 0 ? code : otfp_tau_out_commit(s->out, &s->defs);
}

static void close_out(void *ctx)
{
	struct otfp_to_tau_state *s = &((struct run *)ctx)->state;

	otfp_tau_out_close(s->out);
	s->out = NULL;
}

static const struct otfp_stage_ops stage = {
	.begin = begin,
	.record = record,
	.records = records,
	.end = end,
	.close = close_out,
};

/* ---- what went ---- */

static const struct {
	const char *text;
	int fails;
} losses[OTFP_NLOSSES] = {
	[OTFP_LOST_TAGS] = {"key-values dropped", 1},
	[OTFP_LOST_OTHER] = {"lines of unknown records dropped", 1},
	[OTFP_LOST_EVENTS] = {"notes of events that an earlier program lost (@LOST) dropped", 1},
	[OTFP_LOST_LEAVE] = {"leaves of no open call dropped", 1},
	[OTFP_LOST_TAG] = {"message tags cut to 16 bits", 1},
	[OTFP_LOST_LENGTH] = {"lengths of messages written as 67108863, the largest", 1},
	[OTFP_LOST_COMM] = {"messages of more than 64 communicators written as of the first", 1},
	[OTFP_LOST_FRACTION] = {"values of counters cut to whole numbers", 1},
	[OTFP_LOST_VALUE] = {"values of counters too large for 64 bits written as the largest", 1},
	[OTFP_LOST_TIME] = {"times rounded to microseconds", 0},
	[OTFP_LOST_NAME] = {"names changed, for a quote, a line end, or one that is alike", 0},
};

/* Records by their kinds. @return whether there are any, -1 when memory is out */
static int tell_dropped(const struct otfp_to_tau_state *s)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = 0, n = 0;

	for (unsigned type = 1; type < OTFP_NTYPES && code == 0; type++)
		if (s->dropped[type])
			code = otfp_buf_printf(&b, "%s%s %" PRIu64, n++ ? ", " : "", otfp_table[type].name,
			                       s->dropped[type]);
	if (code == 0 && n && otfp_buf_str(&b))
		otfp_warn("records that TAU has no place for: %s", b.p);
	otfp_buf_release(&b);
	return code < 0 ? -1 : n > 0;
}

/* @return whether it is a failure */
static int tell_losses(const struct otfp_to_tau_state *s)
{
	int fails = tell_dropped(s);

	for (unsigned i = 0; i < OTFP_NLOSSES; i++) {
		if (!s->lost[i])
			continue;
		otfp_warn("%s: %" PRIu64, losses[i].text, s->lost[i]);
		fails |= losses[i].fails;
	}
	return fails != 0;
}

/* ---- all ---- */

int otfp_to_tau_run(struct otfp_job *job, const struct otfp_to_tau *o)
{
	struct run *r;
	int status;

	if (!o->run == !o->output)
		return otfp_usage("name the output: give either -o NAME or --run DIR");
	if (o->output && strcmp(o->output, "-") == 0)
		return otfp_usage("-o -: a TAU trace is two files and cannot go to standard output");
	r = calloc(1, sizeof *r);
	if (!r) {
		otfp_message("out of memory");
		return 1;
	}
	r->o = o;
	r->max_files = otfp_files_share((unsigned)job->common->max_files, job->read.nsources ? 2 : 1);
	job->write.count_only = 1;
	job->stage = &stage;
	job->ctx = r;
	status = otfp_run(job);
	if (job->count != UINT64_MAX && tell_losses(&r->state) && !job->common->lossy && status == 0)
		status = 1;
	otfp_to_tau_release(&r->state);
	free(r);
	return status;
}
