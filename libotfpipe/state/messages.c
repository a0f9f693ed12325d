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

/* ---- channels: an empty channel stays in the table until the next rehash, or is used again ---- */

static uint64_t hash_of(const uint32_t key[4])
{
	const uint64_t hash = otfp_hash_four(key);

	return hash ? hash : 1;
}

static int is_of(const struct otfp_message *m, const uint32_t key[4])
{
	return m->ends[0] == key[0] && m->ends[1] == key[1] && m->group == key[2] && m->tag == key[3];
}

/* The channel of a key with messages, or the slot for it: an empty or a free one. */
static struct otfp_channel *place_of(const struct otfp_messages *m, const uint32_t key[4], uint64_t hash)
{
	struct otfp_channel *empty = NULL;

	for (size_t i = hash >> 24;; i++) {
		struct otfp_channel *c = &m->channels[i & (m->cap - 1)];
		if (!c->hash)
			return empty ? empty : c;
		if (!c->first)
			empty = empty ? empty : c;
		else if (c->hash == hash && is_of(c->first, key))
			return c;
	}
}

/* Rehash the channels with messages into a table of at least three times their number. */
static int make_room(struct otfp_messages *m)
{
	struct otfp_messages old = *m;
	size_t busy = 0;

	for (size_t i = 0; i < old.cap; i++)
		busy += old.channels[i].first != NULL;
	for (m->cap = 64; m->cap < 3 * busy;)
		m->cap *= 2;
	m->channels = calloc(m->cap, sizeof *m->channels);
	if (!m->channels) {
		*m = old;
		return -1;
	}
	m->n = busy;
	OTFP_ASSERT(m->n < m->cap);
	for (size_t i = 0; i < old.cap; i++) {
		size_t at = old.channels[i].hash >> 24;
		if (!old.channels[i].first)
			continue;
		while (m->channels[at & (m->cap - 1)].hash)
			at++;
		m->channels[at & (m->cap - 1)] = old.channels[i];
	}
	free(old.channels);
	return 0;
}

static struct otfp_channel *channel(struct otfp_messages *m, const uint32_t key[4])
{
	const uint64_t hash = hash_of(key);
	struct otfp_channel *c;

	if (m->n >= m->cap / 3 * 2 && make_room(m) < 0)
		return NULL;
	c = place_of(m, key, hash);
	m->n += !c->hash;
	if (!c->first)
		c->hash = hash;
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
	                            .ends = {key[0], key[1]},
	                            .before = sends->last};
	*(sends->last ? &sends->last->after : &sends->first) = at;
	sends->last = at;
	*(c->first ? &c->first->last->next : &c->first) = at;
	c->first->last = at;
	return at;
}

struct otfp_message *otfp_messages_first(const struct otfp_messages *m, const uint32_t key[4])
{
	return m->cap ? place_of(m, key, hash_of(key))->first : NULL;
}

/* Take a message out of the list of its sender, and let its place be used again. */
static void unlist(struct otfp_messages *m, struct otfp_sends *sends, struct otfp_message *at)
{
	*(at->before ? &at->before->after : &sends->first) = at->after;
	*(at->after ? &at->after->before : &sends->last) = at->before;
	at->next = m->spare;
	m->spare = at;
}

void otfp_messages_drop(struct otfp_messages *m, struct otfp_sends *sends, struct otfp_message *at)
{
	const uint32_t key[4] = {at->ends[0], at->ends[1], at->group, at->tag};
	struct otfp_channel *c = place_of(m, key, hash_of(key));
	struct otfp_message *first = c->first, *before = NULL;
	struct otfp_message *const last = first->last;

	for (struct otfp_message *i = first; i != at; i = i->next)
		before = i;
	if (before)
		before->next = at->next;
	else
		c->first = first = at->next;
	if (first)
		first->last = at == last ? before : last;
	free(at->kept);
	unlist(m, sends, at);
}

struct otfp_message *otfp_messages_receive(struct otfp_messages *m, struct otfp_sends *sends, const uint32_t key[4])
{
	struct otfp_channel *c = m->cap ? place_of(m, key, hash_of(key)) : NULL;
	struct otfp_message *at = c ? c->first : NULL;

	if (!at)
		return NULL;
	OTFP_ASSERT_HOT(is_of(at, key));
	c->first = at->next;
	if (c->first)
		c->first->last = at->last;
	free(m->taken.kept);
	m->taken = *at;
	unlist(m, sends, at);
	return &m->taken;
}
