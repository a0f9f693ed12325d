/* roots.c - the waits between the passes, and the second pass. See roots.h. */
#include "wait/roots.h"
#include "base/grow.h"
#include "merge/sort.h"
#include "wait/share.h"
#include "wait/watch.h"
#include <stdlib.h>
#include <string.h>

struct otfp_roots {
	struct otfp_roots_options o;
	struct otfp_error err;
	struct otfp_sort *debts, *credits;
	struct wait_debt last; /* put last; it may become one with the next */
	int has_last;

	/* the second pass */
	struct wait_ledger ledger;
	struct wait_watch watch;
	uint64_t number; /* of the record */
	uint64_t time;   /* of the last timed one */
	/* the next ones, and those whose calls may begin: records of a tick come in any order */
	struct wait_debt debt, *debts_now;
	struct wait_credit credit, *credits_now;
	size_t ndebts, debts_cap, ncredits, credits_cap;
	int has_debt, has_credit;
	uint32_t *due; /* waits that end in the current tick */
	size_t ndue, due_cap;
	struct otfp_interns names; /* nodes: functions of equal names are one */
	otfp_ref *functions;       /* by node */
	size_t nfunctions, functions_cap;
	uint32_t *nodes; /* by number of the function in the engine */
	size_t nnodes, nodes_cap;
	struct otfp_root_place *places;
};

/* ---- begin and end ---- */

static int make_sorts(struct otfp_roots *r)
{
	struct otfp_sort_options o = {.memory = r->o.memory / 2, .dir = r->o.dir, .stop = r->o.stop};
	int code;

	o.memory = o.memory < OTFP_SORT_ROOM_LEAST ? OTFP_SORT_ROOM_LEAST : o.memory;
	code = otfp_sort_new(&r->debts, &o, &r->err);
	return code < 0 ? code : otfp_sort_new(&r->credits, &o, &r->err);
}

int otfp_roots_new(struct otfp_roots **to, const struct otfp_roots_options *o, struct otfp_error *err)
{
	struct otfp_roots *r = calloc(1, sizeof *r);
	int code;

	*to = r;
	if (!r)
		return otfp_fail_memory(err);
	r->o = *o;
	r->ledger.by_place = o->by_place;
	r->ledger.o = &r->o.wait;
	r->ledger.first = o->windows;
	code = make_sorts(r);
	if (code == 0)
		return 0;
	*err = r->err;
	otfp_roots_free(r);
	*to = NULL;
	return code;
}

void otfp_roots_free(struct otfp_roots *r)
{
	if (!r)
		return;
	otfp_sort_free(r->debts);
	otfp_sort_free(r->credits);
	otfp_wait_ledger_release(&r->ledger);
	otfp_interns_release(&r->names);
	free(r->due);
	free(r->debts_now);
	free(r->credits_now);
	free(r->functions);
	free(r->nodes);
	free(r->places);
	free(r);
}

int otfp_roots_error(const struct otfp_roots *r, struct otfp_error *err)
{
	if (r->err.code)
		*err = r->err;
	return r->err.code;
}

static int fail_memory(struct otfp_roots *r)
{
	return r->err.code ? r->err.code : otfp_fail_memory(&r->err);
}

/* ---- the first pass ---- */

static int put(struct otfp_roots *r, const struct wait_debt *d)
{
	const struct wait_credit c = {d->peer_call, d->call, d->process, 0};
	int code = otfp_sort_put(r->debts, (struct otfp_key){d->call, 0}, (const char *)d, sizeof *d);

	return code < 0 ? code :
	                  otfp_sort_put(r->credits, (struct otfp_key){c.peer_call, 0}, (const char *)&c, sizeof c);
}

static int put_last(struct otfp_roots *r)
{
	const int had = r->has_last;

	r->has_last = 0;
	return had ? put(r, &r->last) : 0;
}

/* A call has one wait: the largest, of equal ones that for the lowest process. Those of the root of an all-to-one
 * operation are one. */
static void combine(struct wait_debt *old, const struct wait_debt *d)
{
	if (old->kind == OTFP_EARLY_REDUCE && d->kind == OTFP_REDUCE_SPREAD && old->peer == d->peer) {
		old->size += d->size; /* the one begins where the other ends */
	} else if (d->size > old->size || (d->size == old->size && d->peer < old->peer)) {
		*old = *d;
	}
}

