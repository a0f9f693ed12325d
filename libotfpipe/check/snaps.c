/* snaps.c - compare the snapshots of a process with the state from its events. */
#include "check/inside.h"
#include <inttypes.h>

/* The same decision as in otfp_state_add, which takes over all other snapshots. */
int otfp_check_repeats(const struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_process *p = otfp_state_find(&c->state, rec->loc);

	return p && (p->known == OTFP_KNOWN_EVENTS || (p->known == OTFP_KNOWN_SNAPSHOT && p->snap_time != rec->time));
}

static void contradicts(struct otfp_check *c, const struct otfp_record *rec, const char *why)
{
	otfp_check_find_here(c, OTFP_RULE_SNAPSHOT, rec, "%s: %s", otfp_table[rec->type].name, why);
}

static void see_enter(struct otfp_check *c, const struct otfp_process *p, struct otfp_checked *s,
                      const struct otfp_record *rec)
{
	const size_t k = s->snap_calls++;
	const struct otfp_call *call = k < p->calls.n ? otfp_stack_at(&p->calls, k) : NULL;

	if (s->snap_is_bad || (call && call->function == rec->f[1].u && call->time == rec->f[0].u))
		return;
	s->snap_is_bad = 1; /* inner calls differ as a consequence */
	if (!call)
		contradicts(c, rec, "fewer calls are open");
	else
		otfp_check_find_here(c, OTFP_RULE_SNAPSHOT, rec,
		                     "EnterSnapshot: %s entered at %" PRIu64 ", but the events have %s at %" PRIu64,
		                     otfp_check_word(c, OTFP_W_FUNCTION, s->stream, (uint32_t)rec->f[1].u), rec->f[0].u,
		                     otfp_check_word(c, OTFP_W_FUNCTION, s->stream, call->function), call->time);
}

static int is_message(const struct otfp_message *m, const struct otfp_record *rec)
{
	return m->time == rec->f[0].u && m->receiver == rec->f[1].u && m->group == rec->f[2].u && m->tag == rec->f[3].u;
}

/* Messages usually come in the order of sending, so the search starts after the last one found. If messages of the
 * process were received before they were sent, the snapshot may contain them although the state does not. */
static void see_send(struct otfp_check *c, const struct otfp_process *p, struct otfp_checked *s,
                     const struct otfp_record *rec)
{
	struct otfp_message *from = s->at_send ? s->at_send->after : p->sends.first, *m;

	for (m = from; m && !is_message(m, rec); m = m->after)
		;
	if (!m)
		for (m = p->sends.first; m && m != from && !is_message(m, rec); m = m->after)
			;
	if (m && is_message(m, rec))
		s->at_send = m;
	else if (!s->early)
		contradicts(c, rec, "no such message is in transit");
}

static void see_begun(struct otfp_check *c, const struct otfp_begun_list *list, uint64_t id, uint64_t time,
                      const struct otfp_record *rec)
{
	const struct otfp_begun *b = otfp_begun_find(list, id);

	while (b && (b->id != id || b->time != time))
		b = otfp_begun_older(list, b);
	if (!b)
		contradicts(c, rec, "nothing with this id is open since that time");
}

static void see_count(struct otfp_check *c, const struct otfp_process *p, const struct otfp_record *rec)
{
	const uint32_t group = (uint32_t)rec->f[0].u;
	const struct otfp_lasts *counts = &otfp_operations_of(p)->collcounts;
	const struct otfp_last *v = otfp_lasts_find(counts, group);
	const uint64_t n = v ? v->value : 0;

	if (n != rec->f[1].u)
		otfp_check_find_here(c, OTFP_RULE_SNAPSHOT, rec,
		                     "CollopCountSnapshot: %" PRIu64
		                     " collective operations, but the events have %" PRIu64,
		                     rec->f[1].u, n);
}

static void see_counter(struct otfp_check *c, const struct otfp_process *p, const struct otfp_record *rec)
{
	const struct otfp_last *v = otfp_lasts_find(&p->counters, (uint32_t)rec->f[1].u);

	if (!v)
		contradicts(c, rec, "the counter has no value yet");
	else if (v->value != rec->f[2].u || v->time != rec->f[0].u)
		contradicts(c, rec, "the last value of the counter, or its time, differs");
}

static void start(struct otfp_check *c, struct otfp_checked *s, uint64_t time)
{
	if (!s->snapping)
		c->nsnapping++;
	s->snapping = 1;
	s->snap_is_bad = 0;
	s->snap_calls = 0;
	s->snap_time = time;
	s->at_send = NULL;
}

int otfp_check_snapshot(struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_process *p = otfp_state_find(&c->state, rec->loc);
	struct otfp_checked *s = otfp_checked_of(c, p);

	if (!s->snapping || s->snap_time != rec->time)
		start(c, s, rec->time);
	switch (rec->type) {
	case OTFP_EnterSnapshot: see_enter(c, p, s, rec); break;
	case OTFP_SendSnapshot: see_send(c, p, s, rec); break;
	case OTFP_OpenFileSnapshot: see_begun(c, &otfp_operations_of(p)->files, rec->f[2].u, rec->f[0].u, rec); break;
	case OTFP_BeginCollopSnapshot:
		see_begun(c, &otfp_operations_of(p)->collectives, rec->f[2].u, rec->f[0].u, rec);
		break;
	case OTFP_BeginFileOpSnapshot:
		see_begun(c, &otfp_operations_of(p)->fileops, rec->f[1].u, rec->f[0].u, rec);
		break;
	case OTFP_CollopCountSnapshot: see_count(c, p, rec); break;
	case OTFP_CounterSnapshot: see_counter(c, p, rec); break;
	default: break; /* comments */
	}
	return 0;
}

/* A snapshot must contain all open calls, or none if it has no calls at all. */
void otfp_check_snapshot_end(struct otfp_check *c, const struct otfp_process *p)
{
	struct otfp_checked *s = otfp_checked_of(c, p);
	struct otfp_finding at;

	if (!s->snapping)
		return;
	s->snapping = 0;
	c->nsnapping--;
	if (s->snap_is_bad || !s->snap_calls || s->snap_calls >= p->calls.n)
		return;
	otfp_check_at_event(c, p, 0, s->snap_time, &at);
	at.origin.file = c->is_on_disk ? OTFP_FILE_SNAP : OTFP_FILE_EVENT;
	otfp_check_find(c, OTFP_RULE_SNAPSHOT, &at,
	                "the snapshot at %" PRIu64 " has %" PRIu32 " calls, but %" PRIu32 " are open", s->snap_time,
	                s->snap_calls, p->calls.n);
}
