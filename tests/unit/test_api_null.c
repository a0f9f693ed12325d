/* Every pointer that a function of otfpipe.h takes may be NULL: each row calls one with NULL in place of one of them,
 * in a process of its own. tests/bats/api-null.bats compares the functions of the rows with otfpipe.map. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "apiroom.h"

/* What the calls share, of the process that makes them. */
static struct otfp_source *src;
static struct otfp_sink *sink;
static struct otfp_pool *pool;
static struct otfp_names *names;
static struct otfp_rows *rows_of;
static struct otfp_error err;
static struct otfp_origin origin;
static struct otfp_record rec;
static const struct otfp_record *got, *const *all;
static const struct otfp_header header = {.resolution = 1000};
static size_t n;
static char text[100];

static const char *trace(void)
{
	return room_path("small.otf");
}

static struct otfp_source *opened(void)
{
	if (!src && otfp_source_open(&src, trace(), NULL, NULL) < 0)
		_exit(99);
	return src;
}

static struct otfp_sink *to_trace(void)
{
	if (!sink && otfp_sink_open(&sink, "otf", room_path("new"), NULL, NULL, NULL) < 0)
		_exit(99);
	return sink;
}

static struct otfp_sink *to_lines(void)
{
	if (!sink && otfp_sink_open_lines(&sink, open("/dev/null", O_WRONLY), "x", NULL) < 0)
		_exit(99);
	return sink;
}

static struct otfp_sink *begun(struct otfp_sink *to)
{
	if (otfp_sink_begin(to, &header) < 0)
		_exit(99);
	return to;
}

static struct otfp_record *with(unsigned type)
{
	otfp_record_init(&rec, type);
	rec.loc = 1;
	return &rec;
}

/* A record whose field has n elements, but no memory. */
static struct otfp_record *holed(unsigned type, unsigned slot, int is_list)
{
	with(type);
	if (is_list)
		rec.f[slot].l.n = 3;
	else
		rec.f[slot].s.n = 3;
	return &rec;
}

static struct otfp_record *tagged(const struct otfp_tag *tags)
{
	with(OTFP_Enter);
	rec.tags = tags;
	rec.ntags = 1;
	return &rec;
}

static const struct otfp_tag no_bytes = {.key = 1, .type = OTFP_TAG_BYTES, .bytes = {NULL, 3}};

/* ---- columns ---- */

static uint64_t area[8][200];

/* Columns of all Enter, with one pointer that is NULL. */
static int columns(int hole)
{
	struct otfp_col col = {OTFP_COL_TIME, 8, 8, hole == 1 ? NULL : area[0]};
	struct otfp_column_table table = {.type = OTFP_Enter,
	                                  .ncolumns = 1,
	                                  .columns = hole == 2 ? NULL : &col,
	                                  .room = 100};
	struct otfp_columns c = {.tables = hole == 3 ? NULL : &table, .ntables = 1, .nprocesses = hole == 4};
	int code;

	c.bytes_room = hole == 5 ? 100 : 0;
	c.room = hole == 6 ? 100 : 0;
	while ((code = otfp_source_columns(opened(), &c)) == 0 && table.n < 100)
		;
	return code;
}

/* The table of calls, with one pointer that is NULL. */
static int collect(int hole)
{
	const char *calls[] = {hole == 1 ? NULL : "calls"}, *id[] = {hole == 2 ? NULL : "id"};
	struct otfp_rows_options o = {.size = sizeof o, .ntables = 1, .ncolumns = 1, .nprocesses = hole == 3};
	int code;

	o.tables = hole == 4 ? NULL : calls;
	o.columns = hole == 5 ? NULL : id;
	code = otfp_rows_open(&rows_of, opened(), &o, hole == 6 ? NULL : &err);
	while (code == 0)
		code = otfp_rows_read(rows_of);
	otfp_rows_close(rows_of);
	return code;
}

static int read_all(struct otfp_source *from)
{
	int code;

	while ((code = otfp_source_next(from, &got)) == 0)
		;
	return code;
}

static int begin_other(void)
{
	struct otfp_header h = {.resolution = 1000, .other = {NULL, 3}};

	return otfp_sink_begin(to_lines(), &h);
}

