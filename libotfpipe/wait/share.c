/* share.c - a wait is shared out: to what its peer did more of than its process, and to the causes of the peer's own
 * waits. See roots.h. */
#include "wait/share.h"
#include "base/grow.h"
#include "wait/engine.h"
#include <stdlib.h>

/* ---- memory ---- */

void otfp_wait_ledger_end(struct wait_ledger *l)
{
	otfp_wait_syncs_release(&l->syncs);
	for (size_t i = 0; i < l->nplaces; i++)
		otfp_wait_places_release(&l->places[i]);
	free(l->places);
	free(l->losses);
	free(l->pieces);
	free(l->direct.p);
	*l = (struct wait_ledger){.w = l->w,
	                          .o = l->o,
	                          .is_coarse = l->is_coarse,
	                          .coarse_from = l->coarse_from,
	                          .causes = l->causes,
	                          .carry = l->carry,
	                          .nslots = l->store.slots.n,
	                          .store = l->store};
	otfp_wait_store_release(&l->store);
}

void otfp_wait_ledger_release(struct wait_ledger *l)
{
	otfp_wait_ledger_end(l);
	otfp_wait_causes_release(&l->causes);
	otfp_wait_carry_release(&l->carry);
}

static size_t bytes_of(const struct wait_ledger *l)
{
	return l->store.used + l->store.tallies.used + otfp_wait_syncs_bytes(&l->syncs);
}

/* Forget the older half of what is known, of all processes. */
static int forget_some(struct wait_ledger *l)
{
	if (!l->is_coarse)
		l->coarse_from = l->time;
	l->is_coarse = 1;
	for (size_t i = 0; i < l->nplaces; i++)
		otfp_wait_places_forget(&l->store, &l->places[i]);
	return otfp_wait_syncs_forget(&l->syncs);
}

int otfp_wait_ledger_bound(struct wait_ledger *l)
{
	const size_t bytes = bytes_of(l);

	if (OTFP_UNLIKELY(bytes > l->most)) {
		if (forget_some(l) < 0)
			return -1;
		if (bytes_of(l) > l->most / 4 * 3) /* as much as the processes and functions need */
			l->most = bytes_of(l) / 2 * 3;
	}
	return l->causes.nrows > l->causes.most ? otfp_wait_causes_bound(&l->causes) : 0;
}

/* ---- windows ---- */

static int add_piece(struct wait_ledger *l, const struct wait_debt *d, uint64_t window, uint64_t size)
{
	struct wait_piece *p;

	if (otfp_grow(&l->pieces, l->npieces, &l->pieces_cap, sizeof *l->pieces) < 0)
		return -1;
	p = &l->pieces[l->npieces++];
	p->size = size;
	return otfp_wait_class_of(&l->causes, window, d->path, d->kind, d->is_reported, &p->class);
}

/* Set the parts of a wait in the windows, or in the interval. */
static int set_pieces(struct wait_ledger *l, const struct wait_debt *d)
{
	const struct otfp_wait_options *o = l->o;
	uint64_t at = o->has_from && d->start < o->from ? o->from : d->start;
	const uint64_t end = o->has_to && d->start + d->size > o->to ? o->to : d->start + d->size;

	l->npieces = 0;
	if (!d->is_counted)
		return 0;
	if (o->inside)
		return add_piece(l, d, d->start, d->size);
	while (at < end) {
		const uint64_t window = l->has_windows ? otfp_wait_window_at(l->w, at) : 0,
			       start = l->has_windows ? otfp_wait_window_start(l->w, window) : 0,
			       edge = o->every && end - start > o->every ? start + o->every : end;
		if (add_piece(l, d, window, edge - at) < 0)
			return -1;
		at = edge;
	}
	return 0;
}

/* ---- a wait ---- */

/* Write it down; what has no cause is unknown. */
static int put_shares(struct wait_ledger *l, const struct wait_debt *d, struct wait_shares s)
{
	struct wait_entry unknown = {1, 0};
	const struct wait_list list = {&unknown, 1, 1};

	if (!(s.excess + s.waited)) {
		s.direct = &list;
		s.excess = 1;
	}
	if (set_pieces(l, d) < 0)
		return -1;
	s.pieces = l->pieces;
	s.npieces = l->npieces;
	return otfp_wait_carry_put(&l->carry, &s);
}

/* What is known of the two must be of the same time. */
static int is_forgotten(const struct wait_ledger *l, const struct wait_loss *x)
{
	return x->from < l->places[x->own.process].floor || x->peer_from < l->places[x->peer.process].floor;
}

/* The time of a process up to a place. */
static const struct wait_tally *time_at(const struct wait_places *s, uint64_t place)
{
	const struct wait_place *p = place ? otfp_wait_place_at(s, place) : NULL;

	if (!place)
		return NULL;
	return p ? p->time : s->now;
}

/* The waits of a process from a place on up to a call, before which its last one was. */
static void set_waits(struct wait_shares *s, const struct wait_places *peer, uint64_t from, uint32_t call)
{
	const struct wait_place *p = from ? otfp_wait_place_at(peer, from) : NULL;

	if (peer->last_call >= call || (p && !p->next))
		return;
	s->last = peer->last;
	s->first = p ? p->next : 0;
	s->waited = peer->waited - (p ? p->waited : 0);
}

