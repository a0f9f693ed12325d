#include "profile/fold.h"
#include "base/grow.h"
#include "base/order.h"
#include "profile/account.h"
#include <stdlib.h>
#include <string.h>

/* The memory is looked at after so many events, or new rows. */
enum { LOOK_EVENTS = 1 << 16, LOOK_ROWS = 1 << 6 };

/* What is known of a path. */
struct weight {
	uint64_t calls; /* of its rows and all rows below it; UINT64_MAX: one of them is open */
	uint32_t rows;
	uint32_t path;
};

enum { GONE, OUTERMOST_GONE, KEPT };

struct fold {
	struct otfp_profile *p;
	unsigned part;          /* place of the path in row keys */
	size_t n;               /* paths before */
	struct weight *weights; /* by path */
	struct weight *sorted;
	uint8_t *fate;          /* by path */
	uint32_t *to;           /* by path: the path that has its rows now */
	uint32_t *other;        /* by path now: "(other)" below it; 0 = none */
	uint32_t *cells;        /* by cell before: 1 + its place now; 0 = gone */
	struct otfp_cell *open; /* the cells now: those of open calls */
	size_t nopen, open_cap;
};

static void release(struct fold *f)
{
	free(f->weights);
	free(f->sorted);
	free(f->fate);
	free(f->to);
	free(f->other);
	free(f->cells);
	free(f->open);
}

static int prepare(struct fold *f)
{
	const struct otfp_profile *p = f->p;

	f->n = p->paths.n;
	while (p->kinds[OTFP_STAT_FUNCTION][f->part] != OTFP_KEY_PATH)
		f->part++;
	f->weights = calloc(f->n + 1, sizeof *f->weights);
	f->sorted = calloc(f->n + 1, sizeof *f->sorted);
	f->fate = calloc(f->n + 1, sizeof *f->fate);
	f->to = calloc(f->n + 1, sizeof *f->to);
	f->other = calloc(f->n + 1, sizeof *f->other);
	f->cells = calloc(p->ncells + 1, sizeof *f->cells);
	return f->weights && f->sorted && f->fate && f->to && f->other && f->cells ? 0 : -1;
}

/* ---- which paths stay ---- */

static void add_calls(struct weight *w, uint64_t calls)
{
	if (__builtin_add_overflow(w->calls, calls, &w->calls))
		w->calls = UINT64_MAX;
}

static void weigh_open(struct fold *f, const struct otfp_call_stack *stack)
{
	for (size_t i = 0; i < stack->n; i++)
		f->weights[f->p->cells[otfp_stack_at(stack, i)->mark & OTFP_CELL].path].calls = UINT64_MAX;
}

/* A caller has a lower number than its callees, so their weights are complete when they are added to it. */
static void weigh(struct fold *f)
{
	const struct otfp_profile *p = f->p;

	for (size_t i = 0; i < p->rows.n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		otfp_rows_fetch(p->rows.rows, i, p->rows.n);
		if (row->key.table == OTFP_STAT_FUNCTION) {
			struct weight *w = &f->weights[row->key.part[f->part]];
			add_calls(w, (uint64_t)row->sum[OTFP_CALLS]);
			w->rows++;
		}
	}
	for (size_t i = 0; i < p->nby_process; i++)
		weigh_open(f, &p->state.processes[i].calls);
	for (size_t i = f->n; i > 0; i--) {
		f->weights[i].path = (uint32_t)i;
		add_calls(&f->weights[p->paths.paths[i - 1].parent], f->weights[i].calls);
	}
}

static int by_calls(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;

	return otfp_order2(y->calls, x->calls, x->path, y->path);
}

/* The most calls first; a caller, which has no fewer, before its callees. Most paths have few calls: they are counted
 * by their calls and moved to their place. */
static void sort(const struct weight *w, size_t n, struct weight *to)
{
	enum { MANY = 1 << 10 };
	size_t start[MANY + 2] = {0};

	for (size_t i = 0; i < n; i++)
		start[MANY + 1 - (w[i].calls < MANY ? w[i].calls : MANY)]++;
	for (unsigned i = 1; i < MANY + 2; i++)
		start[i] += start[i - 1];
	for (size_t i = 0; i < n; i++)
		to[start[MANY - (w[i].calls < MANY ? w[i].calls : MANY)]++] = w[i];
	qsort(to, start[0], sizeof *to, by_calls);
}

