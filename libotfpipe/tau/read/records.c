#include "tau/read/records.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/grow.h"
#include "tau/read/order.h"
#include "tau/read/peers.h"
#include "base/hash.h"
#include <stdlib.h>

enum { OUT_MAX = 128 }; /* records of a batch; few, so that they stay in the first-level cache */
enum { MOST = 4 };      /* maximum records from one record, except at the end of a process */

struct otfp_tau_reading {
	struct otfp_tau *t;
	struct otfp_tau_order *order;
	const struct otfp_tau_event *at, *end;
	struct otfp_tau_process *ending; /* process whose last record came, but whose open calls are not ended yet */
	uint64_t time;
	unsigned n;
	struct otfp_record recs[OUT_MAX];
	const struct otfp_record *out[OUT_MAX];
};

/* ---- records out ---- */

static inline uint32_t token_of(const struct otfp_tau_reading *c, const struct otfp_tau_process *p)
{
	return (uint32_t)(p - c->t->processes) + 1;
}

/* All other fields are 0, and stay 0. */
static inline struct otfp_record *put(struct otfp_tau_reading *c, const struct otfp_tau_process *p, unsigned type)
{
	struct otfp_record *rec = &c->recs[c->n++];

	OTFP_ASSERT_HOT(c->n <= OUT_MAX);
	rec->time = c->time;
	rec->loc = token_of(c, p);
	rec->type = (uint16_t)type;
	return rec;
}

static inline void put_call(struct otfp_tau_reading *c, const struct otfp_tau_process *p, unsigned type, uint32_t token)
{
	struct otfp_record *rec = put(c, p, type);

	rec->f[0].u = token;
	rec->f[1].u = 0;
}

/* The matching number is the depth of the call, so it is unique among the open operations of a process. */
static void begin_collective(struct otfp_tau_reading *c, const struct otfp_tau_process *p, const struct otfp_tau_def *d)
{
	struct otfp_record *rec = put(c, p, OTFP_BeginCollectiveOperation);

	rec->f[0].u = d->collective;
	rec->f[1].u = p->depth;
	rec->f[2].u = c->t->runs[p->run].group;
	for (unsigned i = 3; i < 7; i++)
		rec->f[i].u = 0;
}

/* ---- calls ---- */

static int enter(struct otfp_tau_reading *c, struct otfp_tau_process *p, uint32_t def)
{
	const struct otfp_tau_def *d = &c->t->dict.defs[def];

	if (__builtin_expect(p->depth == p->cap, 0) && otfp_grow(&p->open, p->depth, &p->cap, sizeof *p->open) < 0)
		return otfp_fail_memory(c->t->err);
	p->open[p->depth++] = def;
	put_call(c, p, OTFP_Enter, d->token);
	if (__builtin_expect(d->collective, 0))
		begin_collective(c, p, d);
	return 0;
}

/* End the innermost call. */
static void leave(struct otfp_tau_reading *c, struct otfp_tau_process *p)
{
	const struct otfp_tau_def *d = &c->t->dict.defs[p->open[p->depth - 1]];

	if (__builtin_expect(d->collective, 0))
		put(c, p, OTFP_EndCollectiveOperation)->f[0].u = p->depth;
	p->depth--;
	put_call(c, p, OTFP_Leave, d->token);
}

/* Calls are left in the reverse order of entering. A Leave of another function is taken as that of the innermost
 * call, as TAU's own converter does: overlapping timers have as many leaves as enters. */
static int leave_checked(struct otfp_tau_reading *c, struct otfp_tau_process *p, uint32_t def)
{
	int code = 0;

	if (p->depth == 0) {
		code = otfp_tau_note(c->t, OTFP_TAU_NO_ENTER);
		if (code == 0)
			code = enter(c, p, def);
	} else if (p->open[p->depth - 1] != def) {
		code = otfp_tau_note(c->t, OTFP_TAU_CROSSED);
	}
	if (code == 0)
		leave(c, p);
	return code;
}

/* ---- values ---- */

