/* fold-tree.c - fold.h for a tree of call paths: see is_tree of struct otfp_profile. Rows are not read for it, but for
 * those of folded paths. */
#include "base/grow.h"
#include "base/large.h"
#include "profile/account.h"
#include "profile/fold.h"
#include <stdlib.h>
#include <string.h>

enum { GONE, OUTERMOST_GONE, KEPT };

struct fold {
	struct otfp_profile *p;
	size_t n;        /* paths before */
	uint64_t *calls; /* by path: of it and all paths below it; UINT64_MAX: one of them is open */
	uint8_t *fate;   /* by path */
	uint32_t *to;    /* by path: the path that has its calls now */
	uint32_t *other; /* by path now: "(other)" below it; 0 = none */
};

static void release(struct fold *f)
{
	free(f->calls);
	free(f->fate);
	free(f->to);
	free(f->other);
}

/* As calloc, with large pages: callers are anywhere. */
static void *array(size_t n, size_t size)
{
	return otfp_large(calloc(n, size), n * size);
}

static int prepare(struct fold *f)
{
	f->n = f->p->paths.n;
	f->calls = array(f->n + 1, sizeof *f->calls);
	f->fate = array(f->n + 1, sizeof *f->fate);
	f->to = array(f->n + 1, sizeof *f->to);
	f->other = array(f->n + 1, sizeof *f->other);
	return f->calls && f->fate && f->to && f->other ? 0 : -1;
}

/* ---- which paths stay ---- */

static void weigh_open(struct fold *f, const struct otfp_call_stack *stack)
{
	for (size_t i = 0; i < stack->n; i++)
		f->calls[(otfp_stack_at(stack, i)->mark & OTFP_CELL) + 1] = UINT64_MAX;
}

/* A caller has a lower number than its callees, so their calls are complete when they are added to it. */
static void weigh(struct fold *f)
{
	const struct otfp_profile *p = f->p;

	for (size_t i = 1; i <= f->n; i++)
		f->calls[i] = p->cells[i - 1].sum[OTFP_CALLS];
	for (size_t i = 0; i < p->nby_process; i++)
		weigh_open(f, &p->state.processes[i].calls);
	for (size_t i = f->n; i > 0; i--) {
		uint64_t *caller = &f->calls[p->paths.paths[i - 1].parent];
		if (__builtin_add_overflow(*caller, f->calls[i], caller))
			*caller = UINT64_MAX;
	}
}

static int is_other(const struct fold *f, size_t i)
{
	return f->p->paths.paths[i - 1].function == OTFP_OTHER_FUNCTION;
}

/* Keep the `room` paths with the most calls, and those with open calls. Calls are compared by their bucket, see dist.h:
 * a caller is in no lower one than its callees, and stands before them. */
static void choose(struct fold *f, size_t room)
{
	size_t in[OTFP_NBUCKETS] = {0};
	unsigned all = OTFP_NBUCKETS; /* the lowest bucket that is kept as a whole */

	for (size_t i = 1; i <= f->n; i++)
		in[otfp_bucket_of(f->calls[i])] += !is_other(f, i);
	while (all > 0 && in[all - 1] <= room)
		room -= in[--all];
	for (size_t i = 1; i <= f->n; i++) {
		const unsigned bucket = otfp_bucket_of(f->calls[i]);
		const int is_partly = bucket + 1 == all && room && !is_other(f, i);
		room -= (size_t)is_partly;
		f->fate[i] = bucket >= all || is_partly || f->calls[i] == UINT64_MAX ? KEPT : GONE;
	}
	f->fate[0] = KEPT;
}

/* ---- places ---- */

int otfp_fold_name_other(struct otfp_profile *p)
{
	const struct otfp_definition other = {.space = OTFP_NAMED_FUNCTION,
	                                      .stream = OTFP_OTHER_FUNCTION >> 32,
	                                      .token = (uint32_t)OTFP_OTHER_FUNCTION,
	                                      .name = {"(other)", 7}};

	if (otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, OTFP_OTHER_FUNCTION))
		return 0;
	return otfp_names_put(&p->names, &other);
}

/* "(other)" stays where its caller stays. */
static unsigned fate_of(const struct fold *f, size_t i)
{
	const int is_below = f->fate[f->p->paths.paths[i - 1].parent] == KEPT;

	if (is_other(f, i))
		return is_below ? KEPT : GONE;
	return f->fate[i] == GONE && is_below ? OUTERMOST_GONE : f->fate[i];
}

