#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/wide.h"

static void wide_numbers_are_read_as_they_are_written(void **unused)
{
	char text[OTFP_WIDE_MAX + 1], *end;
	otfp_wide v = 1, back;
	otfp_signed_wide negative;

	(void)unused;
	for (int i = 0; i < 128; i++, v = v << 1 | (i & 1)) {
		end = otfp_wide_put(text, v);
		*end = '\n';
		assert_ptr_equal(otfp_wide_get(text, &back), end);
		assert_true(back == v);
	}
	end = otfp_signed_wide_put(text, -12345678901234567);
	*end = '\t';
	assert_ptr_equal(otfp_signed_wide_get(text, &negative), end);
	assert_true(negative == -12345678901234567);
	assert_null(otfp_wide_get("340282366920938463463374607431768211456\n", &back));
	assert_null(otfp_wide_get("01\n", &back));
	assert_null(otfp_wide_get("x", &back));
	assert_null(otfp_signed_wide_get("--1\n", &negative));
}

/* strtod is right to the last bit. */
static void check_real(otfp_wide v)
{
	char text[OTFP_WIDE_MAX + 1];

	*otfp_wide_put(text, v) = 0;
	assert_true(otfp_wide_real(v) == strtod(text, NULL));
	if (v >> 127)
		return;
	*otfp_signed_wide_put(text, -(otfp_signed_wide)v) = 0;
	assert_true(otfp_signed_wide_real(-(otfp_signed_wide)v) == strtod(text, NULL));
}

static void the_real_of_128_bits_is_the_nearest(void **unused)
{
	otfp_wide v = 0, noise = 0x9e3779b97f4a7c15u;

	(void)unused;
	for (int top = 0; top < 128; top++)
		for (int half = 0; half < top; half++)
			for (int d = -1; d <= 1; d++)
				check_real(((otfp_wide)1 << top) + ((otfp_wide)1 << half) +
				           (otfp_wide)(otfp_signed_wide)d);
	for (int i = 0; i < 1000; i++) {
		noise *= 6364136223846793005u;
		v = v << 1 ^ noise ^ noise >> 47;
		check_real(v);
	}
	check_real(0);
	check_real(~(otfp_wide)0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wide_numbers_are_read_as_they_are_written),
		cmocka_unit_test(the_real_of_128_bits_is_the_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
