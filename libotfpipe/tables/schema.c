/* schema.c - the tables and their columns: those of tables.def, and one for each other record type. */
#include "tables/inside.h"
#include "base/error.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME = OTFP_TABLE_NAME };

/* A column as tables.def has it. */
struct row {
	const char *name, *unit, *of, *to;
	uint16_t refers;
	uint8_t type, space, is_null, is_for;
};

/* The words of tables.def. */
enum { NULL_ALL = 0, NULL_SOME = 1, NO_SPACE = OTFP_NNAMED };

#define C(name, TYPE, unit, NULLS, FOR) \
	{#name, unit, "", "", 0, OTFP_COLUMN_##TYPE, NO_SPACE, NULL_##NULLS, OTFP_FOR_##FOR},
#define K(name, SPACE, NULLS, FOR) \
	{#name, "", "", "", 0, OTFP_COLUMN_TOKEN, OTFP_NAMED_##SPACE, NULL_##NULLS, OTFP_FOR_##FOR},
#define R(name, PLACE, NULLS) \
	{#name, "", "", "", OTFP_TABLE_##PLACE, OTFP_COLUMN_ROW, NO_SPACE, NULL_##NULLS, OTFP_FOR_BOTH},
#define D(name, TYPE, of, to) {#name, "", of, to, 0, OTFP_COLUMN_##TYPE, NO_SPACE, NULL_SOME, OTFP_FOR_PARQUET},
#define T(PLACE, name, FOR, is_keyed, ...) static const struct row rows_##PLACE[] = {__VA_ARGS__};
#include "tables/tables.def"
#undef T

static const struct {
	const char *name;
	const struct row *rows;
	uint8_t nrows, is_for, is_keyed;
} specials[OTFP_TABLE_RECORDS] = {
#define T(PLACE, name, FOR, is_keyed, ...) \
	[OTFP_TABLE_##                     \
		PLACE] = {#name, rows_##PLACE, sizeof rows_##PLACE / sizeof *rows_##PLACE, OTFP_FOR_##FOR, is_keyed},
#include "tables/tables.def"
#undef T
};

/* Records whose rows are in these tables alone. */
static const uint8_t is_special[OTFP_NTYPES] = {
	[OTFP_Enter] = 1,
	[OTFP_Leave] = 1,
	[OTFP_SendMsg] = 1,
	[OTFP_RecvMsg] = 1,
	[OTFP_CollectiveOperation] = 1,
	[OTFP_BeginCollectiveOperation] = 1,
	[OTFP_EndCollectiveOperation] = 1,
	[OTFP_FileOperation] = 1,
	[OTFP_BeginFileOperation] = 1,
	[OTFP_EndFileOperation] = 1,
	[OTFP_Counter] = 1,
	[OTFP_Marker] = 1,
};

/* ---- names ---- */

/* DefProcessGroup is def_process_group, RMAPut is rma_put. @return the bytes of the name, without the NUL after it */
static size_t write_name(char to[NAME], const char *name, const char *suffix)
{
	size_t n = 0;

	for (size_t i = 0; name[i] && n < NAME - 12; i++) {
		const int starts = i && isupper((unsigned char)name[i]) &&
		                   (islower((unsigned char)name[i - 1]) || islower((unsigned char)name[i + 1]));
		if (starts)
			to[n++] = '_';
		to[n++] = (char)tolower((unsigned char)name[i]);
	}
	n += (size_t)snprintf(to + n, NAME - n, "%s%s", *suffix ? "_" : "", suffix);
	return n < NAME ? n : NAME - 1;
}

/* @return a copy, NULL when memory is out */
static const char *name_of(struct otfp_tables *m, const char *name, const char *suffix)
{
	char to[NAME];
	const size_t n = write_name(to, name, suffix);

	return otfp_arena_copy(&m->schema, to, n + 1);
}

/* ---- columns ---- */

/* The columns of a table in the making. */
struct columns {
	struct otfp_column p[OTFP_TABLE_COLUMNS];
	unsigned n, nown;
};

/* The type of the records that define what a field means; a peer is a process. 0: none does */
static unsigned definer(unsigned what)
{
	const unsigned defines = what == OTFP_W_PEER ? OTFP_W_PROCESS : what;

	for (unsigned type = 1; what != OTFP_W_NONE && type < OTFP_NTYPES; type++)
		if (otfp_table[type].defines == defines)
			return type;
	return 0;
}

static uint16_t table_of_space(unsigned space)
{
	for (unsigned what = 1; what < OTFP_NWHATS; what++)
		if (what != OTFP_W_PEER && otfp_named_space(what) == (int)space && definer(what))
			return (uint16_t)(OTFP_TABLE_RECORDS + definer(what));
	return 0;
}

static uint8_t find(const struct columns *c, const char *name)
{
	uint8_t i = 0;

	while (i < c->nown && strcmp(c->p[i].name, name) != 0)
		i++;
	return i;
}

static void add_column(struct columns *c, const struct row *row)
{
	struct otfp_column *to = &c->p[c->n++];

	*to = (struct otfp_column){.name = row->name,
	                           .unit = row->unit,
	                           .refers = row->refers,
	                           .type = row->type,
	                           .space = row->space,
	                           .is_null = row->is_null,
	                           .is_for = row->is_for};
	if (row->type < OTFP_COLUMN_SAME) {
		c->nown = c->n;
		if (row->type == OTFP_COLUMN_TOKEN && !row->refers)
			to->refers = table_of_space(row->space);
		return;
	}
	to->of = find(c, row->of);
	to->to = *row->to ? find(c, row->to) : 0;
	to->space = c->p[to->of].space;
	to->unit = row->type == OTFP_COLUMN_SINCE || row->type == OTFP_COLUMN_NS || row->type == OTFP_COLUMN_BETWEEN ?
	                   "ns" :
	                   c->p[to->of].unit;
}

/* The name of the table at a place. @return NULL when memory is out */
static const char *table_name(struct otfp_tables *m, unsigned place)
{
	return place < OTFP_TABLE_RECORDS ? specials[place].name :
	                                    name_of(m, otfp_table[place - OTFP_TABLE_RECORDS].name, "");
}

/* Give a table its columns: those that the sink has cells for, which are the first ones. @return 0, or -1 when memory
 * is out */
static int take_columns(struct otfp_tables *m, struct otfp_table *t, struct columns *c)
{
	unsigned n = c->n;

	while (m->sink.is_for == OTFP_FOR_SQLITE && n && !(c->p[n - 1].is_for & OTFP_FOR_SQLITE))
		n--;
	for (unsigned i = 0; i < n; i++) {
		if (!c->p[i].refers)
			continue;
		c->p[i].references = table_name(m, c->p[i].refers);
		if (!c->p[i].references)
			return -1;
	}
	t->columns = otfp_arena_copy(&m->schema, c->p, n * sizeof *c->p);
	t->ncolumns = (uint8_t)n;
	t->nown = (uint8_t)(c->nown < n ? c->nown : n);
	for (unsigned i = t->nown; t->columns && i < n; i++)
		t->derives |= otfp_table_cell_at(t, i) == i;
	return t->columns ? 0 : -1;
}

/* ---- tables of records ---- */

static struct row row_of_field(unsigned type, unsigned slot)
{
	const struct otfp_field *f = &otfp_table[type].fields[slot];
	const int is_timed = otfp_is_timed(otfp_table[type].file), space = otfp_named_space(f->what);
	const unsigned refers = definer(f->what);
	struct row row = {f->name,
	                  "",
	                  "",
	                  "",
	                  refers ? (uint16_t)(OTFP_TABLE_RECORDS + refers) : 0,
	                  OTFP_COLUMN_UNSIGNED,
	                  NO_SPACE,
	                  NULL_SOME,
	                  OTFP_FOR_BOTH};

	if (slot == 0 && otfp_table[type].defines) {
		row.is_null = 0; /* the token itself, not the ref of its definition */
	} else if (f->type == OTFP_FIELD_STR) {
		row.type = is_timed ? OTFP_COLUMN_TEXT : OTFP_COLUMN_NAME;
	} else if (f->type == OTFP_FIELD_VALUE) {
		row.type = OTFP_COLUMN_VALUE;
	} else if (space >= 0) {
		row.type = OTFP_COLUMN_TOKEN;
		row.space = (uint8_t)space;
	}
	return row;
}

/* What each table of records begins with. DefUniqueId has an id of its own. */
static void add_heads(struct columns *c, unsigned type)
{
	static const struct row timed[] = {C(id, ID, "", ALL, BOTH) C(time, TICK, "ticks", ALL, BOTH)
	                                           K(process, PROCESS, SOME, BOTH)};
	static const struct row defined[] = {C(id, ID, "", ALL, BOTH) C(stream, UNSIGNED, "", ALL, BOTH)};
	static const struct row unique[] = {C(row, ID, "", ALL, BOTH) C(stream, UNSIGNED, "", ALL, BOTH)};
	const int is_timed = otfp_is_timed(otfp_table[type].file);

	if (is_timed)
		for (unsigned i = 0; i < 3; i++)
			add_column(c, &timed[i]);
	else
		for (unsigned i = 0; i < 2; i++)
			add_column(c, type == OTFP_DefUniqueId ? &unique[i] : &defined[i]);
}

/* What Parquet has beside. @return 0, or -1 when memory is out */
static int add_names(struct otfp_tables *m, struct columns *c, unsigned type)
{
	static const struct row since[] = {D(time_ns, SINCE, "time", "")};
	const unsigned nown = c->nown;

	if (otfp_is_timed(otfp_table[type].file))
		add_column(c, since);
	for (unsigned i = 1; i < nown && c->n < OTFP_TABLE_COLUMNS; i++) {
		const char *name;
		if (c->p[i].type != OTFP_COLUMN_TOKEN || c->p[i].space == OTFP_NAMED_SCL)
			continue;
		name = name_of(m, c->p[i].name, "name");
		if (!name)
			return -1;
		add_column(c, &(struct row){name, "", c->p[i].name, "", 0, OTFP_COLUMN_NAME_OF, NO_SPACE, 1,
		                            OTFP_FOR_PARQUET});
	}
	return 0;
}

static int add_list(struct otfp_tables *m, unsigned type, const struct otfp_field *f)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_LISTS + type];
	const struct row rows[] = {{m->tables[OTFP_TABLE_RECORDS + type].name, "", "", "",
	                            (uint16_t)(OTFP_TABLE_RECORDS + type), OTFP_COLUMN_ROW, NO_SPACE, 0, OTFP_FOR_BOTH},
	                           C(position, UNSIGNED, "", ALL, BOTH) C(member, UNSIGNED, "", ALL, BOTH)};
	struct columns c = {.n = 0};

	*t = (struct otfp_table){.name = name_of(m, otfp_table[type].name, f->name),
	                         .is_for = OTFP_FOR_BOTH,
	                         .place = (uint16_t)(OTFP_TABLE_LISTS + type)};
	for (unsigned i = 0; i < 3; i++)
		add_column(&c, &rows[i]);
	return t->name ? take_columns(m, t, &c) : -1;
}

static int add_record(struct otfp_tables *m, unsigned type)
{
	const struct otfp_schema *s = &otfp_table[type];
	struct otfp_table *t = &m->tables[OTFP_TABLE_RECORDS + type];
	struct columns c = {.n = 0};
	int rc = 0;

	*t = (struct otfp_table){.name = name_of(m, s->name, ""),
	                         .is_for = OTFP_FOR_BOTH,
	                         .is_keyed = 1,
	                         .place = (uint16_t)(OTFP_TABLE_RECORDS + type)};
	if (!t->name)
		return -1;
	add_heads(&c, type);
	for (unsigned i = 0; rc == 0 && i < s->nfields; i++) {
		const struct row row = row_of_field(type, i);
		if (s->fields[i].type == OTFP_FIELD_LIST)
			rc = add_list(m, type, &s->fields[i]);
		else
			add_column(&c, &row);
	}
	if (rc == 0)
		rc = add_names(m, &c, type);
	return rc == 0 ? take_columns(m, t, &c) : -1;
}

/* ---- all tables ---- */

static int has_record_table(unsigned type)
{
	return type < OTFP_NTYPES && otfp_table[type].name && !is_special[type];
}

/* The field of a record type that is a list; NULL: none is */
static const struct otfp_field *list_of(unsigned type)
{
	const struct otfp_schema *s = &otfp_table[type];

	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].type == OTFP_FIELD_LIST)
			return &s->fields[i];
	return NULL;
}

