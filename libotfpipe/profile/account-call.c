/* account-call.c - Enter and Leave: the hot path. */
#include "base/assert.h"
#include "profile/account.h"
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

/* The key in p->cells of a cell that several callees share: all calls of a process, of a group, or of a path. */
static uint64_t shared_key(const struct otfp_profile *p, const struct otfp_process *process,
                           const struct otfp_cell *parent, const struct otfp_cell *cell, uint32_t function)
{
	const uint64_t no_group = (uint64_t)1 << 63;

	if (has_key(p, OTFP_KEY_PATH))
		return (uint64_t)(parent ? parent->id : process->index) << 32 | function;
	if (!has_key(p, OTFP_KEY_GROUP))
		return process->index;
	return (uint64_t)process->index << 32 | (cell->group == OTFP_NO_REF ? no_group : (uint32_t)cell->group);
}

/* Find or add the cell for the first call of a function (or path) of a process. @return NULL when memory is out */
static struct otfp_cell *find_cell(struct otfp_profile *p, const struct otfp_process *process,
                                   const struct otfp_cell *parent, uint32_t function)
{
	const int by_path = has_key(p, OTFP_KEY_PATH), is_shared = by_path || !has_key(p, OTFP_KEY_FUNCTION);
	struct otfp_cell want = {.process = process->process}, *cell;
	const uint64_t *at;
	uint64_t key;

	want.function = otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, process->process, function);
	want.group = group_of(p, process->process, want.function);
	key = shared_key(p, process, parent, &want, function);
	at = is_shared ? otfp_map_get(&p->cells, key) : NULL;
	if (at)
		return (struct otfp_cell *)(uintptr_t)*at;
	cell = otfp_arena_get_line(&p->arena, sizeof *cell);
	if (!cell || p->ncells >= (uint32_t)INT32_MAX)
		return NULL;
	if (by_path) {
		want.path = otfp_paths_child(&p->paths, parent ? parent->path : 0, want.function);
		if (!want.path)
			return NULL;
		want.is_deepest = otfp_paths_depth(&p->paths, want.path) == p->o.depth;
	}
	want.id = (uint32_t)INT32_MAX + ++p->ncells; /* never the index of a process */
	want.next = p->last_cell;
	*cell = want;
	p->last_cell = cell;
	return is_shared && otfp_map_set(&p->cells, key, (uintptr_t)cell) < 0 ? NULL : cell;
}

/* The cell of a call. It depends on the caller only with paths; else it is kept in the callee. */
static struct otfp_cell *cell_of(struct otfp_profile *p, const struct otfp_process *process, struct otfp_cell *parent,
                                 const struct otfp_call *call)
{
	const uint64_t *at;

	if (OTFP_LIKELY(call->callee->user != NULL))
		return call->callee->user;
	if (p->o.by >> OTFP_KEY_PATH & 1) {
		if (OTFP_UNLIKELY(parent && parent->is_deepest)) {
			p->folded++;
			return parent;
		}
		at = otfp_map_get(&p->cells, (uint64_t)(parent ? parent->id : process->index) << 32 | call->function);
		return at ? (struct otfp_cell *)(uintptr_t)*at : find_cell(p, process, parent, call->function);
	}
	call->callee->user = find_cell(p, process, parent, call->function);
	return call->callee->user;
}

static void add_to_row(struct otfp_cell *cell)
{
	for (unsigned i = 0; i < OTFP_CALL_SUMS && cell->row; i++) {
		cell->row->sum[i] += cell->sum[i];
		cell->sum[i] = 0;
	}
}

void otfp_account_cells(struct otfp_profile *p)
{
	for (struct otfp_cell *cell = p->last_cell; cell; cell = cell->next)
		add_to_row(cell);
}

/* Bind the cell to its row in the current window. @return 0, or -1 when memory is out */
static __attribute__((noinline)) int bind_row(struct otfp_profile *p, struct otfp_cell *cell)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = cell->process,
	                                   [OTFP_KEY_GROUP] = cell->group,
	                                   [OTFP_KEY_FUNCTION] = cell->function,
	                                   [OTFP_KEY_PATH] = cell->path}};

	add_to_row(cell);
	cell->row = otfp_profile_row_now(p, OTFP_STAT_FUNCTION, &v);
	cell->epoch = cell->row ? p->epoch : 0;
	return cell->row ? 0 : -1;
}

