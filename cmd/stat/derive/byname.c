#include "cmd/stat/derive/byname.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

void functions_release(struct functions *f)
{
	otfp_map_release(&f->index);
	free(f->p);
	memset(f, 0, sizeof *f);
}

int functions_part(const struct otfp_profile *p, unsigned key)
{
	for (unsigned i = 0; i < p->nkinds[OTFP_STAT_FUNCTION]; i++)
		if (p->kinds[OTFP_STAT_FUNCTION][i] == key)
			return (int)i;
	return -1;
}

static int compare_strings(struct otfp_str a, struct otfp_str b)
{
	return !a.p || !b.p ? (a.p != NULL) - (b.p != NULL) : otfp_order_text(a, b);
}

static int by_name(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	const uint64_t i = x->ref << 32 | x->ref >> 32, j = y->ref << 32 | y->ref >> 32;
	const int order = compare_strings(x->name, y->name);

	return order ? order : otfp_order(i, j);
}

/* Append the function of each row, each ref once. */
static int collect(struct functions *f, const struct otfp_profile *p, unsigned part)
{
	f->p = calloc(p->rows.n + 1, sizeof *f->p);
	if (!f->p)
		return -1;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		const otfp_ref ref = row->key.part[part];
		const struct otfp_definition *d;
		if (row->key.table != OTFP_STAT_FUNCTION || otfp_map_get(&f->index, ref))
			continue;
		if (otfp_map_set(&f->index, ref, 0) < 0)
			return -1;
		d = otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, ref);
		f->p[f->n++] = (struct function){d ? d->name : (struct otfp_str){NULL, 0}, ref};
	}
	return 0;
}

int functions_make(struct functions *f, const struct otfp_profile *p, unsigned part)
{
	size_t n = 0;

	if (collect(f, p, part) < 0)
		return -1;
	qsort(f->p, f->n, sizeof *f->p, by_name);
	for (size_t i = 0; i < f->n; i++) {
		const struct function one = f->p[i];
		if (!n || !one.name.p || compare_strings(one.name, f->p[n - 1].name) != 0)
			f->p[n++] = one;
		*otfp_map_get(&f->index, one.ref) = n - 1;
	}
	f->n = n;
	return 0;
}

size_t functions_find(const struct functions *f, struct otfp_str name)
{
	size_t from = 0, to = f->n;

	while (from < to) {
		const size_t mid = from + (to - from) / 2;
		if (compare_strings(f->p[mid].name, name) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from < f->n && name.p && compare_strings(f->p[from].name, name) == 0 ? from : f->n;
}
