/* match.c - pair the sends and receives of a state, whichever of the two comes first. See match.h. */
#include "state/match.h"

enum { SENDER, RECEIVER }; /* in a key */

/* The key of a message by those that its ends stand for. @return 0, or -1 when memory is out */
static inline int key_of(struct otfp_state *s, uint32_t loc, const uint32_t key[4], uint32_t of[4])
{
	memcpy(of, key, 4 * sizeof *of);
	return otfp_ranks_key(&s->ranks, loc, of);
}

/* Add a half of a message. @return it, with the processes of its record; NULL when memory is out */
static struct otfp_message *add(struct otfp_messages *to, struct otfp_sends *list, uint64_t time, const uint32_t of[4],
                                const uint32_t key[4])
{
	struct otfp_message *m = otfp_messages_send(to, list, time, of);

	if (OTFP_LIKELY(m != NULL)) {
		m->sender = key[SENDER];
		m->receiver = key[RECEIVER];
	}
	return m;
}

int otfp_match_snapshot(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4])
{
	uint32_t of[4];

	d->message = key_of(s, key[SENDER], key, of) < 0 ? NULL : add(&s->messages, &d->process->sends, time, of, key);
	if (OTFP_UNLIKELY(!d->message))
		return -1;
	d->did = OTFP_DID_SEND;
	return 0;
}

int otfp_match_send(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4])
{
	uint32_t of[4];

	if (otfp_match_snapshot(s, d, time, key) < 0)
		return -1;
	if (OTFP_LIKELY(!s->early_list.first))
		return 0;
	memcpy(of, key, sizeof of);
	of[SENDER] = d->message->ends[SENDER];
	of[RECEIVER] = d->message->ends[RECEIVER];
	d->early = otfp_messages_receive(&s->early, &s->early_list, of);
	if (!d->early)
		return 0;
	d->early->sender = key[SENDER];
	d->message = otfp_messages_receive(&s->messages, &d->process->sends, of);
	d->message->receiver = d->early->receiver;
	s->odd[OTFP_ODD_RECEIVE]--;
	return 0;
}

/* The process that sent the oldest message of a key: a thread may do it for the sender. */
static struct otfp_process *sender_of(const struct otfp_state *s, const uint32_t of[4])
{
	const struct otfp_message *first;

	if (OTFP_LIKELY(!s->ranks.parents.n))
		return otfp_state_find(s, of[SENDER]);
	first = otfp_messages_first(&s->messages, of);
	return first ? otfp_state_find(s, first->sender) : NULL;
}

int otfp_match_receive(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4])
{
	struct otfp_process *sender;
	uint32_t of[4];

	if (key_of(s, key[RECEIVER], key, of) < 0)
		return -1;
	sender = sender_of(s, of);
	d->message = sender ? otfp_messages_receive(&s->messages, &sender->sends, of) : NULL;
	if (OTFP_LIKELY(d->message != NULL)) {
		d->message->receiver = key[RECEIVER];
		d->did = OTFP_DID_RECEIVE;
		return 0;
	}
	d->early = add(&s->early, &s->early_list, time, of, key);
	return d->early ? 0 : -1;
}

void otfp_state_restart(struct otfp_state *s)
{
	otfp_messages_release(&s->early);
	s->early_list = (struct otfp_sends){0};
	memset(s->odd, 0, sizeof s->odd);
}
