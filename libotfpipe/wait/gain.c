/* gain.c - the second clocks of repairs, side by side. See gain.h. */
#include "wait/gain.h"
#include "base/grow.h"
#include "wait/watch.h"
#include <stdlib.h>
#include <string.h>

enum { FRACTION = OTFP_EVEN_FRACTION }; /* bits of a tick */

/* Clocks by index; each row has one for each repair, and first that without one. */
struct clocks {
	otfp_wide *p;
	size_t n, cap;
};

/* What scales the time of a function. */
struct scale {
	otfp_wide mean, given; /* of the others; so far. Both with a fraction */
	uint64_t taken;        /* so far, of `own` */
	size_t place;          /* of what is even: in g->even */
};

struct otfp_gain {
	const struct otfp_wait_engine *first;
	const struct otfp_even *even;
	struct otfp_wait_options o;
	struct otfp_wait_engine *w;
	struct wait_clock_watch watch;
	struct otfp_repair repairs[OTFP_REPAIRS_MAX];
	struct scale scales[OTFP_REPAIRS_MAX];
	size_t n;
	uint64_t *masks; /* by number of the function: bit 0 = it is set; bit 1 + i: it is that of repair i */
	size_t nmasks, masks_cap;
	uint64_t idle; /* the same, outside of every call */
	struct clocks processes, halves, given, roots;
	struct clocks *prefixes; /* by instance, then arrival */
	size_t nprefixes, prefixes_cap;
	otfp_wide last[OTFP_REPAIRS_MAX + 1]; /* the latest of each clock */
	uint64_t begin;                       /* of the first process */
	int has_begin;
};

/* ---- begin and end ---- */

struct otfp_gain *otfp_gain_new(const struct otfp_wait_engine *first, const struct otfp_wait_options *o)
{
	struct otfp_gain *g = calloc(1, sizeof *g);

	if (!g)
		return NULL;
	g->first = first;
	g->o = otfp_wait_clocks_alone(o);
	return g;
}

void otfp_gain_free(struct otfp_gain *g)
{
	if (!g)
		return;
	otfp_wait_free(g->w);
	free(g->masks);
	free(g->processes.p);
	free(g->halves.p);
	free(g->given.p);
	free(g->roots.p);
	for (size_t i = 0; i < g->nprefixes; i++)
		free(g->prefixes[i].p);
	free(g->prefixes);
	free(g);
}

void otfp_gain_add(struct otfp_gain *g, uint32_t process, otfp_ref function)
{
	const struct otfp_wait_time t = otfp_wait_time_of(g->first, process, function);
	struct otfp_repair *r = &g->repairs[g->n];
	struct scale *s = &g->scales[g->n];

	if (g->n == OTFP_REPAIRS_MAX || !t.others)
		return;
	for (size_t i = 0; i < g->n; i++)
		if (!g->repairs[i].is_even && g->repairs[i].process == process &&
		    otfp_wait_is_same(g->first, g->repairs[i].function, function))
			return;
	*s = (struct scale){.mean = ((t.all - t.own) << FRACTION) / t.others};
	*r = (struct otfp_repair){.process = process, .function = function, .own = t.own};
	r->mean = (uint64_t)((s->mean + ((otfp_wide)1 << (FRACTION - 1))) >> FRACTION);
	g->idle |= function == OTFP_NO_REF ? (uint64_t)2 << g->n : 0;
	g->n++;
}

void otfp_gain_even(struct otfp_gain *g, const struct otfp_even *e)
{
	const otfp_ref *function;

	g->even = e;
	for (size_t i = 0; e && (function = otfp_even_function(e, i)) && g->n < OTFP_REPAIRS_MAX; i++) {
		const struct otfp_wait_time t = otfp_wait_time_of(g->first, UINT32_MAX, *function);
		if (*function == OTFP_NO_REF || !t.processes)
			continue;
		g->scales[g->n] = (struct scale){.place = i};
		g->repairs[g->n++] = (struct otfp_repair){.is_even = 1,
		                                          .function = *function,
		                                          .mean = (uint64_t)((t.all + t.processes / 2) / t.processes)};
	}
}

/* ---- rows ---- */

/* @return NULL when memory is out */
static otfp_wide *row_of(const struct otfp_gain *g, struct clocks *c, size_t at)
{
	const size_t size = (g->n + 1) * sizeof *c->p;

	for (; c->n <= at; c->n++) {
		if (otfp_grow(&c->p, c->n, &c->cap, size) < 0)
			return NULL;
		memset(c->p + c->n * (g->n + 1), 0, size);
	}
	return c->p + at * (g->n + 1);
}

