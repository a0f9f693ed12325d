#include "cmd/picture/values.h"
#include "base/wide.h"
#include "cmd/picture/panel.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- processes ---- */

/* Free all. */
static void release_processes(struct draw_processes *p)
{
	otfp_map_release(&p->index);
	otfp_arena_release(&p->arena);
	free(p->labels);
	memset(p, 0, sizeof *p);
}

static int is_numbered(const struct otfp_profile *profile, const struct otfp_definition *d,
                       int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	return d->space == OTFP_NAMED_PROCESS &&
	       (!profile->names.streams.n || otfp_map_get(&profile->names.streams, d->token)) && wanted(ctx, d->token);
}

/* Give a process the next number, before numbers are divided by `each`. */
static int number(struct draw_processes *p, uint32_t process)
{
	if (otfp_map_get(&p->index, process))
		return 0;
	return otfp_map_set(&p->index, process, p->shown++);
}

static int make_label(struct draw_processes *p, const struct otfp_names *names, uint32_t process, size_t i)
{
	char text[24];
	const struct otfp_str label = process_label(names, process, text, sizeof text);

	p->labels[i] = (struct otfp_str){otfp_arena_copy(&p->arena, label.p, label.n), label.n};
	return p->labels[i].p ? 0 : -1;
}

/* Several processes become one index; the first of them gives it its label. */
static int join(struct draw_processes *p, const struct otfp_names *names, size_t most)
{
	int rc = 0;

	p->each = p->shown ? (p->shown + most - 1) / most : 1;
	p->n = (p->shown + p->each - 1) / p->each;
	p->labels = calloc(p->n + 1, sizeof *p->labels);
	if (!p->labels)
		return -1;
	for (struct otfp_map_at at = {0}; rc == 0 && otfp_map_next(&p->index, &at);) {
		const int is_first = *at.value % p->each == 0;
		*at.value /= p->each;
		rc = is_first ? make_label(p, names, (uint32_t)at.key, *at.value) : 0;
	}
	return rc;
}

static uint64_t part_of(const struct otfp_profile *p, const struct otfp_row *row, unsigned key)
{
	const unsigned table = row->key.table;

	for (unsigned i = 0; i < p->nkinds[table]; i++)
		if (p->kinds[table][i] == key)
			return row->key.part[i];
	return 0;
}

/* Whether the row is of one sender and one receiver. */
static int is_pair(const struct otfp_profile *p, const struct otfp_row *row)
{
	return row->key.table == OTFP_STAT_MATRIX && part_of(p, row, OTFP_KEY_SENDER) != OTFP_OTHER_PROCESS;
}

static int number_rows(struct draw_processes *p, const struct otfp_profile *profile)
{
	int rc = 0;

	for (size_t i = 0; i < profile->rows.n && rc == 0; i++) {
		const struct otfp_row *row = profile->rows.rows[i];
		if (row->key.table == OTFP_STAT_FUNCTION)
			rc = number(p, (uint32_t)part_of(profile, row, OTFP_KEY_PROCESS));
		else if (is_pair(profile, row)) {
			rc = number(p, (uint32_t)part_of(profile, row, OTFP_KEY_SENDER));
			rc = rc == 0 ? number(p, (uint32_t)part_of(profile, row, OTFP_KEY_RECEIVER)) : rc;
		}
	}
	return rc;
}

int values_number(struct draw_processes *p, const struct otfp_profile *profile, const struct otfp_map *more,
                  size_t most, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	const struct otfp_names *names = &profile->names;
	int rc = 0;

	for (size_t i = 0; i < names->n && rc == 0; i++)
		if (is_numbered(profile, &names->definitions[i], wanted, ctx))
			rc = number(p, names->definitions[i].token);
	if (rc == 0)
		rc = number_rows(p, profile);
	for (struct otfp_map_at at = {0}; more && rc == 0 && otfp_map_next(more, &at);)
		rc = number(p, (uint32_t)at.key);
	return rc == 0 ? join(p, names, most) : rc;
}

void values_release(struct draw_values *v)
{
	release_processes(&v->processes);
	if (v->classes)
		otfp_classes_release(v->classes);
	if (v->bars)
		otfp_classes_release(v->bars);
	free(v->classes);
	free(v->bars);
	free(v->names);
	free(v->labels);
	free(v->values);
	free(v->counts);
	free(v->frames);
	free(v->legend);
	memset(v, 0, sizeof *v);
}

/* ---- names ---- */

static struct otfp_str name_or(const struct otfp_definition *d, const char *other)
{
	return d && d->name.n ? d->name : (struct otfp_str){other, strlen(other)};
}

