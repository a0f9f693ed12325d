/* share.c - a wait is shared out: to what its peer did more of than its process, and to the causes of the peer's own
 * waits. See roots.h. */
#include "wait/share.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_ledger_release(struct wait_ledger *l)
{
	otfp_wait_syncs_release(&l->syncs);
	for (size_t i = 0; i < l->nsegments; i++)
		otfp_wait_segments_release(&l->segments[i]);
	for (size_t i = 0; i < l->nlosses; i++)
		otfp_map_release(&l->losses[i].blame);
	for (size_t i = 0; i < l->nplaces; i++)
		otfp_map_release(&l->places[i]);
	free(l->segments);
	free(l->losses);
	otfp_map_release(&l->cause_index);
	free(l->causes);
	otfp_map_release(&l->row_index);
	otfp_map_release(&l->keys);
	free(l->pieces);
	free(l->rows);
	otfp_map_release(&l->place_index);
	free(l->places);
	free(l->own);
	free(l->peer);
	free(l->nodes);
	otfp_wait_free(l->w);
}

/* ---- causes ---- */

/* @return 1 + index; 0 when memory is out */
static uint32_t cause_of(struct wait_ledger *l, uint32_t process, uint32_t node)
{
	struct wait_cause *c = otfp_map_row(&l->cause_index, (uint64_t)process << 32 | node, &l->causes, &l->ncauses,
	                                    &l->causes_cap, sizeof *c);

	if (!c)
		return 0;
	c->process = process;
	c->node = node;
	return (uint32_t)(c - l->causes) + 1;
}

static int add_to_place(struct wait_ledger *l, const struct wait_debt *d, uint32_t cause, uint64_t ticks)
{
	struct otfp_map *place;

	if (!l->by_place || !ticks)
		return 0;
	place = otfp_map_row(&l->place_index, (uint64_t)d->path * OTFP_NWAITS + d->kind, &l->places, &l->nplaces,
	                     &l->places_cap, sizeof *place);
	return place ? otfp_wait_vector_add(place, cause, ticks) : -1;
}

/* Note the wait if this is the largest part of one. */
static void note_most(struct otfp_root_row *row, const struct wait_loss *x, uint64_t ticks)
{
	const uint64_t begin = x->end - x->debt.size;

	if (!x->is_due || ticks < row->most || (ticks == row->most && begin >= row->wait_begin))
		return;
	row->most = ticks;
	row->wait_begin = begin;
	row->wait_end = x->end;
}

/* What rows are found by: causes and kinds get small numbers, to make room for the window. @return 0, or -1 when memory
 * is out */
static int key_of(struct wait_ledger *l, uint32_t cause, unsigned kind, uint64_t window, uint64_t *key)
{
	const uint64_t *number;

	*key = (uint64_t)cause * OTFP_NWAITS + kind;
	if (!l->first)
		return 0;
	number = otfp_map_get(&l->keys, *key);
	if (!number && otfp_map_set(&l->keys, *key, l->keys.n) < 0)
		return -1;
	*key = window << 32 | (number ? *number : l->keys.n - 1);
	return 0;
}

static int add_to_row(struct wait_ledger *l, const struct wait_loss *x, uint32_t cause, uint64_t window, uint64_t ticks,
                      int is_direct)
{
	const struct wait_debt *d = &x->debt;
	struct otfp_root_row *row;
	uint64_t key;

	if (!ticks)
		return 0;
	if (key_of(l, cause, d->kind, window, &key) < 0)
		return -1;
	row = otfp_map_row(&l->row_index, key, &l->rows, &l->nrows, &l->rows_cap, sizeof *row);
	if (!row)
		return -1;
	row->window = window;
	row->process = l->causes[cause - 1].process;
	row->path = l->causes[cause - 1].node; /* a node until the end */
	row->kind = (uint8_t)d->kind;
	*(is_direct ? &row->direct : &row->propagated) += ticks;
	if (is_direct)
		note_most(row, x, ticks);
	return add_to_place(l, d, cause, ticks);
}

/* ---- shares ---- */

