/* One line of the line stream: printed, parsed, refused. */
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
#include "line/parse.h"
#include "line/writer.h"
#include "randrec.h"

enum { ROUNDS = 300 };

static struct otfp_name_index names;
static struct otfp_line_writer writer; /* never flushed: what it prints is looked at in its buffer */
static struct otfp_error err;
static int null;

static int setup(void **unused)
{
	(void)unused;
	otfp_names_init(&names);
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return null < 0 ? -1 : otfp_line_writer_init(&writer, null, "/dev/null", &err);
}

static int teardown(void **unused)
{
	(void)unused;
	otfp_line_writer_release(&writer);
	return close(null);
}

/* The line of a record with its LF, at writer.out.buf. @return its length */
static size_t print(const struct otfp_record *rec)
{
	writer.out.p = writer.out.buf;
	assert_int_equal(otfp_line_writer_put(&writer, rec), 0);
	return (size_t)(writer.out.p - writer.out.buf);
}

/* A copy of text[0..n) with no more behind it than may be read, so that a sanitizer sees one byte too far. */
static char *copy(const char *text, size_t n)
{
	char *p = malloc(n + OTFP_INPUT_AHEAD);

	memcpy(p, text, n);
	memset(p + n, '7', OTFP_INPUT_AHEAD);
	return p;
}

static void check_round_trip(const struct otfp_record *rec)
{
	struct otfp_scratch scratch = {0};
	struct otfp_record again;
	size_t n = print(rec);
	char *line = copy(writer.out.buf, n);

	memset(&again, 0xa5, sizeof again); /* nothing may be left from the record before */
	if (otfp_parse_line(line, &again, &names, &scratch) != line + n)
		fail_msg("%.*s", (int)n, line);
	assert_same_fields(rec, &again);
	assert_int_equal(rec->time, again.time);
	assert_int_equal(rec->loc, again.loc);
	assert_int_equal(rec->file, again.file);
	assert_ptr_equal(again.line.p, line);
	assert_int_equal(again.line.n, n - 1);
	again.line = (struct otfp_str){NULL, 0};
	assert_int_equal(print(&again), n);
	assert_memory_equal(writer.out.buf, line, n);
	otfp_scratch_release(&scratch);
	free(line);
}

static void every_record_is_the_same_behind_its_line(void **unused)
{
	static struct random_record r;

	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		for (int i = 0; i < ROUNDS; i++) {
			random_record(&r, type, i % 3 ? 0 : WITH_TAGS);
			r.rec.form = (uint8_t)(next_random() % 4);
			check_round_trip(&r.rec);
		}
}

/* @return whether the line text[0..n) (without LF) is taken as a record of this library */
static int is_line(const char *text, size_t n)
{
	struct otfp_scratch scratch = {0};
	struct otfp_record rec = {0};
	char *line = copy(text, n + 1);
	int taken;

	line[n] = '\n';
	taken = otfp_parse_line(line, &rec, &names, &scratch) != NULL;
	assert_true(!taken || rec.line.n == n);
	otfp_scratch_release(&scratch);
	free(line);
	return taken;
}

static int is_taken(const char *text)
{
	return is_line(text, strlen(text));
}

static void assert_refused(const char *text, const char *want)
{
	size_t n = strlen(text);
	char *line = copy(text, n + 1), why[200];

	line[n] = '\n';
	if (is_taken(text))
		fail_msg("taken: %s", text);
	otfp_parse_explain(line, &names, why, sizeof why);
	if (strcmp(why, want))
		fail_msg("%s: %s", text, why);
	free(line);
}

static void a_number_has_one_spelling(void **unused)
{
	(void)unused;
	assert_true(is_taken("Enter\t0\t0\t0\t0"));
	assert_true(is_taken("Enter\t18446744073709551615\t4294967295\t4294967295\t4294967295"));
	assert_refused("Enter\t00\t1\t7\t0", "Enter: bad time or loc");
	assert_refused("Enter\t1\t01\t7\t0", "Enter: bad time or loc");
	assert_refused("Enter\t18446744073709551616\t1\t7\t0", "Enter: bad time or loc");
	assert_refused("Enter\t1\t4294967296\t7\t0", "Enter: bad time or loc");
	assert_refused("Enter\t1\t1\t07\t0", "Enter: bad function");
	assert_refused("Enter\t1\t1\t-7\t0", "Enter: bad function");
	assert_refused("Enter\t1\t1\t7\t4294967296", "Enter: bad source");
	assert_refused("Enter\t1\t1\t7\t", "Enter: bad source");
	assert_refused("DefVersion\t-\t0\t1\t256\t0\tx", "DefVersion: bad minor");
}

