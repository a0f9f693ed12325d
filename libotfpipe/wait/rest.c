/* rest.c - the time of communication calls by function, and how much of it is a wait. */
#include "base/grow.h"
#include "wait/engine.h"

/* Find or add the row of a function in a window. @return NULL when memory is out */
static struct otfp_wait_rest *row_of(struct otfp_wait_engine *w, uint64_t window, const struct wait_function *f)
{
	const size_t n = w->nrests;
	struct otfp_wait_rest *row = otfp_map_row(&w->rest_index, window << 32 | f->number, &w->rests, &w->nrests,
	                                          &w->rests_cap, sizeof *row);

	if (row && w->nrests > n)
		*row = (struct otfp_wait_rest){.window = window, .function = f->ref};
	return row;
}

int otfp_wait_rest_end(struct otfp_wait_engine *w, const struct wait_process *p, const struct wait_cell *cell)
{
	struct otfp_wait_rest *row = row_of(w, p->window, cell->function);

	if (!row)
		return -1;
	row->ticks += cell->around;
	return 0;
}

int otfp_wait_rest_add(struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window, uint64_t ticks)
{
	const uint64_t *number = otfp_map_get(&w->functions, f->function);
	struct otfp_wait_rest *row = number ? row_of(w, window, w->by_number[*number]) : NULL;

	if (!row)
		return -1;
	if (f->kind == OTFP_BARRIER_COMPLETION || f->kind == OTFP_NXN_COMPLETION)
		row->completions += ticks;
	else if (f->kind != OTFP_WRONG_ORDER) /* a part of late senders */
		row->waits += ticks;
	return 0;
}
