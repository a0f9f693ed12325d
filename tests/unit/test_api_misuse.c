/* Misuse of otfpipe.h is answered by OTFP_EUSAGE and a message, never by a crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "apiroom.h"

static const struct otfp_header header = {.resolution = 1000};

static struct otfp_record record(unsigned type)
{
	struct otfp_record rec;

	otfp_record_init(&rec, type);
	rec.loc = 1;
	return rec;
}

/* ---- the order of calls ---- */

static struct otfp_sink *open_trace(const char *name)
{
	struct otfp_sink *sink;

	assert_int_equal(otfp_sink_open(&sink, "otf", room_path(name), NULL, NULL, NULL), 0);
	return sink;
}

static void check_order(struct otfp_sink *sink)
{
	const struct otfp_record rec = record(OTFP_Enter), *recs[] = {&rec};

	assert_string_equal(otfp_sink_error(sink)->text, "");
	assert_int_equal(otfp_sink_put(sink, &rec), OTFP_EUSAGE);
	assert_string_equal(otfp_sink_error(sink)->text, "the sink has not begun: otfp_sink_begin comes first");
	assert_int_equal(otfp_sink_put_all(sink, recs, 1), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_end(sink), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_thumbnail(sink, "x", 1), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_begin(sink, NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_begin(sink, &header), 0);
	assert_int_equal(otfp_sink_begin(sink, &header), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put(sink, NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
	assert_string_equal(otfp_sink_error(sink)->text, "");
	assert_int_equal(otfp_sink_count(sink), 1);
	assert_int_equal(otfp_sink_end(sink), 0);
	assert_int_equal(otfp_sink_end(sink), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put(sink, &rec), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put_all(sink, recs, 1), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_begin(sink, &header), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_abort(sink, "me", "late"), OTFP_EUSAGE);
	otfp_sink_close(sink);
}

static void a_sink_begins_before_and_ends_after_all_records(void **state)
{
	struct otfp_sink *sink;
	struct lines l;

	(void)state;
	check_order(open_trace("order"));
	lines_begin(&l);
	otfp_sink_close(l.sink);
	assert_int_equal(otfp_sink_open_lines(&sink, l.fd, "lines", NULL), 0);
	check_order(sink);
	close(l.fd);
	assert_int_equal(otfp_sink_open_count(&sink, NULL), 0);
	check_order(sink);
}

static void nothing_comes_after_an_abort(void **state)
{
	const struct otfp_record rec = record(OTFP_Enter);
	struct lines l;
	char text[200] = "";

	(void)state;
	lines_begin(&l);
	assert_int_equal(otfp_sink_abort(l.sink, "me", NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_abort(l.sink, "me", "no\nmore"), 0);
	assert_int_equal(otfp_sink_put(l.sink, &rec), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_end(l.sink), OTFP_EUSAGE);
	assert_true(pread(l.fd, text, sizeof text - 1, 0) > 0);
	assert_string_equal(text, "@OTFPIPE\t1.0\tTR:1000\n@ABORT\tme\tno?more\n");
	lines_close(&l);
}

static void handles_that_are_null_do_nothing(void **state)
{
	const struct otfp_record rec = record(OTFP_Enter), *got = &rec, *const * recs;
	struct otfp_origin origin;
	char text[4];
	size_t n;

	(void)state;
	assert_int_equal(otfp_source_next(NULL, &got), OTFP_EUSAGE);
	assert_int_equal(otfp_source_batch(NULL, &recs, &n), OTFP_EUSAGE);
	assert_int_equal(otfp_source_header(NULL)->resolution, 0);
	assert_int_equal(otfp_source_error(NULL)->code, 0);
	assert_int_equal(otfp_source_troubles(NULL), 0);
	assert_int_equal(otfp_source_is_on_disk(NULL), 0);
	otfp_source_window(NULL, 0, 1, 1);
	otfp_source_ask_window(NULL, NULL, NULL);
	otfp_source_wanted(NULL, NULL, NULL);
	otfp_source_kinds(NULL, 0);
	otfp_source_origin(NULL, &rec, &origin);
	assert_int_equal(otfp_source_path(NULL, &origin, text, sizeof text), 0);
	otfp_source_close(NULL);
	assert_int_equal(otfp_sink_begin(NULL, &header), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put(NULL, &rec), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put_all(NULL, &got, 1), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_end(NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_abort(NULL, "me", "x"), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_thumbnail(NULL, "x", 1), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_error(NULL)->code, 0);
	assert_int_equal(otfp_sink_count(NULL), 0);
	assert_int_equal(otfp_sink_lost(NULL), 0);
	otfp_sink_stop(NULL, NULL);
	otfp_sink_close(NULL);
	otfp_pool_free(NULL);
}

static void names_that_are_null_are_refused(void **state)
{
	struct otfp_source *src;
	struct otfp_sink *sink;
	struct otfp_error err;

	(void)state;
	assert_int_equal(otfp_source_open_all(&src, (const char *[]){"a", NULL}, 2, NULL, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "source 2 of 2 has no name");
	assert_null(src);
	assert_int_equal(otfp_source_open_all(&src, NULL, 2, NULL, NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_open(&sink, "otf", NULL, NULL, NULL, &err), OTFP_EUSAGE);
	assert_null(sink);
	assert_int_equal(otfp_join(NULL, NULL, 0, NULL, NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_join(room_path("none"), NULL, 0, NULL, NULL), OTFP_EUSAGE);
	assert_int_equal(otfp_recover(NULL, NULL, NULL, NULL), OTFP_EUSAGE);
}

/* ---- errors ---- */

static void an_open_that_fails_says_why_to_who_asks(void **state)
{
	struct otfp_source *src = (struct otfp_source *)&header;
	struct otfp_sink *sink = (struct otfp_sink *)&header;
	struct otfp_error err = {.code = 0};

	(void)state;
	assert_int_equal(otfp_source_open(&src, room_path("nothing"), NULL, NULL), OTFP_EFAIL);
	assert_null(src);
	assert_int_equal(otfp_source_open(&src, room_path("nothing"), NULL, &err), OTFP_EFAIL);
	assert_non_null(strstr(err.text, "no such trace"));
	assert_int_equal(otfp_sink_open(&sink, "otf", "/nowhere/at/all", NULL, NULL, NULL), OTFP_EFAIL);
	assert_null(sink);
	assert_int_equal(otfp_sink_open(&sink, "otf", "/nowhere/at/all", NULL, NULL, &err), OTFP_EFAIL);
	assert_non_null(strstr(err.text, "/nowhere/at/all"));
}

/* The error given to the open may be gone by then. */
static void a_source_has_its_own_error(void **state)
{
	struct otfp_error *err = malloc(sizeof *err);
	const struct otfp_record *rec;
	struct otfp_source *src;
	FILE *f = fopen(room_path("cut"), "w");
	int code;

	(void)state;
	assert_non_null(f);
	fputs("@OTFPIPE\t1.0\tTR:1000\nEnter\t1\t1\t1\t0\n", f);
	fclose(f);
	assert_int_equal(otfp_source_open(&src, room_path("cut"), NULL, err), 0);
	free(err);
	while ((code = otfp_source_next(src, &rec)) == 0)
		;
	assert_int_equal(code, OTFP_ETRUNC);
	assert_non_null(strstr(otfp_source_error(src)->text, "without @END"));
	assert_int_equal(otfp_source_error(src)->code, OTFP_ETRUNC);
	assert_int_equal(otfp_source_next(src, &rec), OTFP_ETRUNC); /* it stays so */
	otfp_source_close(src);
}

static void a_sink_has_its_own_error(void **state)
{
	struct otfp_error *err = malloc(sizeof *err);
	struct otfp_record rec = record(OTFP_Enter);
	struct otfp_sink *sink;

	(void)state;
	assert_int_equal(otfp_sink_open(&sink, "otf", room_path("back"), NULL, NULL, err), 0);
	free(err);
	assert_int_equal(otfp_sink_begin(sink, &header), 0);
	rec.time = 5;
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
	rec.time = 4;
	assert_int_equal(otfp_sink_put(sink, &rec), OTFP_EFAIL);
	assert_non_null(strstr(otfp_sink_error(sink)->text, "not in time order"));
	assert_int_equal(otfp_sink_end(sink), OTFP_EFAIL);
	assert_non_null(strstr(otfp_sink_error(sink)->text, "not in time order"));
	otfp_sink_close(sink);
}

/* ---- records that cannot be ---- */

static struct otfp_record broken[] = {
	{.type = OTFP_NONE},
	{.type = OTFP_NTYPES},
	{.type = OTFP_CONTROL - 1},
	{.type = OTFP_CONTROL},
	{.type = OTFP_OTHER},
	{.type = OTFP_OTHER + 1},
	{.type = UINT16_MAX},
	{.type = OTFP_Enter, .ntags = 1},
	{.type = OTFP_Enter, .ntags = 1, .tags = (struct otfp_tag[]){{.type = OTFP_NTAGTYPES}}},
	{.type = OTFP_Enter, .ntags = 1, .tags = (struct otfp_tag[]){{.type = 255}}},
	{.type = OTFP_Enter, .ntags = 1, .tags = (struct otfp_tag[]){{.type = OTFP_TAG_BYTES, .bytes = {NULL, 3}}}},
	{.type = OTFP_EventComment, .f = {{.s = {NULL, 3}}}},
	{.type = OTFP_DefCreator, .f = {{.s = {NULL, 3}}}},
	{.type = OTFP_DefProcessGroup, .f = {[OTFP_DefProcessGroup_members] = {.l = {NULL, 3}}}},
	{.type = OTFP_DefVersion, .f = {{.u = 256}}},
	{.type = OTFP_DefScl, .f = {{.u = (uint64_t)1 << 32}}},
	{.type = OTFP_UnknownRecord, .f = {{.u = OTFP_NFILES}, {.s = {"Q1", 2}}}},
};

static void check_broken(const struct otfp_record *rec)
{
	const struct otfp_record good = record(OTFP_Enter);
	struct otfp_sink *sink = open_trace("broken");
	struct lines l;

	lines_begin(&l);
	assert_int_equal(otfp_sink_put(l.sink, rec), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_error(l.sink)->code, OTFP_EUSAGE);
	lines_close(&l);
	lines_begin(&l);
	if (rec->type != OTFP_CONTROL)
		assert_int_equal(otfp_sink_put_all(l.sink, &rec, 1), OTFP_EUSAGE);
	lines_close(&l);
	assert_int_equal(otfp_sink_begin(sink, &header), 0);
	assert_int_equal(otfp_sink_put(sink, rec), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_error(sink)->code, OTFP_EUSAGE);
	assert_int_equal(otfp_sink_put(sink, &good), OTFP_EUSAGE); /* it stays so */
	assert_int_equal(otfp_sink_put_all(sink, &rec, 1), OTFP_EUSAGE);
	assert_int_equal(otfp_sink_end(sink), OTFP_EUSAGE);
	otfp_sink_close(sink);
}

static void records_that_cannot_be_written_are_refused(void **state)
{
	static const uint8_t files[] = {OTFP_FILE_DEF, OTFP_FILE_EVENT, 77};

	(void)state;
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
		for (size_t k = 0; k < sizeof files; k++) {
			broken[i].loc = 1;
			broken[i].file = files[k];
			check_broken(&broken[i]);
		}
}

/* Once a name of some length was looked for in a line of three bytes, and printed from what stood behind it. */
static void a_record_of_unknown_name_without_a_tab_is_named_as_it_is(void **state)
{
	char *line = malloc(3);
	struct otfp_record rec = {.type = OTFP_OTHER, .line = {memcpy(line, "Odd", 3), 3}};
	struct otfp_sink *sink = open_trace("odd");

	(void)state;
	assert_int_equal(otfp_sink_begin(sink, &header), 0);
	assert_int_equal(otfp_sink_put(sink, &rec), OTFP_EFAIL);
	assert_non_null(strstr(otfp_sink_error(sink)->text, "unknown record type 'Odd' ("));
	otfp_sink_close(sink);
	free(line);
}

/* ---- the file follows from the type ---- */

static unsigned count(const char *path, unsigned type, unsigned file)
{
	const struct otfp_record *rec;
	struct otfp_source *src;
	unsigned n = 0;
	int code;

	assert_int_equal(otfp_source_open(&src, path, NULL, NULL), 0);
	while ((code = otfp_source_next(src, &rec)) == 0)
		n += rec->type == type && rec->file == file;
	assert_int_equal(code, OTFP_END);
	otfp_source_close(src);
	return n;
}

static void put_file(struct otfp_sink *sink, unsigned type, unsigned file)
{
	struct otfp_record rec = record(type);

	rec.time = otfp_schema(type)->file >= OTFP_FILE_SNAP ? 3 : 0;
	rec.file = (uint8_t)file;
	if (type == OTFP_DefProcess)
		rec.loc = 0;
	rec.f[0].u = type == OTFP_DefProcess;
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
}

static void a_record_lives_where_its_type_lives(void **state)
{
	static const uint8_t types[] = {OTFP_DefProcess, OTFP_EnterSnapshot, OTFP_FunctionSummary, OTFP_Enter};

	(void)state;
	for (unsigned file = 0; file < 7; file++) {
		struct otfp_write_options o;
		struct otfp_sink *sink;
		otfp_write_options_init(&o);
		o.force = 1;
		assert_int_equal(otfp_sink_open(&sink, "otf", room_path("files"), &o, NULL, NULL), 0);
		assert_int_equal(otfp_sink_begin(sink, &header), 0);
		for (size_t i = 0; i < sizeof types; i++)
			put_file(sink, types[i], file);
		assert_int_equal(otfp_sink_end(sink), 0);
		otfp_sink_close(sink);
		for (size_t i = 0; i < sizeof types; i++) {
			int is_inline = types[i] == OTFP_EnterSnapshot && file == OTFP_FILE_EVENT;
			unsigned home = is_inline ? OTFP_FILE_EVENT : otfp_schema(types[i])->file;
			assert_int_equal(count(room_path("files"), types[i], home), 1);
		}
	}
}

static void a_line_has_the_time_that_its_type_has(void **state)
{
	struct otfp_tag tag = {.key = 1, .type = OTFP_TAG_UINT8, .bits = 2};
	struct otfp_record rec = record(OTFP_Enter);
	struct lines l;

	(void)state;
	lines_begin(&l);
	put_file(l.sink, OTFP_DefProcess, OTFP_FILE_EVENT);
	rec.file = OTFP_FILE_DEF;
	rec.time = 4;
	rec.tags = &tag;
	rec.ntags = 1;
	assert_int_equal(otfp_sink_put(l.sink, &rec), 0);
	lines_end(&l);
	assert_string_equal(l.text,
	                    "@OTFPIPE\t1.0\tTR:1000\nDefProcess\t-\t0\t1\t\\N\t0\nEnter\t4\t1\t0\t0\t1:B:2\n@END\t2\n");
}

/* ---- what comes too late ---- */

static int no_process(void *ctx, uint32_t process)
{
	(void)ctx;
	(void)process;
	return 0;
}

static void a_source_that_is_read_cannot_be_narrowed(void **state)
{
	const struct otfp_record *rec;
	struct otfp_source *src;
	unsigned enters = 0;

	(void)state;
	write_small_trace(room_path("late"));
	assert_int_equal(otfp_source_open(&src, room_path("late"), NULL, NULL), 0);
	assert_int_equal(otfp_source_next(src, &rec), 0);
	otfp_source_window(src, 0, 1, 1);
	otfp_source_wanted(src, no_process, NULL);
	otfp_source_kinds(src, 0);
	while (otfp_source_next(src, &rec) == 0)
		enters += rec->type == OTFP_Enter;
	assert_int_equal(enters, 1);
	otfp_source_close(src);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sink_begins_before_and_ends_after_all_records),
		cmocka_unit_test(nothing_comes_after_an_abort),
		cmocka_unit_test(handles_that_are_null_do_nothing),
		cmocka_unit_test(names_that_are_null_are_refused),
		cmocka_unit_test(an_open_that_fails_says_why_to_who_asks),
		cmocka_unit_test(a_source_has_its_own_error),
		cmocka_unit_test(a_sink_has_its_own_error),
		cmocka_unit_test(records_that_cannot_be_written_are_refused),
		cmocka_unit_test(a_record_of_unknown_name_without_a_tab_is_named_as_it_is),
		cmocka_unit_test(a_record_lives_where_its_type_lives),
		cmocka_unit_test(a_line_has_the_time_that_its_type_has),
		cmocka_unit_test(a_source_that_is_read_cannot_be_narrowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