int otfp_table_name(char to[OTFP_TABLE_NAME], unsigned place, unsigned is_for)
{
	const struct otfp_field *list = NULL;
	unsigned type;

	if (place < OTFP_TABLE_RECORDS) {
		snprintf(to, NAME, "%s", specials[place].name ? specials[place].name : "");
		return *to && specials[place].is_for & is_for;
	}
	type = place < OTFP_TABLE_LISTS ? place - OTFP_TABLE_RECORDS : place - OTFP_TABLE_LISTS;
	if (!has_record_table(type))
		return 0;
	list = place < OTFP_TABLE_LISTS ? NULL : list_of(type);
	write_name(to, otfp_table[type].name, list ? list->name : "");
	return list || place < OTFP_TABLE_LISTS;
}

static int add_special(struct otfp_tables *m, unsigned place)
{
	struct otfp_table *t = &m->tables[place];
	struct columns c = {.n = 0};

	*t = (struct otfp_table){.name = specials[place].name,
	                         .is_for = specials[place].is_for,
	                         .is_keyed = specials[place].is_keyed,
	                         .place = (uint16_t)place};
	for (unsigned i = 0; i < specials[place].nrows; i++)
		add_column(&c, &specials[place].rows[i]);
	return take_columns(m, t, &c);
}