int otfp_roots_put(void *ctx, const struct otfp_wait_found *f)
{
	struct otfp_roots *r = ctx;
	const int by_call = r->o.wait.inside != NULL;
	const struct wait_debt d = {.call = f->call,
	                            .peer_call = f->peer_call,
	                            .size = f->end - f->start,
	                            .start = by_call ? f->window : f->start,
	                            .process = f->process,
	                            .peer = (uint32_t)f->peer,
	                            .path = f->path,
	                            .kind = (uint8_t)f->kind,
	                            .is_counted = f->is_reported && (!by_call || f->window != OTFP_NO_WINDOW)};
	int code = 0;

	if (f->peer == OTFP_NO_PEER)
		return 0;
	if (r->has_last && r->last.call == d.call) {
		combine(&r->last, &d);
		return 0;
	}
	code = put_last(r);
	r->last = d;
	r->has_last = 1;
	return code;
}

/* ---- nodes: what processes do. 0: unknown ---- */

enum { NO_CALL = 1 }; /* outside of every call; the functions, or paths, come after it */

static uint32_t named_node(struct otfp_roots *r, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(&r->ledger.w->names, OTFP_NAMED_FUNCTION, ref);
	const uint32_t name = d ? otfp_intern(&r->names, d->name.p, d->name.n) :
	                          otfp_intern(&r->names, (const char *)&ref, sizeof ref);
	const uint32_t node = name ? NO_CALL + name : 0;

	while (r->nfunctions <= node) {
		if (otfp_grow(&r->functions, r->nfunctions, &r->functions_cap, sizeof *r->functions) < 0)
			return 0;
		r->functions[r->nfunctions++] = ref;
	}
	return node;
}

/* The node of a function; 0 when memory is out. */
static uint32_t function_node(struct otfp_roots *r, const struct wait_function *f)
{
	while (r->nnodes <= f->number) {
		if (otfp_grow(&r->nodes, r->nnodes, &r->nodes_cap, sizeof *r->nodes) < 0)
			return 0;
		r->nodes[r->nnodes++] = 0;
	}
	if (!r->nodes[f->number])
		r->nodes[f->number] = named_node(r, f->ref);
	return r->nodes[f->number];
}

/* What a process does now: its outermost communication call, else its innermost call. */
static uint32_t node_now(struct otfp_roots *r, const struct wait_process *p, const struct otfp_call_stack *calls)
{
	struct otfp_wait_engine *w = r->ledger.w;
	uint32_t path;

	if (p->call)
		return r->o.by_path ? NO_CALL + w->calls[p->call - 1].path :
		                      function_node(r, w->calls[p->call - 1].function);
	if (!calls->n)
		return NO_CALL;
	if (!r->o.by_path)
		return function_node(
			r, ((const struct wait_cell *)otfp_stack_at(calls, calls->n - 1)->callee->user)->function);
	path = otfp_wait_path_of(w, (struct otfp_call_stack *)calls);
	return path ? NO_CALL + path : 0;
}

/* ---- processes ---- */

static struct wait_segments *segments_of(struct otfp_roots *r, uint32_t process)
{
	struct wait_ledger *l = &r->ledger;

	while (l->nsegments <= process) {
		if (otfp_grow(&l->segments, l->nsegments, &l->segments_cap, sizeof *l->segments) < 0)
			return NULL;
		l->segments[l->nsegments++] = (struct wait_segments){0};
		l->syncs.segments = l->segments;
	}
	return &l->segments[process];
}

static uint32_t index_of(const struct otfp_roots *r, const struct wait_process *p)
{
	return (uint32_t)(p - r->ledger.w->processes);
}

static int elapsed(void *ctx, const struct wait_process *p, const struct otfp_call_stack *calls, uint64_t ticks)
{
	struct otfp_roots *r = ctx;
	struct wait_segments *s = segments_of(r, index_of(r, p));
	struct wait_segment *now = s ? otfp_wait_segment_now(s) : NULL;
	const uint32_t node = now ? node_now(r, p, calls) : 0;

	return node ? otfp_wait_vector_add(&now->time, node, ticks) : -1;
}

/* ---- waits ---- */

