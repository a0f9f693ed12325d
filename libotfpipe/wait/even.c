/* even.c - see even.h. */
#include "wait/even.h"
#include "base/grow.h"
#include "wait/watch.h"
#include <stdlib.h>
#include <string.h>

/* The time of the calls of a function on a process, 1 << shift calls each. */
struct row {
	uint64_t *p;
	size_t n, cap;
};

struct even_function {
	otfp_ref ref;
	unsigned shift;
	struct row *rows; /* by process, in the order in which they came */
	size_t n, cap;
	size_t slots; /* allocated in all rows */
	otfp_wide *means;
	size_t nmeans;
};

struct otfp_even {
	const struct otfp_wait_engine *first;
	struct otfp_wait_options o;
	struct otfp_wait_engine *w;
	struct wait_clock_watch watch;
	size_t most, slots; /* of all functions */
	struct even_function functions[OTFP_EVEN_MAX];
	size_t n;
	uint8_t *places; /* by number of the function: 1 + place of it, NONE; 0 = it is not known */
	size_t nplaces, places_cap;
	struct otfp_map processes; /* token -> place */
};

enum { NONE = OTFP_EVEN_MAX + 1, SHIFT_MAX = 31 };

struct otfp_even *otfp_even_new(const struct otfp_wait_engine *first, const struct otfp_wait_options *o, size_t memory)
{
	struct otfp_even *e = calloc(1, sizeof *e);

	if (!e)
		return NULL;
	e->first = first;
	e->most = memory / sizeof(uint64_t);
	e->o = otfp_wait_clocks_alone(o);
	return e;
}

void otfp_even_free(struct otfp_even *e)
{
	if (!e)
		return;
	otfp_wait_free(e->w);
	for (size_t i = 0; i < OTFP_EVEN_MAX; i++) {
		for (size_t k = 0; k < e->functions[i].n; k++)
			free(e->functions[i].rows[k].p);
		free(e->functions[i].rows);
		free(e->functions[i].means);
	}
	free(e->places);
	otfp_map_release(&e->processes);
	free(e);
}

void otfp_even_add(struct otfp_even *e, otfp_ref function)
{
	const uint64_t *number = otfp_map_get(&e->first->functions, function);

	if (e->n == OTFP_EVEN_MAX || !number || e->first->by_number[*number]->is_comm)
		return;
	for (size_t i = 0; i < e->n; i++)
		if (otfp_wait_is_same(e->first, e->functions[i].ref, function))
			return;
	e->functions[e->n++].ref = function;
}

/* ---- calls ---- */

/* @return the place of a function, or NONE; -1 when memory is out */
static int place_of(struct otfp_even *e, const struct wait_function *f)
{
	while (e->nplaces <= f->number) {
		if (otfp_grow(&e->places, e->nplaces, &e->places_cap, sizeof *e->places) < 0)
			return -1;
		e->places[e->nplaces++] = 0;
	}
	if (!e->places[f->number]) {
		size_t at = 0;
		while (at < e->n && !otfp_wait_is_same(e->first, e->functions[at].ref, f->ref))
			at++;
		e->places[f->number] = (uint8_t)(1 + (at < e->n ? at : NONE));
	}
	return e->places[f->number] - 1;
}

/* @return NULL when memory is out */
static struct row *row_of(struct otfp_even *e, struct even_function *f, uint32_t process)
{
	const uint64_t *known = otfp_map_get(&e->processes, process);
	const size_t at = known ? *known : e->processes.n;

	if (!known && otfp_map_set(&e->processes, process, at) < 0)
		return NULL;
	while (f->n <= at) {
		if (otfp_grow(&f->rows, f->n, &f->cap, sizeof *f->rows) < 0)
			return NULL;
		f->rows[f->n++] = (struct row){0};
	}
	return &f->rows[at];
}

static void halve(struct row *r)
{
	const size_t n = (r->n + 1) / 2;
	uint64_t *less;

	for (size_t i = 0; i < n; i++)
		r->p[i] = r->p[2 * i] + (2 * i + 1 < r->n ? r->p[2 * i + 1] : 0);
	r->n = n;
	less = n ? realloc(r->p, n * sizeof *r->p) : NULL;
	r->p = less ? less : r->p;
	r->cap = less ? n : r->cap;
}

/* Make room: two neighbours become one in the function with the most. */
static void fold(struct otfp_even *e)
{
	while (e->slots > e->most) {
		struct even_function *f = e->functions;
		const size_t before = e->slots;
		for (size_t i = 1; i < e->n; i++)
			f = e->functions[i].slots > f->slots ? &e->functions[i] : f;
		if (f->shift == SHIFT_MAX)
			return;
		e->slots -= f->slots;
		f->slots = 0;
		for (size_t i = 0; i < f->n; i++) {
			halve(&f->rows[i]);
			f->slots += f->rows[i].cap;
		}
		f->shift++;
		e->slots += f->slots;
		if (e->slots >= before) /* one for each process is left */
			return;
	}
}

