/* match.c - pair the sends and receives of a state, whichever of the two comes first. See match.h. */
#include "state/match.h"

int otfp_match_send(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4])
{
	d->message = otfp_messages_send(&s->messages, &d->process->sends, time, key);
	if (OTFP_UNLIKELY(!d->message))
		return -1;
	d->did = OTFP_DID_SEND;
	if (OTFP_LIKELY(!s->early_list.first))
		return 0;
	d->early = otfp_messages_receive(&s->early, &s->early_list, key);
	if (!d->early)
		return 0;
	d->message = otfp_messages_receive(&s->messages, &d->process->sends, key);
	s->odd[OTFP_ODD_RECEIVE]--;
	return 0;
}

int otfp_match_receive(struct otfp_state *s, struct otfp_change *d, uint64_t time, const uint32_t key[4])
{
	struct otfp_process *sender = otfp_state_find(s, key[0]);

	d->message = sender ? otfp_messages_receive(&s->messages, &sender->sends, key) : NULL;
	if (OTFP_LIKELY(d->message != NULL)) {
		d->did = OTFP_DID_RECEIVE;
		return 0;
	}
	d->early = otfp_messages_send(&s->early, &s->early_list, time, key);
	return d->early ? 0 : -1;
}

void otfp_state_restart(struct otfp_state *s)
{
	otfp_messages_release(&s->early);
	s->early_list = (struct otfp_sends){0};
	memset(s->odd, 0, sizeof s->odd);
}
