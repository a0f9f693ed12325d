/* fold.c - drop the rows of an ended timeline that show nothing. */
#include "timeline/columns.h"
#include <stdlib.h>

static int is_empty(const struct otfp_timeline *t, const struct otfp_timeline_row *row)
{
	size_t bars = 0;

	for (uint32_t i = 0; i < t->lanes + 2 + t->bands; i++)
		bars += row->lanes[i].n;
	return !bars && !row->is_marked;
}

/* Give processes the new numbers of their rows. */
static void renumber(struct otfp_timeline *t, const uint32_t *to)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&t->row_of, &at);)
		*at.value = to[*at.value];
}

static void drop(struct otfp_timeline *t, size_t i)
{
	struct otfp_timeline_row *row = &t->rows[i];

	t->nfolded += row->n;
	for (uint32_t k = 0; k < t->lanes + 2 + t->bands; k++)
		free(row->lanes[k].shares);
	free(row->lanes);
	otfp_crowd_release(&row->crowd);
	otfp_density_move(&t->density, i, i);
}

int otfp_timeline_fold(struct otfp_timeline *t)
{
	uint32_t *to = calloc(t->nrows + 1, sizeof *to);
	size_t n = 0, nempty = 0;

	if (!to)
		return -1;
	for (size_t i = 0; i < t->nflags; i++)
		if (t->flags[i].process && otfp_map_get(&t->row_of, t->flags[i].process))
			t->rows[*otfp_map_get(&t->row_of, t->flags[i].process)].is_marked = 1;
	for (size_t i = 0; i < t->nrows; i++)
		nempty += is_empty(t, &t->rows[i]) != 0;
	for (size_t i = 0; i < t->nrows && nempty > 1 && nempty < t->nrows; i++) {
		to[i] = OTFP_NO_ROW;
		if (is_empty(t, &t->rows[i])) {
			drop(t, i);
			continue;
		}
		to[i] = (uint32_t)n;
		if (n < i)
			otfp_density_move(&t->density, i, n);
		t->rows[n++] = t->rows[i];
	}
	if (n) {
		renumber(t, to);
		t->nrows = n;
	}
	free(to);
	return 0;
}
