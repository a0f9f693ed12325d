/* filter.c - the criteria of otf-filter; run.h defines them. */
#include "cmd/filter/filter.h"
#include "cmd/text/signals.h"
#include <stdlib.h>
#include <string.h>

static void criteria_free(struct criteria *c)
{
	if (!c)
		return;
	for (int i = 0; i < OTFP_NWHATS; i++)
		otfp_space_release(&c->spaces[i]);
	otfp_map_release(&c->group_of.map);
	otfp_calls_release(&c->calls);
	for (int i = 0; i < NOPERATIONS; i++)
		pending_release(&c->operations[i]);
	match_free(c->match);
	limits_release(&c->limits);
	shorts_release(&c->shorts);
	represent_release(&c->represent);
	tally_release(&c->tally);
	tag_filter_release(&c->tags);
	free(c);
}

void filter_release(void *own)
{
	struct filter *filter = own;
	struct otfp_set *sets[] = {filter->function, filter->group,  filter->counter,      filter->peer,
	                           filter->tag,      filter->length, filter->communicator, filter->tag_keys};

	criteria_free(filter->compiled);
	for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
		otfp_set_free(sets[i]);
	selection_release(&filter->select);
	memset(filter, 0, sizeof *filter);
}

static void take_options(struct criteria *c, const struct filter *filter)
{
	c->spaces[OTFP_W_FUNCTION].set = filter->function;
	c->spaces[OTFP_W_FUNCTIONGROUP].set = filter->group;
	c->spaces[OTFP_W_COUNTER].set = filter->counter;
	c->spaces[OTFP_W_PEER].set = filter->peer;
	c->spaces[OTFP_W_TAG].set = filter->tag;
	c->spaces[OTFP_W_LENGTH].set = filter->length;
	c->spaces[OTFP_W_PROCESSGROUP].set = filter->communicator;
	c->spaces[OTFP_W_KEY].set = filter->tag_keys;
	c->no_tags = filter->no_tags != NULL;
	c->by_function = filter->function || filter->group;
	c->dry_run = filter->dry_run && !c->quiet;
	c->prune = filter->pruning;
	c->by_limits = filter->max_calls_given || filter->rules;
	c->by_represent = filter->represent != NULL;
	c->by_short = filter->min_duration != NULL;
	c->calls.size = c->by_short ? OTFP_CALL_PLACED : OTFP_CALL_SHORT;
	c->by_call = c->by_function || c->match || c->by_limits || c->by_short;
	c->plain = !c->by_short && !c->by_represent && !c->no_tags && !c->prune && !c->dry_run && !filter->rejects;
}

/* Parse what does not depend on the stream, only once, since files may be pipes. */
static int parse_options(struct criteria *c, const struct filter *filter, struct otfp_error *err)
{
	int rc = 0;

	if (filter->match)
		rc = match_parse(&c->match, filter->match, err);
	if (rc == 0 && filter->rules)
		rc = rules_read(&c->limits.rules, filter->rules, err);
	if (rc == 0 && filter->represent)
		rc = represent_read(&c->represent, filter->represent, err);
	return rc;
}

static int is_off(const void *ctx, uint32_t process)
{
	return limits_is_off(ctx, process);
}

/* The selection drops processes, so pass it those that the rules drop. */
static int begin_selection(struct criteria *c, struct filter *filter, const struct otfp_header *h,
                           struct otfp_error *err)
{
	int rc;

	filter->select.is_dropped = c->limits.rules.noff ? is_off : NULL;
	filter->select.is_dropped_ctx = &c->limits;
	rc = selection_begin(&filter->select, h, err);
	c->select = filter->select.compiled;
	c->selects = c->select && (c->select->by_record || c->select->by_process || c->select->by_time);
	return rc;
}

static int bind_options(struct criteria *c, const struct filter *filter, const struct otfp_header *h,
                        struct otfp_error *err)
{
	int rc = 0;

	if (filter->match)
		rc = match_bind(c->match, h, err);
	if (rc == 0 && filter->min_duration)
		rc = shorts_begin(&c->shorts, filter->min_duration, h, err);
	c->limits.max_calls = filter->max_calls_given ? (uint64_t)filter->max_calls : UNLIMITED;
	return rc;
}

/* Take over what an earlier pass over the same stream parsed. */
static void take_over(struct criteria *c, struct criteria *from)
{
	c->match = from->match;
	c->limits.rules = from->limits.rules;
	c->represent = from->represent;
	memset(&from->limits.rules, 0, sizeof from->limits.rules);
	memset(&from->represent, 0, sizeof from->represent);
	from->match = NULL;
	represent_rewind(&c->represent);
}

static int compile(struct filter *filter, const struct otfp_header *h, struct criteria *old, struct otfp_error *err)
{
	struct criteria *c = filter->compiled;
	int collecting = filter->pruning && prune_state(filter->pruning, err) > 0, rc = 0;

	if (old)
		take_over(c, old);
	else
		rc = parse_options(c, filter, err);
	if (rc == 0)
		rc = begin_selection(c, filter, h, err);
	if (rc == 0)
		rc = bind_options(c, filter, h, err);
	if (rc < 0)
		return rc;
	c->represent.quiet = c->warned_leave = c->quiet = collecting;
	take_options(c, filter);
	criteria_plan(c);
	if (!filter->rejects || filter->dry_run || collecting)
		return 0;
	rc = otfp_newfile_open(&filter->rejects_file, filter->rejects, filter->replaces, signal_came, err);
	return rc < 0 ? rc : rejects_begin(&c->rejects, &filter->rejects_file, h, err);
}

int filter_begin(struct filter *filter, const struct otfp_header *h, struct otfp_error *err)
{
	struct criteria *old = filter->compiled;
	int rc = filter->pruning ? prune_state(filter->pruning, err) : 0;

	if (rc < 0)
		return rc;
	filter->compiled = calloc(1, sizeof *filter->compiled);
	rc = filter->compiled ? compile(filter, h, old, err) : otfp_fail_memory(err);
	criteria_free(old);
	return rc;
}

/* ---- one record ---- */

int filter_keep(struct filter *filter, const struct otfp_record *rec, struct otfp_error *err)
{
	struct criteria *c = filter->compiled;
	struct judgement j;
	int rc = criteria_judge(c, rec, &j, err);

	return rc < 0 ? rc : keeps(c, rec, j);
}
