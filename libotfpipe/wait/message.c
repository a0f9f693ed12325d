/* message.c - messages: late senders and receivers, and the second clock of the sender. */
#include "base/grow.h"
#include "wait/watch.h"

/* ---- halves ---- */

/* @return 1 + index; 0 when memory is out */
static uint32_t new_half(struct otfp_wait_engine *w)
{
	const uint32_t at = w->spare_half;

	if (at) {
		w->spare_half = w->half[at - 1].after;
		return at;
	}
	if (w->nhalf >= UINT32_MAX - 1 || otfp_grow(&w->half, w->nhalf, &w->half_cap, sizeof *w->half) < 0)
		return 0;
	return (uint32_t)++w->nhalf;
}

static void free_half(struct otfp_wait_engine *w, uint32_t at)
{
	w->half[at - 1].is_pending = 0;
	w->half[at - 1].after = w->spare_half;
	w->spare_half = at;
}

/* ---- what a receiver has to receive ---- */

static struct wait_inbox *inbox_of(struct otfp_wait_engine *w, uint32_t receiver)
{
	return otfp_map_row(&w->inbox_index, receiver, &w->inboxes, &w->ninboxes, &w->inboxes_cap, sizeof *w->inboxes);
}

static void append(struct otfp_wait_engine *w, struct wait_inbox *inbox, uint32_t at)
{
	w->half[at - 1].before = inbox->last;
	w->half[at - 1].after = 0;
	if (inbox->last)
		w->half[inbox->last - 1].after = at;
	else
		inbox->first = at;
	inbox->last = at;
}

static void remove_send(struct otfp_wait_engine *w, struct wait_inbox *inbox, uint32_t at)
{
	const struct wait_half *h = &w->half[at - 1];

	if (h->before)
		w->half[h->before - 1].after = h->after;
	else
		inbox->first = h->after;
	if (h->after)
		w->half[h->after - 1].before = h->before;
	else
		inbox->last = h->before;
}

/* ---- a message with both halves ---- */

struct wait_message {
	const struct wait_half *sent, *received;
	otfp_ref communicator;
	uint32_t receiver;
	int is_skewed; /* the receive came first */
};

/* A message counts if one of its processes is reported, in the window of its later half. */
static int count(struct otfp_wait_engine *w, const struct wait_message *m, unsigned what)
{
	const struct wait_half *later = m->is_skewed ? m->sent : m->received;

	if (!otfp_wait_is_reported(w, m->sent->process) && !otfp_wait_is_reported(w, m->received->process))
		return 0;
	return otfp_wait_count(w, later->window, what, 1);
}

static void judge_sender(struct otfp_wait_engine *w, const struct wait_message *m)
{
	const struct wait_call *s = wait_call_at(w, m->sent->call);
	struct wait_call *r = wait_call_at(w, m->received->call);
	const uint64_t end = s->enter < m->received->time ? s->enter : m->received->time;
	const int is_cut = end != s->enter;

	otfp_wait_call_front(r, &(struct wait_part){.end = end,
	                                            .peer = s->process,
	                                            .peer_enter = s->enter,
	                                            .order = m->is_skewed || is_cut ? 0 : s->order,
	                                            .communicator = m->communicator,
	                                            .peer_caller = s->caller,
	                                            .peer_call = s->number,
	                                            .reason = w->number,
	                                            .sent = m->sent->time,
	                                            .receiver = m->is_skewed ? 0 : m->receiver,
	                                            .kind = OTFP_LATE_SENDER});
}

void otfp_wait_judge_order(const struct otfp_wait_engine *w, struct wait_call *c)
{
	struct wait_part *late = &c->front;
	const int is_ordered = late->kind == OTFP_LATE_SENDER && c->function->receives;
	const uint64_t *at = is_ordered ? otfp_map_get(&w->inbox_index, late->receiver) : NULL;
	const uint32_t first = at ? w->inboxes[*at].first : 0;

	late->wrong_order = first && w->half[first - 1].time < late->sent;
}

static void judge_receiver(struct otfp_wait_engine *w, const struct wait_message *m)
{
	struct wait_call *s = wait_call_at(w, m->sent->call);
	const struct wait_call *r = wait_call_at(w, m->received->call);

	if (!s->is_open && (r->enter > s->leave || (r->enter == s->leave && m->received->time > s->leave)))
		return;
	otfp_wait_call_front(s, &(struct wait_part){.end = r->enter,
	                                            .peer = r->process,
	                                            .peer_enter = r->enter,
	                                            .order = m->is_skewed ? 0 : r->order,
	                                            .communicator = m->communicator,
	                                            .peer_caller = r->caller,
	                                            .peer_call = r->number,
	                                            .reason = w->number,
	                                            .kind = OTFP_LATE_RECEIVER});
}

/* A message whose send is in a call that was over before the state. Waits of this call, and waits for it, were over
 * then, too: no more than the count of the message may be in the interval. */
static int judge_old(struct otfp_wait_engine *w, const struct wait_message *m)
{
	const struct wait_call *r = wait_call_at(w, m->received->call);
	const int is_known = m->sent->is_old == WAIT_OLD_CALL;

	if (is_known && r->function->receives)
		return 0;
	if (is_known && m->sent->time <= r->enter)
		return count(w, m, OTFP_WAIT_UNKNOWN);
	if (m->received->time >= w->o.from) /* the call may have been entered after the other one */
		otfp_wait_doubt(w, m->sent->time);
	return 0;
}