static void take_latest(const struct otfp_gain *g, otfp_wide *to, const otfp_wide *from)
{
	for (size_t i = 0; i <= g->n; i++)
		to[i] = from[i] > to[i] ? from[i] : to[i];
}

static otfp_wide *process_row(struct otfp_gain *g, const struct wait_process *p)
{
	return row_of(g, &g->processes, (size_t)(p - g->w->processes));
}

static size_t index_of(const struct otfp_gain *g, const struct wait_instance *i)
{
	return (size_t)(i - g->w->instances);
}

/* ---- time passes ---- */

static int start(void *ctx, const struct wait_process *p)
{
	struct otfp_gain *g = ctx;
	otfp_wide *row = process_row(g, p);

	for (size_t i = 0; i <= g->n && row; i++)
		row[i] = (otfp_wide)p->clock << FRACTION;
	return row ? 0 : -1;
}

static int stop(void *ctx, const struct wait_process *p)
{
	struct otfp_gain *g = ctx;
	const otfp_wide *row = process_row(g, p);

	if (!row)
		return -1;
	g->begin = !g->has_begin || p->start < g->begin ? p->start : g->begin;
	g->has_begin = 1;
	take_latest(g, g->last, row);
	return 0;
}

/* The repairs of a function. @return 0 when memory is out */
static uint64_t mask_of(struct otfp_gain *g, const struct wait_function *f)
{
	while (g->nmasks <= f->number) {
		if (otfp_grow(&g->masks, g->nmasks, &g->masks_cap, sizeof *g->masks) < 0)
			return 0;
		g->masks[g->nmasks++] = 0;
	}
	if (!g->masks[f->number]) {
		g->masks[f->number] = 1;
		for (size_t i = 0; i < g->n; i++)
			if (otfp_wait_is_same(g->first, g->repairs[i].function, f->ref))
				g->masks[f->number] |= (uint64_t)2 << i;
	}
	return g->masks[f->number];
}

/* a * b / c, for a <= c */
static otfp_wide part_of(otfp_wide b, uint64_t a, uint64_t c)
{
	const otfp_wide high = (b >> 64) * a, low = (otfp_wide)(uint64_t)b * a;

	return ((high / c) << 64) + (((high % c) << 64) + low) / c;
}

/* Time of the function of a repair: it advances to its part of the mean. */
static otfp_wide scaled(struct otfp_gain *g, size_t i, uint64_t ticks)
{
	struct scale *s = &g->scales[i];
	const otfp_wide before = s->given;

	s->taken += ticks;
	s->given = part_of(s->mean, s->taken, g->repairs[i].own);
	return s->given - before;
}

/* What a call takes of its mean. */
static otfp_wide evened(const struct otfp_gain *g, size_t i, const struct wait_process *p, uint32_t call,
                        uint64_t ticks)
{
	const struct otfp_even_part part = otfp_even_find(g->even, g->scales[i].place, p->process, call);

	return ticks <= part.own ? part_of(part.mean, ticks, part.own) : (otfp_wide)ticks << FRACTION;
}

static int is_on(const struct otfp_repair *r, const struct wait_process *p)
{
	return r->is_even ? !p->is_thread : r->process == p->process;
}

static int useful(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls, uint64_t ticks)
{
	struct otfp_gain *g = ctx;
	otfp_wide *row = process_row(g, p);
	const struct otfp_call *call = calls->n ? otfp_stack_at(calls, calls->n - 1) : NULL;
	uint64_t mask = g->idle | 1;

	if (p->window == OTFP_NO_WINDOW)
		return 0;
	if (call)
		mask = mask_of(g, wait_cell_of(call)->function);
	for (size_t i = 0; i <= g->n && row; i++)
		if (i && mask >> i & 1 && is_on(&g->repairs[i - 1], p))
			row[i] += g->repairs[i - 1].is_even ? evened(g, i - 1, p, call->mark, ticks) :
			                                      scaled(g, i - 1, ticks);
		else
			row[i] += (otfp_wide)ticks << FRACTION;
	return row && mask ? 0 : -1;
}

/* ---- from one process to another ---- */

static int give(void *ctx, const struct wait_process *p, uint32_t half)
{
	struct otfp_gain *g = ctx;
	otfp_wide *to = row_of(g, &g->halves, half);
	const otfp_wide *row = process_row(g, p);

	if (!to || !row)
		return -1;
	if (g->w->half[half - 1].window == OTFP_NO_WINDOW)
		memset(to, 0, (g->n + 1) * sizeof *to);
	else
		memcpy(to, row, (g->n + 1) * sizeof *to);
	return 0;
}

