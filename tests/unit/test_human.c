/* test_human.c - quantities for people have the digits that printf gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "base/human.h"

enum { TIMES = 200000 };

static void check(double ns)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	struct otfp_buf b = OTFP_BUF_INIT;
	char text[400];
	double v = ns / 1000000000 * 1e9;
	unsigned i = 0;

	for (; i < 3 && v >= 1000 * 0.99995; i++)
		v /= 1000;
	snprintf(text, sizeof text, "%.*f %s", v < 9.9995 ? 3 : v < 99.995 ? 2 : 1, v, units[i]);
	assert_int_equal(otfp_human_ticks(&b, ns, 1000000000), 0);
	assert_string_equal(otfp_buf_str(&b), text);
	otfp_buf_release(&b);
}

static void numbers_of_all_sizes(void **unused)
{
	uint64_t x = 88172645463325252u;

	(void)unused;
	for (unsigned i = 0; i < TIMES; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		check((double)(x >> (1 + x % 62)) + 1);
		check((double)(x % 100000) + 0.5);
	}
}

/* In the middle of two decimals it depends on the last bit. */
static void the_middle_of_two_decimals(void **unused)
{
	(void)unused;
	for (unsigned i = 1; i < TIMES; i++) {
		check(i / 8.0);
		check(i / 2000.0);
		check(i * 125.0);
		check(i * 0.05);
	}
}

static void what_is_huge_or_tiny(void **unused)
{
	(void)unused;
	check(1e300);
	check(123456789e9);
	check(999999.95e9);
	check(1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_all_sizes),
		cmocka_unit_test(the_middle_of_two_decimals),
		cmocka_unit_test(what_is_huge_or_tiny),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
