/* share.c - a wait is shared out: to what its peer did more of than its process, and to the causes of the peer's own
 * waits. See roots.h. */
#include "wait/share.h"
#include "base/grow.h"
#include "base/order.h"
#include "wait/engine.h"
#include <stdlib.h>
#include <string.h>

enum { MANY = 8 }; /* waits of a segment, before their sum takes their place */

/* ---- memory ---- */

void otfp_wait_ledger_end(struct wait_ledger *l)
{
	otfp_wait_syncs_release(&l->syncs);
	for (size_t i = 0; i < l->nsegments; i++)
		otfp_wait_segments_release(&l->segments[i], &l->used);
	free(l->segments);
	free(l->losses);
	free(l->pieces);
	free(l->direct);
	free(l->passed);
	free(l->own);
	free(l->peer);
	free(l->nodes);
	free(l->own_nodes);
	*l = (struct wait_ledger){.w = l->w,
	                          .o = l->o,
	                          .is_coarse = l->is_coarse,
	                          .coarse_from = l->coarse_from,
	                          .causes = l->causes,
	                          .carry = l->carry};
}

void otfp_wait_ledger_release(struct wait_ledger *l)
{
	otfp_wait_ledger_end(l);
	otfp_wait_causes_release(&l->causes);
	otfp_wait_carry_release(&l->carry);
}

static size_t bytes_of(const struct wait_ledger *l)
{
	return l->used + otfp_wait_syncs_bytes(&l->syncs);
}

/* Forget the older half of what is known, of all processes. */
static int forget_some(struct wait_ledger *l)
{
	if (!l->is_coarse)
		l->coarse_from = l->time;
	l->is_coarse = 1;
	for (size_t i = 0; i < l->nsegments; i++)
		if (otfp_wait_segments_merge(&l->segments[i], &l->used) < 0)
			return -1;
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
	return otfp_wait_causes_bound(&l->causes);
}

/* ---- direct causes ---- */

/* Note the wait if this is the largest part of one. */
static void note_most(struct otfp_root_row *row, const struct wait_loss *x, uint64_t ticks)
{
	const uint64_t begin = x->end - x->debt.size;

	if (!x->is_due || row->is_other || ticks < row->most || (ticks == row->most && begin >= row->wait_begin))
		return;
	row->most = ticks;
	row->wait_begin = begin;
	row->wait_end = x->end;
}

static int add_piece(struct wait_ledger *l, const struct wait_debt *d, uint64_t window, uint64_t size, uint64_t total)
{
	struct wait_piece *p;

	if (otfp_grow(&l->pieces, l->npieces, &l->pieces_cap, sizeof *l->pieces) < 0)
		return -1;
	p = &l->pieces[l->npieces++];
	*p = (struct wait_piece){.split = {.size = size, .total = total}};
	return otfp_wait_class_of(&l->causes, window, l->causes.by_place ? d->path : 0, d->kind, &p->class);
}

/* Set the parts of a wait in the windows, or in the interval. */
static int set_pieces(struct wait_ledger *l, const struct wait_debt *d, uint64_t total)
{
	const struct otfp_wait_options *o = l->o;
	uint64_t at = o->has_from && d->start < o->from ? o->from : d->start;
	const uint64_t end = o->has_to && d->start + d->size > o->to ? o->to : d->start + d->size;

	l->npieces = 0;
	if (!d->is_counted)
		return 0;
	if (o->inside)
		return add_piece(l, d, d->start, d->size, total);
	while (at < end) {
		const uint64_t window = l->has_windows ? otfp_wait_window_at(l->w, at) : 0,
			       start = l->has_windows ? otfp_wait_window_start(l->w, window) : 0,
			       edge = o->every && end - start > o->every ? start + o->every : end;
		if (add_piece(l, d, window, edge - at, total) < 0)
			return -1;
		at = edge;
	}
	return 0;
}

/* A cause gets its part of each piece. */
static int give(struct wait_ledger *l, const struct wait_loss *x, uint32_t node, uint64_t entry)
{
	const uint32_t cause = otfp_wait_cause_of(&l->causes, x->debt.peer, node);

	if (!cause || otfp_grow(&l->direct, l->ndirect, &l->direct_cap, sizeof *l->direct) < 0)
		return -1;
	l->direct[l->ndirect++] = (struct wait_entry){entry, cause};
	for (size_t i = 0; i < l->npieces; i++) {
		const uint64_t ticks = otfp_wait_split_part(&l->pieces[i].split, entry);
		struct otfp_root_row *row = ticks ? otfp_wait_cause_row(&l->causes, cause, l->pieces[i].class) : NULL;
		if (ticks && !row)
			return -1;
		if (row) {
			row->direct += ticks;
			note_most(row, x, ticks);
		}
	}
	return 0;
}

/* ---- what the two did ---- */