/* ---- the rows ---- */

enum { USAGE = OTFP_EUSAGE, DONE = 0, END = 1 };

#define ROWS                                                                                                        \
	ROW(otfp_record_init, rec, DONE, (otfp_record_init(NULL, OTFP_Enter), 0))                                   \
	ROW(otfp_record_copy, rec, DONE, otfp_record_copy(NULL) != NULL)                                            \
	ROW(otfp_record_copy, string, DONE, otfp_record_copy(holed(OTFP_DefProcess, 1, 0)) == NULL)                 \
	ROW(otfp_record_copy, list, DONE, otfp_record_copy(holed(OTFP_DefProcessGroup, 2, 1)) == NULL)              \
	ROW(otfp_record_copy, tags, DONE, otfp_record_copy(tagged(NULL)) != NULL)                                   \
	ROW(otfp_record_copy, bytes, DONE, otfp_record_copy(tagged(&no_bytes)) == NULL)                             \
	ROW(otfp_record_free, copy, DONE, (otfp_record_free(NULL), 0))                                              \
	ROW(otfp_record_tag, rec, DONE, otfp_record_tag(NULL, 1) != NULL)                                           \
	ROW(otfp_record_tag, tags, DONE, otfp_record_tag(tagged(NULL), 1) != NULL)                                  \
	ROW(otfp_control_kind, rec, DONE, otfp_control_kind(NULL) != OTFP_C_NONE)                                   \
	ROW(otfp_type_by_name, name, DONE, otfp_type_by_name(NULL) != OTFP_NONE)                                    \
	ROW(otfp_field_by_name, name, DONE, otfp_field_by_name(OTFP_Enter, NULL) != -1)                             \
	ROW(otfp_names_free, names, DONE, (otfp_names_free(NULL), 0))                                               \
	ROW(otfp_names_add, names, USAGE, otfp_names_add(NULL, with(OTFP_DefProcess)))                              \
	ROW(otfp_names_add, rec, USAGE, otfp_names_add(names, NULL))                                                \
	ROW(otfp_names_add, string, DONE, otfp_names_add(names, holed(OTFP_DefProcess, 1, 0)))                      \
	ROW(otfp_names_of, names, DONE, otfp_names_of(NULL, with(OTFP_Enter), 0).p != NULL)                         \
	ROW(otfp_names_of, rec, DONE, otfp_names_of(names, NULL, 0).p != NULL)                                      \
	ROW(otfp_names_get, names, DONE, otfp_names_get(NULL, OTFP_W_FUNCTION, 1, 1).p != NULL)                     \
	ROW(otfp_names_tag, names, DONE, otfp_names_tag(NULL, with(OTFP_Enter), "x") != NULL)                       \
	ROW(otfp_names_tag, rec, DONE, otfp_names_tag(names, NULL, "x") != NULL)                                    \
	ROW(otfp_names_tag, key, DONE, otfp_names_tag(names, with(OTFP_Enter), NULL) != NULL)                       \
	ROW(otfp_names_tag, tags, DONE, otfp_names_tag(names, tagged(NULL), "x") != NULL)                           \
	ROW(otfp_pool_new, p, USAGE, otfp_pool_new(NULL, 2, &err))                                                  \
	ROW(otfp_pool_new, err, DONE, otfp_pool_new(&pool, 2, NULL))                                                \
	ROW(otfp_pool_free, p, DONE, (otfp_pool_free(NULL), 0))                                                     \
	ROW(otfp_source_open, src, USAGE, otfp_source_open(NULL, trace(), NULL, &err))                              \
	ROW(otfp_source_open, err, USAGE, otfp_source_open(NULL, trace(), NULL, NULL))                              \
	ROW(otfp_source_open, stdin, OTFP_EFAIL, otfp_source_open(&src, NULL, NULL, &err))                          \
	ROW(otfp_source_open_all, src, USAGE, otfp_source_open_all(NULL, (const char *[]){trace()}, 1, NULL, &err)) \
	ROW(otfp_source_open_all, names, USAGE, otfp_source_open_all(&src, NULL, 1, NULL, &err))                    \
	ROW(otfp_source_open_all, name, USAGE,                                                                      \
	    otfp_source_open_all(&src, (const char *[]){NULL, NULL}, 2, NULL, &err))                                \
	ROW(otfp_source_header, src, DONE, otfp_source_header(NULL) == NULL)                                        \
	ROW(otfp_source_window, src, DONE, (otfp_source_window(NULL, 0, 1, 1), 0))                                  \
	ROW(otfp_source_ask_window, src, DONE, (otfp_source_ask_window(NULL, NULL, NULL), 0))                       \
	ROW(otfp_source_ask_window, window, END, (otfp_source_ask_window(opened(), NULL, NULL), read_all(src)))     \
	ROW(otfp_source_wanted, src, DONE, (otfp_source_wanted(NULL, NULL, NULL), 0))                               \
	ROW(otfp_source_wanted, wanted, END, (otfp_source_wanted(opened(), NULL, NULL), read_all(src)))             \
	ROW(otfp_source_kinds, src, DONE, (otfp_source_kinds(NULL, 0), 0))                                          \
	ROW(otfp_source_next, src, USAGE, otfp_source_next(NULL, &got))                                             \
	ROW(otfp_source_next, rec, USAGE, otfp_source_next(opened(), NULL))                                         \
	ROW(otfp_source_batch, src, USAGE, otfp_source_batch(NULL, &all, &n))                                       \
	ROW(otfp_source_batch, recs, USAGE, otfp_source_batch(opened(), NULL, &n))                                  \
	ROW(otfp_source_batch, n, USAGE, otfp_source_batch(opened(), &all, NULL))                                   \
	ROW(otfp_source_columns, src, USAGE, otfp_source_columns(NULL, &(struct otfp_columns){0}))                  \
	ROW(otfp_source_columns, c, USAGE, otfp_source_columns(opened(), NULL))                                     \
	ROW(otfp_source_columns, nothing, END, columns(0))                                                          \
	ROW(otfp_source_columns, values, USAGE, columns(1))                                                         \
	ROW(otfp_source_columns, columns, USAGE, columns(2))                                                        \
	ROW(otfp_source_columns, tables, USAGE, columns(3))                                                         \
	ROW(otfp_source_columns, processes, USAGE, columns(4))                                                      \
	ROW(otfp_source_columns, bytes, END, columns(5))                                                            \
	ROW(otfp_source_columns, order, END, columns(6))                                                            \
	ROW(otfp_rows_open, rows, USAGE, otfp_rows_open(NULL, opened(), NULL, &err))                                \
	ROW(otfp_rows_open, src, USAGE, otfp_rows_open(&rows_of, NULL, NULL, &err))                                 \
	ROW(otfp_rows_open, o, DONE, otfp_rows_open(&rows_of, opened(), NULL, &err))                                \
	ROW(otfp_rows_open, nothing, END, collect(0))                                                               \
	ROW(otfp_rows_open, table, USAGE, collect(1))                                                               \
	ROW(otfp_rows_open, column, USAGE, collect(2))                                                              \
	ROW(otfp_rows_open, processes, USAGE, collect(3))                                                           \
	ROW(otfp_rows_open, tables, USAGE, collect(4))                                                              \
	ROW(otfp_rows_open, columns, USAGE, collect(5))                                                             \
	ROW(otfp_rows_open, err, END, collect(6))                                                                   \
	ROW(otfp_rows_name, text, DONE, (int)otfp_rows_name(0, NULL, 10))                                           \
	ROW(otfp_rows_read, rows, USAGE, otfp_rows_read(NULL))                                                      \
	ROW(otfp_rows_table, rows, DONE, otfp_rows_table(NULL, 0) != NULL)                                          \
	ROW(otfp_rows_note, rows, DONE, otfp_rows_note(NULL, 0, NULL) != NULL)                                      \
	ROW(otfp_rows_close, rows, DONE, (otfp_rows_close(NULL), 0))                                                \
	ROW(otfp_source_origin, src, DONE, (otfp_source_origin(NULL, &rec, &origin), 0))                            \
	ROW(otfp_source_origin, rec, DONE, (otfp_source_origin(opened(), NULL, &origin), 0))                        \
	ROW(otfp_source_origin, o, DONE, (otfp_source_origin(opened(), with(OTFP_Enter), NULL), 0))                 \
	ROW(otfp_source_path, src, DONE, (int)otfp_source_path(NULL, &origin, text, sizeof text))                   \
	ROW(otfp_source_path, o, DONE, (int)otfp_source_path(opened(), NULL, text, sizeof text))                    \
	ROW(otfp_source_path, text, DONE, (int)otfp_source_path(opened(), &origin, NULL, 0))                        \
	ROW(otfp_source_path, memory, DONE, (int)otfp_source_path(opened(), &origin, NULL, 10))                     \
	ROW(otfp_source_is_on_disk, src, DONE, otfp_source_is_on_disk(NULL))                                        \
	ROW(otfp_source_troubles, src, DONE, (int)otfp_source_troubles(NULL))                                       \
	ROW(otfp_source_error, src, DONE, otfp_source_error(NULL)->code)                                            \
	ROW(otfp_source_close, src, DONE, (otfp_source_close(NULL), 0))                                             \
	ROW(otfp_sink_open, sink, USAGE, otfp_sink_open(NULL, "otf", room_path("new"), NULL, NULL, &err))           \
	ROW(otfp_sink_open, format, USAGE, otfp_sink_open(&sink, NULL, room_path("new"), NULL, NULL, &err))         \
	ROW(otfp_sink_open, name, USAGE, otfp_sink_open(&sink, "otf", NULL, NULL, NULL, &err))                      \
	ROW(otfp_sink_open, err, USAGE, otfp_sink_open(&sink, "otf", NULL, NULL, NULL, NULL))                       \
	ROW(otfp_sink_open_lines, sink, USAGE, otfp_sink_open_lines(NULL, 1, "x", &err))                            \
	ROW(otfp_sink_open_lines, name, DONE, otfp_sink_open_lines(&sink, 1, NULL, &err))                           \
	ROW(otfp_sink_open_lines, err, DONE, otfp_sink_open_lines(&sink, 1, "x", NULL))                             \
	ROW(otfp_sink_open_count, sink, USAGE, otfp_sink_open_count(NULL, &err))                                    \
	ROW(otfp_sink_open_count, err, DONE, otfp_sink_open_count(&sink, NULL))                                     \
	ROW(otfp_sink_stop, sink, DONE, (otfp_sink_stop(NULL, NULL), 0))                                            \
	ROW(otfp_sink_stop, stop, DONE, (otfp_sink_stop(to_lines(), NULL), 0))                                      \
	ROW(otfp_sink_begin, sink, USAGE, otfp_sink_begin(NULL, &header))                                           \
	ROW(otfp_sink_begin, h, USAGE, otfp_sink_begin(to_trace(), NULL))                                           \
	ROW(otfp_sink_begin, other, USAGE, begin_other())                                                           \
	ROW(otfp_sink_put, sink, USAGE, otfp_sink_put(NULL, with(OTFP_Enter)))                                      \
	ROW(otfp_sink_put, rec, USAGE, otfp_sink_put(begun(to_trace()), NULL))                                      \
	ROW(otfp_sink_put, string, USAGE, otfp_sink_put(begun(to_trace()), holed(OTFP_DefProcess, 1, 0)))           \
	ROW(otfp_sink_put, line_string, USAGE, otfp_sink_put(begun(to_lines()), holed(OTFP_DefProcess, 1, 0)))      \
	ROW(otfp_sink_put, list, USAGE, otfp_sink_put(begun(to_trace()), holed(OTFP_DefProcessGroup, 2, 1)))        \
	ROW(otfp_sink_put, line_list, USAGE, otfp_sink_put(begun(to_lines()), holed(OTFP_DefProcessGroup, 2, 1)))   \
	ROW(otfp_sink_put, tags, USAGE, otfp_sink_put(begun(to_trace()), tagged(NULL)))                             \
	ROW(otfp_sink_put, bytes, USAGE, otfp_sink_put(begun(to_trace()), tagged(&no_bytes)))                       \
	ROW(otfp_sink_put, line_bytes, USAGE, otfp_sink_put(begun(to_lines()), tagged(&no_bytes)))                  \
	ROW(otfp_sink_put, control, USAGE, otfp_sink_put(begun(to_lines()), with(OTFP_CONTROL)))                    \
	ROW(otfp_sink_put, other, USAGE, otfp_sink_put(begun(to_trace()), with(OTFP_OTHER)))                        \
	ROW(otfp_sink_put_all, sink, USAGE, otfp_sink_put_all(NULL, &got, 1))                                       \
	ROW(otfp_sink_put_all, recs, USAGE, otfp_sink_put_all(begun(to_trace()), NULL, 1))                          \
	ROW(otfp_sink_put_all, no_recs, DONE, otfp_sink_put_all(begun(to_trace()), NULL, 0))                        \
	ROW(otfp_sink_put_all, rec, USAGE, otfp_sink_put_all(begun(to_trace()), &got, 1))                           \
	ROW(otfp_sink_put_all, line_rec, USAGE, otfp_sink_put_all(begun(to_lines()), &got, 1))                      \
	ROW(otfp_sink_thumbnail, sink, USAGE, otfp_sink_thumbnail(NULL, "x", 1))                                    \
	ROW(otfp_sink_thumbnail, text, USAGE, otfp_sink_thumbnail(begun(to_trace()), NULL, 5))                      \
	ROW(otfp_sink_end, sink, USAGE, otfp_sink_end(NULL))                                                        \
	ROW(otfp_sink_abort, sink, USAGE, otfp_sink_abort(NULL, "me", "x"))                                         \
	ROW(otfp_sink_abort, program, USAGE, otfp_sink_abort(to_lines(), NULL, "x"))                                \
	ROW(otfp_sink_abort, reason, USAGE, otfp_sink_abort(to_trace(), "me", NULL))                                \
	ROW(otfp_sink_error, sink, DONE, otfp_sink_error(NULL)->code)                                               \
	ROW(otfp_sink_count, sink, DONE, (int)otfp_sink_count(NULL))                                                \
	ROW(otfp_sink_lost, sink, DONE, (int)otfp_sink_lost(NULL))                                                  \
	ROW(otfp_sink_close, sink, DONE, (otfp_sink_close(NULL), 0))                                                \
	ROW(otfp_recover, name, USAGE, otfp_recover(NULL, NULL, NULL, &err))                                        \
	ROW(otfp_recover, err, USAGE, otfp_recover(NULL, NULL, NULL, NULL))                                         \
	ROW(otfp_recover, report, DONE, otfp_recover(trace(), NULL, NULL, NULL))                                    \
	ROW(otfp_join, name, USAGE, otfp_join(NULL, (const char *[]){trace()}, 1, NULL, &err))                      \
	ROW(otfp_join, shares, USAGE, otfp_join(room_path("new"), NULL, 1, NULL, &err))                             \
	ROW(otfp_join, share, USAGE, otfp_join(room_path("new"), (const char *[]){NULL}, 1, NULL, &err))            \
	ROW(otfp_join, err, USAGE, otfp_join(NULL, NULL, 0, NULL, NULL))

