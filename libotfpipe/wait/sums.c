/* sums.c - root causes added up by keys. */
#include "base/order.h"
#include "wait/roots.h"
#include <stdlib.h>

/* Let keys that are not asked for be equal. A path says its function, too. */
static void reduce(struct otfp_root_row *r, unsigned by)
{
	if (!(by >> OTFP_WAIT_PROCESS & 1))
		r->process = 0;
	if (!(by >> OTFP_WAIT_FUNCTION & 1))
		r->function = 0;
	if (!(by >> OTFP_WAIT_PATH & 1))
		r->path = 0;
	if (!(by >> OTFP_ROOT_BY_KIND & 1))
		r->kind = 0;
	if (!(by & (1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH)))
		r->is_unknown = 0;
	if (!(by & (1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_WAIT_PATH)))
		r->is_other = 0;
}

static int by_key(const void *a, const void *b)
{
	const struct otfp_root_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	if (x->process != y->process || x->function != y->function)
		return otfp_order2(x->process, y->process, x->function, y->function);
	if (x->path != y->path || x->kind != y->kind)
		return otfp_order2(x->path, y->path, x->kind, y->kind);
	return otfp_order2(x->is_unknown, y->is_unknown, x->is_other, y->is_other);
}

static otfp_wide total(const struct otfp_root_row *r)
{
	return r->direct + r->propagated;
}

static int by_total(const void *a, const void *b)
{
	const struct otfp_root_row *x = a, *y = b;

	if (x->window != y->window)
		return otfp_order(x->window, y->window);
	if (x->is_other != y->is_other)
		return x->is_other ? 1 : -1; /* it is not one cause */
	return total(x) != total(y) ? otfp_order_down(total(x), total(y)) : by_key(a, b);
}

static void add(struct otfp_root_row *to, const struct otfp_root_row *r)
{
	to->direct += r->direct;
	to->propagated += r->propagated;
	if (r->most > to->most || (r->most == to->most && r->wait_begin < to->wait_begin)) {
		to->most = r->most;
		to->wait_begin = r->wait_begin;
		to->wait_end = r->wait_end;
	}
}

struct otfp_root_row *otfp_roots_by(const struct otfp_roots *r, unsigned by, size_t *n)
{
	const struct otfp_root_row *rows = otfp_roots_rows(r, n);
	struct otfp_root_row *to = malloc((*n + 1) * sizeof *to);
	size_t last = 0;

	for (size_t i = 0; i < *n && to; i++) {
		to[i] = rows[i];
		reduce(&to[i], by);
	}
	if (!*n || !to)
		return to;
	qsort(to, *n, sizeof *to, by_key);
	for (size_t i = 1; i < *n; i++)
		if (by_key(&to[last], &to[i]) == 0)
			add(&to[last], &to[i]);
		else
			to[++last] = to[i];
	*n = last + 1;
	qsort(to, *n, sizeof *to, by_total);
	return to;
}
