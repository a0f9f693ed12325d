/* messages.c - the table of messages: a row has both ends, and is put when the second one comes. */
#include "cmd/to-sqlite/convert.h"

/* An end of a message, as the state and its record have it. */
struct end {
	int has;
	uint64_t time, call, length;
	uint32_t source;
};

static void show(struct convert *c, const struct otfp_message *m)
{
	convert_show(c, convert_shows(c, OTFP_SendMsg, m->sender) || convert_shows(c, OTFP_RecvMsg, m->receiver));
}

static int put_row(struct convert *c, uint64_t id, const struct otfp_message *key, const struct end *send,
                   const struct end *receive)
{
	struct db_table *t = &c->tables[DB_MESSAGES];

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, id);
	convert_process(c, t, key->sender);
	convert_process(c, t, key->receiver);
	convert_token(c, t, OTFP_NAMED_COMMUNICATOR, send->has ? key->sender : key->receiver, key->group);
	cell_unsigned(&c->db, t, key->tag);
	cell_maybe(&c->db, t, send->has, send->length);
	cell_maybe(&c->db, t, receive->has, receive->length);
	cell_maybe(&c->db, t, send->has, send->time);
	cell_maybe(&c->db, t, receive->has, receive->time);
	convert_token(c, t, OTFP_NAMED_SCL, key->sender, send->source);
	convert_token(c, t, OTFP_NAMED_SCL, key->receiver, receive->source);
	convert_call_id(c, t, key->sender, send->call);
	convert_call_id(c, t, key->receiver, receive->call);
	row_end(&c->db, t);
	return c->db.code;
}

/* The end that came first. */
static struct end first_of(const struct otfp_message *m, uint64_t call)
{
	return (struct end){1, m->time, call, m->length, m->source};
}

static struct end second_of(const struct convert *c, const struct otfp_record *rec, const struct otfp_process *p)
{
	return (struct end){1, rec->time, convert_call(c, p), otfp_true_number(&c->names.carriers, rec, 3),
	                    (uint32_t)rec->f[4].u};
}

/* Keep the first end until the other one comes. */
static int keep(struct convert *c, const struct otfp_record *rec, const struct otfp_process *p, struct otfp_message *m,
                const char *at)
{
	struct db_first first = {.id = ++c->nmessages, .call = convert_call(c, p)};

	/* a snapshot tells of a message that was sent before, in whatever call */
	if (otfp_table[rec->type].file == OTFP_FILE_SNAP)
		first.call = 0;
	m->mark = convert_keep(c, &first);
	show(c, m);
	convert_tags(c, rec, &c->tables[DB_MESSAGES], first.id, at);
	return c->db.code;
}

int convert_send(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct db_first first;
	struct end send, receive;

	if (!did->early)
		return keep(c, rec, did->process, did->message, "start");
	first = convert_give_back(c, did->early->mark);
	send = second_of(c, rec, did->process);
	receive = first_of(did->early, first.call);
	show(c, did->early);
	convert_tags(c, rec, &c->tables[DB_MESSAGES], first.id, "start");
	return put_row(c, first.id, did->early, &send, &receive);
}

int convert_receive(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct db_first first;
	struct end send, receive;

	if (did->early)
		return keep(c, rec, did->process, did->early, "end");
	first = convert_give_back(c, did->message->mark);
	send = first_of(did->message, first.call);
	receive = second_of(c, rec, did->process);
	show(c, did->message);
	convert_tags(c, rec, &c->tables[DB_MESSAGES], first.id, "end");
	return put_row(c, first.id, did->message, &send, &receive);
}

/* Put the row of a message of which only one end came. */
static int put_half(struct convert *c, const struct otfp_message *m, int is_send)
{
	const struct db_first first = convert_give_back(c, m->mark);
	const struct end one = first_of(m, first.call), none = {0};

	show(c, m);
	c->counts[is_send ? DB_SENDS : DB_RECEIVES] += !c->db.is_hidden;
	return put_row(c, first.id, m, is_send ? &one : &none, is_send ? &none : &one);
}

int convert_messages_end(struct convert *c)
{
	for (size_t i = 0; i < c->state.n; i++)
		for (const struct otfp_message *m = c->state.processes[i].sends.first; m; m = m->after)
			if (put_half(c, m, 1) < 0)
				return c->db.code;
	for (const struct otfp_message *m = c->state.early_list.first; m; m = m->after)
		if (put_half(c, m, 0) < 0)
			return c->db.code;
	return c->db.code;
}
