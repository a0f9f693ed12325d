/* columns.c - the open column of a timeline becomes bars. */
#include "base/grow.h"
#include "base/wide.h"
#include "record/table.h"
#include "timeline/columns.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t otfp_timeline_tick(const struct otfp_timeline *t, uint32_t column)
{
	const uint64_t units = column * t->width;

	if (column >= t->o.columns)
		return t->o.to;
	return t->o.from + ((units / t->o.columns + (units % t->o.columns != 0)) << t->shift);
}

double otfp_timeline_place(const struct otfp_timeline *t, uint64_t tick)
{
	const double span = (double)(t->o.to - t->o.from);
	const double since = tick >= t->o.from ? (double)(tick - t->o.from) : -(double)(t->o.from - tick);

	return since / span * t->o.columns;
}

double otfp_timeline_total(const struct otfp_timeline *t)
{
	return (double)(t->o.to - t->o.from) * (double)t->nshown;
}

enum { FEW_SHARES = 16 };

/* ---- bars ---- */

static int continues(const struct otfp_bar *bar, const struct otfp_bar *next)
{
	return bar->end == next->column && bar->class == next->class && bar->is_one == next->is_one &&
	       bar->busy == next->busy && (!bar->is_one || (bar->start == next->start && bar->called == next->called));
}

/* Append a bar of the open column, or continue the last one. @return 0, or -1 when memory is out */
static int put_bar(struct otfp_lane *lane, const struct otfp_bar *bar)
{
	struct otfp_bar *last = lane->n ? &lane->bars[lane->n - 1] : NULL;

	if (last && continues(last, bar)) {
		last->end = bar->end;
		last->stop = bar->stop;
		last->units += bar->units;
		return 0;
	}
	if (otfp_grow(&lane->bars, lane->n, &lane->cap, sizeof *lane->bars) < 0)
		return -1;
	lane->bars[lane->n++] = *bar;
	return 0;
}

/* A bar of the open column, which ends at tick `end`, for several calls of a class. */
static struct otfp_bar bar_of(const struct otfp_timeline *t, uint32_t class, uint64_t units, uint64_t end)
{
	return (struct otfp_bar){.column = t->column,
	                         .end = t->column + 1,
	                         .class = class,
	                         .start = otfp_timeline_tick(t, t->column),
	                         .stop = end,
	                         .units = units};
}

/* Rounded up. */
static uint32_t eighths_of(uint64_t part, uint64_t all)
{
	return (uint32_t)ceil((double)part / (double)all * 8);
}

/* Whether the open column has nothing but the start or the end of a call that has a larger share of another one. */
static int is_edge(const struct otfp_timeline *t, const struct otfp_lane *lane, uint64_t end)
{
	const uint64_t column = (t->o.to - t->o.from) / t->o.columns;

	return lane->longest == lane->total && (lane->stop >= end || lane->stop - lane->call.start >= column);
}

/* The largest share of the open column, which has some; of equal ones that of the first class. */
static struct otfp_column_piece largest_share(const struct otfp_timeline *t, const struct otfp_lane *lane)
{
	struct otfp_column_piece largest = {.units = 0};
	unsigned left = lane->used;

	for (size_t i = 0; left && i < (size_t)1 << lane->bits; i++) {
		const struct otfp_column_piece *share = &lane->shares[i];
		if (share->column != t->column + 1)
			continue;
		left--;
		if (largest.class && share->units < largest.units)
			continue;
		if (!largest.class || share->units > largest.units || share->class < largest.class)
			largest = *share;
	}
	return largest;
}

/* Turn the shares of the open column into a bar of the class with the largest one. @return 0, or -1 when memory is out
 */
static int flush(struct otfp_timeline *t, const struct otfp_timeline_row *row, struct otfp_lane *lane, uint64_t end)
{
	const uint64_t none = row->n * t->width - lane->total;
	const struct otfp_column_piece largest = largest_share(t, lane);
	struct otfp_bar bar = bar_of(t, largest.class, largest.units, end);
	const int is_shown = largest.units >= none || !is_edge(t, lane, end);

	bar.busy = largest.units < none ? eighths_of(lane->total, row->n * t->width) : 0;
	bar.is_one = row->n == 1 && lane->call.class == largest.class && lane->longest > t->width / 2;
	if (bar.is_one) {
		bar.called = lane->call.called;
		bar.start = lane->call.start;
		bar.stop = lane->stop;
	}
	otfp_column_forget(lane);
	return is_shown ? put_bar(lane, &bar) : 0;
}