/* What an entry of the sum gets; after all of them everything is given. */
static uint64_t part(struct wait_split *s, uint64_t entry)
{
	uint64_t upto;

	s->sum += entry;
	upto = (uint64_t)(((otfp_wide)s->size * s->sum + s->total / 2) / s->total);
	return s->given = upto;
}

static int add_piece(struct wait_ledger *l, uint64_t window, uint64_t size, uint64_t total)
{
	if (otfp_grow(&l->pieces, l->npieces, &l->pieces_cap, sizeof *l->pieces) < 0)
		return -1;
	l->pieces[l->npieces++] = (struct wait_piece){.split = {.size = size, .total = total}, .window = window};
	return 0;
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
		return add_piece(l, d->start, d->size, total);
	while (at < end) {
		const uint64_t window = l->first ? otfp_wait_window_at(l->first, at) : 0,
			       start = l->first ? otfp_wait_window_start(l->first, window) : 0,
			       edge = o->every && end - start > o->every ? start + o->every : end;
		if (add_piece(l, window, edge - at, total) < 0)
			return -1;
		at = edge;
	}
	return 0;
}

/* The entry of a cause: its part of the wait, and of each piece. */
static int give(struct wait_ledger *l, uint32_t loss, struct wait_split *all, uint32_t cause, uint64_t entry,
                int is_direct)
{
	struct wait_loss *x = &l->losses[loss - 1];
	const uint64_t before = all->given, ticks = part(all, entry) - before;
	int rc = cause ? 0 : -1;

	if (rc == 0 && ticks)
		rc = otfp_wait_vector_add(&x->blame, cause, ticks);
	for (size_t i = 0; i < l->npieces && rc == 0; i++) {
		struct wait_piece *p = &l->pieces[i];
		const uint64_t had = p->split.given;
		rc = add_to_row(l, x, cause, p->window, part(&p->split, entry) - had, is_direct);
	}
	return rc;
}

/* ---- what the two did ---- */

/* Call f for each segment from one place to another. */
static struct wait_segment *first_segment(struct wait_segments *s, uint64_t from)
{
	struct wait_segment *segment = otfp_wait_segment_at(s, from);

	return segment && segment->start < from ? segment + 1 : segment;
}

static int has_room(struct wait_ledger *l, uint64_t node)
{
	const size_t old = l->nodes_cap;
	size_t cap = old ? old : 64;
	void *own, *peer, *nodes;

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
	if (!own || !peer || !nodes)
		return 0;
	memset(l->own + old, 0, (cap - old) * sizeof *l->own);
	memset(l->peer + old, 0, (cap - old) * sizeof *l->peer);
	l->nodes_cap = cap;
	return 1;
}

/* Add up the time by node. */
static int gather(struct wait_ledger *l, struct wait_visit v, uint64_t from, int is_own)
{
	struct wait_segments *s = &l->segments[v.process];
	const uint64_t to = wait_enter_place(v.call);

	for (struct wait_segment *x = first_segment(s, from); x && x < s->p + s->n && x->start < to; x++)
		for (struct otfp_map_at at = {0}; otfp_map_next(&x->time, &at);) {
			if (!has_room(l, at.key))
				return -1;
			if (is_own) {
				l->own[at.key] += *at.value;
				continue;
			}
			if (!l->peer[at.key] && *at.value) /* once, though a call may be all wait */
				l->nodes[l->nnodes++] = (uint32_t)at.key;
			l->peer[at.key] += *at.value;
		}
	return 0;
}

