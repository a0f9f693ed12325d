#include "remap/causal.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

enum {
	TOO_LATE = -2,
	SPREAD_PASSES = 16, /* then jumps stay steep */
	PASSES = 32
};

/* A send or receive that is kept because its process waits. */
struct otfp_causal_point {
	uint64_t time, seen; /* seen: how many were before it */
	uint32_t key[4];     /* sender, receiver, communicator, tag */
	uint32_t kind;       /* OTFP_HALF_... */
	uint32_t number;     /* of a receive that waits, within its process */
	struct otfp_causal_point *next;
};

static void free_jumps(struct otfp_causal_process *p)
{
	free(p->jumps);
	free(p->old);
	free(p->floor.knots);
}

void otfp_causal_release(struct otfp_causal *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free_jumps(c->processes[i]);
		free(c->processes[i]);
	}
	free(c->processes);
	free(c->pairs);
	otfp_map_release(&c->of);
	otfp_map_release(&c->at);
	otfp_halves_release(&c->halves);
	otfp_arena_release(&c->points);
	*c = (struct otfp_causal){.o = c->o};
}

static struct otfp_causal_process *get_process(struct otfp_causal *c, uint32_t process)
{
	const uint64_t *at = otfp_map_get(&c->of, process);
	struct otfp_causal_process *p;

	if (at)
		return c->processes[*at];
	if (otfp_grow(&c->processes, c->n, &c->cap, sizeof(void *)) < 0 || otfp_map_set(&c->of, process, c->n) < 0)
		return NULL;
	p = calloc(1, sizeof *p);
	if (!p)
		return NULL;
	p->process = process;
	return c->processes[c->n++] = p;
}

/* ---- how much later a process is ---- */

static int jump(struct otfp_causal_process *p, uint64_t time, uint64_t later)
{
	p->later = later;
	if (p->n && p->jumps[p->n - 1].time == time) {
		p->jumps[p->n - 1].later = later;
		return 0;
	}
	if (otfp_grow(&p->jumps, p->n, &p->cap, sizeof *p->jumps) < 0)
		return -1;
	p->jumps[p->n++] = (struct otfp_causal_jump){time, later};
	return 0;
}

/* The process comes to that time: what the pass before made of it holds. */
static int advance(struct otfp_causal_process *p, uint64_t time)
{
	int code = 0;

	for (; p->old_at < p->nold && p->old[p->old_at].time <= time && code == 0; p->old_at++)
		if (p->old[p->old_at].later > p->later)
			code = jump(p, p->old[p->old_at].time, p->old[p->old_at].later);
	return code;
}