static int by_class(const void *a, const void *b)
{
	const struct otfp_column_piece *x = a, *y = b;

	return (x->class > y->class) - (x->class < y->class);
}

/* Few are sorted here: a call of qsort takes longer than they do. */
static void sort_few(struct otfp_column_piece *shares, unsigned n)
{
	for (unsigned i = 1, at; i < n; i++) {
		const struct otfp_column_piece share = shares[i];
		for (at = i; at && shares[at - 1].class > share.class; at--)
			shares[at] = shares[at - 1];
		shares[at] = share;
	}
}

/* Move the shares of the open column to the front, sorted by class. @return their number */
static unsigned sort_shares(const struct otfp_timeline *t, struct otfp_lane *lane)
{
	unsigned n = 0;

	for (size_t i = 0; n < lane->used && i < (size_t)1 << lane->bits; i++)
		if (lane->shares[i].column == t->column + 1)
			lane->shares[n++] = lane->shares[i];
	if (n <= FEW_SHARES)
		sort_few(lane->shares, n);
	else
		qsort(lane->shares, n, sizeof *lane->shares, by_class);
	return n;
}

/* The class with the largest part of [from, to) of all shares, one after the other. @return its index; n = none has */
static unsigned largest_in(const struct otfp_lane *lane, unsigned n, uint64_t from, uint64_t to)
{
	uint64_t at = 0, most = 0;
	unsigned largest = n;

	for (unsigned i = 0; i < n && at < to; at += lane->shares[i++].units) {
		const uint64_t end = at + lane->shares[i].units, low = at > from ? at : from,
			       high = end < to ? end : to;
		if (high > low && high - low > most) {
			most = high - low;
			largest = i;
		}
	}
	return lane->total < to && to - (lane->total > from ? lane->total : from) > most ? n : largest;
}

/* The shares of the open column are all too small for a band: a faint bar has the largest one. */
static int put_faint(struct otfp_timeline *t, const struct otfp_timeline_row *row, struct otfp_lane *lane, uint64_t end)
{
	const struct otfp_column_piece largest = largest_share(t, lane);
	struct otfp_bar bar = bar_of(t, largest.class, largest.units, end);

	bar.busy = eighths_of(lane->total, row->n * t->width);
	return put_bar(&lane[1], &bar);
}

/* Turn the shares of the open column into bars of the bands of a row. @return 0, or -1 when memory is out */
static int flush_bands(struct otfp_timeline *t, struct otfp_timeline_row *row, struct otfp_lane *lane, uint64_t end)
{
	const unsigned n = sort_shares(t, lane);
	const uint64_t all = row->n * t->width;
	int rc = 0, is_empty = 1;

	for (uint32_t k = 0; k < t->bands && rc == 0; k++) {
		const unsigned i =
			largest_in(lane, n, all / t->bands * k, k + 1 < t->bands ? all / t->bands * (k + 1) : all);
		const struct otfp_bar bar = i < n ? bar_of(t, lane->shares[i].class, lane->shares[i].units, end) :
		                                    (struct otfp_bar){.column = 0};
		if (i < n)
			rc = put_bar(&lane[1 + k], &bar);
		is_empty &= i == n;
	}
	if (rc == 0 && is_empty && !is_edge(t, lane, end))
		rc = put_faint(t, row, lane, end);
	for (unsigned i = 0; i < n; i++)
		lane->shares[i].column = 0;
	otfp_column_forget(lane);
	return rc;
}

/* ---- columns ---- */

/* A call that fills the open column, as it did the one before, makes its bar longer. @return whether it does */
static int prolong(const struct otfp_timeline *t, struct otfp_lane *lane, struct otfp_open *open, uint64_t end,
                   uint64_t units)
{
	struct otfp_bar *last = lane->n ? &lane->bars[lane->n - 1] : NULL;

	if (!last || !last->is_one || last->end != t->column || last->busy || last->start != open->start ||
	    last->class != open->class || last->called != open->called)
		return 0;
	if (lane->total || !t->width || open->since + t->width != units || open->until <= end)
		return 0;
	last->end++;
	last->stop = end;
	last->units += t->width;
	open->since = units;
	return 1;
}

/* Count what is open in the lanes of depths. */
static int count_depths(struct otfp_timeline *t, const struct otfp_timeline_process *p, uint64_t end, uint64_t units)
{
	const struct otfp_timeline_row *row = &t->rows[p->row];
	int rc = 0;

	for (uint32_t i = 0; i < p->deepest && rc == 0; i++)
		if (row->n > 1 || !prolong(t, &row->lanes[i], &p->open[i], end, units))
			rc = otfp_open_count(t, &row->lanes[i], &p->open[i], end, units);
	return rc;
}

