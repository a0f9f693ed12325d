/* account-counter.c - counters: one cell per process and counter. */
#include "base/grow.h"
#include "record/value.h"
#include "profile/account.h"

/* @return 1 + index of the cell, or 0 when memory is out */
static uint32_t new_cell(struct otfp_profile *p, uint32_t process, uint32_t counter)
{
	struct otfp_counter_cell *cell;
	const struct otfp_definition *d;

	if (p->ncounters >= UINT32_MAX - 1 ||
	    otfp_grow(&p->counter_cells, p->ncounters, &p->counters_cap, sizeof *cell) < 0 ||
	    otfp_map_set(&p->counters, (uint64_t)process << 32 | counter, p->ncounters + 1) < 0)
		return 0;
	cell = &p->counter_cells[p->ncounters];
	*cell = (struct otfp_counter_cell){.process = process, .token = counter};
	cell->counter = otfp_names_ref(&p->names, OTFP_NAMED_COUNTER, process, counter);
	d = otfp_names_find(&p->names, OTFP_NAMED_COUNTER, cell->counter);
	cell->properties = d ? d->detail : 0;
	return (uint32_t)++p->ncounters;
}

static struct otfp_counter_cell *cell_of(struct otfp_profile *p, struct otfp_stat_process *own, uint32_t process,
                                         uint32_t counter)
{
	uint32_t *near = &own->counters[counter % OTFP_NEAR_COUNTERS];
	const uint64_t *at;

	if (OTFP_LIKELY(*near && p->counter_cells[*near - 1].token == counter))
		return &p->counter_cells[*near - 1];
	at = otfp_map_get(&p->counters, (uint64_t)process << 32 | counter);
	*near = at ? (uint32_t)*at : new_cell(p, process, counter);
	return *near ? &p->counter_cells[*near - 1] : NULL;
}

static __attribute__((noinline)) void bind_row(struct otfp_profile *p, struct otfp_counter_cell *cell)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = cell->process, [OTFP_KEY_COUNTER] = cell->counter}};

	cell->row = otfp_profile_row_now(p, OTFP_STAT_COUNTER, &v);
	cell->epoch = p->epoch;
}

static inline struct otfp_counted *counted_of(struct otfp_profile *p, struct otfp_counter_cell *cell)
{
	if (OTFP_UNLIKELY(cell->epoch != p->epoch || !cell->row))
		bind_row(p, cell);
	return cell->row ? cell->row->counted : NULL;
}

/* Between two values the level is the later value, or with scope NEXT the earlier one. */
static void hold(struct otfp_counted *c, const struct otfp_counter_cell *cell, uint64_t bits, uint64_t time)
{
	uint64_t dt = otfp_ticks_between(cell->since, time);

	if (!dt || !otfp_counter_is_level(cell->properties) || (cell->properties & OTFP_SCOPE) == OTFP_SCOPE_POINT)
		return;
	otfp_counted_hold(c, cell->properties, otfp_counter_is_ahead(cell->properties) ? cell->bits : bits, dt);
}

static int take_value(struct otfp_profile *p, struct otfp_counter_cell *cell, uint64_t bits, uint64_t time)
{
	struct otfp_counted *c = counted_of(p, cell);

	if (!c)
		return -1;
	if (cell->has_value) {
		otfp_counted_next(c, cell->properties, cell->bits, bits, otfp_ticks_between(cell->time, time));
		hold(c, cell, bits, time);
	} else {
		otfp_counted_first(c, cell->properties, bits);
	}
	return 0;
}

static void set_value(struct otfp_counter_cell *cell, uint64_t bits, uint64_t time, uint64_t since)
{
	cell->bits = bits;
	cell->time = time;
	cell->since = since;
	cell->has_value = 1;
}

int otfp_account_counter(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change)
{
	const struct otfp_process *process = change->process;
	const int is_snap = rec->type == OTFP_CounterSnapshot;
	struct otfp_counter_cell *cell;

	if (is_snap && (process->known != OTFP_KNOWN_SNAPSHOT || process->snap_time != rec->time))
		return 0;
	cell = cell_of(p, &p->by_process[process->index], rec->loc, (uint32_t)rec->f[is_snap].u);
	if (!cell || (!is_snap && take_value(p, cell, rec->f[1].u, rec->time) < 0))
		return -1;
	set_value(cell, rec->f[1 + is_snap].u, is_snap ? rec->f[0].u : rec->time, rec->time);
	return 0;
}

int otfp_account_held(struct otfp_profile *p, uint64_t time)
{
	for (size_t i = 0; i < p->ncounters; i++) {
		struct otfp_counter_cell *cell = &p->counter_cells[i];
		struct otfp_counted *c;
		if (cell->has_value && otfp_counter_is_ahead(cell->properties) &&
		    otfp_counter_is_level(cell->properties) && cell->since < time) {
			c = counted_of(p, cell);
			if (!c)
				return -1;
			hold(c, cell, 0, time);
		}
		cell->since = time > cell->since ? time : cell->since;
	}
	return 0;
}
