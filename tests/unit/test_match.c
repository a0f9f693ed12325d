/* --match: what parses, what an error says, what is true of records made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cmd/filter/match.h"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { NO, YES, NEITHER };

static struct otfp_error err;
static struct match *match;
static const struct otfp_header header = {.resolution = 1000, .first = 100, .last = 300, .has_span = 1};

static int clean(void **state)
{
	(void)state;
	match_free(match);
	match = NULL;
	return 0;
}

static void parse(const char *text)
{
	clean(NULL);
	if (match_parse(&match, text, &err) < 0 || match_bind(match, &header, &err) < 0)
		fail_msg("%s: %s", text, err.text);
}

/* What is said of a record with these numbers in its slots. */
static int says_of(unsigned type, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	struct otfp_record rec = {.time = 20, .loc = 3, .type = (uint16_t)type, .file = otfp_schema(type)->file};

	rec.f[0].u = a;
	rec.f[1].u = b;
	rec.f[2].u = c;
	rec.f[3].u = d;
	return match_verdict(match, &rec, 0);
}

static int says_of_message(const char *text)
{
	parse(text);
	return says_of(OTFP_SendMsg, 1, 2, 30, 4096); /* receiver group tag length, of process 3 at 20 */
}

static int says_of_value(const char *text, uint64_t bits, unsigned form)
{
	struct otfp_record rec = {.type = OTFP_Counter, .file = OTFP_FILE_EVENT, .form = (uint8_t)form};

	parse(text);
	rec.f[1].u = bits;
	return match_verdict(match, &rec, 0);
}

static void define(unsigned type, uint32_t stream, uint32_t token, const char *name, int matters)
{
	struct otfp_record rec = {.loc = stream, .type = (uint16_t)type};

	rec.f[0].u = token;
	rec.f[1].s = (struct otfp_str){name, strlen(name)};
	assert_int_equal(match_learn(match, &rec), matters);
}

static int says_of_call(uint32_t function, uint32_t stream)
{
	struct otfp_record rec = {.loc = 1, .type = OTFP_Enter, .file = OTFP_FILE_EVENT};

	rec.f[0].u = function;
	return match_verdict(match, &rec, stream);
}

static int says_of_text(const char *text, const char *comment)
{
	struct otfp_record rec = {.type = OTFP_EventComment, .file = OTFP_FILE_EVENT};

	parse(text);
	if (comment)
		rec.f[0].s = (struct otfp_str){comment, strlen(comment)};
	return match_verdict(match, &rec, 0);
}

/* ---- what parses, and what it means ---- */

static void numbers_compare_as_numbers(void **state)
{
	(void)state;
	assert_int_equal(says_of_message("length == 4096"), YES);
	assert_int_equal(says_of_message("length != 4096"), NO);
	assert_int_equal(says_of_message("length < 4097"), YES);
	assert_int_equal(says_of_message("length <= 4095"), NO);
	assert_int_equal(says_of_message("length > 4095.5"), YES);
	assert_int_equal(says_of_message("length >= 18446744073709551615"), NO);
	assert_int_equal(says_of_message("length < 18446744073709551616"), YES);
	assert_int_equal(says_of_message("length > -1"), YES);
	assert_int_equal(says_of_message("4096 <= length"), YES);
	assert_int_equal(says_of_message("4096 < length"), NO);
}

static void fields_compare_with_fields(void **state)
{
	(void)state;
	assert_int_equal(says_of_message("tag > length"), NO);
	assert_int_equal(says_of_message("receiver < group"), YES);
	assert_int_equal(says_of_message("process == receiver"), NO);
	assert_int_equal(says_of_message("time < tag"), YES);
}

static void and_binds_tighter_than_or_and_not_tightest(void **state)
{
	(void)state;
	assert_int_equal(says_of_message("tag == 30 || tag == 31 && length == 1"), YES);
	assert_int_equal(says_of_message("(tag == 30 || tag == 31) && length == 1"), NO);
	assert_int_equal(says_of_message("!tag == 30 || length == 1"), NO);
	assert_int_equal(says_of_message("!(tag == 30 && length == 1)"), YES);
	assert_int_equal(says_of_message("!!tag==30"), YES);
	assert_int_equal(says_of_message(" ( tag==30 )\t&&length\n==4096 "), YES);
}

static void what_lacks_a_field_is_neither_unless_the_rest_settles_it(void **state)
{
	(void)state;
	assert_int_equal(says_of_message("value > 5"), NEITHER);
	assert_int_equal(says_of_message("!(value > 5)"), NEITHER);
	assert_int_equal(says_of_message("value > 5 && tag == 30"), NEITHER);
	assert_int_equal(says_of_message("value > 5 && tag == 31"), NO);
	assert_int_equal(says_of_message("tag == 30 || value > 5"), YES);
	assert_int_equal(says_of_message("tag == 31 || value > 5"), NEITHER);
	assert_false(match_asks(match, OTFP_Leave));
	assert_true(match_asks(match, OTFP_Counter));
}