static int next_debt(struct otfp_roots *r)
{
	struct otfp_sorted got;
	const int code = otfp_sort_next(r->debts, &got);

	r->has_debt = code == 0;
	if (r->has_debt)
		memcpy(&r->debt, got.p, sizeof r->debt);
	return code < 0 ? code : 0;
}

static int next_credit(struct otfp_roots *r)
{
	struct otfp_sorted got;
	const int code = otfp_sort_next(r->credits, &got);

	r->has_credit = code == 0;
	if (r->has_credit)
		memcpy(&r->credit, got.p, sizeof r->credit);
	return code < 0 ? code : 0;
}

/* Load those of the calls up to the current record. */
static int load_debts(struct otfp_roots *r)
{
	while (r->has_debt && r->debt.call <= r->number) {
		if (otfp_grow(&r->debts_now, r->ndebts, &r->debts_cap, sizeof *r->debts_now) < 0)
			return -1;
		r->debts_now[r->ndebts++] = r->debt;
		if (next_debt(r) < 0)
			return -1;
	}
	return 0;
}

static int load_credits(struct otfp_roots *r)
{
	while (r->has_credit && r->credit.peer_call <= r->number) {
		if (otfp_grow(&r->credits_now, r->ncredits, &r->credits_cap, sizeof *r->credits_now) < 0)
			return -1;
		r->credits_now[r->ncredits++] = r->credit;
		if (next_credit(r) < 0)
			return -1;
	}
	return 0;
}

/* @return 1 if a wait begins with a call, 0; -1 when memory is out */
static int take_debt(struct otfp_roots *r, uint64_t number, struct wait_visit own)
{
	for (size_t i = 0; i < r->ndebts; i++)
		if (r->debts_now[i].call == number) {
			const struct wait_debt d = r->debts_now[i];
			r->debts_now[i] = r->debts_now[--r->ndebts];
			return otfp_wait_open_loss(&r->ledger, &d, own) < 0 ? -1 : 1;
		}
	return 0;
}

/* A wait ends with a call of its peer. @return 1, 0 if its own call has not begun: clocks are skewed; -1 when memory is
 * out */
static int take_credit(struct otfp_roots *r, const struct wait_credit *c, struct wait_visit peer)
{
	const struct otfp_process *p = otfp_state_find(&r->ledger.w->state, c->process);
	const uint32_t at = p ? otfp_wait_find_loss(&r->ledger, p->index, c->call) : 0;

	if (!at)
		return 0;
	if (otfp_grow(&r->due, r->ndue, &r->due_cap, sizeof *r->due) < 0)
		return -1;
	r->due[r->ndue++] = at;
	otfp_wait_end_loss(&r->ledger, at, peer, r->time);
	return 1;
}

/* A call that ends waits begins: they are due. @return how many; <0 */
static int take_credits(struct otfp_roots *r, uint64_t number, struct wait_visit peer)
{
	int n = 0, rc = 0;

	for (size_t i = r->ncredits; i > 0 && rc >= 0; i--)
		if (r->credits_now[i - 1].peer_call == number) {
			const struct wait_credit c = r->credits_now[i - 1];
			r->credits_now[i - 1] = r->credits_now[--r->ncredits];
			rc = take_credit(r, &c, peer);
			n += rc;
		}
	return rc < 0 ? -1 : n;
}

static int enter(void *ctx, const struct wait_call *c)
{
	struct otfp_roots *r = ctx;
	const struct wait_visit v = {c->index, c->ordinal};
	struct wait_segments *s = segments_of(r, c->index);
	int opened, due;

	if (!s || load_debts(r) < 0 || load_credits(r) < 0)
		return -1;
	opened = take_debt(r, c->number, v);
	due = opened < 0 ? -1 : take_credits(r, c->number, v);
	if (due < 0 || otfp_wait_segments_enter(s, (uint32_t)(opened + due)) < 0)
		return -1;
	return c->function->ends == 1 + WAIT_INIT ? otfp_wait_sync_init(&r->ledger.syncs, v) : 0;
}

/* The time of a communication call is without its wait. */
static int subtract(struct otfp_roots *r, const struct wait_call *c, uint64_t ticks)
{
	struct wait_segment *s = otfp_wait_segment_at(&r->ledger.segments[c->index], wait_enter_place(c->ordinal));
	const uint32_t node = r->o.by_path ? NO_CALL + c->path : function_node(r, c->function);
	uint64_t *time = otfp_map_get(&s->time, node);

	if (time)
		*time -= ticks < *time ? ticks : *time;
	return node ? 0 : -1;
}

