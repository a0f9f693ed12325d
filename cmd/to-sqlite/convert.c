/* convert.c - records to the functions that make rows of them. See convert.h. */
#include "cmd/to-sqlite/convert.h"
#include "base/error.h"
#include "base/grow.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- begin and release ---- */

int convert_begin(struct convert *c, const char *path, const char *name, const struct otfp_header *h,
                  const struct otfp_wait_options *waits, struct otfp_error *err)
{
	c->err = err;
	c->header = *h;
	c->resolution = h->resolution;
	c->has_first = h->has_window;
	c->first = h->window_from;
	c->names.all = 1;
	c->state.carriers = &c->names.carriers;
	c->state.keeps =
		OTFP_STATE_CALLS | OTFP_STATE_SOURCES | OTFP_STATE_MESSAGES | OTFP_STATE_COLLECTIVES | OTFP_STATE_FILES;
	if (convert_waits_begin(c, waits) < 0 || db_open(&c->db, path, name, err) < 0)
		return err->code;
	return schema_create(&c->db, c->tables, &c->table_names);
}

static void release_tables(struct convert *c)
{
	for (unsigned i = 0; i < NDB_TABLES; i++)
		db_table_release(&c->tables[i]);
}

void convert_release(struct convert *c)
{
	release_tables(c);
	db_release(&c->db);
	otfp_names_release(&c->names);
	otfp_state_release(&c->state);
	otfp_interns_release(&c->strings);
	otfp_wait_free(c->waits);
	otfp_map_release(&c->late_instances);
	for (size_t i = 0; i < c->nstacks; i++)
		free(c->stacks[i].calls);
	free(c->stacks);
	free(c->firsts);
	c->stacks = NULL;
	c->nstacks = 0;
	c->firsts = NULL;
}

const char *convert_count_name(unsigned i)
{
	static const char *const names[NDB_COUNTS] = {
		[DB_LEAVES] = "leaves without an enter, calls without start",
		[DB_OTHER_LEAVES] = "leaves of a function that is not the innermost, which was closed",
		[DB_OPEN] = "calls open at the end, without end",
		[DB_SENDS] = "messages that were not received, without end",
		[DB_RECEIVES] = "messages that were not sent, without start",
		[DB_NO_BEGIN] = "operations that did not begin, without start",
		[DB_NO_END] = "operations open at the end, without end",
	};

	return names[i];
}

uint64_t convert_rows(const struct convert *c)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < NDB_TABLES; i++)
		n += c->tables[i].nrows;
	return n;
}

/* ---- what has rows ---- */

int convert_shows(const struct convert *c, unsigned type, uint32_t process)
{
	return !c->shows || c->shows(c->shows_ctx, type, process);
}

int convert_shows_any(const struct convert *c, unsigned type, uint32_t process)
{
	static const uint16_t families[][3] = {
		{OTFP_Enter, OTFP_Leave},
		{OTFP_CollectiveOperation, OTFP_BeginCollectiveOperation, OTFP_EndCollectiveOperation},
		{OTFP_FileOperation, OTFP_BeginFileOperation, OTFP_EndFileOperation},
	};
	unsigned i = 0;
	int shows = 0;

	while (c->shows && families[i][0] != type)
		i++;
	for (unsigned k = 0; c->shows && k < 3; k++)
		shows |= families[i][k] && convert_shows(c, families[i][k], process);
	return !c->shows || shows;
}

void convert_show(struct convert *c, int is_shown)
{
	c->db.is_hidden = c->is_early || !is_shown;
}

void convert_call_id(struct convert *c, struct db_table *t, uint32_t process, uint64_t call)
{
	cell_maybe(&c->db, t, call && convert_shows_any(c, OTFP_Enter, process), call);
}

/* ---- first ends ---- */

uint32_t convert_keep(struct convert *c, const struct db_first *first)
{
	uint32_t at = c->spare;

	if (at) {
		c->spare = c->firsts[at - 1].next;
	} else {
		if (c->nfirsts >= UINT32_MAX - 1 ||
		    otfp_grow(&c->firsts, c->nfirsts, &c->firsts_cap, sizeof *c->firsts) < 0) {
			db_fail(&c->db);
			return 0;
		}
		at = (uint32_t)++c->nfirsts;
	}
	c->firsts[at - 1] = *first;
	return at;
}

struct db_first convert_give_back(struct convert *c, uint64_t mark)
{
	struct db_first *first = mark ? &c->firsts[mark - 1] : NULL, none = {0}, taken;

	if (!first)
		return none;
	taken = *first;
	first->next = c->spare;
	c->spare = (uint32_t)mark;
	return taken;
}

/* ---- records ---- */

static int put_counter(struct convert *c, const struct otfp_record *rec)
{
	struct db_table *t = &c->tables[DB_COUNTERS];
	const uint64_t id = t->nrows + 1;

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, id);
	cell_unsigned(&c->db, t, rec->time);
	convert_process(c, t, rec->loc);
	convert_token(c, t, OTFP_NAMED_COUNTER, rec->loc, rec->f[0].u);
	convert_value(c, t, rec, rec->f[1].u);
	row_end(&c->db, t);
	convert_tags(c, rec, t, id, "start");
	return c->db.code;
}

static int put_marker(struct convert *c, const struct otfp_record *rec)
{
	struct db_table *t = &c->tables[DB_MARKERS];
	const uint64_t id = t->nrows + 1;

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, id);
	cell_unsigned(&c->db, t, rec->time);
	convert_process(c, t, rec->loc);
	convert_token(c, t, OTFP_NAMED_MARKER, rec->loc, rec->f[0].u);
	cell_text(&c->db, t, rec->f[1].s);
	row_end(&c->db, t);
	convert_tags(c, rec, t, id, "start");
	return c->db.code;
}

