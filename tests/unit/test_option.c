/* The command line: option tables, values, usage errors, --help and --version. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "cmd/filter/run.h"
#include "base/set.h"
#include "base/ticks.h"
#include "cmd/option/option.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option_row *const tables[] = {reader_options,    output_options, writer_options,
                                                  selection_options, field_options,  filter_options};
#define NTABLES (sizeof tables / sizeof tables[0])

/* All that a command line can set, and what it said. */
struct world {
	struct common common;
	struct writer writer;
	struct filter filter;
	int color;       /* --color */
	unsigned tables; /* --table */
	const char *kinds;
	int status, nargs;
	char **args;
	char out[16384], err[4096];
};

static const char *color_word(unsigned i)
{
	static const char *const words[] = {"auto", "always", "never"};

	return i < 3 ? words[i] : NULL;
}

static const char *table_word(unsigned i)
{
	static const char *const words[] = {"function", "message", "matrix"};

	return i < 3 ? words[i] : NULL;
}

#define AT(member) offsetof(struct world, member)
static const struct option_row word_options[] = {
	{0, "color", "WHEN", "color processes", OPT_WORD, 0, AT(color), color_word},
	{0, "table", "NAMES", "print these tables only", OPT_WORDS, 0, AT(tables), table_word},
	{0, "kinds", "KINDS", "kinds", OPT_OPTIONAL, 1, AT(kinds), table_word},
	{0},
};
#undef AT

static void read_back(FILE *f, char *to, size_t size)
{
	rewind(f);
	to[fread(to, 1, size - 1, f)] = 0;
	fclose(f);
}

/* Parse `line`, words by blanks, with stdout and stderr into w. */
static void parse_with(struct world *w, const char *line, int min_args, int max_args)
{
	static char text[1000];
	static char *argv[50];
	struct command c = {
		.name = "otf-test",
		.summary = "test the options",
		.usage = "[OPTION]... [TRACE]...",
		.description = "Text.\n",
		.examples = "otf-test a\notf-test b\n",
		.min_args = min_args,
		.max_args = max_args,
		.options = {{"Selection", selection_options, OPTIONS_OWN, offsetof(struct world, filter.select)},
	                    {"Selection by field", field_options, OPTIONS_OWN, offsetof(struct world, filter)},
	                    {"Changes", filter_options, OPTIONS_OWN, offsetof(struct world, filter)},
	                    {"Words", word_options, OPTIONS_OWN, 0},
	                    {"Writing", output_options, OPTIONS_COMMON, 0},
	                    {"", writer_options, OPTIONS_WRITER, 0},
	                    OPTIONS_GENERAL},
	};
	const struct option_targets to = {w, &w->common, &w->writer};
	FILE *out = tmpfile(), *err = tmpfile();
	int old_out, old_err, argc = 0;

	memset(w, 0, sizeof *w);
	snprintf(text, sizeof text, "otf-test %s", line);
	for (char *p = strtok(text, " "); p; p = strtok(NULL, " "))
		argv[argc++] = p;
	argv[argc] = NULL;
	fflush(stdout);
	old_out = dup(1);
	old_err = dup(2);
	dup2(fileno(out), 1);
	dup2(fileno(err), 2);
	w->status = command_parse(&c, &to, argc, argv, &w->nargs, &w->args);
	dup2(old_out, 1);
	dup2(old_err, 2);
	close(old_out);
	close(old_err);
	read_back(out, w->out, sizeof w->out);
	read_back(err, w->err, sizeof w->err);
}

static void parse(struct world *w, const char *line)
{
	parse_with(w, line, 0, 0);
}

static void is_usage_error(const char *line, const char *message)
{
	struct world w;
	char expected[1000];

	parse(&w, line);
	snprintf(expected, sizeof expected, "otf-test: %s\nTry 'otf-test --help' for more information.\n", message);
	assert_string_equal(w.err, expected);
	assert_string_equal(w.out, "");
	assert_int_equal(w.status, 2);
}