/* By the jumps at a time that it has come to. */
static uint64_t later_by_jumps(const struct otfp_causal_process *p, uint64_t time)
{
	size_t lo = 0, hi = p->n;

	if (!p->n || time >= p->jumps[p->n - 1].time)
		return p->later;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (p->jumps[mid].time <= time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? p->jumps[lo - 1].later : 0;
}

/* How much later it is at a time that it has come to. */
static int later_at(struct otfp_causal_process *p, uint64_t time, uint64_t *later)
{
	uint64_t least;

	*later = later_by_jumps(p, time);
	if (otfp_clock_time(&p->floor, time, 0, &least) < 0)
		return -1;
	if (least - time > *later)
		*later = least - time;
	return 0;
}

/* ---- messages ---- */

static struct otfp_causal_pair *get_pair(struct otfp_causal *c, const uint32_t key[4])
{
	uint64_t both = (uint64_t)key[0] << 32 | key[1];
	const uint64_t *at = otfp_map_get(&c->at, both);

	if (at)
		return &c->pairs[*at];
	if (otfp_grow(&c->pairs, c->npairs, &c->pairs_cap, sizeof *c->pairs) < 0 ||
	    otfp_map_set(&c->at, both, c->npairs) < 0)
		return NULL;
	c->pairs[c->npairs] = (struct otfp_causal_pair){.sender = key[0], .receiver = key[1]};
	return &c->pairs[c->npairs++];
}

/* A message, and by how much it is received too early. */
static int count(struct otfp_causal *c, const uint32_t key[4], uint64_t by)
{
	struct otfp_causal_pair *pair;

	c->messages++;
	c->early += by > 0;
	if (!c->o.pairs)
		return 0;
	pair = get_pair(c, key);
	if (!pair)
		return -1;
	pair->messages++;
	pair->early += by > 0;
	pair->sum += by;
	pair->largest = by > pair->largest ? by : pair->largest;
	return 0;
}

/* The new times of a send, with its delay, and of a receive, as yet. @return 0 or -1 */
static int new_times(struct otfp_causal_process *p, struct otfp_causal_process *q, uint64_t *sent, uint64_t delay,
                     uint64_t *received)
{
	uint64_t later;

	if (later_at(p, *sent, &later) < 0 || __builtin_add_overflow(*sent, later, sent) ||
	    __builtin_add_overflow(*sent, delay, sent) || later_at(q, *received, &later) < 0)
		return -1;
	return __builtin_add_overflow(*received, later, received) ? -1 : 0;
}

/* Both halves of a message are known, at old times; `fixed`: q went on behind its receive.
 * @return 0, TOO_LATE, or -1 when memory is out */
static int join(struct otfp_causal *c, struct otfp_causal_process *p, struct otfp_causal_process *q,
                const uint32_t key[4], uint64_t sent, uint64_t received, int fixed)
{
	uint64_t delay = otfp_delays_get(c->o.delays, p->process, q->process), due = sent, at = received, by;

	if (__builtin_add_overflow(sent, delay, &by))
		return TOO_LATE;
	if (count(c, key, by > received ? by - received : 0) < 0)
		return -1;
	if (new_times(p, q, &due, delay, &at) < 0)
		return TOO_LATE;
	by = due > at ? due - at : 0;
	c->left += by && fixed;
	if (!by || fixed)
		return 0;
	c->jumps++;
	c->shared += q->has_sent && q->sent_at == received;
	c->steep++;
	c->steepest = by > c->steepest ? by : c->steepest;
	return jump(q, received, due - received);
}

/* ---- what is kept ---- */

static uint64_t channel(const uint32_t key[4])
{
	uint64_t h = ((uint64_t)key[0] << 32 | key[1]) * 0x9e3779b97f4a7c15u;

	return (h ^ h >> 29 ^ ((uint64_t)key[2] << 32 | key[3])) * 0xbf58476d1ce4e5b9u;
}

static struct otfp_causal_point *keep(struct otfp_causal *c, const struct otfp_causal_point *point)
{
	struct otfp_causal_point *at = c->spare;

	if (point->kind == OTFP_HALF_SENT) {
		uint64_t h = channel(point->key), *n = otfp_map_get(&c->sends, h);
		if (otfp_map_set(&c->sends, h, n ? *n + 1 : 1) < 0)
			return NULL;
	}
	if (at)
		c->spare = at->next;
	else
		at = otfp_arena_get(&c->points, sizeof *at);
	if (!at)
		return NULL;
	*at = *point;
	at->next = NULL;
	c->kept++;
	return at;
}

static void drop(struct otfp_causal *c, struct otfp_causal_point *at)
{
	uint64_t *n = at->kind == OTFP_HALF_SENT ? otfp_map_get(&c->sends, channel(at->key)) : NULL;

	if (n)
		--*n;
	at->next = c->spare;
	c->spare = at;
	if (--c->kept == 0)
		otfp_map_release(&c->sends);
}

/* q waits no more: what it did meanwhile is to be looked at. */
static void set_running(struct otfp_causal *c, struct otfp_causal_process *q)
{
	drop(c, q->waits);
	q->waits = NULL;
	if (q->runs)
		return;
	q->runs = 1;
	q->next_run = c->run;
	c->run = q;
}

static int take_send(struct otfp_causal *c, struct otfp_causal_process *p, const struct otfp_causal_point *point)
{
	struct otfp_half half = {.time = point->time};
	struct otfp_causal_process *q;
	int waits, code = otfp_halves_take(&c->halves, OTFP_HALF_SENT, point->key, &half);

	p->sent_at = point->time;
	p->has_sent = 1;
	if (code <= 0)
		return code;
	q = get_process(c, point->key[1]);
	if (!q)
		return -1;
	waits = q->waits && q->waits->number == half.length;
	code = join(c, p, q, point->key, point->time, half.time, !waits);
	if (waits)
		set_running(c, q);
	return code;
}

static int take_receive(struct otfp_causal *c, struct otfp_causal_process *q, struct otfp_causal_point *point)
{
	struct otfp_half half = {.time = point->time, .length = ++q->receives};
	struct otfp_causal_process *p;
	int code = otfp_halves_take(&c->halves, OTFP_HALF_RECEIVED, point->key, &half);

	if (code == 0) {
		point->number = q->receives;
		q->waits = keep(c, point);
		return q->waits ? 0 : -1;
	}
	p = code > 0 ? get_process(c, point->key[0]) : NULL;
	return p ? join(c, p, q, point->key, half.time, point->time, 0) : -1;
}

static int take_point(struct otfp_causal *c, struct otfp_causal_process *p, struct otfp_causal_point *point)
{
	if (advance(p, point->time) < 0)
		return -1;
	return point->kind == OTFP_HALF_SENT ? take_send(c, p, point) : take_receive(c, p, point);
}

/* What processes that wait no more did meanwhile. */
static int run(struct otfp_causal *c)
{
	int code = 0;

	while (c->run && code == 0) {
		struct otfp_causal_process *p = c->run;
		c->run = p->next_run;
		p->runs = 0;
		while (code == 0 && p->first && !p->waits) {
			struct otfp_causal_point *at = p->first, point = *at;
			p->first = at->next;
			p->last = p->first ? p->last : NULL;
			drop(c, at);
			code = take_point(c, p, &point);
		}
	}
	return code;
}

/* ---- receives that wait too long ---- */

static void give_up(struct otfp_causal *c, struct otfp_causal_process *q)
{
	c->given_up++;
	set_running(c, q);
}

/* Those that wait for so many points, and whose send is not kept behind another such receive.
 * @return whether there was any */
static int drop_hopeless(struct otfp_causal *c, uint64_t age)
{
	int any = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct otfp_causal_process *q = c->processes[i];
		const uint64_t *n = q->waits ? otfp_map_get(&c->sends, channel(q->waits->key)) : NULL;
		if (!q->waits || c->seen - q->waits->seen < age || (n && *n))
			continue;
		give_up(c, q);
		any = 1;
	}
	return any;
}

