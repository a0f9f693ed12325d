/*
 * crowd.c - innermost calls of a row of several processes. What is open is counted by class, so that the end of a
 * column costs as much as there are classes, not processes.
 */
#include "timeline/columns.h"
#include <stdlib.h>

enum { FIRST_BITS = 3 };

static int is_live(const struct otfp_crowd_class *c)
{
	return c->class && (c->n || c->units);
}

/* Make room for one more class, without those of which nothing is left. @return 0, or -1 when memory is out */
static int make_room(struct otfp_crowd *crowd)
{
	const size_t size = crowd->bits ? (size_t)1 << crowd->bits : 0;
	struct otfp_crowd more = {.n = crowd->n, .who = crowd->who, .bits = crowd->bits ? crowd->bits : FIRST_BITS};

	for (size_t i = 0; i < size; i++)
		more.used += (unsigned)is_live(&crowd->p[i]);
	more.bits += more.used * 4 >= 1u << more.bits;
	more.p = calloc((size_t)1 << more.bits, sizeof *more.p);
	if (!more.p)
		return -1;
	for (size_t i = 0; i < size; i++)
		if (is_live(&crowd->p[i]))
			*otfp_crowd_find(&more, crowd->p[i].class) = crowd->p[i];
	free(crowd->p);
	*crowd = more;
	return 0;
}

struct otfp_crowd_class *otfp_crowd_new(struct otfp_crowd *crowd, uint32_t class)
{
	struct otfp_crowd_class *c;

	if ((!crowd->bits || crowd->used * 2 >= 1u << crowd->bits) && make_room(crowd) < 0)
		return NULL;
	c = otfp_crowd_find(crowd, class);
	c->class = class;
	crowd->used++;
	return c;
}

void otfp_crowd_release(struct otfp_crowd *crowd)
{
	free(crowd->p);
	*crowd = (struct otfp_crowd){0};
}

int otfp_crowd_count(struct otfp_timeline *t, struct otfp_timeline_row *row, uint64_t end, uint64_t units)
{
	struct otfp_crowd *crowd = &row->crowd;
	struct otfp_lane *lane = otfp_crowd_lane(t, row);
	int rc = 0;

	/* the only one may be the only call of the column */
	if (crowd->n == 1)
		otfp_crowd_look(t, lane, otfp_crowd_open(t, crowd->who), end, units);
	for (size_t i = 0; crowd->bits && i < (size_t)1 << crowd->bits && rc == 0; i++) {
		struct otfp_crowd_class *c = &crowd->p[i];
		const uint64_t all = c->units + c->n * t->width;
		c->units = 0;
		if (all)
			rc = otfp_piece_add(lane, c->class, t->column, all);
	}
	return rc;
}

int otfp_crowd_leave(struct otfp_timeline *t)
{
	static const struct otfp_open nothing = {.until = UINT64_MAX};
	const uint64_t start = t->column * t->width;
	int rc = 0;

	for (size_t i = 0; i < t->nprocesses && rc == 0; i++) {
		struct otfp_timeline_process *p = &t->processes[i];
		struct otfp_open *open;
		if (!p->open || !(open = otfp_crowd_open(t, i))->class)
			continue;
		open->since = open->since > start ? open->since : start;
		rc = otfp_crowd_change(t, &t->rows[p->row], i, open, &nothing, open->since);
	}
	for (size_t i = 0; i < t->nrows && rc == 0; i++)
		rc = otfp_crowd_count(t, &t->rows[i], 0, 0);
	return rc;
}

int otfp_crowd_enter(struct otfp_timeline *t)
{
	static const struct otfp_open nothing = {.until = UINT64_MAX};
	int rc = 0;

	for (size_t i = 0; i < t->nrows; i++)
		otfp_crowd_release(&t->rows[i].crowd);
	for (size_t i = 0; i < t->nprocesses && rc == 0; i++) {
		struct otfp_timeline_process *p = &t->processes[i];
		if (p->open && otfp_crowd_open(t, i)->class)
			rc = otfp_crowd_change(t, &t->rows[p->row], i, &nothing, otfp_crowd_open(t, i),
			                       otfp_crowd_open(t, i)->since);
	}
	return rc;
}