/* Digits of any number of them, with zeros in front and other bytes between now and then. */
static void random_digits(char *text)
{
	static const char *const borders[] = {"0",
	                                      "9",
	                                      "10",
	                                      "255",
	                                      "256",
	                                      "99999999",
	                                      "100000000",
	                                      "4294967295",
	                                      "4294967296",
	                                      "9999999999",
	                                      "10000000000000000",
	                                      "18446744073709551615",
	                                      "18446744073709551616",
	                                      "99999999999999999999"};
	size_t n = next_random() % 24;

	if (next_random() % 4 == 0) {
		strcpy(text, borders[next_random() % (sizeof borders / sizeof *borders)]);
		return;
	}
	for (size_t i = 0; i < n; i++)
		text[i] = (char)('0' + next_random() % 10);
	text[n] = '\0';
	if (n && next_random() % 4 == 0)
		text[next_random() % n] = "00/:-+. \x7f\x80\xff\xb0"[next_random() % 12];
}

/* What the grammar says, digit by digit. */
static int is_number(const char *p, uint64_t max, uint64_t *v)
{
	const char *start = p;

	for (*v = 0; *p >= '0' && *p <= '9'; p++) {
		uint64_t d = (uint64_t)(*p - '0');
		if (*v > (max - d) / 10)
			return 0;
		*v = *v * 10 + d;
	}
	return *p == '\0' && p > start && (*start != '0' || p == start + 1);
}

/* Line "NAME time loc field...", the number at index `at` of which is replaced. */
static void check_number(unsigned type, unsigned at, const char *digits)
{
	const struct otfp_schema *s = otfp_schema(type);
	uint64_t want, max = at == 0 ? UINT64_MAX : UINT32_MAX;
	struct otfp_scratch scratch = {0};
	struct otfp_record rec;
	char text[400], *line;
	int n = snprintf(text, sizeof text, "%s", s->name), is;

	for (unsigned i = 0; i < s->nfields + 2u; i++)
		n += snprintf(text + n, sizeof text - (size_t)n, "\t%s", i == at ? digits : "5");
	text[n++] = '\n';
	line = copy(text, (size_t)n);
	if (at > 1)
		max = s->fields[at - 2].type == OTFP_FIELD_U64 ? UINT64_MAX : UINT32_MAX;
	is = is_number(digits, max, &want);
	if (is != (otfp_parse_line(line, &rec, &names, &scratch) == line + n))
		fail_msg("%s: %.*s", is ? "refused" : "taken", n, text);
	if (is)
		assert_true(want == (at == 0 ? rec.time : at == 1 ? rec.loc : rec.f[at - 2].u));
	otfp_scratch_release(&scratch);
	free(line);
}

static void only_canonical_numbers_that_fit_are_taken_in_every_place(void **unused)
{
	static const unsigned types[] = {OTFP_Enter, OTFP_Leave, OTFP_SendMsg, OTFP_BeginCollectiveOperation,
	                                 OTFP_RMAPut};
	char digits[32];

	(void)unused;
	for (int i = 0; i < 100000; i++) {
		unsigned type = types[next_random() % (sizeof types / sizeof *types)];
		random_digits(digits);
		check_number(type, (unsigned)(next_random() % (otfp_schema(type)->nfields + 2u)), digits);
	}
}

static void every_name_is_known_and_nothing_that_looks_like_one(void **unused)
{
	char line[64] = "";

	(void)unused;
	assert_null(otfp_names_find(&names, line));
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const char *name = otfp_schema(type)->name;
		int n = snprintf(line, sizeof line, "%s\t", name);
		assert_non_null(otfp_names_find(&names, line));
		assert_int_equal(otfp_names_find(&names, line)->type, type);
		line[n - 1] = '\0';
		assert_null(otfp_names_find(&names, line));
		snprintf(line, sizeof line, "%sx\t", name);
		assert_null(otfp_names_find(&names, line));
		snprintf(line, sizeof line, "%.*s\t", n - 2, name);
		assert_null(otfp_names_find(&names, line));
		for (int i = 0; i < n - 1; i++) {
			snprintf(line, sizeof line, "%s\t", name);
			line[i] ^= 0x20;
			assert_null(otfp_names_find(&names, line));
		}
	}
}

