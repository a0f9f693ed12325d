#include "cmd/to-tau/profile.h"
#include "base/grow.h"
#include "record/table.h"
#include "profile/counted.h"
#include <stdlib.h>
#include <string.h>

void tau_profile_release(struct tau_profile *t)
{
	otfp_totals_release(&t->totals);
	otfp_state_release(&t->state);
	otfp_names_release(&t->names);
	otfp_map_release(&t->parents);
	otfp_map_release(&t->index);
	free(t->events);
	t->events = NULL;
}

/* ---- counters ---- */

static struct tau_profile_event *event_of(struct tau_profile *t, uint32_t index, const struct otfp_record *rec)
{
	const uint32_t counter = (uint32_t)rec->f[0].u;
	const uint64_t key = (uint64_t)index << 32 | counter, *at = otfp_map_get(&t->index, key);
	const struct otfp_definition *d;

	if (at)
		return &t->events[*at];
	if (otfp_grow(&t->events, t->nevents, &t->cap, sizeof *t->events) < 0 ||
	    otfp_map_set(&t->index, key, t->nevents) < 0)
		return NULL;
	d = otfp_names_find(&t->names, OTFP_NAMED_COUNTER,
	                    otfp_names_ref(&t->names, OTFP_NAMED_COUNTER, rec->loc, counter));
	t->events[t->nevents] = (struct tau_profile_event){rec->loc, counter, .properties = d ? d->detail : 0};
	return &t->events[t->nevents++];
}

static int add_counter(struct tau_profile *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct tau_profile_event *e = event_of(t, did->process->index, rec);
	double v;

	if (!e)
		return -1;
	v = otfp_number_real(otfp_number_of(e->properties, rec->f[1].u));
	if (!e->n || v > e->largest)
		e->largest = v;
	if (!e->n || v < e->least)
		e->least = v;
	e->n++;
	e->sum += v;
	e->squares += v * v;
	return 0;
}

/* ---- all ---- */

/* A call that is open at the start of the interval counts from there on, as after a snapshot. */
static int add_before(struct tau_profile *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_record at_start = *rec;

	at_start.time = t->from;
	if (rec->type == OTFP_Enter)
		at_start.type = OTFP_EnterSnapshot;
	return otfp_totals_add(&t->totals, &at_start, did);
}

static int add_timed(struct tau_profile *t, const struct otfp_record *rec)
{
	struct otfp_change did;

	t->last = t->has_to && rec->time > t->to ? t->to : rec->time;
	if (t->has_to && rec->time >= t->to)
		return 0;
	if (otfp_state_add(&t->state, rec, &did) < 0)
		return -1;
	if (rec->time < t->from)
		return add_before(t, rec, &did);
	if (rec->type == OTFP_Counter)
		return add_counter(t, rec, &did);
	return otfp_totals_add(&t->totals, rec, &did);
}

static int add_process(struct tau_profile *t, const struct otfp_record *rec)
{
	const uint64_t parent = rec->f[2].u;

	return parent && parent != rec->f[0].u ? otfp_map_set(&t->parents, rec->f[0].u, parent) : 0;
}

int tau_profile_add(struct tau_profile *t, const struct otfp_record *rec)
{
	if (!t->begun) {
		t->begun = 1;
		t->totals.kinds = 1u << OTFP_TOTAL_FUNCTION;
		t->state.keeps = otfp_totals_keeps(t->totals.kinds);
	}
	if (otfp_is_known(rec->type) && otfp_is_timed(rec->file))
		return add_timed(t, rec);
	if (rec->type == OTFP_DefProcess && add_process(t, rec) < 0)
		return -1;
	return otfp_names_add(&t->names, rec);
}
