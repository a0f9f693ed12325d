#include "state/begun.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

enum { FEW = 16 }; /* a list of more has chains */

void otfp_begun_release(struct otfp_begun_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->open[i].kept);
	free(l->open);
	free(l->chains);
	memset(l, 0, sizeof *l);
}

/* ---- chains ---- */

static uint32_t *chain_of(const struct otfp_begun_list *l, uint64_t id)
{
	return &l->chains[otfp_map_hash(id) & (l->nchains - 1)];
}

static void link_last(struct otfp_begun_list *l, uint32_t place)
{
	uint32_t *chain = chain_of(l, l->open[place].id);

	l->open[place].older = *chain;
	*chain = place + 1;
}

/* Move all that is open to the front, and chain it. */
static void pack(struct otfp_begun_list *l)
{
	uint32_t n = 0;

	memset(l->chains, 0, l->nchains * sizeof *l->chains);
	for (uint32_t i = 0; i < l->n; i++) {
		if (l->open[i].is_over)
			continue;
		l->open[n] = l->open[i];
		link_last(l, n++);
	}
	l->n = n;
	l->nover = 0;
}

/* As many chains as places, at least. @return 0, or -1 when memory is out */
static int widen(struct otfp_begun_list *l)
{
	const uint32_t n = l->nchains ? 2 * l->nchains : 4 * FEW;
	uint32_t *chains;

	if (l->n < (l->nchains ? l->nchains : FEW) || l->nchains > UINT32_MAX / 2)
		return 0;
	chains = realloc(l->chains, n * sizeof *chains);
	if (!chains)
		return -1;
	l->chains = chains;
	l->nchains = n;
	pack(l);
	return 0;
}

/* ---- the list ---- */

struct otfp_begun *otfp_begun_add(struct otfp_begun_list *l, const struct otfp_begun *b)
{
	if (otfp_grow_thin(&l->open, l->n, &l->cap, sizeof *b) < 0 || widen(l) < 0)
		return NULL;
	l->open[l->n] = *b;
	if (l->nchains)
		link_last(l, l->n);
	return &l->open[l->n++];
}

struct otfp_begun *otfp_begun_find(const struct otfp_begun_list *l, uint64_t id)
{
	if (l->nchains) {
		for (uint32_t at = *chain_of(l, id); at; at = l->open[at - 1].older)
			if (l->open[at - 1].id == id)
				return &l->open[at - 1];
		return NULL;
	}
	for (size_t i = l->n; i-- > 0;)
		if (l->open[i].id == id)
			return &l->open[i];
	return NULL;
}

struct otfp_begun *otfp_begun_older(const struct otfp_begun_list *l, const struct otfp_begun *b)
{
	const size_t at = l->nchains ? b->older : (size_t)(b - l->open);

	return at ? &l->open[at - 1] : NULL;
}

/* Its place is free when it is the last one, or when half of the places are of no use. */
static void end_chained(struct otfp_begun_list *l, struct otfp_begun *b)
{
	const uint32_t place = (uint32_t)(b - l->open);
	uint32_t *at = chain_of(l, b->id);

	while (*at != place + 1)
		at = &l->open[*at - 1].older;
	*at = b->older;
	b->is_over = 1;
	b->kept = NULL;
	l->nover++;
	for (; l->n && l->open[l->n - 1].is_over; l->nover--)
		l->n--;
	if (l->nover > l->n / 2)
		pack(l);
}

void otfp_begun_end(struct otfp_begun_list *l, struct otfp_begun *b)
{
	OTFP_ASSERT(b >= l->open && b < l->open + l->n);
	free(b->kept);
	if (l->nchains) {
		end_chained(l, b);
		return;
	}
	l->n--;
	memmove(b, b + 1, (size_t)(l->open + l->n - b) * sizeof *b);
}

/* ---- numbers by token ---- */

void otfp_lasts_release(struct otfp_lasts *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->p[i].kept);
	free(v->p);
	memset(v, 0, sizeof *v);
}

/* The place of a token in p[from, to), or where it belongs. */
static uint32_t place_in(const struct otfp_lasts *v, uint32_t from, uint32_t to, uint32_t token)
{
	return from + (uint32_t)otfp_first_from(v->p + from, to - from, sizeof *v->p, token);
}

const struct otfp_last *otfp_lasts_find(const struct otfp_lasts *v, uint32_t token)
{
	uint32_t at = v->n ? place_in(v, 0, v->sorted, token) : 0;

	if (at < v->sorted && v->p[at].token == token)
		return &v->p[at];
	if (v->sorted == v->n)
		return NULL;
	at = place_in(v, v->sorted, v->n, token);
	return at < v->n && v->p[at].token == token ? &v->p[at] : NULL;
}

const struct otfp_last *otfp_lasts_next(const struct otfp_lasts *v, struct otfp_lasts_at *at)
{
	const struct otfp_last *first = at->first < v->sorted ? &v->p[at->first] : NULL;
	const struct otfp_last *second = v->sorted + at->second < v->n ? &v->p[v->sorted + at->second] : NULL;

	if (first && (!second || first->token < second->token)) {
		at->first++;
		return first;
	}
	at->second += second != NULL;
	return second;
}

/* Merge the second run into the first, from the end on. @return 0, or -1 when memory is out */
static int merge(struct otfp_lasts *v)
{
	uint32_t first = v->sorted, second = v->n - v->sorted, to = v->n;
	struct otfp_last *copy = malloc(second * sizeof *copy);

	if (!copy)
		return -1;
	memcpy(copy, v->p + v->sorted, second * sizeof *copy);
	while (second)
		v->p[--to] = first && v->p[first - 1].token > copy[second - 1].token ? v->p[--first] : copy[--second];
	free(copy);
	v->sorted = v->n;
	return 0;
}

enum { ONE_RUN = 256 }; /* entries that are moved without a second run */

/* Where to add a token that has no entry. Sets v->sorted for it. */
static uint32_t place_for(struct otfp_lasts *v, uint32_t token)
{
	const int is_one = v->sorted == v->n;

	if (!is_one || (v->n >= ONE_RUN && v->p[v->n - 1].token > token))
		return place_in(v, v->sorted, v->n, token);
	v->sorted++;
	return v->n ? place_in(v, 0, v->n, token) : 0;
}

struct otfp_last *otfp_lasts_get(struct otfp_lasts *v, uint32_t token, int *is_new)
{
	const struct otfp_last *old = otfp_lasts_find(v, token);
	const uint64_t second = v->n - v->sorted;
	uint32_t at;

	*is_new = !old;
	if (old)
		return &v->p[old - v->p];
	if ((second * second >= (uint64_t)64 * v->n && second && merge(v) < 0) ||
	    otfp_grow_thin(&v->p, v->n, &v->cap, sizeof *v->p) < 0)
		return NULL;
	at = place_for(v, token);
	memmove(v->p + at + 1, v->p + at, (v->n++ - at) * sizeof *v->p);
	v->p[at] = (struct otfp_last){.token = token};
	return &v->p[at];
}