/* The first segment from a place on. */
static struct wait_segment *first_segment(struct wait_segments *s, uint64_t from)
{
	struct wait_segment *segment = otfp_wait_segment_at(s, from);

	return segment && segment->start < from ? segment + 1 : segment;
}

static int has_room(struct wait_ledger *l, uint64_t node)
{
	const size_t old = l->nodes_cap;
	size_t cap = old ? old : 64;
	void *own, *peer, *nodes, *own_nodes;

	if (node < old)
		return 1;
	while (cap <= node)
		cap *= 2;
	if ((own = realloc(l->own, cap * sizeof *l->own)))
		l->own = own;
	if ((peer = realloc(l->peer, cap * sizeof *l->peer)))
		l->peer = peer;
	if ((nodes = realloc(l->nodes, cap * sizeof *l->nodes)))
		l->nodes = nodes;
	if ((own_nodes = realloc(l->own_nodes, cap * sizeof *l->own_nodes)))
		l->own_nodes = own_nodes;
	if (!own || !peer || !nodes || !own_nodes)
		return 0;
	memset(l->own + old, 0, (cap - old) * sizeof *l->own);
	memset(l->peer + old, 0, (cap - old) * sizeof *l->peer);
	l->nodes_cap = cap;
	return 1;
}

/* A sum of some nodes: those with time are listed once, though a call may be all wait. */
static void add(uint64_t *sums, uint32_t *nodes, size_t *n, const struct wait_entry *e)
{
	if (!sums[e->key] && e->ticks)
		nodes[(*n)++] = e->key;
	sums[e->key] += e->ticks;
}

/* Add up the time by node. */
static int gather(struct wait_ledger *l, struct wait_visit v, uint64_t from, int is_own)
{
	struct wait_segments *s = &l->segments[v.process];
	struct wait_span span = otfp_wait_span(s, from, wait_enter_place(v.call));
	const struct wait_vector *time;

	while ((time = otfp_wait_span_next(s, &span, &l->used))) {
		if (time->n && !has_room(l, time->p[time->n - 1].key)) /* sorted */
			return -1;
		for (uint32_t i = 0; i < time->n; i++)
			if (is_own)
				add(l->own, l->own_nodes, &l->nown, &time->p[i]);
			else
				add(l->peer, l->nodes, &l->nnodes, &time->p[i]);
	}
	return span.failed ? -1 : 0;
}

/* Set the time of both to 0 again. */
static void forget(struct wait_ledger *l)
{
	for (size_t i = 0; i < l->nown; i++)
		l->own[l->own_nodes[i]] = 0;
	for (size_t i = 0; i < l->nnodes; i++)
		l->peer[l->nodes[i]] = 0;
	l->nown = l->nnodes = 0;
}

/* Let l->peer have the excess only. @return its sum */
static uint64_t excess(struct wait_ledger *l)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < l->nnodes; i++) {
		uint64_t *peer = &l->peer[l->nodes[i]], own = l->own[l->nodes[i]];
		*peer = *peer > own ? *peer - own : 0;
		sum += *peer;
	}
	return sum;
}

/* Collect the waits of the peer. @param sum  set to the ticks of all */
static int collect(struct wait_ledger *l, struct wait_visit v, uint64_t from, uint64_t *sum)
{
	struct wait_segments *s = &l->segments[v.process];
	const uint64_t to = wait_enter_place(v.call);

	*sum = 0;
	l->npassed = 0;
	for (struct wait_segment *x = first_segment(s, from); x && x < s->p + s->n && x->start < to; x++) {
		if (x->losses.n > MANY && otfp_wait_carry_sum(&l->carry, &x->losses) < 0)
			return -1;
		for (uint32_t i = 0; i < x->losses.n; i++) {
			if (otfp_grow(&l->passed, l->npassed, &l->passed_cap, sizeof *l->passed) < 0)
				return -1;
			l->passed[l->npassed++] = x->losses.p[i];
			*sum += x->losses.p[i].ticks;
		}
	}
	return 0;
}

/* ---- a wait ---- */

static int by_number(const void *a, const void *b)
{
	return otfp_order(*(const uint32_t *)a, *(const uint32_t *)b);
}

/* In an order that does not depend on which segments have a sum: what is cut off of one tick is given to the next. */
static int give_direct(struct wait_ledger *l, const struct wait_loss *x)
{
	if (l->nnodes > 1)
		qsort(l->nodes, l->nnodes, sizeof *l->nodes, by_number);
	for (size_t i = 0; i < l->nnodes; i++)
		if (l->peer[l->nodes[i]] && give(l, x, l->nodes[i], l->peer[l->nodes[i]]) < 0)
			return -1;
	return 0;
}

