/* test_location.c - @NUMBER as a term of a set. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/set.h"

static int has_located(const char *text, uint64_t v, const char *name, uint64_t location)
{
	struct otfp_set *set;
	struct otfp_error e = {0};
	int r;

	if (otfp_set_parse_as(&set, text, OTFP_SET_LOCATIONS, "--process", &e) < 0)
		fail_msg("%s", e.text);
	r = otfp_set_has_located(set, v, name, strlen(name), &location);
	otfp_set_free(set);
	return r;
}

static void a_number_behind_an_at_is_a_location(void **state)
{
	(void)state;
	assert_true(has_located("@4294967296", 3, "thread", 4294967296));
	assert_false(has_located("@4294967296", 3, "thread", 3));
	assert_false(has_located("@3", 3, "@4", 4));
	assert_true(has_located("@7,thread*", 3, "thread 1", 8));
	assert_false(has_located("thread*,!@8", 3, "thread 1", 8));
	assert_true(has_located("!@7", 3, "thread 1", 8));
	assert_true(has_located("@18446744073709551615", 1, "", UINT64_MAX));
}

static void a_location_needs_an_id(void **state)
{
	struct otfp_set *set;
	struct otfp_error e = {0};

	(void)state;
	assert_int_equal(otfp_set_parse_as(&set, "@18446744073709551616", OTFP_SET_LOCATIONS, "--process", &e),
	                 OTFP_EUSAGE);
	assert_non_null(strstr(e.text, "more than 64 bits"));
	assert_int_equal(otfp_set_parse(&set, "1", "--process", &e), 0);
	assert_false(otfp_set_has_located(set, 3, "thread", 6, NULL));
	otfp_set_free(set);
	assert_int_equal(otfp_set_parse(&set, "@4294967296", "--function", &e), OTFP_EFAIL);
}

static void locations_that_are_not_there_are_told(void **state)
{
	const uint64_t there = 7;
	struct otfp_set *set;
	struct otfp_error e = {0};
	char text[100];

	(void)state;
	assert_int_equal(otfp_set_parse_as(&set, "@7,@8", OTFP_SET_LOCATIONS, "--process", &e), 0);
	otfp_set_meet_located(set, 1, "8", 1, &there);
	assert_int_equal(otfp_set_unmet(set, text, sizeof text), 1);
	assert_string_equal(text, "'@8'");
	otfp_set_free(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_behind_an_at_is_a_location),
		cmocka_unit_test(a_location_needs_an_id),
		cmocka_unit_test(locations_that_are_not_there_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
