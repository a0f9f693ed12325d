#include "cmd/stat/near.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

void otfp_near_release(struct otfp_near *g)
{
	free(g->points);
	free(g->cells);
	otfp_map_release(&g->index);
	memset(g, 0, sizeof *g);
}

static uint64_t spread_of(const uint64_t (*sums)[OTFP_NEAR_SUMS], size_t n, unsigned axis)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < n; i++) {
		least = sums[i][axis] < least ? sums[i][axis] : least;
		most = sums[i][axis] > most ? sums[i][axis] : most;
	}
	return n ? most - least : 0;
}

void otfp_near_begin(struct otfp_near *g, const uint64_t (*sums)[OTFP_NEAR_SUMS], size_t n, uint64_t most)
{
	uint64_t spreads[OTFP_NEAR_SUMS];

	g->width = most < UINT64_MAX ? most + 1 : most;
	for (unsigned axis = 0; axis < OTFP_NEAR_SUMS; axis++)
		spreads[axis] = spread_of(sums, n, axis);
	for (unsigned k = 0; k < OTFP_NEAR_AXES; k++) {
		for (unsigned axis = 0; axis < OTFP_NEAR_SUMS; axis++)
			if (spreads[axis] > spreads[g->axis[k]])
				g->axis[k] = axis;
		spreads[g->axis[k]] = 0;
	}
}

/* ---- cells ---- */

static uint64_t hash_of(const uint64_t at[OTFP_NEAR_AXES])
{
	uint64_t h = 0;

	for (unsigned k = 0; k < OTFP_NEAR_AXES; k++)
		h = otfp_hash_add(h, at[k]);
	return h;
}

/* @return 1 + index; 0 = there is none */
static size_t find_cell(const struct otfp_near *g, const uint64_t at[OTFP_NEAR_AXES])
{
	const uint64_t *first = otfp_map_get(&g->index, hash_of(at));
	size_t cell = first ? *first + 1 : 0;

	while (cell && memcmp(g->cells[cell - 1].at, at, sizeof g->cells->at) != 0)
		cell = g->cells[cell - 1].next;
	return cell;
}

/* @return 1 + index; 0 when memory is out */
static size_t add_cell(struct otfp_near *g, const uint64_t at[OTFP_NEAR_AXES])
{
	const uint64_t *same = otfp_map_get(&g->index, hash_of(at));
	struct otfp_near_cell *cell;

	if (otfp_grow(&g->cells, g->ncells, &g->cells_cap, sizeof *cell) < 0)
		return 0;
	cell = &g->cells[g->ncells];
	*cell = (struct otfp_near_cell){.next = same ? *same + 1 : 0};
	memcpy(cell->at, at, sizeof cell->at);
	return otfp_map_set(&g->index, hash_of(at), g->ncells) < 0 ? 0 : ++g->ncells;
}

static void place(const struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS], uint64_t at[OTFP_NEAR_AXES])
{
	for (unsigned k = 0; k < OTFP_NEAR_AXES; k++)
		at[k] = sums[g->axis[k]] / g->width + 1; /* so that there is one before it */
}

int otfp_near_add(struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS])
{
	uint64_t at[OTFP_NEAR_AXES];
	struct otfp_near_cell *cell;
	size_t c;

	place(g, sums, at);
	c = find_cell(g, at);
	c = c ? c : add_cell(g, at);
	if (!c || otfp_grow(&g->points, g->n, &g->cap, sizeof *g->points) < 0)
		return -1;
	memcpy(g->points[g->n].sums, sums, sizeof g->points->sums);
	g->points[g->n].next = 0;
	cell = &g->cells[c - 1];
	*(cell->last ? &g->points[cell->last - 1].next : &cell->first) = g->n + 1;
	cell->last = ++g->n;
	return 0;
}

/* ---- search ---- */

/* Whether the sums differ by at most `most` together. */
static int can_be_near(const uint64_t *a, const uint64_t *b, uint64_t most)
{
	otfp_wide sum = 0;

	for (unsigned i = 0; i < OTFP_NEAR_SUMS; i++)
		sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
	return sum <= most;
}

size_t otfp_near_first(const struct otfp_near *g, const uint64_t sums[OTFP_NEAR_SUMS], uint64_t most,
                       int (*is_near)(void *ctx, size_t point), void *ctx)
{
	uint64_t at[OTFP_NEAR_AXES], beside[OTFP_NEAR_AXES];
	size_t best = SIZE_MAX;

	place(g, sums, at);
	for (unsigned i = 0; i < OTFP_NEAR_BESIDE; i++) { /* the cell and those around it */
		size_t cell;
		for (unsigned k = 0, n = i; k < OTFP_NEAR_AXES; k++, n /= 3)
			beside[k] = at[k] + n % 3 - 1;
		cell = find_cell(g, beside);
		/* the points of a cell are in ascending order */
		for (size_t p = cell ? g->cells[cell - 1].first : 0; p && p - 1 < best; p = g->points[p - 1].next)
			if (can_be_near(g->points[p - 1].sums, sums, most) && is_near(ctx, p - 1))
				best = p - 1;
	}
	return best;
}
