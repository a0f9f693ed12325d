/* db.c - batches of rows, and the database they go to. See db.h. */
#include "cmd/to-sqlite/db.h"
#include "base/assert.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "cmd/text/signals.h"
#include "cmd/to-sqlite/feed.h"
#include <stdlib.h>
#include <string.h>

/* rows of a batch; bytes of its texts that end it early; instructions of SQLite between two looks for a signal */
enum { BATCH = 8192, TEXTS = 1 << 20, STEPS = 100000 };

/* ---- errors ---- */

/* Keep the error of SQLite, unless there was one before. @return the code <0 */
static int fail(struct db *d, int rc)
{
	if (d->code < 0)
		return d->code;
	if (rc == SQLITE_NOMEM)
		d->code = otfp_fail_memory(d->err);
	else if (rc == SQLITE_INTERRUPT)
		d->code = otfp_fail(d->err, OTFP_EINTR, "%s: interrupted", d->name);
	else
		d->code = otfp_fail(d->err, OTFP_EFAIL, "%s: %s", d->name,
		                    d->db ? sqlite3_errmsg(d->db) : sqlite3_errstr(rc));
	return d->code;
}

int db_fail(struct db *d)
{
	return fail(d, SQLITE_NOMEM);
}

/* ---- open and close ---- */

static int came(void *ctx)
{
	(void)ctx;
	return signal_came();
}

int db_open(struct db *d, const char *path, const char *name, struct otfp_error *err)
{
	int rc;

	*d = (struct db){.name = name, .err = err};
	rc = sqlite3_open_v2(path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (rc == SQLITE_OK)
		rc = feed_add(d);
	if (rc != SQLITE_OK)
		return fail(d, rc);
	sqlite3_progress_handler(d->db, STEPS, came, NULL);
	return db_run(d, "PRAGMA page_size=16384; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
	                 "PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-8192; PRAGMA temp_store=FILE; BEGIN");
}

int db_run(struct db *d, const char *sql)
{
	int rc = d->code == 0 ? sqlite3_exec(d->db, sql, NULL, NULL, NULL) : SQLITE_OK;

	if (rc != SQLITE_OK)
		fail(d, rc);
	return d->code;
}

int db_close(struct db *d)
{
	int rc = db_run(d, "COMMIT") == 0 ? sqlite3_close(d->db) : SQLITE_OK;

	if (d->code == 0 && rc == SQLITE_OK)
		d->db = NULL;
	else if (d->code == 0)
		fail(d, rc);
	return d->code;
}

void db_release(struct db *d)
{
	sqlite3_close(d->db);
	d->db = NULL;
}

void db_table_release(struct db_table *t)
{
	sqlite3_finalize(t->insert);
	free(t->cells);
	free(t->order);
	otfp_arena_release(&t->texts);
	t->insert = NULL;
	t->cells = NULL;
	t->order = NULL;
}

/* ---- batches ---- */

static int prepare(struct db *d, struct db_table *t)
{
	struct otfp_buf sql = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&sql, "INSERT OR REPLACE INTO \"%s\" SELECT c0", t->name);

	for (unsigned i = 1; rc == 0 && i < t->ncolumns; i++)
		rc = otfp_buf_printf(&sql, ",c%u", i);
	if (rc == 0)
		rc = otfp_buf_puts(&sql, " FROM feed");
	if (rc == 0 && otfp_buf_str(&sql))
		rc = sqlite3_prepare_v3(d->db, sql.p, -1, SQLITE_PREPARE_PERSISTENT, &t->insert, NULL);
	else
		rc = SQLITE_NOMEM;
	otfp_buf_release(&sql);
	return rc == SQLITE_OK ? 0 : fail(d, rc);
}

static int64_t key_of(const struct db_table *t, uint32_t row)
{
	return t->cells[(size_t)row * t->ncolumns].v.i;
}

static int by_key(const void *a, const void *b, void *ctx)
{
	const struct db_table *t = ctx;
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const int64_t i = key_of(t, x), j = key_of(t, y);

	return i != j ? (i > j) - (i < j) : (x > y) - (x < y);
}

/* Rows that come in the order of their keys stay as they are. */
static void sort(struct db_table *t)
{
	int is_sorted = 1;

	for (uint32_t i = 0; i < t->n; i++) {
		t->order[i] = i;
		is_sorted &= i == 0 || key_of(t, i - 1) < key_of(t, i);
	}
	if (!is_sorted)
		qsort_r(t->order, t->n, sizeof *t->order, by_key, t);
}

int db_flush(struct db *d, struct db_table *t)
{
	int rc;

	if (t->n == 0 || d->code < 0 || (!t->insert && prepare(d, t) < 0))
		return d->code;
	if (t->is_keyed)
		sort(t);
	d->feeding = t;
	rc = sqlite3_step(t->insert);
	if (rc != SQLITE_DONE)
		fail(d, rc);
	sqlite3_reset(t->insert);
	t->n = 0;
	t->text_bytes = 0;
	otfp_arena_clear(&t->texts);
	return d->code;
}

/* ---- rows ---- */

int db_table_begin(struct db *d, struct db_table *t)
{
	OTFP_ASSERT(t->ncolumns && t->ncolumns <= DB_COLUMNS);
	t->cells = malloc(BATCH * (size_t)t->ncolumns * sizeof *t->cells);
	t->order = t->is_keyed ? malloc(BATCH * sizeof *t->order) : NULL;
	return t->cells && (t->order || !t->is_keyed) ? 0 : db_fail(d);
}

static int is_utf8(const char *p, size_t n)
{
	for (size_t i = 0, k; i < n; i += k) {
		k = otfp_utf8_length(p + i, n - i);
		if (!k || !p[i]) /* SQLite's texts end at NUL for most of its functions */
			return 0;
	}
	return 1;
}

/* A string is text if it is UTF-8, else a blob. */
static void copy_text(struct db *d, struct db_table *t, struct otfp_table_cell *cell)
{
	const char *copy = cell->n ? otfp_arena_copy(&t->texts, cell->v.p, cell->n) : "";

	if (!copy || cell->n > INT32_MAX)
		fail(d, copy ? SQLITE_TOOBIG : SQLITE_NOMEM);
	if (cell->type == OTFP_CELL_TEXT && !is_utf8(cell->v.p, cell->n))
		cell->type = OTFP_CELL_BLOB;
	cell->v.p = copy;
	t->text_bytes += cell->n;
}

int db_put(struct db *d, struct db_table *t)
{
	struct otfp_table_cell *row = db_row(t);

	for (unsigned i = 0; t->has_texts && i < t->ncolumns; i++)
		if (row[i].type == OTFP_CELL_TEXT || row[i].type == OTFP_CELL_BLOB)
			copy_text(d, t, &row[i]);
	t->n++;
	t->nrows++;
	return t->n == BATCH || t->text_bytes > TEXTS ? db_flush(d, t) : d->code;
}
