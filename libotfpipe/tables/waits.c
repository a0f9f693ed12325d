/* waits.c - the tables of waits and of lives of processes, and the instances of collective operations. All three come
 * from the engine of otf-wait, which sees every record before its row is put. */
#include "base/error.h"
#include "tables/inside.h"
#include "record/table.h"

/* ---- what the engine finds ---- */

static int put_wait(void *ctx, const struct otfp_wait_found *f)
{
	struct otfp_tables *m = ctx;
	struct otfp_table *t = &m->tables[OTFP_TABLE_WAITS];
	struct otfp_table_cell *at = t->row;
	const int is_message = f->kind == OTFP_LATE_SENDER || f->kind == OTFP_LATE_RECEIVER;
	const int is_end = f->kind == OTFP_INIT_WAIT || f->kind == OTFP_FINALIZE_WAIT; /* no row of another table */
	const int was_hidden = m->is_hidden;
	int is_put;

	if (m->roots && otfp_roots_put(m->roots, f) < 0)
		return m->code = otfp_roots_error(m->roots, m->err);
	if (!f->is_reported || !otfp_tables_shows_any(m, OTFP_Enter, f->process))
		return 0;
	m->is_hidden = m->from && f->end <= m->from;
	is_put = otfp_row_begins(m, t);
	m->is_hidden = was_hidden;
	if (!is_put)
		return m->code;
	at = otfp_cell_unsigned(at, otfp_next_id(m, t));
	at = otfp_cell_word(at, otfp_wait_kind_name((unsigned)f->kind));
	at = otfp_cell_process(m, at, f->process);
	at = otfp_cell_unsigned(at, f->call);
	at = otfp_cell_unsigned(at, f->start);
	at = otfp_cell_unsigned(at, f->end);
	at = f->peer == OTFP_NO_PEER ? otfp_cell_null(at) : otfp_cell_process(m, at, (uint32_t)f->peer);
	at = otfp_cell_call(m, at, (uint32_t)f->peer, f->peer_call);
	at = is_end ? otfp_cell_null(at) :
	              otfp_cell_token(m, at, OTFP_NAMED_COMMUNICATOR, f->process, (uint32_t)f->communicator);
	at = otfp_cell_maybe(at, is_message, f->reason);
	at = otfp_cell_maybe(at, !is_message && !is_end, f->reason);
	at = otfp_cell_maybe(at, f->kind == OTFP_LATE_SENDER, (uint64_t)f->wrong_order);
	return otfp_row_end(m, t, at);
}

/* The number of the record is the id of a row of collectives: one that follows, or of an earlier snapshot. */
static int note_member(void *ctx, uint64_t number, uint64_t instance)
{
	struct otfp_tables *m = ctx;

	if (number <= m->ncollectives)
		return otfp_map_set(&m->late_instances, number, instance + 1);
	m->instance = instance + 1;
	return 0;
}

uint64_t otfp_tables_instance(const struct otfp_tables *m, uint64_t instance, uint64_t id)
{
	const uint64_t *late = instance || !m->late_instances.n ? NULL : otfp_map_get(&m->late_instances, id);

	return late ? *late : instance;
}

/* ---- records ---- */

static int is_open(const struct otfp_tables *m, unsigned place)
{
	return m->tables[place].is_open;
}

/* Without a table that needs waits the engine sees only what it needs for instances, or is not there. */
int otfp_tables_waits_begin(struct otfp_tables *m, const struct otfp_wait_options *o)
{
	struct otfp_wait_options how = *o;

	m->finds_waits = m->roots || is_open(m, OTFP_TABLE_WAITS) || is_open(m, OTFP_TABLE_LIVES);
	if (!m->finds_waits && !is_open(m, OTFP_TABLE_COLLECTIVES))
		return 0;
	how.states &= m->finds_waits;
	how.clocks &= m->finds_waits;
	how.each &= m->finds_waits;
	m->waits = otfp_wait_new(&how, &m->header);
	if (!m->waits)
		return otfp_fail_memory(m->err);
	otfp_wait_report(m->waits, put_wait, m);
	if (m->roots)
		otfp_roots_follow(m->roots, m->waits);
	otfp_wait_report_member(m->waits, note_member);
	return 0;
}

