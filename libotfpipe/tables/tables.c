/* tables.c - from records to the functions that make rows of them. See tables.h. */
#include "tables/inside.h"
#include "base/error.h"
#include <stdlib.h>

/* ---- begin and release ---- */

static void set_up(struct otfp_tables *m, const struct otfp_tables_options *o, const struct otfp_header *h)
{
	m->header = *h;
	m->resolution = h->resolution;
	m->has_first = h->has_window;
	m->first = h->window_from;
	m->names.all = 1;
	m->state.carriers = &m->names.carriers;
	m->state.keeps =
		OTFP_STATE_CALLS | OTFP_STATE_SOURCES | OTFP_STATE_MESSAGES | OTFP_STATE_COLLECTIVES | OTFP_STATE_FILES;
	if (o->is_share)
		m->state.keeps &= ~(unsigned)OTFP_STATE_MESSAGES;
	m->roots = o->roots;
	m->from = o->from;
	m->shows = o->shows;
	m->shows_ctx = o->shows_ctx;
	m->has_start = o->has_first;
	m->start = o->first;
	m->without_definitions = o->without_definitions;
	m->ids_from = m->ncalls = m->nmessages = m->ncollectives = m->nfile_operations = o->ids_from;
	m->nsends = m->nreceives = o->ids_from;
}

struct otfp_tables *otfp_tables_new(const struct otfp_tables_options *o, const struct otfp_header *h,
                                    const struct otfp_table_sink *sink, struct otfp_error *err)
{
	struct otfp_tables *m = calloc(1, sizeof *m);

	if (!m) {
		otfp_fail_memory(err);
		return NULL;
	}
	m->err = err;
	m->sink = *sink;
	set_up(m, o, h);
	if (otfp_tables_schema(m) < 0 || (!o->is_share && otfp_tables_waits_begin(m, &o->waits) < 0)) {
		otfp_tables_free(m);
		return NULL;
	}
	return m;
}

void otfp_tables_free(struct otfp_tables *m)
{
	if (!m)
		return;
	otfp_names_release(&m->names);
	otfp_state_release(&m->state);
	otfp_wait_free(m->waits);
	otfp_map_release(&m->late_instances);
	otfp_map_release(&m->name_hashes);
	otfp_map_release(&m->sent);
	otfp_map_release(&m->received);
	otfp_arena_release(&m->schema);
	for (size_t i = 0; i < m->nstacks; i++)
		free(m->stacks[i].calls);
	free(m->stacks);
	free(m->firsts);
	free(m);
}

/* ---- what is asked ---- */

const char *otfp_tables_count_name(enum otfp_tables_count which)
{
	static const char *const names[OTFP_TABLES_NCOUNTS] = {
		[OTFP_TABLES_LEAVES] = "leaves without an enter, calls without start",
		[OTFP_TABLES_OTHER_LEAVES] = "leaves of a function that is not the innermost, which was closed",
		[OTFP_TABLES_OPEN] = "calls open at the end, without end",
		[OTFP_TABLES_SENDS] = "messages that were not received, without end",
		[OTFP_TABLES_RECEIVES] = "messages that were not sent, without start",
		[OTFP_TABLES_NO_BEGIN] = "operations that did not begin, without start",
		[OTFP_TABLES_NO_END] = "operations open at the end, without end",
	};

	return names[which];
}

uint64_t otfp_tables_count(const struct otfp_tables *m, enum otfp_tables_count which)
{
	return m->counts[which];
}

uint64_t otfp_tables_rows(const struct otfp_tables *m)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < OTFP_NTABLES; i++)
		n += m->tables[i].is_dropped ? 0 : m->tables[i].nrows;
	return n;
}

struct otfp_tables_facts otfp_tables_facts(const struct otfp_tables *m)
{
	return (struct otfp_tables_facts){.resolution = m->resolution,
	                                  .has_first = m->has_first,
	                                  .first = m->first,
	                                  .last = m->last,
	                                  .start = otfp_tables_start(m)};
}

/* ---- records ---- */

/* The columns that each point has. @return the place of the next cell; NULL if no row can begin */
static struct otfp_table_cell *begin_point(struct otfp_tables *m, struct otfp_table *t, const struct otfp_record *rec,
                                           unsigned space)
{
	struct otfp_table_cell *at = t->row;

	if (!otfp_row_begins(m, t))
		return NULL;
	at = otfp_cell_unsigned(at, otfp_next_id(m, t));
	at = otfp_cell_unsigned(at, rec->time);
	at = otfp_cell_process(m, at, rec->loc);
	return otfp_cell_token(m, at, space, rec->loc, rec->f[0].u);
}

static int end_point(struct otfp_tables *m, struct otfp_table *t, const struct otfp_table_cell *end,
                     const struct otfp_record *rec)
{
	const uint64_t id = otfp_next_id(m, t);

	otfp_row_end(m, t, end);
	otfp_tables_tags(m, rec, t, id, "start");
	return m->code;
}

static int put_counter(struct otfp_tables *m, const struct otfp_record *rec)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_COUNTERS];
	struct otfp_table_cell *at = begin_point(m, t, rec, OTFP_NAMED_COUNTER);

	return at ? end_point(m, t, otfp_cell_value(at, rec, rec->f[1].u), rec) : m->code;
}