static int add(struct otfp_even *e, struct even_function *f, struct row *r, uint32_t call, uint64_t ticks)
{
	const size_t at = (call - 1) >> f->shift, cap = r->cap;

	while (r->n <= at) {
		if (otfp_grow(&r->p, r->n, &r->cap, sizeof *r->p) < 0)
			return -1;
		r->p[r->n++] = 0;
	}
	r->p[at] += ticks;
	f->slots += r->cap - cap;
	e->slots += r->cap - cap;
	if (r->cap > cap && e->slots > e->most)
		fold(e);
	return 0;
}

/* ---- what the engine tells ---- */

static int useful(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls, uint64_t ticks)
{
	struct otfp_even *e = ctx;
	const struct otfp_call *call = calls->n ? otfp_stack_at(calls, calls->n - 1) : NULL;
	struct row *r;
	int place;

	if (!call || p->is_thread || p->window == OTFP_NO_WINDOW)
		return 0;
	place = place_of(e, wait_cell_of(call)->function);
	if (place < 0 || place == NONE)
		return place < 0 ? -1 : 0;
	r = row_of(e, &e->functions[place], p->process);
	return r ? add(e, &e->functions[place], r, call->mark, ticks) : -1;
}

static int no_process(void *ctx, const struct wait_process *p)
{
	(void)ctx, (void)p;
	return 0;
}

static int no_half(void *ctx, const struct wait_process *p, uint32_t half)
{
	(void)ctx, (void)p, (void)half;
	return 0;
}

static int no_begin(void *ctx, const struct wait_process *p, const struct wait_instance *i)
{
	(void)ctx, (void)p, (void)i;
	return 0;
}

static int no_end(void *ctx, const struct wait_process *p, const struct wait_instance *i, uint32_t position)
{
	(void)ctx, (void)p, (void)i, (void)position;
	return 0;
}

/* ---- the pass ---- */

int otfp_even_begin(struct otfp_even *e, const struct otfp_header *h)
{
	e->watch = (struct wait_clock_watch){e, no_process, no_process, useful, no_half, no_half, no_begin, no_end};
	e->w = otfp_wait_new(&e->o, h);
	if (!e->w)
		return -1;
	otfp_wait_watch_clocks(e->w, &e->watch);
	return 0;
}

int otfp_even_record(struct otfp_even *e, const struct otfp_record *rec)
{
	return e->n ? otfp_wait_add(e->w, rec) : 0;
}

/* @return 1, or 0 if no two processes have the same calls; -1 when memory is out */
static int set_means(struct even_function *f)
{
	int is_shared = 0;

	for (size_t i = 0; i < f->n; i++)
		f->nmeans = f->rows[i].n > f->nmeans ? f->rows[i].n : f->nmeans;
	f->means = calloc(f->nmeans + 1, sizeof *f->means);
	for (size_t at = 0; at < f->nmeans && f->means; at++) {
		uint64_t n = 0;
		for (size_t i = 0; i < f->n; i++) {
			const uint64_t ticks = at < f->rows[i].n ? f->rows[i].p[at] : 0;
			f->means[at] += ticks;
			n += ticks != 0;
		}
		f->means[at] = n ? (f->means[at] << OTFP_EVEN_FRACTION) / n : 0;
		is_shared |= n > 1;
	}
	return f->means ? is_shared : -1;
}

int otfp_even_end(struct otfp_even *e)
{
	if (otfp_wait_end(e->w) < 0)
		return -1;
	otfp_wait_free(e->w);
	e->w = NULL;
	for (size_t i = 0; i < e->n; i++) {
		const int is_shared = set_means(&e->functions[i]);
		if (is_shared < 0)
			return -1;
		if (!is_shared)
			e->functions[i].ref = OTFP_NO_REF;
	}
	return 0;
}

const otfp_ref *otfp_even_function(const struct otfp_even *e, size_t at)
{
	return at < e->n ? &e->functions[at].ref : NULL;
}

uint64_t otfp_even_together(const struct otfp_even *e)
{
	unsigned most = 0;

	for (size_t i = 0; i < e->n; i++)
		most = e->functions[i].shift > most ? e->functions[i].shift : most;
	return (uint64_t)1 << most;
}

struct otfp_even_part otfp_even_find(const struct otfp_even *e, size_t at, uint32_t process, uint32_t call)
{
	const struct even_function *f = &e->functions[at];
	const uint64_t *known = otfp_map_get(&e->processes, process);
	const struct row *r = known && *known < f->n ? &f->rows[*known] : NULL;
	const size_t slot = (call - 1) >> f->shift;

	return r && slot < r->n ? (struct otfp_even_part){r->p[slot], f->means[slot]} : (struct otfp_even_part){0, 0};
}
