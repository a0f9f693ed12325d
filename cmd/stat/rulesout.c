#include "cmd/stat/rulesout.h"
#include "record/table.h"
#include "cmd/stat/rulesform.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

struct candidate {
	otfp_wide calls, exclusive;
	size_t function;
	int busy, is_taken;
};

void rules_out_release(struct rules_out *r)
{
	otfp_map_release(&r->busy);
	otfp_map_release(&r->numbers);
	otfp_map_release(&r->called);
	otfp_map_release(&r->stacks);
	free(r->calls_of);
	r->calls_of = NULL;
	r->ncalls_of = r->calls_cap = 0;
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

int rules_out_add(struct rules_out *r, const struct otfp_profile *p, const struct otfp_record *rec)
{
	const struct otfp_process *process;
	uint32_t function;

	if (rec->type >= OTFP_NTYPES || !carried[rec->type])
		return 0;
	process = otfp_state_find(&p->state, rec->loc);
	if (!process || !process->calls.n)
		return 0;
	function = otfp_stack_at(&process->calls, process->calls.n - 1)->function;
	return otfp_map_set(&r->busy, otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, rec->loc, function), 1);
}

/* ---- who calls whom ---- */

/* @return 0 with the number of a function, or -1 when memory is out */
static int number_of(struct rules_out *r, otfp_ref ref, uint64_t *number)
{
	const uint64_t *known = otfp_map_get(&r->numbers, ref);

	*number = known ? *known : r->numbers.n;
	return known ? 0 : otfp_map_set(&r->numbers, ref, *number);
}

static int note_call(struct rules_out *r, otfp_ref caller, otfp_ref callee)
{
	uint64_t a, b;

	if (number_of(r, caller, &a) < 0 || number_of(r, callee, &b) < 0)
		return -1;
	if (otfp_map_get(&r->called, a << 32 | b))
		return 0;
	if (otfp_grow(&r->calls_of, r->ncalls_of, &r->calls_cap, sizeof *r->calls_of) < 0)
		return -1;
	r->calls_of[r->ncalls_of++] = (struct calling){caller, callee};
	return otfp_map_set(&r->called, a << 32 | b, 1);
}

static otfp_ref ref_of(const struct otfp_profile *p, const struct otfp_process *process, uint32_t function)
{
	return otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, process->process, function);
}

/* The calls that were open before the first one that counts called each other, too. */
static int note_stack(struct rules_out *r, const struct otfp_profile *p, const struct otfp_process *process)
{
	const struct otfp_call_stack *calls = &process->calls;

	if (otfp_map_get(&r->stacks, process->process))
		return 0;
	for (size_t i = 1; i < calls->n; i++)
		if (note_call(r, ref_of(p, process, otfp_stack_at(calls, i - 1)->function),
		              ref_of(p, process, otfp_stack_at(calls, i)->function)) < 0)
			return -1;
	return otfp_map_set(&r->stacks, process->process, 1);
}

int rules_out_count(struct rules_out *r, const struct otfp_profile *p, const struct otfp_record *rec)
{
	const struct otfp_process *process;

	if (rec->type != OTFP_Enter || (p->o.has_from && rec->time < p->o.from) ||
	    (p->o.has_to && rec->time >= p->o.to))
		return 0;
	process = otfp_state_find(&p->state, rec->loc);
	if (!process || !process->calls.n)
		return 0;
	if (note_stack(r, p, process) < 0)
		return -1;
	return note_call(r, ref_of(p, process, otfp_stack_at(&process->calls, process->calls.n - 1)->function),
	                 ref_of(p, process, (uint32_t)rec->f[0].u));
}

/* ---- which functions ---- */

/* Functions that Score-P records by other means than a filter can change, and the root of all paths. */
static int is_fixed(struct otfp_str name)
{
	static const char *const mpi[] = {"MPI_", "PMPI_", "MPIX_"};

	for (size_t i = 0; i < sizeof mpi / sizeof *mpi; i++)
		if (name.n > strlen(mpi[i]) && memcmp(name.p, mpi[i], strlen(mpi[i])) == 0)
			return 1;
	return name.n == 4 && memcmp(name.p, "main", 4) == 0;
}

/* The functions with rules, and who calls whom, by place in struct functions. */
struct graph {
	uint8_t *rules;  /* whether a function has a rule */
	size_t *end;     /* of a function: where its callees end in `callees`; they begin where those before it end */
	size_t *callees; /* SIZE_MAX: was not counted, so it stays */
};

static void release_graph(struct graph *g)
{
	free(g->rules);
	free(g->end);
	free(g->callees);
}

/* @return the place of a function, SIZE_MAX if it was not counted */
static size_t place_of(const struct functions *f, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(&f->index, ref);

	return at ? (size_t)*at : SIZE_MAX;
}

