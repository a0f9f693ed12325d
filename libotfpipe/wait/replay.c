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

	for (size_t i = 0; i < w->nfunctions && rc == 0; i++)
		refs[i] = w->by_number[i]->ref;
	if (rc == 0)
		qsort(refs, w->nfunctions, sizeof *refs, otfp_by_u64);
	for (size_t i = 0; i < w->nfunctions && rc == 0; i++)
		rc = named_node(r, refs[i]) ? 0 : -1;
	free(refs);
	return rc;
}

/* The node of a number of the diary; 0 when memory is out. */
static uint32_t node_of(struct wait_replay *r, uint64_t number)
{
	if (!number || r->diary->by_path)
		return WAIT_NO_CALL + (uint32_t)number;
	while (r->nnodes <= number) {
		if (otfp_grow(&r->nodes, r->nnodes, &r->nodes_cap, sizeof *r->nodes) < 0)
			return 0;
		r->nodes[r->nnodes++] = 0;
	}
	if (!r->nodes[number])
		r->nodes[number] = named_node(r, r->ledger->w->by_number[number - 1]->ref);
	return r->nodes[number];
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

typedef int take_fn(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n);

/* All waits that end in the tick are shared out when it is over. */
static int end_tick(struct wait_replay *r)
{
	int rc = 0;

	for (size_t i = 0; i < r->ndue && rc == 0; i++)
		rc = otfp_wait_share_out(r->ledger, r->due[i]);
	r->ndue = 0;
	return rc == 0 ? otfp_wait_ledger_bound(r->ledger) : rc;
}

static int take_tick(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	(void)from;
	if (end_tick(r) < 0)
		return -1;
	r->ledger->time = n->a;
	return 0;
}

static struct wait_places *places_of(struct wait_replay *r, uint64_t process)
{
	struct wait_ledger *l = r->ledger;

	while (l->nplaces <= process) {
		if (otfp_grow(&l->places, l->nplaces, &l->places_cap, sizeof *l->places) < 0)
			return NULL;
		l->places[l->nplaces++] = (struct wait_places){0};
		l->syncs.places = l->places;
	}
	return &l->places[process];
}

static int take_passed(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);
	struct wait_lapse lapses[WAIT_PASSED_MOST];

	for (uint64_t i = 0; s && i < n->a; i++) {
		uint64_t *time;
		uint32_t node;
		otfp_wait_diary_pair(from, &lapses[i].number, &lapses[i].ticks);
		node = node_of(r, lapses[i].number);
		time = node ? otfp_wait_tally_at(&r->ledger->store.tallies, &s->now, node) : NULL;
		if (!time)
			return -1;
		*time += lapses[i].ticks;
	}
	if (s && r->trail && otfp_trail_is_on(r->trail, n->process))
		otfp_trail_pass(r->trail, n->process, lapses, n->a);
	return s ? 0 : -1;
}

static int take_enter(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);
	const struct wait_visit v = {(uint32_t)n->process, s ? s->calls + 1 : 0};
	int opened, due;

	(void)from;
	r->number = n->a > r->number ? n->a : r->number;
	if (!s || load_debts(r) < 0 || load_credits(r) < 0)
		return -1;
	opened = take_debt(r, n->a, v);
	due = opened < 0 ? -1 : take_credits(r, n->a, v);
	s->number = n->a;
	s->node = node_of(r, n->b);
	if (!s->node || due < 0 || otfp_wait_places_enter(&r->ledger->store, s, (uint32_t)(opened + due)) < 0)
		return -1;
	s->before = opened ? otfp_wait_tally_get(&r->ledger->store.tallies, s->now, s->node) : 0;
	return n->c ? otfp_wait_sync_init(&r->ledger->syncs, v) : 0;
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

static int take_leave(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);
	const uint32_t loss = s ? otfp_wait_find_loss(r->ledger, (uint32_t)n->process, s->number) : 0;

	(void)from;
	if (loss) {
		if (subtract(r->ledger, s, r->ledger->losses[loss - 1].debt.size) < 0)
			return -1;
		otfp_wait_settle_loss(r->ledger, loss);
	}
	return s ? otfp_wait_places_leave(&r->ledger->store, s) : -1;
}

static int take_ref(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);

	(void)from;
	if (s)
		otfp_wait_place_ref(s, wait_leave_place((uint32_t)n->a));
	return s ? 0 : -1;
}

static int take_unref(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	struct wait_places *s = places_of(r, n->process);

	(void)from;
	if (s)
		otfp_wait_place_unref(&r->ledger->store, s, wait_leave_place((uint32_t)n->a));
	return s ? 0 : -1;
}

static int take_sync(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	const struct wait_visit a = {(uint32_t)n->process, (uint32_t)n->a}, b = {(uint32_t)n->b, (uint32_t)n->c};

	(void)from;
	return places_of(r, a.process) && places_of(r, b.process) ? otfp_wait_sync(&r->ledger->syncs, a, b) : -1;
}

static int take_all(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	const struct wait_visit v = {(uint32_t)n->process, (uint32_t)n->a};

	(void)from;
	return otfp_wait_sync_all(&r->ledger->syncs, (uint32_t)n->b, r->ledger->w->groups[n->b].n, n->c, (uint32_t)n->d,
	                          v, n->kind == WAIT_NOTE_PREFIX);
}

static int take_over(struct wait_replay *r, struct wait_diary_reader *from, const struct wait_note *n)
{
	(void)from;
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

int otfp_wait_replay(struct wait_replay *r)
{
	static take_fn *const takes[] = {
		[WAIT_NOTE_TICK] = take_tick,   [WAIT_NOTE_PASSED] = take_passed, [WAIT_NOTE_ENTER] = take_enter,
		[WAIT_NOTE_LEAVE] = take_leave, [WAIT_NOTE_REF] = take_ref,       [WAIT_NOTE_UNREF] = take_unref,
		[WAIT_NOTE_SYNC] = take_sync,   [WAIT_NOTE_ALL] = take_all,       [WAIT_NOTE_PREFIX] = take_all,
		[WAIT_NOTE_OVER] = take_over};
	struct wait_diary_reader from = {.d = r->diary};
	struct wait_note n;
	int rc = next_debt(r) < 0 || next_credit(r) < 0 ? -1 : 1;

	if (rc > 0 && !r->diary->by_path && name_nodes(r) < 0)
		return -1;
	while (rc > 0 && (rc = otfp_wait_diary_next(&from, &n)) > 0)
		if (takes[n.kind](r, &from, &n) < 0)
			return -1;
	if (rc < 0 || end_tick(r) < 0)
		return -1;
	if (r->trail)
		pass_rest(r);
	return 0;
}
