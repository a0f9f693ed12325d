/* account-call.c - Enter and Leave: the hot path. */
#include "base/assert.h"
#include "base/grow.h"
#include "profile/account.h"
#include "profile/fold.h"
#include "record/communication.h"
#include <string.h>

static int has_key(const struct otfp_profile *p, unsigned key)
{
	for (unsigned i = 0; i < p->nkinds[OTFP_STAT_FUNCTION]; i++)
		if (p->kinds[OTFP_STAT_FUNCTION][i] == key)
			return 1;
	return 0;
}

static otfp_ref group_of(const struct otfp_profile *p, uint32_t process, otfp_ref function)
{
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, function);

	return d ? otfp_names_ref(&p->names, OTFP_NAMED_GROUP, process, d->detail) : OTFP_NO_REF;
}

/* ---- the cell of a call ---- */

/* The key of a call in p->cell_of: its function, and what else decides its cell. A token means the same function in all
 * streams, unless one of them defines it for itself.
 * @param parent  index of the cell of the caller, with paths; OTFP_CELL = none */
OTFP_INLINE uint64_t call_key(const struct otfp_profile *p, const struct otfp_process *process, uint32_t parent,
                              uint32_t function)
{
	const struct otfp_tokens *index = p->names.index;
	uint32_t owner = 0;

	if (p->by_paths && parent != OTFP_CELL)
		return (uint64_t)parent << 32 | function;
	if (p->by_processes)
		owner = process->index;
	else if (index[OTFP_NAMED_FUNCTION].local || index[OTFP_NAMED_GROUP].local)
		owner = otfp_names_stream(&p->names, process->process);
	return (uint64_t)(p->by_paths ? owner + OTFP_CELL : owner) << 32 | function;
}

/* The key in p->shared_cells of a cell of several functions: all calls, or those of a group. */
static uint64_t shared_key(const struct otfp_profile *p, const struct otfp_process *process, otfp_ref group)
{
	const uint64_t no_group = (uint64_t)1 << 62;

	if (!has_key(p, OTFP_KEY_GROUP))
		return process->index * (uint64_t)p->by_processes;
	if (p->by_processes)
		return (uint64_t)process->index << 32 | (group == OTFP_NO_REF ? no_group : (uint32_t)group);
	return group == OTFP_NO_REF ? no_group : group;
}

/* Add a cell. @return its index; OTFP_CELL when memory is out or there are too many */
static uint32_t new_cell(struct otfp_profile *p, const struct otfp_cell *cell)
{
	if (OTFP_UNLIKELY(p->ncells == p->cells_cap) && p->is_tree)
		otfp_fold_tree_reserve(p);
	if (p->ncells >= OTFP_CELL || otfp_grow(&p->cells, p->ncells, &p->cells_cap, sizeof *p->cells) < 0)
		return OTFP_CELL;
	p->cells[p->ncells] = *cell;
	return (uint32_t)p->ncells++;
}

/* The cell of a call path that p->cell_of does not have: a new one, or that of the caller. @return as new_cell */
static uint32_t path_cell(struct otfp_profile *p, struct otfp_cell *want, uint32_t parent)
{
	const struct otfp_cell *caller = parent == OTFP_CELL ? NULL : &p->cells[parent];

	if (caller && caller->is_deepest)
		return parent;
	want->path = otfp_paths_child(&p->paths, caller ? caller->path : 0, want->function);
	want->is_deepest = otfp_paths_depth(&p->paths, want->path) == p->o.depth;
	return want->path ? new_cell(p, want) : OTFP_CELL;
}

static uint32_t shared_cell(struct otfp_profile *p, const struct otfp_process *process, const struct otfp_cell *want)
{
	const uint64_t key = shared_key(p, process, want->group), *at = otfp_map_get(&p->shared_cells, key);
	uint32_t cell = at ? (uint32_t)*at : new_cell(p, want);

	return at || (cell != OTFP_CELL && otfp_map_set(&p->shared_cells, key, cell) == 0) ? cell : OTFP_CELL;
}

static int is_communication(const struct otfp_names *names, otfp_ref function, otfp_ref group)
{
	const struct otfp_definition *d = otfp_names_find(names, OTFP_NAMED_FUNCTION, function), *g;

	if (!d)
		return 0;
	g = otfp_names_find(names, OTFP_NAMED_GROUP, group);
	return otfp_is_communication(d->name, g ? g->name : (struct otfp_str){NULL, 0});
}

