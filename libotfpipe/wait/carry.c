#include "wait/carry.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_wait_carry_release(struct wait_carry *c)
{
	struct wait_vector *const own[] = {&c->direct, &c->slots, &c->pieces, &c->rests, &c->parts};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		otfp_wait_vector_release(own[i], &c->unused);
	for (size_t i = 0; i < c->nslots && c->passed; i++)
		otfp_wait_vector_release(&c->passed[i], &c->used);
	free(c->passed);
	free(c->spare);
	free(c->splits);
	otfp_wait_reel_release(&c->reel);
	*c = (struct wait_carry){0};
}

uint64_t otfp_wait_split_part(struct wait_split *s, uint64_t entry)
{
	const uint64_t had = s->given;

	s->sum += entry;
	if ((s->size | s->total) >> 32)
		s->given = (uint64_t)(((otfp_wide)s->size * s->sum + s->total / 2) / s->total);
	else
		s->given = (s->size * s->sum + s->total / 2) / s->total;
	return s->given - had;
}

/* ---- forward ---- */

/* @return 0, or -1 when memory is out */
static int new_slot(struct wait_carry *c, uint32_t *slot)
{
	if (c->nspare) {
		*slot = c->spare[--c->nspare];
		return 0;
	}
	*slot = c->nslots;
	return c->nslots++ < UINT32_MAX - 1 ? 0 : -1;
}

static char *put_entries(char *p, const struct wait_entry *e, size_t n)
{
	uint64_t last = 0;

	p = wait_put_number(p, n);
	for (size_t i = 0; i < n; i++) {
		p = wait_put_number(p, wait_fold_sign(e[i].key - last));
		p = wait_put_number(p, e[i].ticks);
		last = e[i].key;
	}
	return p;
}

/* The length of an item stands behind it, too: it is read from the end. */
int otfp_wait_carry_put(struct wait_carry *c, const struct wait_shares *s, uint32_t *slot)
{
	const size_t most = (s->ndirect + s->nslots + s->npieces + 2) * 2 * WAIT_NUMBER_MAX + sizeof(uint32_t);
	char *begin = most < UINT32_MAX ? otfp_wait_reel_room(&c->reel, most) : NULL, *p;
	uint32_t length;

	if (!begin || new_slot(c, slot) < 0)
		return -1;
	p = wait_put_number(begin, *slot);
	p = put_entries(p, s->slots, s->nslots);
	p = put_entries(p, s->pieces, s->npieces);
	p = put_entries(p, s->direct, s->ndirect);
	length = (uint32_t)(p - begin);
	memcpy(p, &length, sizeof length);
	otfp_wait_reel_put(&c->reel, p + sizeof length);
	return 0;
}

int otfp_wait_carry_sum(struct wait_carry *c, struct wait_vector *waits)
{
	const struct wait_shares s = {.slots = waits->p, .nslots = waits->n};
	struct wait_entry sum = {0};

	if (otfp_wait_carry_put(c, &s, &sum.key) < 0)
		return -1;
	for (uint32_t i = 0; i < waits->n; i++) {
		sum.ticks += waits->p[i].ticks;
		if (otfp_grow(&c->spare, c->nspare, &c->spare_cap, sizeof *c->spare) < 0)
			return -1;
		c->spare[c->nspare++] = waits->p[i].key;
	}
	waits->n = 1;
	waits->p[0] = sum;
	return 0;
}

/* ---- backward ---- */

static const char *get_entries(struct wait_carry *c, struct wait_vector *v, const char *p)
{
	uint64_t n, step, last = 0;
	struct wait_entry e;

	v->n = 0;
	for (p = wait_get_number(p, &n); n; n--) {
		p = wait_get_number(wait_get_number(p, &step), &e.ticks);
		last += wait_unfold_sign(step);
		e.key = (uint32_t)last;
		if (otfp_wait_vector_put(v, &e, 1, &c->unused) < 0)
			return NULL;
	}
	return p;
}

static uint64_t sum_of(const struct wait_vector *v)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < v->n; i++)
		sum += v->p[i].ticks;
	return sum;
}

static int put_rest(struct wait_carry *c, uint32_t class, const struct wait_split *s)
{
	const struct wait_entry rest = {s->size - s->given, class};

	return rest.ticks ? otfp_wait_vector_put(&c->rests, &rest, 1, &c->unused) : 0;
}

/* What later waits pass on to this one: its direct causes get their part. */
static int give_direct(struct wait_carry *c, struct wait_causes *causes, const struct wait_entry *passed,
                       uint64_t total)
{
	struct wait_split s = {.size = passed->ticks, .total = total};

	for (uint32_t i = 0; i < c->direct.n; i++) {
		const uint64_t ticks = otfp_wait_split_part(&s, c->direct.p[i].ticks);
		struct otfp_root_row *row = ticks ? otfp_wait_cause_row(causes, c->direct.p[i].key, passed->key) : NULL;
		if (ticks && !row)
			return -1;
		if (row)
			row->propagated += ticks;
	}
	return put_rest(c, passed->key, &s);
}

/* What is left goes to the waits that this one depends on, of the wait itself, too. */
static int collect_rests(struct wait_carry *c, struct wait_causes *causes, const struct wait_vector *passed)
{
	const uint64_t direct = sum_of(&c->direct), total = direct + sum_of(&c->slots);

	c->rests.n = 0;
	for (uint32_t i = 0; i < passed->n; i++)
		if (give_direct(c, causes, &passed->p[i], total) < 0)
			return -1;
	for (uint32_t i = 0; i < c->pieces.n; i++) {
		struct wait_split s = {.size = c->pieces.p[i].ticks, .total = total};
		c->all += s.size;
		otfp_wait_split_part(&s, direct); /* they have it */
		if (put_rest(c, c->pieces.p[i].key, &s) < 0)
			return -1;
	}
	c->rests.n = otfp_wait_entries_sort(c->rests.p, c->rests.n);
	return 0;
}

