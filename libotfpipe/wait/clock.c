/* clock.c - the lives of processes: useful time, the second clock, windows. */
#include "base/grow.h"
#include "base/span.h"
#include "wait/watch.h"
#include <stdlib.h>

/* ---- windows ---- */

struct otfp_wait_window *otfp_wait_window(struct otfp_wait_engine *w, uint64_t window)
{
	const size_t n = w->nwindows;
	struct otfp_wait_window *row =
		otfp_map_row(&w->window_index, window, &w->windows, &w->nwindows, &w->windows_cap, sizeof *row);

	if (row && w->nwindows > n)
		row->window = window;
	return row;
}

int otfp_wait_count(struct otfp_wait_engine *w, uint64_t window, unsigned what, uint64_t n)
{
	struct otfp_wait_window *row;

	if (window == OTFP_NO_WINDOW || !n)
		return 0;
	row = otfp_wait_window(w, window);
	if (!row)
		return -1;
	row->counts[what] += n;
	return 0;
}

int otfp_wait_is_reported(const struct otfp_wait_engine *w, uint32_t process)
{
	return !w->o.is_reported || w->o.is_reported(w->o.is_reported_ctx, process);
}

int otfp_wait_count_of(struct otfp_wait_engine *w, const struct wait_process *p, unsigned what, uint64_t n)
{
	return otfp_wait_is_reported(w, p->process) ? otfp_wait_count(w, p->window, what, n) : 0;
}

uint64_t otfp_wait_window_at(const struct otfp_wait_engine *w, uint64_t time)
{
	if (time < w->base || (w->o.has_to && time >= w->o.to))
		return OTFP_NO_WINDOW;
	return w->o.every ? (time - w->base) / w->o.every : 0;
}

/* The end of the window of a time, or if it has none the start of the first one. */
static uint64_t edge_after(const struct otfp_wait_engine *w, uint64_t window, uint64_t time)
{
	uint64_t edge = UINT64_MAX;

	if (window == OTFP_NO_WINDOW)
		return time < w->base && (!w->o.has_to || w->base < w->o.to) ? w->base : UINT64_MAX;
	if (w->o.every)
		edge = otfp_wait_window_start(w, window);
	edge = w->o.every ? otfp_ticks_after(edge, w->o.every) : UINT64_MAX;
	return w->o.has_to && w->o.to < edge ? w->o.to : edge;
}

uint64_t otfp_wait_window_start(const struct otfp_wait_engine *w, uint64_t window)
{
	return w->o.inside ? 0 : w->base + window * w->o.every;
}

/* ---- the life of a process in a window ---- */

static int start(struct otfp_wait_engine *w, struct wait_process *p, uint64_t window, uint64_t time)
{
	if (window != OTFP_NO_WINDOW && w->o.most && window >= w->o.most) {
		w->too_many = 1;
		return -1;
	}
	p->window = window;
	p->start = p->clock = time;
	p->useful = p->stage = p->stood = 0;
	return w->clock_watch ? w->clock_watch->start(w->clock_watch->ctx, p) : 0;
}

static int add_load(struct otfp_wait_engine *w, const struct wait_process *p, const struct wait_cell *cell)
{
	const size_t n = w->nloads;
	struct otfp_wait_load *load = otfp_map_row(&w->load_index, p->window << 32 | cell->function->number, &w->loads,
	                                           &w->nloads, &w->loads_cap, sizeof *load);

	if (!load)
		return -1;
	if (w->nloads > n)
		*load = (struct otfp_wait_load){.window = p->window, .function = cell->function->ref};
	load->sum += cell->exclusive;
	if (cell->exclusive > load->max || (cell->exclusive == load->max && p->process < load->process)) {
		load->max = cell->exclusive;
		load->process = p->process;
	}
	return 0;
}

/* Give ticks to a member of a cell. */
static void charge(struct wait_process *p, struct wait_cell *cell, uint64_t *member, uint64_t ticks)
{
	if (!cell->exclusive && !cell->around && ticks) {
		cell->charged = p->charged;
		p->charged = cell;
	}
	*member += ticks;
}

/* The cells that have ticks in the window that is over. @param is_counted  else they count in no row */
static int end_cells(struct otfp_wait_engine *w, struct wait_process *p, int is_counted)
{
	for (struct wait_cell *cell = p->charged; cell; cell = cell->charged) {
		if (is_counted && !p->is_thread && cell->exclusive && add_load(w, p, cell) < 0)
			return -1;
		if (is_counted && w->o.rest && cell->around && otfp_wait_rest_end(w, p, cell) < 0)
			return -1;
		cell->total += p->window != OTFP_NO_WINDOW ? cell->exclusive : 0;
		cell->exclusive = cell->around = 0;
	}
	p->charged = NULL;
	p->idle_total += p->window != OTFP_NO_WINDOW ? p->idle : 0;
	p->idle = 0;
	return 0;
}

static int add_life(struct otfp_wait_engine *w, const struct wait_process *p, uint64_t end)
{
	if (otfp_grow(&w->lives, w->nlives, &w->lives_cap, sizeof *w->lives) < 0)
		return -1;
	w->lives[w->nlives++] = (struct otfp_wait_life){.window = p->window,
	                                                .begin = p->start,
	                                                .end = end,
	                                                .useful = p->useful,
	                                                .clock = p->clock,
	                                                .process = p->process,
	                                                .is_thread = p->is_thread};
	return 0;
}

