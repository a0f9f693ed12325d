/* learn.c - learn names and groups from definitions. */
#include "cmd/filter/filter.h"
#include "record/table.h"

static int learn_peer(struct criteria *c, const struct otfp_record *rec)
{
	struct otfp_space *peers = &c->spaces[OTFP_W_PEER];

	if (!peers->set)
		return 0;
	c->local |= rec->type == OTFP_DefProcess && rec->loc != 0 && otfp_set_has_names(peers->set);
	return otfp_space_define_process(peers, rec);
}

static int learn_name(struct criteria *c, const struct otfp_record *rec)
{
	unsigned slot = otfp_table[rec->type].name_slot;
	struct otfp_space *space = &c->spaces[otfp_table[rec->type].defines];

	if (!slot || !space->set)
		return 0;
	c->local |= rec->loc != 0 && otfp_set_has_names(space->set);
	return otfp_space_define(space, rec->loc, (uint32_t)rec->f[0].u, rec->f[slot].s);
}

static int learn_group(struct criteria *c, const struct otfp_record *rec)
{
	if (!c->spaces[OTFP_W_FUNCTIONGROUP].set)
		return 0;
	c->local |= rec->loc != 0;
	return otfp_tokens_put(&c->group_of, rec->loc, (uint32_t)rec->f[0].u, rec->f[2].u);
}

/* rc 1: the definition matters. @return 0 or <0 */
static int note_local(struct criteria *c, const struct otfp_record *rec, int rc)
{
	c->local |= rc > 0 && rec->loc != 0;
	return rc < 0 ? rc : 0;
}

int criteria_learn(struct criteria *c, const struct otfp_record *rec, struct otfp_error *err)
{
	int rc = learn_name(c, rec);

	otfp_carriers_add(&c->carriers, rec);
	if (rc == 0)
		rc = learn_peer(c, rec);
	if (rc == 0 && rec->type == OTFP_DefFunction)
		rc = learn_group(c, rec);
	if (rc == 0 && c->match)
		rc = note_local(c, rec, match_learn(c->match, rec));
	if (rc == 0 && c->by_limits)
		rc = note_local(c, rec, limits_learn(&c->limits, rec));
	if (rc == 0 && c->by_represent)
		rc = represent_learn(&c->represent, rec);
	if (rec->type == OTFP_DefFunction || rec->type == OTFP_DefFunctionGroup)
		otfp_memo_clear(&c->functions);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

/* ---- functions ---- */

/* A function without a definition is in no group, so only a set of `!` terms contains it. */
static int has_group(struct criteria *c, uint32_t stream, uint32_t function)
{
	struct otfp_space *groups = &c->spaces[OTFP_W_FUNCTIONGROUP];
	const uint64_t *group = otfp_tokens_get(&c->group_of, &stream, function);

	if (!group)
		return otfp_set_has(groups->set, UINT64_MAX, NULL, 0);
	return otfp_space_has(groups, stream, *group);
}

int criteria_has_function(struct criteria *c, uint32_t stream, uint32_t function)
{
	uint64_t key = (uint64_t)stream << 32 | function;
	int verdict = otfp_memo_get(&c->functions, key);
	int in;

	if (verdict)
		return verdict == OTFP_MEMO_YES;
	in = (!c->spaces[OTFP_W_FUNCTION].set || otfp_space_judge(&c->spaces[OTFP_W_FUNCTION], stream, function)) &&
	     (!c->spaces[OTFP_W_FUNCTIONGROUP].set || has_group(c, stream, function));
	return otfp_memo_put(&c->functions, key, in);
}