static int put_other(struct wait_causes *causes, const struct wait_entry *e)
{
	const uint32_t other = otfp_wait_cause_other(causes);
	struct otfp_root_row *row = other ? otfp_wait_cause_row(causes, other, e->key) : NULL;

	if (row)
		row->propagated += e->ticks;
	return row ? 0 : -1;
}

/* No sum may exceed 64 bits: what would make it is (other). */
static int avoid_overflow(struct wait_carry *c, struct wait_causes *causes, const struct wait_vector *to)
{
	for (uint32_t i = 0; i < c->parts.n && c->all > INT64_MAX; i++) {
		struct wait_entry *part = &c->parts.p[i];
		const struct wait_entry *old = otfp_wait_vector_find(to, part->key);
		if (!old || (old->ticks <= INT64_MAX && part->ticks <= INT64_MAX - old->ticks))
			continue;
		if (put_other(causes, part) < 0)
			return -1;
		part->ticks = 0;
		c->is_cut = 1;
	}
	return 0;
}

static int give_rests(struct wait_carry *c, struct wait_causes *causes)
{
	const uint64_t total = sum_of(&c->slots);

	while (c->splits_cap < c->rests.n)
		if (otfp_grow(&c->splits, c->splits_cap, &c->splits_cap, sizeof *c->splits) < 0)
			return -1;
	for (uint32_t i = 0; i < c->rests.n; i++)
		c->splits[i] = (struct wait_split){.size = c->rests.p[i].ticks, .total = total};
	for (uint32_t k = 0; k < c->slots.n && c->rests.n; k++) {
		struct wait_vector *to = &c->passed[c->slots.p[k].key];
		c->parts.n = 0;
		for (uint32_t i = 0; i < c->rests.n; i++) {
			const struct wait_entry e = {otfp_wait_split_part(&c->splits[i], c->slots.p[k].ticks),
			                             c->rests.p[i].key};
			if (e.ticks && otfp_wait_vector_put(&c->parts, &e, 1, &c->unused) < 0)
				return -1;
		}
		if (avoid_overflow(c, causes, to) < 0 || otfp_wait_vector_add(to, c->parts.p, c->parts.n, &c->used) < 0)
			return -1;
	}
	return 0;
}

static int take_back(struct wait_carry *c, struct wait_causes *causes, const char *p)
{
	struct wait_vector passed;
	uint64_t slot;

	p = get_entries(c, &c->slots, wait_get_number(p, &slot));
	passed = c->passed[slot];
	if (!p)
		return -1;
	if (!passed.n && !c->slots.n)
		return 0;
	c->passed[slot] = (struct wait_vector){0};
	p = get_entries(c, &c->pieces, p);
	if (!p || !get_entries(c, &c->direct, p) || collect_rests(c, causes, &passed) < 0) {
		otfp_wait_vector_release(&passed, &c->used);
		return -1;
	}
	otfp_wait_vector_release(&passed, &c->used);
	return give_rests(c, causes);
}

/* ---- small parts ---- */

static unsigned bits_of(uint64_t ticks)
{
	return ticks ? 64 - (unsigned)__builtin_clzll(ticks) : 0;
}

/* The least number of bits so that at least half of all parts have no more. */
static unsigned threshold(const struct wait_carry *c)
{
	size_t by_bits[65] = {0}, n = 0, below = 0;
	unsigned bits = 0;

	for (uint32_t i = 0; i < c->nslots; i++)
		for (uint32_t k = 0; k < c->passed[i].n; k++, n++)
			by_bits[bits_of(c->passed[i].p[k].ticks)]++;
	while (bits < 64 && (below += by_bits[bits]) < n / 2)
		bits++;
	return bits;
}

/* Let small parts be (other). */
static int cut(struct wait_carry *c, struct wait_causes *causes)
{
	const unsigned bits = threshold(c);

	c->is_cut = 1;
	for (uint32_t i = 0; i < c->nslots; i++) {
		const struct wait_vector old = c->passed[i];
		struct wait_vector *v = &c->passed[i];
		int rc = 0;
		*v = (struct wait_vector){0};
		for (uint32_t k = 0; k < old.n && rc == 0; k++)
			rc = bits_of(old.p[k].ticks) <= bits ? put_other(causes, &old.p[k]) :
			                                       otfp_wait_vector_put(v, &old.p[k], 1, &c->used);
		c->used -= old.cap * sizeof *old.p;
		free(old.p);
		if (rc < 0)
			return -1;
	}
	return 0;
}

static int back_block(struct wait_carry *c, struct wait_causes *causes, const char *p, size_t n)
{
	while (n) {
		uint32_t length;
		n -= sizeof length;
		memcpy(&length, p + n, sizeof length);
		n -= length;
		if (take_back(c, causes, p + n) < 0 || (c->used > c->room && cut(c, causes) < 0) ||
		    otfp_wait_causes_bound(causes) < 0)
			return -1;
	}
	return 0;
}

int otfp_wait_carry_back(struct wait_carry *c, struct wait_causes *causes)
{
	c->passed = calloc(c->nslots + (size_t)1, sizeof *c->passed);
	if (!c->passed)
		return -1;
	free(c->spare);
	c->spare = NULL;
	for (size_t i = c->reel.n; i-- > 0;) {
		size_t n;
		const char *p = otfp_wait_reel_block(&c->reel, i, &n);
		if (!p || back_block(c, causes, p, n) < 0)
			return -1;
		otfp_wait_reel_drop(&c->reel, i);
	}
	return 0;
}
