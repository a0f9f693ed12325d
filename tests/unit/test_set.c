#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/set.h"

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static struct otfp_set *made(const char *text)
{
	struct otfp_set *set;
	struct otfp_error e = {0};

	if (otfp_set_parse(&set, text, "--process", &e) < 0)
		fail_msg("%s", e.text);
	return set;
}

static int has_number(const char *text, uint64_t v)
{
	struct otfp_set *set = made(text);
	int r = otfp_set_has(set, v, NULL, 0);

	otfp_set_free(set);
	return r;
}

static int has_bytes(const char *text, const char *name, size_t n)
{
	struct otfp_set *set = made(text);
	int r = otfp_set_has(set, 999, name, n);

	otfp_set_free(set);
	return r;
}

static int has_name(const char *text, const char *name)
{
	return has_bytes(text, name, strlen(name));
}

static void assert_error(const char *text, const char *message)
{
	struct otfp_set *set = NULL;
	struct otfp_error e = {0};

	assert_int_equal(otfp_set_parse(&set, text, "--process", &e), OTFP_EUSAGE);
	assert_null(set);
	assert_int_equal(e.code, OTFP_EUSAGE);
	assert_string_equal(e.text, message);
}

/* A file of these bytes, its name with @ before it. */
static const char *file_of(const void *bytes, size_t n)
{
	static char name[64];
	int fd;

	strcpy(name, "@/tmp/otfp-set-XXXXXX");
	fd = mkstemp(name + 1);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), n);
	close(fd);
	return name;
}

static void numbers_and_ranges_are_members_with_their_ends(void **unused)
{
	struct otfp_set *set = made("3,8-10,70000-70002,12");
	const uint64_t in[] = {3, 8, 9, 10, 12, 70000, 70001, 70002};
	uint64_t found = 0;

	(void)unused;
	for (size_t i = 0; i < sizeof in / sizeof *in; i++)
		assert_true(otfp_set_has(set, in[i], NULL, 0));
	for (uint64_t v = 0; v < 100000; v++)
		found += otfp_set_has(set, v, NULL, 0) != 0;
	assert_int_equal(found, sizeof in / sizeof *in);
	assert_false(otfp_set_has(set, UINT64_MAX, NULL, 0));
	assert_false(otfp_set_has_names(set));
	otfp_set_free(set);
}

static void a_range_without_end_goes_up_to_the_largest(void **unused)
{
	(void)unused;
	assert_true(has_number("7-", UINT64_MAX));
	assert_true(has_number("7-", 7));
	assert_false(has_number("7-", 6));
	assert_true(has_number("18446744073709551615", UINT64_MAX));
	assert_false(has_number("18446744073709551615", UINT64_MAX - 1));
	assert_true(has_number("0-18446744073709551615,5-,18446744073709551615", 77));
}

static void what_is_taken_out_is_out_wherever_it_stands(void **unused)
{
	(void)unused;
	assert_false(has_number("1-8,12,!3", 3));
	assert_false(has_number("!3,1-8,12", 3));
	assert_false(has_number("!3,3", 3));
	assert_true(has_number("1-8,12,!3", 4));
	assert_true(has_number("1-8,12,!3", 12));
	assert_false(has_number("1-8,12,!3", 9));
	assert_false(has_number("100000-200000,!150000-150010", 150005));
	assert_true(has_number("100000-200000,!150000-150010", 150011));
}

static void only_terms_that_take_out_leave_all_the_others(void **unused)
{
	(void)unused;
	assert_false(has_number("!3", 3));
	assert_true(has_number("!3", 0));
	assert_true(has_number("!3", UINT64_MAX));
	assert_false(has_number("!0-", 5));
	assert_true(has_name("!MPI_*", "main"));
	assert_false(has_name("!MPI_*", "MPI_Send"));
}

static void random_sets_agree_with_a_plain_loop_over_their_terms(void **unused)
{
	(void)unused;
	for (int round = 0; round < 300; round++) {
		uint64_t from[20], to[20], base = round % 2 ? 65536 - 100 : (uint64_t)1 << 40;
		int out[20], n = 1 + (int)(next_random() % 20), plain = 0, length = 0;
		char text[20 * 64];
		struct otfp_set *set;
		for (int i = 0; i < n; i++) {
			from[i] = base + next_random() % 200;
			to[i] = from[i] + next_random() % 20;
			out[i] = next_random() % 3 == 0;
			plain |= !out[i];
			length += sprintf(text + length, "%s%s%llu-%llu", i ? "," : "", out[i] ? "!" : "",
			                  (unsigned long long)from[i], (unsigned long long)to[i]);
		}
		set = made(text);
		for (uint64_t v = base - 2; v < base + 230; v++) {
			int in = !plain, taken = 0;
			for (int i = 0; i < n; i++)
				*(out[i] ? &taken : &in) |= v >= from[i] && v <= to[i];
			assert_int_equal(otfp_set_has(set, v, NULL, 0), in && !taken);
		}
		otfp_set_free(set);
	}
}

