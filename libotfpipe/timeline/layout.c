/* layout.c - begin and end of a timeline, and its rows, which the definitions give. */
#include "base/grow.h"
#include "base/clamp.h"
#include "timeline/columns.h"
#include <stdlib.h>
#include <string.h>

/* ---- begin and release ---- */

static unsigned keeps(const struct otfp_timeline_options *o)
{
	return (o->no_calls ? 0u : OTFP_STATE_CALLS | OTFP_STATE_PLACES) | (o->no_messages ? 0u : OTFP_STATE_MESSAGES) |
	       (o->no_operations ? 0u : OTFP_STATE_COLLECTIVES);
}

int otfp_timeline_begin(struct otfp_timeline *t, const struct otfp_timeline_options *o, const struct otfp_header *h)
{
	t->o = *o;
	if (t->o.to <= t->o.from)
		t->o.to = t->o.from + 1;
	while ((t->o.to - t->o.from) >> t->shift >> 48)
		t->shift++;
	t->width = (t->o.to - t->o.from) >> t->shift;
	t->resolution = h->resolution;
	t->names.all = 1;
	t->state.keeps = keeps(o);
	t->state.carriers = &t->names.carriers;
	t->arrows.most = o->arrows;
	t->arrows.by_bytes = o->by_bytes;
	t->density.columns = o->has_density ? o->columns : 0;
	t->first_of_all = t;
	t->operations = calloc(1, sizeof *t->operations);
	return t->operations ? 0 : -1;
}

static void release_row(const struct otfp_timeline *t, struct otfp_timeline_row *row)
{
	for (uint32_t i = 0; i < t->lanes + 2 + t->bands; i++) {
		free(row->lanes[i].bars);
		free(row->lanes[i].shares);
	}
	free(row->lanes);
	otfp_crowd_release(&row->crowd);
}

void otfp_timeline_release(struct otfp_timeline *t)
{
	otfp_timeline_unchain(t);
	for (size_t i = 0; i < t->nrows; i++)
		release_row(t, &t->rows[i]);
	free(t->rows);
	for (size_t i = 0; i < t->nprocesses; i++)
		free(t->processes[i].open);
	free(t->processes);
	free(t->operating);
	otfp_names_release(&t->names);
	otfp_classes_release(&t->classes);
	if (t->operations)
		otfp_classes_release(t->operations);
	free(t->operations);
	otfp_state_release(&t->state);
	otfp_map_release(&t->row_of);
	otfp_arrows_release(&t->arrows);
	otfp_density_release(&t->density);
	free(t->flags);
	otfp_arena_release(&t->arena);
	memset(t, 0, sizeof *t);
}

uint32_t otfp_timeline_lanes(const struct otfp_timeline *t)
{
	const uint32_t deepest = t->deepest ? t->deepest : 1;

	if (t->is_dense)
		return t->bands;
	return t->lanes < deepest ? t->lanes : deepest;
}

const struct otfp_lane *otfp_timeline_lane(const struct otfp_timeline *t, const struct otfp_timeline_row *row,
                                           uint32_t k)
{
	return &row->lanes[!t->is_dense ? k : t->lanes + 1 + (t->bands > 1 ? 1 + k : 0)];
}

const struct otfp_lane *otfp_timeline_operations(const struct otfp_timeline *t, const struct otfp_timeline_row *row)
{
	return &row->lanes[t->lanes];
}

/* ---- the layout ---- */

int otfp_timeline_wants(const struct otfp_timeline *t, uint32_t process)
{
	return !t->o.wanted || t->o.wanted(t->o.ctx, process);
}

/* Put a process into the last row, or a new one if `opens`. @return 0, or -1 when memory is out */
static int place_process(struct otfp_timeline *t, uint32_t process, int opens)
{
	struct otfp_timeline_row *row;

	if (opens) {
		if (otfp_grow(&t->rows, t->nrows, &t->rows_cap, sizeof *t->rows) < 0)
			return -1;
		row = &t->rows[t->nrows];
		*row = (struct otfp_timeline_row){.first = process};
		row->lanes = calloc(t->lanes + 2 + t->bands, sizeof *row->lanes);
		if (!row->lanes)
			return -1;
		t->nrows++;
	}
	row = &t->rows[t->nrows - 1];
	row->last = process;
	row->n++;
	t->nshown++;
	return otfp_map_set(&t->row_of, process, t->nrows - 1);
}