/* The calls of a row of one process. */
static int count_process(struct otfp_timeline *t, struct otfp_timeline_process *p, uint64_t end, uint64_t units)
{
	struct otfp_lane *lanes;
	int rc = 0;

	if (p->row == OTFP_NO_ROW || !p->class) /* nothing is open */
		return 0;
	lanes = t->rows[p->row].lanes;
	if (!t->is_dense)
		rc = count_depths(t, p, end, units);
	return rc == 0 ? otfp_open_count(t, &lanes[t->lanes + 1], &p->open[t->lanes + 1], end, units) : rc;
}

static int count_calls(struct otfp_timeline *t, uint64_t end, uint64_t units)
{
	const int has_crowds = otfp_has_crowds(t);
	const size_t n = has_crowds ? t->nrows : t->nprocesses;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = has_crowds ? otfp_crowd_count(t, &t->rows[i], end, units) :
		                  count_process(t, &t->processes[i], end, units);
	return rc;
}

/* The last one takes its place. */
static void drop_operating(struct otfp_timeline *t, size_t i)
{
	t->processes[t->operating[i].process].operating = 0;
	t->operating[i] = t->operating[--t->noperating];
	if (i < t->noperating)
		t->processes[t->operating[i].process].operating = (uint32_t)i + 1;
}

static int count_operations(struct otfp_timeline *t, uint64_t end, uint64_t units)
{
	int rc = 0;

	for (size_t i = t->noperating; i > 0 && rc == 0; i--) {
		struct otfp_operating *o = &t->operating[i - 1];
		rc = otfp_open_count(t, &t->rows[o->row].lanes[t->lanes], &o->open, end, units);
		if (!o->open.class)
			drop_operating(t, i - 1);
	}
	return rc;
}

static int flush_row(struct otfp_timeline *t, struct otfp_timeline_row *row, uint64_t end)
{
	struct otfp_lane *innermost = &row->lanes[t->lanes + 1];
	int rc = 0;

	for (uint32_t k = 0; k <= t->lanes && rc == 0; k++)
		if (row->lanes[k].total)
			rc = flush(t, row, &row->lanes[k], end);
	if (rc == 0 && !t->bands)
		otfp_column_forget(innermost);
	if (rc < 0 || !innermost->total)
		return rc;
	return t->bands > 1 ? flush_bands(t, row, innermost, end) : flush(t, row, innermost, end);
}

static int close_column(struct otfp_timeline *t)
{
	const uint64_t end = otfp_timeline_tick(t, t->column + 1), units = (t->column + 1) * t->width;
	int rc = count_operations(t, end, units);

	if (rc == 0 && !t->is_fed)
		rc = count_calls(t, end, units);
	if (t->is_fed)
		otfp_timeline_scale(t);
	if (rc == 0)
		rc = otfp_timeline_feed(t);
	for (size_t i = 0; i < t->nrows && rc == 0; i++)
		rc = flush_row(t, &t->rows[i], end);
	t->column++;
	t->edge = t->column < t->o.columns ? otfp_timeline_tick(t, t->column + 1) : UINT64_MAX;
	return rc;
}

/* Close the open column, and those of coarser ones that it ends. @return 0, or -1 when memory is out */
static int close_columns(struct otfp_timeline *t)
{
	int rc = close_column(t);

	while (rc == 0 && t->coarser && t->coarser->is_fed && t->column % t->coarser->factor == 0) {
		t = t->coarser;
		rc = close_column(t);
	}
	return rc;
}

int otfp_timeline_sweep(struct otfp_timeline *first, uint64_t time)
{
	struct otfp_timeline *last = first;
	uint64_t soonest = UINT64_MAX;
	int rc = 0;

	while (last->finer)
		last = last->finer;
	for (struct otfp_timeline *t = last; t && rc == 0; t = t->coarser) {
		const uint32_t column = t->column;
		while (rc == 0 && !t->is_fed && t->column < t->o.columns && time >= t->edge)
			rc = close_columns(t);
		if (t->column > column)
			otfp_timeline_try_feed(t);
		soonest = t->edge < soonest ? t->edge : soonest;
	}
	first->soonest = soonest;
	otfp_timeline_choose_counting(first);
	return rc;
}