static int leave(void *ctx, const struct wait_call *c)
{
	struct otfp_roots *r = ctx;
	struct wait_segments *s = segments_of(r, c->index);
	const uint32_t loss = s ? otfp_wait_find_loss(&r->ledger, c->index, c->number) : 0;

	if (!s || (loss && (subtract(r, c, r->ledger.losses[loss - 1].debt.size) < 0 ||
	                    otfp_wait_settle_loss(&r->ledger, loss) < 0)))
		return -1;
	return otfp_wait_segments_leave(s);
}

/* All waits that end in the tick are shared out when it is over. */
static int end_tick(struct otfp_roots *r)
{
	int rc = 0;

	for (size_t i = 0; i < r->ndue && rc == 0; i++)
		rc = otfp_wait_share_out(&r->ledger, r->due[i]);
	r->ndue = 0;
	return rc;
}

/* ---- synchronization ---- */

static struct wait_visit visit_of(const struct wait_call *c)
{
	return (struct wait_visit){c->index, c->ordinal};
}

static int half(void *ctx, const struct wait_call *c)
{
	struct otfp_roots *r = ctx;
	struct wait_segments *s = segments_of(r, c->index);

	if (s)
		otfp_wait_place_ref(s, wait_leave_place(c->ordinal));
	return s ? 0 : -1;
}

static int message(void *ctx, const struct wait_call *sent, const struct wait_call *received, int is_second_sent)
{
	struct otfp_roots *r = ctx;
	const struct wait_call *first = is_second_sent ? received : sent;

	if (sent && received && otfp_wait_sync(&r->ledger.syncs, visit_of(sent), visit_of(received)) < 0)
		return -1;
	return first ? otfp_wait_place_unref(&r->ledger.segments[first->index], wait_leave_place(first->ordinal)) : 0;
}

static int is_rooted(const struct wait_instance *i)
{
	return i->type == WAIT_FROM || i->type == WAIT_TO;
}

/* Each member and the root; until the operation is over the root may come. */
static int member_of_rooted(struct otfp_roots *r, const struct wait_instance *i)
{
	const struct wait_arrival *now = &i->arrivals[i->begun - 1];
	const struct wait_call *calls = r->ledger.w->calls;

	if (half(r, &calls[now->call - 1]) < 0)
		return -1;
	for (uint32_t k = 0; k + 1 < i->begun; k++) {
		const struct wait_arrival *a = &i->arrivals[k];
		if (a->call && (a->position == i->root || now->position == i->root) &&
		    otfp_wait_sync(&r->ledger.syncs, visit_of(&calls[a->call - 1]), visit_of(&calls[now->call - 1])) <
		            0)
			return -1;
	}
	return 0;
}

static int member(void *ctx, const struct wait_instance *i)
{
	struct otfp_roots *r = ctx;
	const struct otfp_wait_engine *w = r->ledger.w;
	const struct wait_arrival *a = &i->arrivals[i->begun - 1];
	const struct wait_visit v = a->call ? visit_of(&w->calls[a->call - 1]) : (struct wait_visit){0, 0};

	if (is_rooted(i))
		return a->call ? member_of_rooted(r, i) : 0;
	if (i->type == WAIT_UNTYPED)
		return 0;
	return otfp_wait_sync_all(&r->ledger.syncs, w, i->communicator, i->index, a->member, v, i->type == WAIT_PREFIX);
}

static int over(void *ctx, const struct wait_instance *i)
{
	struct otfp_roots *r = ctx;
	const struct wait_call *calls = r->ledger.w->calls;

	if (!is_rooted(i))
		return otfp_wait_sync_over(&r->ledger.syncs, i->communicator, i->index);
	for (uint32_t k = 0; k < i->begun; k++) {
		const struct wait_call *c = i->arrivals[k].call ? &calls[i->arrivals[k].call - 1] : NULL;
		if (c && otfp_wait_place_unref(&r->ledger.segments[c->index], wait_leave_place(c->ordinal)) < 0)
			return -1;
	}
	return 0;
}

/* ---- the second pass ---- */

