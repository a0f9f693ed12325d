#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "base/map.h"
#include "randrec.h"

static uint64_t value_of(const struct otfp_map *m, uint64_t key)
{
	const uint64_t *v = otfp_map_get(m, key);

	assert_non_null(v);
	return *v;
}

static void an_empty_map_holds_nothing(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	assert_null(otfp_map_get(&m, 0));
	assert_null(otfp_map_get(&m, 42));
	assert_null(otfp_map_get(&m, UINT64_MAX));
	otfp_map_release(&m);
}

static void what_is_set_is_there_and_nothing_else(void **unused)
{
	struct otfp_map m = {0};
	const uint64_t keys[] = {0, 1, UINT64_MAX, (uint64_t)1 << 32, (uint64_t)7 << 32 | 7};

	(void)unused;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		assert_int_equal(otfp_map_set(&m, keys[i], i), 0);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		assert_int_equal(value_of(&m, keys[i]), i);
	assert_int_equal(m.n, sizeof keys / sizeof *keys);
	assert_null(otfp_map_get(&m, 2));
	assert_null(otfp_map_get(&m, UINT64_MAX - 1));
	otfp_map_release(&m);
}

static void setting_again_changes_the_value_only(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	assert_int_equal(otfp_map_set(&m, 5, 1), 0);
	assert_int_equal(otfp_map_set(&m, 5, UINT64_MAX), 0);
	assert_int_equal(value_of(&m, 5), UINT64_MAX);
	assert_int_equal(m.n, 1);
	*otfp_map_get(&m, 5) = 3;
	assert_int_equal(value_of(&m, 5), 3);
	otfp_map_release(&m);
}

static void a_value_of_nothing_is_still_a_value(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	assert_int_equal(otfp_map_set(&m, 9, 0), 0);
	assert_int_equal(value_of(&m, 9), 0);
	otfp_map_release(&m);
}

static void many_keys_in_a_row_stay_while_it_grows(void **unused)
{
	enum { KEYS = 100000 };
	struct otfp_map m = {0};

	(void)unused;
	for (uint64_t k = 0; k < KEYS; k++) {
		assert_int_equal(otfp_map_set(&m, k, k * k), 0);
		assert_true(m.near_cap > k && m.near_cap <= 2 * k + 16 && m.nfar == 0);
	}
	for (uint64_t k = 0; k < KEYS; k++)
		assert_int_equal(value_of(&m, k), k * k);
	for (uint64_t k = KEYS; k < 2 * KEYS; k++)
		assert_null(otfp_map_get(&m, k));
	otfp_map_release(&m);
}

/* Few different keys, set often, in any order, against an array. */
static void random_sets_agree_with_an_array(void **unused)
{
	enum { KEYS = 5000 };
	struct otfp_map m = {0};
	uint64_t *want = calloc(KEYS, sizeof *want);
	size_t n = 0;

	(void)unused;
	for (int i = 0; i < 20000; i++) {
		size_t k = next_random() % KEYS;
		uint64_t v = next_random() | 1;
		n += want[k] == 0;
		want[k] = v;
		/* the bits that the hash drops must not matter */
		assert_int_equal(otfp_map_set(&m, (uint64_t)k << 44, v), 0);
	}
	assert_int_equal(m.n, n);
	for (size_t k = 0; k < KEYS; k++) {
		if (want[k])
			assert_int_equal(value_of(&m, (uint64_t)k << 44), want[k]);
		else
			assert_null(otfp_map_get(&m, (uint64_t)k << 44));
	}
	free(want);
	otfp_map_release(&m);
}

/* Keys of a token space in any order end up in the array; a few large ones do not make it long. */
static void dense_keys_in_any_order_get_an_array(void **unused)
{
	enum { KEYS = 65536 };
	struct otfp_map m = {0};

	(void)unused;
	for (uint64_t k = KEYS; k-- > 0;)
		assert_int_equal(otfp_map_set(&m, k, ~k), 0);
	for (uint64_t k = 1; k < 10; k++)
		assert_int_equal(otfp_map_set(&m, k << 40, k), 0);
	assert_int_equal(m.n, KEYS + 9);
	assert_true(m.near_cap >= KEYS && m.near_cap <= 2 * KEYS && m.nfar == 9);
	for (uint64_t k = 0; k < KEYS; k++)
		assert_int_equal(value_of(&m, k), ~k);
	for (uint64_t k = 1; k < 10; k++)
		assert_int_equal(value_of(&m, k << 40), k);
	assert_null(otfp_map_get(&m, (uint64_t)10 << 40));
	otfp_map_release(&m);
}