static uint64_t message_of(const struct otfp_tables *m, const struct otfp_message *first)
{
	return first && first->mark ? m->firsts[first->mark - 1].id : m->nmessages + 1;
}

/* The id of the row that a record begins or completes. */
static uint64_t row_of(const struct otfp_tables *m, const struct otfp_change *did)
{
	switch (did->did) {
	case OTFP_DID_OPEN_CALL: return m->ncalls + 1;
	case OTFP_DID_SEND: return message_of(m, did->early);
	case OTFP_DID_RECEIVE: return message_of(m, did->message);
	case OTFP_DID_BEGIN:
	case OTFP_DID_OPERATE: return m->ncollectives + 1; /* waits do not refer to file operations */
	default: return m->nmessages + 1;                  /* a receive before its send */
	}
}

static int check(struct otfp_tables *m, int rc)
{
	if (rc == 0)
		return 0;
	if (m->code == 0 && m->roots)
		m->code = otfp_roots_error(m->roots, m->err);
	return m->code < 0 ? m->code : otfp_fail_memory(m->err);
}

int otfp_tables_waits_learn(struct otfp_tables *m, const struct otfp_record *rec)
{
	return m->waits ? check(m, otfp_wait_add(m->waits, rec)) : 0;
}

/* Whether a record matters for the instances of collective operations. A snapshot of a process that had an event does
 * not, which the engine did not see. */
static int tells_instances(const struct otfp_record *rec, const struct otfp_change *did)
{
	switch (rec->type) {
	case OTFP_CollectiveOperation:
	case OTFP_BeginCollectiveOperation:
	case OTFP_EndCollectiveOperation: return 1;
	case OTFP_BeginCollopSnapshot:
	case OTFP_CollopCountSnapshot: return did->process->known == OTFP_KNOWN_SNAPSHOT;
	default: return 0;
	}
}

int otfp_tables_waits_add(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	m->instance = 0;
	if (!m->waits || (!m->finds_waits && !tells_instances(rec, did)))
		return 0;
	otfp_wait_number(m->waits, row_of(m, did));
	return check(m, otfp_wait_add(m->waits, rec));
}

/* ---- the end ---- */

static int put_lives(struct otfp_tables *m)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_LIVES];
	size_t n;
	const struct otfp_wait_life *lives = otfp_wait_lives(m->waits, &n);

	for (size_t i = 0; i < n && otfp_row_begins(m, t); i++) {
		struct otfp_table_cell *at = otfp_cell_unsigned(t->row, otfp_next_id(m, t));
		at = otfp_cell_process(m, at, lives[i].process);
		at = otfp_cell_unsigned(at, lives[i].is_thread != 0);
		at = otfp_cell_unsigned(at, lives[i].begin);
		at = otfp_cell_unsigned(at, lives[i].end);
		at = otfp_cell_unsigned(at, lives[i].useful);
		at = otfp_cell_unsigned(at, lives[i].clock);
		otfp_row_end(m, t, at);
	}
	return m->code;
}

int otfp_tables_waits_end(struct otfp_tables *m)
{
	const int code = m->waits ? check(m, otfp_wait_end(m->waits)) : 0;

	return code == 0 && m->finds_waits ? put_lives(m) : code;
}

int otfp_tables_has_waits(const struct otfp_tables *m)
{
	return m->finds_waits;
}

uint64_t otfp_tables_wait_count(const struct otfp_tables *m, unsigned which)
{
	size_t n = 0;
	const struct otfp_wait_window *windows = m->finds_waits ? otfp_wait_windows(m->waits, &n) : NULL;

	return n ? windows[0].counts[which] : 0;
}
