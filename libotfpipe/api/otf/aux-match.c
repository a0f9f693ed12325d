/* aux-match.c - OTFAUX_MsgMatching.h, and the announced receives of a state. */
#include "api/otf/aux.h"
#include "api/otf/error.h"
#include "base/grow.h"
#include "base/hash.h"
#include "open-trace-format/OTFAUX_MsgMatching.h"
#include <stdlib.h>
#include <string.h>

void aux_receives_free(struct aux_receives *r)
{
	otfp_index_release(&r->index);
	free(r->channels);
	free(r->receives);
	memset(r, 0, sizeof *r);
}

static uint32_t hash_of(const struct aux_channel *c)
{
	uint64_t h = otfp_hash_add(OTFP_HASH_INIT, c->sender);

	h = otfp_hash_add(otfp_hash_add(h, c->receiver), (uint64_t)c->communicator << 32 | c->tag);
	return (uint32_t)(h >> 32);
}

static struct aux_channel *find(const struct aux_receives *r, const struct aux_channel *key)
{
	const uint32_t hash = hash_of(key);
	size_t probe = otfp_index_home(&r->index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&r->index, hash, &probe))) {
		struct aux_channel *c = &r->channels[at - 1];
		if (c->sender == key->sender && c->receiver == key->receiver && c->communicator == key->communicator &&
		    c->tag == key->tag)
			return c;
	}
	return NULL;
}

/* Add the channel of a key. @return NULL when memory is out */
static struct aux_channel *add_channel(struct aux_receives *r, const struct aux_channel *key)
{
	struct aux_channel *c;

	if (otfp_grow(&r->channels, r->nchannels, &r->channels_cap, sizeof *r->channels) < 0 ||
	    otfp_index_add(&r->index, hash_of(key), r->nchannels + 1) < 0)
		return NULL;
	c = &r->channels[r->nchannels++];
	*c = *key;
	c->first = c->last = 0;
	return c;
}

int aux_receives_add(struct aux_receives *r, const struct aux_channel *key, const struct aux_receive *receive)
{
	struct aux_channel *c = find(r, key);
	size_t at = r->spare;

	if (!c)
		c = add_channel(r, key);
	if (!c)
		return -1;
	if (at)
		r->spare = r->receives[at - 1].next;
	else {
		if (otfp_grow(&r->receives, r->n, &r->cap, sizeof *r->receives) < 0)
			return -1;
		at = ++r->n;
	}
	r->receives[at - 1] = *receive;
	r->receives[at - 1].next = 0;
	*(c->last ? &r->receives[c->last - 1].next : &c->first) = at;
	c->last = at;
	r->waiting++;
	return 0;
}

int aux_receives_pop(struct aux_receives *r, const struct aux_channel *key, struct aux_receive *receive)
{
	struct aux_channel *c = find(r, key);
	size_t at;

	if (!c || !c->first)
		return 0;
	at = c->first;
	*receive = r->receives[at - 1];
	c->first = receive->next;
	if (!c->first)
		c->last = 0;
	r->receives[at - 1].next = r->spare;
	r->spare = at;
	r->waiting--;
	return 1;
}

/* ---- OTFAUX_MsgMatching.h ---- */

OTFAUX_MsgMatching_Context *OTFAUX_MsgMatching_create(void)
{
	return OTFAUX_State_create();
}

void OTFAUX_MsgMatching_destroy(OTFAUX_MsgMatching_Context *context)
{
	OTFAUX_State_destroy(context);
}

void OTFAUX_MsgMatching_enqueueRecv(OTFAUX_MsgMatching_Context *context, uint64_t sender, uint64_t receiver,
                                    uint32_t tag, uint32_t communicator, uint64_t time, uint32_t size, uint32_t source)
{
	OTFAUX_State_enqueueRecvMsg(context, time, receiver, sender, communicator, tag, size, source);
}

int OTFAUX_MsgMatching_matchSend(OTFAUX_MsgMatching_Context *context, uint64_t sender, uint64_t receiver, uint32_t tag,
                                 uint32_t communicator, uint64_t *time, uint32_t *size, uint32_t *source)
{
	/* no send is kept without the callback of its snapshot, which a context never has */
	return OTFAUX_State_processSendMsg(context, 0, sender, receiver, communicator, tag, 0, 0, time, size, source,
	                                   NULL) == 1;
}

void OTFAUX_MsgMatching_releaseMemory(OTFAUX_MsgMatching_Context *context)
{
	if (aux_is_state(context, "OTFAUX_MsgMatching_releaseMemory") && !context->receives.waiting)
		aux_receives_free(&context->receives);
}