static int put_marker(struct otfp_tables *m, const struct otfp_record *rec)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_MARKERS];
	struct otfp_table_cell *at = begin_point(m, t, rec, OTFP_NAMED_MARKER);

	return at ? end_point(m, t, otfp_cell_bytes(at, OTFP_CELL_TEXT, rec->f[1].s), rec) : m->code;
}

/* A line of a later version, as it is. */
static int put_other(struct otfp_tables *m, const struct otfp_record *rec)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_OTHER];
	struct otfp_table_cell *at = t->row;

	if (!otfp_row_begins(m, t))
		return m->code;
	at = otfp_cell_unsigned(at, otfp_next_id(m, t));
	at = otfp_cell_bytes(at, OTFP_CELL_TEXT, rec->line);
	return otfp_row_end(m, t, at);
}

static void note_time(struct otfp_tables *m, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(!m->has_first))
		m->first = rec->time;
	m->has_first = 1;
	m->last = rec->time;
}

/* Put what a record did to the state. */
static int put_change(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did)
{
	static otfp_tables_fn *const put[] = {
		[OTFP_DID_OPEN_CALL] = otfp_tables_open_call,
		[OTFP_DID_CLOSE_CALL] = otfp_tables_close_call,
		[OTFP_DID_SEND] = otfp_tables_send,
		[OTFP_DID_RECEIVE] = otfp_tables_receive,
		[OTFP_DID_BEGIN] = otfp_tables_begin_operation,
		[OTFP_DID_END] = otfp_tables_end_operation,
		[OTFP_DID_OPERATE] = otfp_tables_operate,
		[OTFP_DID_COUNT] = NULL,
	};

	if (did->odd == OTFP_ODD_RECEIVE)
		return otfp_tables_receive(m, rec, did);
	if (did->odd == OTFP_ODD_LEAVE)
		return otfp_tables_leave(m, rec, did);
	return put[did->did] ? put[did->did](m, rec, did) : 0;
}

static int see_timed(struct otfp_tables *m, const struct otfp_record *rec)
{
	struct otfp_change did;
	int code;

	note_time(m, rec);
	m->is_early = rec->time < m->from;
	if (otfp_state_add(&m->state, rec, &did) < 0)
		return otfp_fail_memory(m->err);
	code = otfp_tables_waits_add(m, rec, &did);
	if (code == 0 && m->sink.is_for == OTFP_FOR_PARQUET)
		code = otfp_tables_half(m, rec, &did);
	if (code == 0)
		code = put_change(m, rec, &did);
	if (OTFP_UNLIKELY(did.odd == OTFP_ODD_COLLECTIVE) && code == 0)
		code = otfp_tables_odd_end(m, rec);
	otfp_tables_show(m, otfp_tables_shows(m, rec->type, rec->loc));
	if (code == 0 && rec->type == OTFP_Counter)
		code = put_counter(m, rec);
	else if (code == 0 && m->tables[OTFP_TABLE_RECORDS + rec->type].name)
		code = otfp_tables_plain(m, rec);
	return code;
}

int otfp_tables_add(struct otfp_tables *m, const struct otfp_record *rec)
{
	if (OTFP_LIKELY(rec->type < OTFP_NTYPES && otfp_is_timed(otfp_table[rec->type].file)))
		return see_timed(m, rec); /* which defines nothing */
	if (otfp_names_add(&m->names, rec) < 0 || otfp_ranks_add(&m->state.ranks, rec) < 0)
		return otfp_fail_memory(m->err);
	if (rec->type == OTFP_OTHER)
		return put_other(m, rec);
	if (rec->type >= OTFP_NTYPES)
		return otfp_tables_waits_learn(m, rec);
	if (rec->type == OTFP_DefTimerResolution && !m->resolution)
		m->resolution = rec->f[0].u;
	m->is_hidden = m->without_definitions && !rec->loc && rec->type != OTFP_Marker;
	if (otfp_tables_waits_learn(m, rec) < 0)
		return m->err->code;
	return rec->type == OTFP_Marker ? put_marker(m, rec) : otfp_tables_plain(m, rec);
}

/* ---- the end ---- */

static int close_tables(struct otfp_tables *m)
{
	for (unsigned i = 0; i < OTFP_NTABLES && m->code == 0 && m->sink.close; i++)
		if (m->tables[i].is_open && !m->tables[i].is_dropped)
			m->code = m->sink.close(m->sink.ctx, &m->tables[i]);
	return m->code;
}

int otfp_tables_end(struct otfp_tables *m)
{
	int code;

	m->is_hidden = m->is_early = 0;
	if (m->header.window_ends && m->last < m->header.window_to)
		m->last = m->header.window_to;
	code = otfp_tables_waits_end(m);
	if (code == 0)
		code = otfp_tables_causes_end(m);
	if (code == 0)
		code = otfp_tables_calls_end(m);
	if (code == 0)
		code = otfp_tables_messages_end(m);
	if (code == 0)
		code = otfp_tables_operations_end(m);
	return code < 0 ? code : close_tables(m);
}
