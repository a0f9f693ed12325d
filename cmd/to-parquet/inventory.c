#include "cmd/to-parquet/inventory.h"
#include "base/error.h"
#include "base/grow.h"
#include "base/num.h"
#include "cmd/to-parquet/folder.h"
#include "commit/folder.h"
#include "parquet/read.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void inventory_release(struct inventory *v)
{
	for (size_t i = 0; i < v->nparts; i++) {
		free(v->parts[i].name);
		free(v->parts[i].share);
		free(v->parts[i].rows);
		free(v->parts[i].counts);
	}
	free(v->parts);
	free(v->tables);
	free(v->program);
	free(v->ticks);
	free(v->start);
	otfp_map_release(&v->by_part);
	otfp_shares_release(&v->shares);
	*v = (struct inventory){0};
}

/* ---- lists of a name and a number ---- */

/* Read the next line of a list. @return the text after it; NULL at the end, or if it is malformed */
static const char *next_entry(const char *p, char name[OTFP_TABLE_NAME], uint64_t *number)
{
	const size_t n = strcspn(p, " \n");
	int over = 0;

	if (p[n] != ' ' || n >= OTFP_TABLE_NAME)
		return NULL;
	memcpy(name, p, n);
	name[n] = '\0';
	p = otfp_get_dec(p + n + 1, number, &over);
	return *p == '\n' && !over ? p + 1 : NULL;
}

/* @return whether a name is in the list */
static int find_entry(const char *list, const char *wanted, uint64_t *number)
{
	char name[OTFP_TABLE_NAME];
	const char *p = list;

	while ((p = next_entry(p, name, number)) != NULL)
		if (strcmp(name, wanted) == 0)
			return 1;
	return 0;
}

/* ---- a file ---- */

/* A file that is read. */
struct reading {
	struct inventory *v;
	const char *table; /* the name of its directory */
	char *path;
	struct otfp_parquet_facts facts;
	struct otfp_share share;
	int is_share;
};

static const char *value(const struct reading *r, const char *key)
{
	const char *p = otfp_parquet_value(&r->facts, key);

	return p ? p : "";
}

static int foreign(const struct reading *r, const char *why)
{
	return otfp_fail(r->v->err, OTFP_EFAIL, "%s: %s", r->path, why);
}

