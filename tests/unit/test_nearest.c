/* Which word is meant by one that is misspelt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "base/nearest.h"
#include <string.h>

static const char *const words[] = {"function", "message", "matrix", "length", "collective", "rma", "file", "files"};

static const char *nearest(const char *text)
{
	struct otfp_nearest near = {text, strlen(text), NULL, 0};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		otfp_nearest_try(&near, words[i]);
	return near.best;
}

static void each_kind_of_slip_is_understood(void **state)
{
	(void)state;
	assert_string_equal(nearest("functoin"), "function");
	assert_string_equal(nearest("mesage"), "message");
	assert_string_equal(nearest("mattrix"), "matrix");
	assert_string_equal(nearest("lengtj"), "length");
	assert_string_equal(nearest("Function"), "function");
	assert_string_equal(nearest("ram"), "rma");
}

static void the_least_distance_wins_and_then_the_first(void **state)
{
	(void)state;
	assert_string_equal(nearest("files"), "files");
	assert_string_equal(nearest("fil"), "file");
	assert_string_equal(nearest("filed"), "file");
}

static void what_is_far_from_all_is_none(void **state)
{
	(void)state;
	assert_null(nearest("rank"));
	assert_null(nearest("x"));
	assert_null(nearest(""));
	assert_null(nearest("colour"));
	assert_null(nearest("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

static void the_text_need_not_end(void **state)
{
	struct otfp_nearest near = {"fiel,matrix", 4, NULL, 0};

	(void)state;
	otfp_nearest_try(&near, "matrix");
	otfp_nearest_try(&near, "file");
	assert_string_equal(near.best, "file");
	assert_int_equal(near.distance, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_of_slip_is_understood),
		cmocka_unit_test(the_least_distance_wins_and_then_the_first),
		cmocka_unit_test(what_is_far_from_all_is_none),
		cmocka_unit_test(the_text_need_not_end),
	};

	return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