static int judge(struct otfp_wait_engine *w, const struct wait_message *m)
{
	const struct wait_call *s = wait_call_at(w, m->sent->call), *r = wait_call_at(w, m->received->call);

	if (m->sent->is_old && r)
		return judge_old(w, m);
	if (!s || !r)
		return count(w, m, OTFP_WAIT_OUTSIDE);
	if (s->enter > r->enter)
		judge_sender(w, m);
	else if (r->function->receives)
		judge_receiver(w, m);
	else
		return count(w, m, OTFP_WAIT_UNKNOWN);
	return 0;
}

/* Take the second half of a message; `before` is the first one. */
static int match(struct otfp_wait_engine *w, struct wait_process *p, int kind, const uint32_t key[4], uint64_t before,
                 const struct wait_half *now)
{
	const uint32_t at = (uint32_t)before + 1;
	const struct wait_half first = w->half[before];
	const int is_skewed = kind == OTFP_HALF_SENT;
	struct wait_message m = {.sent = is_skewed ? now : &first,
	                         .received = is_skewed ? &first : now,
	                         .communicator = otfp_names_ref(&w->names, OTFP_NAMED_COMMUNICATOR, p->process, key[2]),
	                         .receiver = key[1],
	                         .is_skewed = is_skewed};

	if (is_skewed && count(w, &m, OTFP_WAIT_SKEWED) < 0)
		return -1;
	if (!is_skewed)
		otfp_wait_carry(p, first.window, first.clock);
	if (!is_skewed && w->clock_watch && w->clock_watch->take(w->clock_watch->ctx, p, at) < 0)
		return -1;
	if (w->o.states && !is_skewed) {
		struct wait_inbox *inbox = inbox_of(w, key[1]);
		if (!inbox)
			return -1;
		remove_send(w, inbox, at);
	}
	free_half(w, at);
	if (w->o.states && judge(w, &m) < 0)
		return -1;
	if (w->report_transfer && !is_skewed && otfp_wait_deliver(w, m.sent, m.received) < 0)
		return -1;
	if (w->watch && w->watch->message(w->watch->ctx, wait_call_at(w, m.sent->call),
	                                  wait_call_at(w, m.received->call), is_skewed) < 0)
		return -1;
	return otfp_wait_call_unref(w, first.call);
}

/* ---- a record ---- */

static int take(struct otfp_wait_engine *w, struct wait_process *p, int kind, const uint32_t key[4],
                const struct wait_half *now)
{
	const uint32_t at = new_half(w);
	struct otfp_half half = {.time = at - 1};
	struct wait_inbox *inbox;
	int rc;

	if (!at)
		return -1;
	rc = otfp_halves_match(&w->halves, kind, key, &half);
	if (rc)
		free_half(w, at);
	if (rc)
		return rc < 0 ? -1 : match(w, p, kind, key, half.time, now);
	w->half[at - 1] = *now;
	w->half[at - 1].is_pending = 1;
	if (kind == OTFP_HALF_SENT && w->clock_watch && w->clock_watch->give(w->clock_watch->ctx, p, at) < 0)
		return -1;
	if (now->call)
		w->calls[now->call - 1].refs++;
	if (now->call && w->watch && w->watch->half(w->watch->ctx, &w->calls[now->call - 1]) < 0)
		return -1;
	if (!w->o.states)
		return 0;
	inbox = inbox_of(w, key[1]);
	if (!inbox)
		return -1;
	if (kind == OTFP_HALF_SENT)
		append(w, inbox, at);
	return 0;
}

/* Whether the open call was entered at that time: a send then may be in it. */
static int is_in_tick(const struct otfp_wait_engine *w, const struct wait_process *p, uint64_t time)
{
	return p->call && w->calls[p->call - 1].enter == time;
}

int otfp_wait_message(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_record *rec)
{
	const int is_snap = rec->type == OTFP_SendSnapshot; /* its first field is the time */
	const union otfp_value *f = rec->f + is_snap;
	const int kind = rec->type == OTFP_RecvMsg ? OTFP_HALF_RECEIVED : OTFP_HALF_SENT;
	uint32_t key[4];
	struct wait_half now = {.time = is_snap ? rec->f[0].u : rec->time,
	                        .clock = p->clock,
	                        .window = is_snap ? OTFP_NO_WINDOW : p->window,
	                        .bytes = (uint32_t)f[3].u,
	                        .call = p->call,
	                        .process = p->process,
	                        .peer = (uint32_t)f[0].u,
	                        .is_receive = kind == OTFP_HALF_RECEIVED};

	if (otfp_ranks_key_of(&w->state.ranks, rec, key) < 0)
		return -1;
	if (p->call && w->calls[p->call - 1].function->posts)
		p->has_posted = 1;
	/* a call that was entered after the send of a snapshot is not its call */
	if (is_snap && p->call && w->calls[p->call - 1].enter + w->is_resuming > now.time)
		now.call = 0; /* and one that was entered in its tick may be another */
	if (is_snap && w->is_resuming && !now.call) {
		const int is_comm = otfp_wait_communicates(w, p->process, (uint32_t)rec->f[OTFP_SENT_IN].u);
		if (is_comm < 0)
			return -1;
		now.is_old = is_comm && !is_in_tick(w, p, now.time) ? WAIT_OLD_CALL : WAIT_OLD_UNKNOWN;
	}
	return take(w, p, kind, key, &now);
}

int otfp_wait_messages_end(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nhalf; i++) {
		const struct wait_half *h = &w->half[i];
		if (h->is_pending && (otfp_wait_is_reported(w, h->process) || otfp_wait_is_reported(w, h->peer)) &&
		    otfp_wait_count(w, h->window, h->is_receive ? OTFP_WAIT_UNSENT : OTFP_WAIT_UNRECEIVED, 1) < 0)
			return -1;
	}
	return 0;
}
