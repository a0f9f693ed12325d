/* select.c - the selection as a stage; see otfpipe-cmd.h for what it means. */
#include "pipe/select.h"
#include "base/ticks.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int otfp_selection_given(const struct otfp_selection *sel)
{
	return sel->process || sel->stream || sel->record || sel->time || sel->function || sel->group || sel->counter ||
	       sel->peer || sel->tag || sel->length || sel->communicator || sel->no_tags || sel->rejects;
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
	otfp_pending_release(&s->collectives);
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
	s->by_record = sel->record != NULL;
	s->by_time = sel->time != NULL;
	s->by_process = sel->process || sel->stream;
	s->by_function = sel->function || sel->group;
}

static int compile(struct otfp_selector *s, const struct otfp_selection *sel, const struct otfp_header *h,
                   struct otfp_error *err)
{
	int rc = 0;

	if (sel->record)
		rc = otfp_record_terms_parse(&s->records, sel->record, err);
	if (rc == 0 && sel->time)
		rc = otfp_interval_bind(sel->time, h, &s->from, &s->to, &s->has_to, err);
	if (rc == 0 && sel->no_tags)
		rc = otfp_tag_filter_begin(&s->tags, sel->no_tags, err);
	if (rc < 0)
		return rc;
	take_sets(s, sel);
	otfp_selector_plan(s);
	return sel->rejects ? otfp_rejects_begin(&s->rejects, sel->rejects, h, err) : 0;
}

int otfp_selection_begin(struct otfp_selection *sel, const struct otfp_header *h, struct otfp_error *err)
{
	sel->compiled = calloc(1, sizeof *sel->compiled);
	if (!sel->compiled)
		return otfp_fail_memory(err);
	sel->compiled->rejects.fd = -1;
	return compile(sel->compiled, sel, h, err);
}

/* ---- one record ---- */

enum { NOT_APPLICABLE = 2 };

static int leave(struct otfp_selector *s, const struct otfp_record *rec, uint32_t stream, uint32_t function)
{
	struct otfp_call call;
	int open = otfp_calls_pop(&s->calls, rec->loc, &call);

	if (open < 0)
		return open;
	if (open && (!function || function == call.function))
		return (int)call.mark;
	if (function)
		return otfp_selector_has_function(s, stream, function);
	if (!s->told_leave)
		otfp_warn("process %" PRIu32 " at %" PRIu64 ": Leave without a function, and no call is open; "
		          "such records stay",
		          rec->loc, rec->time);
	s->told_leave = 1;
	return NOT_APPLICABLE;
}

/* The verdict of --function and --group: what Leave ends is judged as its Enter was, so that
 * what stays is balanced. @return 0, 1, NOT_APPLICABLE, or <0 when memory is out */
static int function_verdict(struct otfp_selector *s, const struct otfp_record *rec, const struct plan *p,
                            uint32_t stream)
{
	uint32_t function = (uint32_t)rec->f[p->function - 1].u;
	struct otfp_call call = {function, 0};
	int rc = 0;

	if (p->call == CALL_LEAVE)
		return leave(s, rec, stream, function);
	call.mark = (uint32_t)otfp_selector_has_function(s, stream, function);
	if (p->call == CALL_ENTER)
		rc = otfp_calls_push(&s->calls, rec->loc, call);
	else if (p->call == CALL_SNAPSHOT)
		rc = otfp_calls_snapshot(&s->calls, rec->loc, rec->time, call);
	return rc < 0 ? rc : (int)call.mark;
}

/* What an end of a collective operation says of --communicator: as its begin was judged.
 * @return as function_verdict; of a begin NOT_APPLICABLE, since it has a field of its own */
static int collective_verdict(struct otfp_selector *s, const struct otfp_record *rec, const struct plan *p,
                              uint32_t stream)
{
	uint64_t id = rec->f[p->matching].u;
	uint32_t mark;

	if (p->collective == COLLECTIVE_END)
		return otfp_pending_end(&s->collectives, rec->loc, id, &mark) ? (int)mark : NOT_APPLICABLE;
	if (p->collective == COLLECTIVE_SNAPSHOT && otfp_pending_has(&s->collectives, rec->loc, id))
		return NOT_APPLICABLE;
	mark = (uint32_t)otfp_space_has(&s->spaces[SPACE_COMMUNICATOR], stream, rec->f[p->group].u);
	return otfp_pending_begin(&s->collectives, rec->loc, id, mark) < 0 ? -1 : NOT_APPLICABLE;
}

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

/* Verdicts that come from an earlier record. They are asked for every such record, whatever
 * else is said of it, to know what is open. @return 0, or <0 when memory is out */
