/* learn.c - names, groups and streams, learned from the records that pass. */
#include "cmd/run/select/select.h"
#include <string.h>

/* Definitions that give a name to a token: token in slot 0, name in `slot`. */
static const struct {
	uint16_t type;
	uint8_t slot, space;
} names[] = {
	{OTFP_DefProcess, 1, SPACE_PROCESS},
	{OTFP_DefProcess, 1, SPACE_PEER},
	{OTFP_DefProcessGroup, 1, SPACE_COMMUNICATOR},
	{OTFP_DefFunctionGroup, 1, SPACE_GROUP},
	{OTFP_DefFunction, 1, SPACE_FUNCTION},
	{OTFP_DefCounter, 1, SPACE_COUNTER},
	{OTFP_DefKeyValue, 2, SPACE_KEY},
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
	int rc = 0;

	for (unsigned i = 0; i < sizeof names / sizeof names[0] && rc == 0; i++)
		if (rec->type == names[i].type)
			rc = learn_name(s, rec, names[i].slot, names[i].space);
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

static const char *read_number(const char *p, const char *end, uint64_t *v)
{
	for (*v = 0; p < end && *p >= '0' && *p <= '9' && *v <= UINT32_MAX; p++)
		*v = *v * 10 + (uint64_t)(*p - '0');
	return p;
}

int otfp_selector_control(struct otfp_selector *s, struct otfp_str line, struct otfp_error *err)
{
	const char *p = line.p, *end = line.p + line.n;
	uint64_t stream, process;

	if (line.n < 4 || memcmp(p, "@SM\t", 4) != 0)
		return 0;
	memset(s->seen, 0, sizeof s->seen);
	p = read_number(p + 4, end, &stream);
	while (p < end && (*p == '\t' || *p == ',') && stream <= UINT32_MAX) {
		p = read_number(p + 1, end, &process);
		if (process <= UINT32_MAX && otfp_map_set(&s->streams, process, stream) < 0)
			return otfp_fail_memory(err);
	}
	return 0;
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
