/* message.c - match the two halves of a message. */
#include "check/inside.h"
#include <inttypes.h>

static void see_length(struct otfp_check *c, const struct otfp_finding *at, uint64_t sent, uint64_t received)
{
	if (sent != received)
		otfp_check_find(c, OTFP_RULE_MESSAGE_LENGTH, at,
		                "%" PRIu64 " bytes were sent, but %" PRIu64 " bytes received", sent, received);
}

/* The receive came first (clock skew). */
static void see_early(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d)
{
	const struct otfp_message *early = d->early;
	const struct otfp_process *receiver = otfp_state_find(&c->state, early->receiver);
	struct otfp_finding at;

	otfp_checked_of(c, d->process)->early = 1;
	otfp_check_at_event(c, receiver, early->mark, early->time, &at);
	see_length(c, &at, d->message->length, early->length);
	if (rec->time == early->time) /* at equal times the order of streams decides which comes first */
		return;
	otfp_check_find(c, OTFP_RULE_EARLY_RECEIVE, &at, "received %" PRIu64 " ticks before it was sent, by %s%s",
	                rec->time - early->time,
	                otfp_check_word(c, OTFP_W_PROCESS, otfp_checked_of(c, d->process)->stream, rec->loc),
	                otfp_check_line(c, rec->lineno));
}

void otfp_check_send(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d)
{
	d->message->mark = rec->lineno;
	if (OTFP_UNLIKELY(d->early != NULL))
		see_early(c, rec, d);
}

void otfp_check_receive(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d)
{
	const uint64_t length = otfp_true_number(c->state.carriers, rec, 3);
	struct otfp_finding at;

	if (d->early) {
		d->early->mark = rec->lineno;
	} else if (OTFP_UNLIKELY(d->message->length != length)) {
		otfp_check_at(c, rec, &at);
		see_length(c, &at, d->message->length, length);
	}
}

/* ---- the end ---- */

/* The process if the trace has events of it, else NULL: messages from and to a process that was left out cannot be
 * checked. */
static const struct otfp_process *recorded(const struct otfp_check *c, uint32_t process)
{
	const struct otfp_process *p = otfp_state_find(&c->state, process);

	return p && p->known == OTFP_KNOWN_EVENTS ? p : NULL;
}

/* Copy the receives without a send, with communicator 0 in the key and the communicator in `source`. */
static int forget_communicators(struct otfp_check *c, struct otfp_messages *to, struct otfp_sends *list)
{
	for (const struct otfp_message *m = c->state.early_list.first; m; m = m->after) {
		struct otfp_message *copy =
			otfp_messages_send(to, list, m->time, (const uint32_t[]){m->ends[0], m->ends[1], 0, m->tag});
		if (!copy)
			return -1;
		copy->sender = m->sender;
		copy->receiver = m->receiver;
		copy->mark = m->mark;
		copy->source = m->group;
	}
	return 0;
}

static void end_send(struct otfp_check *c, const struct otfp_process *sender, const struct otfp_message *m,
                     struct otfp_messages *received, struct otfp_sends *list)
{
	const struct otfp_message *other =
		otfp_messages_receive(received, list, (const uint32_t[]){m->ends[0], m->ends[1], 0, m->tag});
	struct otfp_finding at;

	otfp_check_at_event(c, sender, m->mark, m->time, &at);
	if (other)
		otfp_check_find(c, OTFP_RULE_MESSAGE_COMMUNICATOR, &at,
		                "sent on communicator %" PRIu32 ", but received on %" PRIu32 " by %s%s", m->group,
		                other->source, otfp_check_process(c, m->receiver), otfp_check_line(c, other->mark));
	else if (recorded(c, m->receiver))
		otfp_check_find(c, OTFP_RULE_UNRECEIVED, &at,
		                "message to %s, communicator %" PRIu32 ", tag %" PRIu32 ", was never received",
		                otfp_check_process(c, m->receiver), m->group, m->tag);
}

static void end_receive(struct otfp_check *c, const struct otfp_message *m)
{
	const struct otfp_process *receiver = otfp_state_find(&c->state, m->receiver);
	struct otfp_finding at;

	if (!recorded(c, m->sender))
		return;
	otfp_check_at_event(c, receiver, m->mark, m->time, &at);
	otfp_check_find(c, OTFP_RULE_RECEIVE_UNSENT, &at,
	                "message from %s, communicator %" PRIu32 ", tag %" PRIu32 ", was never sent",
	                otfp_check_process(c, m->sender), m->source, m->tag);
}

int otfp_check_messages_end(struct otfp_check *c)
{
	struct otfp_messages received = {0};
	struct otfp_sends list = {0};
	int rc = forget_communicators(c, &received, &list);

	for (size_t i = 0; i < c->state.n && rc == 0; i++)
		for (const struct otfp_message *m = c->state.processes[i].sends.first; m; m = m->after)
			end_send(c, &c->state.processes[i], m, &received, &list);
	for (const struct otfp_message *m = list.first; m && rc == 0; m = m->after)
		end_receive(c, m);
	otfp_messages_release(&received);
	return rc;
}
