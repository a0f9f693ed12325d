/* sums.c - root causes added up by keys, and rounded so that all of a window are what its waits are. */
#include "base/order.h"
#include "base/assert.h"
#include "wait/causes.h"
#include <stdlib.h>

/* Let keys that are not asked for be equal. A path says its function, too. */
static void reduce(struct otfp_root_row *r, unsigned by)
{
	if (!(by >> OTFP_WAIT_PROCESS & 1))
		r->process = 0;
	if (!(by >> OTFP_WAIT_FUNCTION & 1))
		r->function = 0;
	if (!(by >> OTFP_WAIT_PATH & 1))
		r->path = 0;
	if (!(by >> OTFP_ROOT_BY_KIND & 1))
		r->kind = 0;
	if (!(by & (1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH)))
		r->is_unknown = 0;
	if (!(by & (1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH)))
		r->is_other = 0;
}

static int by_key(const void *a, const void *b)
{
	const struct otfp_root_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	if (x->process != y->process || x->function != y->function)
		return otfp_order2(x->process, y->process, x->function, y->function);
	if (x->path != y->path || x->kind != y->kind)
		return otfp_order2(x->path, y->path, x->kind, y->kind);
	if (x->is_left_out != y->is_left_out)
		return otfp_order(x->is_left_out, y->is_left_out);
	return otfp_order2(x->is_unknown, y->is_unknown, x->is_other, y->is_other);
}

static otfp_wide total(const struct otfp_root_row *r)
{
	return r->direct + r->propagated;
}

static int by_total(const void *a, const void *b)
{
	const struct otfp_root_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	if (x->is_left_out != y->is_left_out || x->is_other != y->is_other) /* they are not one cause */
		return otfp_order2(x->is_left_out, y->is_left_out, x->is_other, y->is_other);
	return total(x) != total(y) ? otfp_order_down(total(x), total(y)) : by_key(a, b);
}

static void add(struct otfp_root_row *to, const struct otfp_root_row *r)
{
	to->direct += r->direct;
	to->propagated += r->propagated;
	if (r->most > to->most || (r->most == to->most && r->wait_begin < to->wait_begin)) {
		to->most = r->most;
		to->wait_begin = r->wait_begin;
		to->wait_end = r->wait_end;
	}
}

/* ---- rounding ---- */

/* A sum of a row: its whole ticks, and what is behind the point. */
struct part {
	struct otfp_root_row *row;
	otfp_wide *ticks;
	uint32_t fraction;
	uint8_t kind; /* if there are rows by kind */
};

/* By what must add up, in it the larger fraction first. What comes next must not depend on the numbers of processes. */
static int by_fraction(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	const struct otfp_root_row *r = x->row, *s = y->row;

	if (r->window != s->window || x->kind != y->kind)
		return otfp_order2(r->window, s->window, x->kind, y->kind);
	if (x->fraction != y->fraction)
		return otfp_order(y->fraction, x->fraction);
	if (*x->ticks != *y->ticks) /* a tick is more for the smaller one */
		return otfp_order_down(*y->ticks, *x->ticks);
	if (r->function != s->function || r->path != s->path)
		return otfp_order2(r->function, s->function, r->path, s->path);
	return r->process != s->process ? otfp_order(r->process, s->process) :
	                                  (x->ticks > y->ticks) - (x->ticks < y->ticks);
}

static int is_same_sum(const struct part *x, const struct part *y)
{
	return x->row->window == y->row->window && x->kind == y->kind;
}

static struct part cut(struct otfp_root_row *row, otfp_wide *ticks, unsigned by)
{
	const struct part p = {row, ticks, (uint32_t)*ticks, by >> OTFP_ROOT_BY_KIND & 1 ? row->kind : 0};

	*ticks >>= OTFP_ROOT_FRACTION;
	return p;
}

/* What is missing is given to the largest fractions; if there is still something, it is that of many small ones. */
static void give_missing(struct part *p, size_t n, otfp_wide all)
{
	size_t largest = 0;

	for (size_t i = 0; i < n; i++) {
		all -= *p[i].ticks;
		largest = *p[i].ticks > *p[largest].ticks ? i : largest;
	}
	for (size_t i = 0; i < n && all && p[i].fraction; i++, all--)
		++*p[i].ticks;
	*p[largest].ticks += all;
}

static int by_window(const void *a, const void *b)
{
	const struct wait_class *x = a, *y = b;

	return otfp_order2(x->window, y->window, x->kind, y->kind);
}

/* @return whether waits of a class are asked for */
static int is_of(const struct wait_class *k, unsigned by)
{
	return k->is_reported || !(by >> OTFP_ROOT_OF_REPORTED & 1);
}

