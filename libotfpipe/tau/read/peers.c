/*
 * peers.c - finds the threads at both ends of messages, and the ends of one-sided transfers.
 *
 * A message of TAU names the node at the other end, not the thread. If one thread of that node receives, it is the
 * peer. If several do, the first send between two nodes with a tag and length belongs to the first such receive, and
 * so on. Transfers have a key of 128 bits at both ends.
 *
 * This takes one more pass over all records before the conversion. Its result is in an unnamed file, 4 bytes for each
 * message, mapped into memory. Memory: messages sent and not yet received.
 */
#include "base/error.h"
#include "io/temp.h"
#include "tau/read/order.h"
#include "tau/read/peers.h"
#include "base/hash.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* One end of a message, waiting for the other. */
struct end {
	uint64_t slot;
	uint32_t process, next; /* next: index + 1 in the queue, or in the list of free entries */
};

struct match {
	struct otfp_tau *t;
	struct otfp_map heads, tails; /* index of an end + 1, by key and direction */
	struct end *ends;
	size_t n, cap;
	uint32_t spare;
};

static int is_rma(const struct otfp_tau *t)
{
	for (size_t i = 0; i < t->dict.n; i++)
		if (t->dict.defs[i].role == OTFP_TAU_RMA_KEY2 && t->dict.defs[i].count)
			return 1;
	return 0;
}

static int has_several(const struct otfp_map *roles)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(roles, &at);)
		if (*at.value & OTFP_TAU_SEVERAL)
			return 1;
	return 0;
}

/* ---- queues of ends ---- */

static uint32_t new_end(struct match *m, uint32_t process, uint64_t slot)
{
	uint32_t e = m->spare;

	if (e) {
		m->spare = m->ends[e - 1].next;
	} else {
		if (m->n == m->cap) {
			size_t cap = m->cap ? 2 * m->cap : 1024;
			struct end *ends = cap < UINT32_MAX ? realloc(m->ends, cap * sizeof *ends) : NULL;
			if (!ends)
				return 0;
			m->ends = ends;
			m->cap = cap;
		}
		e = (uint32_t)++m->n;
	}
	m->ends[e - 1] = (struct end){slot, process, 0};
	return e;
}

static int wait_for(struct match *m, uint64_t key, uint32_t process, uint64_t slot)
{
	uint32_t e = new_end(m, process, slot);
	uint64_t *head = otfp_map_get(&m->heads, key), *tail = otfp_map_get(&m->tails, key);

	if (!e)
		return -1;
	if (head && *head) {
		m->ends[*tail - 1].next = e;
		*tail = e;
		return 0;
	}
	return otfp_map_set(&m->heads, key, e) < 0 || otfp_map_set(&m->tails, key, e) < 0 ? -1 : 0;
}

/* Take the end that waits longest. @return 1 if there is one */
static int take_first(struct match *m, uint64_t key, struct end *end)
{
	uint64_t *head = otfp_map_get(&m->heads, key);
	uint32_t e = head ? (uint32_t)*head : 0;

	if (!e)
		return 0;
	*end = m->ends[e - 1];
	*head = end->next;
	m->ends[e - 1].next = m->spare;
	m->spare = e;
	return 1;
}

/* Match an end with the other end if that waits, else let it wait. */
static int join(struct match *m, uint64_t key, int receives, uint32_t process, uint64_t slot)
{
	struct end other;

	if (!take_first(m, otfp_hash_add(key, !receives), &other))
		return wait_for(m, otfp_hash_add(key, (uint64_t)receives), process, slot);
	m->t->slots[slot] = other.process + 1;
	m->t->slots[other.slot] = process + 1;
	return 0;
}

/* ---- a pass over all records ---- */

static uint64_t message_key(const struct otfp_tau_process *p, const struct otfp_tau_message *m, int receives)
{
	uint64_t from = receives ? m->peer : p->node, to = receives ? p->node : m->peer;
	uint64_t h = otfp_hash_add(p->run + UINT64_C(1), from << 32 | to << 16 | m->tag);

	return otfp_hash_add(h, (uint64_t)m->length << 8 | m->comm);
}

static int take_message(struct match *m, struct otfp_tau_process *p, const struct otfp_tau_event *e, int receives)
{
	struct otfp_tau_message msg = otfp_tau_unpack(e->par);
	uint64_t slot = p->next_slot++;

	if (p->peer_thread >= 0) { /* the record named the thread */
		p->peer_thread = -1;
		return 0;
	}
	return join(m, message_key(p, &msg, receives), receives, e->process, slot);
}