#define ROW(function, argument, want, call)    \
	static int function##_##argument(void) \
	{                                      \
		return call;                   \
	}
ROWS
#undef ROW

	static const struct row {
	const char *function, *argument;
	int want;
	int (*call)(void);
} rows[] = {
#define ROW(function, argument, want, call) {#function, #argument, want, function##_##argument},
	ROWS
#undef ROW
};

/* @return the exit status of a process that makes the call: 0 if the result is the wanted one */
static int status_of(const struct row *row)
{
	const struct rlimit none = {0, 0};
	pid_t child = fork();
	int status;

	if (child == 0) {
		signal(SIGSEGV, SIG_DFL); /* cmocka has a handler */
		setrlimit(RLIMIT_CORE, &none);
		alarm(20);
		close(STDIN_FILENO);
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		names = otfp_names_new();
		_exit(row->call() == row->want ? 0 : 1);
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void no_call_with_null_crashes(void **state)
{
	int failed = 0;

	(void)state;
	write_small_trace(trace());
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int status = status_of(&rows[i]);
		if (!status)
			continue;
		failed++;
		print_error("%s: %s: %s %d\n", rows[i].function, rows[i].argument,
		            WIFSIGNALED(status) ? "signal" : "exit",
		            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	}
	assert_int_equal(failed, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_call_with_null_crashes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
