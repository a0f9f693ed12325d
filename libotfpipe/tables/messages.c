/* messages.c - the table of messages: a row has both ends, and is put when the second one comes. */
#include "tables/inside.h"
#include "base/error.h"

/* An end of a message, as the state and its record have it. */
struct end {
	int has;
	uint64_t time, call, length;
	uint32_t source;
};

static void show(struct otfp_tables *m, const struct otfp_message *one)
{
	otfp_tables_show(m, otfp_tables_shows(m, OTFP_SendMsg, one->sender) ||
	                            otfp_tables_shows(m, OTFP_RecvMsg, one->receiver));
}

static int put_row(struct otfp_tables *m, uint64_t id, const struct otfp_message *key, const struct end *send,
                   const struct end *receive)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_MESSAGES];
	struct otfp_table_cell *at = t->row;

	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, id);
	at = otfp_cell_process(m, at, key->sender);
	at = otfp_cell_process(m, at, key->receiver);
	at = otfp_cell_token(m, at, OTFP_NAMED_COMMUNICATOR, send->has ? key->sender : key->receiver, key->group);
	at = otfp_cell_unsigned(at, key->tag);
	at = otfp_cell_maybe(at, send->has, send->length);
	at = otfp_cell_maybe(at, receive->has, receive->length);
	at = otfp_cell_maybe(at, send->has, send->time);
	at = otfp_cell_maybe(at, receive->has, receive->time);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, key->sender, send->source);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, key->receiver, receive->source);
	at = otfp_cell_call(m, at, key->sender, send->call);
	at = otfp_cell_call(m, at, key->receiver, receive->call);
	return otfp_row_end(m, t, at);
}

/* ---- halves ---- */

/* A half, as its record has it. */
struct half {
	uint32_t own, other; /* processes */
	uint32_t key[4];     /* sender, receiver, communicator, tag: those that the processes stand for */
	uint64_t length, time, call;
	uint32_t source;
	int is_send;
};

static int put_half_row(struct otfp_tables *m, const struct half *h, uint64_t id, uint64_t seq)
{
	struct otfp_table *t = &m->tables[h->is_send ? OTFP_TABLE_SENDS : OTFP_TABLE_RECEIVES];
	struct otfp_table_cell *at = t->row;

	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, id);
	at = otfp_cell_process(m, at, h->own);
	at = otfp_cell_process(m, at, h->other);
	at = otfp_cell_token(m, at, OTFP_NAMED_COMMUNICATOR, h->own, h->key[2]);
	at = otfp_cell_unsigned(at, h->key[!h->is_send]);
	at = otfp_cell_unsigned(at, h->key[h->is_send]);
	at = otfp_cell_unsigned(at, h->key[2]);
	at = otfp_cell_unsigned(at, h->key[3]);
	at = otfp_cell_unsigned(at, seq);
	at = otfp_cell_unsigned(at, h->length);
	at = otfp_cell_unsigned(at, h->time);
	at = otfp_cell_token(m, at, OTFP_NAMED_SCL, h->own, h->source);
	at = otfp_cell_call(m, at, h->own, h->call);
	return otfp_row_end(m, t, at);
}

/* Number a half among those of its key, from 0. @return 0, or -1 when memory is out */
static int count(struct otfp_map *halves, const uint32_t key[4], uint64_t *seq)
{
	const uint64_t hash = otfp_hash_four(key);
	uint64_t *n = otfp_map_get(halves, hash);

	*seq = n ? (*n)++ : 0;
	return n ? 0 : otfp_map_set(halves, hash, 1);
}

/* @return 0 if the record is no half, or a snapshot that repeats what is known */
static int half_of(const struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_process *p,
                   struct half *h)
{
	const int is_snap = rec->type == OTFP_SendSnapshot, is_send = is_snap || rec->type == OTFP_SendMsg;
	const union otfp_value *f = rec->f + is_snap; /* the fields are the same but for originaltime before them */

	if (!is_send && rec->type != OTFP_RecvMsg)
		return 0;
	*h = (struct half){.own = rec->loc,
	                   .other = (uint32_t)f[0].u,
	                   .length = otfp_true_number(&m->names.carriers, rec, 3 + (unsigned)is_snap),
	                   .time = is_snap ? rec->f[0].u : rec->time,
	                   .call = is_snap ? 0 : otfp_tables_call(m, p),
	                   .source = (uint32_t)f[4].u,
	                   .is_send = is_send};
	return !is_snap || (p->known == OTFP_KNOWN_SNAPSHOT && p->snap_time == rec->time);
}

