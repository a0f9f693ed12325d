#include "cmd/remap/causal-process.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

enum {
	BEGINS = 2, /* kinds of points besides HALF_... */
	ENDS = 3,
	SPREAD_PASSES = 16, /* from then on, new jumps stay steep */
	PASSES = 32         /* at most */
};

/* A send, a receive, or a begin or end of a collective operation. Kept while its process waits. */
struct causal_point {
	uint64_t time, seen; /* seen: number of points before it */
	uint64_t matching;   /* of a collective operation */
	uint32_t key[4];     /* sender, receiver, communicator, tag; collective, communicator, root */
	uint32_t kind;       /* HALF_..., BEGINS or ENDS */
	uint32_t number;     /* of a waiting receive among the receives of its process */
	struct causal_point *next;
};

void causal_release(struct causal *c)
{
	for (size_t i = 0; i < c->n; i++) {
		causal_process_release(c->processes[i]);
		free(c->processes[i]);
	}
	free(c->processes);
	free(c->pairs);
	otfp_map_release(&c->of);
	otfp_map_release(&c->at);
	otfp_halves_release(&c->halves);
	otfp_ranks_release(&c->ranks);
	otfp_arena_release(&c->points);
	causal_collectives_release(c);
	*c = (struct causal){.o = c->o};
}

static struct causal_process *get_process(struct causal *c, uint32_t process)
{
	const uint64_t *at = otfp_map_get(&c->of, process);
	struct causal_process *p;

	if (at)
		return c->processes[*at];
	if (otfp_grow(&c->processes, c->n, &c->cap, sizeof(void *)) < 0 || otfp_map_set(&c->of, process, c->n) < 0)
		return NULL;
	p = calloc(1, sizeof *p);
	if (!p)
		return NULL;
	p->process = process;
	c->processes[c->n++] = p;
	return p;
}

/* ---- messages ---- */

static struct causal_pair *get_pair(struct causal *c, const uint32_t key[4])
{
	uint64_t both = (uint64_t)key[0] << 32 | key[1];
	const uint64_t *at = otfp_map_get(&c->at, both);

	if (at)
		return &c->pairs[*at];
	if (otfp_grow(&c->pairs, c->npairs, &c->pairs_cap, sizeof *c->pairs) < 0 ||
	    otfp_map_set(&c->at, both, c->npairs) < 0)
		return NULL;
	c->pairs[c->npairs] = (struct causal_pair){.sender = key[0], .receiver = key[1]};
	return &c->pairs[c->npairs++];
}

/* Count a message. @param by  ticks by which it is received too early, 0 = in time @return 0, or -1 when memory is out
 */
