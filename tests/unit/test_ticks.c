#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "base/ticks.h"

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* The ticks of a text in a trace of so many ticks per second. */
static uint64_t ticks_of(const char *text, uint64_t resolution)
{
	struct otfp_header h = {.resolution = resolution};
	struct otfp_error e;
	struct otfp_time t;
	uint64_t ticks;

	assert_int_equal(otfp_time_parse(&t, text, "--at", &e), 0);
	assert_int_equal(otfp_time_bind(&t, &h, &ticks, &e), 0);
	return ticks;
}

static uint64_t percent_of(const char *text, uint64_t first, uint64_t last)
{
	struct otfp_header h = {.has_span = 1, .first = first, .last = last};
	struct otfp_error e;
	struct otfp_time t;
	uint64_t ticks;

	assert_int_equal(otfp_time_parse(&t, text, "--at", &e), 0);
	assert_int_equal(otfp_time_bind(&t, &h, &ticks, &e), 0);
	return ticks;
}

static int bind_fails(const char *text, const struct otfp_header *h)
{
	struct otfp_error e = {0};
	struct otfp_time t;
	uint64_t ticks;

	assert_int_equal(otfp_time_parse(&t, text, "--at", &e), 0);
	return otfp_time_bind(&t, h, &ticks, &e) == OTFP_EUSAGE && e.code == OTFP_EUSAGE && e.text[0];
}

static void ticks_are_taken_as_they_are(void **unused)
{
	(void)unused;
	assert_true(ticks_of("0", 0) == 0);
	assert_true(ticks_of("1500", 1000) == 1500);
	assert_true(ticks_of("18446744073709551615", 0) == UINT64_MAX);
}

static void times_of_whole_ticks_are_exact(void **unused)
{
	(void)unused;
	assert_true(ticks_of("1s", 1000000000) == 1000000000);
	assert_true(ticks_of("1ns", 1000000000) == 1);
	assert_true(ticks_of("3us", 1000000000) == 3000);
	assert_true(ticks_of("10ms", 1000000000) == 10000000);
	assert_true(ticks_of("1.5s", 1000000000) == 1500000000);
	assert_true(ticks_of("0.000000001s", 1000000000) == 1);
	assert_true(ticks_of("1500ms", 2) == 3);
	assert_true(ticks_of("0.1s", 10) == 1);
	assert_true(ticks_of("0.3s", 1000) == 300);
	assert_true(ticks_of("0.7s", 10) == 7);
	assert_true(ticks_of("1.10s", 10) == 11);
	assert_true(ticks_of("0s", 7) == 0);
}

static void times_between_two_ticks_are_rounded_up(void **unused)
{
	(void)unused;
	assert_true(ticks_of("1.5s", 3) == 5);
	assert_true(ticks_of("1ns", 1000000) == 1);
	assert_true(ticks_of("1.001us", 1000000) == 2);
	assert_true(ticks_of("1ns", 3) == 1);
	assert_true(ticks_of("0.001ns", 1000000000) == 1);
	assert_true(ticks_of("0.000000000001s", 1) == 1);
	assert_true(ticks_of("333333333ns", 3) == 1);
	assert_true(ticks_of("333333334ns", 3) == 2);
}

static void a_tick_written_in_nanoseconds_comes_back(void **unused)
{
	char text[64];

	(void)unused;
	for (int i = 0; i < 20000; i++) {
		uint64_t v = next_random() >> i % 64;
		snprintf(text, sizeof text, "%lluns", (unsigned long long)v);
		assert_true(ticks_of(text, 1000000000) == v);
		snprintf(text, sizeof text, "%llu.%09llus", (unsigned long long)(v / 1000000000),
		         (unsigned long long)(v % 1000000000));
		assert_true(ticks_of(text, 1000000000) == v);
		snprintf(text, sizeof text, "%llu.%03lluus", (unsigned long long)(v / 1000),
		         (unsigned long long)(v % 1000));
		assert_true(ticks_of(text, 1000000000) == v);
	}
}

static void percent_is_exact_and_rounded_up(void **unused)
{
	(void)unused;
	assert_true(percent_of("0%", 10, 20) == 10);
	assert_true(percent_of("100%", 10, 20) == 20);
	assert_true(percent_of("50%", 10, 20) == 15);
	assert_true(percent_of("25%", 10, 20) == 13);
	assert_true(percent_of("0.0000001%", 10, 20) == 11);
	assert_true(percent_of("33.3333333%", 0, 3) == 1);
	assert_true(percent_of("33.3333334%", 0, 3) == 2);
	assert_true(percent_of("12.5%", 0, 8) == 1);
	assert_true(percent_of("100%", 0, UINT64_MAX) == UINT64_MAX);
	assert_true(percent_of("50%", 0, UINT64_MAX) == (uint64_t)1 << 63);
	assert_true(percent_of("70%", 5, 5) == 5);
	assert_true(percent_of("200%", 10, 20) == 30);
}