/* ---- the tables ---- */

static void no_letter_and_no_name_has_two_meanings(void **state)
{
	(void)state;
	for (size_t i = 0; i < NTABLES; i++)
		for (const struct option_row *a = tables[i]; a->name; a++)
			for (size_t j = 0; j < NTABLES; j++)
				for (const struct option_row *b = tables[j]; b->name; b++) {
					if (a == b)
						continue;
					assert_string_not_equal(a->name, b->name);
					assert_false(a->letter && a->letter == b->letter);
				}
}

static void options_with_a_value_name_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < NTABLES; i++)
		for (const struct option_row *o = tables[i]; o->name; o++) {
			int flag = o->kind == OPT_FLAG || o->kind == OPT_COUNT;
			assert_int_equal(o->arg == NULL, flag);
		}
}

static void help_lines_fit_80_columns(void **state)
{
	struct world w;
	char *next;

	(void)state;
	parse(&w, "--help");
	for (char *p = w.out; *p; p = next) {
		size_t n = strcspn(p, "\n");
		next = p + n + (p[n] == '\n');
		if (n > 80)
			fail_msg("%.*s", (int)n, p);
	}
}

static void help_has_the_shape_that_help2man_reads(void **state)
{
	struct world w;
	static const char start[] = "Usage: otf-test [OPTION]... [TRACE]...\nTest the options.\n\nExamples:\n"
				    "  otf-test a\n  otf-test b\n\nText.\n\nSelection:\n"
				    "  -p, --process=SET           records of";

	(void)state;
	parse(&w, "-h");
	assert_int_equal(w.status, 0);
	assert_string_equal(w.err, "");
	assert_memory_equal(w.out, start, sizeof start - 1);
	assert_non_null(strstr(w.out, "\n      --function=SET          calls of"));
	assert_non_null(strstr(w.out, "\n      --no-tags[=KEYS]        drop"));
	assert_non_null(strstr(w.out, "\n\nExit status:\n  0  done\n"));
	assert_non_null(strstr(w.out, "\n\nExamples:\n  otf-test a\n  otf-test b\n"));
}

static void version_tells_the_build_with_v_in_any_order(void **state)
{
	struct world w, v, x;
	static const char first[] = "otf-test (otfpipe) " OTFP_VERSION "\nLicense: BSD-3-Clause\n";

	(void)state;
	parse(&w, "-V");
	assert_int_equal(w.status, 0);
	assert_string_equal(w.out, first);
	parse(&v, "-V -v");
	assert_memory_equal(v.out, first, sizeof first - 1);
	assert_non_null(strstr(v.out, "\ncompiler: "));
	assert_non_null(strstr(v.out, "\nzlib "));
	assert_non_null(strstr(v.out, "zstd"));
	parse(&x, "-v --version");
	assert_string_equal(x.out, v.out);
}

static void completion_lists_every_option(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "--otfp-complete");
	assert_int_equal(w.status, 0);
	assert_memory_equal(w.out, "p\tprocess\tSET\t", 14);
	assert_non_null(strstr(w.out, "\n\tcolor\tWHEN\tcolor processes\tauto always never\n"));
	assert_non_null(strstr(w.out, "\n\ttable\tNAMES\tprint these tables only\t, function message matrix\n"));
	assert_non_null(strstr(w.out, "\n\tno-tags\t[KEYS]\tdrop"));
	assert_non_null(strstr(w.out, "\nh\thelp\t\tprint"));
}

/* ---- values ---- */

static void options_and_operands_mix(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "a -q b --output=c -- -d");
	assert_int_equal(w.status, -1);
	assert_int_equal(w.common.quiet, 1);
	assert_string_equal(w.common.output, "c");
	assert_int_equal(w.nargs, 3);
	assert_string_equal(w.args[0], "a");
	assert_string_equal(w.args[2], "-d");
}