static void put_value(struct otfp_tau_reading *c, const struct otfp_tau_process *p, uint32_t token, int64_t value)
{
	struct otfp_record *rec = put(c, p, OTFP_Counter);

	rec->form = OTFP_FORM_SIGNED;
	rec->f[0].u = token;
	rec->f[1].u = (uint64_t)value;
}

/* Keep the value of 0, value, 0. A repaired order may have moved zeros, but no value is lost. A zero at the very
 * begin or end of a process without EV_INIT or FLUSH_CLOSE is kept, since the header already has the time span. */
static int take_trigger(struct otfp_tau_reading *c, struct otfp_tau_process *p, const struct otfp_tau_event *e)
{
	int stays = e->par != 0 || (!p->began && !p->has_init) || (p->left == 1 && !p->has_close);

	if (p->trigger != e->def && otfp_tau_switch_trigger(c->t, e->process, e->def) < 0)
		return otfp_fail_memory(c->t->err);
	if (stays || p->phase == 1)
		put_value(c, p, c->t->dict.defs[e->def].token, e->par);
	p->phase = e->par != 0 || p->phase == 1 ? 2 : p->phase == 0;
	return 0;
}

/* ---- messages ---- */

static void put_message(struct otfp_tau_reading *c, struct otfp_tau_process *p, int64_t par, int receives)
{
	struct otfp_tau_message m = otfp_tau_unpack(par);
	uint32_t peer = otfp_tau_peer(c->t, p, m.peer, receives);
	struct otfp_record *rec = put(c, p, receives ? OTFP_RecvMsg : OTFP_SendMsg);

	rec->f[0].u = peer + 1;
	rec->f[1].u = c->t->runs[p->run].comms[m.comm];
	rec->f[2].u = m.tag;
	rec->f[3].u = m.length;
	rec->f[4].u = 0;
}

/* Combine the two halves of the key to the tag that both ends of a transfer have. */
static uint32_t rma_tag(int64_t key1, int64_t key2)
{
	uint64_t h = otfp_hash_spread((uint64_t)key1) ^ (uint64_t)key2;

	return (uint32_t)(h ^ h >> 32);
}

static int put_rma(struct otfp_tau_reading *c, struct otfp_tau_process *p, int64_t key2)
{
	uint32_t peer = c->t->slots ? c->t->slots[p->next_slot] : 0, tag = rma_tag(p->rma_key, key2);
	int ends = p->rma == OTFP_TAU_RMA_IN, code = 0;
	struct otfp_record *rec;

	p->next_slot++;
	if (!peer) {
		code = otfp_tau_note(c->t, OTFP_TAU_LONE_RMA);
		peer = token_of(c, p);
	}
	rec = put(c, p, ends ? OTFP_RMAEnd : OTFP_RMAPut);
	rec->f[0].u = ends ? peer : token_of(c, p);
	rec->f[1].u = ends ? 0 : peer;
	rec->f[2].u = ends ? tag : 0;
	rec->f[3].u = ends ? 0 : tag;
	rec->f[4].u = ends || p->rma_bytes < 0 ? 0 : (uint64_t)p->rma_bytes;
	rec->f[5].u = 0;
	return code;
}

/* A transfer is three records: bytes, and the two halves of its key. */
static int take_rma(struct otfp_tau_reading *c, struct otfp_tau_process *p, const struct otfp_tau_event *e,
                    unsigned role)
{
	int is_lost = role == OTFP_TAU_RMA_KEY1 ? !p->rma || p->has_key :
	              role == OTFP_TAU_RMA_KEY2 ? !p->rma || !p->has_key :
	                                          p->rma != 0;
	int code = is_lost ? otfp_tau_note(c->t, OTFP_TAU_HALF_RMA) : 0;

	if (role == OTFP_TAU_RMA_KEY1) {
		p->rma_key = e->par;
		p->has_key = 1;
	} else if (role != OTFP_TAU_RMA_KEY2) {
		p->rma = (uint8_t)role;
		p->rma_bytes = e->par;
		p->has_key = 0;
	} else if (is_lost) {
		p->next_slot++;
		p->rma = p->has_key = 0;
	} else {
		code = put_rma(c, p, e->par);
		p->rma = p->has_key = 0;
	}
	return code;
}

