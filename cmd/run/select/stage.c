/* stage.c - the selection as a stage of otfp_run. */
#include "cmd/run/select/select.h"
#include <inttypes.h>

static int stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	return otfp_selection_begin(ctx, h, err);
}

/* Records outside of the interval matter to --rejects, and to the call stacks of options by field. */
static int stage_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_selection *sel = ctx;
	const struct otfp_selector *s = sel->compiled;

	if (!s->by_time || sel->exclude || s->dry_run || sel->rejects || s->by_call || sel->communicator)
		return 0;
	*from = s->from;
	*to = s->to;
	*has_to = s->has_to;
	return 1;
}

/* Only what falls by its process alone, and is not asked for otherwise, may be left unread. */
static int stage_wanted(void *ctx, uint32_t process)
{
	const struct otfp_selection *sel = ctx;
	struct otfp_selector *s = sel->compiled;

	if (!s->by_process || sel->exclude || sel->rejects || s->dry_run || s->by_represent)
		return 1;
	return seen_process(s, process)->verdict == OTFP_MEMO_YES;
}

static int is_rejected(const struct otfp_selector *s, const struct otfp_record *rec, int keep)
{
	return !keep || rec->type == OTFP_CONTROL || plan_of(s, rec)->definition;
}

/* The stream of what a process did; of a definition it does not matter. */
static uint32_t home_of(struct otfp_selector *s, const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && !plan_of(s, rec)->definition ? seen_process(s, rec->loc)->stream : 0;
}

/* What is done to a record that stays. @return as otfp_selector_settle */
static int change(struct otfp_selector *s, const struct otfp_record **rec, struct otfp_error *err)
{
	int rc = 0;

	if (s->no_tags && (*rec)->type < OTFP_NTYPES && (*rec)->ntags)
		rc = otfp_tag_filter(s, rec, err);
	if (rc == 0 && s->prune) {
		rc = otfp_prune_record(s->prune, rec, home_of(s, *rec), err);
		if (rc <= 0)
			return rc;
		rc = 0;
	}
	if (rc == 0 && s->dry_run && otfp_tally_keep(&s->tally, *rec, home_of(s, *rec)) < 0)
		rc = otfp_fail_memory(err);
	return rc < 0 ? rc : 1;
}

/* The substitutes that have to come before rec, unless --record has them dropped. */
static int put_substitutes(struct otfp_selector *s, const struct otfp_record *rec, struct otfp_error *err)
{
	const struct otfp_record *own;
	struct judgement j;
	int rc = 0;

	while (rc >= 0 && (own = otfp_represent_next(&s->represent, rec))) {
		rc = otfp_selector_judge(s, own, &j, err);
		if (rc == 0 && is_kept(s, j))
			rc = change(s, &own, err);
		if (rc > 0)
			rc = otfp_sink_put(s->out, own);
	}
	return rc < 0 ? rc : 0;
}

static int represent(struct otfp_selector *s, const struct otfp_record **rec, struct otfp_error *err)
{
	int rc = put_substitutes(s, *rec, err);

	return rc < 0 ? rc : otfp_represent_record(&s->represent, rec, err);
}

int otfp_selector_settle(struct otfp_selector *s, const struct otfp_record **rec, int keep, struct otfp_error *err)
{
	const struct otfp_record *old = *rec;
	int rc = 0;

	if (keep && s->by_represent)
		keep = represent(s, rec, err);
	if (keep >= 0 && s->rejects.sink && is_rejected(s, old, keep))
		rc = otfp_rejects_put(&s->rejects, old, err);
	if (rc < 0)
		return rc;
	return keep > 0 ? change(s, rec, err) : keep;
}

static int stage_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_selector *s = ((struct otfp_selection *)ctx)->compiled;
	struct judgement j;
	int rc = s->dry_run ? otfp_tally_see(&s->tally, *rec) : 0;

	if (rc < 0)
		return otfp_fail_memory(err);
	rc = otfp_selector_judge(s, *rec, &j, err);
	if (rc < 0)
		return rc;
	if (s->plain)
		return is_kept(s, j);
	return s->by_short ? otfp_shorts_take(s, rec, j, err) : otfp_selector_settle(s, rec, is_kept(s, j), err);
}

static int stage_end(void *ctx, struct otfp_error *err)
{
	struct otfp_selector *s = ((struct otfp_selection *)ctx)->compiled;
	int rc = s->by_short ? otfp_shorts_end(s, err) : 0;

	if (rc == 0 && s->by_represent)
		rc = put_substitutes(s, NULL, err);
	if (rc < 0)
		return rc;
	if (s->by_represent)
		otfp_represent_end(&s->represent);
	if (s->lost_peers && !s->quiet)
		otfp_note(1, "%" PRIu64 " records stay whose peer was dropped", s->lost_peers);
	if (s->rejects.sink)
		rc = otfp_rejects_end(&s->rejects, err);
	return rc == 0 && s->dry_run ? otfp_tally_print(&s->tally, err) : rc;
}

static int stage_attach(void *ctx, struct otfp_sink *out)
{
	struct otfp_selector *s = ((struct otfp_selection *)ctx)->compiled;

	s->out = out;
	return s->by_short || s->by_represent;
}

const struct otfp_stage_ops otfp_selection_stage = {
	.begin = stage_begin,
	.window = stage_window,
	.wanted = stage_wanted,
	.record = stage_record,
	.end = stage_end,
	.attach = stage_attach,
};