static inline int bind(struct otfp_profile *p, struct otfp_cell *cell)
{
	return OTFP_LIKELY(cell->epoch == p->epoch) ? 0 : bind_row(p, cell);
}

/* Add to a sum of a bound cell. */
static inline void add(struct otfp_cell *cell, unsigned sum, uint64_t n)
{
	OTFP_ASSERT_HOT(cell->row);
	if (OTFP_UNLIKELY(__builtin_add_overflow(cell->sum[sum], n, &cell->sum[sum])))
		cell->row->sum[sum] += (otfp_wide)1 << 64;
}

static inline uint64_t ticks_inside(const struct otfp_stat_process *own, const struct otfp_call *call, uint64_t until)
{
	return otfp_ticks_between(call->time > own->since ? call->time : own->since, until);
}

static int is_communication(const struct otfp_names *names, uint32_t process, uint32_t function)
{
	const otfp_ref ref = otfp_names_ref(names, OTFP_NAMED_FUNCTION, process, function);
	const struct otfp_definition *d = otfp_names_find(names, OTFP_NAMED_FUNCTION, ref), *group;

	if (!d)
		return 0;
	group = otfp_names_find(names, OTFP_NAMED_GROUP, otfp_names_ref(names, OTFP_NAMED_GROUP, process, d->detail));
	return otfp_is_communication(d->name, group ? group->name : (struct otfp_str){NULL, 0});
}

/* A call of a function that communicates, or of which this is not known yet. */
static __attribute__((noinline)) void open_comm(struct otfp_profile *p, const struct otfp_process *process,
                                                struct otfp_call *call)
{
	struct otfp_callee *callee = call->callee;

	if (callee->mark == OTFP_COMM_UNKNOWN)
		callee->mark =
			is_communication(&p->names, process->process, call->function) ? OTFP_COMM : OTFP_COMM_NOT;
	if (callee->mark != OTFP_COMM)
		return;
	call->mark = OTFP_COMM;
	p->by_process[process->index].open_comm++;
}

static __attribute__((noinline)) void close_comm(const struct otfp_profile *p, struct otfp_stat_process *own,
                                                 uint64_t inside)
{
	OTFP_ASSERT(own->open_comm > 0);
	if (--own->open_comm == 0 && p->inside)
		own->comm += inside;
}

OTFP_INLINE int open_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_process *process,
                          struct otfp_call *call)
{
	struct otfp_call *caller = process->calls.n > 1 ? call - 1 : NULL;
	struct otfp_cell *cell = cell_of(p, process, caller ? caller->place : NULL, call);

	if (!cell)
		return -1;
	call->place = cell;
	cell->open++;
	if (OTFP_UNLIKELY(call->callee->mark != OTFP_COMM_NOT))
		open_comm(p, process, call);
	if (OTFP_UNLIKELY(rec->type != OTFP_Enter)) { /* a snapshot: the call started earlier, and counts from now on */
		p->by_process[process->index].since = rec->time;
		if (caller)
			caller->children -= otfp_ticks_between(call->time, rec->time);
		return 0;
	}
	if (bind(p, cell) < 0)
		return -1;
	add(cell, OTFP_CALLS, 1);
	__builtin_prefetch(&cell->row->dist, 1);
	return 0;
}

OTFP_INLINE int close_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_process *process,
                           const struct otfp_call *call)
{
	struct otfp_stat_process *own = &p->by_process[process->index];
	const uint64_t inside = ticks_inside(own, call, rec->time);
	struct otfp_cell *cell = call->place;

	OTFP_ASSERT_HOT(cell->open > 0);
	own->last = rec->time;
	if (OTFP_UNLIKELY(call->mark == OTFP_COMM))
		close_comm(p, own, inside);
	if (bind(p, cell) < 0)
		return -1;
	add(cell, OTFP_EXCLUSIVE, inside - call->children);
	add(cell, OTFP_SUM, inside);
	if (--cell->open == 0)
		add(cell, OTFP_INCLUSIVE, inside);
	return otfp_dist_add(&cell->row->dist, otfp_ticks_between(call->time, rec->time));
}

