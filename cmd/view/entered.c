/*
 * entered.c - which functions are entered between two times, so that a search for calls of one skips what has none. A
 * function has a bit by its token: others may have the same.
 */
#include "base/grow.h"
#include "cmd/view/view.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 512 /* parts */ };

/* Two parts become one. */
static void merge_pairs(struct view_entries *e)
{
	for (size_t i = 0; 2 * i + 1 < e->n; i++) {
		struct view_entered both = e->p[2 * i + 1];
		for (unsigned k = 0; k < ENTERED_WORDS; k++)
			both.bits[k] |= e->p[2 * i].bits[k];
		e->p[i] = both;
	}
	if (e->n % 2)
		e->p[e->n / 2] = e->p[e->n - 1];
	e->n = (e->n + 1) / 2;
}

int view_entered_cut(struct view_entries *e, uint64_t until)
{
	if (e->n >= MOST)
		merge_pairs(e);
	if (otfp_grow(&e->p, e->n, &e->cap, sizeof *e->p) < 0)
		return -1;
	e->now.until = until;
	e->p[e->n++] = e->now;
	e->now = (struct view_entered){0};
	return 0;
}

void view_entered_named(const struct otfp_names *names, struct otfp_str name, struct view_entered *of)
{
	*of = (struct view_entered){0};
	for (size_t i = 0; i < names->n; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		if (d->space == OTFP_NAMED_FUNCTION && d->name.n == name.n && memcmp(d->name.p, name.p, name.n) == 0)
			view_entered_note(of, d->token);
	}
}

int view_entered_has(const struct view_entered *part, const struct view_entered *of)
{
	uint64_t bits = 0;

	for (unsigned k = 0; k < ENTERED_WORDS; k++)
		bits |= part->bits[k] & of->bits[k];
	return bits != 0;
}

size_t view_entered_at(const struct view_entries *e, uint64_t time)
{
	size_t i = 0;

	while (i + 1 < e->n && e->p[i].until <= time)
		i++;
	return i;
}

void view_entered_release(struct view_entries *e)
{
	free(e->p);
	*e = (struct view_entries){0};
}