static int ask_state(struct otfp_selector *s, const struct otfp_record *rec, const struct plan *p, uint32_t stream,
                     int *criteria, int *match)
{
	int rc = p->function   ? function_verdict(s, rec, p, stream) :
	         p->collective ? collective_verdict(s, rec, p, stream) :
	                         NOT_APPLICABLE;

	*criteria += rc != NOT_APPLICABLE;
	*match &= rc != 0;
	return rc < 0 ? rc : 0;
}

static int known_verdict(struct otfp_selector *s, const struct otfp_record *rec, const struct plan *p)
{
	int criteria = p->criteria + p->ntests, match = p->record;
	uint32_t stream = p->function || p->ntests ? stream_of(s, rec, 0) : 0;

	if ((p->function || p->collective) && ask_state(s, rec, p, stream, &criteria, &match) < 0)
		return -1;
	if (p->timed && s->by_time)
		match &= in_time(s, rec->time);
	if (match && p->timed && s->by_process)
		match = seen_process(s, rec->loc)->verdict == OTFP_MEMO_YES;
	for (int i = 0; match && i < p->ntests; i++)
		match = has_field(s, p->tests[i], stream, rec);
	return !criteria || match != s->exclude;
}

static int unknown_verdict(const struct otfp_selector *s, struct otfp_str line)
{
	const char *tab = memchr(line.p, '\t', line.n);
	struct otfp_str name = {line.p, tab ? (size_t)(tab - line.p) : line.n};

	return !s->by_record || otfp_record_terms_has_name(&s->records, name) != s->exclude;
}

static void count_peer(struct otfp_selector *s, const struct otfp_record *rec, unsigned slot)
{
	int in = seen_process(s, (uint32_t)rec->f[slot].u)->verdict == OTFP_MEMO_YES;

	s->lost_peers += in == s->exclude;
}

int otfp_selection_keep(struct otfp_selection *sel, const struct otfp_record *rec, struct otfp_error *err)
{
	struct otfp_selector *s = sel->compiled;
	const struct plan *p = plan_of(s, rec);
	int keep;

	if (rec->type == OTFP_CONTROL)
		return otfp_selector_control(s, rec->line, err) < 0 ? err->code : 1;
	if (rec->type == OTFP_OTHER)
		return unknown_verdict(s, rec->line);
	if (p->learn && otfp_selector_learn(s, rec, err) < 0)
		return err->code;
	keep = known_verdict(s, rec, p);
	if (keep < 0)
		return otfp_fail_memory(err);
	if (keep && p->peer)
		count_peer(s, rec, p->peer - 1u);
	return keep;
}

/* ---- the stage ---- */

static int stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	return otfp_selection_begin(ctx, h, err);
}

/* Records outside of the interval matter to --rejects, and to the call stacks of options by field. */
static int stage_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_selection *sel = ctx;
	const struct otfp_selector *s = sel->compiled;

	if (!s->by_time || sel->exclude || sel->rejects || sel->function || sel->group || sel->communicator)
		return 0;
	*from = s->from;
	*to = s->to;
	*has_to = s->has_to;
	return 1;
}

/* Only what falls by its process alone may be left unread. */
static int stage_wanted(void *ctx, uint32_t process)
{
	const struct otfp_selection *sel = ctx;
	struct otfp_selector *s = sel->compiled;

	if (!s->by_process || sel->exclude || sel->rejects)
		return 1;
	return seen_process(s, process)->verdict == OTFP_MEMO_YES;
}

static int is_rejected(const struct otfp_selector *s, const struct otfp_record *rec, int keep)
{
	return !keep || rec->type == OTFP_CONTROL || plan_of(s, rec)->definition;
}

static int stage_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct otfp_selection *sel = ctx;
	struct otfp_selector *s = sel->compiled;
	int keep = otfp_selection_keep(sel, *rec, err), rc = 0;

	if (keep >= 0 && s->rejects.sink && is_rejected(s, *rec, keep))
		rc = otfp_rejects_put(&s->rejects, *rec, err);
	if (rc == 0 && keep > 0 && sel->no_tags && (*rec)->type < OTFP_NTYPES && (*rec)->ntags)
		rc = otfp_tag_filter(s, rec, err);
	return rc < 0 ? rc : keep;
}

static int stage_end(void *ctx, struct otfp_error *err)
{
	struct otfp_selector *s = ((struct otfp_selection *)ctx)->compiled;

	if (s->lost_peers)
		otfp_note(1, "%" PRIu64 " records stay whose peer was dropped", s->lost_peers);
	return s->rejects.sink ? otfp_rejects_end(&s->rejects, err) : 0;
}

const struct otfp_stage_ops otfp_selection_stage = {stage_begin,  stage_window, stage_wanted,
                                                    stage_record, stage_end,    NULL};
