/* Many records by one call: otfp_source_columns gives what otfp_source_next gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "apiroom.h"
#include "randrec.h"

enum { EACH = 3, ROOM = 7, ROW = 256 };

/* A stream of EACH random records of each type in a file, with times 100, 101 ... for timed ones. */
static const char *write_all(void)
{
	static const char *path;
	const struct otfp_header h = {.resolution = 1000};
	struct random_record r;
	struct otfp_sink *sink;
	uint64_t time = 100;
	int fd;

	if (path)
		return path;
	path = room_path("all.otfl");
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	assert_true(fd >= 0);
	assert_int_equal(otfp_sink_open_lines(&sink, fd, NULL, NULL), 0);
	assert_int_equal(otfp_sink_begin(sink, &h), 0);
	for (unsigned i = 0; i < EACH * (OTFP_NTYPES - 1); i++) {
		random_record(&r, i / EACH + 1, WITH_TAGS);
		r.rec.time = otfp_is_timed(r.rec.file) ? time++ : 0;
		r.rec.loc = otfp_is_timed(r.rec.file) ? i % 5 : 0;
		assert_int_equal(otfp_sink_put(sink, &r.rec), 0);
	}
	assert_int_equal(otfp_sink_end(sink), 0);
	otfp_sink_close(sink);
	close(fd);
	return path;
}

static struct otfp_source *open_source(const char *path)
{
	struct otfp_source *src;

	assert_int_equal(otfp_source_open(&src, path, NULL, NULL), 0);
	return src;
}

/* ---- rows of all types ---- */

/* Tables of all types, whose rows have each field in ROW / 16 bytes. */
struct all {
	struct otfp_column_table tables[OTFP_NTYPES];
	struct otfp_col columns[OTFP_NTYPES][OTFP_NCOLS];
	_Alignas(8) char rows[OTFP_NTYPES][ROOM][ROW];
	uint8_t order[2 * ROOM];
	struct otfp_columns c;
};

static unsigned width_of(unsigned type, unsigned of)
{
	const unsigned field = of < OTFP_MAX_FIELDS ? otfp_schema(type)->fields[of].type : (unsigned)OTFP_FIELD_U64;

	return of == OTFP_COL_TAGS || field == OTFP_FIELD_STR || field == OTFP_FIELD_LIST ? 16 : 8;
}

static void all_init(struct all *a)
{
	memset(a, 0, sizeof *a);
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		struct otfp_column_table *t = &a->tables[type];
		*t = (struct otfp_column_table){.type = type, .columns = a->columns[type], .room = ROOM};
		for (unsigned of = 0; of < OTFP_COL_LINE; of++)
			if (of >= OTFP_MAX_FIELDS || of < otfp_schema(type)->nfields)
				a->columns[type][t->ncolumns++] = (struct otfp_col){
					.of = (uint8_t)of,
					.width = (uint8_t)width_of(type, of),
					.stride = ROW,
					.values = a->rows[type][0] + 16 * of,
				};
	}
	a->c.tables = a->tables + 1;
	a->c.ntables = OTFP_NTYPES - 1;
	a->c.order = a->order;
	a->c.room = sizeof a->order;
}

static void all_clear(struct all *a)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		a->tables[type].n = 0;
	a->c.n = a->c.bytes_used = 0;
}