/* ---- processes ---- */

static void begin(struct otfp_tau_reading *c, struct otfp_tau_process *p)
{
	p->began = 1;
	if (p->has_init)
		put(c, p, OTFP_BeginProcess);
}

/* Ends as many calls as fit. @return 0 or <0; c->ending is NULL when all are done */
static int end_process(struct otfp_tau_reading *c)
{
	struct otfp_tau_process *p = c->ending;
	int code = 0;

	if (p->rma) {
		p->rma = 0;
		code = otfp_tau_note(c->t, OTFP_TAU_HALF_RMA);
	}
	while (p->depth && code == 0 && c->n + MOST <= OUT_MAX) {
		code = otfp_tau_note(c->t, OTFP_TAU_OPEN);
		if (c->t->options.leave_open)
			p->depth--;
		else
			leave(c, p);
	}
	if (p->depth || code < 0)
		return code;
	if (p->has_close)
		put(c, p, OTFP_EndProcess);
	free(p->open);
	p->open = NULL;
	p->cap = 0;
	c->ending = NULL;
	return 0;
}

/* ---- records in ---- */

static int take(struct otfp_tau_reading *c, const struct otfp_tau_event *e)
{
	struct otfp_tau_process *p = &c->t->processes[e->process];
	const struct otfp_tau_def *d = &c->t->dict.defs[e->def];
	int code = 0;

	c->time = e->time - c->t->base;
	if (__builtin_expect(!p->began && p->has_init, 0))
		begin(c, p);
	switch (d->role) {
	case OTFP_TAU_FUNCTION: code = e->par == 1 ? enter(c, p, e->def) : leave_checked(c, p, e->def); break;
	case OTFP_TAU_COUNTER: put_value(c, p, d->token, e->par); break;
	case OTFP_TAU_TRIGGER: code = take_trigger(c, p, e); break;
	case OTFP_TAU_SEND: put_message(c, p, e->par, 0); break;
	case OTFP_TAU_RECV: put_message(c, p, e->par, 1); break;
	case OTFP_TAU_PEER_THREAD: p->peer_thread = e->par >= 0 && e->par <= UINT16_MAX ? (int32_t)e->par : -1; break;
	case OTFP_TAU_RMA_OUT:
	case OTFP_TAU_RMA_IN:
	case OTFP_TAU_RMA_EITHER:
	case OTFP_TAU_RMA_KEY1:
	case OTFP_TAU_RMA_KEY2: code = take_rma(c, p, e, d->role); break;
	default: break;
	}
	p->began = 1;
	if (--p->left == 0)
		c->ending = p;
	return code;
}

int otfp_tau_read_batch(struct otfp_tau_reading *c, const struct otfp_record *const **recs, size_t *n)
{
	int code = 0;
	size_t k;

	c->n = 0;
	while (code == 0 && c->n + MOST <= OUT_MAX) {
		if (c->ending) {
			code = end_process(c);
		} else if (c->at < c->end) {
			code = take(c, c->at++);
		} else {
			code = otfp_tau_order_next(c->order, &c->at, &k);
			c->end = code == 0 ? c->at + k : c->at;
		}
	}
	if (code < 0 || c->n == 0)
		return code;
	*recs = c->out;
	*n = c->n;
	return 0;
}

int otfp_tau_read_open(struct otfp_tau_reading **out, struct otfp_tau *t)
{
	struct otfp_tau_reading *c = calloc(1, sizeof *c);
	int code;

	if (!c)
		return otfp_fail_memory(t->err);
	c->t = t;
	for (unsigned i = 0; i < OUT_MAX; i++) {
		c->recs[i].file = OTFP_FILE_EVENT;
		c->out[i] = &c->recs[i];
	}
	code = otfp_tau_order_open(&c->order, t);
	if (code < 0) {
		free(c);
		return code;
	}
	*out = c;
	return 0;
}

void otfp_tau_read_close(struct otfp_tau_reading *c)
{
	if (!c)
		return;
	otfp_tau_order_close(c->order);
	free(c);
}