static int open_table(struct otfp_tables *m, struct otfp_table *t)
{
	int rc;

	if (!t->name || !(t->is_for & m->sink.is_for))
		return 0;
	rc = m->sink.open(m->sink.ctx, t);
	t->is_open = rc > 0;
	return rc < 0 ? rc : 0;
}

/* The rows of lists and key-values are made with those of the record, which give them the id. */
static void open_dropped(struct otfp_tables *m)
{
	for (unsigned place = 1; place < OTFP_TABLE_LISTS; place++) {
		struct otfp_table *t = &m->tables[place];
		const int is_record = place >= OTFP_TABLE_RECORDS,
			  is_point = place == OTFP_TABLE_COUNTERS || place == OTFP_TABLE_MARKERS;
		if (!t->name || t->is_open || !(is_record || is_point))
			continue;
		t->is_open = t->is_dropped =
			m->tables[OTFP_TABLE_KEY_VALUES].is_open ||
			(is_record && m->tables[place - OTFP_TABLE_RECORDS + OTFP_TABLE_LISTS].is_open);
		t->row = m->dropped;
	}
}

int otfp_tables_schema(struct otfp_tables *m)
{
	int rc = 0;

	for (unsigned place = 1; rc == 0 && place < OTFP_TABLE_RECORDS; place++)
		rc = add_special(m, place);
	for (unsigned type = 1; rc == 0 && type < OTFP_NTYPES; type++)
		if (has_record_table(type))
			rc = add_record(m, type);
	if (rc < 0)
		return otfp_tables_fail(m);
	for (unsigned place = 1; rc == 0 && place < OTFP_TABLE_RECORDS; place++)
		rc = open_table(m, &m->tables[place]);
	for (unsigned type = 1; rc == 0 && type < OTFP_NTYPES; type++) {
		rc = open_table(m, &m->tables[OTFP_TABLE_RECORDS + type]);
		if (rc == 0)
			rc = open_table(m, &m->tables[OTFP_TABLE_LISTS + type]);
	}
	open_dropped(m);
	return m->code = rc;
}