/* When the array is full, a large key must not take the place of a longer array. */
static void large_keys_that_come_first_move_to_the_array(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	for (uint64_t i = 0; i < 64; i++) /* 49 to 64, then 33 to 48, ... */
		assert_int_equal(otfp_map_set(&m, 49 - i / 16 * 16 + i % 16, i), 0);
	assert_true(m.near_cap >= 64);
	assert_true(m.nfar <= 1);
	for (uint64_t i = 0; i < 64; i++)
		assert_int_equal(value_of(&m, 49 - i / 16 * 16 + i % 16), i);
	otfp_map_release(&m);
}

static void an_array_may_be_asked_for(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	assert_int_equal(otfp_map_set(&m, 1000, 1), 0);
	assert_int_equal(m.nfar, 1);
	assert_int_equal(otfp_map_reserve(&m, 1024), 0);
	assert_int_equal(otfp_map_set(&m, 1023, 2), 0);
	assert_int_equal(m.nfar, 0);
	assert_int_equal(otfp_map_reserve(&m, 16), 0);
	assert_int_equal(m.near_cap, 1024);
	assert_int_equal(value_of(&m, 1000), 1);
	assert_int_equal(value_of(&m, 1023), 2);
	otfp_map_release(&m);
}

static void a_large_key_may_follow_any_number_of_dense_ones(void **unused)
{
	(void)unused;
	for (uint64_t dense = 0; dense < 300; dense++) {
		struct otfp_map m = {0};
		for (uint64_t k = 0; k < dense; k++)
			assert_int_equal(otfp_map_set(&m, k, k), 0);
		assert_int_equal(otfp_map_set(&m, 1804293868, 7), 0);
		assert_int_equal(value_of(&m, 1804293868), 7);
		for (uint64_t k = 0; k < dense; k++)
			assert_int_equal(value_of(&m, k), k);
		assert_int_equal(m.n, dense + 1);
		otfp_map_release(&m);
	}
}

static void sparse_keys_get_no_array(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	for (uint64_t k = 1; k <= 10000; k++)
		assert_int_equal(otfp_map_set(&m, k * 1000, k), 0);
	assert_true(m.near_cap <= 16 && m.far_cap <= 3 * m.n);
	for (uint64_t k = 1; k <= 10000; k++)
		assert_int_equal(value_of(&m, k * 1000), k);
	otfp_map_release(&m);
}

static void the_entries_are_all_met_once(void **unused)
{
	struct otfp_map m = {0};
	struct otfp_map_at at = {0};
	uint64_t keys = 0, values = 0;
	size_t n = 0;

	(void)unused;
	assert_int_equal(otfp_map_next(&m, &at), 0);
	for (uint64_t k = 0; k < 1000; k++)
		assert_int_equal(otfp_map_set(&m, k % 3 ? k : k << 33, k), 0);
	for (at = (struct otfp_map_at){0}; otfp_map_next(&m, &at); n++) {
		assert_true(at.key == *at.value || at.key == *at.value << 33);
		keys += at.key;
		values += *at.value;
	}
	assert_int_equal(n, m.n);
	assert_int_equal(values, 999 * 1000 / 2);
	assert_int_equal(otfp_map_next(&m, &at), 0);
	otfp_map_release(&m);
}

static void a_released_map_is_empty_and_can_be_used_again(void **unused)
{
	struct otfp_map m = {0};

	(void)unused;
	assert_int_equal(otfp_map_set(&m, 1, 2), 0);
	otfp_map_release(&m);
	assert_null(otfp_map_get(&m, 1));
	assert_int_equal(otfp_map_set(&m, 1, 3), 0);
	assert_int_equal(value_of(&m, 1), 3);
	otfp_map_release(&m);
	otfp_map_release(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_map_holds_nothing),
		cmocka_unit_test(what_is_set_is_there_and_nothing_else),
		cmocka_unit_test(setting_again_changes_the_value_only),
		cmocka_unit_test(a_value_of_nothing_is_still_a_value),
		cmocka_unit_test(many_keys_in_a_row_stay_while_it_grows),
		cmocka_unit_test(random_sets_agree_with_an_array),
		cmocka_unit_test(dense_keys_in_any_order_get_an_array),
		cmocka_unit_test(large_keys_that_come_first_move_to_the_array),
		cmocka_unit_test(an_array_may_be_asked_for),
		cmocka_unit_test(a_large_key_may_follow_any_number_of_dense_ones),
		cmocka_unit_test(sparse_keys_get_no_array),
		cmocka_unit_test(the_entries_are_all_met_once),
		cmocka_unit_test(a_released_map_is_empty_and_can_be_used_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