/* @return 0, or -1 when memory is out; release it in both cases */
static int make_graph(struct graph *g, const struct rules_out *r, const struct functions *f)
{
	g->rules = calloc(f->n + 1, sizeof *g->rules);
	g->end = calloc(f->n + 1, sizeof *g->end);
	g->callees = calloc(r->ncalls_of + 1, sizeof *g->callees);
	if (!g->rules || !g->end || !g->callees)
		return -1;
	for (size_t i = 0; i < r->ncalls_of; i++) {
		const size_t caller = place_of(f, r->calls_of[i].caller);
		if (caller < f->n)
			g->end[caller + 1]++;
	}
	for (size_t i = 0; i < f->n; i++)
		g->end[i + 1] += g->end[i];
	for (size_t i = 0; i < r->ncalls_of; i++) {
		const size_t caller = place_of(f, r->calls_of[i].caller);
		if (caller < f->n)
			g->callees[g->end[caller]++] = place_of(f, r->calls_of[i].callee);
	}
	return 0;
}

/* Whether all functions that a function calls have rules. */
static int calls_only_those_that_go(const struct graph *g, size_t function)
{
	for (size_t i = function ? g->end[function - 1] : 0; i < g->end[function]; i++)
		if (g->callees[i] == SIZE_MAX || (g->callees[i] != function && !g->rules[g->callees[i]]))
			return 0;
	return 1;
}

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
	const struct functions *f = ctx;
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
static struct candidate *rank(const struct rules_out *r, const struct otfp_profile *p, struct functions *f,
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
		c = &list[functions_of(f, row, part)];
		c->calls += row->sum[OTFP_CALLS];
		c->exclusive += row->sum[OTFP_EXCLUSIVE];
		c->busy |= otfp_map_get(&r->busy, row->key.part[part]) != NULL;
	}
	qsort_r(list, f->n, sizeof *list, by_cost, f);
	return list;
}

/* Append the rule for a function, or count it as unnamed. @return 0, or -1 when memory is out */
static int take(struct rules_out *r, const struct candidate *c, const struct functions *f,
                const struct rules_form *form, struct otfp_buf *text)
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

static int may_go(const struct candidate *c, const struct functions *f, const struct rules_form *form,
                  const struct graph *g)
{
	if (c->busy || c->is_taken)
		return 0;
	return !form->keeps_paths || (!is_fixed(f->p[c->function].name) && calls_only_those_that_go(g, c->function));
}

/* Take those that may go, in their order. @return how many; -1 when memory is out */
static int take_some(struct rules_out *r, struct candidate *list, const struct functions *f,
                     const struct rules_form *form, uint64_t share, struct otfp_buf *text, struct graph *g)
{
	int n = 0;

	for (size_t i = 0; i < f->n && list[i].calls; i++) {
		struct candidate *c = &list[i];
		const size_t before = r->taken;
		if (r->gone * WHOLE_CALLS >= r->calls * share)
			break;
		if (!may_go(c, f, form, g))
			continue;
		if (take(r, c, f, form, text) < 0)
			return -1;
		c->is_taken = 1; /* or there is no rule for it: not again */
		n += g->rules[c->function] = r->taken > before;
	}
	return n;
}

/* A caller may go once all that it calls go, so each round may make room for the next.
 * @return 0, or -1 when memory is out */
static int take_all(struct rules_out *r, struct candidate *list, const struct functions *f,
                    const struct rules_form *form, uint64_t share, struct otfp_buf *text)
{
	struct graph g = {0};
	int n = make_graph(&g, r, f) < 0 ? -1 : 1;

	for (size_t i = 0; i < f->n; i++)
		r->calls += list[i].calls;
	while (n > 0)
		n = take_some(r, list, f, form, share, text, &g);
	release_graph(&g);
	return n;
}

static void print(const struct rules_out *r, const struct rules_form *form, const struct otfp_buf *text, FILE *out)
{
	fputs("# calls that stay: ", out);
	otfp_wide_print(r->calls - r->gone, out);
	fputs(" of ", out);
	otfp_wide_print(r->calls, out);
	fprintf(out, "; functions that go: %zu\n%s", r->taken, form->head);
	fwrite(text->p ? text->p : "", 1, text->n, out);
	fputs(form->tail, out);
}

int rules_out_write(struct rules_out *r, const struct otfp_profile *p, const struct rules_form *form, uint64_t share,
                    FILE *out)
{
	const unsigned part = (unsigned)functions_part(p, OTFP_KEY_FUNCTION);
	struct functions functions = {0};
	struct otfp_buf text = OTFP_BUF_INIT;
	struct candidate *list = NULL;
	int rc = functions_make(&functions, p, part);

	if (rc == 0)
		list = rank(r, p, &functions, part);
	rc = list ? take_all(r, list, &functions, form, share, &text) : -1;
	if (rc == 0)
		print(r, form, &text, out);
	free(list);
	otfp_buf_release(&text);
	functions_release(&functions);
	return rc;
}
