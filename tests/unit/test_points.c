#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "sample/points.h"

static const struct otfp_header span_of_10 = {.resolution = 1000, .has_span = 1, .first = 100, .last = 110};

/* Options as given, NULL = not. */
static struct otfp_points make(const char *points, const char *every, const char *at)
{
	struct otfp_error e;
	struct otfp_points p = {
		.points = points ? strdup(points) : NULL,
		.every = every ? strdup(every) : NULL,
		.at = at ? strdup(at) : NULL,
	};

	assert_int_equal(otfp_points_parse(&p, &e), 0);
	return p;
}

/* All points as text, the closing one in brackets. */
static void expect(struct otfp_points p, const struct otfp_header *h, const char *want)
{
	struct otfp_error e;
	char got[400] = "";
	uint64_t t;
	int closing, n = 0;

	assert_int_equal(otfp_points_bind(&p, h, &e), 0);
	for (int found = otfp_points_next(&p, NULL, &t, &closing); found && n < 350;
	     found = otfp_points_next(&p, &t, &t, &closing))
		n += snprintf(got + n, sizeof got - (size_t)n, closing ? "[%llu]" : "%llu ", (unsigned long long)t);
	assert_string_equal(got, want);
	otfp_points_release(&p);
}

static void points_lie_at_equal_distances_and_the_last_behind_the_end(void **unused)
{
	(void)unused;
	expect(make("3", NULL, NULL), &span_of_10, "103 107 [111]");
	expect(make("1", NULL, NULL), &span_of_10, "[111]");
}

static void every_counts_from_the_first_event(void **unused)
{
	(void)unused;
	expect(make(NULL, "5", NULL), &span_of_10, "105 110 [111]");
	expect(make(NULL, "4ms", NULL), &span_of_10, "104 108 [111]");
	expect(make(NULL, "50%", NULL), &span_of_10, "105 110 [111]");
	expect(make(NULL, "11", NULL), &span_of_10, "[111]");
}

static void several_options_mean_each_instant_once(void **unused)
{
	(void)unused;
	expect(make("2,3", "5,2", "105,3,111"), &span_of_10, "3 102 103 104 105 106 107 108 110 111 ");
}

static void at_in_ticks_needs_no_span(void **unused)
{
	static const struct otfp_header nothing;
	struct otfp_points p = make(NULL, NULL, "9,18446744073709551615,9");

	(void)unused;
	assert_false(otfp_points_need_span(&p));
	expect(p, &nothing, "9 18446744073709551615 ");
}

static void more_points_than_ticks_cost_no_more_than_the_ticks(void **unused)
{
	static const struct otfp_header h = {.has_span = 1, .first = 7, .last = 9};

	(void)unused;
	expect(make("18446744073709551615", NULL, NULL), &h, "7 8 9 [10]");
}

static void points_of_the_largest_span_do_not_overflow(void **unused)
{
	static const struct otfp_header h = {.has_span = 1, .first = 0, .last = UINT64_MAX - 1};

	(void)unused;
	expect(make("2", "9223372036854775808", NULL), &h,
	       "9223372036854775807 9223372036854775808 [18446744073709551615]");
}

static void what_the_header_lacks_is_a_usage_error(void **unused)
{
	static const struct otfp_header nothing, full = {.has_span = 1, .last = UINT64_MAX};
	struct otfp_error e;
	struct otfp_points p = make("5", NULL, NULL);

	(void)unused;
	assert_true(otfp_points_need_span(&p));
	assert_int_equal(otfp_points_bind(&p, &nothing, &e), OTFP_EUSAGE);
	assert_int_equal(otfp_points_bind(&p, &full, &e), OTFP_EUSAGE);
	otfp_points_release(&p);
	p = make(NULL, NULL, "5%");
	assert_true(otfp_points_need_span(&p));
	otfp_points_release(&p);
}

static void bad_texts_are_usage_errors(void **unused)
{
	static const char *const bad[] = {"0", "x", "1x", "", "1,", "-1", "18446744073709551616"};

	(void)unused;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct otfp_points p = {.points = strdup(bad[i])};
		struct otfp_error e;
		assert_int_equal(otfp_points_parse(&p, &e), OTFP_EUSAGE);
		otfp_points_release(&p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_lie_at_equal_distances_and_the_last_behind_the_end),
		cmocka_unit_test(every_counts_from_the_first_event),
		cmocka_unit_test(several_options_mean_each_instant_once),
		cmocka_unit_test(at_in_ticks_needs_no_span),
		cmocka_unit_test(more_points_than_ticks_cost_no_more_than_the_ticks),
		cmocka_unit_test(points_of_the_largest_span_do_not_overflow),
		cmocka_unit_test(what_the_header_lacks_is_a_usage_error),
		cmocka_unit_test(bad_texts_are_usage_errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