/* Find or add the cell for a call that p->cell_of does not have. @return its index and OTFP_CELL_COMM; OTFP_CELL when
 * memory is out */
static __attribute__((noinline)) uint32_t find_cell(struct otfp_profile *p, const struct otfp_process *process,
                                                    uint32_t parent, uint32_t function, uint64_t key)
{
	struct otfp_cell want = {.process = process->process};
	uint32_t cell;

	want.function = otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, process->process, function);
	want.group = group_of(p, process->process, want.function);
	if (p->by_paths)
		cell = path_cell(p, &want, parent);
	else if (has_key(p, OTFP_KEY_FUNCTION))
		cell = new_cell(p, &want);
	else
		cell = shared_cell(p, process, &want);
	if (cell == OTFP_CELL)
		return OTFP_CELL;
	if (is_communication(&p->names, want.function, want.group))
		cell |= OTFP_CELL_COMM;
	return otfp_map_set(&p->cell_of, key, cell) < 0 ? OTFP_CELL : cell;
}

/* Whether a function communicates, in a tree: OTFP_CELL_COMM or 0. @return NULL when memory is out */
static const uint64_t *comm_of(struct otfp_profile *p, const struct otfp_process *process, otfp_ref function)
{
	const uint64_t *comm = otfp_map_get(&p->cell_of, function);
	int is_comm;

	if (OTFP_LIKELY(comm && !p->names.index[OTFP_NAMED_GROUP].local))
		return comm;
	is_comm = is_communication(&p->names, function, group_of(p, process->process, function));
	return otfp_map_set(&p->cell_of, function, is_comm ? OTFP_CELL_COMM : 0) < 0 ?
	               NULL :
	               otfp_map_get(&p->cell_of, function);
}

/* The mark of a call in a tree. @return as find_cell */
static uint32_t find_node(struct otfp_profile *p, const struct otfp_process *process, uint32_t parent,
                          uint32_t function)
{
	const uint32_t caller = parent == OTFP_CELL ? 0 : parent + 1; /* the path */
	const otfp_ref ref = otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, process->process, function);
	const uint64_t *comm = comm_of(p, process, ref);
	struct otfp_cell node = {.function = ref};

	if (!comm)
		return OTFP_CELL;
	if (caller && p->cells[parent].is_deepest)
		return parent | (uint32_t)*comm;
	node.path = otfp_paths_child(&p->paths, caller, ref);
	node.is_deepest = otfp_paths_depth(&p->paths, node.path) == p->o.depth;
	if (!node.path || (node.path > p->ncells && new_cell(p, &node) == OTFP_CELL))
		return OTFP_CELL;
	return (node.path - 1) | (uint32_t)*comm;
}

int otfp_account_keep_cell(struct otfp_profile *p, const struct otfp_process *process, uint32_t parent,
                           uint32_t function, uint32_t mark)
{
	return otfp_map_set(&p->cell_of, call_key(p, process, parent, function), mark);
}

/* A new definition can change what later calls mean. */
static __attribute__((noinline)) void forget_cells(struct otfp_profile *p)
{
	p->names_changes = p->names.changes;
	otfp_map_release(&p->cell_of);
	memset(p->cell_marks, 0, sizeof p->cell_marks);
}

/* cell_of for a call that p->cell_marks does not have. */
static __attribute__((noinline)) uint32_t far_cell(struct otfp_profile *p, const struct otfp_process *process,
                                                   uint32_t parent, uint32_t function, struct otfp_cell_mark *near)
{
	uint64_t key;
	const uint64_t *at;
	uint32_t mark;

	if (OTFP_UNLIKELY(p->names_changes != p->names.changes))
		forget_cells(p);
	key = call_key(p, process, parent, function);
	if (p->is_tree) {
		mark = find_node(p, process, parent, function);
		if (p->names.index[OTFP_NAMED_FUNCTION].local || p->names.index[OTFP_NAMED_GROUP].local)
			return mark; /* the token may be another function elsewhere */
	} else {
		at = otfp_map_get(&p->cell_of, key);
		mark = at ? (uint32_t)*at : find_cell(p, process, parent, function, key);
	}
	if (mark != OTFP_CELL)
		*near = (struct otfp_cell_mark){key, mark, 1};
	return mark;
}