static int share(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss *x = &l->losses[loss - 1];
	const int has_from = !is_forgotten(l, x);
	const uint64_t from = has_from ? x->from : 0, peer_from = has_from ? x->peer_from : 0;
	struct wait_places *own = &l->places[x->own.process];
	const struct wait_places *peer = &l->places[x->peer.process];
	struct wait_shares s = {.process = x->own.process,
	                        .peer = x->peer.process,
	                        .token = x->debt.peer,
	                        .size = x->debt.size,
	                        .end = x->end,
	                        .direct = &l->direct};

	l->direct.n = 0;
	if (otfp_wait_tally_excess(
		    &l->store.tallies,
		    (struct wait_change_of){time_at(peer, peer_from), time_at(peer, wait_enter_place(x->peer.call))},
		    (struct wait_change_of){time_at(own, from), time_at(own, wait_enter_place(x->own.call))},
		    &l->direct, &s.excess) < 0)
		return -1;
	set_waits(&s, peer, peer_from, x->peer.call);
	s.slot = s.size ? otfp_wait_slot_new(&l->store.slots) : 0;
	if ((s.size && !s.slot) || put_shares(l, &x->debt, s) < 0)
		return -1;
	if (s.size)
		otfp_wait_places_put(&l->store, own, x->own.call, s.size, s.slot);
	return 0;
}

/* ---- the waits of a process ---- */

/* @return 1 + index; 0 when memory is out */
static uint32_t new_loss(struct wait_ledger *l)
{
	const uint32_t at = l->spare_loss;

	if (at) {
		l->spare_loss = l->losses[at - 1].next;
		return at;
	}
	return otfp_grow(&l->losses, l->nlosses, &l->losses_cap, sizeof *l->losses) < 0 ? 0 : (uint32_t)++l->nlosses;
}

int otfp_wait_open_loss(struct wait_ledger *l, const struct wait_debt *d, struct wait_visit own)
{
	const uint32_t at = new_loss(l);

	if (!at)
		return -1;
	l->losses[at - 1] = (struct wait_loss){.debt = *d, .own = own, .next = l->places[own.process].losses};
	l->places[own.process].losses = at;
	return 0;
}

uint32_t otfp_wait_find_loss(const struct wait_ledger *l, uint32_t process, uint64_t call)
{
	uint32_t at = process < l->nplaces ? l->places[process].losses : 0;

	while (at && l->losses[at - 1].debt.call != call)
		at = l->losses[at - 1].next;
	return at;
}

static void remove_loss(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss *x = &l->losses[loss - 1];
	uint32_t *link = &l->places[x->own.process].losses;

	while (*link != loss)
		link = &l->losses[*link - 1].next;
	*link = x->next;
	*x = (struct wait_loss){.next = l->spare_loss};
	l->spare_loss = loss;
}

/* The waits of the peer that are due in the same tick come first. */
static int share_before(struct wait_ledger *l, struct wait_visit v)
{
	for (uint32_t at = l->places[v.process].losses, next; at; at = next) {
		const struct wait_loss *x = &l->losses[at - 1];
		next = x->next;
		if (x->is_due && !x->is_shared && !x->is_being_shared && x->own.call < v.call &&
		    otfp_wait_share_out(l, at) < 0)
			return -1;
	}
	return 0;
}

/* The wait does not need its places any more. */
static void let_go(struct wait_ledger *l, const struct wait_loss *x)
{
	struct wait_places *own = &l->places[x->own.process], *peer = &l->places[x->peer.process];

	otfp_wait_place_unref(&l->store, own, wait_enter_place(x->own.call), 1);
	otfp_wait_place_unref(&l->store, peer, wait_enter_place(x->peer.call), 1);
	if (x->from)
		otfp_wait_place_unref(&l->store, own, x->from, 1);
	if (x->peer_from)
		otfp_wait_place_unref(&l->store, peer, x->peer_from, 1);
}

/* What both did before that synchronized them: later records of the tick do not. */
void otfp_wait_end_loss(struct wait_ledger *l, uint32_t loss, struct wait_visit peer)
{
	struct wait_loss *x = &l->losses[loss - 1];
	struct wait_visit own = x->own;

	x->peer = peer;
	x->end = l->time;
	x->is_due = 1;
	otfp_wait_last_sync(&l->syncs, &own, &peer);
	if (!own.call)
		return;
	x->from = wait_leave_place(own.call);
	x->peer_from = wait_leave_place(peer.call);
	otfp_wait_place_ref(&l->places[own.process], x->from, 1);
	otfp_wait_place_ref(&l->places[peer.process], x->peer_from, 1);
}

int otfp_wait_share_out(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss x;

	if (!l->losses[loss - 1].is_due || l->losses[loss - 1].is_shared)
		return 0;
	l->losses[loss - 1].is_being_shared = 1;
	if (share_before(l, l->losses[loss - 1].peer) < 0 || share(l, loss) < 0)
		return -1;
	l->losses[loss - 1].is_shared = 1;
	x = l->losses[loss - 1];
	if (x.is_left)
		remove_loss(l, loss);
	let_go(l, &x);
	return 0;
}

void otfp_wait_settle_loss(struct wait_ledger *l, uint32_t loss)
{
	l->losses[loss - 1].is_left = 1;
	if (l->losses[loss - 1].is_shared)
		remove_loss(l, loss);
}

int otfp_wait_give_up(struct wait_ledger *l, uint32_t loss)
{
	const struct wait_debt *d = &l->losses[loss - 1].debt;
	return put_shares(l, d, (struct wait_shares){.token = d->peer, .size = d->size});
}
