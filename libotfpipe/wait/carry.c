#include "wait/carry.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_carry_release(struct wait_carry *c)
{
	for (size_t i = 0; i < c->nedges; i++) {
		otfp_wait_rates_release(&c->edges[i].begins, &c->used);
		otfp_wait_rates_release(&c->edges[i].ends, &c->used);
	}
	for (size_t i = 0; i < c->nactive; i++)
		otfp_wait_rates_release(&c->active[i], &c->used);
	free(c->edges);
	free(c->active);
	free(c->gifts);
	otfp_wait_reel_release(&c->reel);
	*c = (struct wait_carry){0};
}

/* ---- forward ---- */

enum { NUMBERS = 11 }; /* of a wait, before its pieces and causes */

static void numbers_of(const struct wait_carry *c, const struct wait_shares *s, uint64_t *v)
{
	v[0] = s->slot;
	v[1] = s->process;
	v[2] = s->size;
	v[3] = s->end ? 1 + wait_fold_sign(s->end - c->end) : 0;
	v[4] = s->token;
	v[5] = s->last;
	v[6] = s->peer;
	v[7] = s->first;
	v[8] = s->waited;
	v[9] = s->excess;
	v[10] = s->npieces;
}

/* The length of an item stands behind it: it is read from the end. */
int otfp_wait_carry_put(struct wait_carry *c, const struct wait_shares *s)
{
	const size_t most = (NUMBERS + 2 * (s->npieces + s->direct->n)) * WAIT_NUMBER_MAX + sizeof(uint32_t);
	char *begin = most < UINT32_MAX ? otfp_wait_reel_room(&c->reel, most) : NULL, *p = begin;
	uint32_t length, node = 0;
	uint64_t v[NUMBERS];

	if (!begin)
		return -1;
	numbers_of(c, s, v);
	for (unsigned i = 0; i < NUMBERS; i++)
		p = wait_put_number(p, v[i]);
	for (size_t i = 0; i < s->npieces; i++)
		p = wait_put_number(wait_put_number(p, s->pieces[i].class), s->pieces[i].size);
	for (size_t i = 0; i < s->direct->n; i++) {
		p = wait_put_number(wait_put_number(p, s->direct->p[i].key - node), s->direct->p[i].ticks);
		node = s->direct->p[i].key;
	}
	c->end = s->end ? s->end : c->end;
	length = (uint32_t)(p - begin);
	memcpy(p, &length, sizeof length);
	otfp_wait_reel_put(&c->reel, p + sizeof length);
	return 0;
}

/* ---- backward ---- */

/* A wait that is read. */
struct item {
	struct wait_shares s; /* without its arrays */
	const char *p, *end;  /* its causes */
	uint64_t total;
};

static struct wait_gift *new_gift(struct wait_carry *c, uint32_t class)
{
	if (otfp_grow(&c->gifts, c->ngifts, &c->gifts_cap, sizeof *c->gifts) < 0)
		return NULL;
	c->gifts[c->ngifts] = (struct wait_gift){.class = class};
	return &c->gifts[c->ngifts++];
}

/* The gift of a class that is passed on, which no other one of these has; the first ones are those of the pieces. */
static struct wait_gift *gift_of(struct wait_carry *c, const struct wait_shares *s, uint32_t class)
{
	for (size_t i = 0; i < s->npieces; i++)
		if (c->gifts[i].class == class)
			return &c->gifts[i];
	return new_gift(c, class);
}

/* The wait itself, by class. */
static int get_pieces(struct wait_carry *c, struct wait_causes *causes, struct item *x)
{
	c->ngifts = 0;
	for (uint64_t class, size, i = x->s.npieces; i; i--) {
		struct wait_gift *g;
		x->p = wait_get_number(wait_get_number(x->p, &class), &size);
		g = new_gift(c, (uint32_t) class);
		if (!g)
			return -1;
		g->size = size;
		g->direct = wait_rate_of((otfp_wide)size << OTFP_ROOT_FRACTION, x->total);
		c->all += size;
		causes->classes[class].all += size;
	}
	return 0;
}

static int get_item(struct wait_carry *c, struct wait_causes *causes, struct item *x)
{
	uint64_t v[NUMBERS];

	for (unsigned i = 0; i < NUMBERS; i++)
		x->p = wait_get_number(x->p, &v[i]);
	x->s = (struct wait_shares){.slot = (uint32_t)v[0],
	                            .process = (uint32_t)v[1],
	                            .size = v[2],
	                            .token = (uint32_t)v[4],
	                            .last = (uint32_t)v[5],
	                            .peer = (uint32_t)v[6],
	                            .first = (uint32_t)v[7],
	                            .waited = v[8],
	                            .excess = v[9],
	                            .npieces = v[10]};
	if (v[3]) {
		x->s.end = c->end;
		c->end -= wait_unfold_sign(v[3] - 1);
	}
	x->total = x->s.excess + x->s.waited;
	return get_pieces(c, causes, x);
}

/* ---- causes ---- */

/* Note the wait if this is the largest part of one. */
static void note_most(struct otfp_root_row *row, const struct wait_shares *s, otfp_wide share)
{
	const otfp_wide half = (otfp_wide)1 << (OTFP_ROOT_FRACTION - 1);
	const uint64_t ticks = (uint64_t)((share + half) >> OTFP_ROOT_FRACTION), begin = s->end - s->size;

	if (!s->end || row->is_other || ticks < row->most || (ticks == row->most && begin >= row->wait_begin))
		return;
	row->most = ticks;
	row->wait_begin = begin;
	row->wait_end = s->end;
}