static void fields_are_as_many_as_the_table_says(void **unused)
{
	static const char zeros[] = "\0\0\0\0\0\0\0\0\t1\t1";

	(void)unused;
	assert_refused("Enter", "Enter: bad time or loc");
	assert_refused("Enter\t", "Enter: bad time or loc");
	assert_refused("Enter\t1", "Enter: bad time or loc");
	assert_refused("Enter\t1\t1", "Enter: no function");
	assert_refused("Enter\t1\t1\t7", "Enter: no source");
	assert_refused("Enter\t1\t1\t7\t0\t", "Enter: bad key-value");
	assert_refused("Enter\t1\t1\t7\t0\t9", "Enter: bad key-value");
	assert_refused("NoOp\t1\t1\t7", "NoOp: bad key-value");
	assert_refused("Enter 1 1 7 0", "not a record: 'Enter 1 1 7 0'");
	assert_refused("", "not a record: ''");
	assert_refused("\t1\t1", "not a record: ''");
	assert_false(is_line(zeros, sizeof zeros - 1));
	assert_refused("Enter2\t1\t1\t7\t0", "not a record: 'Enter2'");
}

static void definitions_have_no_time_and_other_records_have_one(void **unused)
{
	(void)unused;
	assert_true(is_taken("DefCreator\t-\t0\tx"));
	assert_true(is_taken("DefMarker\t-\t0\t1\tx\t0"));
	assert_true(is_taken("Marker\t5\t1\t1\tx"));
	assert_refused("DefCreator\t0\t0\tx", "DefCreator: time does not fit this record");
	assert_refused("DefMarker\t1\t0\t1\tx\t0", "DefMarker: time does not fit this record");
	assert_refused("Marker\t-\t1\t1\tx", "Marker: time does not fit this record");
	assert_refused("Enter\t-\t1\t7\t0", "Enter: time does not fit this record");
	assert_refused("Enter\t-5\t1\t7\t0", "Enter: bad time or loc");
}

static void an_unknown_record_has_a_time_if_its_file_has(void **unused)
{
	(void)unused;
	for (unsigned file = 0; file < OTFP_NFILES; file++) {
		char text[100];
		snprintf(text, sizeof text, "UnknownRecord\t-\t1\t%s\tQ1", otfp_file_name(file));
		assert_int_equal(is_taken(text), !otfp_is_timed(file));
		snprintf(text, sizeof text, "UnknownRecord\t7\t1\t%s\tQ1", otfp_file_name(file));
		assert_int_equal(is_taken(text), otfp_is_timed(file));
	}
	assert_refused("UnknownRecord\t7\t1\tevent\tQ1", "UnknownRecord: bad file");
	assert_refused("UnknownRecord\t7\t1\t\tQ1", "UnknownRecord: bad file");
}

static void strings_and_lists_have_one_spelling(void **unused)
{
	(void)unused;
	assert_true(is_taken("DefProcess\t-\t0\t1\t\t0"));
	assert_true(is_taken("DefProcess\t-\t0\t1\t\\N\t0"));
	assert_refused("DefProcess\t-\t0\t1\t\\Nx\t0", "DefProcess: bad name");
	assert_refused("DefProcess\t-\t0\t1\t\\x41\t0", "DefProcess: bad name");
	assert_refused("DefProcess\t-\t0\t1\ta\r\t0", "DefProcess: bad name");
	assert_true(is_taken("DefProcessGroup\t-\t0\t1\tx\t"));
	assert_true(is_taken("DefProcessGroup\t-\t0\t1\tx\t3,1,1"));
	assert_refused("DefProcessGroup\t-\t0\t1\tx\t1,", "DefProcessGroup: bad members");
	assert_refused("DefProcessGroup\t-\t0\t1\tx\t,1", "DefProcessGroup: bad members");
	assert_refused("DefProcessGroup\t-\t0\t1\tx\t1 ,2", "DefProcessGroup: bad members");
	assert_refused("DefProcessGroup\t-\t0\t1\tx\t4294967296", "DefProcessGroup: bad members");
}

