/* Ticks as decimals of seconds and microseconds. */
#include "base/decimal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SECONDS 1
#define MICROSECONDS 1000000

static const char *text_of(uint64_t resolution, uint64_t unit, uint64_t ticks)
{
	static char text[OTFP_DECIMAL_MAX + 1];
	struct otfp_decimal d;

	otfp_decimal_init(&d, resolution, unit);
	*otfp_decimal_put(&d, text, ticks) = '\0';
	return text;
}

static void powers_of_ten_are_exact(void **state)
{
	(void)state;
	assert_string_equal(text_of(1000000000, SECONDS, 1), "0.000000001");
	assert_string_equal(text_of(1000000000, SECONDS, 12345678901), "12.345678901");
	assert_string_equal(text_of(1000000000, MICROSECONDS, 1), "0.001");
	assert_string_equal(text_of(1000000000, MICROSECONDS, 1000), "1.000");
	assert_string_equal(text_of(1000000, MICROSECONDS, 17), "17");
	assert_string_equal(text_of(1000, MICROSECONDS, 17), "17000");
	assert_string_equal(text_of(1, SECONDS, 17), "17");
}

static void other_divisors_of_powers_of_ten_are_exact(void **state)
{
	(void)state;
	assert_string_equal(text_of(8, SECONDS, 3), "0.375");
	assert_string_equal(text_of(1600000000, MICROSECONDS, 1), "0.000625");
	assert_string_equal(text_of(2500000, MICROSECONDS, 7), "2.8");
}

static void odd_clocks_are_rounded_down_and_ticks_stay_different(void **state)
{
	char before[OTFP_DECIMAL_MAX] = "";

	(void)state;
	assert_string_equal(text_of(3, SECONDS, 2), "0.6");
	assert_string_equal(text_of(2893205000, SECONDS, 2893204999), "0.9999999996");
	for (uint64_t t = 999990; t < 1000010; t++) {
		const char *now = text_of(2893205003, MICROSECONDS, t);
		assert_true(strtod(before, NULL) < strtod(now, NULL));
		strcpy(before, now);
	}
}

static void the_largest_numbers_have_room(void **state)
{
	(void)state;
	assert_string_equal(text_of(1, SECONDS, UINT64_MAX), "18446744073709551615");
	assert_string_equal(text_of(1, MICROSECONDS, UINT64_MAX), "18446744073709551615000000");
	assert_string_equal(text_of(1, MICROSECONDS, 10000000000000u), "10000000000000000000");
	assert_string_equal(text_of(1, MICROSECONDS, 20000000000000u), "20000000000000000000");
	assert_string_equal(text_of(1, MICROSECONDS, 1000000000000000u), "1000000000000000000000");
	assert_string_equal(text_of(UINT64_MAX, SECONDS, UINT64_MAX), "1.000000000000000000");
	assert_string_equal(text_of(UINT64_C(1000000000000000000), SECONDS, UINT64_MAX), "18.446744073709551615");
}

static void what_is_before_the_base_is_negative(void **state)
{
	struct otfp_decimal d;
	char text[OTFP_DECIMAL_MAX + 1];

	(void)state;
	otfp_decimal_init(&d, 1000, SECONDS);
	*otfp_decimal_put_since(&d, text, 5, 1006) = '\0';
	assert_string_equal(text, "-1.001");
	*otfp_decimal_put_since(&d, text, 1006, 1006) = '\0';
	assert_string_equal(text, "0.000");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(powers_of_ten_are_exact),
		cmocka_unit_test(other_divisors_of_powers_of_ten_are_exact),
		cmocka_unit_test(odd_clocks_are_rounded_down_and_ticks_stay_different),
		cmocka_unit_test(the_largest_numbers_have_room),
		cmocka_unit_test(what_is_before_the_base_is_negative),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
