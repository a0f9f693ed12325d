#include "state/messages.h"
#include "base/assert.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

void otfp_messages_release(struct otfp_messages *m)
{
	for (size_t i = 0; i < m->cap; i++)
		for (struct otfp_message *at = m->channels[i].first; at; at = at->next)
			free(at->kept);
	free(m->taken.kept);
	free(m->channels);
	otfp_arena_release(&m->arena);
	memset(m, 0, sizeof *m);
}

/* ---- channels: an empty channel stays in the table until the next rehash ---- */

/* The channel of a key, or the free slot for it. */
static struct otfp_channel *place_of(const struct otfp_messages *m, const uint32_t key[4])
{
	for (size_t i = otfp_hash_four(key) >> 24;; i++) {
		struct otfp_channel *c = &m->channels[i & (m->cap - 1)];
		if (!c->used || memcmp(c->key, key, sizeof c->key) == 0)
			return c;
	}
}

/* Rehash the channels with messages into a table of at least four times their number. */
static int make_room(struct otfp_messages *m)
{
	struct otfp_messages old = *m;
	size_t busy = 0;

	for (size_t i = 0; i < old.cap; i++)
		busy += old.channels[i].first != NULL;
	for (m->cap = 64; m->cap < 4 * busy + 4;)
		m->cap *= 2;
	m->channels = calloc(m->cap, sizeof *m->channels);
	if (!m->channels) {
		*m = old;
		return -1;
	}
	m->n = busy;
	OTFP_ASSERT(m->n < m->cap);
	for (size_t i = 0; i < old.cap; i++)
		if (old.channels[i].first)
			*place_of(m, old.channels[i].key) = old.channels[i];
	free(old.channels);
	return 0;
}

static struct otfp_channel *channel(struct otfp_messages *m, const uint32_t key[4])
{
	struct otfp_channel *c;

	if (2 * m->n >= m->cap && make_room(m) < 0)
		return NULL;
	c = place_of(m, key);
	if (!c->used) {
		memcpy(c->key, key, sizeof c->key);
		c->used = 1;
		m->n++;
	}
	return c;
}

/* ---- messages ---- */

static struct otfp_message *get_message(struct otfp_messages *m)
{
	struct otfp_message *at = m->spare;

	if (!at)
		return otfp_arena_get(&m->arena, sizeof *at);
	m->spare = at->next;
	return at;
}

struct otfp_message *otfp_messages_send(struct otfp_messages *m, struct otfp_sends *sends, uint64_t time,
                                        const uint32_t key[4])
{
	struct otfp_channel *c = channel(m, key);
	struct otfp_message *at = c ? get_message(m) : NULL;

	if (!at)
		return NULL;
	*at = (struct otfp_message){.time = time,
	                            .sender = key[0],
	                            .receiver = key[1],
	                            .group = key[2],
	                            .tag = key[3],
	                            .before = sends->last};
	*(sends->last ? &sends->last->after : &sends->first) = at;
	sends->last = at;
	*(c->first ? &c->last->next : &c->first) = at;
	c->last = at;
	return at;
}

struct otfp_message *otfp_messages_receive(struct otfp_messages *m, struct otfp_sends *sends, const uint32_t key[4])
{
	struct otfp_channel *c = m->cap ? place_of(m, key) : NULL;
	struct otfp_message *at = c && c->used ? c->first : NULL;

	if (!at)
		return NULL;
	OTFP_ASSERT_HOT(at->sender == key[0] && at->receiver == key[1] && at->group == key[2] && at->tag == key[3]);
	c->first = at->next;
	*(at->before ? &at->before->after : &sends->first) = at->after;
	*(at->after ? &at->after->before : &sends->last) = at->before;
	free(m->taken.kept);
	m->taken = *at;
	at->next = m->spare;
	m->spare = at;
	return &m->taken;
}