int otfp_roots_begin(struct otfp_roots *r, const struct otfp_header *h)
{
	struct otfp_wait_options o = {.states = 1,
	                              .by = r->o.by_path ? 1u << OTFP_WAIT_PATH : 0,
	                              .comm = r->o.wait.comm};
	int code = put_last(r);

	r->watch = (struct wait_watch){r, elapsed, enter, leave, half, message, member, over};
	if (code == 0)
		code = otfp_sort_end(r->debts);
	if (code == 0)
		code = otfp_sort_end(r->credits);
	if (code == 0)
		code = next_debt(r);
	if (code == 0)
		code = next_credit(r);
	if (code < 0)
		return code;
	r->ledger.w = otfp_wait_new(&o, h);
	if (!r->ledger.w)
		return fail_memory(r);
	otfp_wait_watch(r->ledger.w, &r->watch);
	return 0;
}

int otfp_roots_record(struct otfp_roots *r, const struct otfp_record *rec)
{
	otfp_wait_number(r->ledger.w, ++r->number);
	if (otfp_is_timed(rec->file) && rec->time > r->time) {
		if ((r->ledger.w->nheld && otfp_wait_end_tick(r->ledger.w) < 0) || (r->ndue && end_tick(r) < 0))
			return fail_memory(r);
		r->time = rec->time;
	}
	return otfp_wait_add(r->ledger.w, rec) < 0 ? fail_memory(r) : 0;
}

/* What a node is. */
static void set_what(const struct otfp_roots *r, uint32_t node, otfp_ref *function, uint32_t *path, uint8_t *is_unknown)
{
	*is_unknown = node == 0;
	*path = r->o.by_path && node ? node - NO_CALL : 0;
	*function = OTFP_NO_REF;
	if (r->o.by_path && *path)
		*function = r->ledger.w->paths.paths[*path - 1].function;
	else if (!r->o.by_path && node > NO_CALL)
		*function = r->functions[node];
}

/* The largest cause of a place; of equal ones that which was found first. */
static void set_place(const struct otfp_roots *r, const struct otfp_map *causes, struct otfp_root_place *place)
{
	uint64_t cause = 0;

	for (struct otfp_map_at at = {0}; otfp_map_next(causes, &at);) {
		place->all += *at.value;
		if (*at.value > place->ticks || (*at.value == place->ticks && at.key < cause)) {
			cause = at.key;
			place->ticks = *at.value;
		}
	}
	if (!cause)
		return;
	place->process = r->ledger.causes[cause - 1].process;
	set_what(r, r->ledger.causes[cause - 1].node, &place->function, &place->path, &place->is_unknown);
}

static int find_places(struct otfp_roots *r)
{
	const struct wait_ledger *l = &r->ledger;

	r->places = calloc(l->nplaces + 1, sizeof *r->places);
	for (size_t i = 0; i < l->nplaces && r->places; i++)
		set_place(r, &l->places[i], &r->places[i]);
	return r->places ? 0 : -1;
}

int otfp_roots_end(struct otfp_roots *r)
{
	struct wait_ledger *l = &r->ledger;

	if (otfp_wait_end_tick(l->w) < 0 || end_tick(r) < 0)
		return fail_memory(r);
	for (size_t i = 0; i < l->nlosses; i++)
		if (l->losses[i].debt.size && !l->losses[i].is_shared && otfp_wait_give_up(l, (uint32_t)i + 1) < 0)
			return fail_memory(r);
	for (size_t i = 0; i < l->nrows; i++)
		set_what(r, l->rows[i].path, &l->rows[i].function, &l->rows[i].path, &l->rows[i].is_unknown);
	return find_places(r) < 0 ? fail_memory(r) : 0;
}

/* ---- the result ---- */

const struct otfp_root_row *otfp_roots_rows(const struct otfp_roots *r, size_t *n)
{
	*n = r->ledger.nrows;
	return r->ledger.rows;
}

const struct otfp_root_place *otfp_roots_place(const struct otfp_roots *r, unsigned kind, uint32_t path)
{
	const uint64_t *at = otfp_map_get(&r->ledger.place_index, (uint64_t)path * OTFP_NWAITS + kind);

	return at && r->places[*at].ticks ? &r->places[*at] : NULL;
}

const struct otfp_paths *otfp_roots_paths(const struct otfp_roots *r)
{
	return otfp_wait_paths(r->ledger.w);
}
