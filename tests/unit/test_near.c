/* cmd/stat/near: the first near point is the one that a look at all of them finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cmd/stat/near.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 600 };

static uint64_t sums[MOST_POINTS][OTFP_NEAR_SUMS];
static uint8_t is_added[MOST_POINTS];

static uint64_t distance(const uint64_t *a, const uint64_t *b)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < OTFP_NEAR_SUMS; i++)
		sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
	return sum;
}

/* Only even points are near, so that a point that can be near may not be. */
static int is_even(void *ctx, size_t point)
{
	const uint64_t *asks = ctx;

	assert_true(is_added[point]);
	assert_true(distance(asks, sums[point]) <= asks[OTFP_NEAR_SUMS]);
	return point % 2 == 0;
}

static size_t look_at_all(const uint64_t *asks, uint64_t most, size_t n)
{
	for (size_t i = 0; i < n; i += 2)
		if (is_added[i] && distance(asks, sums[i]) <= most)
			return i;
	return SIZE_MAX;
}

/* n points with numbers below `spread`; each asks, and two of three are added. */
static void ask_all(size_t n, unsigned spread, uint64_t most)
{
	struct otfp_near g = {0};

	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < OTFP_NEAR_SUMS; k++)
			sums[i][k] = (uint64_t)rand() % spread;
	memset(is_added, 0, sizeof is_added);
	assert_int_equal(otfp_near_begin(&g, (const uint64_t(*)[OTFP_NEAR_SUMS])sums, n), 0);
	for (size_t i = 0; i < n; i++) {
		uint64_t asks[OTFP_NEAR_SUMS + 1];
		memcpy(asks, sums[i], sizeof sums[i]);
		asks[OTFP_NEAR_SUMS] = most;
		assert_int_equal(otfp_near_first(&g, asks, most, is_even, asks), look_at_all(asks, most, n));
		if (i % 3 == 2)
			continue;
		is_added[i] = 1;
		otfp_near_add(&g, i);
	}
	otfp_near_release(&g);
}

static void the_first_near_point_is_found(void **state)
{
	static const unsigned counts[] = {0, 1, 2, 7, 8, 9, 16, 17, 100, MOST_POINTS};

	(void)state;
	srand(7);
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
		for (unsigned spread = 1; spread < 3000; spread = 3 * spread + 1) {
			ask_all(counts[i], spread, 0);
			ask_all(counts[i], spread, spread);
			ask_all(counts[i], spread, 3 * (uint64_t)spread);
			ask_all(counts[i], spread, UINT64_MAX);
		}
}

static void sums_of_60_bits_do_not_overflow(void **state)
{
	struct otfp_near g = {0};
	uint64_t asks[OTFP_NEAR_SUMS + 1] = {0};

	(void)state;
	memset(is_added, 1, sizeof is_added);
	for (size_t i = 0; i < 20; i++)
		for (unsigned k = 0; k < OTFP_NEAR_SUMS; k++)
			sums[i][k] = (1ull << 60) - 1 - i;
	assert_int_equal(otfp_near_begin(&g, (const uint64_t(*)[OTFP_NEAR_SUMS])sums, 20), 0);
	for (size_t i = 0; i < 20; i++)
		otfp_near_add(&g, i);
	asks[OTFP_NEAR_SUMS] = OTFP_NEAR_SUMS * ((1ull << 60) - 1 - 12);
	assert_int_equal(otfp_near_first(&g, asks, asks[OTFP_NEAR_SUMS], is_even, asks), 12);
	otfp_near_release(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_near_point_is_found),
		cmocka_unit_test(sums_of_60_bits_do_not_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