static void a_dash_is_an_operand(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "-v - -v");
	assert_int_equal(w.nargs, 1);
	assert_string_equal(w.args[0], "-");
	assert_int_equal(w.common.verbose, 2);
}

static void numbers_that_may_be_0_tell_that_they_were_given(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "-z0 --str 0 --long");
	assert_int_equal(w.status, 2); /* --str is --stream, --streams or --strict */
	parse(&w, "-z0 --streams 0 --long");
	assert_int_equal(w.status, -1);
	assert_true(w.writer.level_given && w.writer.streams_given);
	assert_int_equal(w.writer.level, 0);
	assert_int_equal(w.writer.form, OTFP_DISK_LONG);
	parse(&w, "--max-f 7 -n12");
	assert_int_equal(w.common.max_files, 7);
	assert_int_equal(w.writer.streams, 12);
	assert_false(w.writer.level_given);
}

static void numbers_are_strict_decimal(void **state)
{
	(void)state;
	is_usage_error("-z 10", "--level: not a number from 0 to 9: '10'");
	is_usage_error("-z -1", "--level: not a number from 0 to 9: '-1'");
	is_usage_error("-z 0x1", "--level: not a number from 0 to 9: '0x1'");
	is_usage_error("--level=", "--level: not a number from 0 to 9: ''");
	is_usage_error("-j 99999999999999999999", "--threads: not a number from 0 to 1024: '99999999999999999999'");
}

static void sets_given_twice_are_joined(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "-p 1 -r Enter --process=3,4 --record Leave");
	assert_int_equal(w.status, -1);
	assert_true(otfp_set_has(w.filter.select.process, 1, NULL, 0));
	assert_true(otfp_set_has(w.filter.select.process, 4, NULL, 0));
	assert_false(otfp_set_has(w.filter.select.process, 2, NULL, 0));
	assert_string_equal(w.filter.select.record, "Enter,Leave");
	filter_release(&w.filter);
}

static void an_interval_is_there_only_when_given(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "-q");
	assert_null(w.filter.select.time);
	parse(&w, "-t 3:5");
	assert_non_null(w.filter.select.time);
	assert_int_equal(w.filter.select.time->to.ticks, 5);
	filter_release(&w.filter);
}

static void an_optional_argument_may_be_left_out(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "--no-tags 3");
	assert_string_equal(w.filter.no_tags, "");
	assert_int_equal(w.nargs, 1);
	parse(&w, "--no-tags=3");
	assert_string_equal(w.filter.no_tags, "3");
}

/* ---- usage errors ---- */

static void usage_errors_take_one_line_and_a_hint(void **state)
{
	(void)state;
	is_usage_error("-Z", "unknown option '-Z'");
	is_usage_error("a -qZ b", "unknown option '-Z'");
	is_usage_error("--bogus=3", "unknown option '--bogus'");
	is_usage_error("--st 3", "option '--st' is ambiguous: --stream, --streams or --strict");
	is_usage_error("--quiet=3", "option '--quiet' takes no argument");
	is_usage_error("-o", "option '-o' needs an argument");
	is_usage_error("--output", "option '--output' needs an argument");
	is_usage_error("-p 1 --tag x", "--tag: takes numbers, not names: 'x'");
	is_usage_error("-p 1 -t 3:4 -s=", "--stream: takes numbers, not names: '='");
	is_usage_error("--process=", "--process: empty list");
}

static void a_misspelt_option_names_the_nearest(void **state)
{
	(void)state;
	is_usage_error("--tabel 3", "unknown option '--tabel'; did you mean '--table'?");
	is_usage_error("--fourc", "unknown option '--fourc'; did you mean '--force'?");
}

static void words_are_numbers_and_bits(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "--color never --table function --table=matrix,function --kinds=message");
	assert_int_equal(w.status, -1);
	assert_int_equal(w.color, 3);
	assert_int_equal(w.tables, 5);
	assert_string_equal(w.kinds, "message");
	parse(&w, "--kinds");
	assert_string_equal(w.kinds, "");
	assert_int_equal(w.color, 0);
}