static struct otfp_str group_name(const struct otfp_profile *p, otfp_ref ref)
{
	return name_or(ref != OTFP_NO_REF ? otfp_names_find(&p->names, OTFP_NAMED_GROUP, ref) : NULL, "no group");
}

/* @param text  has room for a function without a name */
static struct otfp_str function_name(const struct otfp_profile *p, otfp_ref ref, char text[24])
{
	snprintf(text, 24, "function %" PRIu32, (uint32_t)ref);
	return name_or(otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, ref), text);
}

/* The class of a row: its function, or its group. @return 0 when memory is out */
static uint32_t class_of(struct draw_values *v, const struct otfp_profile *p, const struct otfp_row *row)
{
	char text[24];

	if (!v->by_group && p->o.by >> OTFP_KEY_FUNCTION & 1)
		return otfp_class_named(v->classes, function_name(p, part_of(p, row, OTFP_KEY_FUNCTION), text));
	return otfp_class_named(v->classes, group_name(p, part_of(p, row, OTFP_KEY_GROUP)));
}

/* The group of a row, by its key or its path. */
static struct otfp_str group_of(const struct otfp_profile *p, const struct otfp_row *row)
{
	const uint64_t path = part_of(p, row, OTFP_KEY_PATH);
	const struct otfp_definition *d;
	otfp_ref function;

	if (!path)
		return group_name(p, part_of(p, row, OTFP_KEY_GROUP));
	function = p->paths.paths[path - 1].function;
	d = otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, function);
	return group_name(p, d ? otfp_names_local(&p->names, OTFP_NAMED_GROUP, (uint32_t)(function >> 32), d->detail) :
	                         OTFP_NO_REF);
}

int values_one_group(const struct otfp_profile *p, char *note, size_t size)
{
	struct otfp_classes *groups = calloc(1, sizeof *groups);
	struct otfp_buf name = OTFP_BUF_INIT;
	double all = 0, most = 0;
	uint32_t largest = 0;
	int is_one;

	for (size_t i = 0; i < p->rows.n && groups; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		const uint32_t class =
			row->key.table == OTFP_STAT_FUNCTION ? otfp_class_named(groups, group_of(p, row)) : 0;
		if (class)
			groups->p[class].exclusive += (uint64_t)otfp_wide_real(row->sum[OTFP_EXCLUSIVE]);
	}
	for (size_t i = 1; groups && i < groups->n; i++) {
		const double time = (double)groups->p[i].exclusive;
		all += time;
		largest = time > most ? (uint32_t)i : largest;
		most = fmax(time, most);
	}
	is_one = most > 0.9 * all && short_add(&name, groups->p[largest].name, NAME_LONG) == 0;
	if (is_one)
		snprintf(note, size, COLOR_REASON "%.*s", most < all, 100 * most / all, (int)name.n, name.p);
	otfp_buf_release(&name);
	if (groups)
		otfp_classes_release(groups);
	free(groups);
	return is_one;
}

/* The names of classes, but for class 0. @return NULL when memory is out */
static struct otfp_str *names_of(const struct otfp_classes *classes)
{
	struct otfp_str *names = calloc(classes->n + 1, sizeof *names);

	for (size_t i = 1; i < classes->n && names; i++)
		names[i - 1] = classes->p[i].name;
	return names;
}

static size_t count_of(const struct otfp_classes *classes)
{
	return classes->n ? classes->n - 1 : 0;
}

/* ---- bars ---- */

/* First find all classes, and bars if they are groups. */
static int find_classes(struct draw_values *v, const struct otfp_profile *p)
{
	v->classes = calloc(1, sizeof *v->classes);
	v->bars = calloc(1, sizeof *v->bars);
	if (!v->classes || !v->bars)
		return -1;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		if (row->key.table != OTFP_STAT_FUNCTION)
			continue;
		if (!class_of(v, p, row) || !otfp_class_named(v->bars, group_name(p, part_of(p, row, OTFP_KEY_GROUP))))
			return -1;
	}
	v->names = names_of(v->classes);
	v->labels = names_of(v->bars);
	return v->names && v->labels ? 0 : -1;
}

