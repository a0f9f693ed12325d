#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "merge/timetree.h"
#include "randrec.h"

enum { MOST = 300, LONGEST = 30 };

struct item {
	uint64_t time;
	unsigned source;
};

static int by_time(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static int in_order(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->source < y->source ? -1 : x->source > y->source;
}

/* A random time: `shift` says how far apart they lie. */
static uint64_t some_time(unsigned shift)
{
	uint64_t t = next_random() << 32 ^ next_random();

	return shift ? t >> shift : next_random() % 3 ? UINT64_MAX - next_random() % 2 : t;
}

/* k sources of random lengths, merged, against qsort. */
static void check(unsigned k, unsigned shift)
{
	static uint64_t from[MOST][LONGEST];
	static struct item all[MOST * LONGEST];
	unsigned length[MOST], at[MOST] = {0}, n = 0, out = 0;
	struct otfp_timetree t;

	for (unsigned i = 0; i < k; i++) {
		length[i] = next_random() % 4 ? (unsigned)(next_random() % LONGEST) : 0;
		for (unsigned j = 0; j < length[i]; j++)
			from[i][j] = some_time(shift);
		qsort(from[i], length[i], sizeof **from, by_time);
		for (unsigned j = 0; j < length[i]; j++)
			all[n++] = (struct item){from[i][j], i};
	}
	qsort(all, n, sizeof *all, in_order);
	assert_int_equal(otfp_timetree_init(&t, k), 0);
	for (unsigned i = 0; i < k; i++)
		if (length[i])
			otfp_timetree_set(&t, i, from[i][0]);
	otfp_timetree_build(&t);
	for (; !otfp_timetree_is_over(&t); out++) {
		unsigned w = otfp_timetree_winner(&t);
		assert_true(out < n && w == all[out].source && from[w][at[w]] == all[out].time);
		if (++at[w] < length[w])
			otfp_timetree_advance(&t, from[w][at[w]]);
		else
			otfp_timetree_end(&t);
	}
	assert_int_equal(out, n);
	otfp_timetree_release(&t);
}

static void records_come_by_time_and_source(void **state)
{
	(void)state;
	for (unsigned k = 1; k < 40; k++)
		for (unsigned shift = 0; shift < 64; shift += 7)
			check(k, shift);
	check(256, 40);
	check(257, 60);
	check(MOST, 2);
}

static void times_far_apart_are_no_less_exact(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		check(1 + (unsigned)(next_random() % 20), 0);
		check(1 + (unsigned)(next_random() % 20), 1);
	}
}

static void a_time_that_goes_back_comes_next(void **state)
{
	struct otfp_timetree t;

	(void)state;
	assert_int_equal(otfp_timetree_init(&t, 3), 0);
	otfp_timetree_set(&t, 0, 1000);
	otfp_timetree_set(&t, 1, 1001);
	otfp_timetree_set(&t, 2, 5000);
	otfp_timetree_build(&t);
	assert_int_equal(otfp_timetree_winner(&t), 0);
	otfp_timetree_advance(&t, 3000);
	assert_int_equal(otfp_timetree_winner(&t), 1);
	otfp_timetree_advance(&t, 7);
	assert_int_equal(otfp_timetree_winner(&t), 1);
	otfp_timetree_advance(&t, 4000);
	assert_int_equal(otfp_timetree_winner(&t), 0);
	otfp_timetree_release(&t);
}

static void all_sources_may_be_empty(void **state)
{
	struct otfp_timetree t;

	(void)state;
	assert_int_equal(otfp_timetree_init(&t, 5), 0);
	otfp_timetree_build(&t);
	assert_true(otfp_timetree_is_over(&t));
	otfp_timetree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_come_by_time_and_source),
		cmocka_unit_test(times_far_apart_are_no_less_exact),
		cmocka_unit_test(a_time_that_goes_back_comes_next),
		cmocka_unit_test(all_sources_may_be_empty),
	};

	return cmocka_run_group_tests_name("timetree", tests, NULL, NULL);
}