int otfp_account_call(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change)
{
	if (change->did == OTFP_DID_OPEN_CALL)
		return open_call(p, rec, change->process, change->call);
	return change->did == OTFP_DID_CLOSE_CALL ? close_call(p, rec, change->process, change->call) : 0;
}

OTFP_INLINE int enter_leave(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_process *process)
{
	struct otfp_call *call;
	int odd;

	process->known = OTFP_KNOWN_EVENTS;
	if (rec->type == OTFP_Enter) {
		call = otfp_state_open_call(&p->state, process, rec->time, (uint32_t)rec->f[0].u,
		                            (uint32_t)rec->f[1].u);
		return call ? open_call(p, rec, process, call) : -1;
	}
	call = otfp_state_close_call(&p->state, process, rec, &odd);
	return call ? close_call(p, rec, process, call) : 0;
}

ssize_t otfp_account_plain_calls(struct otfp_profile *p, const struct otfp_record *const *recs, size_t n)
{
	uint64_t last = p->seen_last;
	struct otfp_process *process;
	size_t i = 0;

	for (; i < n && otfp_plain(p, recs[i]) == OTFP_PLAIN_CALL && (process = otfp_plain_process(p, recs[i])); i++) {
		last = recs[i]->time > last ? recs[i]->time : last;
		if (OTFP_UNLIKELY(enter_leave(p, recs[i], process) < 0))
			return -1;
	}
	p->seen_last = last;
	return (ssize_t)i;
}

/* Reset `children` of open calls to the time from `time` on. An open child will add its full time at its end, so its
 * part before `time` is subtracted here, modulo 2^64. */
static void cut_children(const struct otfp_call_stack *stack, uint64_t time)
{
	for (size_t i = 0; i < stack->n; i++)
		stack->calls[i].children = i + 1 < stack->n ? stack->calls[i + 1].time - time : 0;
}

void otfp_account_calls_from(struct otfp_profile *p, uint64_t time)
{
	for (size_t i = 0; i < p->nby_process; i++) {
		p->by_process[i].since = time;
		cut_children(&p->state.processes[i].calls, time);
	}
}

/* Account a call that is open at the end of a window. Outer calls come first, so the first call of a cell is its
 * outermost.
 * @param inner  the open call that it made, or NULL */
static int account_open(struct otfp_profile *p, const struct otfp_stat_process *own, const struct otfp_call *call,
                        const struct otfp_call *inner, uint64_t time)
{
	const uint64_t inside = ticks_inside(own, call, time);
	const uint64_t children = call->children + (inner ? time - inner->time : 0);
	struct otfp_cell *cell = call->place;
	int outermost = cell->cut != p->epoch;

	cell->cut = p->epoch;
	if (!inside)
		return 0;
	if (bind(p, cell) < 0)
		return -1;
	add(cell, OTFP_EXCLUSIVE, inside - children);
	add(cell, OTFP_SUM, inside);
	add(cell, OTFP_INCLUSIVE, outermost ? inside : 0);
	return 0;
}

/* Account the outermost open call that communicates. */
static void own_comm(const struct otfp_profile *p, struct otfp_stat_process *own, const struct otfp_call_stack *stack,
                     uint64_t time)
{
	size_t j = 0;

	while (j < stack->n && stack->calls[j].mark != OTFP_COMM)
		j++;
	if (j < stack->n && p->inside)
		own->comm += ticks_inside(own, &stack->calls[j], time);
}

int otfp_account_open_calls(struct otfp_profile *p, uint64_t time)
{
	for (size_t i = 0; i < p->nby_process; i++) {
		const struct otfp_call_stack *stack = &p->state.processes[i].calls;
		own_comm(p, &p->by_process[i], stack, time);
		for (size_t j = 0; j < stack->n; j++)
			if (account_open(p, &p->by_process[i], &stack->calls[j],
			                 j + 1 < stack->n ? &stack->calls[j + 1] : NULL, time) < 0)
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
		rc = otfp_loads_add(&p->loads, (struct otfp_load){.process = process,
		                                                  .is_root = !d || !d->detail,
		                                                  .life = life_of(p, i, end),
		                                                  .comm = p->by_process[i].comm});
	}
	return rc;
}