/* The record that a row has; its tags are in `tags`. */
static void record_of(struct otfp_record *rec, struct otfp_tag *tags, const struct all *a, unsigned type, size_t row)
{
	const char *at = a->rows[type][row];
	const struct otfp_schema *schema = otfp_schema(type);
	struct otfp_span span;
	struct otfp_tag_row t;
	uint64_t v;

	otfp_record_init(rec, type);
	for (unsigned i = 0; i < schema->nfields; i++) {
		memcpy(&span, at + 16 * i, sizeof span);
		if (schema->fields[i].type == OTFP_FIELD_STR)
			rec->f[i].s = span.n == OTFP_NO_STRING ? (struct otfp_str){NULL, 0} :
			                                         (struct otfp_str){a->c.bytes + span.at, span.n};
		else if (schema->fields[i].type == OTFP_FIELD_LIST)
			rec->f[i].l =
				(struct otfp_list){(const uint32_t *)(const void *)(a->c.bytes + span.at), span.n};
		else
			memcpy(&rec->f[i].u, at + 16 * i, 8);
	}
	memcpy(&rec->time, at + 16 * OTFP_COL_TIME, 8);
	memcpy(&v, at + 16 * OTFP_COL_LOC, 8);
	rec->loc = (uint32_t)v;
	memcpy(&v, at + 16 * OTFP_COL_FORM, 8);
	rec->form = (uint8_t)v;
	memcpy(&span, at + 16 * OTFP_COL_TAGS, sizeof span);
	rec->ntags = (uint32_t)span.n;
	rec->tags = tags;
	assert_true(span.n <= RANDOM_TAGS);
	for (uint32_t i = 0; i < span.n; i++) {
		memcpy(&t, a->c.bytes + span.at + i * sizeof t, sizeof t);
		tags[i] = (struct otfp_tag){.key = t.key, .type = (uint8_t)t.type, .bits = t.bits};
		if (t.type == OTFP_TAG_BYTES)
			tags[i].bytes = (struct otfp_str){a->c.bytes + t.bytes.at, t.bytes.n};
	}
}

/* The records of one call, beside those of another source. */
static void compare(const struct all *a, struct otfp_source *other)
{
	size_t rows[OTFP_NTYPES] = {0};
	struct otfp_tag tags[RANDOM_TAGS];
	const struct otfp_record *want;
	struct otfp_record got;

	for (size_t i = 0; i < a->c.n; i++) {
		assert_int_equal(otfp_source_next(other, &want), 0);
		assert_int_equal(a->order[i] + 1, want->type);
		record_of(&got, tags, a, want->type, rows[want->type]++);
		assert_int_equal(got.time, want->time);
		assert_int_equal(got.loc, want->loc);
		assert_int_equal(got.form, want->form);
		assert_same_fields(&got, want);
		assert_same_tags(&got, want);
	}
}

static void every_record_is_a_row_in_little_memory(void **state)
{
	struct otfp_source *src = open_source(write_all()), *other = open_source(write_all());
	static struct all a;
	uint64_t sum = 0;
	size_t room = 0;
	int code;

	(void)state;
	all_init(&a);
	a.c.bytes = aligned_alloc(8, 8);
	while ((code = otfp_source_columns(src, &a.c)) == 0) {
		assert_true(a.c.n || a.c.need > room);
		compare(&a, other);
		sum += a.c.n;
		if (!a.c.n) {
			free(a.c.bytes);
			room = a.c.bytes_room = a.c.need; /* just enough for the next record */
			a.c.bytes = aligned_alloc(8, room);
			assert_non_null(a.c.bytes);
		}
		all_clear(&a);
	}
	assert_int_equal(code, OTFP_END);
	assert_int_equal(sum, EACH * (OTFP_NTYPES - 1));
	free(a.c.bytes);
	otfp_source_close(src);
	otfp_source_close(other);
}

/* ---- columns of one type ---- */

struct enters {
	uint64_t times[2 * EACH];
	uint32_t functions[2 * EACH];
	uint16_t low[2 * EACH];
	struct otfp_col columns[3];
	struct otfp_column_table table;
	struct otfp_columns c;
};

static void enters_init(struct enters *e)
{
	memset(e, 0, sizeof *e);
	e->columns[0] = (struct otfp_col){OTFP_COL_TIME, 8, 8, e->times};
	e->columns[1] = (struct otfp_col){OTFP_Enter_function, 4, 4, e->functions};
	e->columns[2] = (struct otfp_col){OTFP_Enter_function, 2, 2, e->low};
	e->table = (struct otfp_column_table){.type = OTFP_Enter, .columns = e->columns, .ncolumns = 3, .room = 1};
	e->c.tables = &e->table;
	e->c.ntables = 1;
}