/* The key-values of a record belong to its message; in a share, which has no messages, to its half. A snapshot has a
 * row of its own beside. */
static int put_half_tags(struct otfp_tables *m, const struct otfp_record *rec, int is_send, uint64_t id)
{
	const int has_messages = (m->state.keeps & OTFP_STATE_MESSAGES) != 0;

	if (!has_messages && rec->type != OTFP_SendSnapshot)
		otfp_tables_tags(m, rec, &m->tables[is_send ? OTFP_TABLE_SENDS : OTFP_TABLE_RECEIVES], id, "start");
	return m->code;
}

int otfp_tables_half(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct half h;
	uint64_t seq, id;

	if (OTFP_LIKELY(!half_of(m, rec, did->process, &h)))
		return 0;
	if (otfp_ranks_key_of(&m->state.ranks, rec, h.key) < 0 ||
	    count(h.is_send ? &m->sent : &m->received, h.key, &seq) < 0)
		return otfp_fail_memory(m->err);
	otfp_tables_show(m, otfp_tables_shows(m, h.is_send ? OTFP_SendMsg : OTFP_RecvMsg, rec->loc));
	id = h.is_send ? ++m->nsends : ++m->nreceives;
	return put_half_row(m, &h, id, seq) < 0 ? m->code : put_half_tags(m, rec, h.is_send, id);
}

/* ---- both ends ---- */

/* The end that came first. */
static struct end first_of(const struct otfp_message *one, uint64_t call)
{
	return (struct end){1, one->time, call, one->length, one->source};
}

static struct end second_of(const struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_process *p)
{
	return (struct end){1, rec->time, otfp_tables_call(m, p), otfp_true_number(&m->names.carriers, rec, 3),
	                    (uint32_t)rec->f[4].u};
}

/* Keep the first end until the other one comes. */
static int keep(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_process *p,
                struct otfp_message *one, const char *end)
{
	struct otfp_first_end first = {.id = ++m->nmessages, .call = otfp_tables_call(m, p)};

	/* a snapshot tells of a message that was sent before, in whatever call */
	if (otfp_table[rec->type].file == OTFP_FILE_SNAP)
		first.call = 0;
	one->mark = otfp_tables_keep(m, &first);
	show(m, one);
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_MESSAGES], first.id, end);
	return m->code;
}

int otfp_tables_send(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_first_end first;
	struct end send, receive;

	if (!did->early)
		return keep(m, rec, did->process, did->message, "start");
	first = otfp_tables_give_back(m, did->early->mark);
	send = second_of(m, rec, did->process);
	receive = first_of(did->early, first.call);
	show(m, did->early);
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_MESSAGES], first.id, "start");
	return put_row(m, first.id, did->early, &send, &receive);
}

int otfp_tables_receive(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_first_end first;
	struct end send, receive;

	if (did->early)
		return keep(m, rec, did->process, did->early, "end");
	first = otfp_tables_give_back(m, did->message->mark);
	send = first_of(did->message, first.call);
	receive = second_of(m, rec, did->process);
	show(m, did->message);
	otfp_tables_tags(m, rec, &m->tables[OTFP_TABLE_MESSAGES], first.id, "end");
	return put_row(m, first.id, did->message, &send, &receive);
}

/* Put the row of a message of which only one end came. */
static int put_open(struct otfp_tables *m, const struct otfp_message *half, int is_send)
{
	const struct otfp_first_end first = otfp_tables_give_back(m, half->mark);
	const struct end one = first_of(half, first.call), none = {0};

	show(m, half);
	m->counts[is_send ? OTFP_TABLES_SENDS : OTFP_TABLES_RECEIVES] += !m->is_hidden;
	return put_row(m, first.id, half, is_send ? &one : &none, is_send ? &none : &one);
}

int otfp_tables_messages_end(struct otfp_tables *m)
{
	for (size_t i = 0; i < m->state.n; i++)
		for (const struct otfp_message *half = m->state.processes[i].sends.first; half; half = half->after)
			if (put_open(m, half, 1) < 0)
				return m->code;
	for (const struct otfp_message *half = m->state.early_list.first; half; half = half->after)
		if (put_open(m, half, 0) < 0)
			return m->code;
	return m->code;
}
