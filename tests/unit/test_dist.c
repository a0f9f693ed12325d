#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "profile/dist.h"

static void a_bucket_holds_what_is_within_one_part_in_64(void **unused)
{
	(void)unused;
	for (unsigned bits = 0; bits < 64; bits++)
		for (int d = -1; d <= 1; d++) {
			uint64_t v = ((uint64_t)1 << bits) + (uint64_t)d;
			struct otfp_dist one = {0};
			assert_true(otfp_bucket_of(v) < OTFP_NBUCKETS);
			assert_int_equal(otfp_dist_add(&one, v), 0);
			assert_true(otfp_dist_quantile(&one, 50) == v); /* between least and largest */
			otfp_dist_release(&one);
		}
	assert_int_equal(otfp_bucket_of(0), 0);
	assert_int_equal(otfp_bucket_of(127), 127);
	assert_int_equal(otfp_bucket_of(128), otfp_bucket_of(129));
	assert_int_equal(otfp_bucket_of(UINT64_MAX), OTFP_NBUCKETS - 1);
}

static void two_distributions_add_up_to_that_of_all_values(void **unused)
{
	struct otfp_dist all = {0}, half[2] = {0};
	uint64_t number = 0;

	(void)unused;
	for (unsigned i = 0; i < 5000; i++) {
		uint64_t v = (uint64_t)i * i * i * 0x9e3779b97f4a7c15u >> (i % 64);
		assert_int_equal(otfp_dist_add(&all, v), 0);
		assert_int_equal(otfp_dist_add(&half[i % 2], v), 0);
	}
	assert_int_equal(otfp_dist_merge(&half[0], &half[1]), 0);
	assert_true(half[0].n == all.n && half[0].min == all.min && half[0].max == all.max);
	assert_true(half[0].total == all.total);
	for (unsigned b = 0; b < OTFP_NBUCKETS; b++)
		assert_true(otfp_dist_in(&all, b) == otfp_dist_in(&half[0], b));
	for (unsigned b = otfp_dist_next(&all, 0); b < OTFP_NBUCKETS; b = otfp_dist_next(&all, b + 1))
		number += otfp_dist_in(&all, b);
	assert_int_equal(number, all.n);
	for (unsigned p = 0; p <= 100; p++)
		assert_true(otfp_dist_quantile(&all, p) == otfp_dist_quantile(&half[0], p));
	otfp_dist_release(&all);
	otfp_dist_release(&half[0]);
	otfp_dist_release(&half[1]);
}

static void sums_do_not_overflow_and_means_round_half_up(void **unused)
{
	struct otfp_dist d = {0};

	(void)unused;
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(otfp_dist_add(&d, UINT64_MAX), 0);
	assert_true(otfp_dist_mean(&d) == UINT64_MAX);
	otfp_dist_release(&d);
	assert_int_equal(otfp_dist_add(&d, 1), 0);
	assert_int_equal(otfp_dist_add(&d, 2), 0);
	assert_int_equal(otfp_dist_mean(&d), 2);
	otfp_dist_release(&d);
}

static void a_bucket_that_is_full_is_an_error(void **unused)
{
	struct otfp_dist d = {0};

	(void)unused;
	assert_int_equal(otfp_dist_count(&d, 7, OTFP_BUCKET_MOST), 0);
	for (unsigned i = 0; i < OTFP_DIST_WAIT; i++)
		assert_int_equal(otfp_dist_add(&d, 7), 0);
	assert_int_equal(otfp_dist_add(&d, 8), -1);
	assert_int_equal(otfp_dist_count(&d, 7, OTFP_BUCKET_MOST), -1);
	assert_int_equal(otfp_dist_count(&d, 8, 1), 0);
	otfp_dist_release(&d);
}

static void values_that_wait_are_counted_when_others_come_at_once(void **unused)
{
	struct otfp_dist d = {0};

	(void)unused;
	for (unsigned i = 1; i <= 3; i++)
		assert_int_equal(otfp_dist_add(&d, i), 0);
	assert_int_equal(otfp_dist_count(&d, 2000, 5), 0);
	assert_int_equal(otfp_dist_count(&d, 2, 4), 0);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(otfp_dist_add(&d, 1), 0);
	assert_int_equal(otfp_dist_in(&d, 1), 101);
	assert_int_equal(otfp_dist_in(&d, 2), 5);
	assert_int_equal(otfp_dist_in(&d, 3), 1);
	assert_int_equal(otfp_dist_in(&d, 2000), 5);
	assert_int_equal(otfp_dist_next(&d, 4), 2000);
	assert_int_equal(otfp_dist_settle(&d), 0);
	assert_int_equal(otfp_dist_in(&d, 1), 101);
	assert_int_equal(otfp_dist_next(&d, 2001), OTFP_NBUCKETS);
	otfp_dist_release(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bucket_holds_what_is_within_one_part_in_64),
		cmocka_unit_test(two_distributions_add_up_to_that_of_all_values),
		cmocka_unit_test(sums_do_not_overflow_and_means_round_half_up),
		cmocka_unit_test(a_bucket_that_is_full_is_an_error),
		cmocka_unit_test(values_that_wait_are_counted_when_others_come_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
