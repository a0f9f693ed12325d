/* base/arena: memory that never moves; record/keep: records that outlive their buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "record/keep.h"

static void what_was_got_stays_where_it_is(void **state)
{
	struct otfp_arena a = OTFP_ARENA_INIT;
	unsigned char *p[500];

	(void)state;
	for (unsigned i = 0; i < 500; i++) {
		p[i] = otfp_arena_get(&a, i * 7);
		assert_non_null(p[i]);
		assert_int_equal((uintptr_t)p[i] % _Alignof(max_align_t), 0);
		memset(p[i], (int)(i & 0xff), i * 7);
	}
	for (unsigned i = 0; i < 500; i++)
		for (unsigned j = 0; j < i * 7; j++)
			assert_int_equal(p[i][j], i & 0xff);
	otfp_arena_release(&a);
}

static void a_cleared_arena_keeps_one_block(void **state)
{
	struct otfp_arena a = OTFP_ARENA_INIT;
	void *first = otfp_arena_get(&a, 100);

	(void)state;
	for (unsigned i = 0; i < 100; i++)
		assert_non_null(otfp_arena_get(&a, 10000));
	otfp_arena_clear(&a);
	assert_ptr_equal(otfp_arena_get(&a, 1), first);
	otfp_arena_release(&a);
	assert_null(a.p);
}

static void what_is_large_leaves_the_block_in_use(void **state)
{
	struct otfp_arena a = OTFP_ARENA_INIT;
	char *last = otfp_arena_get(&a, 16);

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		char *next;
		assert_non_null(otfp_arena_get(&a, 10000));
		next = otfp_arena_get(&a, 16);
		assert_ptr_equal(next, last + 16);
		last = next;
	}
	otfp_arena_release(&a);
}

static void nothing_has_a_place_and_too_much_has_none(void **state)
{
	struct otfp_arena a = OTFP_ARENA_INIT;

	(void)state;
	assert_non_null(otfp_arena_get(&a, 0));
	assert_non_null(otfp_arena_copy(&a, NULL, 0));
	assert_null(otfp_arena_get(&a, SIZE_MAX));
	otfp_arena_release(&a);
}

static void a_record_outlives_its_buffer(void **state)
{
	char text[] = "rank 0", bytes[] = "\x01\x02";
	uint32_t list[] = {3, 1, 2};
	struct otfp_tag tags[] = {{.key = 7, .type = OTFP_TAG_BYTES, .bytes = {bytes, 2}}, {.key = 8, .bits = 5}};
	struct otfp_record rec = {.type = OTFP_DefProcessGroup, .ntags = 2, .tags = tags};
	struct otfp_arena a = OTFP_ARENA_INIT;

	(void)state;
	rec.f[1].s = (struct otfp_str){text, 6};
	rec.f[2].l = (struct otfp_list){list, 3};
	assert_int_equal(otfp_record_keep(&rec, &a), 0);
	memset(text, 'x', 6);
	memset(bytes, 'x', 2);
	memset(list, 0xff, sizeof list);
	memset(tags, 0xff, sizeof tags);
	assert_memory_equal(rec.f[1].s.p, "rank 0", 6);
	assert_int_equal(rec.f[2].l.p[0] * 100 + rec.f[2].l.p[1] * 10 + rec.f[2].l.p[2], 312);
	assert_int_equal(rec.tags[0].key, 7);
	assert_memory_equal(rec.tags[0].bytes.p, "\x01\x02", 2);
	assert_int_equal(rec.tags[1].bits, 5);
	assert_null(rec.line.p);
	otfp_arena_release(&a);
}

static void no_string_at_all_stays_none(void **state)
{
	struct otfp_record rec = {.type = OTFP_DefProcess};
	struct otfp_arena a = OTFP_ARENA_INIT;

	(void)state;
	assert_int_equal(otfp_record_keep(&rec, &a), 0);
	assert_null(rec.f[1].s.p);
	otfp_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_got_stays_where_it_is),
		cmocka_unit_test(a_cleared_arena_keeps_one_block),
		cmocka_unit_test(what_is_large_leaves_the_block_in_use),
		cmocka_unit_test(nothing_has_a_place_and_too_much_has_none),
		cmocka_unit_test(a_record_outlives_its_buffer),
		cmocka_unit_test(no_string_at_all_stays_none),
	};

	return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
