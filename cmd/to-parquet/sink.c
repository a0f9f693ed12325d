#include "cmd/to-parquet/sink.h"
#include "base/error.h"
#include "base/num.h"
#include "cmd/to-parquet/inventory.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- rows ---- */

/* A share has no tables of what is found when all processes are there. */
static int is_elsewhere(const struct parquet_sink *s, const struct otfp_table *t)
{
	return s->o.is_share && (t->place == OTFP_TABLE_MESSAGES || t->place == OTFP_TABLE_WAITS ||
	                         t->place == OTFP_TABLE_CAUSES || t->place == OTFP_TABLE_LIVES);
}

static int open_table(void *ctx, struct otfp_table *t)
{
	struct parquet_sink *s = ctx;
	struct columns *own;

	if ((s->o.wanted && !s->o.wanted[t->place]) || is_elsewhere(s, t))
		return 0;
	s->tables[t->place] = own = calloc(1, sizeof *own);
	if (!own)
		return otfp_fail_memory(s->err);
	if (folder_create(&s->folder, t->name, &own->file) < 0 || columns_open(own, t, &s->o.table, s->err) < 0)
		return s->err->code;
	t->own = own;
	return 1;
}

/* If the rows of all tables take more memory than they may, write those of the table with most. */
static int bound_memory(struct parquet_sink *s)
{
	struct columns *largest = NULL;
	size_t all = 0, most = 0;

	for (unsigned i = 0; i < OTFP_NTABLES; i++) {
		const size_t bytes = s->tables[i] ? otfp_parquet_memory(s->tables[i]->writer) : 0;
		all += bytes;
		if (bytes > most) {
			most = bytes;
			largest = s->tables[i];
		}
	}
	return all > PARQUET_MEMORY ? columns_flush(largest) : 0;
}

static int put_row(void *ctx, struct otfp_table *t)
{
	enum { PUTS = 4096 };
	struct parquet_sink *s = ctx;
	const int code = columns_put(t->own);

	if (code < 0 || ++s->puts < PUTS)
		return code;
	s->puts = 0;
	return bound_memory(s);
}

int parquet_begin(struct parquet_sink *s, const char *name, unsigned part, int replaces,
                  const struct parquet_options *o, struct otfp_table_sink *to, struct otfp_error *err)
{
	s->o = *o;
	s->err = err;
	*to = (struct otfp_table_sink){OTFP_FOR_PARQUET, s, open_table, put_row, NULL};
	return folder_open(&s->folder, name, part, replaces, err);
}

/* ---- the footers ---- */

enum { PAIRS = 10 };

/* The pairs of all files, and their room. */
struct pairs {
	struct otfp_parquet_pair p[PAIRS];
	size_t n;
	struct otfp_buf share, rows, counts;
	char numbers[4][OTFP_DEC_MAX + 1];
	unsigned nnumbers;
};

static void add(struct pairs *p, const char *key, const char *value)
{
	p->p[p->n++] = (struct otfp_parquet_pair){key, value};
}

/* A number that is not known has no pair. */
static void add_number(struct pairs *p, const char *key, int has, uint64_t v)
{
	char *digits = p->numbers[p->nnumbers];

	if (!has)
		return;
	*otfp_put_dec(digits, v) = '\0';
	p->nnumbers++;
	add(p, key, digits);
}

static int list_rows(struct parquet_sink *s, struct otfp_buf *b)
{
	for (unsigned i = 0; i < OTFP_NTABLES; i++) {
		const struct otfp_table *t = s->tables[i] ? s->tables[i]->of : NULL;
		if (t && otfp_buf_printf(b, "%s %" PRIu64 "\n", t->name, t->nrows) < 0)
			return -1;
	}
	return otfp_buf_str(b) ? 0 : -1;
}

static int list_counts(const struct otfp_tables *m, struct otfp_buf *b)
{
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++)
		if (otfp_buf_printf(b, "%s %" PRIu64 "\n", otfp_wait_count_name(i), otfp_tables_wait_count(m, i)) < 0)
			return -1;
	return otfp_buf_str(b) ? 0 : -1;
}

