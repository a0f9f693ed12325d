/* cmd/stat/near: the first near point is the one that a look at all of them finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cmd/stat/near.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 2000, NUMBERS = 70, SHARE = 1000 };

/* Points with numbers; a view has them times scale. */
static struct points {
	uint32_t numbers[MOST_POINTS][NUMBERS];
	uint8_t is_added[MOST_POINTS];
	double scale;
	uint64_t share;  /* of SHARE */
	size_t compared; /* calls of is_near */
} points = {.scale = 1};

static uint64_t total(size_t point)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < NUMBERS; i++)
		sum += points.numbers[point][i];
	return sum;
}

static int is_within(size_t a, size_t b)
{
	const uint64_t larger = total(a) > total(b) ? total(a) : total(b);
	uint64_t sum = 0;

	for (unsigned i = 0; i < NUMBERS; i++) {
		const uint32_t x = points.numbers[a][i], y = points.numbers[b][i];
		sum += x > y ? x - y : y - x;
	}
	return sum * SHARE <= larger * points.share;
}

static void view(void *ctx, size_t point, struct near_view *view)
{
	assert_ptr_equal(ctx, &points);
	memset(view, 0, sizeof *view);
	view->total = (float)((double)total(point) * points.scale);
	for (unsigned i = 0; i < NUMBERS; i++) {
		const float v = (float)(points.numbers[point][i] * points.scale);
		view->sums[i % NEAR_SUMS] += v;
		for (unsigned k = 0; k < NEAR_SIDES; k++)
			view->sides[k] += otfp_hash_add(1, i) >> k & 1 ? v : -v;
	}
}

/* Every third point is not near, so that a point that can be near may not be. */
static int is_near(void *ctx, size_t added, size_t point)
{
	assert_ptr_equal(ctx, &points);
	assert_true(points.is_added[added]);
	points.compared++;
	return added % 3 && is_within(added, point);
}

static size_t look_at_all(size_t point)
{
	for (size_t i = 0; i < point; i++)
		if (i % 3 && points.is_added[i] && is_within(i, point))
			return i;
	return SIZE_MAX;
}

/* Let n points ask. */
static void ask_all(size_t n)
{
	const struct near_rule rule = {(double)points.share / SHARE, view, is_near, &points};
	struct near g = {0};

	memset(points.is_added, 0, sizeof points.is_added);
	points.compared = 0;
	assert_int_equal(near_begin(&g, &rule, n), 0);
	for (size_t i = 0; i < n; i++) {
		const size_t first = look_at_all(i);
		assert_int_equal(near_first_or_add(&g, i), first);
		points.is_added[i] = first == SIZE_MAX;
	}
	near_release(&g);
}

/* n points with `few` numbers that are not 0. */
static void draw(size_t n, unsigned few, unsigned spread)
{
	memset(points.numbers, 0, sizeof points.numbers);
	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < few; k++)
			points.numbers[i][rand() % NUMBERS] += spread + (unsigned)rand() % spread;
}

static void the_first_near_point_is_found(void **state)
{
	static const unsigned counts[] = {0, 1, 2, 15, 16, 17, 33, 100, 600}, fews[] = {1, 2, 4, 30};
	static const uint64_t shares[] = {0, 10, 100, 300, 600, 999, SHARE};

	(void)state;
	srand(7);
	for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
		for (unsigned few = 0; few < sizeof fews / sizeof *fews; few++) {
			draw(counts[i], fews[few], i % 2 ? 1000 : 3);
			for (unsigned share = 0; share < sizeof shares / sizeof *shares; share++) {
				points.share = shares[share];
				ask_all(counts[i]);
			}
		}
}

/* Each point has 4 of 70 numbers: hardly two have the same ones. */
static void points_that_are_far_are_not_compared(void **state)
{
	(void)state;
	srand(8);
	draw(MOST_POINTS, 4, 100000);
	points.share = SHARE / 10;
	ask_all(MOST_POINTS);
	assert_true(points.compared < MOST_POINTS / 10);
}

/* Pairs of points that differ by just what is near, in one number that floats round. */
static void rounding_hides_no_point(void **state)
{
	(void)state;
	srand(9);
	memset(points.numbers, 0, sizeof points.numbers);
	points.share = 1;
	for (unsigned i = 0; i < NUMBERS; i++) {
		const uint32_t differ = 2000000 + (uint32_t)rand() % 2000000;
		points.numbers[2 * i][i] = differ * SHARE;
		points.numbers[2 * i + 1][i] = differ * (SHARE - 1);
	}
	ask_all(2 * (size_t)NUMBERS);
}

/* Two groups, and a last point that is near both. The first point of the farther group came just before. */
static void the_first_point_may_be_in_the_farther_half(void **state)
{
	enum { N = 40 };

	(void)state;
	memset(points.numbers, 0, sizeof points.numbers);
	points.share = SHARE * 15 / 100;
	for (size_t i = 0; i < N; i++) {
		points.numbers[i][0] = i == N - 1 ? 1010000 : i % 2 ? 900000 : 1100000;
		points.numbers[i][1] = 2000000 - points.numbers[i][0];
	}
	assert_true(is_within(1, N - 1) && is_within(2, N - 1) && !is_within(1, 2));
	ask_all(N);
}

/* A total has 128 bits at most. */
static void the_largest_totals_do_not_overflow(void **state)
{
	(void)state;
	memset(points.numbers, 0, sizeof points.numbers);
	for (unsigned i = 0; i < 80; i++)
		points.numbers[i][i % 40] = UINT32_MAX - (i << 24);
	points.scale = 0x1p95;
	for (points.share = 0; points.share <= SHARE; points.share += SHARE / 2)
		ask_all(80);
	points.scale = 1;
}

/* Powers of two, and halfway to the next one; some points have nothing. */
static void totals_may_be_of_all_sizes(void **state)
{
	(void)state;
	memset(points.numbers, 0, sizeof points.numbers);
	for (unsigned i = 0; i < 600; i++)
		points.numbers[i][i % 7] = i < 10 ? 0 : 1u << i % 31 | 1u << i % 31 >> (i / 31 % 2);
	for (points.share = 0; points.share <= SHARE; points.share += 50)
		ask_all(600);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_near_point_is_found),
		cmocka_unit_test(points_that_are_far_are_not_compared),
		cmocka_unit_test(rounding_hides_no_point),
		cmocka_unit_test(the_first_point_may_be_in_the_farther_half),
		cmocka_unit_test(the_largest_totals_do_not_overflow),
		cmocka_unit_test(totals_may_be_of_all_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
