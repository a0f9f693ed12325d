#include "cmd/stat/cluster.h"
#include "cmd/stat/byname.h"
#include "cmd/stat/near.h"
#include "base/assert.h"
#include "base/hash.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>

/* The exclusive time of a function in a process. */
struct cell {
	otfp_wide ticks;
	uint32_t process;
	size_t function;
};

/* A process; cells[from, to) belong to it. */
struct member {
	otfp_wide total;
	size_t from, to;
	size_t next; /* the next member of its cluster, 0 = none */
	uint32_t process;
};

struct clusters {
	struct cell *cells;
	size_t ncells;
	struct member *members; /* sorted by process number */
	size_t n;
	size_t *first; /* for each cluster: its first member */
	size_t *last;  /* for the first member of a cluster: its last member */
	size_t nclusters;
	uint64_t share;   /* in units of 1e-12 */
	struct near near; /* the first members of the clusters */
};

int cluster_can(const struct otfp_profile *p)
{
	return p->o.tables >> OTFP_STAT_FUNCTION & 1 && functions_part(p, OTFP_KEY_PROCESS) >= 0 &&
	       functions_part(p, OTFP_KEY_FUNCTION) >= 0;
}

static void release(struct clusters *c)
{
	free(c->cells);
	free(c->members);
	free(c->first);
	free(c->last);
	near_release(&c->near);
}

/* ---- what each process did ---- */

static int by_process(const void *a, const void *b)
{
	const struct cell *x = a, *y = b;

	return otfp_order2(x->process, y->process, x->function, y->function);
}

/* Merge the cells of one process and function: rows may have more parts in their keys. */
static void merge_cells(struct clusters *c)
{
	size_t n = 0;

	qsort(c->cells, c->ncells, sizeof *c->cells, by_process);
	for (size_t i = 0; i < c->ncells; i++) {
		if (n && by_process(&c->cells[n - 1], &c->cells[i]) == 0)
			c->cells[n - 1].ticks += c->cells[i].ticks;
		else
			c->cells[n++] = c->cells[i];
	}
	c->ncells = n;
}

static int collect_cells(struct clusters *c, const struct otfp_profile *p)
{
	const unsigned process = (unsigned)functions_part(p, OTFP_KEY_PROCESS);
	const unsigned function = (unsigned)functions_part(p, OTFP_KEY_FUNCTION);
	struct functions functions = {0};
	int rc = functions_make(&functions, p, function);

	c->cells = calloc(p->rows.n + 1, sizeof *c->cells);
	for (size_t i = 0; rc == 0 && c->cells && i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		if (row->key.table == OTFP_STAT_FUNCTION)
			c->cells[c->ncells++] =
				(struct cell){row->sum[OTFP_EXCLUSIVE], (uint32_t)row->key.part[process],
			                      functions_of(&functions, row, function)};
	}
	functions_release(&functions);
	if (rc < 0 || !c->cells)
		return -1;
	merge_cells(c);
	return 0;
}

/* Cells are in the order of processes. */
static int collect_members(struct clusters *c)
{
	c->members = calloc(c->ncells + 1, sizeof *c->members);
	if (!c->members)
		return -1;
	for (size_t i = 0; i < c->ncells; i++) {
		struct member *m = c->n ? &c->members[c->n - 1] : NULL;
		if (!m || m->process != c->cells[i].process) {
			m = &c->members[c->n++];
			*m = (struct member){.from = i, .process = c->cells[i].process};
		}
		m->total += c->cells[i].ticks;
		m->to = i + 1;
	}
	c->first = calloc(c->n + 1, sizeof *c->first);
	c->last = calloc(c->n + 1, sizeof *c->last);
	return c->first && c->last ? 0 : -1;
}

/* ---- similar processes ---- */

static otfp_wide difference(otfp_wide a, otfp_wide b)
{
	return a > b ? a - b : b - a;
}

/* Whether the sum of differences is at most `most`. Stops as soon as that is known. */
static int is_near(const struct clusters *c, const struct member *a, const struct member *b, otfp_wide most)
{
	const struct cell *x = c->cells + a->from, *y = c->cells + b->from;
	const struct cell *x_end = c->cells + a->to, *y_end = c->cells + b->to;
	otfp_wide sum = difference(a->total, b->total); /* a lower bound */

	if (sum > most)
		return 0;
	for (sum = 0; sum <= most && (x < x_end || y < y_end);) {
		if (y == y_end || (x < x_end && x->function < y->function))
			sum += x++->ticks;
		else if (x == x_end || y->function < x->function)
			sum += y++->ticks;
		else
			sum += difference(x++->ticks, y++->ticks);
	}
	return sum <= most;
}

/* Whether process b is like process a, which is the first of a cluster; for near.h. */
static int is_like(void *ctx, size_t first, size_t asks)
{
	const struct clusters *c = ctx;
	const struct member *a = &c->members[first], *b = &c->members[asks];
	const otfp_wide larger = a->total > b->total ? a->total : b->total;

	return is_near(c, a, b, larger * c->share / WHOLE_SHARE);
}

/* Sums and sides of the ticks of a process by functions; for near.h. A side adds the functions in whose hash its bit is
 * set, and subtracts the others. */
static void view(void *ctx, size_t i, struct near_view *view)
{
	const struct clusters *c = ctx;
	const struct member *m = &c->members[i];
	double sums[NEAR_SUMS] = {0}, sides[NEAR_SIDES] = {0};

	for (size_t k = m->from; k < m->to; k++) {
		const double ticks = otfp_wide_real(c->cells[k].ticks);
		const uint64_t signs = otfp_hash_add(OTFP_HASH_INIT, c->cells[k].function);
		sums[c->cells[k].function % NEAR_SUMS] += ticks;
		for (unsigned side = 0; side < NEAR_SIDES; side++)
			sides[side] += signs >> side & 1 ? ticks : -ticks;
	}
	view->total = (float)otfp_wide_real(m->total);
	for (unsigned k = 0; k < NEAR_SUMS; k++)
		view->sums[k] = (float)sums[k];
	for (unsigned k = 0; k < NEAR_SIDES; k++)
		view->sides[k] = (float)sides[k];
}

static void join(struct clusters *c, size_t i)
{
	const size_t first = near_first_or_add(&c->near, i);

	if (first < SIZE_MAX) {
		c->members[c->last[first]].next = i;
		c->last[first] = i;
		return;
	}
	c->first[c->nclusters++] = c->last[i] = i;
}

/* @return 0, or -1 when memory is out */
static int begin_near(struct clusters *c)
{
	const struct near_rule rule = {(double)c->share / WHOLE_SHARE, view, is_like, c};

	return near_begin(&c->near, &rule, c->n);
}

static void print(const struct clusters *c, FILE *out)
{
	for (size_t k = 0; k < c->nclusters; k++) {
		fprintf(out, "%" PRIu32, c->members[c->first[k]].process);
		for (size_t i = c->members[c->first[k]].next; i; i = c->members[i].next)
			fprintf(out, " %" PRIu32, c->members[i].process);
		putc('\n', out);
	}
}

int cluster_write(const struct otfp_profile *p, uint64_t share, FILE *out)
{
	struct clusters c = {.share = share};
	int rc;

	OTFP_ASSERT(cluster_can(p));
	rc = collect_cells(&c, p);
	if (rc == 0)
		rc = collect_members(&c);
	if (rc == 0) {
		rc = begin_near(&c);
		for (size_t i = 0; i < c.n && rc == 0; i++)
			join(&c, i);
		if (rc == 0)
			print(&c, out);
	}
	release(&c);
	return rc;
}
