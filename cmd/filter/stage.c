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

static int is_rejected(const struct criteria *c, const struct otfp_record *rec, int keep)
{
	return !keep || rec->type == OTFP_CONTROL || plan_of(c, rec)->definition;
}

/* The stream of a timed record or marker; 0 for definitions, where it does not matter. */
static uint32_t home_of(struct criteria *c, const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && !plan_of(c, rec)->definition ? seen_process(c->select, rec->loc)->stream : 0;
}

/* Change a record that is kept. @return as criteria_settle */
static int change(struct criteria *c, const struct otfp_record **rec, struct otfp_error *err)
{
	int rc = 0;

	if (c->no_tags && (*rec)->type < OTFP_NTYPES && (*rec)->ntags)
		rc = tag_filter(c, rec, err);
	if (rc == 0 && c->prune) {
		rc = prune_record(c->prune, rec, home_of(c, *rec), err);
		if (rc <= 0)
			return rc;
		rc = 0;
	}
	if (rc == 0 && c->dry_run && tally_keep(&c->tally, *rec, home_of(c, *rec)) < 0)
		rc = otfp_fail_memory(err);
	return rc < 0 ? rc : 1;
}

/* Put the DefProcessSubstitutes that must come before rec, unless --record drops them. */
static int put_substitutes(struct criteria *c, const struct otfp_record *rec, struct otfp_error *err)
{
	const struct otfp_record *own;
	struct judgement j;
	int rc = 0;

	while (rc >= 0 && (own = represent_next(&c->represent, rec))) {
		rc = criteria_judge(c, own, &j, err);
		if (rc == 0 && is_kept(c->select, j))
			rc = change(c, &own, err);
		if (rc > 0)
			rc = otfp_sink_put(c->out, own);
	}
	return rc < 0 ? rc : 0;
}

static int represent(struct criteria *c, const struct otfp_record **rec, struct otfp_error *err)
{
	int rc = put_substitutes(c, *rec, err);

	return rc < 0 ? rc : represent_record(&c->represent, rec, err);
}

int criteria_settle(struct criteria *c, const struct otfp_record **rec, int keep, struct otfp_error *err)
{
	const struct otfp_record *old = *rec;
	int rc = 0;

	if (keep && c->by_represent)
		keep = represent(c, rec, err);
	if (keep >= 0 && c->rejects.sink && is_rejected(c, old, keep))
		rc = rejects_put(&c->rejects, old, err);
	if (rc < 0)
		return rc;
	return keep > 0 ? change(c, rec, err) : keep;
}

/* With -r def no event has to be read, unless something tells how much is dropped. */
static unsigned stage_kinds(void *ctx)
{
	struct filter *filter = ctx;
	const struct criteria *c = filter->compiled;
	const int plainly = c->selects && !c->select->exclude && !c->dry_run && !c->rejects.sink && !c->by_represent;

	return plainly ? selection_stage.kinds(&filter->select) : OTFP_ALL_KINDS;
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
		rc = put_substitutes(c, NULL, err);
	if (rc < 0)
		return rc;
	if (c->by_represent)
		represent_end(&c->represent);
	if (!c->quiet)
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
