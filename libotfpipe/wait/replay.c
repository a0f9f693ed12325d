#include "wait/replay.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_replay_release(struct wait_replay *r)
{
	otfp_interns_release(&r->names);
	free(r->debts_now);
	free(r->credits_now);
	free(r->due);
	free(r->functions);
	free(r->nodes);
}

/* ---- nodes ---- */

/* The node of a function; 0 when memory is out. */
static uint32_t named_node(struct wait_replay *r, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(&r->ledger->w->names, OTFP_NAMED_FUNCTION, ref);
	const uint32_t name = d ? otfp_intern(&r->names, d->name.p, d->name.n) :
	                          otfp_intern(&r->names, (const char *)&ref, sizeof ref);
	const uint32_t node = name ? WAIT_NO_CALL + name : 0;

	while (r->nfunctions <= node) {
		if (otfp_grow(&r->functions, r->nfunctions, &r->functions_cap, sizeof *r->functions) < 0)
			return 0;
		r->functions[r->nfunctions++] = ref;
	}
	return node;
}

/* Give all functions their nodes, in the order of their tokens: which one gets the rest of a division must not depend
 * on the order of records in a tick. */
static int name_nodes(struct wait_replay *r)
{
	const struct otfp_wait_engine *w = r->ledger->w;
	otfp_ref *refs = malloc((w->nfunctions + 1) * sizeof *refs);
	int rc = refs ? 0 : -1;

	r->nodes = calloc(w->nfunctions + 1, sizeof *r->nodes);
	if (!r->nodes)
		rc = -1;
	for (size_t i = 0; i < w->nfunctions && rc == 0; i++)
		refs[i] = w->by_number[i]->ref;
	if (rc == 0) {
		r->nodes[0] = WAIT_NO_CALL;
		qsort(refs, w->nfunctions, sizeof *refs, otfp_by_u64);
	}
	for (size_t i = 0; i < w->nfunctions && rc == 0; i++) {
		const uint32_t node = named_node(r, refs[i]);
		r->nodes[1 + *otfp_map_get(&w->functions, refs[i])] = node;
		rc = node ? 0 : -1;
	}
	free(refs);
	return rc;
}

/* The node of a number of the diary. */
static uint32_t node_of(const struct wait_replay *r, uint64_t number)
{
	return r->nodes ? r->nodes[number] : WAIT_NO_CALL + (uint32_t)number;
}

/* ---- waits ---- */

static int next_debt(struct wait_replay *r)
{
	struct otfp_sorted got;
	const int code = otfp_sort_next(r->debts, &got);

	r->has_debt = code == 0;
	if (r->has_debt)
		memcpy(&r->debt, got.p, sizeof r->debt);
	return code < 0 ? -1 : 0;
}

static int next_credit(struct wait_replay *r)
{
	struct otfp_sorted got;
	const int code = otfp_sort_next(r->credits, &got);

	r->has_credit = code == 0;
	if (r->has_credit)
		memcpy(&r->credit, got.p, sizeof r->credit);
	return code < 0 ? -1 : 0;
}

/* Load those of the calls up to the latest one. */
static int load_debts(struct wait_replay *r)
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

static int load_credits(struct wait_replay *r)
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
static int take_debt(struct wait_replay *r, uint64_t number, struct wait_visit own)
{
	for (size_t i = 0; i < r->ndebts; i++)
		if (r->debts_now[i].call == number) {
			const struct wait_debt d = r->debts_now[i];
			r->debts_now[i] = r->debts_now[--r->ndebts];
			return otfp_wait_open_loss(r->ledger, &d, own) < 0 ? -1 : 1;
		}
	return 0;
}

/* A wait ends with a call of its peer. @return 1, 0 if its own call has not begun: clocks are skewed; -1 when memory is
 * out */
static int take_credit(struct wait_replay *r, const struct wait_credit *c, struct wait_visit peer)
{
	const struct otfp_process *p = otfp_state_find(&r->ledger->w->state, c->process);
	const uint32_t at = p ? otfp_wait_find_loss(r->ledger, p->index, c->call) : 0;

	if (!at)
		return 0;
	if (otfp_grow(&r->due, r->ndue, &r->due_cap, sizeof *r->due) < 0)
		return -1;
	r->due[r->ndue++] = at;
	otfp_wait_end_loss(r->ledger, at, peer);
	return 1;
}

/* A call that ends waits begins: they are due. @return how many; <0 */
static int take_credits(struct wait_replay *r, uint64_t number, struct wait_visit peer)
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

/* ---- notes: @return 0, or -1 ---- */

/* All waits that end in the tick are shared out when it is over. */
static int end_tick(struct wait_replay *r)
{
	int rc = 0;

	for (size_t i = 0; i < r->ndue && rc == 0; i++)
		rc = otfp_wait_share_out(r->ledger, r->due[i]);
	r->ndue = 0;
	return rc == 0 ? otfp_wait_ledger_bound(r->ledger) : rc;
}

static struct wait_places *places_of(const struct wait_replay *r, uint64_t process)
{
	return &r->ledger->places[process];
}

/* What passed before a note. */
static int take_passed(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);
	struct wait_lapse lapses[WAIT_PASSED_MOST];

	for (uint64_t i = 0; i < n->a; i++) {
		uint64_t *time;
		otfp_wait_diary_pair(from, &lapses[i].number, &lapses[i].ticks);
		time = otfp_wait_tally_at(&r->ledger->store.tallies, &s->now, node_of(r, lapses[i].number));
		if (!time)
			return -1;
		*time += lapses[i].ticks;
	}
	if (r->trail && otfp_trail_is_on(r->trail, n->process))
		otfp_trail_pass(r->trail, n->process, lapses, n->a);
	return 0;
}

