#include <setjmp.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/real.h"

static uint64_t state = 88172645463325252u;

/* xorshift; the same numbers in every run */
static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static uint64_t bits_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static uint32_t float_bits_of(float v)
{
	uint32_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static double double_of(uint64_t bits)
{
	double v;

	memcpy(&v, &bits, sizeof v);
	return v;
}

static float float_of(uint32_t bits)
{
	float v;

	memcpy(&v, &bits, sizeof v);
	return v;
}

/* significant digits of a text */
static int digits_in(const char *p)
{
	int n = 0, zeros = 0;

	for (; *p && *p != 'e'; p++) {
		if (*p < '0' || *p > '9' || (n == 0 && *p == '0'))
			continue;
		n++;
		zeros = *p == '0' ? zeros + 1 : 0;
	}
	return n - zeros;
}

/* Reads back, by this library and by libc, and no text of fewer digits from libc would. */
static void check_double(uint64_t bits)
{
	char text[OTFP_REAL_MAX + 1], shorter[320];
	uint64_t back = 0;
	size_t n = otfp_put_double(text, bits);

	assert_true(n > 0 && n < OTFP_REAL_MAX);
	text[n] = 0;
	assert_non_null(strpbrk(text, ".eni"));
	assert_true(bits_of(strtod(text, NULL)) == bits);
	assert_int_equal(otfp_get_double(text, n, &back), 0);
	assert_true(back == bits);
	if (digits_in(text) > 1) {
		snprintf(shorter, sizeof shorter, "%.*g", digits_in(text) - 1, double_of(bits));
		assert_true(bits_of(strtod(shorter, NULL)) != bits);
	}
}

static void check_float(uint32_t bits)
{
	char text[OTFP_REAL_MAX + 1], shorter[320];
	uint32_t back = 0;
	size_t n = otfp_put_float(text, bits);

	assert_true(n > 0 && n < OTFP_REAL_MAX);
	text[n] = 0;
	assert_non_null(strpbrk(text, ".eni"));
	assert_true(float_bits_of(strtof(text, NULL)) == bits);
	assert_int_equal(otfp_get_float(text, n, &back), 0);
	assert_true(back == bits);
	if (digits_in(text) > 1) {
		snprintf(shorter, sizeof shorter, "%.*g", digits_in(text) - 1, (double)float_of(bits));
		assert_true(float_bits_of(strtof(shorter, NULL)) != bits);
	}
}

static int is_finite(uint64_t bits)
{
	return (bits >> 52 & 0x7ff) != 0x7ff;
}

static void random_bits_of_a_double_round_trip_in_the_fewest_digits(void **unused)
{
	(void)unused;
	for (int i = 0; i < 50000; i++) {
		uint64_t bits = next_random();
		if (is_finite(bits))
			check_double(bits);
	}
}

static void random_bits_of_a_float_round_trip_in_the_fewest_digits(void **unused)
{
	(void)unused;
	for (int i = 0; i < 50000; i++) {
		uint32_t bits = (uint32_t)next_random();
		if ((bits >> 23 & 0xff) != 0xff)
			check_float(bits);
	}
}

static void everyday_numbers_round_trip_in_the_fewest_digits(void **unused)
{
	const double by[] = {1, 10, 100, 1e3, 1e6, 1e9, 3, 7, 1024};

	(void)unused;
	for (int i = 0; i < 50000; i++) {
		double v = (double)(int64_t)next_random() / (double)((uint64_t)1 << i % 60);
		v /= by[next_random() % 9];
		check_double(bits_of(v));
		check_float(float_bits_of((float)v));
	}
}

static void powers_of_two_and_their_neighbours_round_trip(void **unused)
{
	(void)unused;
	for (uint64_t e = 0; e < 0x7ff; e++)
		for (uint64_t i = 0; i < 3; i++)
			check_double((e << 52) + i - (e > 0));
	for (uint32_t e = 0; e < 0xff; e++)
		for (uint32_t i = 0; i < 3; i++)
			check_float((e << 23) + i - (e > 0));
}

static void a_power_of_two_may_need_the_second_nearest_text(void **unused)
{
	char text[OTFP_REAL_MAX];

	(void)unused;
	/* 5.684341886080801486...e-14, where ...801 reads back to the number below */
	assert_int_equal(otfp_put_double(text, bits_of(0x1p-44)), 21);
	assert_memory_equal(text, "5.684341886080802e-14", 21);
	/* 3.5694055509...e-209 below the range that is printed by integers */
	check_double(bits_of(0x1p-692));
}

static void every_subnormal_of_few_bits_round_trips(void **unused)
{
	(void)unused;
	for (uint32_t i = 1; i < 5000; i++) {
		check_double(i);
		check_float(i);
	}
}

static void doubles_look_as_in_python(void **unused)
{
	static const struct {
		double v;
		const char *text;
	} t[] = {
		{0.0, "0.0"},
		{-0.0, "-0.0"},
		{1.0, "1.0"},
		{4.0, "4.0"},
		{2.5, "2.5"},
		{-2.5, "-2.5"},
		{0.1, "0.1"},
		{0.5, "0.5"},
		{100.0, "100.0"},
		{1e15, "1000000000000000.0"},
		{1e16, "1e+16"},
		{1e22, "1e+22"},
		{1e23, "1e+23"},
		{123456789012345680.0, "1.2345678901234568e+17"},
		{1234567890123456.0, "1234567890123456.0"},
		{9007199254740992.0, "9007199254740992.0"},
		{9007199254740993.5, "9007199254740994.0"},
		{0.0001, "0.0001"},
		{0.00012345678901234567, "0.00012345678901234567"},
		{0.00001, "1e-05"},
		{0.000012, "1.2e-05"},
		{1e-10, "1e-10"},
		{1.5e-9, "1.5e-09"},
		{1e100, "1e+100"},
		{1.0 / 3, "0.3333333333333333"},
		{2.0 / 3, "0.6666666666666666"},
		{3.141592653589793, "3.141592653589793"},
		{0.30000000000000004, "0.30000000000000004"},
		{5e-324, "5e-324"},
		{2.2250738585072014e-308, "2.2250738585072014e-308"},
		{1.7976931348623157e308, "1.7976931348623157e+308"},
		{-1.7976931348623157e308, "-1.7976931348623157e+308"},
	};
	char text[OTFP_REAL_MAX + 1];

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		text[otfp_put_double(text, bits_of(t[i].v))] = 0;
		assert_string_equal(text, t[i].text);
	}
}

