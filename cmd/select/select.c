/* select.c - the selection that several commands share; selection.h defines it. */
#include "cmd/select/select.h"
#include "base/ticks.h"
#include "record/control.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int selection_given(const struct selection *sel)
{
	return sel->process || sel->stream || sel->record || sel->time;
}

static void selector_free(struct selector *s)
{
	if (!s)
		return;
	record_terms_release(&s->records);
	otfp_space_release(&s->processes);
	otfp_map_release(&s->streams);
	free(s);
}

void selection_release(struct selection *sel)
{
	selector_free(sel->compiled);
	otfp_set_free(sel->process);
	otfp_set_free(sel->stream);
	free(sel->record);
	free(sel->time);
	memset(sel, 0, sizeof *sel);
}

/* ---- the plan ---- */

static uint8_t peer_of(const struct otfp_schema *row)
{
	uint8_t peer = 0;

	for (unsigned i = 0; i < row->nfields; i++)
		if (row->fields[i].what == OTFP_W_PEER)
			peer = (uint8_t)(1 + i);
	return peer;
}

/* Make the plan for a record type in a file of kind `file`. */
static void plan_type(const struct selector *s, struct plan *p, unsigned type, unsigned file)
{
	const struct otfp_schema *row = otfp_schema(type);

	p->record = (uint8_t)(!s->by_record || record_terms_has(&s->records, row, (int)file));
	p->timed = (uint8_t)otfp_is_timed(file);
	p->criteria = (uint8_t)(s->by_record + (p->timed ? s->by_process + s->by_time : 0));
	p->peer = p->timed && s->by_process ? peer_of(row) : 0;
}

static void plan(struct selector *s)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		plan_type(s, &s->plans[type], type, otfp_schema(type)->file);
	for (unsigned file = 0; file < OTFP_NFILES; file++)
		plan_type(s, &s->plans[OTFP_NTYPES + file], OTFP_UnknownRecord, file);
}

/* The kinds of files to read for a plan. Snapshots and summaries of an OTF trace may stand in its event files;
 * definitions of other formats are made of events, too. */
static unsigned kinds_of(size_t i, const struct otfp_header *h)
{
	unsigned file = i < OTFP_NTYPES ? otfp_schema((unsigned)i)->file : (unsigned)(i - OTFP_NTYPES);

	if (!otfp_is_timed(file))
		return file == OTFP_FILE_DEF ? OTFP_FILE_BIT(OTFP_FILE_DEF) : 0;
	return OTFP_FILE_BIT(file) | (h->form ? OTFP_FILE_BIT(OTFP_FILE_EVENT) : 0);
}

/* With other criteria, what they match is reported, so that all is read. */
static void plan_kinds(struct selector *s, const struct otfp_header *h)
{
	s->kinds = s->by_process || s->by_time || !s->by_record ? OTFP_FILES_TIMED : 0;
	for (size_t i = 1; i < OTFP_NTYPES + OTFP_NFILES; i++)
		if (s->plans[i].record != s->exclude)
			s->kinds |= kinds_of(i, h);
}

/* Take over what an earlier pass parsed: an @FILE may be a pipe, so it is read only once. */
static int compile(struct selector *s, const struct selection *sel, const struct otfp_header *h, struct selector *old,
                   struct otfp_error *err)
{
	int rc = 0;

	s->options = sel;
	s->exclude = sel->exclude;
	s->by_record = sel->record != NULL;
	s->by_time = sel->time != NULL;
	s->by_process = sel->process || sel->stream || sel->is_dropped;
	s->processes.set = sel->process;
	if (old) {
		s->records = old->records;
		memset(&old->records, 0, sizeof old->records);
	} else if (sel->record) {
		rc = record_terms_parse(&s->records, sel->record, err);
	}
	if (rc == 0 && sel->time)
		rc = otfp_interval_bind(sel->time, h, &s->from, &s->to, &s->has_to, err);
	if (rc < 0)
		return rc;
	plan(s);
	plan_kinds(s, h);
	return 0;
}

int selection_begin(struct selection *sel, const struct otfp_header *h, struct otfp_error *err)
{
	struct selector *old = sel->compiled;
	int rc;

	sel->compiled = calloc(1, sizeof *sel->compiled);
	rc = sel->compiled ? compile(sel->compiled, sel, h, old, err) : otfp_fail_memory(err);
	selector_free(old);
	return rc;
}

/* ---- names and streams of processes ---- */

static int learn_streams(struct selector *s, const struct otfp_record *rec, struct otfp_error *err)
{
	struct otfp_sm sm;

	if (otfp_control_kind(rec) != OTFP_C_SM)
		return 0;
	memset(s->seen, 0, sizeof s->seen);
	if (otfp_sm_begin(&sm, &rec->line) == 0) {
		otfp_set_meet(s->options->stream, sm.stream, NULL, 0);
		while (s->options->process && otfp_sm_next(&sm) == 0)
			otfp_set_meet(s->options->process, sm.process, NULL, 0);
	}
	return otfp_sm_map(&s->streams, &rec->line) < 0 ? otfp_fail_memory(err) : 0;
}

/* DefProcess, DefKeyValue */
static int learn_process(struct selector *s, const struct otfp_record *rec)
{
	memset(s->seen, 0, sizeof s->seen);
	return otfp_space_define_process(&s->processes, rec);
}