/* The mark of a call, whose caller has the mark `around`, or OTFP_CELL. @return OTFP_CELL when memory is out */
static inline uint32_t cell_of(struct otfp_profile *p, const struct otfp_process *process, uint32_t around,
                               uint32_t function)
{
	const uint32_t parent = around & OTFP_CELL;
	const uint64_t key = call_key(p, process, parent, function);
	struct otfp_cell_mark *near = &p->cell_marks[(key + (key >> 32) * 29) % OTFP_CELL_MARKS];

	if (OTFP_UNLIKELY(p->o.depth) && parent != OTFP_CELL && p->cells[parent].is_deepest)
		p->folded++;
	if (OTFP_LIKELY(near->key == key && near->used && p->names_changes == p->names.changes))
		return near->mark;
	return far_cell(p, process, parent, function, near);
}

/* ---- sums ---- */

void otfp_account_cells(struct otfp_profile *p)
{
	for (size_t i = 0; i < p->ncells; i++)
		otfp_account_cell(&p->cells[i]);
}

/* Bind the cell to its row in the current window; in a tree it gets one later. @return 0, or -1 when memory is out */
static __attribute__((noinline)) int bind_row(struct otfp_profile *p, struct otfp_cell *cell)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = cell->process,
	                                   [OTFP_KEY_GROUP] = cell->group,
	                                   [OTFP_KEY_FUNCTION] = cell->function,
	                                   [OTFP_KEY_PATH] = cell->path}};

	otfp_account_cell(cell);
	cell->row = p->is_tree && p->inside ? NULL : otfp_profile_row_now(p, OTFP_STAT_FUNCTION, &v);
	cell->epoch = cell->row || p->is_tree ? p->epoch : 0;
	return cell->epoch ? 0 : -1;
}

static inline int bind(struct otfp_profile *p, struct otfp_cell *cell)
{
	return OTFP_LIKELY(cell->epoch == p->epoch) ? 0 : bind_row(p, cell);
}

static inline uint64_t ticks_inside(const struct otfp_stat_process *own, const struct otfp_call *call, uint64_t until)
{
	return otfp_ticks_between(call->time > own->since ? call->time : own->since, until);
}

/* Close a call with that mark, if it communicates. Without branches: which calls do is unpredictable. */
static inline void close_comm(const struct otfp_profile *p, struct otfp_stat_process *own, uint32_t mark,
                              uint64_t inside)
{
	const uint32_t comm = (mark & OTFP_CELL_COMM) != 0;

	OTFP_ASSERT_HOT(own->open_comm >= comm);
	own->open_comm -= comm;
	own->comm += inside & -(uint64_t)(comm & (own->open_comm == 0) & (p->inside != 0));
}

/* Whether a call of the cell is among the first n of the stack. */
static __attribute__((noinline)) int is_open(const struct otfp_call_stack *s, size_t n, uint32_t cell)
{
	while (n-- > 0)
		if (((otfp_stack_at(s, n)->mark ^ cell) & OTFP_CELL) == 0)
			return 1;
	return 0;
}

/* Set `below` of the innermost call: a bit for each cell of the stack, by its number modulo 64; so most functions that
 * are not open are known without a search. @return the mark of the call */
static inline uint32_t note_below(const struct otfp_call_stack *s, struct otfp_call *call,
                                  const struct otfp_call *caller, uint32_t mark)
{
	const uint64_t bit = (uint64_t)1 << mark % 64;

	call->below = (caller ? caller->below : 0) | bit;
	if (OTFP_UNLIKELY(caller && caller->below & bit) && is_open(s, s->n - 1, mark))
		mark |= OTFP_CELL_INNER;
	return mark;
}

/* The mark of a call that is opened. A cell of one process counts its open calls. */
static inline uint32_t note_open(const struct otfp_profile *p, const struct otfp_call_stack *s, struct otfp_call *call,
                                 const struct otfp_call *caller, uint32_t mark)
{
	if (p->by_processes)
		return mark | (p->cells[mark & OTFP_CELL].open++ ? OTFP_CELL_INNER : 0);
	return note_below(s, call, caller, mark);
}

OTFP_INLINE int open_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_process *process,
                          struct otfp_stat_process *own, struct otfp_call *call)
{
	struct otfp_call *caller = process->calls.n > 1 ? call - 1 : NULL; /* with OTFP_STATE_BELOW a call is whole */
	const uint32_t mark = cell_of(p, process, caller ? caller->mark : OTFP_CELL, call->function);
	struct otfp_cell *cell;

