/* stage.c - the filter as a stage. */
#include "cmd/filter/filter.h"

static int stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	return filter_begin(ctx, h, err);
}

/* --rejects needs records outside of the interval, and so do call stacks and operations. */
static int stage_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	struct filter *filter = ctx;
	const struct criteria *c = filter->compiled;

	if (c->dry_run || filter->rejects || c->by_call || filter->communicator)
		return 0;
	return selection_stage.window(&filter->select, from, to, has_to);
}

/* A source may skip only records that are dropped for their process alone and that no option needs. */
static int stage_wanted(void *ctx, uint32_t process)
{
	struct filter *filter = ctx;
	const struct criteria *c = filter->compiled;

	if (filter->rejects || c->dry_run || c->by_represent)
		return 1;
	return selection_stage.wanted(&filter->select, process);
}

/* With -r def no event has to be read, unless something tells how much is dropped. */
static unsigned stage_kinds(void *ctx)
{
	struct filter *filter = ctx;
	const struct criteria *c = filter->compiled;
	const int plainly = c->selects && !c->select->exclude && !c->dry_run && !c->rejects.sink && !c->by_represent;

	return plainly ? selection_stage.kinds(&filter->select) : OTFP_FILES_TIMED;
}

static int stage_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct criteria *c = ((struct filter *)ctx)->compiled;
	struct judgement j;
	int rc = c->dry_run ? tally_add(&c->tally, *rec) : 0, keep;

	if (rc < 0)
		return otfp_fail_memory(err);
	rc = criteria_judge(c, *rec, &j, err);
	if (rc < 0)
		return rc;
	keep = keeps(c, *rec, j);
	if (c->plain)
		return keep;
	return c->by_short ? shorts_push(c, rec, j, err) : criteria_settle(c, rec, keep, err);
}

static int stage_end(void *ctx, struct otfp_error *err)
{
	struct filter *filter = ctx;
	struct criteria *c = filter->compiled;
	int rc = c->by_short ? shorts_end(c, err) : 0;

	if (rc == 0 && c->by_represent)
		rc = criteria_put_substitutes(c, NULL, err);
	if (rc < 0)
		return rc;
	if (c->by_represent)
		rc = represent_end(&c->represent, filter->strict, err);
	if (rc == 0 && !c->quiet)
		rc = selection_stage.end(&filter->select, err);
	if (rc == 0 && c->rejects.sink)
		rc = rejects_end(&c->rejects, err);
	return rc == 0 && c->dry_run ? tally_print(&c->tally, err) : rc;
}

/* If the run failed, the rejects end with @ABORT. */
static void stage_close(void *ctx)
{
	struct criteria *c = ((struct filter *)ctx)->compiled;

	if (c)
		rejects_release(&c->rejects);
}

static int stage_attach(void *ctx, struct otfp_sink *out)
{
	struct criteria *c = ((struct filter *)ctx)->compiled;

	c->out = out;
	return c->by_short || c->by_represent;
}

const struct otfp_stage_ops filter_stage = {
	.begin = stage_begin,
	.window = stage_window,
	.wanted = stage_wanted,
	.kinds = stage_kinds,
	.record = stage_record,
	.end = stage_end,
	.close = stage_close,
	.attach = stage_attach,
};