static void names_are_matched_by_glob(void **unused)
{
	(void)unused;
	assert_true(has_name("MPI_*", "MPI_Send"));
	assert_true(has_name("MPI_?send", "MPI_Isend"));
	assert_true(has_name("MPI_[IS]*", "MPI_Send"));
	assert_false(has_name("MPI_[IS]*", "MPI_Recv"));
	assert_true(has_name("main", "main"));
	assert_false(has_name("main", "Main"));
	assert_false(has_name("main", "main2"));
	assert_false(has_name("main", "mai"));
	assert_true(has_name("a/*", "a/b/.c"));
	assert_true(has_name("*", ""));
	assert_true(has_name("a[b", "a[b"));
	assert_false(has_name("main", ""));
	assert_false(has_bytes("mai?", "main", 3));
	assert_true(has_bytes("ma?", "main", 3));
	assert_false(has_bytes("main", "main\0x", 6));
	assert_true(has_bytes("main*", "main\0x", 6));
}

static void numbers_and_names_of_one_set_both_count(void **unused)
{
	struct otfp_set *set = made("7,70007,solve*,!solve_fast,!8");

	(void)unused;
	assert_true(otfp_set_has_names(set));
	assert_true(otfp_set_has(set, 7, "main", 4));
	assert_true(otfp_set_has(set, 7, NULL, 0));
	assert_true(otfp_set_has(set, 70007, NULL, 0));
	assert_true(otfp_set_has(set, 9, "solve", 5));
	assert_false(otfp_set_has(set, 9, "main", 4));
	assert_false(otfp_set_has(set, 9, NULL, 0));
	assert_false(otfp_set_has(set, 7, "solve_fast", 10));
	assert_false(otfp_set_has(set, 8, "solve", 5));
	otfp_set_free(set);
}

static void a_number_is_no_name_unless_it_holds_a_backslash(void **unused)
{
	(void)unused;
	assert_false(has_name("12", "12"));
	assert_true(has_name("\\12", "12"));
	assert_false(has_number("\\12", 12));
	assert_true(has_name("1\\-8", "1-8"));
	assert_false(has_number("1\\-8", 5));
	assert_true(has_name("2-opt", "2-opt"));
	assert_true(has_name("1x", "1x"));
}

static void a_backslash_makes_the_next_byte_plain(void **unused)
{
	(void)unused;
	assert_true(has_name("f(a\\,b)", "f(a,b)"));
	assert_true(has_name("x,f(a\\,b)", "x"));
	assert_false(has_name("f(a\\,b)", "f(a"));
	assert_true(has_name("\\!not", "!not"));
	assert_true(has_name("\\@file", "@file"));
	assert_true(has_name("a\\\\b", "a\\b"));
	assert_true(has_name("\\*", "*"));
	assert_false(has_name("\\*", "x"));
	assert_false(has_name("!f(a\\,b)", "f(a,b)"));
	assert_true(has_name("a\\\\,b", "b"));
	assert_true(has_name("\\ a\\ ", " a "));
}

static void blanks_around_a_term_are_ignored(void **unused)
{
	(void)unused;
	assert_true(has_number("1, 2", 2));
	assert_false(has_number(" 1-4 , ! 2 ", 2));
	assert_true(has_name(" rank 0 ", "rank 0"));
}

static void what_is_no_term_is_told_with_the_option(void **unused)
{
	(void)unused;
	assert_error("", "--process: bad term ''");
	assert_error("1,,2", "--process: bad term ''");
	assert_error("1,", "--process: bad term ''");
	assert_error(",1", "--process: bad term ''");
	assert_error("!", "--process: bad term '!'");
	assert_error("!!3", "--process: bad term '!!3'");
	assert_error("8-1", "--process: bad term '8-1'");
	assert_error("1,!8-1", "--process: bad term '8-1'");
	assert_error("-5", "--process: bad term '-5'");
	assert_error("-", "--process: bad term '-'");
	assert_error("1-2-3", "--process: bad term '1-2-3'");
	assert_error("1--3", "--process: bad term '1--3'");
	assert_error("@", "--process: bad term '@'");
	assert_error("name\\", "--process: bad term 'name\\': nothing follows the backslash");
	assert_error("18446744073709551616", "--process: bad term '18446744073709551616': more than 64 bits");
	assert_error("1-99999999999999999999", "--process: bad term '1-99999999999999999999': more than 64 bits");
}