static void times_are_bound_to_the_ticks_of_the_stream(void **state)
{
	(void)state;
	assert_int_equal(says_of_message("time == 20ms"), YES);
	assert_int_equal(says_of_message("time >= 0.02s && time <= 20000us"), YES);
	assert_int_equal(says_of_message("time < 25%"), YES); /* 150 */
	assert_int_equal(says_of_message("time > 19.5ms"), YES);
	assert_int_equal(says_of_message("time > 20.5ms"), NO);
	assert_int_equal(says_of_message("time >= 20.5ms"), NO);
	assert_int_equal(says_of_message("time < 20.5ms"), YES);
	assert_int_equal(says_of_message("time <= 19.5ms"), NO);
	assert_int_equal(says_of_message("time == 19.5ms"), NO);
	assert_int_equal(says_of_message("time != 19.5ms"), YES);
}

static void values_of_counters_mean_what_their_form_says(void **state)
{
	double half = 0.5;
	uint64_t bits;
	float quarter = -0.25f;
	uint32_t low;

	(void)state;
	memcpy(&bits, &half, sizeof bits);
	memcpy(&low, &quarter, sizeof low);
	assert_int_equal(says_of_value("value == 0.5", bits, OTFP_FORM_DOUBLE), YES);
	assert_int_equal(says_of_value("value < 0", low, OTFP_FORM_FLOAT), YES);
	assert_int_equal(says_of_value("value < 0", (uint64_t)-7, OTFP_FORM_SIGNED), YES);
	assert_int_equal(says_of_value("value == -7", (uint64_t)-7, OTFP_FORM_SIGNED), YES);
	assert_int_equal(says_of_value("value < 0", (uint64_t)-7, OTFP_FORM_RAW), NO);
	assert_int_equal(says_of_value("value == 9007199254740993", 9007199254740993, OTFP_FORM_RAW), YES);
	assert_int_equal(says_of_value("value == 9007199254740993", 9007199254740992, OTFP_FORM_RAW), NO);
	bits = 0x7ff8000000000000; /* not a number */
	assert_int_equal(says_of_value("value == 0", bits, OTFP_FORM_DOUBLE), NO);
	assert_int_equal(says_of_value("value >= 0", bits, OTFP_FORM_DOUBLE), NO);
	assert_int_equal(says_of_value("value != 0", bits, OTFP_FORM_DOUBLE), YES);
}

static void texts_compare_by_bytes_and_regex(void **state)
{
	(void)state;
	assert_int_equal(says_of_text("text == \"abc\"", "abc"), YES);
	assert_int_equal(says_of_text("text == \"abc\"", "abcd"), NO);
	assert_int_equal(says_of_text("text < \"abd\"", "abcz"), YES);
	assert_int_equal(says_of_text("text > \"\"", ""), NO);
	assert_int_equal(says_of_text("text =~ \"^a.*z$\"", "abcz"), YES);
	assert_int_equal(says_of_text("text =~ \"b\"", "abcz"), YES);
	assert_int_equal(says_of_text("text =~ \"a\\.c\"", "abc"), NO);
	assert_int_equal(says_of_text("text == \"a\\\"b\\\\c\\td\"", "a\"b\\c\td"), YES);
	assert_int_equal(says_of_text("text != \"x\"", NULL), NEITHER);
}

static void names_are_those_of_definitions(void **state)
{
	(void)state;
	parse("function =~ \"^MPI_\"");
	define(OTFP_DefCounter, 0, 5, "MPI_count", 0);
	define(OTFP_DefFunction, 0, 5, "MPI_Send", 1);
	define(OTFP_DefFunction, 0, 6, "main", 1);
	define(OTFP_DefFunction, 2, 5, "other", 1);
	assert_int_equal(says_of_call(5, 0), YES);
	assert_int_equal(says_of_call(5, 1), YES);
	assert_int_equal(says_of_call(5, 2), NO);
	assert_int_equal(says_of_call(6, 2), NO);
	assert_int_equal(says_of_call(7, 0), NEITHER);
	define(OTFP_DefFunction, 0, 6, "MPI_Recv", 1);
	assert_int_equal(says_of_call(6, 0), YES);
}

static void name_is_the_own_name_or_that_of_the_thing(void **state)
{
	struct otfp_record rec = {.type = OTFP_DefMarker, .file = OTFP_FILE_MARKER};

	(void)state;
	parse("name == \"CAT\"");
	define(OTFP_DefMarker, 0, 5, "CAT", 1);
	define(OTFP_DefCounter, 0, 5, "cycles", 1);
	rec.f[1].s = (struct otfp_str){"CAT", 3};
	assert_int_equal(match_verdict(match, &rec, 0), YES);
	assert_int_equal(says_of(OTFP_Marker, 5, 0, 0, 0), YES);
	assert_int_equal(says_of(OTFP_Counter, 5, 0, 0, 0), NO);
	assert_int_equal(says_of(OTFP_SendMsg, 5, 5, 5, 5), NEITHER);
	parse("process == \"rank 1\" || receiver == \"rank 1\"");
	define(OTFP_DefProcess, 0, 3, "rank 2", 1);
	define(OTFP_DefProcess, 0, 2, "rank 1", 1);
	assert_int_equal(says_of(OTFP_NoOp, 0, 0, 0, 0), NEITHER);
	assert_int_equal(says_of(OTFP_SendMsg, 2, 0, 0, 0), YES);
}

