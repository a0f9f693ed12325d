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

int otfp_otf2_write_add_open(struct otfp_otf2_writing *b, size_t location, const struct otfp_otf2_begun *begun)
{
	struct otfp_otf2_open *o = &b->places[location].open;
	struct otfp_otf2_begun *row = free_row(o);
	size_t next;

	if (!row || otfp_otf2_pending_add(&o->index[begun->is_file], begun->matching, o->spare - 1) < 0)
		return otfp_fail_memory(b->err);
	next = row->next;
	*row = *begun;
	o->spare = next;
	return 0;
}

int otfp_otf2_write_end_open(struct otfp_otf2_writing *b, size_t location, uint64_t matching, int is_file,
                             struct otfp_otf2_begun *begun)
{
	struct otfp_otf2_open *o = &b->places[location].open;
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

/* ---- transfers ---- */

/* A free row, made if there is none. @return 1 + its number, or 0 when memory is out */
static size_t free_transfer(struct otfp_otf2_transfers *t)
{
	size_t row = t->spare;

	if (row) {
		t->spare = t->rows[row - 1].next;
		return row;
	}
	return otfp_grow(&t->rows, t->n, &t->cap, sizeof *t->rows) < 0 ? 0 : ++t->n;
}

int otfp_otf2_write_add_transfer(struct otfp_otf2_writing *b, size_t location, uint64_t key, uint64_t id)
{
	struct otfp_otf2_transfers *t = &b->places[location].transfers;
	const uint64_t *first = otfp_otf2_pending_find(&t->firsts, key);
	const size_t row = free_transfer(t);

	if (!row || (!first && otfp_otf2_pending_add(&t->firsts, key, row - 1) < 0))
		return otfp_fail_memory(b->err);
	t->rows[row - 1] = (struct otfp_otf2_transfer){.id = id, .last = row - 1};
	if (first) {
		t->rows[t->rows[*first].last].next = row;
		t->rows[*first].last = row - 1;
	}
	return 0;
}

int otfp_otf2_write_end_transfer(struct otfp_otf2_writing *b, size_t location, uint64_t key, uint64_t *id)
{
	struct otfp_otf2_transfers *t = &b->places[location].transfers;
	uint64_t *first = otfp_otf2_pending_find(&t->firsts, key);
	size_t row;

	if (!first)
		return 0;
	row = (size_t)*first;
	*id = t->rows[row].id;
	if (t->rows[row].next) {
		*first = t->rows[row].next - 1;
		t->rows[*first].last = t->rows[row].last;
	} else {
		otfp_otf2_pending_end(&t->firsts, key);
	}
	t->rows[row].next = t->spare;
	t->spare = row + 1;
	return 1;
}