static void rows_are_appended_and_other_types_are_skipped(void **state)
{
	struct otfp_source *src = open_source(write_all()), *other = open_source(write_all());
	const struct otfp_record *rec;
	struct enters e;
	size_t n = 0;

	(void)state;
	enters_init(&e);
	assert_int_equal(otfp_source_columns(src, &e.c), 0);
	assert_int_equal(e.table.n, 1);
	e.table.room = 2 * EACH;
	assert_int_equal(otfp_source_columns(src, &e.c), 0);
	assert_int_equal(e.table.n, EACH);
	assert_int_equal(e.c.n, EACH);
	assert_int_equal(otfp_source_columns(src, &e.c), OTFP_END);
	while (otfp_source_next(other, &rec) == 0) {
		if (rec->type != OTFP_Enter)
			continue;
		assert_int_equal(e.times[n], rec->time);
		assert_int_equal(e.functions[n], rec->f[OTFP_Enter_function].u);
		assert_int_equal(e.low[n++], rec->f[OTFP_Enter_function].u & 0xffff);
	}
	assert_int_equal(n, EACH);
	otfp_source_close(src);
	otfp_source_close(other);
}

static void a_record_without_room_is_the_next_that_is_read(void **state)
{
	struct otfp_source *src = open_source(write_all());
	const struct otfp_record *rec;
	struct enters e;

	(void)state;
	enters_init(&e);
	assert_int_equal(otfp_source_columns(src, &e.c), 0);
	assert_int_equal(otfp_source_next(src, &rec), 0);
	assert_int_equal(rec->type, OTFP_Enter);
	assert_int_equal(rec->time, e.times[0] + 1);
	otfp_source_close(src);
}

static size_t count_enters(uint64_t from, uint64_t to, const uint32_t *processes, size_t n)
{
	struct otfp_source *src = open_source(write_all());
	struct enters e;

	enters_init(&e);
	e.table.room = 2 * EACH;
	e.c.from = from;
	e.c.to = to;
	e.c.has_to = to != 0;
	e.c.processes = processes;
	e.c.nprocesses = n;
	assert_true(otfp_source_columns(src, &e.c) >= 0);
	otfp_source_close(src);
	return e.table.n;
}

static void the_window_is_half_open_and_processes_are_selected(void **state)
{
	struct otfp_source *src = open_source(write_all());
	const struct otfp_record *rec;
	uint64_t time;
	uint32_t loc;

	(void)state;
	do
		assert_int_equal(otfp_source_next(src, &rec), 0);
	while (rec->type != OTFP_Enter);
	time = rec->time;
	loc = rec->loc;
	otfp_source_close(src);
	assert_int_equal(count_enters(time, 0, NULL, 0), EACH);
	assert_int_equal(count_enters(time + 1, 0, NULL, 0), EACH - 1);
	assert_int_equal(count_enters(time, time + 1, NULL, 0), 1);
	assert_int_equal(count_enters(time + EACH, 0, NULL, 0), 0);
	assert_int_equal(count_enters(0, 0, &loc, 1), 1);
	assert_int_equal(count_enters(0, 0, (uint32_t[]){0, 1, 2, 3, 4, 9}, 6), EACH);
	assert_int_equal(count_enters(0, 0, (uint32_t[]){5, 9}, 2), 0);
	assert_int_equal(count_enters(0, 0, &loc, 0), 0);
}

static void names_see_what_is_skipped(void **state)
{
	const char *path = room_path("small");
	struct otfp_names *names = otfp_names_new();
	struct otfp_source *src;
	struct enters e;

	(void)state;
	write_small_trace(path);
	src = open_source(path);
	enters_init(&e);
	e.c.names = names;
	assert_int_equal(otfp_source_columns(src, &e.c), 0);
	assert_int_equal(e.table.n, 1);
	assert_int_equal(otfp_names_get(names, OTFP_W_FUNCTION, 1, e.functions[0]).n, 4);
	otfp_source_close(src);
	otfp_names_free(names);
}

/* ---- ends and misuse ---- */

static void what_comes_before_an_error_is_not_lost(void **state)
{
	const char *path = room_path("cut.otfl");
	FILE *f = fopen(path, "w");
	struct otfp_source *src;
	struct enters e;

	(void)state;
	assert_non_null(f);
	fputs("@OTFPIPE\t1.0\tTR:1000\nEnter\t5\t1\t7\t0\n", f);
	fclose(f);
	src = open_source(path);
	enters_init(&e);
	assert_int_equal(otfp_source_columns(src, &e.c), 0);
	assert_int_equal(e.table.n, 1);
	assert_int_equal(e.times[0], 5);
	e.table.n = 0;
	assert_int_equal(otfp_source_columns(src, &e.c), OTFP_ETRUNC);
	assert_int_equal(otfp_source_columns(src, &e.c), OTFP_ETRUNC);
	assert_non_null(strstr(otfp_source_error(src)->text, "@END"));
	otfp_source_close(src);
}