/* Write down what it was shared out to. */
static int carry(struct wait_ledger *l, uint32_t *slot)
{
	struct wait_entry *pieces = malloc((l->npieces + 1) * sizeof *pieces);
	const struct wait_shares s = {l->direct, l->passed, pieces, l->ndirect, l->npassed, l->npieces};
	int rc;

	if (!pieces)
		return -1;
	for (size_t i = 0; i < l->npieces; i++)
		pieces[i] = (struct wait_entry){l->pieces[i].split.size, l->pieces[i].class};
	rc = otfp_wait_carry_put(&l->carry, &s, slot);
	free(pieces);
	return rc;
}

/* What is known of the two must be of the same time. */
static int is_forgotten(const struct wait_ledger *l, const struct wait_loss *x)
{
	return x->from < l->segments[x->own.process].floor || x->peer_from < l->segments[x->peer.process].floor;
}

static int share(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss *x = &l->losses[loss - 1];
	const int has_from = !is_forgotten(l, x);
	const uint64_t from = has_from ? x->from : 0, peer_from = has_from ? x->peer_from : 0;
	uint64_t total, passed = 0;
	int rc = gather(l, x->own, from, 1);

	if (rc == 0)
		rc = gather(l, x->peer, peer_from, 0);
	total = excess(l);
	l->ndirect = 0;
	if (rc == 0)
		rc = collect(l, x->peer, peer_from, &passed);
	total += passed;
	if (rc == 0)
		rc = set_pieces(l, &x->debt, total ? total : 1);
	if (rc == 0)
		rc = total ? give_direct(l, x) : give(l, x, 0, 1);
	if (rc == 0)
		rc = carry(l, &x->slot);
	forget(l);
	return rc;
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
	l->losses[at - 1] = (struct wait_loss){.debt = *d, .own = own, .next = l->segments[own.process].losses};
	l->segments[own.process].losses = at;
	return 0;
}

uint32_t otfp_wait_find_loss(const struct wait_ledger *l, uint32_t process, uint64_t call)
{
	uint32_t at = process < l->nsegments ? l->segments[process].losses : 0;

	while (at && l->losses[at - 1].debt.call != call)
		at = l->losses[at - 1].next;
	return at;
}

static void remove_loss(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss *x = &l->losses[loss - 1];
	uint32_t *link = &l->segments[x->own.process].losses;

	while (*link != loss)
		link = &l->losses[*link - 1].next;
	*link = x->next;
	*x = (struct wait_loss){.next = l->spare_loss};
	l->spare_loss = loss;
}

/* A wait that is shared out and left belongs to the segment that its call is in. */
static int settle(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss *x = &l->losses[loss - 1];
	struct wait_segment *s = otfp_wait_segment_at(&l->segments[x->own.process], wait_enter_place(x->own.call));
	const struct wait_entry e = {x->debt.size, x->slot};
	int rc = s ? otfp_wait_vector_put(&s->losses, &e, 1, &l->used) : -1;

	if (rc == 0 && s->losses.n > MANY)
		rc = otfp_wait_carry_sum(&l->carry, &s->losses);
	remove_loss(l, loss);
	return rc;
}

/* The waits of the peer that are due in the same tick come first. */
static int share_before(struct wait_ledger *l, struct wait_visit v)
{
	for (uint32_t at = l->segments[v.process].losses, next; at; at = next) {
		const struct wait_loss *x = &l->losses[at - 1];
		next = x->next;
		if (x->is_due && !x->is_shared && !x->is_being_shared && x->own.call < v.call &&
		    otfp_wait_share_out(l, at) < 0)
			return -1;
	}
	return 0;
}

/* The wait does not need its places any more. */
static int let_go(struct wait_ledger *l, const struct wait_loss *x)
{
	struct wait_segments *own = &l->segments[x->own.process], *peer = &l->segments[x->peer.process];

	if (otfp_wait_place_unref(own, wait_enter_place(x->own.call), &l->used) < 0 ||
	    otfp_wait_place_unref(peer, wait_enter_place(x->peer.call), &l->used) < 0 ||
	    (x->from && otfp_wait_place_unref(own, x->from, &l->used) < 0))
		return -1;
	return x->peer_from ? otfp_wait_place_unref(peer, x->peer_from, &l->used) : 0;
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
	otfp_wait_place_ref(&l->segments[own.process], x->from);
	otfp_wait_place_ref(&l->segments[peer.process], x->peer_from);
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
	if (x.is_left && settle(l, loss) < 0)
		return -1;
	return let_go(l, &x);
}

int otfp_wait_settle_loss(struct wait_ledger *l, uint32_t loss)
{
	l->losses[loss - 1].is_left = 1;
	return l->losses[loss - 1].is_shared ? settle(l, loss) : 0;
}

int otfp_wait_give_up(struct wait_ledger *l, uint32_t loss)
{
	const struct wait_loss x = l->losses[loss - 1];

	l->ndirect = 0;
	return set_pieces(l, &x.debt, 1) < 0 ? -1 : give(l, &x, 0, 1);
}
