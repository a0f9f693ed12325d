/* Tables in memory, otfp_rows_open: as text, TABLE and a line a row; and while allocations fail. */
#include "failing.h"
#include "base/buf.h"
#include "otfpipe.h"
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define TRACE                                                                                                      \
	"@OTFPIPE\t1.0\tTR:1000000\n@SM\t1\t1,2\nDefProcess\t-\t0\t1\tone\t0\nDefProcess\t-\t0\t2\ttwo\t0\n"       \
	"DefFunctionGroup\t-\t0\t1\tMPI\nDefFunction\t-\t0\t1\tmain\t0\t0\nDefFunction\t-\t0\t3\tMPI_Send\t1\t0\n" \
	"DefCounter\t-\t0\t4\tc\t0\t0\t\nDefProcessGroup\t-\t0\t9\tall\t1,2\nDefKeyValue\t-\t0\t6\t10\tk\td\n"     \
	"Enter\t10\t1\t1\t0\nEnter\t11\t2\t9\t0\nEnter\t12\t1\t3\t0\t6:I:7\nSendMsg\t12\t1\t2\t0\t5\t100\t0\n"     \
	"Counter\t13\t1\t4\t-5\nLeave\t14\t1\t3\t0\nRecvMsg\t15\t2\t1\t0\t5\t100\t0\nEventComment\t16\t2\thi\n"    \
	"Leave\t20\t1\t1\t0\n@END\t17\n"

static char path[64];

/* ---- as text ---- */

static int add_value(struct otfp_buf *b, const struct otfp_rows_column *c, uint64_t row)
{
	const uint64_t v = c->values[row];
	double real;

	if (c->nulls && c->nulls[row]) {
		assert_int_equal(v, 0);
		return otfp_buf_puts(b, "-");
	}
	memcpy(&real, &v, sizeof real);
	switch (c->type) {
	case OTFP_ROWS_UNSIGNED: return otfp_buf_printf(b, "%" PRIu64, v);
	case OTFP_ROWS_SIGNED: return otfp_buf_printf(b, "%" PRId64, (int64_t)v);
	case OTFP_ROWS_REAL: return otfp_buf_printf(b, "%g", real);
	default:
		assert_true(v < c->ntexts);
		return otfp_buf_printf(b, "%.*s", (int)(c->ends[v + 1] - c->ends[v]), c->bytes + c->ends[v]);
	}
}

static int add_table(struct otfp_buf *b, const struct otfp_rows_table *t)
{
	int rc = otfp_buf_printf(b, "%s\n", t->name);

	for (uint64_t row = 0; row < t->nrows; row++) {
		for (unsigned i = 0; i < t->ncolumns; i++)
			rc |= otfp_buf_puts(b, i ? " " : "") | add_value(b, &t->columns[i], row);
		rc |= otfp_buf_puts(b, "\n");
	}
	return rc;
}

static int collect(struct otfp_buf *b, struct otfp_source *src, const struct otfp_rows_options *o)
{
	struct otfp_error err = {0};
	struct otfp_rows *rows;
	int code = otfp_rows_open(&rows, src, o, &err);

	if (code < 0) {
		assert_null(rows);
		assert_true(err.code == code && *err.text);
		otfp_source_close(src);
		return code;
	}
	while ((code = otfp_rows_read(rows)) == 0)
		;
	assert_int_equal(otfp_rows_read(rows), code); /* it stays */
	if (code < 0)
		assert_int_equal(otfp_source_error(src)->code, code);
	otfp_source_close(src); /* tables outlive it */
	for (unsigned i = 0; i < o->ntables && code == OTFP_END; i++)
		code = add_table(b, otfp_rows_table(rows, i)) < 0 ? OTFP_EFAIL : code;
	otfp_rows_close(rows);
	return code;
}

/* @return OTFP_END or <0 */
static int tables(struct otfp_buf *b, const struct otfp_rows_options *o)
{
	struct otfp_read_options read = {.size = sizeof read, .need_times = 1, .in_order = 1};
	struct otfp_source *src;
	const int code = otfp_source_open(&src, path, &read, NULL);

	return code < 0 ? code : collect(b, src, o);
}

static void check(const struct otfp_rows_options *o, const char *want)
{
	struct otfp_buf b = {0};

	assert_int_equal(tables(&b, o), OTFP_END);
	assert_string_equal(otfp_buf_str(&b), want);
	otfp_buf_release(&b);
}

/* ---- tests ---- */

static struct otfp_rows_options options(const char *const *names, unsigned n)
{
	struct otfp_rows_options o;

	otfp_rows_options_init(&o);
	o.tables = names;
	o.ntables = n;
	return o;
}