static int fill(struct draw_values *v, const struct otfp_profile *p, struct stacks *s, int by_process)
{
	s->nclasses = count_of(v->classes);
	s->classes = v->names;
	s->resolution = p->resolution;
	s->values = v->values = calloc(s->nbars * s->nclasses + 1, sizeof *v->values);
	for (size_t i = 0; v->values && i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		const uint32_t process = (uint32_t)part_of(p, row, OTFP_KEY_PROCESS);
		size_t bar;
		if (row->key.table != OTFP_STAT_FUNCTION)
			continue;
		bar = by_process ? *otfp_map_get(&v->processes.index, process) :
		                   otfp_class_named(v->bars, group_name(p, part_of(p, row, OTFP_KEY_GROUP))) - 1;
		v->values[bar * s->nclasses + class_of(v, p, row) - 1] += otfp_wide_real(row->sum[OTFP_EXCLUSIVE]);
	}
	return v->values ? 0 : -1;
}

static int is_empty(const struct draw_values *v, const struct stacks *s, size_t bar)
{
	size_t k = 0;

	while (k < s->nclasses && v->values[bar * s->nclasses + k] == 0)
		k++;
	return k == s->nclasses;
}

/* Drop bars without calls. */
static void drop_empty(struct draw_values *v, struct stacks *s)
{
	struct otfp_str *labels = v->processes.labels;
	size_t empty = 0, n = 0;

	for (size_t i = 0; i < s->nbars; i++)
		empty += (size_t)is_empty(v, s, i);
	if (empty < 2 || empty == s->nbars)
		return;
	for (size_t i = 0; i < s->nbars; i++) {
		if (is_empty(v, s, i))
			continue;
		memmove(v->values + n * s->nclasses, v->values + i * s->nclasses, s->nclasses * sizeof *v->values);
		labels[n++] = labels[i];
	}
	s->nbars = n;
	s->nempty = empty;
}

int values_by_process(struct draw_values *v, const struct otfp_profile *p, struct stacks *s)
{
	s->nbars = v->processes.n;
	s->bars = v->processes.labels;
	if (find_classes(v, p) < 0 || fill(v, p, s, 1) < 0)
		return -1;
	if (v->processes.each == 1)
		drop_empty(v, s);
	return 0;
}

/* Sort the bars: the longest first. */
static int sort_bars(struct draw_values *v, struct stacks *s)
{
	double *sorted = calloc(s->nbars * s->nclasses + 1, sizeof *sorted);
	struct legend_entry *bars = calloc(s->nbars + 1, sizeof *bars);
	int rc = sorted && bars ? 0 : -1;

	for (size_t i = 0; i < s->nbars && rc == 0; i++) {
		bars[i] = (struct legend_entry){.color = (uint32_t)i, .name = v->labels[i]};
		for (size_t k = 0; k < s->nclasses; k++)
			bars[i].share += v->values[i * s->nclasses + k];
	}
	if (rc == 0) {
		legend_sort(bars, s->nbars, NULL);
		for (size_t i = 0; i < s->nbars; i++) {
			memcpy(sorted + i * s->nclasses, v->values + bars[i].color * s->nclasses,
			       s->nclasses * sizeof *sorted);
			v->labels[i] = bars[i].name;
		}
		free(v->values);
		s->values = v->values = sorted;
		sorted = NULL;
	}
	free(sorted);
	free(bars);
	return rc;
}

int values_by_group(struct draw_values *v, const struct otfp_profile *p, struct stacks *s)
{
	if (find_classes(v, p) < 0)
		return -1;
	s->nbars = count_of(v->bars);
	s->bars = v->labels;
	return fill(v, p, s, 0) < 0 ? -1 : sort_bars(v, s);
}

/* ---- matrix ---- */

int values_begin_pairs(struct draw_values *v, struct matrix *m)
{
	const size_t n = v->processes.n;

	v->values = calloc(n * n + 1, sizeof *v->values);
	v->counts = m->unit == MATRIX_TICKS ? calloc(n * n + 1, sizeof *v->counts) : NULL;
	if (v->values && (v->counts || m->unit != MATRIX_TICKS))
		return 0;
	free(v->values);
	v->values = NULL;
	return -1;
}

int values_add_pair(struct draw_values *v, const struct otfp_profile *p, const struct matrix *m,
                    const struct otfp_row *row)
{
	const uint64_t *from = otfp_map_get(&v->processes.index, (uint32_t)part_of(p, row, OTFP_KEY_SENDER)),
		       *to = otfp_map_get(&v->processes.index, (uint32_t)part_of(p, row, OTFP_KEY_RECEIVER));
	size_t at;

	if (!from || !to)
		return 0;
	at = *from * v->processes.n + *to;
	v->pairs++;
	if (v->counts) {
		v->values[at] += otfp_wide_real(row->dist.total);
		v->counts[at] += (double)row->dist.n;
	} else {
		v->values[at] += otfp_wide_real(row->sum[m->unit == MATRIX_BYTES ? OTFP_BYTES_SENT : OTFP_SENT]);
	}
	return 1;
}

