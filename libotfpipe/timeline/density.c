#include "timeline/density.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_density_release(struct otfp_density *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->gaps[i]);
	free(d->gaps);
	memset(d, 0, sizeof *d);
}

uint32_t otfp_density_cells(const struct otfp_density *d)
{
	return (d->columns + OTFP_DENSITY_CELL - 1) / OTFP_DENSITY_CELL;
}

/* The cells below a row. @return NULL when memory is out */
static uint32_t *cells_of(struct otfp_density *d, uint64_t row)
{
	while (d->n <= row) {
		if (otfp_grow(&d->gaps, d->n, &d->cap, sizeof *d->gaps) < 0)
			return NULL;
		d->gaps[d->n++] = NULL;
	}
	if (!d->gaps[row])
		d->gaps[row] = calloc(otfp_density_cells(d), sizeof **d->gaps);
	return d->gaps[row];
}

int otfp_density_add(struct otfp_density *d, struct otfp_density_end from, struct otfp_density_end to)
{
	const struct otfp_density_end upper = from.row < to.row ? from : to, lower = from.row < to.row ? to : from;
	const double step = (lower.place - upper.place) / ((double)(lower.row - upper.row) + !(lower.row - upper.row));
	double at = upper.place + step / 2;

	for (uint64_t row = upper.row; d->columns && row < lower.row; row++, at += step) {
		uint32_t *cells;
		if (at < 0 || at >= d->columns)
			continue;
		cells = cells_of(d, row);
		if (!cells)
			return -1;
		cells[(uint32_t)at / OTFP_DENSITY_CELL]++;
	}
	return 0;
}

void otfp_density_move(struct otfp_density *d, size_t from, size_t to)
{
	uint32_t *moved = from < d->n ? d->gaps[from] : NULL;

	if (from >= d->n)
		return;
	d->gaps[from] = NULL;
	if (to < from)
		d->gaps[to] = moved;
	else
		free(moved);
}

uint32_t otfp_density_most(const struct otfp_density *d)
{
	const uint32_t n = otfp_density_cells(d);
	uint32_t most = 0;

	for (size_t i = 0; i < d->n; i++)
		for (uint32_t k = 0; d->gaps[i] && k < n; k++)
			most = d->gaps[i][k] > most ? d->gaps[i][k] : most;
	return most;
}