static void a_unit_that_the_header_cannot_serve_is_an_error(void **unused)
{
	const struct otfp_header none = {0}, backwards = {.has_span = 1, .first = 9, .last = 3};

	(void)unused;
	assert_true(bind_fails("1s", &none));
	assert_true(bind_fails("0ns", &none));
	assert_true(bind_fails("25%", &none));
	assert_true(bind_fails("25%", &backwards));
}

static void a_result_of_more_than_64_bits_is_an_error(void **unused)
{
	const struct otfp_header fine = {.resolution = 1000000000000, .has_span = 1, .first = 5, .last = UINT64_MAX};
	const struct otfp_header most = {.resolution = UINT64_MAX};

	(void)unused;
	assert_true(bind_fails("18446745s", &fine));
	assert_true(bind_fails("18446744073709551615s", &fine));
	assert_true(bind_fails("200%", &fine));
	assert_true(bind_fails("1.1s", &most));
	assert_true(bind_fails("18446744073709551615s", &most));
	assert_true(ticks_of("1s", UINT64_MAX) == UINT64_MAX);
	assert_true(ticks_of("18446744.073709551615s", 1000000000000) == UINT64_MAX);
}

static void what_is_no_time_is_refused_with_the_option(void **unused)
{
	const char *texts[] = {"",
	                       "s",
	                       "%",
	                       ".",
	                       ".5s",
	                       "1.s",
	                       "1.5",
	                       "1.0",
	                       "-1",
	                       "-1s",
	                       "+1",
	                       " 1",
	                       "1 ",
	                       "1 s",
	                       "1e3",
	                       "1S",
	                       "1m",
	                       "1min",
	                       "1.5.5s",
	                       "0x10",
	                       "1:2",
	                       "1%%",
	                       "1,5s",
	                       "s1",
	                       "1sx",
	                       "1..5s",
	                       "nan",
	                       "inf",
	                       "1.5%s",
	                       "5x",
	                       "18446744073709551616",
	                       "18446744073709551616ns",
	                       "1.0000000000001s",
	                       "1.0001ns",
	                       "1.00000001%",
	                       "18446744073709551615%"};
	struct otfp_error e;
	struct otfp_time t;

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		memset(&e, 0, sizeof e);
		assert_int_equal(otfp_time_parse(&t, texts[i], "--at", &e), OTFP_EUSAGE);
		assert_int_equal(e.code, OTFP_EUSAGE);
		assert_memory_equal(e.text, "--at: invalid time '", 20);
		assert_memory_equal(e.text + 20, texts[i], strlen(texts[i]));
	}
}

static void zeros_finer_than_the_unit_can_hold_are_no_harm(void **unused)
{
	(void)unused;
	assert_true(ticks_of("1.000000000000000000000000s", 7) == 7);
	assert_true(ticks_of("1.0010000ns", 1000000000) == 2);
	assert_true(ticks_of("0000000000000000000000000000001s", 7) == 7);
}

static void an_interval_may_be_open_on_either_side(void **unused)
{
	static const struct {
		const char *text;
		uint64_t from, to;
		int has_to;
	} t[] = {
		{"5:10", 5, 10, 1},       {"5:", 5, 0, 0},          {":10", 0, 10, 1},
		{":", 0, 0, 0},           {"7:7", 7, 7, 1},         {"1s:2.5s", 1000, 2500, 1},
		{"25%:75%", 125, 175, 1}, {"110:50%", 110, 150, 1}, {"5", 5, 6, 1},
		{"1.5s", 1500, 1501, 1},
	};
	const struct otfp_header h = {.resolution = 1000, .has_span = 1, .first = 100, .last = 200};
	struct otfp_interval i;
	struct otfp_error e;
	uint64_t from, to;
	int has_to;

	(void)unused;
	for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
		assert_int_equal(otfp_interval_parse(&i, t[k].text, "--time", &e), 0);
		assert_int_equal(otfp_interval_bind(&i, &h, &from, &to, &has_to, &e), 0);
		assert_true(from == t[k].from);
		assert_int_equal(has_to, t[k].has_to);
		if (has_to)
			assert_true(to == t[k].to);
	}
}

/* The ticks of an instant. */
static uint64_t instant_of(const char *text, const struct otfp_header *h)
{
	struct otfp_error e;
	struct otfp_time t;
	uint64_t ticks;

	assert_int_equal(otfp_instant_parse(&t, text, "--at", &e), 0);
	assert_int_equal(otfp_time_bind(&t, h, &ticks, &e), 0);
	return ticks;
}