static void a_file_gives_terms_by_line_and_comma(void **unused)
{
	const char text[] = "1-3\n\n  7 , 9\r\n\t\n!2\nMPI_*\n  rank 0  ";
	const char *name = file_of(text, sizeof text - 1);
	struct otfp_set *set = made(name);

	(void)unused;
	assert_true(otfp_set_has(set, 1, NULL, 0));
	assert_false(otfp_set_has(set, 2, NULL, 0));
	assert_true(otfp_set_has(set, 7, NULL, 0));
	assert_true(otfp_set_has(set, 9, NULL, 0));
	assert_false(otfp_set_has(set, 8, NULL, 0));
	assert_true(otfp_set_has(set, 8, "MPI_Send", 8));
	assert_true(otfp_set_has(set, 8, "rank 0", 6));
	otfp_set_free(set);
	unlink(name + 1);
}

static void a_file_stands_beside_other_terms_and_behind_a_mark(void **unused)
{
	const char *name = file_of("5\n6\n", 4);
	char text[100];

	(void)unused;
	snprintf(text, sizeof text, "1-9,!%s", name);
	assert_true(has_number(text, 4));
	assert_false(has_number(text, 5));
	assert_false(has_number(text, 6));
	snprintf(text, sizeof text, "!%s", name);
	assert_true(has_number(text, 100));
	assert_false(has_number(text, 6));
	snprintf(text, sizeof text, "%s,8", name);
	assert_true(has_number(text, 8));
	assert_true(has_number(text, 5));
	assert_false(has_number(text, 4));
	unlink(name + 1);
}

static void an_empty_file_is_nobody_and_takes_nobody_out(void **unused)
{
	const char *name = file_of("\n \n", 3);
	char text[100];

	(void)unused;
	assert_false(has_number(name, 1));
	snprintf(text, sizeof text, "!%s", name);
	assert_true(has_number(text, 1));
	snprintf(text, sizeof text, "!5,%s", name);
	assert_false(has_number(text, 1));
	unlink(name + 1);
}

static void a_bad_term_of_a_file_is_told_with_its_line(void **unused)
{
	static const struct {
		const char *text, *message;
	} t[] = {
		{"1\n\n8-1\n", "3: bad term '8-1'"},
		{"1,,2\n", "1: bad term ''"},
		{"1\n@other\n", "2: bad term '@other': @ in a file of terms"},
	};
	char message[200];

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		const char *name = file_of(t[i].text, strlen(t[i].text));
		snprintf(message, sizeof message, "--process: %s:%s", name + 1, t[i].message);
		assert_error(name, message);
		unlink(name + 1);
	}
}

static void a_mark_inside_a_file_behind_a_mark_is_refused(void **unused)
{
	const char *name = file_of("!5\n", 3);
	char text[100], message[200];

	(void)unused;
	snprintf(text, sizeof text, "!%s", name);
	snprintf(message, sizeof message, "--process: %s:1: bad term '!5': ! in a file that a ! excludes already",
	         name + 1);
	assert_error(text, message);
	unlink(name + 1);
}

static void a_file_that_cannot_be_read_is_told(void **unused)
{
	struct otfp_error e = {0};
	struct otfp_set *set;
	const char *name;

	(void)unused;
	assert_int_equal(otfp_set_parse(&set, "@/nowhere/at all", "-p", &e), OTFP_EFAIL);
	assert_string_equal(e.text, "-p: /nowhere/at all: No such file or directory");
	assert_int_equal(otfp_set_parse(&set, "@/tmp", "-p", &e), OTFP_EFAIL);
	assert_string_equal(e.text, "-p: /tmp: Is a directory");
	name = file_of("1\0002", 3);
	assert_int_equal(otfp_set_parse(&set, name, "-p", &e), OTFP_EUSAGE);
	assert_null(set);
	unlink(name + 1);
}