/* Keep the paths with the most calls, up to half of the rows. */
static void choose(struct fold *f)
{
	struct weight *w = f->sorted;
	size_t room = 0;

	for (size_t i = 1; i <= f->n; i++)
		room += f->weights[i].rows;
	room /= 2;
	sort(f->weights + 1, f->n, w);
	for (size_t i = 0; i < f->n && (w[i].rows <= room || w[i].calls == UINT64_MAX); i++) {
		f->fate[w[i].path] = KEPT;
		room -= w[i].rows <= room ? w[i].rows : room;
	}
	f->fate[0] = KEPT;
}

/* ---- numbers of paths ---- */

/* "(other)" stays where its caller stays. */
static unsigned fate_of(const struct fold *f, size_t i, const struct otfp_path *path)
{
	const int is_below = f->fate[path->parent] == KEPT;

	if (path->function == OTFP_OTHER_FUNCTION)
		return is_below ? KEPT : GONE;
	return f->fate[i] == GONE && is_below ? OUTERMOST_GONE : f->fate[i];
}

/* Add a path below one of the paths now. */
static uint32_t add_path(struct otfp_paths *now, uint32_t parent, otfp_ref function)
{
	now->paths[now->n] =
		(struct otfp_path){.parent = parent, .depth = otfp_paths_depth(now, parent) + 1, .function = function};
	return (uint32_t)++now->n;
}

/* The path that takes the rows of path i. */
static uint32_t path_now(struct fold *f, size_t i)
{
	struct otfp_paths *now = &f->p->paths;
	const struct otfp_path path = now->paths[i - 1];
	const uint32_t parent = f->to[path.parent];

	f->fate[i] = (uint8_t)fate_of(f, i, &path);
	f->p->other_paths += f->fate[i] != KEPT && path.function != OTFP_OTHER_FUNCTION;
	if (f->fate[i] == GONE)
		return parent;
	if (f->fate[i] == KEPT && path.function != OTFP_OTHER_FUNCTION)
		return add_path(now, parent, path.function);
	if (!f->other[parent])
		f->other[parent] = add_path(now, parent, OTFP_OTHER_FUNCTION);
	return f->other[parent];
}

/* Number the paths anew, in their order: none gets a higher number than it had. */
static int renumber(struct fold *f)
{
	f->p->paths.n = 0;
	for (size_t i = 1; i <= f->n; i++)
		f->to[i] = path_now(f, i);
	return otfp_paths_index(&f->p->paths);
}

/* Inclusive time of a folded path is in that of the outermost one. Only "(other)" takes rows of several paths. */
static int change_row(void *ctx, struct otfp_row *row)
{
	const struct fold *f = ctx;
	uint64_t *path = &row->key.part[f->part];

	if (row->key.table != OTFP_STAT_FUNCTION)
		return 0;
	if (f->fate[*path] == GONE)
		row->sum[OTFP_INCLUSIVE] = 0;
	*path = f->to[*path];
	return *path && f->p->paths.paths[*path - 1].function == OTFP_OTHER_FUNCTION;
}

/* ---- cells ---- */

/* Keep the cell of an open call. @return its place now, or OTFP_CELL when memory is out */
static uint32_t keep_cell(struct fold *f, uint32_t cell)
{
	if (!f->cells[cell]) {
		if (otfp_grow(&f->open, f->nopen, &f->open_cap, sizeof *f->open) < 0)
			return OTFP_CELL;
		f->open[f->nopen] = f->p->cells[cell];
		f->open[f->nopen].path = f->to[f->open[f->nopen].path];
		f->cells[cell] = (uint32_t)++f->nopen;
	}
	return f->cells[cell] - 1;
}

static int keep_cells(struct fold *f, struct otfp_process *process)
{
	uint32_t parent = OTFP_CELL;
	uint64_t below = 0;

	for (size_t i = 0; i < process->calls.n; i++) {
		struct otfp_call *call = otfp_stack_at(&process->calls, i);
		const uint32_t cell = keep_cell(f, call->mark & OTFP_CELL);
		if (cell == OTFP_CELL || otfp_account_keep_cell(f->p, process, parent, call->function,
		                                                cell | (call->mark & OTFP_CELL_COMM)) < 0)
			return -1;
		call->mark = (call->mark & ~(uint32_t)OTFP_CELL) | cell;
		call->below = below |= (uint64_t)1 << cell % 64;
		parent = cell;
	}
	return 0;
}