/* A line of a later version, as it is. */
static int put_other(struct convert *c, const struct otfp_record *rec)
{
	struct db_table *t = &c->tables[DB_OTHER];

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, t->nrows + 1);
	cell_text(&c->db, t, rec->line);
	row_end(&c->db, t);
	return c->db.code;
}

static void note_time(struct convert *c, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(!c->has_first))
		c->first = rec->time;
	c->has_first = 1;
	c->last = rec->time;
}

/* Put what a record did to the state. */
static int put_change(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	static convert_fn *const put[] = {
		[OTFP_DID_OPEN_CALL] = convert_open_call,
		[OTFP_DID_CLOSE_CALL] = convert_close_call,
		[OTFP_DID_SEND] = convert_send,
		[OTFP_DID_RECEIVE] = convert_receive,
		[OTFP_DID_BEGIN] = convert_begin_operation,
		[OTFP_DID_END] = convert_end_operation,
		[OTFP_DID_OPERATE] = convert_operate,
		[OTFP_DID_COUNT] = NULL,
	};

	if (did->odd == OTFP_ODD_RECEIVE)
		return convert_receive(c, rec, did);
	if (did->odd == OTFP_ODD_LEAVE)
		return convert_leave(c, rec, did);
	return put[did->did] ? put[did->did](c, rec, did) : 0;
}

/* An end of a collective operation that did not begin: only its time and matching id are known. */
static int put_odd_end(struct convert *c, const struct otfp_record *rec)
{
	struct db_table *t = &c->tables[DB_COLLECTIVES];

	convert_show(c, convert_shows_any(c, OTFP_CollectiveOperation, rec->loc));
	c->counts[DB_NO_BEGIN] += !c->db.is_hidden;
	convert_tags(c, rec, t, ++c->ncollectives, "end");
	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_unsigned(&c->db, t, c->ncollectives);
	convert_process(c, t, rec->loc);
	for (unsigned i = 0; i < 7; i++)
		cell_null(t);
	cell_unsigned(&c->db, t, rec->time);
	cell_unsigned(&c->db, t, rec->f[0].u);
	cell_null(t);
	cell_null(t);
	row_end(&c->db, t);
	return c->db.code;
}

static int see_timed(struct convert *c, const struct otfp_record *rec)
{
	struct otfp_change did;
	int code;

	note_time(c, rec);
	c->is_early = rec->time < c->from;
	if (otfp_state_add(&c->state, rec, &did) < 0)
		return otfp_fail_memory(c->err);
	code = convert_waits_add(c, rec, &did);
	if (code == 0)
		code = put_change(c, rec, &did);
	if (OTFP_UNLIKELY(did.odd == OTFP_ODD_COLLECTIVE) && code == 0)
		code = put_odd_end(c, rec);
	convert_show(c, convert_shows(c, rec->type, rec->loc));
	if (code == 0 && rec->type == OTFP_Counter)
		code = put_counter(c, rec);
	else if (code == 0 && c->tables[DB_RECORDS + rec->type].name)
		code = convert_plain(c, rec);
	return code;
}

int convert_record(struct convert *c, const struct otfp_record *rec)
{
	if (otfp_names_add(&c->names, rec) < 0)
		return otfp_fail_memory(c->err);
	if (rec->type == OTFP_OTHER)
		return put_other(c, rec);
	if (rec->type >= OTFP_NTYPES)
		return convert_waits_learn(c, rec);
	if (rec->type == OTFP_DefTimerResolution && !c->resolution)
		c->resolution = rec->f[0].u;
	if (otfp_is_timed(otfp_table[rec->type].file))
		return see_timed(c, rec);
	c->db.is_hidden = 0;
	if (convert_waits_learn(c, rec) < 0)
		return c->err->code;
	return rec->type == OTFP_Marker ? put_marker(c, rec) : convert_plain(c, rec);
}

/* ---- the end ---- */

static void put_meta(struct convert *c, const char *key, const char *text, int has, uint64_t v)
{
	struct db_table *t = &c->tables[DB_META];

	if (row_begin(&c->db, t) < 0)
		return;
	cell_word(t, key);
	if (text)
		cell_word(t, text);
	else
		cell_maybe(&c->db, t, has, v);
	row_end(&c->db, t);
}

int convert_end(struct convert *c)
{
	c->db.is_hidden = c->is_early = 0;
	if (c->header.window_ends && c->last < c->header.window_to)
		c->last = c->header.window_to;
	if (convert_waits_end(c) < 0 || convert_calls_end(c) < 0 || convert_messages_end(c) < 0 ||
	    convert_operations_end(c) < 0)
		return c->err->code;
	c->db.is_hidden = 0;
	put_meta(c, "program", "otf-to-sqlite (otfpipe) " OTFP_VERSION, 0, 0);
	put_meta(c, "schema", NULL, 1, SCHEMA_VERSION);
	put_meta(c, "ticks_per_second", NULL, c->resolution != 0, c->resolution);
	put_meta(c, "first", NULL, c->has_first, c->first);
	put_meta(c, "last", NULL, c->has_first, c->last);
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++)
		put_meta(c, otfp_wait_count_name(i), NULL, 1, convert_wait_count(c, i));
	return db_flush(&c->db, c->tables, NDB_TABLES);
}

int convert_finish(struct convert *c)
{
	release_tables(c);
	if (schema_index(&c->db) < 0 || (c->shows && schema_clean(&c->db) < 0) ||
	    schema_views(&c->db, c->resolution, c->has_base ? c->base : c->first) < 0)
		return c->db.code;
	return db_close(&c->db);
}
