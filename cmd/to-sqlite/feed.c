#include "cmd/to-sqlite/feed.h"
#include "base/assert.h"
#include "base/num.h"
#include "record/table.h"
#include <stdlib.h>

/* SQLite wants these as the first members. */
struct feed {
	sqlite3_vtab base;
	const struct db *db;
};

struct cursor {
	sqlite3_vtab_cursor base;
	size_t at; /* row of the batch */
};

static const struct db_table *table_of(const sqlite3_vtab_cursor *cursor)
{
	return ((const struct feed *)cursor->pVtab)->db->feeding;
}

static int feed_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **message)
{
	struct feed *f;

	(void)argc, (void)argv, (void)message;
	if (sqlite3_declare_vtab(db, "CREATE TABLE feed(c0,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14,c15)") !=
	    SQLITE_OK)
		return SQLITE_ERROR;
	f = calloc(1, sizeof *f);
	if (!f)
		return SQLITE_NOMEM;
	f->db = aux;
	*vtab = &f->base;
	return SQLITE_OK;
}

static int feed_disconnect(sqlite3_vtab *vtab)
{
	free(vtab);
	return SQLITE_OK;
}

static int feed_plan(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	(void)vtab;
	info->estimatedCost = 1;
	return SQLITE_OK;
}

static int feed_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct cursor *c = calloc(1, sizeof *c);

	(void)vtab;
	if (!c)
		return SQLITE_NOMEM;
	*cursor = &c->base;
	return SQLITE_OK;
}

static int feed_close(sqlite3_vtab_cursor *cursor)
{
	free(cursor);
	return SQLITE_OK;
}

static int feed_first(sqlite3_vtab_cursor *cursor, int plan, const char *text, int argc, sqlite3_value **argv)
{
	(void)plan, (void)text, (void)argc, (void)argv;
	((struct cursor *)cursor)->at = 0;
	return SQLITE_OK;
}

static int feed_next(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->at++;
	return SQLITE_OK;
}

static int feed_is_past(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->at >= table_of(cursor)->n;
}

/* SQLite's integers end at 2^63-1: a larger number is text. */
static __attribute__((noinline)) void put_large(sqlite3_context *context, uint64_t v)
{
	char digits[OTFP_DEC_MAX + 4];

	sqlite3_result_text(context, digits, (int)(otfp_put_dec(digits, v) - digits), SQLITE_TRANSIENT);
}

/* NaN becomes NULL: aggregates leave it out. */
static void put_cell(sqlite3_context *context, const struct otfp_table_cell *cell)
{
	switch (cell->type) {
	case OTFP_CELL_UNSIGNED:
		if (OTFP_UNLIKELY(cell->v.u > INT64_MAX))
			put_large(context, cell->v.u);
		else
			sqlite3_result_int64(context, cell->v.i);
		break;
	case OTFP_CELL_SIGNED:
	case OTFP_CELL_TOKEN: sqlite3_result_int64(context, cell->v.i); break;
	case OTFP_CELL_REAL: sqlite3_result_double(context, cell->v.real); break;
	case OTFP_CELL_TEXT:
	case OTFP_CELL_WORD: sqlite3_result_text(context, cell->v.p, (int)cell->n, SQLITE_STATIC); break;
	case OTFP_CELL_BLOB: sqlite3_result_blob(context, cell->v.p, (int)cell->n, SQLITE_STATIC); break;
	default: break; /* NULL */
	}
}

static int feed_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	const struct db_table *t = table_of(cursor);
	const size_t at = ((struct cursor *)cursor)->at, row = t->order ? t->order[at] : at;
	const struct otfp_table_cell *cell = &t->cells[row * t->ncolumns + (unsigned)column];

	OTFP_ASSERT_HOT((unsigned)column < t->ncolumns);
	put_cell(context, cell);
	return SQLITE_OK;
}

static int feed_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((struct cursor *)cursor)->at;
	return SQLITE_OK;
}

int feed_add(struct db *d)
{
	/* without xCreate: it is there without a CREATE statement */
	static const sqlite3_module module = {
		.xConnect = feed_connect,
		.xBestIndex = feed_plan,
		.xDisconnect = feed_disconnect,
		.xOpen = feed_open,
		.xClose = feed_close,
		.xFilter = feed_first,
		.xNext = feed_next,
		.xEof = feed_is_past,
		.xColumn = feed_column,
		.xRowid = feed_rowid,
	};

	return sqlite3_create_module(d->db, "feed", &module, d);
}
