/* select.c - the selection; see selection.h for what it means. */
#include "cmd/run/select/select.h"
#include "base/ticks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int otfp_selection_given(const struct otfp_selection *sel)
{
	return sel->process || sel->stream || sel->record || sel->time || sel->function || sel->group || sel->counter ||
	       sel->peer || sel->tag || sel->length || sel->communicator || sel->match || sel->max_calls_given ||
	       sel->rules || sel->min_duration || sel->represent || sel->no_tags || sel->rejects || sel->dry_run ||
	       sel->prune;
}

static void selector_free(struct otfp_selector *s)
{
	if (!s)
		return;
	otfp_record_terms_release(&s->records);
	for (int i = 0; i < NSPACES; i++)
		otfp_space_release(&s->spaces[i]);
	otfp_map_release(&s->streams);
	otfp_map_release(&s->group_of.map);
	otfp_calls_release(&s->calls);
	for (int i = 0; i < NOPERATIONS; i++)
		otfp_pending_release(&s->operations[i]);
	otfp_match_free(s->match);
	otfp_limits_release(&s->limits);
	otfp_shorts_release(&s->shorts);
	otfp_represent_release(&s->represent);
	otfp_tally_release(&s->tally);
	otfp_tag_filter_release(&s->tags);
	otfp_rejects_release(&s->rejects);
	free(s);
}

void otfp_selection_release(struct otfp_selection *sel)
{
	struct otfp_set *sets[] = {sel->process, sel->stream, sel->function, sel->group,       sel->counter,
	                           sel->peer,    sel->tag,    sel->length,   sel->communicator};

	selector_free(sel->compiled);
	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
		otfp_set_free(sets[i]);
	free(sel->record);
	free(sel->time);
	memset(sel, 0, sizeof *sel);
}

static void take_sets(struct otfp_selector *s, const struct otfp_selection *sel)
{
	s->spaces[SPACE_PROCESS].set = sel->process;
	s->spaces[SPACE_STREAM].set = sel->stream;
	s->spaces[SPACE_FUNCTION].set = sel->function;
	s->spaces[SPACE_GROUP].set = sel->group;
	s->spaces[SPACE_COUNTER].set = sel->counter;
	s->spaces[SPACE_PEER].set = sel->peer;
	s->spaces[SPACE_TAG].set = sel->tag;
	s->spaces[SPACE_LENGTH].set = sel->length;
	s->spaces[SPACE_COMMUNICATOR].set = sel->communicator;
	s->spaces[SPACE_KEY].set = s->tags.keys;
	s->exclude = sel->exclude;
	s->no_tags = sel->no_tags != NULL;
	s->by_record = sel->record != NULL;
	s->by_time = sel->time != NULL;
	s->by_process = sel->process || sel->stream || s->limits.rules.noff;
	s->by_function = sel->function || sel->group;
	s->dry_run = sel->dry_run && !s->quiet;
	s->prune = sel->pruning;
	s->by_limits = sel->max_calls_given || sel->rules;
	s->by_represent = sel->represent != NULL;
	s->by_short = sel->min_duration != NULL;
	s->by_call = s->by_function || s->match || s->by_limits || s->by_short;
	s->plain = !s->by_short && !s->by_represent && !s->no_tags && !s->prune && !s->dry_run && !sel->rejects;
}

/* What does not depend on the stream; files may be pipes, so they are read once. */
static int parse_options(struct otfp_selector *s, const struct otfp_selection *sel, struct otfp_error *err)
{
	int rc = 0;

	if (sel->record)
		rc = otfp_record_terms_parse(&s->records, sel->record, err);
	if (rc == 0 && sel->match)
		rc = otfp_match_parse(&s->match, sel->match, err);
	if (rc == 0 && sel->rules)
		rc = otfp_rules_read(&s->limits.rules, sel->rules, err);
	if (rc == 0 && sel->represent)
		rc = otfp_represent_read(&s->represent, sel->represent, err);
	if (rc == 0 && sel->no_tags)
		rc = otfp_tag_filter_begin(&s->tags, sel->no_tags, err);
	return rc;
}

static int bind_options(struct otfp_selector *s, const struct otfp_selection *sel, const struct otfp_header *h,
                        struct otfp_error *err)
{
	int rc = 0;

	if (sel->time)
		rc = otfp_interval_bind(sel->time, h, &s->from, &s->to, &s->has_to, err);
	if (rc == 0 && sel->match)
		rc = otfp_match_bind(s->match, h, err);
	if (rc == 0 && sel->min_duration)
		rc = otfp_shorts_begin(&s->shorts, sel->min_duration, h, err);
	s->limits.max_calls = sel->max_calls_given ? (uint64_t)sel->max_calls : OTFP_UNLIMITED;
	return rc;
}