static int take_key(struct match *m, struct otfp_tau_process *p, const struct otfp_tau_event *e)
{
	uint64_t key = otfp_hash_add(otfp_hash_add(otfp_hash_add(p->run + UINT64_C(1), 1), (uint64_t)p->rma_key),
	                             (uint64_t)e->par);
	uint64_t slot = p->next_slot++, *head = otfp_map_get(&m->heads, otfp_hash_add(key, 0));
	int receives = p->rma == OTFP_TAU_RMA_IN || (p->rma == OTFP_TAU_RMA_EITHER && head && *head);
	int is_whole = p->rma && p->has_key;

	p->rma = p->has_key = 0;
	return is_whole ? join(m, key, receives, e->process, slot) : 0;
}

static int take(struct match *m, const struct otfp_tau_event *e)
{
	struct otfp_tau_process *p = &m->t->processes[e->process];
	unsigned role = m->t->dict.defs[e->def].role;

	switch (role) {
	case OTFP_TAU_SEND: return take_message(m, p, e, 0);
	case OTFP_TAU_RECV: return take_message(m, p, e, 1);
	case OTFP_TAU_PEER_THREAD: p->peer_thread = e->par >= 0 && e->par <= UINT16_MAX ? (int32_t)e->par : -1; break;
	case OTFP_TAU_RMA_OUT:
	case OTFP_TAU_RMA_IN:
	case OTFP_TAU_RMA_EITHER:
		p->rma = (uint8_t)role;
		p->has_key = 0;
		break;
	case OTFP_TAU_RMA_KEY1:
		p->rma_key = e->par;
		p->has_key = 1;
		break;
	case OTFP_TAU_RMA_KEY2: return take_key(m, p, e);
	default: break;
	}
	return 0;
}

static int match_all(struct match *m)
{
	const struct otfp_tau_event *e;
	struct otfp_tau_order *order;
	size_t n;
	int code = otfp_tau_order_open(&order, m->t);

	if (code < 0)
		return code;
	while ((code = otfp_tau_order_next(order, &e, &n)) == 0)
		for (size_t i = 0; i < n; i++)
			if (take(m, &e[i]) < 0) {
				otfp_tau_order_close(order);
				return otfp_fail_memory(m->t->err);
			}
	otfp_tau_order_close(order);
	return code < 0 ? code : 0;
}

/* ---- the slots ---- */

static int map_slots(struct otfp_tau *t, uint64_t n)
{
	const char *dir = otfp_temp_dir();
	int fd = otfp_temp_open(dir);

	t->slots_size = n * sizeof *t->slots;
	if (fd < 0 || otfp_fd_allocate(fd, t->slots_size) < 0) {
		int code = otfp_fail_errno(t->err, "%s: temporary file for messages", dir);
		if (fd >= 0)
			close(fd);
		return code;
	}
	t->slots = mmap(NULL, t->slots_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (t->slots != MAP_FAILED)
		return 0;
	t->slots = NULL;
	return otfp_fail_memory(t->err);
}

/* Reset what the pass changed. */
static void rewind_processes(struct otfp_tau *t)
{
	for (size_t i = 0; i < t->nprocesses; i++) {
		struct otfp_tau_process *p = &t->processes[i];
		p->next_slot = p->first_slot;
		p->peer_thread = -1;
		p->rma = p->has_key = 0;
	}
}

int otfp_tau_match_peers(struct otfp_tau *t)
{
	struct match m = {.t = t};
	uint64_t slots = 0;
	int code;

	for (size_t i = 0; i < t->nprocesses; i++) {
		t->processes[i].first_slot = slots;
		slots += t->processes[i].slots;
	}
	rewind_processes(t);
	if (!slots || !(has_several(&t->senders) || has_several(&t->receivers) || is_rma(t)))
		return 0;
	code = map_slots(t, slots);
	if (code == 0)
		code = match_all(&m);
	rewind_processes(t);
	otfp_map_release(&m.heads);
	otfp_map_release(&m.tails);
	free(m.ends);
	return code;
}

void otfp_tau_forget_peers(struct otfp_tau *t)
{
	if (t->slots)
		munmap(t->slots, t->slots_size);
	t->slots = NULL;
}

/* ---- the other end ---- */

/* The peer is the thread named by a record before, else the matched one, else the process for the messages of the
 * node. */
uint32_t otfp_tau_peer(struct otfp_tau *t, struct otfp_tau_process *p, unsigned node, int receives)
{
	uint64_t place = otfp_tau_place(p->run, node, (unsigned)p->peer_thread & 0xffff);
	uint64_t slot = p->next_slot++;
	const uint64_t *have = NULL;

	if (p->peer_thread >= 0)
		have = otfp_map_get(&t->by_place, place);
	p->peer_thread = -1;
	if (have)
		return (uint32_t)*have;
	if (t->slots && t->slots[slot])
		return t->slots[slot] - 1;
	have = otfp_map_get(receives ? &t->senders : &t->receivers, place >> 16);
	return have ? (uint32_t)*have : OTFP_TAU_NOBODY;
}