const struct seen *selector_judge_process(struct selector *s, struct seen *to, uint32_t process)
{
	const struct selection *sel = s->options;
	const uint64_t *stream = otfp_map_get(&s->streams, process);
	int in;

	to->process = process;
	to->stream = stream ? (uint32_t)*stream : 0;
	otfp_set_meet(sel->stream, to->stream, NULL, 0);
	in = (!sel->process || otfp_space_judge(&s->processes, to->stream, process)) &&
	     (!sel->stream || otfp_set_has(sel->stream, to->stream, NULL, 0)) &&
	     (!sel->is_dropped || !sel->is_dropped(sel->is_dropped_ctx, process));
	to->verdict = in ? OTFP_MEMO_YES : OTFP_MEMO_NO;
	return to;
}

/* ---- one record ---- */

static int in_time(const struct selector *s, uint64_t time)
{
	return time >= s->from && (!s->has_to || time < s->to);
}

static struct judgement judge_unknown(const struct selector *s, struct otfp_str line)
{
	const char *tab = memchr(line.p, '\t', line.n);
	struct otfp_str name = {line.p, tab ? (size_t)(tab - line.p) : line.n};

	return (struct judgement){s->by_record, s->by_record && record_terms_has_name(&s->records, name)};
}

int selector_judge(struct selector *s, const struct otfp_record *rec, struct judgement *j, struct otfp_error *err)
{
	const struct plan *p = &s->plans[plan_index(rec)];
	int match = p->record;

	*j = (struct judgement){0, 1};
	if (rec->type == OTFP_CONTROL)
		return learn_streams(s, rec, err);
	if (rec->type == OTFP_OTHER)
		*j = judge_unknown(s, rec->line);
	if (rec->type == OTFP_OTHER)
		return 0;
	if ((rec->type == OTFP_DefProcess || rec->type == OTFP_DefKeyValue) && learn_process(s, rec) < 0)
		return otfp_fail_memory(err);
	if (p->timed && s->by_time) {
		const int in = in_time(s, rec->time);
		s->options->time->met |= in;
		match &= in;
	}
	if (match && p->timed && s->by_process)
		match = seen_process(s, rec->loc)->verdict == OTFP_MEMO_YES;
	*j = (struct judgement){p->criteria != 0, match};
	return 0;
}

int selector_keeps(struct selector *s, const struct otfp_record *rec, struct judgement j)
{
	const struct plan *p = &s->plans[plan_index(rec)];
	int keep = is_kept(s, j);

	if (p->peer && keep)
		s->lost_peers +=
			(seen_process(s, (uint32_t)rec->f[p->peer - 1u].u)->verdict == OTFP_MEMO_YES) == s->exclude;
	return keep;
}

int selection_learn(struct selection *sel, const struct otfp_record *rec, struct otfp_error *err)
{
	if (rec->type == OTFP_CONTROL)
		return learn_streams(sel->compiled, rec, err);
	if (rec->type != OTFP_DefProcess && rec->type != OTFP_DefKeyValue)
		return 0;
	return learn_process(sel->compiled, rec) < 0 ? otfp_fail_memory(err) : 0;
}

int selection_keep(struct selection *sel, const struct otfp_record *rec, struct otfp_error *err)
{
	struct judgement j;
	int rc = selector_judge(sel->compiled, rec, &j, err);

	return rc < 0 ? rc : selector_keeps(sel->compiled, rec, j);
}

/* ---- the stage ---- */

static int stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	return selection_begin(ctx, h, err);
}

static int stage_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct selector *s = ((struct selection *)ctx)->compiled;

	if (!s->by_time || s->exclude)
		return 0;
	*from = s->from;
	*to = s->to;
	*has_to = s->has_to;
	return 1;
}

/* A source may skip only records that are dropped for their process alone. */
static int stage_wanted(void *ctx, uint32_t process)
{
	return selection_has(ctx, process);
}

int selection_has(struct selection *sel, uint32_t process)
{
	struct selector *s = sel->compiled;

	return !s->by_process || s->exclude || seen_process(s, process)->verdict == OTFP_MEMO_YES;
}

int selection_is_partner(struct selection *sel, const struct otfp_record *rec, uint64_t start)
{
	const int is_snap = rec->type == OTFP_SendSnapshot;

	if (!(sel->process || sel->stream) ||
	    (rec->type != OTFP_SendMsg && rec->type != OTFP_RecvMsg && (!is_snap || rec->time != start)))
		return 0;
	return sel->compiled->plans[rec->type].record && !stage_wanted(sel, rec->loc) &&
	       stage_wanted(sel, (uint32_t)rec->f[is_snap].u);
}

static unsigned stage_kinds(void *ctx)
{
	return ((struct selection *)ctx)->compiled->kinds;
}

static int stage_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	return selection_keep(ctx, *rec, err);
}

static int stage_end(void *ctx, struct otfp_error *err)
{
	const struct selector *s = ((struct selection *)ctx)->compiled;

	(void)err;
	if (s->lost_peers)
		message_note(1, "kept %" PRIu64 " records whose peer was dropped", s->lost_peers);
	return 0;
}

const struct otfp_stage_ops selection_stage = {
	.begin = stage_begin,
	.window = stage_window,
	.wanted = stage_wanted,
	.kinds = stage_kinds,
	.record = stage_record,
	.end = stage_end,
};