/* They wait for each other in a circle, which no clocks can bring about. @return whether there was one */
static int drop_first(struct otfp_causal *c)
{
	struct otfp_causal_process *first = NULL;

	for (size_t i = 0; i < c->n; i++) {
		struct otfp_causal_process *q = c->processes[i];
		if (q->waits && (!first || q->waits->time < first->waits->time))
			first = q;
	}
	if (first)
		give_up(c, first);
	return first != NULL;
}

/* Too many points are kept. */
static int make_room(struct otfp_causal *c)
{
	const uint64_t old = OTFP_CAUSAL_KEPT / 2, young = OTFP_CAUSAL_KEPT / 32;
	int code = 0;

	while (code == 0 && c->kept > OTFP_CAUSAL_KEPT / 2 &&
	       (drop_hopeless(c, old) || (c->kept > OTFP_CAUSAL_KEPT && (drop_hopeless(c, young) || drop_first(c)))))
		code = run(c);
	return code;
}

/* ---- the whole ---- */

int otfp_causal_take(struct otfp_causal *c, const struct otfp_record *rec)
{
	struct otfp_causal_point point = {.time = rec->time, .kind = OTFP_HALF_SENT};
	struct otfp_causal_process *p;
	struct otfp_causal_point *at;
	int code;

	if (rec->type != OTFP_SendMsg && rec->type != OTFP_RecvMsg)
		return 0;
	point.kind = rec->type == OTFP_SendMsg ? OTFP_HALF_SENT : OTFP_HALF_RECEIVED;
	point.key[0] = point.kind == OTFP_HALF_SENT ? rec->loc : (uint32_t)rec->f[0].u;
	point.key[1] = point.kind == OTFP_HALF_SENT ? (uint32_t)rec->f[0].u : rec->loc;
	point.key[2] = (uint32_t)rec->f[1].u;
	point.key[3] = (uint32_t)rec->f[2].u;
	p = get_process(c, rec->loc);
	if (!p)
		return -1;
	point.seen = c->seen++;
	if (!p->waits) {
		code = take_point(c, p, &point);
		return code < 0 ? code : run(c);
	}
	at = keep(c, &point);
	if (!at)
		return -1;
	*(p->last ? &p->last->next : &p->first) = at;
	p->last = at;
	return c->kept > OTFP_CAUSAL_KEPT ? make_room(c) : 0;
}

int otfp_causal_end(struct otfp_causal *c)
{
	int code;

	do
		code = run(c);
	while (code == 0 && (drop_hopeless(c, 0) || drop_first(c)));
	for (size_t i = 0; i < c->n && code == 0; i++)
		code = advance(c->processes[i], UINT64_MAX);
	return code;
}

/* All before the first record again; what was found holds. */
static void rewind_process(struct otfp_causal_process *p)
{
	free(p->old);
	p->old = p->jumps;
	p->nold = p->n;
	p->jumps = NULL;
	p->n = p->cap = p->old_at = 0;
	p->has_sent = 0;
	p->later = 0;
	p->receives = 0;
}

int otfp_causal_again(struct otfp_causal *c)
{
	int code = 0, steep = ++c->passes >= SPREAD_PASSES;

	if (c->passes == PASSES || !(c->o.spread.den ? c->jumps : c->shared))
		return 0;
	for (size_t i = 0; i < c->n && code == 0; i++) {
		if (c->o.spread.den)
			code = otfp_causal_floor(c, c->processes[i], steep);
		rewind_process(c->processes[i]);
	}
	for (size_t i = 0; i < c->npairs; i++)
		c->pairs[i].messages = c->pairs[i].early = c->pairs[i].largest = c->pairs[i].sum = 0;
	if (c->o.spread.den && !steep)
		c->steep = c->steepest = 0;
	otfp_halves_release(&c->halves);
	c->seen = c->jumps = c->shared = c->messages = c->early = c->left = c->given_up = 0;
	return code < 0 ? code : 1;
}

const struct otfp_causal_process *otfp_causal_largest(const struct otfp_causal *c)
{
	const struct otfp_causal_process *largest = NULL;

	for (size_t i = 0; i < c->n; i++)
		if (c->processes[i]->n && (!largest || c->processes[i]->later > largest->later))
			largest = c->processes[i];
	return largest;
}