/* A row of 0 carries nothing. */
static int carry(struct otfp_gain *g, const struct wait_process *p, struct clocks *c, size_t at)
{
	const otfp_wide *from = row_of(g, c, at);
	otfp_wide *row = process_row(g, p);

	if (!from || !row)
		return -1;
	if (p->window != OTFP_NO_WINDOW)
		take_latest(g, row, from);
	return 0;
}

static int take(void *ctx, const struct wait_process *p, uint32_t half)
{
	struct otfp_gain *g = ctx;

	return carry(g, p, &g->halves, half);
}

static struct clocks *prefix_of(struct otfp_gain *g, const struct wait_instance *i)
{
	while (g->nprefixes <= index_of(g, i)) {
		if (otfp_grow(&g->prefixes, g->nprefixes, &g->prefixes_cap, sizeof *g->prefixes) < 0)
			return NULL;
		g->prefixes[g->nprefixes++] = (struct clocks){0};
	}
	return &g->prefixes[index_of(g, i)];
}

static int set(struct otfp_gain *g, struct clocks *c, size_t at, const otfp_wide *row, int is_in)
{
	otfp_wide *to = row_of(g, c, at);

	if (to && is_in)
		memcpy(to, row, (g->n + 1) * sizeof *to);
	else if (to)
		memset(to, 0, (g->n + 1) * sizeof *to);
	return to ? 0 : -1;
}

static int begin(void *ctx, const struct wait_process *p, const struct wait_instance *i)
{
	struct otfp_gain *g = ctx;
	const struct wait_arrival *a = &i->arrivals[i->begun - 1];
	const otfp_wide *row = process_row(g, p);
	otfp_wide *given = row ? row_of(g, &g->given, index_of(g, i)) : NULL;
	const int is_in = a->window != OTFP_NO_WINDOW;
	struct clocks *prefix;

	if (!given)
		return -1;
	if (i->begun == 1)
		memset(given, 0, (g->n + 1) * sizeof *given);
	if (is_in)
		take_latest(g, given, row);
	if (i->type == WAIT_FROM && (i->begun == 1 || a->position == i->root) &&
	    set(g, &g->roots, index_of(g, i), row, is_in && a->position == i->root) < 0)
		return -1;
	if (i->type != WAIT_PREFIX)
		return 0;
	prefix = prefix_of(g, i);
	return prefix ? set(g, prefix, i->begun - 1, row, is_in) : -1;
}

static int end_prefix(struct otfp_gain *g, const struct wait_process *p, const struct wait_instance *i,
                      uint32_t position)
{
	struct clocks *prefix = prefix_of(g, i);

	for (uint32_t k = 0; k < i->begun && prefix; k++)
		if (i->arrivals[k].position < position && carry(g, p, prefix, k) < 0)
			return -1;
	return prefix ? 0 : -1;
}

static int end(void *ctx, const struct wait_process *p, const struct wait_instance *i, uint32_t position)
{
	struct otfp_gain *g = ctx;

	if (i->type == WAIT_PREFIX)
		return end_prefix(g, p, i, position);
	if (i->type == WAIT_FROM)
		return position != i->root ? carry(g, p, &g->roots, index_of(g, i)) : 0;
	if (i->type == WAIT_UNTYPED || (i->type == WAIT_TO && position != i->root))
		return 0;
	return carry(g, p, &g->given, index_of(g, i));
}

/* ---- the pass ---- */

int otfp_gain_begin(struct otfp_gain *g, const struct otfp_header *h)
{
	g->watch = (struct wait_clock_watch){g, start, stop, useful, give, take, begin, end};
	g->w = otfp_wait_new(&g->o, h);
	if (!g->w)
		return -1;
	otfp_wait_watch_clocks(g->w, &g->watch);
	return 0;
}

int otfp_gain_record(struct otfp_gain *g, const struct otfp_record *rec)
{
	return otfp_wait_add(g->w, rec);
}

static uint64_t runtime(const struct otfp_gain *g, size_t i)
{
	/* parts of means are cut off at each call: what is half a tick but for these is half a tick */
	const otfp_wide half = ((otfp_wide)1 << (FRACTION - 1)) + ((otfp_wide)1 << (FRACTION - 12));

	return g->has_begin ? (uint64_t)((g->last[i] - ((otfp_wide)g->begin << FRACTION) + half) >> FRACTION) : 0;
}

int otfp_gain_end(struct otfp_gain *g)
{
	if (otfp_wait_end(g->w) < 0)
		return -1;
	for (size_t i = 0; i < g->n; i++)
		g->repairs[i].ideal = runtime(g, i + 1);
	return 0;
}

const struct otfp_repair *otfp_gain_repairs(const struct otfp_gain *g, size_t *n)
{
	*n = g->n;
	return g->repairs;
}

uint64_t otfp_gain_ideal(const struct otfp_gain *g)
{
	return runtime(g, 0);
}