static void floats_have_the_digits_of_a_float(void **unused)
{
	static const struct {
		float v;
		const char *text;
	} t[] = {
		{0.1f, "0.1"},
		{3.3f, "3.3"},
		{16777216.0f, "16777216.0"},
		{1.0f / 3, "0.33333334"},
		{3.14159274f, "3.1415927"},
		{1e9f, "1000000000.0"},
		{1e20f, "1e+20"},
		{1e-45f, "1e-45"},
		{1.17549435e-38f, "1.1754944e-38"},
		{3.40282347e38f, "3.4028235e+38"},
		{-0.0f, "-0.0"},
	};
	char text[OTFP_REAL_MAX + 1];

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		text[otfp_put_float(text, float_bits_of(t[i].v))] = 0;
		assert_string_equal(text, t[i].text);
	}
}

static void infinities_and_the_default_nan_are_words(void **unused)
{
	const uint64_t inf = (uint64_t)0x7ff << 52;
	char text[OTFP_REAL_MAX];
	uint64_t bits;
	uint32_t narrow;

	(void)unused;
	assert_int_equal(otfp_put_double(text, inf), 3);
	assert_memory_equal(text, "inf", 3);
	assert_int_equal(otfp_put_double(text, inf | (uint64_t)1 << 63), 4);
	assert_memory_equal(text, "-inf", 4);
	assert_int_equal(otfp_put_double(text, 0x7ff8000000000000), 3);
	assert_memory_equal(text, "nan", 3);
	assert_int_equal(otfp_put_float(text, 0xff800000), 4);
	assert_memory_equal(text, "-inf", 4);
	assert_int_equal(otfp_put_float(text, 0x7fc00000), 3);

	assert_int_equal(otfp_get_double("inf", 3, &bits), 0);
	assert_true(bits == inf);
	assert_int_equal(otfp_get_double("-inf", 4, &bits), 0);
	assert_true(bits == (inf | (uint64_t)1 << 63));
	assert_int_equal(otfp_get_double("nan", 3, &bits), 0);
	assert_true(bits == 0x7ff8000000000000);
	assert_int_equal(otfp_get_float("-inf", 4, &narrow), 0);
	assert_int_equal(narrow, 0xff800000);
	assert_int_equal(otfp_get_float("nan", 3, &narrow), 0);
	assert_int_equal(narrow, 0x7fc00000);
}