static int take_enter(struct wait_replay *r, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);
	const struct wait_visit v = {(uint32_t)n->process, s->calls + 1};
	int opened, due;

	r->number = n->b > r->number ? n->b : r->number;
	if (load_debts(r) < 0 || load_credits(r) < 0)
		return -1;
	opened = take_debt(r, n->b, v);
	due = opened < 0 ? -1 : take_credits(r, n->b, v);
	s->number = n->b;
	s->node = node_of(r, n->c);
	if (due < 0 || otfp_wait_places_enter(&r->ledger->store, s, (uint32_t)(opened + due)) < 0)
		return -1;
	s->before = opened ? otfp_wait_tally_get(&r->ledger->store.tallies, s->now, s->node) : 0;
	return n->kind == WAIT_NOTE_INIT ? otfp_wait_sync_init(&r->ledger->syncs, v) : 0;
}

/* The time of a communication call is without its wait. @return 0, or -1 when memory is out */
static int subtract(struct wait_ledger *l, struct wait_places *s, uint64_t ticks)
{
	uint64_t *time = otfp_wait_tally_at(&l->store.tallies, &s->now, s->node);

	if (!time)
		return -1;
	*time = *time - s->before > ticks ? *time - ticks : s->before;
	return 0;
}

static int take_leave(struct wait_replay *r, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);
	const uint32_t loss = otfp_wait_find_loss(r->ledger, (uint32_t)n->process, s->number);

	if (loss) {
		if (subtract(r->ledger, s, r->ledger->losses[loss - 1].debt.size) < 0)
			return -1;
		otfp_wait_settle_loss(r->ledger, loss);
	}
	return otfp_wait_places_leave(&r->ledger->store, s);
}

/* A call of a process, after which so many began. */
static struct wait_visit visit_of(const struct wait_replay *r, uint64_t process, uint64_t age)
{
	return (struct wait_visit){(uint32_t)process, places_of(r, process)->calls - (uint32_t)age};
}

static int take_ref(struct wait_replay *r, const struct wait_note *n)
{
	otfp_wait_visit_ref(&r->ledger->syncs, visit_of(r, n->process, n->a), 1);
	return 0;
}

static int take_unref(struct wait_replay *r, const struct wait_note *n)
{
	otfp_wait_visit_unref(&r->ledger->syncs, visit_of(r, n->process, n->a), 1);
	return 0;
}

static int take_sync(struct wait_replay *r, const struct wait_note *n)
{
	return otfp_wait_sync(&r->ledger->syncs, visit_of(r, n->process, n->a), visit_of(r, n->b, n->c));
}

static int take_met(struct wait_replay *r, const struct wait_note *n)
{
	return take_sync(r, n) < 0 ? -1 : take_unref(r, n);
}

static int take_all(struct wait_replay *r, const struct wait_note *n)
{
	return otfp_wait_sync_all(&r->ledger->syncs, (uint32_t)n->b, r->ledger->w->groups[n->b].n, n->c, (uint32_t)n->d,
	                          visit_of(r, n->process, n->a), n->kind == WAIT_NOTE_PREFIX);
}

static int take_over(struct wait_replay *r, const struct wait_note *n)
{
	otfp_wait_sync_over(&r->ledger->syncs, (uint32_t)n->process, n->a);
	return 0;
}

/* What passed last on each process is not in the diary. */
static void pass_rest(struct wait_replay *r)
{
	struct wait_lapse lapses[WAIT_PASSED_MOST];

	for (size_t i = 0; i < r->diary->npassed; i++)
		otfp_trail_pass(r->trail, i, lapses, otfp_wait_diary_rest(r->diary, i, lapses));
}

/* ---- all ---- */

static int take(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	static int (*const takes[])(struct wait_replay * r, const struct wait_note *n) = {
		[WAIT_NOTE_ENTER] = take_enter, [WAIT_NOTE_INIT] = take_enter,  [WAIT_NOTE_LEAVE] = take_leave,
		[WAIT_NOTE_REF] = take_ref,     [WAIT_NOTE_UNREF] = take_unref, [WAIT_NOTE_SYNC] = take_sync,
		[WAIT_NOTE_MET] = take_met,     [WAIT_NOTE_ALL] = take_all,     [WAIT_NOTE_PREFIX] = take_all,
		[WAIT_NOTE_OVER] = take_over};

	if (n->kind <= WAIT_NOTE_LEAVE && n->a && take_passed(r, from, n) < 0)
		return -1;
	if (n->is_later) {
		if (end_tick(r) < 0)
			return -1;
		r->ledger->time = n->tick;
	}
	return n->kind == WAIT_NOTE_PASSED ? 0 : takes[n->kind](r, n);
}

/* What is there of all processes and functions. */
static int begin(struct wait_replay *r)
{
	struct wait_ledger *l = r->ledger;

	l->places = l->syncs.places = calloc(l->w->nprocesses + 1, sizeof *l->places);
	l->nplaces = l->places ? l->w->nprocesses : 0;
	if (!l->places || next_debt(r) < 0 || next_credit(r) < 0)
		return -1;
	return r->diary->by_path ? 0 : name_nodes(r);
}

int otfp_wait_replay(struct wait_replay *r)
{
	struct wait_diary_reader from = {.d = r->diary};
	struct wait_note n;
	int rc = begin(r);

	while (rc == 0 && (rc = otfp_wait_diary_next(&from, &n)) > 0)
		rc = take(r, &from, &n);
	if (rc < 0 || end_tick(r) < 0)
		return -1;
	if (r->trail)
		pass_rest(r);
	return 0;
}
