/* sink.c - tables of the model as tables of SQLite. See sink.h. */
#include "cmd/to-sqlite/sink.h"
#include "base/assert.h"
#include "base/buf.h"
#include <string.h>

/* ---- tables ---- */

/* The type of a column. */
static const char *type_of(const struct otfp_column *c)
{
	if (c->type == OTFP_COLUMN_ID)
		return " INTEGER PRIMARY KEY";
	return c->type == OTFP_COLUMN_WORD ? " TEXT" : "";
}

static int put_column(struct otfp_buf *b, const struct otfp_column *c, int is_first)
{
	const int rc = otfp_buf_printf(b, "%s\"%s\"%s", is_first ? "" : ", ", c->name, type_of(c));

	return rc == 0 && c->references ? otfp_buf_printf(b, " REFERENCES %s", c->references) : rc;
}

static int create(struct sink *s, const struct otfp_table *t)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&b, "CREATE TABLE %s(", t->name), code;

	for (unsigned i = 0; rc == 0 && i < t->ncolumns; i++)
		rc = put_column(&b, &t->columns[i], i == 0);
	if (rc == 0)
		rc = otfp_buf_puts(&b, ")");
	code = rc == 0 && otfp_buf_str(&b) ? db_run(&s->db, b.p) : db_fail(&s->db);
	otfp_buf_release(&b);
	return code;
}

/* Whether cells of a column may be strings that have to be copied. */
static int is_text(const struct otfp_column *c)
{
	return c->type == OTFP_COLUMN_TEXT || c->type == OTFP_COLUMN_VALUE;
}

static int open_table(void *ctx, struct otfp_table *t)
{
	struct sink *s = ctx;
	struct db_table *own = &s->tables[t->place];

	*own = (struct db_table){.name = t->name, .ncolumns = t->ncolumns, .is_keyed = t->is_keyed};
	for (unsigned i = 0; i < t->ncolumns; i++) {
		own->has_texts |= is_text(&t->columns[i]);
		own->has_names |= t->columns[i].type == OTFP_COLUMN_NAME;
	}
	if (create(s, t) < 0 || db_table_begin(&s->db, own) < 0)
		return s->db.code;
	t->own = own;
	t->row = db_row(own);
	return 1;
}

/* ---- strings ---- */

/* Put a text of two columns. */
static void put_text(struct sink *s, struct db_table *t, struct otfp_table_cell key, struct otfp_table_cell text)
{
	struct otfp_table_cell *row = db_row(t);

	row[0] = key;
	row[1] = text;
	db_put(&s->db, t);
}

/* Put the number of a string in its place; a new one gets a row. */
static void intern(struct sink *s, struct otfp_table_cell *cell)
{
	const size_t before = s->interned.n;
	const uint32_t id = otfp_intern(&s->interned, cell->v.p, cell->n);
	const struct otfp_table_cell number = {.v.u = id, .type = OTFP_CELL_UNSIGNED};

	if (!id)
		db_fail(&s->db);
	else if (s->interned.n != before)
		put_text(s, &s->strings, number, *cell);
	*cell = number;
}

static int put_row(void *ctx, struct otfp_table *t)
{
	struct sink *s = ctx;
	struct db_table *own = t->own;

	for (unsigned i = 0; own->has_names && i < t->ncolumns; i++)
		if (t->columns[i].type == OTFP_COLUMN_NAME && t->row[i].type != OTFP_CELL_NULL)
			intern(s, &t->row[i]);
	db_put(&s->db, own);
	t->row = db_row(own);
	return s->db.code;
}

static int close_table(void *ctx, struct otfp_table *t)
{
	struct sink *s = ctx;

	return db_flush(&s->db, t->own);
}

/* ---- begin and end ---- */

int sink_begin(struct sink *s, const char *path, const char *name, struct otfp_table_sink *to, struct otfp_error *err)
{
	s->meta = (struct db_table){.name = "meta", .ncolumns = 2, .has_texts = 1};
	s->strings = (struct db_table){.name = "strings", .ncolumns = 2, .is_keyed = 1, .has_texts = 1};
	*to = (struct otfp_table_sink){OTFP_FOR_SQLITE, s, open_table, put_row, close_table};
	if (db_open(&s->db, path, name, err) < 0 ||
	    db_run(&s->db, "CREATE TABLE meta(key TEXT, value);"
	                   "CREATE TABLE strings(id INTEGER PRIMARY KEY, text);") < 0 ||
	    db_table_begin(&s->db, &s->meta) < 0)
		return s->db.code;
	return db_table_begin(&s->db, &s->strings);
}

static struct otfp_table_cell word(const char *text)
{
	return (struct otfp_table_cell){.v.p = text, .n = (uint32_t)strlen(text), .type = OTFP_CELL_WORD};
}

static void put_number(struct sink *s, const char *key, int has, uint64_t v)
{
	put_text(s, &s->meta, word(key),
	         (struct otfp_table_cell){.v.u = v, .type = has ? OTFP_CELL_UNSIGNED : OTFP_CELL_NULL});
}

int sink_meta(struct sink *s, const struct otfp_tables *m)
{
	const struct otfp_tables_facts facts = otfp_tables_facts(m);

	put_text(s, &s->meta, word("program"), word("otf-to-sqlite (otfpipe) " OTFP_VERSION));
	put_number(s, "schema", 1, SCHEMA_VERSION);
	put_number(s, "ticks_per_second", facts.resolution != 0, facts.resolution);
	put_number(s, "first", facts.has_first, facts.first);
	put_number(s, "last", facts.has_first, facts.last);
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++)
		put_number(s, otfp_wait_count_name(i), 1, otfp_tables_wait_count(m, i));
	db_flush(&s->db, &s->strings);
	return db_flush(&s->db, &s->meta);
}

static int create_indexes(struct db *d)
{
	return db_run(d, "CREATE INDEX calls_process ON calls(process, start);"
	                 "CREATE INDEX messages_sender ON messages(sender, start);"
	                 "CREATE INDEX messages_receiver ON messages(receiver, \"end\");"
	                 "CREATE INDEX collectives_instance ON collectives(\"group\", instance);"
	                 "CREATE INDEX waits_call ON waits(call);"
	                 "CREATE INDEX key_values_row ON key_values(\"table\", row);");
}

/* Of members that are not selected, keep those of instances that have a selected one. */
static int clean(struct db *d)
{
	return db_run(d, "DELETE FROM collectives_elsewhere WHERE NOT EXISTS (SELECT 1 FROM collectives c WHERE "
	                 "c.\"group\" IS collectives_elsewhere.\"group\" AND "
	                 "c.instance = collectives_elsewhere.instance)");
}

static void release_tables(struct sink *s)
{
	db_table_release(&s->meta);
	db_table_release(&s->strings);
	for (unsigned i = 0; i < OTFP_NTABLES; i++)
		db_table_release(&s->tables[i]);
}

int sink_finish(struct sink *s, const struct otfp_tables *m, int is_selected)
{
	const struct otfp_tables_facts facts = otfp_tables_facts(m);

	release_tables(s);
	if (create_indexes(&s->db) < 0 || (is_selected && clean(&s->db) < 0) || views_create(&s->db, &facts) < 0)
		return s->db.code;
	return db_close(&s->db);
}

uint64_t sink_rows(const struct sink *s, const struct otfp_tables *m)
{
	return otfp_tables_rows(m) + s->meta.nrows + s->strings.nrows;
}

void sink_release(struct sink *s)
{
	release_tables(s);
	db_release(&s->db);
	otfp_interns_release(&s->interned);
}