static void any_other_nan_has_no_text(void **unused)
{
	const uint64_t nans[] = {0x7ff8000000000001, 0xfff8000000000000, 0x7ff0000000000001, UINT64_MAX};
	const uint32_t narrow[] = {0x7fc00001, 0xffc00000, 0x7f800001, UINT32_MAX};
	char text[OTFP_REAL_MAX];

	(void)unused;
	for (int i = 0; i < 4; i++) {
		assert_int_equal(otfp_put_double(text, nans[i]), 0);
		assert_int_equal(otfp_put_float(text, narrow[i]), 0);
	}
}

static void decimals_of_any_notation_are_read(void **unused)
{
	const char *texts[] = {"0",
	                       "7",
	                       "-7",
	                       "1.",
	                       ".5",
	                       "-.5",
	                       "1e5",
	                       "1E5",
	                       "1e+5",
	                       "1e-5",
	                       "1.5e05",
	                       "007.5",
	                       "0e0",
	                       "0.000",
	                       "1e400",
	                       "-1e400",
	                       "1e-400",
	                       "0e99999999999999999999",
	                       "1e-99999999999999999999",
	                       "1e99999999999999999999",
	                       "1e2684354559",
	                       "1e-2684354559",
	                       "1e0000000000000000000007",
	                       "123456789012345678901234567890",
	                       "0.000000000000000000000000000000123456789012345678901234567890",
	                       "179769313486231580793728971405301e276"};
	uint64_t bits;
	uint32_t narrow;

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		int fits = !isinf(strtod(texts[i], NULL)), fits_float = !isinf(strtof(texts[i], NULL));
		assert_int_equal(otfp_get_double(texts[i], strlen(texts[i]), &bits), fits ? 0 : -1);
		assert_true(!fits || bits == bits_of(strtod(texts[i], NULL)));
		assert_int_equal(otfp_get_float(texts[i], strlen(texts[i]), &narrow), fits_float ? 0 : -1);
		assert_true(!fits_float || narrow == float_bits_of(strtof(texts[i], NULL)));
	}
}

static void random_decimals_are_read_as_libc_reads_them(void **unused)
{
	char text[100];
	uint64_t bits;
	uint32_t narrow;

	(void)unused;
	for (int i = 0; i < 50000; i++) {
		uint64_t whole = next_random() >> next_random() % 64, part = next_random() >> next_random() % 64;
		int e = (int)(next_random() % 44) - 30; /* within what binary32 holds */
		int n = snprintf(text, sizeof text, "%" PRIu64 ".%" PRIu64 "e%d", whole, part, e);
		assert_int_equal(otfp_get_double(text, (size_t)n, &bits), 0);
		assert_true(bits == bits_of(strtod(text, NULL)));
		assert_int_equal(otfp_get_float(text, (size_t)n, &narrow), 0);
		assert_true(narrow == float_bits_of(strtof(text, NULL)));
	}
}

