/* judge.c - whether a record meets the criteria. */
#include "cmd/filter/filter.h"

static int has_field(struct criteria *c, struct field_test t, uint32_t stream, const struct otfp_record *rec)
{
	if (t.what == OTFP_W_TAG || t.what == OTFP_W_LENGTH)
		stream = 0;
	return otfp_space_has(&c->spaces[t.what], stream, otfp_true_number(&c->carriers, rec, t.slot));
}

/* @return 0, or <0 when memory is out */
static int judge_known(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p,
                       struct judgement *j)
{
	int special = NOT_APPLICABLE;
	uint32_t stream = p->tokens ? stream_of(c, rec, p->definition) : 0;

	if (p->special)
		special = criteria_special(c, rec, p, stream);
	if (special < 0)
		return -1;
	j->applies |= special != NOT_APPLICABLE || p->ntests;
	j->match &= special != NO;
	for (int i = 0; j->match && i < p->ntests; i++)
		j->match = has_field(c, p->tests[i], stream, rec);
	return 0;
}

int criteria_judge(struct criteria *c, const struct otfp_record *rec, struct judgement *j, struct otfp_error *err)
{
	const struct criteria_plan *p = plan_of(c, rec);
	int rc = 0;

	*j = (struct judgement){0, 1};
	c->call = NULL;
	if (c->selects || !p->timed)
		rc = selector_judge(c->select, rec, j, err);
	if (rc < 0 || rec->type >= OTFP_NTYPES)
		return rc;
	if (p->learn && criteria_learn(c, rec, err) < 0)
		return err->code;
	return judge_known(c, rec, p, j) < 0 ? otfp_fail_memory(err) : 0;
}