static int count(struct causal *c, const uint32_t key[4], uint64_t by)
{
	struct causal_pair *pair;

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

/* Change the times of a send and a receive to the new ones so far; add the delay of the message to the send.
 * @return 0, or -1 if a time does not fit in 64 bits */
static int new_times(struct causal_process *p, struct causal_process *q, uint64_t *sent, uint64_t delay,
                     uint64_t *received)
{
	uint64_t later;

	if (causal_later(p, *sent, &later) < 0 || __builtin_add_overflow(*sent, later, sent) ||
	    __builtin_add_overflow(*sent, delay, sent) || causal_later(q, *received, &later) < 0)
		return -1;
	return __builtin_add_overflow(*received, later, received) ? -1 : 0;
}

/* Both halves of a message are known. If the receive is too early, delay process q.
 * @param sent, received  old times
 * @param fixed  q has passed its receive, so only the next pass can delay it; at the end of the input that happens only
 * to processes that wait for each other in a cycle, which no clocks can resolve
 * @return 0, CAUSAL_TOO_LATE, or -1 when memory is out */
static int join(struct causal *c, struct causal_process *p, struct causal_process *q, const uint32_t key[4],
                uint64_t sent, uint64_t received, int fixed)
{
	uint64_t delay = delays_get(c->o.delays, p->process, q->process), due = sent, at = received, by;

	if (__builtin_add_overflow(sent, delay, &by))
		return CAUSAL_TOO_LATE;
	if (count(c, key, by > received ? by - received : 0) < 0)
		return -1;
	if (new_times(p, q, &due, delay, &at) < 0)
		return CAUSAL_TOO_LATE;
	if (due <= at)
		return 0;
	if (!fixed)
		return causal_jump(c, q, received, due - received);
	if (!c->ending)
		return causal_need(c, q, received, due - received);
	c->left++;
	return 0;
}

/* ---- kept points ---- */

static struct causal_point *keep(struct causal *c, const struct causal_point *point)
{
	struct causal_point *at = c->spare;

	if (point->kind == OTFP_HALF_SENT) {
		uint64_t h = otfp_hash_four(point->key), *n = otfp_map_get(&c->sends, h);
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

static void drop(struct causal *c, struct causal_point *at)
{
	uint64_t *n = at->kind == OTFP_HALF_SENT ? otfp_map_get(&c->sends, otfp_hash_four(at->key)) : NULL;

	OTFP_ASSERT(c->kept);
	if (n)
		--*n;
	at->next = c->spare;
	c->spare = at;
	if (--c->kept == 0)
		otfp_map_release(&c->sends);
}

/* q stops waiting: put it into the list of processes whose kept points are taken next. */
static void set_running(struct causal *c, struct causal_process *q)
{
	OTFP_ASSERT(q->waits);
	drop(c, q->waits);
	q->waits = NULL;
	if (q->runs)
		return;
	q->runs = 1;
	q->next_run = c->run;
	c->run = q;
}

static int take_send(struct causal *c, struct causal_process *p, const struct causal_point *point)
{
	struct otfp_half half = {.time = point->time, .length = (uint64_t)p->process << 32};
	struct causal_process *q;
	int waits, code = otfp_halves_match(&c->halves, OTFP_HALF_SENT, point->key, &half);

	causal_sends(p, point->time);
	if (code <= 0)
		return code;
	q = get_process(c, (uint32_t)(half.length >> 32));
	if (!q)
		return -1;
	waits = q->waits && q->waits->number == (uint32_t)half.length;
	code = join(c, p, q, point->key, point->time, half.time, !waits);
	if (waits)
		set_running(c, q);
	return code;
}

static int take_receive(struct causal *c, struct causal_process *q, struct causal_point *point)
{
	struct otfp_half half = {.time = point->time, .length = (uint64_t)q->process << 32 | ++q->receives};
	struct causal_process *p;
	int code = otfp_halves_match(&c->halves, OTFP_HALF_RECEIVED, point->key, &half);

	if (code == 0) {
		point->number = q->receives;
		q->waits = keep(c, point);
		return q->waits ? 0 : -1;
	}
	p = code > 0 ? get_process(c, (uint32_t)(half.length >> 32)) : NULL;
	return p ? join(c, p, q, point->key, half.time, point->time, 0) : -1;
}

static int take_point(struct causal *c, struct causal_process *p, struct causal_point *point)
{
	if (causal_advance(p, point->time) < 0)
		return -1;
	if (point->kind == BEGINS)
		return causal_begin(c, p, point->time, point->key, point->matching);
	if (point->kind == ENDS)
		return causal_leave(c, p, point->time, point->matching);
	return point->kind == OTFP_HALF_SENT ? take_send(c, p, point) : take_receive(c, p, point);
}

/* Take the kept points of the processes that stopped waiting. */
static int run(struct causal *c)
{
	int code = 0;

	while (c->run && code == 0) {
		struct causal_process *p = c->run;
		c->run = p->next_run;
		p->runs = 0;
		while (code == 0 && p->first && !p->waits) {
			struct causal_point *at = p->first, point = *at;
			p->first = at->next;
			p->last = p->first ? p->last : NULL;
			drop(c, at);
			code = take_point(c, p, &point);
		}
	}
	return code;
}

/* ---- receives that wait too long ---- */

static void give_up(struct causal *c, struct causal_process *q)
{
	c->given_up++;
	set_running(c, q);
}

/* Give up receives that have waited for `age` points or more, unless their send is among the kept points.
 * @return whether there were any */
static int drop_hopeless(struct causal *c, uint64_t age)
{
	int any = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct causal_process *q = c->processes[i];
		const uint64_t *n = q->waits ? otfp_map_get(&c->sends, otfp_hash_four(q->waits->key)) : NULL;
		if (!q->waits || c->seen - q->waits->seen < age || (n && *n))
			continue;
		give_up(c, q);
		any = 1;
	}
	return any;
}

/* All wait for each other in a cycle, which no clocks can resolve: give up the receive with the smallest time.
 * @return whether any process waited */
static int drop_first(struct causal *c)
{
	struct causal_process *first = NULL;

	for (size_t i = 0; i < c->n; i++) {
		struct causal_process *q = c->processes[i];
		if (q->waits && (!first || q->waits->time < first->waits->time))
			first = q;
	}
	if (first)
		give_up(c, first);
	return first != NULL;
}

/* Too many points are kept: give up receives until enough of them are free. */
static int make_room(struct causal *c)
{
	const uint64_t old = CAUSAL_KEPT / 2, young = CAUSAL_KEPT / 32;
	int code = 0;

	while (code == 0 && c->kept > CAUSAL_KEPT / 2 &&
	       (drop_hopeless(c, old) || (c->kept > CAUSAL_KEPT && (drop_hopeless(c, young) || drop_first(c)))))
		code = run(c);
	return code;
}

/* ---- the whole ---- */

/* @return 1; 0 if the record is not about a message or a collective operation; -1 when memory is out */
static int make_point(struct causal *c, struct causal_point *point, const struct otfp_record *rec)
{
	const union otfp_value *f = rec->f;

	*point = (struct causal_point){.time = rec->time};
	if (rec->type == OTFP_SendMsg || rec->type == OTFP_RecvMsg) {
		point->kind = rec->type == OTFP_SendMsg ? OTFP_HALF_SENT : OTFP_HALF_RECEIVED;
		return otfp_ranks_key_of(&c->ranks, rec, point->key) < 0 ? -1 : 1;
	} else if (rec->type == OTFP_BeginCollectiveOperation) {
		point->kind = BEGINS;
		point->matching = f[1].u;
		point->key[0] = (uint32_t)f[0].u;
		point->key[1] = (uint32_t)f[2].u;
		point->key[2] = (uint32_t)f[3].u;
	} else if (rec->type == OTFP_EndCollectiveOperation) {
		point->kind = ENDS;
		point->matching = f[0].u;
	} else {
		return 0;
	}
	return 1;
}

int causal_add(struct causal *c, const struct otfp_record *rec)
{
	struct causal_point point, *at;
	struct causal_process *p;
	int code;

	if (rec->file == OTFP_FILE_DEF)
		return causal_define(c, rec);
	code = make_point(c, &point, rec);
	if (code <= 0)
		return code;
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
	return c->kept > CAUSAL_KEPT ? make_room(c) : 0;
}

int causal_end(struct causal *c)
{
	int code;

	c->ending = 1;
	do
		code = run(c);
	while (code == 0 && (drop_hopeless(c, 0) || drop_first(c)));
	for (size_t i = 0; i < c->n && code == 0; i++)
		code = causal_advance(c->processes[i], UINT64_MAX);
	return code;
}

static void rewind_all(struct causal *c)
{
	for (size_t i = 0; i < c->n; i++)
		causal_rewind(c->processes[i]);
	for (size_t i = 0; i < c->npairs; i++)
		c->pairs[i].messages = c->pairs[i].early = c->pairs[i].largest = c->pairs[i].sum = 0;
	otfp_halves_release(&c->halves);
	causal_collectives_rewind(c);
	c->seen = c->jumps = c->shared = c->needs = c->messages = c->early = c->early_ends = c->left = c->given_up = 0;
	c->ending = 0;
}

int causal_again(struct causal *c)
{
	const int spread = c->o.spread.den != 0;
	int code = 0, steep = ++c->passes >= SPREAD_PASSES;

	if (!c->needs && !(spread ? c->jumps : c->shared))
		return 0;
	if (c->passes == PASSES) {
		c->left += c->needs + c->shared;
		return 0;
	}
	for (size_t i = 0; i < c->n && code == 0; i++) {
		code = causal_merge_needs(c->processes[i]);
		if (spread && code == 0)
			code = causal_floor(c, c->processes[i], steep);
	}
	if (spread && !steep)
		c->steep = c->steepest = 0;
	rewind_all(c);
	return code < 0 ? code : 1;
}

const struct causal_process *causal_largest(const struct causal *c)
{
	const struct causal_process *largest = NULL;

	for (size_t i = 0; i < c->n; i++)
		if (c->processes[i]->n && (!largest || c->processes[i]->later > largest->later))
			largest = c->processes[i];
	return largest;
}