static void halfway_points_are_rounded_by_all_their_digits(void **unused)
{
	static char text[4000];
	uint64_t bits;
	uint32_t narrow;

	(void)unused;
	/* 2^53 + 1 lies between two doubles: to the even one, or up if anything stands behind */
	for (int zeros = 0; zeros < 3000; zeros += 37) {
		int n = snprintf(text, sizeof text, "9007199254740993.%0*d", zeros + 1, 0);
		assert_int_equal(otfp_get_double(text, (size_t)n, &bits), 0);
		assert_true(bits == bits_of(9007199254740992.0));
		n = snprintf(text, sizeof text, "9007199254740993.%0*d1", zeros + 1, 0);
		assert_int_equal(otfp_get_double(text, (size_t)n, &bits), 0);
		assert_true(bits == bits_of(9007199254740994.0));
	}
	/* 2^24 + 1 and a little, which is lost if it is rounded to a double on its way to a float */
	snprintf(text, sizeof text, "16777217.000000001");
	assert_int_equal(otfp_get_float(text, strlen(text), &narrow), 0);
	assert_true(narrow == float_bits_of(16777218.0f));
	snprintf(text, sizeof text, "16777217.0000000001");
	assert_int_equal(otfp_get_float(text, strlen(text), &narrow), 0);
	assert_true(narrow == float_bits_of(16777218.0f));
	snprintf(text, sizeof text, "16777217");
	assert_int_equal(otfp_get_float(text, strlen(text), &narrow), 0);
	assert_true(narrow == float_bits_of(16777216.0f));
}

static void the_longest_exact_doubles_are_read(void **unused)
{
	static char text[1200];
	uint64_t bits;

	(void)unused;
	for (uint64_t i = 1; i < 60; i += 2) {
		int n = snprintf(text, sizeof text, "%.1100f", double_of(i));
		assert_int_equal(otfp_get_double(text, (size_t)n, &bits), 0);
		assert_true(bits == i);
	}
}

static void what_is_no_real_is_refused(void **unused)
{
	const char *texts[] = {"",       "-",     "+",        ".",    "-.",    "e5",    "1e",  "1e+",  "1e-",
	                       " 1",     "1 ",    "1x",       "0x10", "0x1p3", "1.2.3", "1,5", "--1",  "+-1",
	                       "1e5.0",  "1e1e1", "infinity", "INF",  "Inf",   "+inf",  "in",  "infx", "NaN",
	                       "nan(1)", "-nan",  "+nan",     "1.5f", "1_0",   "1\n",   "\t1", "1d5"};
	uint64_t bits;
	uint32_t narrow;

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_int_equal(otfp_get_double(texts[i], strlen(texts[i]), &bits), -1);
		assert_int_equal(otfp_get_float(texts[i], strlen(texts[i]), &narrow), -1);
	}
	assert_int_equal(otfp_get_double("1\0", 2, &bits), -1);
}

static void nothing_is_read_behind_the_end(void **unused)
{
	const char *texts[] = {"-", "1", "1.", "1.5", "1e5", "inf", "12345678901234567890123"};
	uint64_t bits;

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t n = strlen(texts[i]);
		char *exact = malloc(n); /* for AddressSanitizer to watch */
		memcpy(exact, texts[i], n);
		assert_int_equal(otfp_get_double(exact, n, &bits), i == 0 ? -1 : 0);
		free(exact);
	}
	/* digits behind n do not belong to it */
	assert_int_equal(otfp_get_double("12", 1, &bits), 0);
	assert_true(bits == bits_of(1.0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_bits_of_a_double_round_trip_in_the_fewest_digits),
		cmocka_unit_test(random_bits_of_a_float_round_trip_in_the_fewest_digits),
		cmocka_unit_test(everyday_numbers_round_trip_in_the_fewest_digits),
		cmocka_unit_test(powers_of_two_and_their_neighbours_round_trip),
		cmocka_unit_test(a_power_of_two_may_need_the_second_nearest_text),
		cmocka_unit_test(every_subnormal_of_few_bits_round_trips),
		cmocka_unit_test(doubles_look_as_in_python),
		cmocka_unit_test(floats_have_the_digits_of_a_float),
		cmocka_unit_test(infinities_and_the_default_nan_are_words),
		cmocka_unit_test(any_other_nan_has_no_text),
		cmocka_unit_test(decimals_of_any_notation_are_read),
		cmocka_unit_test(random_decimals_are_read_as_libc_reads_them),
		cmocka_unit_test(halfway_points_are_rounded_by_all_their_digits),
		cmocka_unit_test(the_longest_exact_doubles_are_read),
		cmocka_unit_test(what_is_no_real_is_refused),
		cmocka_unit_test(nothing_is_read_behind_the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