/* A cause gets its part. */
static int give(struct wait_carry *c, struct wait_causes *causes, uint32_t cause, uint64_t ticks,
                const struct wait_shares *s)
{
	for (size_t i = 0; i < c->ngifts; i++) {
		const struct wait_gift *g = &c->gifts[i];
		struct otfp_root_row *row = otfp_wait_cause_row(causes, cause, g->class);
		if (!row)
			return -1;
		if (g->direct) {
			const otfp_wide share = wait_share_at(g->direct, ticks);
			row->direct += share;
			note_most(row, s, share);
		}
		if (g->propagated)
			row->propagated += wait_share_at(g->propagated, ticks);
	}
	return 0;
}

static int give_direct(struct wait_carry *c, struct wait_causes *causes, const struct item *x)
{
	struct wait_causer *of = otfp_wait_causer(causes, x->s.token);
	uint32_t node = 0;

	for (const char *p = x->p; of && p < x->end && c->ngifts;) {
		uint64_t step, ticks;
		uint32_t cause;
		p = wait_get_number(wait_get_number(p, &step), &ticks);
		node += (uint32_t)step;
		cause = otfp_wait_cause_of(causes, of, node);
		if (!cause || give(c, causes, cause, ticks, &x->s) < 0)
			return -1;
	}
	return of ? 0 : -1;
}

/* ---- what is passed on ---- */

static int give_other(struct wait_causes *causes, uint32_t class, otfp_wide share)
{
	const uint32_t other = otfp_wait_cause_other(causes);
	struct otfp_root_row *row = other ? otfp_wait_cause_row(causes, other, class) : NULL;

	if (row)
		row->propagated += share;
	return row ? 0 : -1;
}

/* Add what is passed on by a class. @return 0, or -1 when memory is out */
static int take_passed(struct wait_carry *c, struct wait_causes *causes, const struct item *x, uint32_t class,
                       otfp_wide share)
{
	struct wait_gift *g;

	if (c->all > INT64_MAX && share / x->total >> 64) { /* no rate may have more than 128 bits */
		c->is_cut = 1;
		return give_other(causes, class, share);
	}
	g = gift_of(c, &x->s, class);
	if (g)
		g->propagated = wait_rate_of(share, x->total);
	return g ? 0 : -1;
}

/* What later waits pass on to this one. */
static int get_passed(struct wait_carry *c, struct wait_causes *causes, const struct item *x)
{
	struct wait_edge *edge = &c->edges[x->s.slot - 1];
	struct wait_rates *active = &c->active[x->s.process], none = *active;

	if (!active->n) { /* most often nothing else is passed on */
		*active = edge->begins;
		edge->begins = none;
	} else if (otfp_wait_rates_add(active, &edge->begins, &c->used) < 0) {
		return -1;
	}
	for (uint32_t i = 0; i < active->n; i++)
		if (take_passed(c, causes, x, active->p[i].class, wait_share_at(active->p[i].rate, x->s.size)) < 0)
			return -1;
	otfp_wait_rates_subtract(active, &edge->ends);
	otfp_wait_rates_release(&edge->begins, &c->used);
	otfp_wait_rates_release(&edge->ends, &c->used);
	return 0;
}

/* No more memory may be used than there is room for: then small parts are (other), more and more of them. */
static int is_cut(struct wait_carry *c, otfp_wide rate, otfp_wide share)
{
	if (c->all > INT64_MAX && rate >> 96)
		return 1;
	if (c->used > c->room)
		c->least = c->least ? 2 * c->least : 1;
	else if (c->used < c->room / 2)
		c->least = 0;
	return share < c->least;
}

static int pass_on(struct wait_carry *c, struct wait_causes *causes, const struct item *x)
{
	for (size_t i = 0; i < c->ngifts && x->s.last; i++) {
		const struct wait_gift *g = &c->gifts[i];
		const otfp_wide rate = g->direct + g->propagated, share = wait_share_at(rate, x->s.waited);
		if (!rate)
			continue;
		if (is_cut(c, rate, share)) {
			c->is_cut = 1;
			if (give_other(causes, g->class, share) < 0)
				return -1;
			continue;
		}
		if (otfp_wait_rates_put(&c->edges[x->s.last - 1].begins, g->class, rate, &c->used) < 0 ||
		    (x->s.first && otfp_wait_rates_put(&c->edges[x->s.first - 1].ends, g->class, rate, &c->used) < 0))
			return -1;
	}
	return 0;
}

static int take_back(struct wait_carry *c, struct wait_causes *causes, const char *p, size_t n)
{
	struct item x = {.p = p, .end = p + n};

	if (get_item(c, causes, &x) < 0 || (x.s.slot && get_passed(c, causes, &x) < 0) ||
	    give_direct(c, causes, &x) < 0)
		return -1;
	return pass_on(c, causes, &x);
}

static int back_block(struct wait_carry *c, struct wait_causes *causes, const char *p, size_t n)
{
	while (n) {
		uint32_t length;
		n -= sizeof length;
		memcpy(&length, p + n, sizeof length);
		n -= length;
		if (take_back(c, causes, p + n, length) < 0 || otfp_wait_causes_bound(causes) < 0)
			return -1;
	}
	return 0;
}

int otfp_wait_carry_back(struct wait_carry *c, struct wait_causes *causes, size_t nslots, size_t nprocesses)
{
	c->edges = calloc(nslots + 1, sizeof *c->edges);
	c->active = calloc(nprocesses + 1, sizeof *c->active);
	if (!c->edges || !c->active)
		return -1;
	c->nedges = nslots;
	c->nactive = nprocesses;
	for (size_t i = c->reel.n; i-- > 0;) {
		size_t n;
		const char *p = otfp_wait_reel_block(&c->reel, i, &n);
		if (!p || back_block(c, causes, p, n) < 0)
			return -1;
		otfp_wait_reel_drop(&c->reel, i);
	}
	return 0;
}
