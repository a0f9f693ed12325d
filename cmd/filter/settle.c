/* settle.c - what happens to a record once it is known whether it is kept. */
#include "cmd/filter/filter.h"

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

int criteria_put_substitutes(struct criteria *c, const struct otfp_record *rec, struct otfp_error *err)
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
	int rc = criteria_put_substitutes(c, *rec, err);

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
