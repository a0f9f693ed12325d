/* reread.c - a diary is read from its begin. */
#include "wait/diary.h"

/* @return 1; 0 at the end; <0 */
static int next_block(struct wait_diary_reader *r)
{
	size_t n;

	if (r->block)
		otfp_wait_reel_drop(&r->d->reel, r->block - 1);
	if (r->block == r->d->reel.n)
		return 0;
	r->p = otfp_wait_reel_block(&r->d->reel, r->block++, &n);
	if (!r->p)
		return -1;
	r->end = r->p + n;
	return 1;
}

int otfp_wait_diary_next(struct wait_diary_reader *r, struct wait_note *n)
{
	uint64_t v[WAIT_NOTE_NUMBERS] = {0}, ticks;
	uint8_t first;
	int rc;

	while (r->p == r->end)
		if ((rc = next_block(r)) <= 0)
			return rc;
	first = (uint8_t)*r->p++;
	n->kind = first & WAIT_FIRST_KIND;
	n->is_later = first & WAIT_FIRST_LATER;
	if (n->is_later) {
		r->p = wait_get_number(r->p, &ticks);
		r->tick += ticks;
	}
	n->tick = r->tick;
	r->p = wait_get_number(r->p, &n->process);
	n->a = first >> WAIT_FIRST_A_SHIFT & WAIT_FIRST_MANY;
	if (OTFP_UNLIKELY(n->a == WAIT_FIRST_MANY))
		r->p = wait_get_number(r->p, &n->a);
	for (unsigned i = 2; i < wait_note_lengths[n->kind]; i++)
		r->p = wait_get_number(r->p, &v[i]);
	if (n->kind == WAIT_NOTE_ENTER || n->kind == WAIT_NOTE_INIT)
		v[2] = r->number += wait_unfold_sign(v[2]);
	n->b = v[2];
	n->c = v[3];
	n->d = v[4];
	return 1;
}
