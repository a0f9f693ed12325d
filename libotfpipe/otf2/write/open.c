/* open.c - operations that began and did not end yet, in any order. See records.h. */
#include "base/grow.h"
#include "otf2/write/records.h"

/* A free row, made if there is none. @return NULL when memory is out */
static struct otfp_otf2_begun *free_row(struct otfp_otf2_open *o)
{
	if (o->spare)
		return &o->rows[o->spare - 1];
	if (otfp_grow(&o->rows, o->n, &o->cap, sizeof *o->rows) < 0)
		return NULL;
	o->rows[o->n++].next = 0;
	o->spare = o->n;
	return &o->rows[o->spare - 1];
}

int otfp_otf2_write_add_open(struct otfp_otf2_writing *w, size_t location, const struct otfp_otf2_begun *begun)
{
	struct otfp_otf2_open *o = &w->places[location].open;
	struct otfp_otf2_begun *row = free_row(o);
	size_t next;

	if (!row || otfp_otf2_pending_add(&o->index[begun->is_file], begun->matching, o->spare - 1) < 0)
		return otfp_fail_memory(w->err);
	next = row->next;
	*row = *begun;
	o->spare = next;
	return 0;
}

int otfp_otf2_write_end_open(struct otfp_otf2_writing *w, size_t location, uint64_t matching, int is_file,
                             struct otfp_otf2_begun *begun)
{
	struct otfp_otf2_open *o = &w->places[location].open;
	const uint64_t *at = otfp_otf2_pending_find(&o->index[is_file], matching);
	size_t row;

	if (!at)
		return 0;
	row = (size_t)*at;
	*begun = o->rows[row];
	o->rows[row].next = o->spare;
	o->spare = row + 1;
	otfp_otf2_pending_end(&o->index[is_file], matching);
	return 1;
}