/* Add a path, with an empty cell, below one of the paths now: none gets a higher number than it had. */
static uint32_t add_path(struct otfp_profile *p, uint32_t parent, otfp_ref function)
{
	const uint32_t path = (uint32_t)++p->paths.n;

	p->paths.paths[path - 1] = (struct otfp_path){.parent = parent,
	                                              .depth = otfp_paths_depth(&p->paths, parent) + 1,
	                                              .function = function};
	p->cells[path - 1] = (struct otfp_cell){.path = path};
	return path;
}

/* "(other)" below a path now. */
static uint32_t other_of(struct fold *f, uint32_t parent)
{
	if (!f->other[parent])
		f->other[parent] = add_path(f->p, parent, OTFP_OTHER_FUNCTION);
	return f->other[parent];
}

/* Move path i to its place, or its calls to "(other)". Inclusive time of a folded path is in that of the outermost
 * one. */
static int move(struct fold *f, size_t i)
{
	struct otfp_profile *p = f->p;
	const struct otfp_path path = p->paths.paths[i - 1];
	struct otfp_cell cell = p->cells[i - 1];
	const uint32_t parent = f->to[path.parent];

	f->fate[i] = (uint8_t)fate_of(f, i);
	if (f->fate[i] == KEPT && path.function != OTFP_OTHER_FUNCTION) {
		cell.path = f->to[i] = add_path(p, parent, path.function);
		p->cells[cell.path - 1] = cell;
		return 0;
	}
	p->other_paths += path.function != OTFP_OTHER_FUNCTION;
	if (f->fate[i] == GONE) {
		cell.sum[OTFP_INCLUSIVE] = 0;
		if (cell.row)
			cell.row->sum[OTFP_INCLUSIVE] = 0;
	}
	f->to[i] = f->fate[i] == GONE ? parent : other_of(f, parent);
	return otfp_tree_give(p, &p->cells[f->to[i] - 1], &cell);
}

static int move_all(struct fold *f)
{
	int rc = 0;

	f->p->paths.n = 0;
	for (size_t i = 1; i <= f->n && rc == 0; i++) {
		otfp_cells_fetch(f->p->cells, i - 1, f->n);
		rc = move(f, i);
	}
	f->p->ncells = f->p->paths.n;
	return rc;
}

static void move_marks(const struct fold *f, struct otfp_call_stack *stack)
{
	uint64_t below = 0;

	for (size_t i = 0; i < stack->n; i++) {
		struct otfp_call *call = otfp_stack_at(stack, i);
		const uint32_t cell = f->to[(call->mark & OTFP_CELL) + 1] - 1;
		call->mark = (call->mark & ~(uint32_t)OTFP_CELL) | cell;
		call->below = below |= (uint64_t)1 << cell % 64;
	}
}

/* ---- all ---- */

/* Return the memory of what is after the first n elements. */
static void shrink(void *array, size_t n, size_t *cap, size_t size)
{
	void **p = array, *less = realloc(*p, (n + 1) * size);

	if (less) {
		*p = less;
		*cap = n + 1;
	}
}

void otfp_fold_tree_return(struct otfp_profile *p)
{
	shrink(&p->paths.paths, p->paths.n, &p->paths.cap, sizeof *p->paths.paths);
	shrink(&p->cells, p->ncells, &p->cells_cap, sizeof *p->cells);
	p->most_cells = p->ncells;
}

void otfp_fold_tree_reserve(struct otfp_profile *p)
{
	enum { FEW = 1 << 12, SPARE = 1 << 10 }; /* FEW paths, which are copied; SPARE: until the memory is looked at */
	const size_t room = (size_t)(otfp_fold_bound(p) / (OTFP_FOLD_PATH + OTFP_FOLD_CELL)) + SPARE;

	if (!p->o.memory || p->ncells < FEW || p->ncells >= room)
		return;
	/* without so much room they grow step by step */
	if (otfp_grow_to(&p->cells, room, &p->cells_cap, sizeof *p->cells) == 0 && p->paths.cap < room)
		(void)!otfp_grow_to(&p->paths.paths, room, &p->paths.cap, sizeof *p->paths.paths);
}

int otfp_fold_tree(struct otfp_profile *p, size_t room)
{
	struct fold f = {.p = p};
	int rc = prepare(&f) < 0 || otfp_fold_name_other(p) < 0 ? -1 : 0;

	p->most_cells = p->ncells > p->most_cells ? p->ncells : p->most_cells;
	if (rc == 0) {
		weigh(&f);
		choose(&f, room);
		rc = move_all(&f);
	}
	if (rc == 0)
		rc = otfp_paths_index(&p->paths);
	for (size_t i = 0; i < p->nby_process && rc == 0; i++)
		move_marks(&f, &p->state.processes[i].calls);
	memset(p->cell_marks, 0, sizeof p->cell_marks);
	p->names_changes = p->names.changes;
	release(&f);
	return rc;
}