/* @return 0, or -1 when memory is out */
static int make_pairs(struct pairs *p, struct parquet_sink *s, const struct otfp_tables *m,
                      const struct otfp_share *share)
{
	const struct otfp_tables_facts facts = otfp_tables_facts(m);

	if (share->parts && (otfp_share_format(share, &p->share) < 0 || !otfp_buf_str(&p->share)))
		return -1;
	if (list_rows(s, &p->rows) < 0 || (otfp_tables_has_waits(m) && list_counts(m, &p->counts) < 0))
		return -1;
	add(p, KEY_SCHEMA, COLUMNS_SCHEMA);
	add(p, KEY_PROGRAM, "otf-to-parquet (otfpipe) " OTFP_VERSION);
	add(p, KEY_TABLE, ""); /* of each file its own */
	if (share->parts)
		add(p, KEY_SHARE, p->share.p);
	add_number(p, KEY_TICKS, facts.resolution != 0, facts.resolution);
	add_number(p, KEY_START, facts.has_first, facts.start);
	add_number(p, KEY_FIRST, facts.has_first, facts.first);
	add_number(p, KEY_LAST, facts.has_first, facts.last);
	add(p, KEY_ROWS, p->rows.p);
	if (p->counts.n)
		add(p, KEY_COUNTS, p->counts.p);
	return 0;
}

static void pairs_release(struct pairs *p)
{
	otfp_buf_release(&p->share);
	otfp_buf_release(&p->rows);
	otfp_buf_release(&p->counts);
}

/* ---- the end ---- */

static int has_rows(const struct parquet_sink *s)
{
	for (unsigned i = 0; i < OTFP_NTABLES; i++)
		if (s->tables[i] && s->tables[i]->of->nrows)
			return 1;
	return 0;
}

/* Drop tables without rows from a share that is not the first; but one must say that the share is there. */
static void drop_empty(struct parquet_sink *s)
{
	int keeps = has_rows(s);

	for (unsigned i = 0; s->o.is_later_share && i < OTFP_NTABLES; i++) {
		if (!s->tables[i] || s->tables[i]->of->nrows)
			continue;
		if (keeps) {
			columns_release(s->tables[i]);
			free(s->tables[i]);
			s->tables[i] = NULL;
		}
		keeps = 1;
	}
}

/* Those of a share get their names later. */
static int finish_table(struct parquet_sink *s, struct columns *t, struct pairs *p)
{
	enum { TABLE = 2 };

	p->p[TABLE].value = t->of->name;
	if (columns_finish(t, p->p, p->n) < 0)
		return s->err->code;
	return s->folder.part ? otfp_newfile_sync(&t->file, s->err) : otfp_newfile_end(&t->file, s->err);
}

/* Write what the files say of all of them. @param dir  where they are */
static int put_facts(struct parquet_sink *s, const char *dir)
{
	struct inventory v;
	struct otfp_newfile file = {0};
	int code = inventory_read(&v, dir, s->err);

	if (code == 0)
		code = folder_create_facts(&s->folder, &file);
	if (code == 0)
		code = inventory_write(&v, &file);
	otfp_newfile_release(&file);
	inventory_release(&v);
	return code;
}

int parquet_finish(struct parquet_sink *s, const struct otfp_tables *m, const struct otfp_share *share)
{
	struct pairs p = {.n = 0};
	int code = 0;

	drop_empty(s);
	if (make_pairs(&p, s, m, share) < 0)
		code = otfp_fail_memory(s->err);
	for (unsigned i = 0; i < OTFP_NTABLES && code == 0; i++)
		if (s->tables[i])
			code = finish_table(s, s->tables[i], &p);
	pairs_release(&p);
	if (code == 0 && !s->folder.part)
		code = put_facts(s, s->folder.dir);
	return code < 0 ? code : folder_end(&s->folder);
}

/* A share is there with all of its files or with none. */
static void take_back(const struct parquet_sink *s)
{
	for (unsigned i = 0; i < OTFP_NTABLES; i++)
		if (s->tables[i] && s->tables[i]->file.name && !s->tables[i]->file.beside)
			unlink(s->tables[i]->file.name);
}

static int name_files(struct parquet_sink *s)
{
	int code = folder_begin_share(&s->folder);

	for (unsigned i = 0; i < OTFP_NTABLES && code == 0; i++)
		if (s->tables[i])
			code = otfp_newfile_place(&s->tables[i]->file, s->err);
	if (code < 0)
		take_back(s);
	for (unsigned i = 0; i < OTFP_NTABLES && code == 0; i++)
		if (s->tables[i])
			code = otfp_newfile_end(&s->tables[i]->file, s->err);
	return code;
}

int parquet_commit(struct parquet_sink *s)
{
	return s->folder.part ? name_files(s) : folder_commit(&s->folder);
}

void parquet_release(struct parquet_sink *s)
{
	for (unsigned i = 0; i < OTFP_NTABLES; i++)
		if (s->tables[i]) {
			columns_release(s->tables[i]);
			free(s->tables[i]);
		}
	folder_release(&s->folder);
}