static void another_word_names_the_nearest_or_the_list(void **state)
{
	(void)state;
	is_usage_error("--color nevre", "--color: unknown value 'nevre'; did you mean 'never'?");
	is_usage_error("--color red", "--color: unknown value 'red'; expected auto, always or never");
	is_usage_error("--color=", "--color: unknown value ''; expected auto, always or never");
	is_usage_error("--table=function,rank", "--table: unknown value 'rank'; expected function, message or matrix");
	is_usage_error("--table function,", "--table: unknown value ''; expected function, message or matrix");
	is_usage_error("--kinds=mesage", "--kinds: unknown value 'mesage'; did you mean 'message'?");
}

static void help_shows_a_short_list_of_words(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "--help");
	assert_non_null(strstr(w.out, "      --color=WHEN            color processes: auto, always, never\n"));
	assert_null(strstr(w.out, "SendMsg"));
}

static void bad_sets_and_times_are_usage_errors_and_leave_nothing(void **state)
{
	struct world w;

	(void)state;
	parse(&w, "-p 5-1 -t 1:2 -r Enter");
	assert_int_equal(w.status, 2);
	assert_memory_equal(w.err, "otf-test: --process: ", 21);
	assert_null(w.filter.select.process);
	assert_null(w.filter.select.time);
	assert_null(w.filter.select.record);
	parse(&w, "-t 1x:2");
	assert_int_equal(w.status, 2);
	assert_memory_equal(w.err, "otf-test: --time: ", 18);
}

static void the_number_of_operands_is_checked(void **state)
{
	struct world w;

	(void)state;
	parse_with(&w, "-q", 1, 2);
	assert_int_equal(w.status, 2);
	assert_non_null(strstr(w.err, "otf-test: missing operand: otf-test [OPTION]... [TRACE]...\n"));
	parse_with(&w, "a -q b", 1, 2);
	assert_int_equal(w.status, -1);
	parse_with(&w, "a b c", 1, 2);
	assert_int_equal(w.status, 2);
	assert_non_null(strstr(w.err, "otf-test: extra operand 'c'\n"));
}

static void messages_hold_no_control_bytes(void **state)
{
	is_usage_error("--a\033[1m\n", "unknown option '--a\\x1b[1m\\n'");
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_letter_and_no_name_has_two_meanings),
		cmocka_unit_test(options_with_a_value_name_it),
		cmocka_unit_test(help_lines_fit_80_columns),
		cmocka_unit_test(help_has_the_shape_that_help2man_reads),
		cmocka_unit_test(version_tells_the_build_with_v_in_any_order),
		cmocka_unit_test(completion_lists_every_option),
		cmocka_unit_test(options_and_operands_mix),
		cmocka_unit_test(a_dash_is_an_operand),
		cmocka_unit_test(numbers_that_may_be_0_tell_that_they_were_given),
		cmocka_unit_test(numbers_are_strict_decimal),
		cmocka_unit_test(sets_given_twice_are_joined),
		cmocka_unit_test(an_interval_is_there_only_when_given),
		cmocka_unit_test(an_optional_argument_may_be_left_out),
		cmocka_unit_test(a_misspelt_option_names_the_nearest),
		cmocka_unit_test(words_are_numbers_and_bits),
		cmocka_unit_test(another_word_names_the_nearest_or_the_list),
		cmocka_unit_test(help_shows_a_short_list_of_words),
		cmocka_unit_test(usage_errors_take_one_line_and_a_hint),
		cmocka_unit_test(bad_sets_and_times_are_usage_errors_and_leave_nothing),
		cmocka_unit_test(the_number_of_operands_is_checked),
		cmocka_unit_test(messages_hold_no_control_bytes),
	};

	return cmocka_run_group_tests_name("option", tests, NULL, NULL);
}