/* Until the end max_clock is in absolute ticks. */
static void add_to_window(struct otfp_wait_window *row, const struct wait_process *p, uint64_t end)
{
	const int is_first = row->nroots + row->nthreads == 0;

	row->first = is_first || p->start < row->first ? p->start : row->first;
	row->last = end > row->last ? end : row->last;
	row->life += end - p->start;
	row->max_clock = p->clock > row->max_clock ? p->clock : row->max_clock;
	if (p->is_thread) {
		row->nthreads++;
		return;
	}
	row->nroots++;
	if (p->useful - p->stage > row->slowest_last)
		row->slowest_last = p->useful - p->stage;
	row->useful += p->useful;
	row->max_useful = p->useful > row->max_useful ? p->useful : row->max_useful;
}

static int finish(struct otfp_wait_engine *w, struct wait_process *p, uint64_t end)
{
	const int is_counted = p->window != OTFP_NO_WINDOW && otfp_wait_is_reported(w, p->process);
	struct otfp_wait_window *row;

	if (end_cells(w, p, is_counted) < 0)
		return -1;
	p->is_counted |= p->window != OTFP_NO_WINDOW;
	if (p->window == OTFP_NO_WINDOW || !w->o.clocks)
		return 0;
	row = otfp_wait_window(w, p->window);
	if (!row)
		return -1;
	if (w->clock_watch && w->clock_watch->stop(w->clock_watch->ctx, p) < 0)
		return -1;
	row->begin = !row->nall++ || p->start < row->begin ? p->start : row->begin;
	if (!otfp_wait_is_reported(w, p->process))
		return 0;
	add_to_window(row, p, end);
	return w->o.each ? add_life(w, p, end) : 0;
}

/* ---- time passes ---- */

static int account(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_call_stack *calls,
                   uint64_t time)
{
	const uint64_t ticks = time - p->last;
	struct wait_cell *cell = calls->n ? wait_cell_of(otfp_stack_at(calls, calls->n - 1)) : NULL;

	if (!p->comm && (calls->n || !p->is_thread)) {
		p->useful += ticks;
		p->clock += ticks;
		if (w->clock_watch && w->clock_watch->useful(w->clock_watch->ctx, p, calls, ticks) < 0)
			return -1;
	}
	if (w->o.load && cell)
		charge(p, cell, &cell->exclusive, ticks);
	else if (w->o.load && !p->is_thread)
		p->idle += ticks;
	if (p->comm && p->outer)
		charge(p, p->outer, &p->outer->around, ticks);
	p->last = time;
	if (!w->watch || !ticks)
		return 0;
	if (cell && cell->passed && !p->call) { /* so it is in the diary's list */
		cell->passed += ticks;
		return 0;
	}
	return w->watch->elapsed(w->watch->ctx, p, calls, ticks);
}

static int begin_life(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time)
{
	if (!w->o.has_from && (!w->has_base || time < w->base)) { /* snapshots may come before the first event */
		w->base = time;
		w->has_base = 1;
	}
	p->begun = 1;
	p->first = p->last = time;
	p->first_order = w->order;
	p->window = OTFP_NO_WINDOW;
	p->edge = UINT64_MAX;
	if (w->o.inside)
		return 0;
	p->window = otfp_wait_window_at(w, time);
	p->edge = edge_after(w, p->window, time);
	return start(w, p, p->window, time);
}

int otfp_wait_advance_to(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_call_stack *calls,
                         uint64_t time)
{
	if (OTFP_UNLIKELY(!p->begun))
		return begin_life(w, p, time);
	while (OTFP_UNLIKELY(time >= p->edge && p->edge != UINT64_MAX)) {
		const uint64_t edge = p->edge, window = otfp_wait_window_at(w, edge);
		if (account(w, p, calls, edge) < 0 || finish(w, p, edge) < 0)
			return -1;
		p->edge = edge_after(w, window, edge);
		if (start(w, p, window, edge) < 0)
			return -1;
	}
	return time > p->last ? account(w, p, calls, time) : 0;
}

int otfp_wait_open_inside(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time)
{
	if (end_cells(w, p, 0) < 0)
		return -1;
	return start(w, p, p->calls++, time);
}

int otfp_wait_close_inside(struct otfp_wait_engine *w, struct wait_process *p)
{
	if (finish(w, p, p->last) < 0)
		return -1;
	p->window = OTFP_NO_WINDOW;
	return 0;
}

void otfp_wait_carry(struct wait_process *p, uint64_t window, uint64_t clock)
{
	if (window == p->window && window != OTFP_NO_WINDOW && clock > p->clock)
		p->clock = clock;
}

static void end_window(struct otfp_wait_window *row)
{
	if (row->nroots + row->nthreads)
		row->max_clock -= row->first;
	row->slowest += row->slowest_last;
}

static int set_clocks(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nlives; i++) {
		const struct otfp_wait_window *row = otfp_wait_window(w, w->lives[i].window);
		if (!row)
			return -1;
		w->lives[i].clock -= row->begin;
	}
	for (size_t i = 0; i < w->nwindows; i++)
		end_window(&w->windows[i]);
	return 0;
}

/* Where the run goes on, a process lives to the end of the window if it is in a call there. */
static int end_life(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_call_stack *calls)
{
	if (w->o.is_cut && calls->n && p->last < w->o.to && otfp_wait_advance_to(w, p, calls, w->o.to) < 0)
		return -1;
	return finish(w, p, p->last);
}

int otfp_wait_clocks_end(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nprocesses; i++)
		if (w->processes[i].begun && end_life(w, &w->processes[i], &w->state.processes[i].calls) < 0)
			return -1;
	return w->o.load && otfp_wait_means_end(w) < 0 ? -1 : set_clocks(w);
}