static void control_lines_and_unknown_records_are_lines(void **state)
{
	const char *path = room_path("other.otfl"), *sm = "@SM\t1\t1,2", *what = "What\t5\t1\tx";
	FILE *f = fopen(path, "w");
	struct otfp_span spans[2];
	_Alignas(8) char bytes[64];
	struct otfp_col line = {OTFP_COL_LINE, 16, 16, &spans[0]}, other = {OTFP_COL_LINE, 16, 16, &spans[1]};
	struct otfp_column_table tables[] = {{.type = OTFP_CONTROL, .columns = &line, .ncolumns = 1, .room = 1},
	                                     {.type = OTFP_OTHER, .columns = &other, .ncolumns = 1, .room = 1}};
	struct otfp_columns c = {.tables = tables, .ntables = 2, .bytes = bytes, .bytes_room = sizeof bytes};
	struct otfp_source *src;

	(void)state;
	assert_non_null(f);
	fprintf(f, "@OTFPIPE\t1.0\tTR:1000\n%s\n%s\n@END\t1\n", sm, what);
	fclose(f);
	src = open_source(path);
	assert_int_equal(otfp_source_columns(src, &c), 0);
	assert_int_equal(otfp_source_columns(src, &c), OTFP_END);
	assert_int_equal(c.n, 2);
	assert_int_equal(spans[0].n, strlen(sm));
	assert_memory_equal(bytes + spans[0].at, sm, strlen(sm));
	assert_memory_equal(bytes + spans[1].at, what, strlen(what));
	otfp_source_close(src);
}

static int try_column(struct otfp_source *src, unsigned type, struct otfp_col col)
{
	struct otfp_column_table t = {.type = type, .columns = &col, .ncolumns = 1};
	struct otfp_columns c = {.tables = &t, .ntables = 1};

	return otfp_source_columns(src, &c);
}

static void misuse_is_an_error(void **state)
{
	struct otfp_source *src = open_source(write_all());
	struct otfp_column_table twice[] = {{.type = OTFP_Enter}, {.type = OTFP_Enter}};
	struct otfp_columns c = {.tables = twice, .ntables = 2};
	uint64_t v[4];

	(void)state;
	assert_int_equal(otfp_source_columns(NULL, &c), OTFP_EUSAGE);
	assert_int_equal(otfp_source_columns(src, NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_source_columns(src, &c), OTFP_EUSAGE);
	c.ntables = 1;
	twice[0].n = 1;
	assert_int_equal(otfp_source_columns(src, &c), OTFP_EUSAGE);
	c = (struct otfp_columns){.ntables = 1};
	assert_int_equal(otfp_source_columns(src, &c), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_NTYPES, (struct otfp_col){OTFP_COL_TIME, 8, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_NONE, (struct otfp_col){OTFP_COL_TIME, 8, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){OTFP_COL_TIME, 3, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){OTFP_COL_TIME, 16, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){OTFP_COL_TIME, 8, 8, NULL}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){OTFP_NCOLS, 8, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){2, 8, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_OTHER, (struct otfp_col){0, 8, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){OTFP_COL_TAGS, 8, 8, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){OTFP_COL_TAGS, 16, 16, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_DefProcess, (struct otfp_col){1, 4, 4, v}), OTFP_EUSAGE);
	assert_int_equal(try_column(src, OTFP_Enter, (struct otfp_col){1, 4, 4, v}), 0); /* no room: nothing read */
	otfp_source_close(src);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_record_is_a_row_in_little_memory),
		cmocka_unit_test(rows_are_appended_and_other_types_are_skipped),
		cmocka_unit_test(a_record_without_room_is_the_next_that_is_read),
		cmocka_unit_test(the_window_is_half_open_and_processes_are_selected),
		cmocka_unit_test(names_see_what_is_skipped),
		cmocka_unit_test(what_comes_before_an_error_is_not_lost),
		cmocka_unit_test(control_lines_and_unknown_records_are_lines),
		cmocka_unit_test(misuse_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