static void a_file_of_many_terms_is_read(void **unused)
{
	enum { TERMS = 100000 };
	char *text = malloc(TERMS * 8);
	size_t n = 0;

	(void)unused;
	for (int i = TERMS; i > 0; i--)
		n += (size_t)sprintf(text + n, "%d\n", 2 * i);
	const char *name = file_of(text, n);
	struct otfp_set *set = made(name);
	for (uint64_t v = 0; v < 2 * TERMS + 5; v++)
		assert_int_equal(otfp_set_has(set, v, NULL, 0), v && v % 2 == 0 && v <= 2 * TERMS);
	otfp_set_free(set);
	unlink(name + 1);
	free(text);
}

/* Random patterns of the bytes that mean something, against libc. */
static void globs_agree_with_fnmatch(void **unused)
{
	const char *parts[] = {"a",     "b",    "*",           "?",        "[ab]",     "[!a]", "[^b-]",
	                       "[a-b]", "[]a]", "[[:alpha:]]", "]",        "\\*",      "\\a",  "[\\]a]",
	                       "-",     "!",    "[!]]",        "[[.a.]b]", "[[=a=]?*]"};
	const char letters[] = "aab*?[]-!\\";

	(void)unused;
	for (int i = 0; i < 50000; i++) {
		char text[80] = "x", name[10] = "x";
		size_t n = 1 + next_random() % 8;
		for (int k = (int)(next_random() % 5); k >= 0; k--)
			strcat(text, parts[next_random() % (sizeof parts / sizeof *parts)]);
		for (size_t k = 1; k < n; k++)
			name[k] = letters[next_random() % (sizeof letters - 1)];
		name[n] = 0;
		if (has_name(text, name) != (fnmatch(text, name, 0) == 0))
			fail_msg("pattern %s, name %s", text, name);
	}
}

static void a_glob_of_many_stars_is_answered_at_once(void **unused)
{
	char pattern[201], name[20000];

	(void)unused;
	for (int i = 0; i < 200; i++)
		pattern[i] = i % 2 ? 'a' : '*';
	pattern[200] = 0;
	memset(name, 'a', sizeof name);
	name[sizeof name - 1] = 'b';
	assert_false(has_bytes(pattern, name, sizeof name));
	assert_true(has_bytes(pattern, name, sizeof name - 1));
}

/* ---- regular expressions ---- */

static int has_by_regex(const char *text, uint64_t v, const char *name)
{
	struct otfp_set *set;
	struct otfp_error e = {0};
	int r;

	if (otfp_set_parse_as(&set, text, OTFP_SET_REGEX, "--process", &e) < 0)
		fail_msg("%s", e.text);
	r = otfp_set_has(set, v, name, strlen(name));
	otfp_set_free(set);
	return r;
}

static void names_may_be_regular_expressions(void **state)
{
	(void)state;
	assert_true(has_by_regex("^MPI_(Send|Recv)$,main", 1, "MPI_Send"));
	assert_false(has_by_regex("^MPI_(Send|Recv)$,main", 1, "MPI_Sendrecv"));
	assert_true(has_by_regex("main", 1, "the main loop"));
	assert_false(has_by_regex("m,!^a", 1, "am"));
	assert_true(has_by_regex("!^a", 1, "b"));
	assert_true(has_by_regex("5-7,x", 6, "y"));
	assert_true(has_by_regex("^a{1\\,2}$", 1, "aa"));
	assert_true(has_by_regex("a\\.b", 1, "a.b"));
	assert_false(has_by_regex("a\\.b", 1, "axb"));
	assert_true(has_by_regex("\\!x\\\\", 1, "!x\\"));
}

static void a_bad_regular_expression_is_told(void **state)
{
	struct otfp_set *set;
	struct otfp_error e = {0};

	(void)state;
	assert_int_equal(otfp_set_parse_as(&set, "a,b(", OTFP_SET_REGEX, "--process", &e), OTFP_EUSAGE);
	assert_null(set);
	assert_non_null(strstr(e.text, "--process: invalid regular expression 'b('"));
}

/* Terms one after another, those that are taken out with a !. */
static int take_term(void *ctx, const char *term, int out, struct otfp_error *err)
{
	char *to = ctx;

	(void)err;
	sprintf(to + strlen(to), "%s%s;", out ? "!" : "", term);
	return 0;
}

