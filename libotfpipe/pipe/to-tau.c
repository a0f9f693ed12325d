/* to-tau.c - a run that writes a TAU trace: otf-to-tau. */
#include "pipe/to-tau.h"
#include "base/error.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>

#define AT(member) offsetof(struct otfp_to_tau, member)
const struct otfp_option otfp_to_tau_options[] = {
	{'o', "output", "NAME", "write NAME.trc and NAME.edf", OTFP_OPT_STRING, 0, AT(output)},
	{0, "run", "DIR", "write the directory of a run, a file for each thread, not NAME", OTFP_OPT_STRING, 0,
         AT(run)},
	{0, "force", NULL, "replace a trace that exists, when the new one is whole", OTFP_OPT_FLAG, 1, AT(force)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

/* ---- the stage ---- */

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_to_tau_state *s = ctx;
	const struct otfp_tau_out_options o = {.is_run = s->o->run != NULL,
	                                       .force = s->o->force,
	                                       .max_files = s->max_files};

	otfp_to_tau_resolution(s, h->resolution);
	if (otfp_edf_lines_own(&s->defs) < 0)
		return otfp_fail_memory(err);
	for (size_t i = 0; i < s->defs.n; i++)
		if (otfp_words_put(&s->taken, s->defs.p[i].name, strlen(s->defs.p[i].name)) == SIZE_MAX)
			return otfp_fail_memory(err);
	return otfp_tau_out_open(&s->out, s->o->run ? s->o->run : s->o->output, &o, err);
}

static int record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	int code = otfp_to_tau_see(ctx, *rec, err);

	return code < 0 ? code : OTFP_DROP;
}

static int records(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++)
		code = otfp_to_tau_see(ctx, recs[i], err);
	return code;
}

static int end(void *ctx, struct otfp_error *err)
{
	struct otfp_to_tau_state *s = ctx;
	int code = otfp_to_tau_define(s, err);

	if (code == 0)
		code = otfp_to_tau_end(s, err);
	return code < 0 ? code : otfp_tau_out_commit(s->out, &s->defs);
}

static void close_out(void *ctx)
{
	struct otfp_to_tau_state *s = ctx;

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

static void release(struct otfp_to_tau_state *s)
{
	for (size_t i = 0; i < s->nplaces; i++)
		free(s->places[i].open);
	free(s->places);
	for (size_t i = 0; i < s->nfacts; i++)
		free(s->facts[i].owners);
	free(s->facts);
	otfp_words_release(&s->texts);
	otfp_map_release(&s->tau_names);
	otfp_map_release(&s->triggers);
	otfp_map_release(&s->threefold);
	otfp_map_release(&s->comms);
	otfp_map_release(&s->place_index);
	otfp_edf_lines_release(&s->defs);
	otfp_names_release(&s->names);
	otfp_words_release(&s->words);
	otfp_words_release(&s->taken);
	otfp_map_release(&s->ids);
	for (int kind = OTFP_EDF_LINE_STATE; kind <= OTFP_EDF_LINE_TRIGGER; kind++) {
		otfp_map_release(&s->defined[kind]);
		otfp_map_release(&s->known[kind]);
	}
	free(s);
}

int otfp_to_tau_run(struct otfp_job *job, const struct otfp_to_tau *o)
{
	struct otfp_to_tau_state *s;
	int status;

	if (!o->run == !o->output)
		return otfp_usage("either -o NAME or --run DIR says where the trace goes");
	if (o->output && strcmp(o->output, "-") == 0)
		return otfp_usage("-o -: a TAU trace is two files, so it cannot go to standard output");
	s = calloc(1, sizeof *s);
	if (!s) {
		otfp_message("out of memory");
		return 1;
	}
	s->o = o;

	s->max_files = otfp_files_share((unsigned)job->common->max_files, job->nsources ? 2 : 1);
	job->count_only = 1;
	job->stage = &stage;
	job->ctx = s;
	status = otfp_run(job);
	if (job->count != UINT64_MAX && tell_losses(s) && !job->common->lossy && status == 0)
		status = 1;
	release(s);
	return status;
}