static void tags_have_one_spelling(void **unused)
{
	static const char *const good[] = {"0:c:0",
	                                   "1:c:255",
	                                   "1:b:-128",
	                                   "1:b:127",
	                                   "1:B:255",
	                                   "1:h:-32768",
	                                   "1:q:-9223372036854775808",
	                                   "1:Q:18446744073709551615",
	                                   "1:f:1.5",
	                                   "1:d:nan",
	                                   "1:a:",
	                                   "1:a:00ff",
	                                   "4294967295:c:1"};
	static const char *const bad[] = {":c:0",           "01:c:0", "1:c:256",   "1:b:128", "1:b:-129", "1:b:-0",
	                                  "1:b:+1",         "1:B:-1", "1:h:32768", "1:x:0",   "1:cc:0",   "1:c:",
	                                  "1:c0",           "1:f:",   "1:f:1.5f",  "1:a:0",   "1:a:0G",   "1:a:FF",
	                                  "4294967296:c:1", "1",      "1:c"};
	char text[100];

	(void)unused;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		snprintf(text, sizeof text, "NoOp\t1\t1\t%s", good[i]);
		if (!is_taken(text))
			fail_msg("refused: %s", text);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(text, sizeof text, "NoOp\t1\t1\t%s", bad[i]);
		assert_refused(text, "NoOp: bad key-value");
	}
}

/* Each field of each record in turn is made one that no type takes. */
static void a_bad_field_is_told_with_its_record_and_name(void **unused)
{
	static struct random_record r;
	char text[8000], want[100];

	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		for (unsigned i = 0; i < otfp_schema(type)->nfields; i++) {
			char *p = text;
			random_record(&r, type, 0);
			memcpy(text, writer.out.buf, print(&r.rec));
			for (unsigned tabs = 0; tabs < 3 + i; tabs++)
				p = strchr(p, '\t') + 1;
			strcpy(p, "\\?");
			snprintf(want, sizeof want, "%s: bad %s", otfp_schema(type)->name,
			         otfp_schema(type)->fields[i].name);
			assert_refused(text, want);
		}
}

static void a_name_that_is_not_known_is_kept_as_its_line(void **unused)
{
	const char line[] = "FutureRecord\twhat\tever\n";
	struct otfp_scratch scratch = {0};
	struct otfp_record rec = {0};

	(void)unused;
	assert_ptr_equal(otfp_parse_line(line, &rec, &names, &scratch), line + sizeof line - 1);
	assert_int_equal(rec.type, OTFP_OTHER);
	assert_ptr_equal(rec.line.p, line);
	assert_int_equal(print(&rec), sizeof line - 1);
	assert_memory_equal(writer.out.buf, line, sizeof line - 1);
	otfp_scratch_release(&scratch);
}

/* A list stays where it is when a key-value behind it needs room. */
static void lists_of_any_length_stay_beside_tags(void **unused)
{
	static uint32_t list[64];
	static const struct otfp_tag tag = {.key = 1, .type = OTFP_TAG_BYTES, .bytes = {"abc", 3}};
	struct otfp_record rec = {.type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF, .tags = &tag, .ntags = 1};

	(void)unused;
	for (size_t n = 0; n < 64; n++) {
		rec.f[1].s = (struct otfp_str){"a\tb\n", n % 5};
		rec.f[2].l = (struct otfp_list){list, n};
		list[n] = (uint32_t)(next_random() % 20);
		check_round_trip(&rec);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_record_is_the_same_behind_its_line),
		cmocka_unit_test(a_number_has_one_spelling),
		cmocka_unit_test(only_canonical_numbers_that_fit_are_taken_in_every_place),
		cmocka_unit_test(every_name_is_known_and_nothing_that_looks_like_one),
		cmocka_unit_test(fields_are_as_many_as_the_table_says),
		cmocka_unit_test(definitions_have_no_time_and_other_records_have_one),
		cmocka_unit_test(an_unknown_record_has_a_time_if_its_file_has),
		cmocka_unit_test(strings_and_lists_have_one_spelling),
		cmocka_unit_test(tags_have_one_spelling),
		cmocka_unit_test(a_bad_field_is_told_with_its_record_and_name),
		cmocka_unit_test(a_name_that_is_not_known_is_kept_as_its_line),
		cmocka_unit_test(lists_of_any_length_stay_beside_tags),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
