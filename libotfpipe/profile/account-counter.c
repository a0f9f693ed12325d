/* account-counter.c - counters: one cell per process and counter. */
#include "base/grow.h"
#include "base/order.h"
#include "record/value.h"
#include "profile/account.h"
#include <stdlib.h>
#include <string.h>

/* @return 1 + index of the cell, or 0 when memory is out */
static uint32_t new_cell(struct otfp_profile *p, uint32_t process, uint32_t counter)
{
	const otfp_ref ref = otfp_names_ref(&p->names, OTFP_NAMED_COUNTER, process, counter);
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_COUNTER, ref);

	if (p->ncounters >= UINT32_MAX - 1 ||
	    otfp_grow(&p->counter_cells, p->ncounters, &p->counters_cap, sizeof *p->counter_cells) < 0)
		return 0;
	p->counter_cells[p->ncounters] =
		(struct otfp_counter_cell){.process = process, .token = counter, .properties = d ? d->detail : 0};
	return (uint32_t)++p->ncounters;
}

static struct otfp_counter_cell *cell_of(struct otfp_profile *p, struct otfp_stat_process *own, uint32_t process,
                                         uint32_t counter)
{
	uint32_t *near = &own->counters[counter % OTFP_NEAR_COUNTERS], at;
	const uint64_t *far;

	if (OTFP_LIKELY(*near && p->counter_cells[*near - 1].token == counter))
		return &p->counter_cells[*near - 1];
	if (!*near) {
		*near = new_cell(p, process, counter);
		return *near ? &p->counter_cells[*near - 1] : NULL;
	}
	far = otfp_map_get(&p->counters, (uint64_t)process << 32 | counter);
	at = far ? (uint32_t)*far : new_cell(p, process, counter);
	if (!at || (!far && otfp_map_set(&p->counters, (uint64_t)process << 32 | counter, at) < 0))
		return NULL;
	return &p->counter_cells[at - 1];
}

/* Rows of counters are by process, since sums of reals depend on the order in which they are added. If the caller adds
 * up those of all processes anyway, it is done at the end. */
static int merges(const struct otfp_profile *p)
{
	return p->o.merge_counters && !p->o.every && !(p->o.by >> OTFP_KEY_PROCESS & 1);
}

static otfp_ref ref_of(const struct otfp_profile *p, const struct otfp_counter_cell *cell)
{
	return otfp_names_ref(&p->names, OTFP_NAMED_COUNTER, cell->process, cell->token);
}

static struct otfp_counted *own_counted(struct otfp_profile *p)
{
	struct otfp_counted *c = otfp_arena_get(&p->arena, sizeof *c);

	return c ? memset(c, 0, sizeof *c) : NULL;
}

static __attribute__((noinline)) void bind_row(struct otfp_profile *p, struct otfp_counter_cell *cell)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = cell->process, [OTFP_KEY_COUNTER] = ref_of(p, cell)}};
	const struct otfp_row *row = NULL;

	cell->epoch = p->epoch;
	if (merges(p) && p->inside) {
		cell->counted = own_counted(p);
		return;
	}
	row = otfp_profile_row_now(p, OTFP_STAT_COUNTER, &v);
	cell->counted = row ? row->counted : NULL;
}

static inline struct otfp_counted *counted_of(struct otfp_profile *p, struct otfp_counter_cell *cell)
{
	if (OTFP_UNLIKELY(cell->epoch != p->epoch || !cell->counted))
		bind_row(p, cell);
	return cell->counted;
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

int otfp_account_counters(struct otfp_profile *p, const struct otfp_plain *recs, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct otfp_record *rec = recs[i].rec;
		struct otfp_stat_process *own = &p->by_process[recs[i].process->index];
		struct otfp_counter_cell *cell = cell_of(p, own, rec->loc, (uint32_t)rec->f[0].u);
		if (!cell || take_value(p, cell, rec->f[1].u, rec->time) < 0)
			return -1;
		set_value(cell, rec->f[1].u, rec->time, rec->time);
	}
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
			p->goes_on = 1;
		}
		cell->since = time > cell->since ? time : cell->since;
	}
	return 0;
}

/* ---- the end ---- */

/* Compare cells by process, then by age. */
static int compare_cells(const void *a, const void *b, void *ctx)
{
	const struct otfp_profile *p = ctx;
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const int order = otfp_order(p->counter_cells[x].process, p->counter_cells[y].process);

	return order ? order : otfp_order(x, y);
}

/* Collect the cells with values, in the order of their processes, which they mostly have already. @return their number
 */
static size_t collect_cells(struct otfp_profile *p, uint32_t *cells)
{
	size_t n = 0;
	int in_order = 1;

	for (size_t i = 0; i < p->ncounters; i++) {
		if (!p->counter_cells[i].counted || p->counter_cells[i].counted == p->nowhere.counted)
			continue;
		in_order &= !n || p->counter_cells[cells[n - 1]].process <= p->counter_cells[i].process;
		cells[n++] = (uint32_t)i;
	}
	if (!in_order)
		qsort_r(cells, n, sizeof *cells, compare_cells, p);
	return n;
}

static int merge_cell(struct otfp_profile *p, const struct otfp_counter_cell *cell)
{
	const struct otfp_key_values v = {{[OTFP_KEY_COUNTER] = ref_of(p, cell)}};
	struct otfp_row *row = otfp_profile_row(p, OTFP_STAT_COUNTER, 0, &v);
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_COUNTER, v.v[OTFP_KEY_COUNTER]);

	if (row)
		otfp_counted_merge(row->counted, d ? d->detail : 0, cell->counted);
	return row ? 0 : -1;
}

int otfp_account_counters_end(struct otfp_profile *p)
{
	uint32_t *cells;
	size_t n;
	int rc = 0;

	if (!merges(p) || !p->ncounters)
		return 0;
	cells = malloc(p->ncounters * sizeof *cells);
	n = cells ? collect_cells(p, cells) : 0;
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = merge_cell(p, &p->counter_cells[cells[i]]);
	free(cells);
	return cells ? rc : -1;
}