/* Replace the cells by those of open calls. */
static int replace_cells(struct fold *f)
{
	struct otfp_profile *p = f->p;
	int rc = 0;

	for (size_t i = 0; i < p->nby_process && rc == 0; i++)
		rc = keep_cells(f, &p->state.processes[i]);
	free(p->cells);
	p->cells = f->open;
	p->ncells = f->nopen;
	p->cells_cap = f->open_cap;
	f->open = NULL;
	return rc;
}

static int change_cells(struct fold *f)
{
	struct otfp_profile *p = f->p;

	otfp_map_release(&p->cell_of);
	memset(p->cell_marks, 0, sizeof p->cell_marks);
	p->names_changes = p->names.changes;
	return replace_cells(f);
}

/* ---- all ---- */

static int fold(struct otfp_profile *p)
{
	struct fold f = {.p = p};
	int rc;

	otfp_account_cells(p);
	rc = prepare(&f);
	if (rc == 0)
		rc = otfp_fold_name_other(p);
	if (rc == 0) {
		weigh(&f);
		choose(&f);
		rc = renumber(&f);
	}
	if (rc == 0)
		rc = otfp_rows_change(&p->rows, change_row, &f);
	if (rc == 0)
		rc = change_cells(&f);
	release(&f);
	return rc < 0 ? -1 : 0;
}

_Static_assert(sizeof(struct otfp_path) + 16 <= OTFP_FOLD_PATH && sizeof(struct otfp_cell) <= OTFP_FOLD_CELL,
               "paths take more than --buffer is told");

/* Bytes of what there is by path, with that many rows. */
static uint64_t memory_with(const struct otfp_profile *p, uint64_t rows)
{
	enum { MAP = 32 };
	const size_t cell = OTFP_FOLD_CELL + (p->is_tree ? 0 : MAP);

	return rows * otfp_row_bytes(OTFP_STAT_FUNCTION) + p->rows.dists + (uint64_t)p->paths.n * OTFP_FOLD_PATH +
	       (uint64_t)p->ncells * cell;
}

static uint64_t memory_of(const struct otfp_profile *p)
{
	return memory_with(p, p->rows.of_table[OTFP_STAT_FUNCTION]);
}

/* The number of paths of a tree that there is room for when each has its row. */
static size_t most_rows(const struct otfp_profile *p)
{
	return (size_t)((otfp_wide)otfp_fold_bound(p) * p->ncells / (memory_with(p, p->ncells) + 1));
}

int otfp_profile_is_folded(const struct otfp_profile *p)
{
	if (otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, OTFP_OTHER_FUNCTION))
		return 1;
	for (size_t i = 0; i < p->rows.n; i++)
		if (otfp_profile_is_other_pair(p, &p->rows.rows[i]->key))
			return 1;
	return 0;
}

/* Whether there is no room for the memory that a tree keeps of folded paths: an eighth more than for what is in use. */
static int is_spare_too_much(const struct otfp_profile *p, uint64_t bound)
{
	const uint64_t spare = p->most_cells > p->ncells ? p->most_cells - p->ncells : 0,
		       bytes = spare * (sizeof(struct otfp_path) + sizeof(struct otfp_cell));

	return spare && memory_of(p) + bytes > bound + p->o.memory / 8;
}

/* Where folding did not help, since few paths have many rows each, it is tried again when there are a quarter more of
 * them. */
int otfp_profile_fold_now(struct otfp_profile *p)
{
	const uint64_t bound = otfp_fold_bound(p);

	p->fold_rows = p->rows.n + p->ncells + LOOK_ROWS;
	p->fold_events = p->events + LOOK_EVENTS;
	if (is_spare_too_much(p, bound))
		otfp_fold_tree_return(p);
	if (memory_of(p) <= bound)
		return 0;
	if ((p->is_tree ? otfp_fold_tree(p, most_rows(p) / 3) : fold(p)) < 0)
		return -1;
	p->fold_rows = p->rows.n + p->ncells + LOOK_ROWS;
	if (memory_of(p) > bound)
		p->fold_rows += (p->rows.n + p->ncells) / 4;
	return 0;
}

int otfp_profile_fold_last(struct otfp_profile *p)
{
	if (!p->o.memory || !p->is_tree || p->ncells <= most_rows(p))
		return 0;
	return otfp_fold_tree(p, most_rows(p) / 3);
}