/* A process that only groups others has no stream, if the streams of processes are known. */
static int is_shown(const struct otfp_timeline *t, const struct otfp_definition *d)
{
	const struct otfp_map *streams = &t->first_of_all->names.streams;

	return d->space == OTFP_NAMED_PROCESS && (!streams->n || otfp_map_get(streams, d->token)) &&
	       !otfp_map_get(&t->row_of, d->token) && otfp_timeline_wants(t, d->token);
}

/* Whether more calls come than lanes of depths can show. */
static int will_be_dense(const struct otfp_timeline *t, size_t nrows)
{
	return t->o.least_calls > otfp_timeline_readable(t, nrows) && !t->o.depth;
}

/* Lanes for depths, and bands, as there is room for them. */
static void choose_lanes(struct otfp_timeline *t, size_t nrows)
{
	const size_t room = nrows ? t->o.lanes / nrows : t->o.lanes;
	const size_t most = t->o.depth && t->o.depth < OTFP_TIMELINE_LANES ? t->o.depth : OTFP_TIMELINE_LANES;
	const size_t lanes = room < most ? room : most;
	const size_t bands = nrows ? 2 * (size_t)t->o.lanes / nrows : OTFP_TIMELINE_BANDS; /* of half the height */

	t->lanes = t->per_row > 1 || lanes < 2 || will_be_dense(t, nrows) ? 0 : (uint32_t)lanes;
	t->is_dense = !t->lanes;
	t->bands = (uint32_t)otfp_clamp(bands, 1, OTFP_TIMELINE_BANDS);
	if (!t->is_dense && t->o.most_calls && t->o.most_calls <= otfp_timeline_readable(t, nrows))
		t->bands = 0;
}

int otfp_timeline_lay_out(struct otfp_timeline *t)
{
	const struct otfp_names *names = &t->first_of_all->names;
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < names->n; i++)
		n += is_shown(t, &names->definitions[i]) != 0;
	t->per_row = (uint32_t)(n ? (n - 1) / t->o.rows + 1 : 1);
	choose_lanes(t, (n + t->per_row - 1) / t->per_row);
	for (size_t i = 0; i < names->n && rc == 0; i++)
		if (is_shown(t, &names->definitions[i]))
			rc = place_process(t, names->definitions[i].token, t->nshown % t->per_row == 0);
	t->edge = otfp_timeline_tick(t, 1);
	if (t->edge < t->first_of_all->soonest || t == t->first_of_all)
		t->first_of_all->soonest = t->edge;
	t->has_layout = 1;
	return rc;
}

/* Make the entry of a new process of the state, which may have no definition. @return 0, or -1 when memory is out */
static int add_process(struct otfp_timeline *t, uint32_t process)
{
	struct otfp_timeline_process *p;

	if (otfp_grow(&t->processes, t->nprocesses, &t->processes_cap, sizeof *p) < 0)
		return -1;
	p = &t->processes[t->nprocesses++];
	*p = (struct otfp_timeline_process){.row = OTFP_NO_ROW, .since = t->o.from};
	if (!otfp_timeline_wants(t, process))
		return 0;
	if (!otfp_map_get(&t->row_of, process) &&
	    place_process(t, process, t->nrows < t->o.rows && t->per_row == 1) < 0)
		return -1;
	p->row = (uint32_t)*otfp_map_get(&t->row_of, process);
	p->open = calloc(t->lanes + 2, sizeof *p->open);
	return p->open ? 0 : -1;
}

int otfp_timeline_add_processes(struct otfp_timeline *t)
{
	const struct otfp_state *state = &t->first_of_all->state;
	int rc = 0;

	while (t->nprocesses < state->n && rc == 0)
		rc = add_process(t, state->processes[t->nprocesses].process);
	return rc;
}
