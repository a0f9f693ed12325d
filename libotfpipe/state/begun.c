#include "state/begun.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

void otfp_begun_release(struct otfp_begun_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->open[i].kept);
	free(l->open);
	memset(l, 0, sizeof *l);
}

struct otfp_begun *otfp_begun_add(struct otfp_begun_list *l, const struct otfp_begun *b)
{
	if (otfp_grow_thin(&l->open, l->n, &l->cap, sizeof *b) < 0)
		return NULL;
	l->open[l->n] = *b;
	return &l->open[l->n++];
}

struct otfp_begun *otfp_begun_find(const struct otfp_begun_list *l, uint64_t id)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->open[i].id == id)
			return &l->open[i];
	return NULL;
}

void otfp_begun_end(struct otfp_begun_list *l, struct otfp_begun *b)
{
	OTFP_ASSERT(b >= l->open && b < l->open + l->n);
	free(b->kept);
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

struct otfp_last *otfp_lasts_get(struct otfp_lasts *v, uint32_t token, int *is_new)
{
	size_t at = otfp_first_from(v->p, v->n, sizeof *v->p, token);

	*is_new = at == v->n || v->p[at].token != token;
	if (!*is_new)
		return &v->p[at];
	if (otfp_grow_thin(&v->p, v->n, &v->cap, sizeof *v->p) < 0)
		return NULL;
	memmove(v->p + at + 1, v->p + at, (v->n++ - at) * sizeof *v->p);
	OTFP_ASSERT((at == 0 || v->p[at - 1].token < token) && (at + 1 == v->n || v->p[at + 1].token > token));
	v->p[at] = (struct otfp_last){.token = token};
	return &v->p[at];
}
