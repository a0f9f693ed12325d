#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "merge/loser.h"
#include "randrec.h"

enum { MOST = 70, LONGEST = 40 };

static int compare(const void *a, const void *b)
{
	const struct otfp_key *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* k sorted sources, merged. @return how many keys came out into `out` */
static size_t merge(struct otfp_key (*from)[LONGEST], const size_t *length, unsigned k, struct otfp_key *out)
{
	struct otfp_loser t;
	size_t at[MOST] = {0}, n = 0;

	assert_int_equal(otfp_loser_init(&t, k), 0);
	for (unsigned i = 0; i < k; i++)
		t.keys[i] = length[i] ? from[i][at[i]++] : OTFP_KEY_END;
	otfp_loser_build(&t);
	while (t.keys[t.winner].rank != UINT64_MAX) {
		unsigned w = t.winner;
		out[n++] = t.keys[w];
		otfp_loser_advance(&t, at[w] < length[w] ? from[w][at[w]++] : OTFP_KEY_END);
	}
	for (unsigned i = 0; i < k; i++)
		assert_int_equal(at[i], length[i]);
	otfp_loser_release(&t);
	return n;
}

/* Sources of random lengths with times below `range`, against qsort. */
static void check(unsigned k, uint64_t range)
{
	static struct otfp_key from[MOST][LONGEST], all[MOST * LONGEST], out[MOST * LONGEST];
	size_t length[MOST], n = 0;

	for (unsigned i = 0; i < k; i++) {
		length[i] = next_random() % 4 ? next_random() % LONGEST : 0;
		for (size_t j = 0; j < length[i]; j++)
			from[i][j] = (struct otfp_key){next_random() % range, i};
		qsort(from[i], length[i], sizeof **from, compare);
		memcpy(all + n, from[i], length[i] * sizeof **from);
		n += length[i];
	}
	qsort(all, n, sizeof *all, compare);
	assert_int_equal(merge(from, length, k, out), n);
	for (size_t i = 0; i < n; i++)
		assert_true(compare(&all[i], &out[i]) == 0);
}

static void a_merge_of_any_number_of_sources_is_what_qsort_gives(void **unused)
{
	(void)unused;
	for (unsigned k = 1; k <= MOST; k++)
		for (int round = 0; round < 10; round++)
			check(k, 1000000);
}

static void ties_come_in_the_order_of_rank(void **unused)
{
	(void)unused;
	for (unsigned k = 1; k <= MOST; k++)
		for (uint64_t range = 1; range < 8; range++)
			check(k, range);
}

static void ranks_decide_and_not_the_places_of_the_sources(void **unused)
{
	const struct otfp_key keys[] = {{5, 30}, {5, 10}, {5, 20}};
	const uint64_t want[] = {10, 20, 30};
	struct otfp_loser t;

	(void)unused;
	assert_int_equal(otfp_loser_init(&t, 3), 0);
	memcpy(t.keys, keys, sizeof keys);
	otfp_loser_build(&t);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(t.keys[t.winner].rank, want[i]);
		otfp_loser_advance(&t, OTFP_KEY_END);
	}
	otfp_loser_release(&t);
}

static void a_record_at_the_last_tick_comes_before_the_end_of_the_others(void **unused)
{
	struct otfp_loser t;

	(void)unused;
	assert_int_equal(otfp_loser_init(&t, 4), 0);
	for (unsigned i = 0; i < 4; i++)
		t.keys[i] = OTFP_KEY_END;
	t.keys[2] = (struct otfp_key){UINT64_MAX, 2};
	otfp_loser_build(&t);
	assert_int_equal(t.winner, 2);
	otfp_loser_advance(&t, OTFP_KEY_END);
	assert_true(t.keys[t.winner].rank == UINT64_MAX);
	otfp_loser_release(&t);
}

static void one_source_is_passed_on_as_it_is(void **unused)
{
	struct otfp_key from[1][LONGEST], out[LONGEST];
	const size_t length = LONGEST;

	(void)unused;
	for (unsigned j = 0; j < LONGEST; j++)
		from[0][j] = (struct otfp_key){j / 3, 0};
	assert_int_equal(merge(from, &length, 1, out), LONGEST);
	assert_memory_equal(from[0], out, sizeof out);
}

static void a_released_tree_may_be_released_again(void **unused)
{
	struct otfp_loser t;

	(void)unused;
	assert_int_equal(otfp_loser_init(&t, 7), 0);
	otfp_loser_release(&t);
	otfp_loser_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_merge_of_any_number_of_sources_is_what_qsort_gives),
		cmocka_unit_test(ties_come_in_the_order_of_rank),
		cmocka_unit_test(ranks_decide_and_not_the_places_of_the_sources),
		cmocka_unit_test(a_record_at_the_last_tick_comes_before_the_end_of_the_others),
		cmocka_unit_test(one_source_is_passed_on_as_it_is),
		cmocka_unit_test(a_released_tree_may_be_released_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
