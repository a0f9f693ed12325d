/* The spool: where frames wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "otf2/write/spool.h"

static struct otfp_error err;

static void words_come_out_of_their_queue_in_their_order_however_many_blocks(void **state)
{
	enum { QUEUES = 700, WORDS = 5, ROUNDS = 900 };
	struct otfp_otf2_spool s;

	(void)state;
	otfp_otf2_spool_init(&s, &err);
	for (uint64_t i = 0; i < ROUNDS; i++)
		for (uint64_t q = 0; q < QUEUES; q += q ? 50 : 1) {
			const uint64_t words[WORDS] = {q, i, 3, 4, 5};
			assert_int_equal(otfp_otf2_spool_put(&s, (size_t)q, words, WORDS, NULL), 0);
		}
	for (uint64_t q = 0; q < QUEUES; q += q ? 50 : 1) {
		struct otfp_otf2_spool_place place = {0};
		const uint64_t *p;
		uint64_t seen = 0;
		size_t n;
		while (otfp_otf2_spool_next(&s, (size_t)q, &place, &p, &n) == 0)
			for (size_t i = 0; i < n; i += WORDS, seen++)
				assert_true(p[i] == q && p[i + 1] == seen && p[i + 4] == 5);
		assert_int_equal(seen, ROUNDS);
	}
	otfp_otf2_spool_release(&s);
}

static void words_larger_than_a_block_stay_together(void **state)
{
	enum { LARGE = 100000 };
	struct otfp_otf2_spool s;
	struct otfp_otf2_spool_place place = {0};
	uint64_t *words = calloc(LARGE, sizeof *words);
	const uint64_t *p;
	size_t n;

	(void)state;
	assert_non_null(words);
	words[LARGE - 1] = 7;
	otfp_otf2_spool_init(&s, &err);
	assert_int_equal(otfp_otf2_spool_put(&s, 3, words, 1, NULL), 0);
	assert_int_equal(otfp_otf2_spool_put(&s, 3, words, LARGE, NULL), 0);
	assert_int_equal(otfp_otf2_spool_next(&s, 3, &place, &p, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(otfp_otf2_spool_next(&s, 3, &place, &p, &n), 0);
	assert_true(n == LARGE && p[n - 1] == 7);
	assert_int_equal(otfp_otf2_spool_next(&s, 3, &place, &p, &n), 1);
	assert_int_equal(otfp_otf2_spool_next(&s, 2, &(struct otfp_otf2_spool_place){0}, &p, &n), 1);
	otfp_otf2_spool_release(&s);
	free(words);
}

static void words_can_be_changed_in_memory_and_in_the_file(void **state)
{
	enum { WORDS = 400, PUTS = 60 };
	struct otfp_otf2_spool s;
	struct otfp_otf2_spool_place place = {0};
	uint64_t words[WORDS] = {0}, places[PUTS], i = 0;
	const uint64_t *p;
	size_t n;

	(void)state;
	otfp_otf2_spool_init(&s, &err);
	for (i = 0; i < PUTS; i++)
		assert_int_equal(otfp_otf2_spool_put(&s, 0, words, WORDS, &places[i]), 0);
	for (i = 0; i < PUTS; i++)
		assert_int_equal(otfp_otf2_spool_change(&s, 0, places[i], 9, &i, 1), 0);
	i = 0;
	while (otfp_otf2_spool_next(&s, 0, &place, &p, &n) == 0)
		for (size_t at = 0; at < n; at += WORDS)
			assert_true(p[at + 9] == i++ && p[at + 8] == 0);
	assert_int_equal(i, PUTS);
	otfp_otf2_spool_release(&s);
}

/* Also when it has blocks in the file. */
static void a_queue_that_was_cleared_starts_again(void **state)
{
	enum { WORDS = 100, PUTS = 200 };
	struct otfp_otf2_spool s;
	uint64_t words[WORDS] = {0};
	const uint64_t *p;
	size_t n;

	(void)state;
	otfp_otf2_spool_init(&s, &err);
	otfp_otf2_spool_clear(&s, 0);
	for (unsigned round = 0; round < 3; round++) {
		struct otfp_otf2_spool_place place = {0};
		size_t seen = 0;

		words[0] = round;
		for (unsigned i = 0; i < (round + 1) * PUTS; i++)
			assert_int_equal(otfp_otf2_spool_put(&s, 0, words, WORDS, NULL), 0);
		for (; otfp_otf2_spool_next(&s, 0, &place, &p, &n) == 0; seen += n)
			assert_int_equal(p[0], round);
		assert_int_equal(seen, (round + 1) * PUTS * WORDS);
		otfp_otf2_spool_clear(&s, 0);
		assert_int_equal(otfp_otf2_spool_next(&s, 0, &(struct otfp_otf2_spool_place){0}, &p, &n), 0);
		assert_int_equal(n, 0);
	}
	otfp_otf2_spool_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_come_out_of_their_queue_in_their_order_however_many_blocks),
		cmocka_unit_test(words_larger_than_a_block_stay_together),
		cmocka_unit_test(words_can_be_changed_in_memory_and_in_the_file),
		cmocka_unit_test(a_queue_that_was_cleared_starts_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