static void another_may_take_the_terms(void **unused)
{
	char text[200], taken[200] = "";
	struct otfp_terms terms = {.take = take_term, .ctx = taken};
	struct otfp_error e;
	const char *name = file_of("a , !1-2,\n", 10);

	(void)unused;
	snprintf(text, sizeof text, "!x*, %s,b\\,c", name);
	assert_int_equal(otfp_terms_parse(&terms, text, "-r", &e), 0);
	assert_string_equal(taken, "!x*;a;!1-2;b\\,c;");
	assert_true(terms.plain);
	unlink(name + 1);
	assert_int_equal(otfp_terms_parse(&terms, "!1", "-r", &e), 0);
	assert_false(terms.plain);
	assert_int_equal(otfp_terms_parse(&terms, "1,,2", "-r", &e), OTFP_EUSAGE);
}

static void terms_that_match_nothing_are_told_once(void **state)
{
	struct otfp_set *set = made("7,3,3,10-20,rank *,!main,40-,nobody,5,6,8,9");
	char text[400];

	(void)state;
	otfp_set_meet(set, 3, NULL, 0);
	otfp_set_meet(set, 15, "rank 15", 7);
	otfp_set_meet(set, UINT64_MAX, "main", 4);
	otfp_set_meet(NULL, 3, NULL, 0);
	assert_int_equal(otfp_set_unmet(set, text, sizeof text), 6);
	assert_string_equal(text, "'5', '6', '7', '8', '9' and 1 more");
	assert_int_equal(otfp_set_unmet(set, text, sizeof text), 0);
	otfp_set_free(set);
	set = made("12-14,nobody");
	otfp_set_meet(set, 11, "some", 4);
	otfp_set_meet(set, 15, NULL, 0);
	assert_int_equal(otfp_set_unmet(set, text, sizeof text), 2);
	assert_string_equal(text, "'12-14', 'nobody'");
	otfp_set_free(set);
}

static void the_largest_number_is_that_of_a_closed_range(void **state)
{
	static const struct {
		const char *text;
		uint64_t largest;
	} cases[] = {{"1-8,3", 8},
	             {"5-", 5},
	             {"name", 0},
	             {"!4294967296", 4294967296},
	             {"1-4294967296", 4294967296},
	             {"18446744073709551615", 18446744073709551615u}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct otfp_set *set = made(cases[i].text);
		assert_int_equal(otfp_set_largest(set), cases[i].largest);
		otfp_set_free(set);
	}
}

static void a_negated_bracket_contains_the_zero_byte(void **unused)
{
	(void)unused;
	assert_true(has_bytes("[!a]", "", 1));
	assert_true(has_bytes("x[^a]", "x", 2));
	assert_false(has_bytes("[a]", "", 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_negated_bracket_contains_the_zero_byte),
		cmocka_unit_test(another_may_take_the_terms),
		cmocka_unit_test(numbers_and_ranges_are_members_with_their_ends),
		cmocka_unit_test(a_range_without_end_goes_up_to_the_largest),
		cmocka_unit_test(what_is_taken_out_is_out_wherever_it_stands),
		cmocka_unit_test(only_terms_that_take_out_leave_all_the_others),
		cmocka_unit_test(random_sets_agree_with_a_plain_loop_over_their_terms),
		cmocka_unit_test(names_are_matched_by_glob),
		cmocka_unit_test(numbers_and_names_of_one_set_both_count),
		cmocka_unit_test(a_number_is_no_name_unless_it_holds_a_backslash),
		cmocka_unit_test(a_backslash_makes_the_next_byte_plain),
		cmocka_unit_test(blanks_around_a_term_are_ignored),
		cmocka_unit_test(what_is_no_term_is_told_with_the_option),
		cmocka_unit_test(a_file_gives_terms_by_line_and_comma),
		cmocka_unit_test(a_file_stands_beside_other_terms_and_behind_a_mark),
		cmocka_unit_test(an_empty_file_is_nobody_and_takes_nobody_out),
		cmocka_unit_test(a_bad_term_of_a_file_is_told_with_its_line),
		cmocka_unit_test(a_mark_inside_a_file_behind_a_mark_is_refused),
		cmocka_unit_test(a_file_that_cannot_be_read_is_told),
		cmocka_unit_test(a_file_of_many_terms_is_read),
		cmocka_unit_test(globs_agree_with_fnmatch),
		cmocka_unit_test(a_glob_of_many_stars_is_answered_at_once),
		cmocka_unit_test(names_may_be_regular_expressions),
		cmocka_unit_test(a_bad_regular_expression_is_told),
		cmocka_unit_test(terms_that_match_nothing_are_told_once),
		cmocka_unit_test(the_largest_number_is_that_of_a_closed_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