static void rows_are_sorted_and_columns_chosen(void **state)
{
	const char *names[] = {"messages", "calls"}, *columns[] = {"id", "dur_ns", "file"};
	const char *more[] = {"id", "parent", "exclusive_ns", "function_name", "function_group"};
	struct otfp_rows_options o = options(names, 2);

	(void)state;
	o.columns = columns;
	o.ncolumns = 3;
	check(&o, "messages\n1 3000 -\ncalls\n1 10000 -\n2 - -\n3 2000 -\n");
	o = options(names + 1, 1);
	o.columns = more;
	o.ncolumns = 5;
	check(&o, "calls\n1 - 8000 main -\n2 - - - -\n3 1 2000 MPI_Send MPI\n");
}

static void a_selection_takes_what_the_others_did_into_account(void **state)
{
	const char *names[] = {"messages", "calls"}, *columns[] = {"id", "start_ns", "end_ns"};
	const uint32_t two = 2;
	struct otfp_rows_options o = options(names, 2);

	(void)state;
	o.columns = columns;
	o.ncolumns = 3;
	o.processes = &two;
	o.nprocesses = 1;
	check(&o, "messages\n1 2000 5000\ncalls\n2 1000 -\n");
	o.nprocesses = 0;
	check(&o, "messages\ncalls\n");
	o.processes = NULL;
	o.from = 13;
	o.to = 15;
	o.has_to = 1;
	check(&o, "messages\n1 2000 -\ncalls\n1 0 -\n2 1000 -\n3 2000 4000\n");
}

static void lists_and_key_values_are_there_without_the_table_that_they_belong_to(void **state)
{
	const char *names[] = {"def_process_group_members", "key_values", "event_comment"};
	struct otfp_rows_options o = options(names, 3);

	(void)state;
	check(&o, "def_process_group_members\n9 0 1\n9 1 2\nkey_values\ncalls 3 start 0 6 uint32 7 7 7 - k\n"
	          "event_comment\n1 16 2 hi 6000 two\n");
}

static void what_does_not_exist_is_refused(void **state)
{
	const char *names[] = {"calls", "calls"}, *none[] = {"call"}, *causes[] = {"causes"}, *column[] = {"idd"};
	struct otfp_rows_options o = options(names, 2);
	struct otfp_buf b = {0};
	char name[8];

	(void)state;
	assert_int_equal(tables(&b, &o), OTFP_EUSAGE);
	o = options(none, 1);
	assert_int_equal(tables(&b, &o), OTFP_EUSAGE);
	o = options(causes, 1);
	assert_int_equal(tables(&b, &o), OTFP_EUSAGE);
	o = options(names, 1);
	o.columns = column;
	o.ncolumns = 1;
	assert_int_equal(tables(&b, &o), OTFP_EUSAGE);
	assert_int_equal(otfp_rows_name(1, name, sizeof name), 7);
	assert_string_equal(name, "message");
	assert_int_equal(otfp_rows_name(1000, name, sizeof name), 0);
}

static char *whole;

static int try(void *ctx)
{
	struct otfp_buf b = {0};
	int code = tables(&b, ctx);

	assert_true(code != 0);
	if (code == OTFP_END)
		code = otfp_buf_str(&b) ? 0 : OTFP_EFAIL;
	if (code == 0 && !whole)
		whole = strdup(b.p);
	else if (code == 0)
		assert_string_equal(b.p, whole);
	otfp_buf_release(&b);
	return code;
}

static void tables_are_right_or_memory_is_out(void **state)
{
	const char *names[] = {"calls",      "messages",      "counters",
	                       "key_values", "event_comment", "def_process_group_members"};
	const uint32_t both[] = {1, 2};
	struct otfp_rows_options o = options(names, 6);

	(void)state;
	o.processes = both;
	o.nprocesses = 2;
	assert_int_equal(try(&o), 0);
	assert_non_null(strstr(whole, "counters\n1 1 4 -5 -5 - 13 3000 one c\n"));
	each_allocation_fails(try, &o);
	free(whole);
}

static int setup(void **state)
{
	FILE *f;
	int fd;

	(void)state;
	strcpy(path, "/tmp/otfp-rows-XXXXXX");
	fd = mkstemp(path);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	return f && fputs(TRACE, f) >= 0 && fclose(f) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	return remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_sorted_and_columns_chosen),
		cmocka_unit_test(a_selection_takes_what_the_others_did_into_account),
		cmocka_unit_test(lists_and_key_values_are_there_without_the_table_that_they_belong_to),
		cmocka_unit_test(what_does_not_exist_is_refused),
		cmocka_unit_test(tables_are_right_or_memory_is_out),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
