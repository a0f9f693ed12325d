/* test_index.c - an index finds what was added and nothing else, also when all hashes are the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/index.h"
#include "randrec.h"

enum { THINGS = 5000 };

static uint32_t find(const struct otfp_index *ix, const uint32_t *things, uint32_t hash, uint32_t thing)
{
	size_t probe = otfp_index_home(ix, hash);
	uint32_t at;

	while ((at = otfp_index_next(ix, hash, &probe)))
		if (things[at - 1] == thing)
			return at;
	return 0;
}

/* Add different things with hashes of `bits` bits, high or low ones, and find each of them at its place. */
static void check(unsigned bits, unsigned shift, size_t n)
{
	static uint32_t things[THINGS], hashes[THINGS];
	struct otfp_index ix = {0};

	for (size_t i = 0; i < n; i++) {
		things[i] = (uint32_t)i * 7 + 1;
		hashes[i] = (uint32_t)((next_random() & ((1ull << bits) - 1)) << shift);
		assert_int_equal(find(&ix, things, hashes[i], things[i]), 0);
		assert_int_equal(otfp_index_add(&ix, hashes[i], i + 1), 0);
	}
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(find(&ix, things, hashes[i], things[i]), i + 1);
		assert_int_equal(find(&ix, things, hashes[i], 0), 0);
	}
	assert_int_equal(ix.n, n);
	assert_true(n <= ix.cap / 4 * 3);
	otfp_index_release(&ix);
	assert_int_equal(ix.cap, 0);
}

static void things_are_found_whatever_their_hashes(void **unused)
{
	(void)unused;
	check(32, 0, THINGS);
	check(8, 24, THINGS);
	check(8, 0, THINGS);
	check(0, 0, 300);
}

static void the_last_hash_wraps_around(void **unused)
{
	struct otfp_index ix = {0};
	const uint32_t things[] = {1, 2, 3};

	(void)unused;
	for (size_t i = 1; i <= 3; i++)
		assert_int_equal(otfp_index_add(&ix, UINT32_MAX, i), 0);
	for (uint32_t i = 1; i <= 3; i++)
		assert_int_equal(find(&ix, things, UINT32_MAX, i), i);
	otfp_index_release(&ix);
}

static void a_place_beyond_32_bits_is_refused(void **unused)
{
	struct otfp_index ix = {0};

	(void)unused;
	if (SIZE_MAX == UINT32_MAX)
		skip();
	assert_int_equal(otfp_index_add(&ix, 1, (size_t)UINT32_MAX + 1), -1);
	assert_int_equal(ix.n, 0);
	otfp_index_release(&ix);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(things_are_found_whatever_their_hashes),
		cmocka_unit_test(the_last_hash_wraps_around),
		cmocka_unit_test(a_place_beyond_32_bits_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
