#include "cmd/table/ranks.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 8 }; /* of parents at most; parents in a circle have more */

void ranks_release(struct ranks *r)
{
	free(r->p);
	otfp_map_release(&r->index);
	memset(r, 0, sizeof *r);
}

static int by_parent(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return otfp_order2(x->parent, y->parent, x->process, y->process);
}

/* Sort by parent and number the children of each. */
static void number(struct ranks *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->p[i].parent == r->p[i].process || !otfp_map_get(&r->index, r->p[i].parent))
			r->p[i].parent = 0;
	if (r->n)
		qsort(r->p, r->n, sizeof *r->p, by_parent);
	for (size_t i = 0; i < r->n; i++) {
		*otfp_map_get(&r->index, r->p[i].process) = i;
		r->p[i].number = i && r->p[i].parent == r->p[i - 1].parent ? r->p[i - 1].number + 1 : 0;
	}
}

int ranks_make(struct ranks *r, const struct otfp_names *names)
{
	for (size_t i = 0; i < names->n; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		struct ranked *one;
		if (d->space != OTFP_NAMED_PROCESS || !d->token)
			continue;
		one = otfp_map_row(&r->index, d->token, &r->p, &r->n, &r->cap, sizeof *r->p);
		if (!one)
			return -1;
		*one = (struct ranked){.process = d->token, .parent = d->detail};
	}
	number(r);
	return 0;
}

/* The numbers of a process and its parents, the process first. @return how many; 0 = it has no rank */
static unsigned chain(const struct ranks *r, uint32_t process, uint32_t numbers[LEVELS])
{
	unsigned n = 0;

	while (process && n < LEVELS) {
		const uint64_t *at = otfp_map_get(&r->index, process);
		if (!at)
			return 0;
		numbers[n++] = r->p[*at].number;
		process = r->p[*at].parent;
	}
	return process ? 0 : n;
}

int ranks_put(const struct ranks *r, uint32_t process, struct otfp_buf *b)
{
	uint32_t numbers[LEVELS];
	const unsigned n = chain(r, process, numbers);

	if (!n)
		return otfp_buf_puts(b, "-");
	for (unsigned i = n; i-- > 0;)
		if (otfp_buf_printf(b, "%" PRIu32 "%s", numbers[i], i ? "." : "") < 0)
			return -1;
	return 0;
}

int ranks_id(const struct ranks *r, uint32_t process, struct otfp_buf *b)
{
	uint32_t numbers[LEVELS];
	const unsigned n = chain(r, process, numbers);

	if (!n)
		return otfp_buf_printf(b, "~%010" PRIu32, process);
	for (unsigned i = n; i-- > 0;)
		if (otfp_buf_printf(b, "%010" PRIu32 "%s", numbers[i], i ? "." : "") < 0)
			return -1;
	return 0;
}
