#include "timeline/curves.h"
#include "base/grow.h"
#include "profile/counted.h"
#include "record/value.h"
#include "timeline/columns.h"
#include <stdlib.h>
#include <string.h>

void otfp_curves_release(struct otfp_curves *c)
{
	for (size_t i = 0; i < c->n; i++) {
		for (size_t k = 0; k < c->counters[i].n; k++)
			free(c->counters[i].curves[k].points);
		free(c->counters[i].curves);
		otfp_map_release(&c->counters[i].index);
	}
	otfp_space_release(&c->asked);
	otfp_map_release(&c->names);
	otfp_map_release(&c->index);
	free(c->sources);
	otfp_arena_release(&c->arena);
	memset(c, 0, sizeof *c);
}

/* ---- counters ---- */

static uint32_t stream_of(const struct otfp_timeline *t, uint32_t process)
{
	const uint64_t *stream = otfp_map_get(&t->names.streams, process);

	return stream ? (uint32_t)*stream : 0;
}

/* Find or add the counter of a name. @return its index, OTFP_CURVE_COUNTERS if there are too many, -1 when memory is
 * out */
static int counter_of(struct otfp_curves *c, struct otfp_str name, const struct otfp_definition *d)
{
	const uint64_t hash = otfp_hash_bytes(OTFP_HASH_INIT, name.p, name.n), *at = otfp_map_get(&c->names, hash);
	struct otfp_curve_counter *to = &c->counters[c->n];
	const int is_full = c->n == OTFP_CURVE_COUNTERS;

	if (at)
		return (int)*at;
	c->left_out += (size_t)is_full;
	if (otfp_map_set(&c->names, hash, is_full ? OTFP_CURVE_COUNTERS : c->n) < 0)
		return -1;
	if (is_full)
		return OTFP_CURVE_COUNTERS;
	to->is_rate = d && !otfp_counter_is_level(d->detail);
	to->name = (struct otfp_str){otfp_arena_copy(&c->arena, name.p, name.n), name.n};
	if (d)
		to->unit = (struct otfp_str){otfp_arena_copy(&c->arena, d->unit.p, d->unit.n), d->unit.n};
	return to->name.p && (!d || to->unit.p) ? (int)c->n++ : -1;
}

/* The source of a counter of a process, which is shown if it is asked for. @return NULL when memory is out */
static struct otfp_curve_source *source_of(struct otfp_curves *c, const struct otfp_timeline *t, uint32_t process,
                                           uint32_t token)
{
	const uint64_t key = (uint64_t)process << 32 | token, *at = otfp_map_get(&c->index, key);
	const struct otfp_definition *d =
		otfp_names_find(&t->names, OTFP_NAMED_COUNTER,
	                        otfp_names_ref(&t->names, OTFP_NAMED_COUNTER, process, token));
	struct otfp_curve_source *s;
	int counter = OTFP_CURVE_COUNTERS;

	if (at)
		return &c->sources[*at];
	if (otfp_space_has(&c->asked, stream_of(t, process), token))
		counter = counter_of(c, d && d->name.n ? d->name : (struct otfp_str){"counter", 7}, d);
	if (counter < 0 || otfp_grow(&c->sources, c->nsources, &c->sources_cap, sizeof *s) < 0 ||
	    otfp_map_set(&c->index, key, c->nsources) < 0)
		return NULL;
	s = &c->sources[c->nsources++];
	*s = (struct otfp_curve_source){.counter = (uint32_t)counter, .properties = d ? d->detail : 0};
	return s;
}

/* ---- curves ---- */

/* The curve of a process. @return NULL when memory is out */
static struct otfp_curve *curve_of(struct otfp_curve_counter *to, const struct otfp_timeline *t, uint32_t process,
                                   uint64_t row)
{
	const uint64_t place = t->nrows > OTFP_CURVES_MOST ? row * OTFP_CURVES_MOST / t->nrows : row;
	const uint64_t *at = otfp_map_get(&to->index, place);

	if (at)
		return &to->curves[*at];
	if (otfp_grow(&to->curves, to->n, &to->cap, sizeof *to->curves) < 0 ||
	    otfp_map_set(&to->index, place, to->n) < 0)
		return NULL;
	to->curves[to->n] = (struct otfp_curve){.process = process};
	return &to->curves[to->n++];
}

