#include "cmd/stat/rulesout.h"
#include "record/table.h"
#include "cmd/stat/rulesform.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

struct candidate {
	otfp_wide calls, exclusive;
	size_t function;
	int busy;
};

void otfp_rules_out_release(struct otfp_rules_out *r)
{
	otfp_map_release(&r->busy);
}

/* ---- records ---- */

/* Records that belong to the innermost open call: a function that has any is busy, and no rule excludes it. */
static const uint8_t carried[OTFP_NTYPES] = {
	[OTFP_SendMsg] = 1,
	[OTFP_RecvMsg] = 1,
	[OTFP_CollectiveOperation] = 1,
	[OTFP_BeginCollectiveOperation] = 1,
	[OTFP_EndCollectiveOperation] = 1,
	[OTFP_RMAPut] = 1,
	[OTFP_RMAPutRemoteEnd] = 1,
	[OTFP_RMAGet] = 1,
	[OTFP_RMAEnd] = 1,
	[OTFP_FileOperation] = 1,
	[OTFP_BeginFileOperation] = 1,
	[OTFP_EndFileOperation] = 1,
};

int otfp_rules_out_see(struct otfp_rules_out *r, const struct otfp_profile *p, const struct otfp_record *rec)
{
	const struct otfp_process *process;
	uint32_t function;

	if (rec->type >= OTFP_NTYPES || !carried[rec->type])
		return 0;
	process = otfp_state_find(&p->state, rec->loc);
	if (!process || !process->calls.n)
		return 0;
	function = process->calls.calls[process->calls.n - 1].function;
	return otfp_map_set(&r->busy, otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, rec->loc, function), 1);
}

/* ---- which functions ---- */

/* Compare exclusive time per call, as quotient and remainder, since products might not fit. Both were called. */
static int compare_costs(const struct candidate *x, const struct candidate *y)
{
	const otfp_wide a = x->exclusive / x->calls, b = y->exclusive / y->calls;
	const otfp_wide a_rest = x->exclusive % x->calls * y->calls, b_rest = y->exclusive % y->calls * x->calls;

	if (a != b)
		return a < b ? -1 : 1;
	return otfp_order(a_rest, b_rest);
}

static int by_cost(const void *a, const void *b, void *ctx)
{
	const struct candidate *x = a, *y = b;
	const struct otfp_functions *f = ctx;
	const uint64_t i = f->p[x->function].ref, j = f->p[y->function].ref;
	int order;

	if (!x->calls || !y->calls)
		order = !x->calls - !y->calls;
	else
		order = compare_costs(x, y);
	if (!order)
		order = (x->calls < y->calls) - (x->calls > y->calls);
	return order ? order :
	               ((i << 32 | i >> 32) > (j << 32 | j >> 32)) - ((i << 32 | i >> 32) < (j << 32 | j >> 32));
}

/* A candidate for each function, the cheapest first. @return NULL when memory is out */
static struct candidate *rank(const struct otfp_rules_out *r, const struct otfp_profile *p, struct otfp_functions *f,
                              unsigned part)
{
	struct candidate *list = calloc(f->n + 1, sizeof *list);

	if (!list)
		return NULL;
	for (size_t i = 0; i < f->n; i++)
		list[i].function = i;
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		struct candidate *c;
		if (row->key.table != OTFP_STAT_FUNCTION)
			continue;
		c = &list[otfp_functions_of(f, row, part)];
		c->calls += row->sum[OTFP_CALLS];
		c->exclusive += row->sum[OTFP_EXCLUSIVE];
		c->busy |= otfp_map_get(&r->busy, row->key.part[part]) != NULL;
	}
	qsort_r(list, f->n, sizeof *list, by_cost, f);
	return list;
}

/* Append the rule for a function, or count it as unnamed. @return 0, or -1 when memory is out */
static int take(struct otfp_rules_out *r, const struct candidate *c, const struct otfp_functions *f,
                const struct otfp_rules_form *form, struct otfp_buf *text)
{
	const struct otfp_str name = f->p[c->function].name;
	const size_t n = text->n;
	int rc = otfp_buf_puts(text, form->before);

	if (rc == 0)
		rc = name.n ? form->put(text, f, name) : 0;
	if (rc == 1 && otfp_buf_puts(text, form->after) == 0) {
		r->gone += c->calls;
		r->taken++;
		return 0;
	}
	text->n = n;
	r->first = r->unnamed++ ? r->first : name;
	return rc == 0 ? 0 : -1;
}

static int take_all(struct otfp_rules_out *r, const struct candidate *list, const struct otfp_functions *f,
                    const struct otfp_rules_form *form, uint64_t share, struct otfp_buf *text)
{
	int rc = 0;

	for (size_t i = 0; i < f->n; i++)
		r->calls += list[i].calls;
	for (size_t i = 0; rc == 0 && i < f->n && list[i].calls; i++) {
		if (r->gone * OTFP_WHOLE_CALLS >= r->calls * share)
			break;
		if (!list[i].busy)
			rc = take(r, &list[i], f, form, text);
	}
	return rc;
}

static void print(const struct otfp_rules_out *r, const struct otfp_rules_form *form, const struct otfp_buf *text,
                  FILE *out)
{
	fputs("# calls that stay: ", out);
	otfp_wide_print(r->calls - r->gone, out);
	fputs(" of ", out);
	otfp_wide_print(r->calls, out);
	fprintf(out, "; functions that go: %zu\n%s", r->taken, form->head);
	fwrite(text->p ? text->p : "", 1, text->n, out);
	fputs(form->tail, out);
}

int otfp_rules_out_write(struct otfp_rules_out *r, const struct otfp_profile *p, const struct otfp_rules_form *form,
                         uint64_t share, FILE *out)
{
	const unsigned part = (unsigned)otfp_functions_part(p, OTFP_KEY_FUNCTION);
	struct otfp_functions functions = {0};
	struct otfp_buf text = OTFP_BUF_INIT;
	struct candidate *list = NULL;
	int rc = otfp_functions_make(&functions, p, part);

	if (rc == 0)
		list = rank(r, p, &functions, part);
	rc = list ? take_all(r, list, &functions, form, share, &text) : -1;
	if (rc == 0)
		print(r, form, &text, out);
	free(list);
	otfp_buf_release(&text);
	otfp_functions_release(&functions);
	return rc;
}