static void of_a_list_one_element_is_enough(void **state)
{
	static const uint32_t members[] = {2, 3, 5};
	struct otfp_record rec = {.type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF};

	(void)state;
	rec.f[2].l = (struct otfp_list){members, 3};
	parse("members == 3");
	assert_int_equal(match_verdict(match, &rec, 0), YES);
	parse("members > 5");
	assert_int_equal(match_verdict(match, &rec, 0), NO);
}

/* ---- errors ---- */

static void is_refused(const char *text, size_t column, const char *why)
{
	char place[40];

	assert_int_equal(match_parse(&match, text, &err), OTFP_EUSAGE);
	assert_null(match);
	snprintf(place, sizeof place, "--match: column %zu: ", column);
	if (strncmp(err.text, place, strlen(place)) != 0 || !strstr(err.text, why))
		fail_msg("%s: %s", text, err.text);
}

static void errors_tell_the_column(void **state)
{
	(void)state;
	is_refused("", 1, "the expression ends");
	is_refused("  ", 3, "the expression ends");
	is_refused("length", 7, "expected == != < <= > >= or =~, but the expression ends");
	is_refused("length == ", 11, "expected a field, a number or a \"text\", but the expression ends");
	is_refused("length = 5", 8, "not '= 5'");
	is_refused("tag == 1 && && tag == 2", 13, "not '&& tag == 2'");
	is_refused("tag == 1 tag == 2", 10, "expected && or ||");
	is_refused("(tag == 1", 10, "expected &&, || or ), but the expression ends");
	is_refused("tag == 1)", 9, "not ')'");
	is_refused("tag == 1 & tag == 2", 10, "not '& tag == 2'");
	is_refused("tag == 1 || lenght > 5", 13, "unknown field 'lenght'; did you mean 'length'?");
	is_refused("tag == lenght", 8, "unknown field 'lenght'; did you mean 'length'?");
	is_refused("value == tag", 1, "no record has both 'value' and 'tag'");
	is_refused("1 == 2", 1, "neither side");
	is_refused("\"a\" == \"b\"", 1, "neither side");
}

static void errors_tell_what_does_not_fit(void **state)
{
	(void)state;
	is_refused("text == 5", 1, "'text' cannot be compared with a number");
	is_refused("name == 5", 1, "'name' cannot be compared with a number");
	is_refused("tag == \"x\"", 1, "'tag' cannot be compared with a text");
	is_refused("length > 1s", 1, "'length' cannot be compared with a time");
	is_refused("text =~ 5", 1, "=~ needs");
	is_refused("\"x\" =~ text", 1, "=~ needs");
	is_refused("tag == 1.2.3", 8, "'1.2.3' is neither a number nor a time");
	is_refused("tag == 1.", 8, "is not a number");
	is_refused("time > 5h", 8, "is neither a number nor a time");
	is_refused("time > -5s", 8, "is neither a number nor a time");
	is_refused("text == \"abc", 9, "no closing quote");
	is_refused("text =~ \"a(\"", 9, "invalid regular expression 'a('");
}

static void deep_nesting_is_refused(void **state)
{
	char deep[400] = "";

	(void)state;
	memset(deep, '(', 150);
	is_refused(deep, 101, "nested deeper");
	memset(deep, '!', 150);
	is_refused(deep, 101, "nested deeper");
}

static void a_time_needs_what_the_header_lacks(void **state)
{
	static const struct otfp_header none;

	(void)state;
	assert_int_equal(match_parse(&match, "tag == 1 || time > 5ms", &err), 0);
	assert_int_equal(match_bind(match, &none, &err), OTFP_EUSAGE);
	assert_non_null(strstr(err.text, "--match: column 20: a time in seconds"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(numbers_compare_as_numbers, clean),
		cmocka_unit_test_teardown(fields_compare_with_fields, clean),
		cmocka_unit_test_teardown(and_binds_tighter_than_or_and_not_tightest, clean),
		cmocka_unit_test_teardown(what_lacks_a_field_is_neither_unless_the_rest_settles_it, clean),
		cmocka_unit_test_teardown(times_are_bound_to_the_ticks_of_the_stream, clean),
		cmocka_unit_test_teardown(values_of_counters_mean_what_their_form_says, clean),
		cmocka_unit_test_teardown(texts_compare_by_bytes_and_regex, clean),
		cmocka_unit_test_teardown(names_are_those_of_definitions, clean),
		cmocka_unit_test_teardown(name_is_the_own_name_or_that_of_the_thing, clean),
		cmocka_unit_test_teardown(of_a_list_one_element_is_enough, clean),
		cmocka_unit_test_teardown(errors_tell_the_column, clean),
		cmocka_unit_test_teardown(errors_tell_what_does_not_fit, clean),
		cmocka_unit_test_teardown(deep_nesting_is_refused, clean),
		cmocka_unit_test_teardown(a_time_needs_what_the_header_lacks, clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