static void a_time_with_a_plus_counts_from_the_first_event(void **unused)
{
	const struct otfp_header span = {.resolution = 1000, .has_span = 1, .first = 100, .last = 200};
	const struct otfp_header events = {.resolution = 1000,
	                                   .has_span = 1,
	                                   .first = 100,
	                                   .last = 200,
	                                   .has_events = 1,
	                                   .events_first = 140,
	                                   .events_last = 180};
	const struct otfp_header start = {.resolution = 1000, .has_start = 1, .start = 70};

	(void)unused;
	assert_true(instant_of("+0", &span) == 100);
	assert_true(instant_of("+7", &span) == 107);
	assert_true(instant_of("+1.5s", &span) == 1600);
	assert_true(instant_of("+50%", &span) == 150);
	assert_true(instant_of("7", &span) == 7);
	assert_true(instant_of("+7", &events) == 147);
	assert_true(instant_of("+50%", &events) == 160);
	assert_true(instant_of("+1ms", &start) == 71);
	assert_true(instant_of("1ms", &start) == 1);
}

static void a_time_with_a_plus_needs_the_first_time_and_is_no_duration(void **unused)
{
	const struct otfp_header none = {.resolution = 1000}, late = {.has_start = 1, .start = UINT64_MAX - 5};
	struct otfp_error e = {0};
	struct otfp_time t;
	uint64_t ticks;

	(void)unused;
	assert_int_equal(otfp_instant_parse(&t, "+1ms", "--at", &e), 0);
	assert_int_equal(otfp_time_bind(&t, &none, &ticks, &e), OTFP_EUSAGE);
	assert_non_null(strstr(e.text, "first event"));
	assert_true(instant_of("+5", &late) == UINT64_MAX);
	assert_int_equal(otfp_instant_parse(&t, "+6", "--at", &e), 0);
	assert_int_equal(otfp_time_bind(&t, &late, &ticks, &e), OTFP_EUSAGE);
	assert_int_equal(otfp_time_parse(&t, "+1ms", "--every", &e), OTFP_EUSAGE);
}

static void an_interval_that_is_none_is_refused(void **unused)
{
	const char *texts[] = {"", "x", "+", "-1", "a:b", "5:x", "x:5", "1:2:3", "::", "1 :2", "1.5:2", "++1:", "+:5"};
	struct otfp_interval i;
	struct otfp_error e;

	(void)unused;
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
		assert_int_equal(otfp_interval_parse(&i, texts[k], "--time", &e), OTFP_EUSAGE);
		assert_memory_equal(e.text, "--time: invalid ", 16);
	}
	otfp_interval_parse(&i, "5:x", "--time", &e);
	assert_memory_equal(e.text, "--time: invalid time 'x'", 24);
}

static void an_interval_that_ends_before_it_begins_is_refused(void **unused)
{
	const struct otfp_header h = {.resolution = 1000, .has_span = 1, .first = 100, .last = 200}, none = {0};
	struct otfp_interval i;
	struct otfp_error e;
	uint64_t from, to;
	int has_to;

	(void)unused;
	assert_int_equal(otfp_interval_parse(&i, "1s:999", "--time", &e), 0);
	assert_int_equal(otfp_interval_bind(&i, &h, &from, &to, &has_to, &e), OTFP_EUSAGE);
	assert_int_equal(otfp_interval_bind(&i, &none, &from, &to, &has_to, &e), OTFP_EUSAGE);
	assert_int_equal(otfp_interval_parse(&i, "5:10%", "--time", &e), 0);
	assert_int_equal(otfp_interval_bind(&i, &none, &from, &to, &has_to, &e), OTFP_EUSAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_are_taken_as_they_are),
		cmocka_unit_test(times_of_whole_ticks_are_exact),
		cmocka_unit_test(times_between_two_ticks_are_rounded_up),
		cmocka_unit_test(a_tick_written_in_nanoseconds_comes_back),
		cmocka_unit_test(percent_is_exact_and_rounded_up),
		cmocka_unit_test(a_unit_that_the_header_cannot_serve_is_an_error),
		cmocka_unit_test(a_result_of_more_than_64_bits_is_an_error),
		cmocka_unit_test(what_is_no_time_is_refused_with_the_option),
		cmocka_unit_test(zeros_finer_than_the_unit_can_hold_are_no_harm),
		cmocka_unit_test(a_time_with_a_plus_counts_from_the_first_event),
		cmocka_unit_test(a_time_with_a_plus_needs_the_first_time_and_is_no_duration),
		cmocka_unit_test(an_interval_may_be_open_on_either_side),
		cmocka_unit_test(an_interval_that_is_none_is_refused),
		cmocka_unit_test(an_interval_that_ends_before_it_begins_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