	if (OTFP_UNLIKELY(mark == OTFP_CELL))
		return -1;
	cell = &p->cells[mark & OTFP_CELL];
	call->mark = note_open(p, &process->calls, call, caller, mark);
	own->open_comm += (mark & OTFP_CELL_COMM) != 0;
	if (OTFP_UNLIKELY(rec->type != OTFP_Enter)) { /* a snapshot: the call started earlier, and counts from now on */
		own->since = rec->time;
		if (caller)
			caller->children -= otfp_ticks_between(call->time, rec->time);
		return 0;
	}
	if (bind(p, cell) < 0)
		return -1;
	if (OTFP_UNLIKELY(!cell->row && cell->sum[OTFP_CALLS]) && otfp_tree_make_row(p, cell) < 0)
		return -1;
	otfp_cell_add(cell, OTFP_CALLS, 1);
	if (cell->row)
		__builtin_prefetch(&cell->row->dist, 1);
	return 0;
}

/* Before a call is closed: its time is in the cell if it is the only one, and counts as a whole. */
static __attribute__((noinline)) int close_without_row(struct otfp_profile *p, const struct otfp_stat_process *own,
                                                       struct otfp_cell *cell, const struct otfp_call *call)
{
	if (cell->has_ended || call->time < own->since)
		return otfp_tree_make_row(p, cell);
	cell->has_ended = 1;
	return 0;
}

OTFP_INLINE int close_call(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_stat_process *own,
                           const struct otfp_call *call)
{
	const uint64_t inside = ticks_inside(own, call, rec->time);
	struct otfp_cell *cell = &p->cells[call->mark & OTFP_CELL];

	OTFP_ASSERT_HOT((call->mark & OTFP_CELL) < p->ncells);
	close_comm(p, own, call->mark, inside);
	cell->open -= p->by_processes != 0;
	if (bind(p, cell) < 0 || (OTFP_UNLIKELY(!cell->row) && close_without_row(p, own, cell, call) < 0))
		return -1;
	otfp_cell_add(cell, OTFP_EXCLUSIVE, inside - call->children);
	otfp_cell_add(cell, OTFP_SUM, inside);
	otfp_cell_add(cell, OTFP_INCLUSIVE, inside & -(uint64_t) !(call->mark & OTFP_CELL_INNER));
	if (p->o.sums_only || !cell->row)
		return 0;
	return otfp_account_time(p, cell->row, otfp_ticks_between(call->time, rec->time));
}

int otfp_account_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change)
{
	struct otfp_stat_process *own = &p->by_process[change->process->index];

	if (change->did == OTFP_DID_OPEN_CALL)
		return open_call(p, rec, change->process, own, change->call);
	return change->did == OTFP_DID_CLOSE_CALL ? close_call(p, rec, own, change->call) : 0;
}

/* As otfp_state_add_call does for what keeps() of profile.c asks for. */
OTFP_INLINE int enter_leave(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_process *process,
                            struct otfp_stat_process *own)
{
	struct otfp_call *call;
	int odd;

	if (rec->type == OTFP_Enter) {
		call = otfp_stack_push_of(&process->calls, OTFP_CALL_FUNCTION, rec->time, (uint32_t)rec->f[0].u, 0);
		return call ? open_call(p, rec, process, own, call) : -1;
	}
	call = otfp_state_close_call(&p->state, process, rec, &odd);
	return call ? close_call(p, rec, own, call) : 0;
}

enum { AHEAD = 4, MANY_PATHS = 1 << 16 };

/* Fetch what the Enter recs[AHEAD] needs: of many paths few are in the cache. Its caller is known unless it is
 * called by one of the records before. */
OTFP_FETCH void fetch_node(const struct otfp_profile *p, const struct otfp_plain *recs)
{
	const struct otfp_call_stack *stack = &recs[AHEAD].process->calls;
	size_t depth = stack->n, known = depth;

	if (recs[AHEAD].rec->type != OTFP_Enter)
		return;
	for (unsigned i = 0; i < AHEAD; i++)
		if (recs[i].process == recs[AHEAD].process) {
			depth += recs[i].rec->type == OTFP_Enter ? 1 : -(size_t)(depth > 0);
			known = depth < known ? depth : known;
		}
	if (depth && depth == known)
		otfp_paths_fetch(&p->paths, (otfp_stack_at(stack, depth - 1)->mark & OTFP_CELL) + 1,
		                 (uint32_t)recs[AHEAD].rec->f[0].u);
}