int values_pairs(struct draw_values *v, struct otfp_profile *p, struct matrix *m)
{
	const size_t n = v->processes.n;

	if (!v->values && values_begin_pairs(v, m) < 0)
		return -1;
	m->n = n;
	m->labels = v->processes.labels;
	m->resolution = p->resolution;
	m->values = v->values;
	for (size_t i = 0; i < p->rows.n; i++)
		if (is_pair(p, p->rows.rows[i]))
			p->other_pairs += !values_add_pair(v, p, m, p->rows.rows[i]);
	for (size_t i = 0; v->counts && i < n * n; i++)
		v->values[i] = v->counts[i] > 0 ? v->values[i] / v->counts[i] : 0;
	return 0;
}

int values_begin_excess(struct draw_values *v, struct matrix *m)
{
	m->n = v->processes.n;
	m->labels = v->processes.labels;
	m->values = v->values = calloc(m->n * m->n + 1, sizeof *v->values);
	return v->values ? 0 : -1;
}

void values_add_excess(void *ctx, uint32_t sender, uint32_t receiver, uint64_t excess)
{
	struct draw_values *v = ctx;
	const uint64_t *from = otfp_map_get(&v->processes.index, sender),
		       *to = otfp_map_get(&v->processes.index, receiver);

	v->values[*from * v->processes.n + *to] += (double)excess;
}

/* ---- flame graph ---- */

/* The name that the color of a path follows: its function, or the group of it. @return 0 when memory is out */
static uint32_t color_class(struct draw_values *v, const struct otfp_profile *p, otfp_ref function, int by_function)
{
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, function);
	char text[24];

	if (by_function)
		return otfp_class_named(v->classes, function_name(p, function, text));
	return otfp_class_named(v->classes, group_name(p, d ? otfp_names_local(&p->names, OTFP_NAMED_GROUP,
	                                                                       (uint32_t)(function >> 32), d->detail) :
	                                                      OTFP_NO_REF));
}

static int make_frames(struct draw_values *v, const struct otfp_profile *p, int by_function)
{
	char text[24];

	for (size_t i = 0; i < p->paths.n; i++) {
		const struct otfp_path *path = &p->paths.paths[i];
		const uint32_t class = color_class(v, p, path->function, by_function);
		struct otfp_str name = function_name(p, path->function, text);
		if (!class)
			return -1;
		if (name.p == text)
			name.p = otfp_arena_copy(&v->processes.arena, text, name.n);
		if (!name.p)
			return -1;
		v->frames[i] = (struct flame_frame){.parent = path->parent ? path->parent - 1 : UINT32_MAX,
		                                    .name = name,
		                                    .class = v->classes->p[class].name};
	}
	return 0;
}

static int make_legend(struct draw_values *v, const struct otfp_profile *p)
{
	double all = 0;

	v->legend = calloc(v->classes->n + 1, sizeof *v->legend);
	if (!v->legend)
		return -1;
	for (size_t i = 0; i < p->paths.n; i++) {
		const uint32_t class = otfp_class_named(v->classes, v->frames[i].class);
		v->legend[class ? class - 1 : 0].share += v->frames[i].own;
		all += v->frames[i].own;
	}
	v->nlegend = count_of(v->classes);
	for (size_t i = 0; i < v->nlegend; i++) {
		const struct otfp_str name = v->classes->p[i + 1].name;
		v->legend[i] = (struct legend_entry){.name = name, .share = all > 0 ? v->legend[i].share / all : 0};
	}
	legend_sort(v->legend, v->nlegend, OF_CALLS);
	while (v->nlegend && v->legend[v->nlegend - 1].share <= 0) /* its calls are outside of the interval */
		v->nlegend--;
	return 0;
}

int values_paths(struct draw_values *v, const struct otfp_profile *p, int by_function, struct flame *f)
{
	v->classes = calloc(1, sizeof *v->classes);
	v->frames = calloc(p->paths.n + 1, sizeof *v->frames);
	if (!v->classes || !v->frames || make_frames(v, p, by_function) < 0)
		return -1;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		const uint64_t path = part_of(p, row, OTFP_KEY_PATH);
		if (row->key.table == OTFP_STAT_FUNCTION && path)
			v->frames[path - 1].own += otfp_wide_real(row->sum[OTFP_EXCLUSIVE]);
	}
	if (make_legend(v, p) < 0)
		return -1;
	f->frames = v->frames;
	f->n = p->paths.n;
	f->resolution = p->resolution;
	f->legend = v->legend;
	f->nlegend = v->nlegend;
	return 0;
}