static int put(struct otfp_curve_counter *to, struct otfp_curve *curve, uint32_t column, double value)
{
	struct otfp_curve_point *last = curve->n ? &curve->points[curve->n - 1] : NULL;
	const float v = (float)value;

	to->least = !to->has_values || value < to->least ? value : to->least;
	to->most = !to->has_values || value > to->most ? value : to->most;
	to->has_values = 1;
	if (!last || last->column != column) {
		if (otfp_grow(&curve->points, curve->n, &curve->cap, sizeof *curve->points) < 0)
			return -1;
		curve->points[curve->n++] = (struct otfp_curve_point){column, v, v, v, v};
		return 0;
	}
	last->least = v < last->least ? v : last->least;
	last->most = v > last->most ? v : last->most;
	last->last = v;
	return 0;
}

static uint32_t column_of(const struct otfp_timeline *t, uint64_t time)
{
	const uint64_t column = otfp_timeline_units(t, time) / t->width;

	return column < t->o.columns ? (uint32_t)column : t->o.columns - 1;
}

/* What a value is drawn as. @return whether it can be drawn */
static int value_of(const struct otfp_timeline *t, const struct otfp_curve_source *s, const struct otfp_record *rec,
                    uint64_t bits, double *value)
{
	const double ticks = rec->time > s->time ? (double)(rec->time - s->time) : 0;

	*value = otfp_number_real(otfp_number_of(s->properties, bits));
	if (otfp_counter_is_level(s->properties))
		return *value - *value == 0; /* no infinity, no NaN */
	if (!s->has_last || ticks <= 0)
		return 0;
	if ((s->properties & OTFP_SCOPE) == OTFP_SCOPE_START)
		*value -= otfp_number_real(otfp_number_of(s->properties, s->bits));
	*value /= t->resolution ? ticks / (double)t->resolution : ticks;
	return *value - *value == 0;
}

/* @param since  when the counter got the value, which a snapshot repeats later */
static int see_value(struct otfp_curves *c, const struct otfp_timeline *t, const struct otfp_record *rec,
                     uint32_t token, uint64_t bits, uint64_t since)
{
	const uint64_t *row = otfp_map_get(&t->row_of, rec->loc);
	const int is_before = rec->time < t->o.from || (rec->time == t->o.from && rec->type == OTFP_CounterSnapshot);
	struct otfp_curve_source *s = source_of(c, t, rec->loc, token);
	struct otfp_curve *curve;
	struct otfp_curve_counter *to;
	double value;
	int rc = 0;

	if (!s)
		return -1;
	if (s->counter == OTFP_CURVE_COUNTERS || !row)
		return 0;
	to = &c->counters[s->counter];
	if (!is_before) {
		c->values++;
		curve = curve_of(to, t, rec->loc, *row);
		if (!curve)
			return -1;
		/* the level from before the interval holds at its start */
		if (!s->is_inside && s->has_last && !to->is_rate)
			rc = put(to, curve, 0, otfp_number_real(otfp_number_of(s->properties, s->bits)));
		if (rc == 0 && value_of(t, s, rec, bits, &value))
			rc = put(to, curve, column_of(t, rec->time), value);
		s->is_inside = 1;
	}
	s->has_last = 1;
	s->bits = bits;
	s->time = since;
	return rc;
}

int otfp_curves_add(struct otfp_curves *c, const struct otfp_timeline *t, const struct otfp_record *rec)
{
	if (rec->type == OTFP_DefCounter)
		return otfp_space_define(&c->asked, rec->loc, (uint32_t)rec->f[0].u, rec->f[1].s);
	if ((rec->type != OTFP_Counter && rec->type != OTFP_CounterSnapshot) || !t->has_layout ||
	    (t->o.has_to && rec->time >= t->o.to))
		return 0;
	if (rec->type == OTFP_Counter)
		return see_value(c, t, rec, (uint32_t)rec->f[0].u, rec->f[1].u, rec->time);
	/* a snapshot repeats a value, unless the stream begins there */
	if (otfp_map_get(&c->index, (uint64_t)rec->loc << 32 | (uint32_t)rec->f[1].u))
		return 0;
	return see_value(c, t, rec, (uint32_t)rec->f[1].u, rec->f[2].u, rec->f[0].u);
}

int otfp_curves_hold(struct otfp_curves *c, const struct otfp_timeline *t)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&c->index, &at);) {
		const struct otfp_curve_source *s = &c->sources[*at.value];
		const uint32_t process = (uint32_t)(at.key >> 32);
		const uint64_t *row = otfp_map_get(&t->row_of, process);
		const double value = otfp_number_real(otfp_number_of(s->properties, s->bits));
		struct otfp_curve *curve;
		if (s->counter == OTFP_CURVE_COUNTERS || s->is_inside || !s->has_last || !row ||
		    c->counters[s->counter].is_rate || value - value != 0)
			continue;
		curve = curve_of(&c->counters[s->counter], t, process, *row);
		if (!curve || (!curve->n && put(&c->counters[s->counter], curve, 0, value) < 0))
			return -1;
	}
	return 0;
}