int otfp_account_calls(struct otfp_profile *p, const struct otfp_plain *recs, size_t n)
{
	const int are_many = p->is_tree && p->paths.n > MANY_PATHS;

	for (size_t i = 0; i < n; i++) {
		struct otfp_process *process = recs[i].process;
		if (are_many && i + AHEAD < n)
			fetch_node(p, recs + i);
		if (OTFP_UNLIKELY(enter_leave(p, recs[i].rec, process, &p->by_process[process->index]) < 0))
			return -1;
	}
	return 0;
}

/* Reset `children` of open calls to the time from `time` on. An open child will add its full time at its end, so its
 * part before `time` is subtracted here, modulo 2^64. */
static void cut_children(const struct otfp_call_stack *stack, uint64_t time)
{
	for (size_t i = 0; i < stack->n; i++)
		otfp_stack_at(stack, i)->children = i + 1 < stack->n ? otfp_stack_at(stack, i + 1)->time - time : 0;
}

void otfp_account_calls_from(struct otfp_profile *p, uint64_t time)
{
	for (size_t i = 0; i < p->nby_process; i++) {
		p->by_process[i].since = time;
		cut_children(&p->state.processes[i].calls, time);
	}
}

/* Account a call that is open at the end of a window.
 * @param inner  the open call that it made, or NULL */
static int account_open(struct otfp_profile *p, const struct otfp_stat_process *own, const struct otfp_call *call,
                        const struct otfp_call *inner, uint64_t time)
{
	const uint64_t inside = ticks_inside(own, call, time);
	const uint64_t children = call->children + (inner ? time - inner->time : 0);
	struct otfp_cell *cell = &p->cells[call->mark & OTFP_CELL];

	if (!inside)
		return 0;
	if (bind(p, cell) < 0 || (!cell->row && otfp_tree_make_row(p, cell) < 0))
		return -1;
	otfp_cell_add(cell, OTFP_EXCLUSIVE, inside - children);
	otfp_cell_add(cell, OTFP_SUM, inside);
	otfp_cell_add(cell, OTFP_INCLUSIVE, call->mark & OTFP_CELL_INNER ? 0 : inside);
	return 0;
}

/* Account the outermost open call that communicates. */
static void own_comm(const struct otfp_profile *p, struct otfp_stat_process *own, const struct otfp_call_stack *stack,
                     uint64_t time)
{
	size_t j = 0;

	while (j < stack->n && !(otfp_stack_at(stack, j)->mark & OTFP_CELL_COMM))
		j++;
	if (j < stack->n && p->inside)
		own->comm += ticks_inside(own, otfp_stack_at(stack, j), time);
}

int otfp_account_open_calls(struct otfp_profile *p, uint64_t time)
{
	for (size_t i = 0; i < p->nby_process; i++) {
		const struct otfp_call_stack *stack = &p->state.processes[i].calls;
		own_comm(p, &p->by_process[i], stack, time);
		for (size_t j = 0; j < stack->n; j++)
			if (account_open(p, &p->by_process[i], otfp_stack_at(stack, j),
			                 j + 1 < stack->n ? otfp_stack_at(stack, j + 1) : NULL, time) < 0)
				return -1;
	}
	otfp_account_calls_from(p, time);
	return 0;
}

/* ---- the load of processes ---- */

static uint64_t life_of(const struct otfp_profile *p, size_t i, uint64_t end)
{
	const struct otfp_stat_process *own = &p->by_process[i];
	const uint64_t from = p->o.has_from && own->first < p->o.from ? p->o.from : own->first;
	uint64_t to = p->state.processes[i].calls.n ? end : own->last;

	if (p->o.has_to && to > p->o.to)
		to = p->o.to;
	return otfp_ticks_between(from, to);
}

int otfp_account_loads(struct otfp_profile *p, uint64_t end)
{
	int rc = 0;

	for (size_t i = 0; otfp_wants(p, OTFP_STAT_FUNCTION) && i < p->nby_process && rc == 0; i++) {
		const uint32_t process = p->state.processes[i].process;
		const struct otfp_definition *d =
			otfp_names_find(&p->names, OTFP_NAMED_PROCESS,
		                        otfp_names_ref(&p->names, OTFP_NAMED_PROCESS, process, process));
		const int is_device = d && d->is_device;
		rc = otfp_loads_add(&p->loads, (struct otfp_load){.process = process,
		                                                  .is_root = !d || !(d->detail || is_device),
		                                                  .life = is_device ? 0 : life_of(p, i, end),
		                                                  .comm = is_device ? 0 : p->by_process[i].comm});
	}
	return rc;
}
