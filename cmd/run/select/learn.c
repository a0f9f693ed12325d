/* learn.c - names, groups and streams, learned from the records that pass. */
#include "cmd/run/select/select.h"
#include "record/control.h"
#include "record/table.h"
#include <string.h>

/* The token spaces that the sets of names are about. */
static const uint8_t spaces[NSPACES] = {
	[SPACE_PROCESS] = OTFP_W_PROCESS,
	[SPACE_PEER] = OTFP_W_PROCESS,
	[SPACE_COMMUNICATOR] = OTFP_W_PROCESSGROUP,
	[SPACE_GROUP] = OTFP_W_FUNCTIONGROUP,
	[SPACE_FUNCTION] = OTFP_W_FUNCTION,
	[SPACE_COUNTER] = OTFP_W_COUNTER,
	[SPACE_KEY] = OTFP_W_KEY,
};

static int learn_name(struct otfp_selector *s, const struct otfp_record *rec, unsigned slot, unsigned space)
{
	const struct otfp_set *set = s->spaces[space].set;

	if (!set || !otfp_set_has_names(set))
		return 0;
	s->local |= rec->loc != 0;
	return otfp_space_define(&s->spaces[space], rec->loc, (uint32_t)rec->f[0].u, rec->f[slot].s);
}

static int learn_group(struct otfp_selector *s, const struct otfp_record *rec)
{
	if (!s->spaces[SPACE_GROUP].set)
		return 0;
	s->local |= rec->loc != 0;
	return otfp_tokens_put(&s->group_of, rec->loc, (uint32_t)rec->f[0].u, rec->f[2].u);
}

/* rc says whether a definition matters. */
static int note_local(struct otfp_selector *s, const struct otfp_record *rec, int rc)
{
	s->local |= rc > 0 && rec->loc != 0;
	return rc < 0 ? rc : 0;
}

int otfp_selector_learn(struct otfp_selector *s, const struct otfp_record *rec, struct otfp_error *err)
{
	const struct otfp_schema *row = &otfp_table[rec->type];
	int rc = 0;

	for (unsigned i = 0; i < NSPACES && row->defines && rc == 0; i++)
		if (spaces[i] == row->defines)
			rc = learn_name(s, rec, row->name_slot, i);
	if (rc == 0 && rec->type == OTFP_DefFunction)
		rc = learn_group(s, rec);
	if (rc == 0 && s->match)
		rc = note_local(s, rec, otfp_match_learn(s->match, rec));
	if (rc == 0 && s->by_limits)
		rc = note_local(s, rec, otfp_limits_learn(&s->limits, rec));
	if (rc == 0 && s->by_represent)
		rc = otfp_represent_learn(&s->represent, rec);
	s->local |= s->prune && rec->loc != 0;
	if (rec->type == OTFP_DefFunction || rec->type == OTFP_DefFunctionGroup)
		otfp_memo_clear(&s->functions);
	if (rec->type == OTFP_DefProcess)
		memset(s->seen, 0, sizeof s->seen);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

/* ---- where processes live ---- */

int otfp_selector_control(struct otfp_selector *s, const struct otfp_record *rec, struct otfp_error *err)
{
	if (otfp_control_kind(rec) != OTFP_C_SM)
		return 0;
	memset(s->seen, 0, sizeof s->seen);
	return otfp_sm_map(&s->streams, &rec->line) < 0 ? otfp_fail_memory(err) : 0;
}

const struct seen *otfp_selector_judge_process(struct otfp_selector *s, struct seen *to, uint32_t process)
{
	const struct otfp_space *by_process = &s->spaces[SPACE_PROCESS], *by_stream = &s->spaces[SPACE_STREAM];
	const uint64_t *stream = otfp_map_get(&s->streams, process);
	int in;

	to->process = process;
	to->stream = stream ? (uint32_t)*stream : 0;
	in = (!by_process->set || otfp_space_judge(by_process, to->stream, process)) &&
	     (!by_stream->set || otfp_space_judge(by_stream, 0, to->stream)) &&
	     (!s->by_limits || !otfp_limits_is_off(&s->limits, process));
	to->verdict = in ? OTFP_MEMO_YES : OTFP_MEMO_NO;
	return to;
}

/* ---- functions ---- */

/* A function without definition is in no group, so only a set of `!` terms holds it. */
static int has_group(struct otfp_selector *s, uint32_t stream, uint32_t function)
{
	struct otfp_space *groups = &s->spaces[SPACE_GROUP];
	const uint64_t *group = otfp_tokens_get(&s->group_of, &stream, function);

	if (!group)
		return otfp_set_has(groups->set, UINT64_MAX, NULL, 0);
	return otfp_space_has(groups, stream, *group);
}

int otfp_selector_has_function(struct otfp_selector *s, uint32_t stream, uint32_t function)
{
	uint64_t key = (uint64_t)stream << 32 | function;
	int verdict = otfp_memo_get(&s->functions, key);
	int in;

	if (verdict)
		return verdict == OTFP_MEMO_YES;
	in = (!s->spaces[SPACE_FUNCTION].set || otfp_space_judge(&s->spaces[SPACE_FUNCTION], stream, function)) &&
	     (!s->spaces[SPACE_GROUP].set || has_group(s, stream, function));
	return otfp_memo_put(&s->functions, key, in);
}
