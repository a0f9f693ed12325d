/* waits.c - the tables of waits and of lives of processes, and the instances of collective operations. All three come
 * from the engine of otf-wait, which sees every record before its row is put. */
#include "base/error.h"
#include "cmd/to-sqlite/convert.h"
#include "record/table.h"

/* ---- what the engine finds ---- */

static void put_process(struct convert *c, struct db_table *t, uint64_t process)
{
	if (process == OTFP_NO_PEER)
		cell_null(t);
	else
		convert_process(c, t, (uint32_t)process);
}

static int put_wait(void *ctx, const struct otfp_wait_found *f)
{
	struct convert *c = ctx;
	struct db_table *t = &c->tables[DB_WAITS];
	const int is_message = f->kind == OTFP_LATE_SENDER || f->kind == OTFP_LATE_RECEIVER;
	const int was_hidden = c->db.is_hidden;
	int is_put;

	if (!f->is_reported || !convert_shows_any(c, OTFP_Enter, f->process))
		return 0;
	c->db.is_hidden = c->from && f->end <= c->from;
	is_put = row_begin(&c->db, t) == 0;
	c->db.is_hidden = was_hidden;
	if (!is_put)
		return c->db.code;
	cell_unsigned(&c->db, t, t->nrows + 1);
	cell_word(t, otfp_wait_kind_name((unsigned)f->kind));
	convert_process(c, t, f->process);
	cell_unsigned(&c->db, t, f->call);
	cell_unsigned(&c->db, t, f->start);
	cell_unsigned(&c->db, t, f->end);
	put_process(c, t, f->peer);
	convert_call_id(c, t, (uint32_t)f->peer, f->peer_call);
	convert_token(c, t, OTFP_NAMED_COMMUNICATOR, f->process, (uint32_t)f->communicator);
	cell_maybe(&c->db, t, is_message, f->reason);
	cell_maybe(&c->db, t, !is_message, f->reason);
	cell_maybe(&c->db, t, f->kind == OTFP_LATE_SENDER, (uint64_t)f->wrong_order);
	row_end(&c->db, t);
	return c->db.code;
}

/* The number of the record is the id of a row of collectives: one that follows, or of an earlier snapshot. */
static int note_member(void *ctx, uint64_t number, uint64_t instance)
{
	struct convert *c = ctx;

	if (number <= c->ncollectives)
		return otfp_map_set(&c->late_instances, number, instance + 1);
	c->instance = instance + 1;
	return 0;
}

uint64_t convert_instance(const struct convert *c, uint64_t instance, uint64_t id)
{
	const uint64_t *late = instance || !c->late_instances.n ? NULL : otfp_map_get(&c->late_instances, id);

	return late ? *late : instance;
}

/* ---- records ---- */

int convert_waits_begin(struct convert *c, const struct otfp_wait_options *o)
{
	c->waits = otfp_wait_new(o, &c->header);
	if (!c->waits)
		return otfp_fail_memory(c->err);
	otfp_wait_report(c->waits, put_wait, c);
	otfp_wait_report_member(c->waits, note_member);
	return 0;
}

static uint64_t message_of(const struct convert *c, const struct otfp_message *first)
{
	return first && first->mark ? c->firsts[first->mark - 1].id : c->nmessages + 1;
}

/* The id of the row that a record begins or completes. */
static uint64_t row_of(const struct convert *c, const struct otfp_change *did)
{
	switch (did->did) {
	case OTFP_DID_OPEN_CALL: return c->ncalls + 1;
	case OTFP_DID_SEND: return message_of(c, did->early);
	case OTFP_DID_RECEIVE: return message_of(c, did->message);
	case OTFP_DID_BEGIN:
	case OTFP_DID_OPERATE: return c->ncollectives + 1; /* waits do not refer to file operations */
	default: return c->nmessages + 1;                  /* a receive before its send */
	}
}

static int check(struct convert *c, int rc)
{
	return rc == 0 ? 0 : c->db.code < 0 ? c->db.code : otfp_fail_memory(c->err);
}

int convert_waits_learn(struct convert *c, const struct otfp_record *rec)
{
	return check(c, otfp_wait_add(c->waits, rec));
}

int convert_waits_add(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	c->instance = 0;
	otfp_wait_number(c->waits, row_of(c, did));
	return check(c, otfp_wait_add(c->waits, rec));
}

/* ---- the end ---- */

static int put_lives(struct convert *c)
{
	struct db_table *t = &c->tables[DB_LIVES];
	size_t n;
	const struct otfp_wait_life *lives = otfp_wait_lives(c->waits, &n);

	for (size_t i = 0; i < n && row_begin(&c->db, t) == 0; i++) {
		cell_unsigned(&c->db, t, i + 1);
		convert_process(c, t, lives[i].process);
		cell_signed(t, lives[i].is_thread);
		cell_unsigned(&c->db, t, lives[i].begin);
		cell_unsigned(&c->db, t, lives[i].end);
		cell_unsigned(&c->db, t, lives[i].useful);
		cell_unsigned(&c->db, t, lives[i].clock);
		row_end(&c->db, t);
	}
	return c->db.code;
}

int convert_waits_end(struct convert *c)
{
	const int code = check(c, otfp_wait_end(c->waits));

	return code == 0 ? put_lives(c) : code;
}

uint64_t convert_wait_count(const struct convert *c, unsigned what)
{
	size_t n;
	const struct otfp_wait_window *windows = otfp_wait_windows(c->waits, &n);

	return n ? windows[0].counts[what] : 0;
}
