/* The queue of records: copies outlive what they were made of, in order, and blocks are used again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "record/queue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct otfp_queue queue;

static int clean(void **state)
{
	(void)state;
	otfp_queue_release(&queue);
	return 0;
}

/* A process group with the name "g<n>", the members n, n + 1, a tag of two bytes, and a line. */
static void put_group(uint32_t n, size_t line_n)
{
	uint32_t *members = malloc(2 * sizeof *members);
	char *name = malloc(20), *line = malloc(line_n + 1);
	struct otfp_tag *tag = calloc(1, sizeof *tag);
	struct otfp_record rec = {.loc = n, .type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF, .ntags = 1};

	assert_true(members && name && line && tag);
	members[0] = n;
	members[1] = n + 1;
	memset(line, (int)('a' + n % 26), line_n);
	tag->key = n;
	tag->type = OTFP_TAG_BYTES;
	tag->bytes = (struct otfp_str){name, 2};
	rec.tags = tag;
	rec.f[0].u = n;
	rec.f[1].s = (struct otfp_str){name, (size_t)sprintf(name, "g%u", n)};
	rec.f[2].l = (struct otfp_list){members, 2};
	rec.line = (struct otfp_str){line, line_n};
	assert_non_null(otfp_queue_put(&queue, &rec));
	memset(name, '?', 20); /* nobody may look there again */
	free(members);
	free(name);
	free(line);
	free(tag);
}

static void take_group(uint32_t n, size_t line_n)
{
	const struct otfp_queued *q = otfp_queue_first(&queue);
	char name[20];

	assert_non_null(q);
	sprintf(name, "g%u", n);
	assert_int_equal(q->rec.loc, n);
	assert_int_equal(q->rec.f[0].u, n);
	assert_int_equal(q->rec.f[1].s.n, strlen(name));
	assert_memory_equal(q->rec.f[1].s.p, name, strlen(name));
	assert_int_equal(q->rec.f[2].l.n, 2);
	assert_int_equal(q->rec.f[2].l.p[1], n + 1);
	assert_int_equal(q->rec.tags[0].key, n);
	assert_memory_equal(q->rec.tags[0].bytes.p, name, 2);
	assert_int_equal(q->rec.line.n, line_n);
	assert_true(line_n == 0 || q->rec.line.p[line_n - 1] == (char)('a' + n % 26));
	assert_true(q->mark == 0 && q->since == 0 && !q->link);
	otfp_queue_pop(&queue);
}

static void an_empty_queue_has_no_first(void **state)
{
	(void)state;
	assert_null(otfp_queue_first(&queue));
	put_group(1, 5);
	take_group(1, 5);
	assert_null(otfp_queue_first(&queue));
}

static void copies_come_out_whole_and_in_order(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 5000; i++)
		put_group(i, i % 300);
	for (uint32_t i = 0; i < 5000; i++)
		take_group(i, i % 300);
	assert_null(otfp_queue_first(&queue));
}

static void what_is_larger_than_a_block_goes_through(void **state)
{
	(void)state;
	put_group(1, 7);
	put_group(2, 300000);
	put_group(3, 7);
	put_group(4, 65536);
	take_group(1, 7);
	take_group(2, 300000);
	take_group(3, 7);
	take_group(4, 65536);
	assert_null(otfp_queue_first(&queue));
}

static void what_has_no_text_and_no_name_stays_so(void **state)
{
	struct otfp_record rec = {.type = OTFP_DefProcess, .file = OTFP_FILE_DEF};
	const struct otfp_queued *q;

	(void)state;
	assert_non_null(otfp_queue_put(&queue, &rec));
	rec.type = OTFP_CONTROL;
	rec.line = (struct otfp_str){"@NEW", 4};
	assert_non_null(otfp_queue_put(&queue, &rec));
	q = otfp_queue_first(&queue);
	assert_null(q->rec.f[1].s.p);
	assert_null(q->rec.line.p);
	otfp_queue_pop(&queue);
	q = otfp_queue_first(&queue);
	assert_memory_equal(q->rec.line.p, "@NEW", 4);
}

static void a_place_does_not_move(void **state)
{
	struct otfp_record rec = {.type = OTFP_NoOp, .file = OTFP_FILE_EVENT};
	struct otfp_queued *at[3000];

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		rec.time = i;
		at[i] = otfp_queue_put(&queue, &rec);
	}
	for (unsigned i = 0; i < 3000; i++) {
		assert_ptr_equal(otfp_queue_first(&queue), at[i]);
		assert_int_equal(at[i]->rec.time, i);
		otfp_queue_pop(&queue);
	}
}

static void blocks_are_used_again(void **state)
{
	struct otfp_record rec = {.type = OTFP_NoOp, .file = OTFP_FILE_EVENT};
	const void *seen[8] = {NULL};
	unsigned nseen = 0, at;

	(void)state;
	for (unsigned i = 0; i < 100000; i++) {
		struct otfp_queued *q = otfp_queue_put(&queue, &rec);
		if (i >= 10)
			otfp_queue_pop(&queue);
		for (at = 0; at < nseen && (uintptr_t)q - (uintptr_t)seen[at] > 65536; at++)
			;
		if (at == nseen) {
			assert_true(nseen < 8);
			seen[nseen++] = q;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(an_empty_queue_has_no_first, clean),
		cmocka_unit_test_teardown(copies_come_out_whole_and_in_order, clean),
		cmocka_unit_test_teardown(what_is_larger_than_a_block_goes_through, clean),
		cmocka_unit_test_teardown(what_has_no_text_and_no_name_stays_so, clean),
		cmocka_unit_test_teardown(a_place_does_not_move, clean),
		cmocka_unit_test_teardown(blocks_are_used_again, clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