/* Set the time of the process to 0 again. */
static void forget(struct wait_ledger *l, struct wait_visit v, uint64_t from)
{
	struct wait_segments *s = &l->segments[v.process];
	const uint64_t to = wait_enter_place(v.call);

	for (struct wait_segment *x = first_segment(s, from); x && x < s->p + s->n && x->start < to; x++)
		for (struct otfp_map_at at = {0}; otfp_map_next(&x->time, &at);)
			if (at.key < l->nodes_cap)
				l->own[at.key] = 0;
	for (size_t i = 0; i < l->nnodes; i++)
		l->peer[l->nodes[i]] = 0;
	l->nnodes = 0;
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

static uint64_t delayed(struct wait_ledger *l, struct wait_visit v, uint64_t from)
{
	struct wait_segments *s = &l->segments[v.process];
	uint64_t sum = 0;

	for (struct wait_segment *x = first_segment(s, from);
	     x && x < s->p + s->n && x->start < wait_enter_place(v.call); x++)
		for (struct otfp_map_at at = {0}; otfp_map_next(&x->blame, &at);)
			sum += *at.value;
	return sum;
}

/* ---- a wait ---- */

static int give_direct(struct wait_ledger *l, uint32_t loss, struct wait_split *p)
{
	const uint32_t process = l->losses[loss - 1].debt.peer;

	for (size_t i = 0; i < l->nnodes; i++) {
		const uint32_t node = l->nodes[i];
		if (l->peer[node] && give(l, loss, p, cause_of(l, process, node), l->peer[node], 1) < 0)
			return -1;
	}
	return 0;
}

static int give_propagated(struct wait_ledger *l, uint32_t loss, struct wait_split *p, struct wait_visit v,
                           uint64_t from)
{
	struct wait_segments *s = &l->segments[v.process];

	for (struct wait_segment *x = first_segment(s, from);
	     x && x < s->p + s->n && x->start < wait_enter_place(v.call); x++)
		for (struct otfp_map_at at = {0}; otfp_map_next(&x->blame, &at);)
			if (give(l, loss, p, (uint32_t)at.key, *at.value, 0) < 0)
				return -1;
	return 0;
}

static int share(struct wait_ledger *l, uint32_t loss)
{
	const struct wait_loss x = l->losses[loss - 1];
	struct wait_split all = {.size = x.debt.size};
	uint64_t total;
	int rc = gather(l, x.own, x.from, 1);

	if (rc == 0)
		rc = gather(l, x.peer, x.peer_from, 0);
	total = excess(l) + delayed(l, x.peer, x.peer_from);
	all.total = total ? total : 1;
	if (rc == 0)
		rc = set_pieces(l, &x.debt, all.total);
	if (rc == 0 && !total)
		rc = give(l, loss, &all, cause_of(l, x.debt.peer, 0), 1, 1);
	if (rc == 0 && total)
		rc = give_direct(l, loss, &all);
	if (rc == 0 && total)
		rc = give_propagated(l, loss, &all, x.peer, x.peer_from);
	forget(l, x.own, x.from);
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
	otfp_map_release(&x->blame);
	*x = (struct wait_loss){.next = l->spare_loss};
	l->spare_loss = loss;
}

/* The blame of a wait that is shared out and left goes to the segment that its call is in. */
static int settle(struct wait_ledger *l, uint32_t loss)
{
	struct wait_loss *x = &l->losses[loss - 1];
	struct wait_segment *s = otfp_wait_segment_at(&l->segments[x->own.process], wait_enter_place(x->own.call));
	int rc = s ? 0 : -1;

	for (struct otfp_map_at at = {0}; rc == 0 && otfp_map_next(&x->blame, &at);)
		rc = otfp_wait_vector_add(&s->blame, at.key, *at.value);
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

	if (otfp_wait_place_unref(own, wait_enter_place(x->own.call)) < 0 ||
	    otfp_wait_place_unref(peer, wait_enter_place(x->peer.call)) < 0 ||
	    (x->from && otfp_wait_place_unref(own, x->from) < 0))
		return -1;
	return x->peer_from ? otfp_wait_place_unref(peer, x->peer_from) : 0;
}

/* What both did before that synchronized them: later records of the tick do not. */
void otfp_wait_end_loss(struct wait_ledger *l, uint32_t loss, struct wait_visit peer, uint64_t time)
{
	struct wait_loss *x = &l->losses[loss - 1];
	struct wait_visit own = x->own;

	x->peer = peer;
	x->end = time;
	x->is_due = 1;
	otfp_wait_last_sync(&l->syncs, l->w, &own, &peer);
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
	const struct wait_debt d = l->losses[loss - 1].debt;
	struct wait_split all = {.size = d.size, .total = 1};

	return set_pieces(l, &d, 1) < 0 ? -1 : give(l, loss, &all, cause_of(l, d.peer, 0), 1, 1);
}