/* What was parsed for an earlier pass over the same stream. */
static void take_over(struct otfp_selector *s, struct otfp_selector *from)
{
	s->records = from->records;
	s->match = from->match;
	s->limits.rules = from->limits.rules;
	s->represent = from->represent;
	s->tags.keys = from->tags.keys;
	memset(&from->records, 0, sizeof from->records);
	memset(&from->limits.rules, 0, sizeof from->limits.rules);
	memset(&from->represent, 0, sizeof from->represent);
	from->match = NULL;
	from->tags.keys = NULL;
	otfp_represent_again(&s->represent);
}

static int compile(struct otfp_selection *sel, const struct otfp_header *h, struct otfp_selector *old,
                   struct otfp_error *err)
{
	struct otfp_selector *s = sel->compiled;
	int collecting = sel->pruning && otfp_prune_state(sel->pruning, err) > 0, rc = 0;

	s->rejects.fd = -1;
	if (old)
		take_over(s, old);
	else
		rc = parse_options(s, sel, err);
	if (rc == 0)
		rc = bind_options(s, sel, h, err);
	if (rc < 0)
		return rc;
	s->represent.quiet = s->told_leave = s->quiet = collecting;
	take_sets(s, sel);
	otfp_selector_plan(s);
	return sel->rejects && !sel->dry_run && !collecting ? otfp_rejects_begin(&s->rejects, sel->rejects, h, err) : 0;
}

int otfp_selection_begin(struct otfp_selection *sel, const struct otfp_header *h, struct otfp_error *err)
{
	struct otfp_selector *old = sel->compiled;
	int rc = sel->pruning ? otfp_prune_state(sel->pruning, err) : 0;

	if (rc < 0)
		return rc;
	sel->compiled = calloc(1, sizeof *sel->compiled);
	rc = sel->compiled ? compile(sel, h, old, err) : otfp_fail_memory(err);
	selector_free(old);
	return rc;
}

/* ---- one record ---- */

static int has_field(struct otfp_selector *s, struct field_test t, uint32_t stream, const struct otfp_record *rec)
{
	if (t.space == SPACE_TAG || t.space == SPACE_LENGTH)
		stream = 0;
	return otfp_space_has(&s->spaces[t.space], stream, rec->f[t.slot].u);
}

static int in_time(const struct otfp_selector *s, uint64_t time)
{
	return time >= s->from && (!s->has_to || time < s->to);
}

/* @return 0, or <0 when memory is out */
static int judge_known(struct otfp_selector *s, const struct otfp_record *rec, const struct plan *p,
                       struct judgement *j)
{
	int criteria = p->criteria + p->ntests, match = p->record, special = NOT_APPLICABLE;
	uint32_t stream = p->tokens ? stream_of(s, rec, p->definition) : 0;

	if (p->special)
		special = otfp_selector_special(s, rec, p, stream);
	if (special < 0)
		return -1;
	criteria += special != NOT_APPLICABLE;
	match &= special != NO;
	if (p->timed && s->by_time)
		match &= in_time(s, rec->time);
	if (match && p->timed && s->by_process)
		match = seen_process(s, rec->loc)->verdict == OTFP_MEMO_YES;
	for (int i = 0; match && i < p->ntests; i++)
		match = has_field(s, p->tests[i], stream, rec);
	*j = (struct judgement){criteria != 0, match};
	return 0;
}

static struct judgement judge_unknown(const struct otfp_selector *s, struct otfp_str line)
{
	const char *tab = memchr(line.p, '\t', line.n);
	struct otfp_str name = {line.p, tab ? (size_t)(tab - line.p) : line.n};

	return (struct judgement){s->by_record, s->by_record && otfp_record_terms_has_name(&s->records, name)};
}

static void count_peer(struct otfp_selector *s, const struct otfp_record *rec, unsigned slot)
{
	int in = seen_process(s, (uint32_t)rec->f[slot].u)->verdict == OTFP_MEMO_YES;

	s->lost_peers += in == s->exclude;
}

int otfp_selector_judge(struct otfp_selector *s, const struct otfp_record *rec, struct judgement *j,
                        struct otfp_error *err)
{
	const struct plan *p = plan_of(s, rec);

	*j = (struct judgement){0, 1};
	s->call = NULL;
	if (rec->type == OTFP_CONTROL)
		return otfp_selector_control(s, rec->line, err);
	if (rec->type == OTFP_OTHER)
		*j = judge_unknown(s, rec->line);
	if (rec->type == OTFP_OTHER)
		return 0;
	if (p->learn && otfp_selector_learn(s, rec, err) < 0)
		return err->code;
	if (judge_known(s, rec, p, j) < 0)
		return otfp_fail_memory(err);
	if (p->peer && is_kept(s, *j))
		count_peer(s, rec, p->peer - 1u);
	return 0;
}

int otfp_selection_keep(struct otfp_selection *sel, const struct otfp_record *rec, struct otfp_error *err)
{
	struct judgement j;
	int rc = otfp_selector_judge(sel->compiled, rec, &j, err);

	return rc < 0 ? rc : is_kept(sel->compiled, j);
}