static int equals(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

/* What a file says of itself: that it is one of ours, of this table, of the share that its name says. */
static int check_itself(struct reading *r)
{
	const char *share = otfp_parquet_value(&r->facts, KEY_SHARE), *base = otfp_base(r->path);
	struct otfp_str text = {share, share ? strlen(share) : 0};
	char name[FOLDER_FILE];
	uint64_t rows;

	r->is_share = share != NULL;
	if (!otfp_parquet_value(&r->facts, KEY_SCHEMA))
		return foreign(r, "was not written by otf-to-parquet");
	if (!equals(value(r, KEY_SCHEMA), COLUMNS_SCHEMA))
		return foreign(r, "has another version of the tables than this program writes");
	if (!equals(value(r, KEY_TABLE), r->table))
		return foreign(r, "is of another table than its directory");
	if (share && otfp_share_get(&r->share, &text) < 0)
		return foreign(r, "does not say of which share it is");
	if (strcmp(base, folder_file_name(name, r->is_share ? r->share.part : 0)) != 0)
		return foreign(r, "is of another share than its name says");
	if (!find_entry(value(r, KEY_ROWS), r->table, &rows) || rows != r->facts.rows)
		return foreign(r, "has other rows than it says");
	return 0;
}

static uint64_t number_of(const struct reading *r, const char *key)
{
	uint64_t v = 0;
	int over = 0;

	otfp_get_dec(value(r, key), &v, &over);
	return v;
}

static void note_times(struct reading *r)
{
	struct inventory *v = r->v;
	const uint64_t first = number_of(r, KEY_FIRST), last = number_of(r, KEY_LAST);

	if (!otfp_parquet_value(&r->facts, KEY_FIRST))
		return;
	v->first = v->has_first && v->first < first ? v->first : first;
	v->last = v->has_first && v->last > last ? v->last : last;
	v->has_first = 1;
}

/* What all files that know it must say alike: the first one says it first. A share without events does not know it. */
static int check_same(struct reading *r, char **known, const char *key)
{
	const char *is = otfp_parquet_value(&r->facts, key);

	if (!is || (*known && strcmp(*known, is) == 0))
		return 0;
	if (*known)
		return foreign(r, "is of another trace");
	*known = strdup(is);
	return *known ? 0 : otfp_fail_memory(r->v->err);
}

static int check_run(struct reading *r)
{
	struct inventory *v = r->v;

	if (!v->program && check_same(r, &v->program, KEY_PROGRAM) < 0)
		return v->err->code;
	note_times(r);
	return check_same(r, &v->ticks, KEY_TICKS) < 0 ? v->err->code : check_same(r, &v->start, KEY_START);
}

static int add_part(struct reading *r)
{
	struct inventory *v = r->v;
	struct inventory_part *p;
	const char *share = otfp_parquet_value(&r->facts, KEY_SHARE);

	if (otfp_grow(&v->parts, v->nparts, &v->parts_cap, sizeof *v->parts) < 0)
		return otfp_fail_memory(v->err);
	p = &v->parts[v->nparts];
	*p = (struct inventory_part){.part = r->share.part,
	                             .name = strdup(r->path),
	                             .share = share ? strdup(share) : NULL,
	                             .rows = strdup(value(r, KEY_ROWS)),
	                             .counts = strdup(value(r, KEY_COUNTS))};
	v->nparts++;
	if (!p->name || (share && !p->share) || !p->rows || !p->counts ||
	    otfp_map_set(&v->by_part, p->part, v->nparts - 1) < 0)
		return otfp_fail_memory(v->err);
	return otfp_shares_add(&v->shares, &r->share, p->name, v->err);
}

/* All files of a share say the same of it. */
static int check_part(struct reading *r)
{
	const uint64_t *at = otfp_map_get(&r->v->by_part, r->share.part);
	const struct inventory_part *p;

	if (!at)
		return add_part(r);
	p = &r->v->parts[*at];
	if (equals(p->share, otfp_parquet_value(&r->facts, KEY_SHARE)) && equals(p->rows, value(r, KEY_ROWS)))
		return 0;
	return otfp_fail(r->v->err, OTFP_EFAIL, "%s: was written by another run than %s", r->path, p->name);
}

static int count_file(struct reading *r)
{
	struct inventory *v = r->v;
	struct inventory_table *t = v->ntables ? &v->tables[v->ntables - 1] : NULL;

	if (!t || strcmp(t->name, r->table) != 0) {
		if (otfp_grow(&v->tables, v->ntables, &v->tables_cap, sizeof *v->tables) < 0)
			return otfp_fail_memory(v->err);
		t = &v->tables[v->ntables++];
		*t = (struct inventory_table){.rows = 0};
		snprintf(t->name, sizeof t->name, "%s", r->table);
	}
	t->rows += r->facts.rows;
	t->bytes += r->facts.bytes;
	t->files++;
	return 0;
}

/* ---- the directories ---- */

static int read_file(void *ctx, const char *name)
{
	static const char ending[] = ".parquet";
	struct reading *r = ctx;
	const size_t n = strlen(name), k = sizeof ending - 1;
	int code = 0;

	if (n < k || strcmp(name + n - k, ending) != 0) /* ".", "..", what a killed share left */
		return 0;
	r->share = (struct otfp_share){0};
	if (asprintf(&r->path, "%s/%s/%s", r->v->dir, r->table, name) < 0)
		return otfp_fail_memory(r->v->err);
	if (otfp_parquet_read(&r->facts, r->path, r->v->err) < 0 || check_itself(r) < 0 || check_run(r) < 0 ||
	    check_part(r) < 0 || count_file(r) < 0)
		code = r->v->err->code;
	free(r->path);
	return code;
}

/* Call fn for each name in a directory, sorted. */
static int each_name(const char *path, int (*fn)(void *ctx, const char *name), void *ctx, struct otfp_error *err)
{
	struct otfp_beside *b;
	char *stub;
	int code;

	if (asprintf(&stub, "%s/", path) < 0)
		return otfp_fail_memory(err);
	code = otfp_beside_list(&b, stub) < 0 ? otfp_fail_errno(err, "%s", path) : 0;
	if (code == 0)
		code = otfp_beside_each_of(b, stub, fn, ctx);
	otfp_beside_free(b);
	free(stub);
	return code;
}

static int read_table(void *ctx, const char *name)
{
	struct inventory *v = ctx;
	struct reading r = {.v = v, .table = name};
	char *path;
	int code;

	if (*name == '.' || otfp_is_facts(name))
		return 0;
	if (asprintf(&path, "%s/%s", v->dir, name) < 0)
		return otfp_fail_memory(v->err);
	code = each_name(path, read_file, &r, v->err);
	otfp_parquet_facts_release(&r.facts);
	free(path);
	return code;
}

/* ---- what must be there ---- */

static int check_there(struct inventory *v, const struct inventory_part *p, const char *table)
{
	char name[FOLDER_FILE], *path;
	struct stat st;
	int code = 0;

	if (asprintf(&path, "%s/%s/%s", v->dir, table, folder_file_name(name, p->part)) < 0)
		return otfp_fail_memory(v->err);
	if (stat(path, &st) < 0) {
		v->is_incomplete = 1;
		code = otfp_fail(v->err, OTFP_EFAIL, "%s: is missing", path);
	}
	free(path);
	return code;
}

/* @param nfiles  increased by the number of files that there must be */
static int check_all_there(struct inventory *v, const struct inventory_part *p, size_t *nfiles)
{
	char name[OTFP_TABLE_NAME];
	const char *at = p->rows;
	uint64_t rows;
	int code = 0;

	for (; code == 0 && (at = next_entry(at, name, &rows)) != NULL; ++*nfiles)
		code = check_there(v, p, name);
	return code;
}

/* A file may have appeared after its directory was read: its share will find all. */
static int check_all_read(struct inventory *v, size_t nfiles)
{
	size_t n = 0;

	for (size_t i = 0; i < v->ntables; i++)
		n += v->tables[i].files;
	if (n == nfiles)
		return 0;
	v->is_incomplete = 1;
	return otfp_fail(v->err, OTFP_EFAIL, "%s: files appear while they are counted", v->dir);
}

int inventory_read(struct inventory *v, const char *dir, struct otfp_error *err)
{
	size_t nfiles = 0;
	int code;

	*v = (struct inventory){.dir = dir, .err = err};
	code = otfp_folder_check(dir, OTFP_TOGETHER_COLUMNS, err);
	if (code == 0)
		code = each_name(dir, read_table, v, err);
	if (code == 0 && !v->nparts)
		code = otfp_fail(err, OTFP_EFAIL, "%s: has no tables", dir);
	if (code == 0) {
		code = otfp_shares_check(&v->shares, err);
		v->is_incomplete = code < 0;
	}
	for (size_t i = 0; i < v->nparts && code == 0; i++)
		code = check_all_there(v, &v->parts[i], &nfiles);
	return code == 0 ? check_all_read(v, nfiles) : code;
}
