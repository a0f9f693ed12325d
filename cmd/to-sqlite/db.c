/* db.c - batches of rows, and the database they go to. See db.h. */
#include "cmd/to-sqlite/db.h"
#include "base/assert.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/num.h"
#include "cmd/text/signals.h"
#include "cmd/to-sqlite/feed.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* rows of a batch; bytes of its texts that end it early; instructions of SQLite between two looks for a signal */
enum { BATCH = 1024, TEXTS = 1 << 20, STEPS = 100000 };

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
	return db_run(d, "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
	                 "PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-16384; PRAGMA temp_store=FILE; BEGIN");
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

static int by_key(const void *a, const void *b, void *ctx)
{
	const struct db_table *t = ctx;
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const int64_t i = t->cells[(size_t)x * t->ncolumns].v.i, j = t->cells[(size_t)y * t->ncolumns].v.i;

	return i != j ? (i > j) - (i < j) : (x > y) - (x < y);
}

static int flush(struct db *d, struct db_table *t)
{
	int rc;

	if (t->n == 0 || d->code < 0)
		return d->code;
	if (t->order) {
		for (uint32_t i = 0; i < t->n; i++)
			t->order[i] = i;
		qsort_r(t->order, t->n, sizeof *t->order, by_key, t);
	}
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

int db_flush(struct db *d, struct db_table *tables, size_t n)
{
	for (size_t i = 0; i < n; i++)
		flush(d, &tables[i]);
	return d->code;
}

/* ---- rows ---- */

static int make_batch(struct db *d, struct db_table *t)
{
	OTFP_ASSERT(t->ncolumns && t->ncolumns <= DB_COLUMNS);
	t->cells = calloc(BATCH * (size_t)t->ncolumns, sizeof *t->cells);
	t->order = t->is_keyed ? calloc(BATCH, sizeof *t->order) : NULL;
	if (!t->cells || (t->is_keyed && !t->order))
		return db_fail(d);
	return prepare(d, t);
}

int row_begin(struct db *d, struct db_table *t)
{
	if (__builtin_expect(!t->cells, 0) && make_batch(d, t) < 0)
		return d->code;
	t->column = 0;
	return d->is_hidden ? -1 : d->code;
}

void row_end(struct db *d, struct db_table *t)
{
	OTFP_ASSERT(t->column == t->ncolumns);
	t->n++;
	t->nrows++;
	if (t->n == BATCH || t->text_bytes > TEXTS)
		flush(d, t);
}

/* ---- cells ---- */

static struct db_cell *next_cell(struct db_table *t, enum db_cell_type type)
{
	struct db_cell *cell = &t->cells[t->n * t->ncolumns + t->column++];

	OTFP_ASSERT_HOT(t->column <= t->ncolumns);
	cell->type = (uint8_t)type;
	return cell;
}

void cell_null(struct db_table *t)
{
	next_cell(t, CELL_NULL);
}

void cell_signed(struct db_table *t, int64_t v)
{
	next_cell(t, CELL_INT)->v.i = v;
}

static void put_copy(struct db *d, struct db_table *t, enum db_cell_type type, const char *p, size_t n)
{
	struct db_cell *cell = next_cell(t, type);
	const char *copy = n ? otfp_arena_copy(&t->texts, p, n) : "";

	if (!copy || n > INT32_MAX)
		fail(d, copy ? SQLITE_TOOBIG : SQLITE_NOMEM);
	cell->v.p = copy ? copy : "";
	cell->n = copy ? (uint32_t)n : 0;
	t->text_bytes += n;
}

void cell_unsigned(struct db *d, struct db_table *t, uint64_t v)
{
	char digits[OTFP_DEC_MAX + 4];

	if (__builtin_expect(v <= INT64_MAX, 1))
		cell_signed(t, (int64_t)v);
	else
		put_copy(d, t, CELL_TEXT, digits, (size_t)(otfp_put_dec(digits, v) - digits));
}

void cell_maybe(struct db *d, struct db_table *t, int has, uint64_t v)
{
	if (has)
		cell_unsigned(d, t, v);
	else
		cell_null(t);
}

void cell_real(struct db_table *t, double v)
{
	if (isnan(v))
		cell_null(t);
	else
		next_cell(t, CELL_REAL)->v.real = v;
}

static int is_utf8(struct otfp_str s)
{
	for (size_t i = 0, k; i < s.n; i += k) {
		k = otfp_utf8_length(s.p + i, s.n - i);
		if (!k || !s.p[i]) /* SQLite's texts end at NUL for most of its functions */
			return 0;
	}
	return 1;
}

void cell_text(struct db *d, struct db_table *t, struct otfp_str s)
{
	if (!s.p)
		cell_null(t);
	else
		put_copy(d, t, is_utf8(s) ? CELL_TEXT : CELL_BLOB, s.p, s.n);
}

void cell_blob(struct db *d, struct db_table *t, struct otfp_str s)
{
	put_copy(d, t, CELL_BLOB, s.p, s.n);
}

void cell_word(struct db_table *t, const char *word)
{
	struct db_cell *cell = next_cell(t, CELL_TEXT);

	cell->v.p = word;
	cell->n = (uint32_t)strlen(word);
}