/* The classes of waits, sorted. @return NULL when memory is out; free(3) */
static struct wait_class *sort_classes(const struct wait_causes *c, unsigned by, size_t *n)
{
	struct wait_class *classes = malloc((c->nclasses + 1) * sizeof *classes);

	*n = 0;
	for (size_t i = 0; i < c->nclasses && classes; i++) {
		struct wait_class *k = &classes[*n];
		if (!is_of(&c->classes[i], by))
			continue;
		*k = c->classes[i];
		k->kind = by >> OTFP_ROOT_BY_KIND & 1 ? k->kind : 0;
		++*n;
	}
	if (classes && *n)
		qsort(classes, *n, sizeof *classes, by_window);
	return classes;
}

/* Classes that caused nothing have no rows. */
static void round_all(struct part *p, size_t n, const struct wait_class *classes, size_t nclasses)
{
	size_t k = 0;

	for (size_t i = 0, end; i < n; i = end) {
		const struct wait_class of = {.window = p[i].row->window, .kind = p[i].kind};
		otfp_wide all = 0;
		for (end = i; end < n && is_same_sum(&p[i], &p[end]);)
			end++;
		while (k < nclasses && by_window(&classes[k], &of) < 0)
			k++;
		while (k < nclasses && by_window(&classes[k], &of) == 0)
			all += classes[k++].all;
		give_missing(p + i, end - i, all);
	}
}

/* @return 0, or -1 when memory is out */
static int round_rows(const struct wait_causes *c, struct otfp_root_row *rows, size_t n, unsigned by)
{
	struct part *parts = malloc((2 * n + 1) * sizeof *parts);
	size_t nclasses;
	struct wait_class *classes = sort_classes(c, by, &nclasses);
	const int rc = parts && classes ? 0 : -1;

	if (rc == 0) {
		for (size_t i = 0; i < n; i++) {
			parts[2 * i] = cut(&rows[i], &rows[i].direct, by);
			parts[2 * i + 1] = cut(&rows[i], &rows[i].propagated, by);
		}
		qsort(parts, 2 * n, sizeof *parts, by_fraction);
		round_all(parts, 2 * n, classes, nclasses);
	}
	free(parts);
	free(classes);
	return rc;
}

/* ---- all ---- */

/* Add up rows with the same keys. @return how many there are then */
static size_t add_up(struct otfp_root_row *rows, size_t n, unsigned by)
{
	size_t last = 0;

	for (size_t i = 0; i < n; i++)
		reduce(&rows[i], by);
	if (n)
		qsort(rows, n, sizeof *rows, by_key);
	for (size_t i = 1; i < n; i++)
		if (by_key(&rows[last], &rows[i]) == 0)
			add(&rows[last], &rows[i]);
		else
			rows[++last] = rows[i];
	return n ? last + 1 : 0;
}

/* What processes that are not reported caused is one row. */
static void leave_out(const struct otfp_wait_options *o, struct otfp_root_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (rows[i].is_other || o->is_reported(o->is_reported_ctx, rows[i].process))
			continue;
		rows[i].process = rows[i].path = 0;
		rows[i].function = 0;
		rows[i].is_unknown = 0;
		rows[i].is_left_out = 1;
	}
}

/* With a selection rows are rounded by process, so that one of them is the same whatever is selected. */
struct otfp_root_row *otfp_roots_by(const struct otfp_roots *r, unsigned by, size_t *n)
{
	const struct wait_causes *c = otfp_roots_causes(r);
	const struct otfp_wait_options *o = otfp_roots_options(r);
	const int selects = o->is_reported && !(by >> OTFP_ROOT_OF_REPORTED & 1);
	const unsigned keys = selects ? by | 1u << OTFP_WAIT_PROCESS : by;
	struct otfp_root_row *to = malloc((c->nrows + 1) * sizeof *to);

	OTFP_ASSERT(c->by_kind || c->by_place || !(by >> OTFP_ROOT_BY_KIND & 1));
	*n = 0;
	for (size_t i = 0; i < c->nrows && to; i++)
		if (is_of(&c->classes[c->rows[i].class_], by))
			to[(*n)++] = c->rows[i];
	if (!*n || !to)
		return to;
	*n = add_up(to, *n, keys);
	if (round_rows(c, to, *n, by) < 0) {
		free(to);
		return NULL;
	}
	if (selects) {
		leave_out(o, to, *n);
		*n = add_up(to, *n, by);
	}
	qsort(to, *n, sizeof *to, by_total);
	return to;
}
