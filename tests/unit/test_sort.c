/* The sort of records by key: against qsort, in memory and through runs, and what goes wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/copy.h"
#include "merge/sort.h"
#include "randrec.h"

enum { MOST = 20000 };

/* A record: its key, when it was put, and how long it is. Its bytes are made of these. */
struct made {
	struct otfp_key key;
	uint32_t index, n;
};

static struct made made[MOST];
static struct otfp_error err;

static int by_key_then_index(const void *a, const void *b)
{
	const struct made *x = a, *y = b;

	if (x->key.time != y->key.time)
		return x->key.time < y->key.time ? -1 : 1;
	if (x->key.rank != y->key.rank)
		return x->key.rank < y->key.rank ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static void fill(char *p, const struct made *m)
{
	memset(p, 'a' + (int)(m->index % 26), m->n);
	memcpy(p, &m->index, m->n < 4 ? m->n : 4);
}

static struct otfp_sort *sort_in(size_t memory)
{
	const struct otfp_sort_options o = {memory, "/tmp", NULL};
	struct otfp_sort *s;

	assert_int_equal(otfp_sort_new(&s, &o, &err), 0);
	return s;
}

static void put(struct otfp_sort *s, const struct made *m)
{
	char *p = malloc(m->n + 1);

	fill(p, m);
	if (otfp_sort_put(s, m->key, p, m->n) < 0)
		fail_msg("%s", err.text);
	free(p);
}

static void assert_next_is(struct otfp_sort *s, const struct made *m)
{
	char *want = malloc(m->n + 1);
	struct otfp_sorted got;
	volatile char ahead;

	fill(want, m);
	assert_int_equal(otfp_sort_next(s, &got), 0);
	assert_int_equal(got.key.time, m->key.time);
	assert_int_equal(got.key.rank, m->key.rank);
	assert_int_equal(got.n, m->n);
	assert_memory_equal(got.p, want, m->n);
	assert_int_equal(got.p[m->n], '\n');
	for (unsigned i = 1; i <= OTFP_INPUT_AHEAD; i++)
		ahead = got.p[m->n + i]; /* the sanitizer says if one may not */
	(void)ahead;
	free(want);
}

/* End the sort: what comes out is what qsort makes of made[0..n). @return runs; frees s */
static size_t assert_sorted(struct otfp_sort *s, unsigned n, size_t *merges)
{
	struct otfp_sorted got;
	size_t runs;

	qsort(made, n, sizeof *made, by_key_then_index);
	if (otfp_sort_end(s) < 0)
		fail_msg("%s", err.text);
	for (unsigned i = 0; i < n; i++)
		assert_next_is(s, &made[i]);
	for (int i = 0; i < 3; i++)
		assert_int_equal(otfp_sort_next(s, &got), OTFP_END);
	runs = otfp_sort_runs(s, merges);
	otfp_sort_free(s);
	return runs;
}

static struct made random_made(unsigned i, uint64_t times, uint64_t ranks, unsigned longest)
{
	return (struct made){{next_random() % times, next_random() % ranks}, i, (uint32_t)(next_random() % longest)};
}

/* n random records. @return runs */
static size_t check(size_t memory, unsigned n, uint64_t times, uint64_t ranks, unsigned longest)
{
	struct otfp_sort *s = sort_in(memory);
	size_t merges;

	for (unsigned i = 0; i < n; i++) {
		made[i] = random_made(i, times, ranks, longest);
		put(s, &made[i]);
	}
	return assert_sorted(s, n, &merges);
}

/* ---- order ---- */

static void items_come_as_from_qsort(void **unused)
{
	static struct otfp_item items[3000], spare[3000];

	(void)unused;
	for (unsigned n = 0; n < 3000; n = n * 3 / 2 + 1)
		for (unsigned bits = 0; bits < 64; bits += 3) {
			for (unsigned i = 0; i < n; i++) {
				made[i] = random_made(i, (uint64_t)1 << bits, (uint64_t)1 << next_random() % 48, 1);
				items[i] = (struct otfp_item){made[i].key, i};
			}
			otfp_radix_sort(items, spare, n);
			qsort(made, n, sizeof *made, by_key_then_index);
			for (unsigned i = 0; i < n; i++)
				assert_int_equal(items[i].at, made[i].index);
		}
}

static void records_in_memory_come_as_from_qsort(void **unused)
{
	(void)unused;
	for (unsigned n = 0; n < 2000; n = n * 2 + 1)
		assert_int_equal(check(1 << 20, n, 1000, 10, 200), 0);
}

static void records_in_runs_come_as_from_qsort(void **unused)
{
	static const uint64_t times[] = {1, 2, 1000, UINT64_MAX};

	(void)unused;
	for (unsigned i = 0; i < 4; i++)
		for (size_t memory = OTFP_SORT_ROOM_LEAST; memory < 1 << 20; memory = memory * 3 + 777)
			assert_true(check(memory, 10000, times[i], 3, 120) > 1);
}

static void the_highest_keys_are_no_end(void **unused)
{
	struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
	size_t merges;

	(void)unused;
	for (unsigned i = 0; i < 5000; i++) {
		made[i] = random_made(i, 2, 2, 9);
		made[i].key.time += UINT64_MAX - 1;
		made[i].key.rank += OTFP_RANK_MAX - 2;
		put(s, &made[i]);
	}
	assert_true(assert_sorted(s, 5000, &merges) > 1);
}

static void many_runs_take_several_merges(void **unused)
{
	struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
	size_t merges;

	(void)unused;
	for (unsigned i = 0; i < MOST; i++) {
		made[i] = random_made(i, 50, 3, 300);
		put(s, &made[i]);
	}
	/* seven blocks of 4 KiB are merged at once, so one pass over 49 runs is not enough */
	assert_true(assert_sorted(s, MOST, &merges) > 49);
	assert_true(merges > 7);
}

static void what_is_in_order_is_one_run(void **unused)
{
	struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
	size_t merges;

	(void)unused;
	for (unsigned i = 0; i < MOST; i++) {
		made[i] = (struct made){{i / 7, 0}, i, 31 - (uint32_t)sizeof(struct otfp_head)}; /* fill blocks */
		put(s, &made[i]);
	}
	assert_true(assert_sorted(s, MOST, &merges) > 7);
	assert_int_equal(merges, 0);
}

/* ---- large records ---- */

static void records_longer_than_the_memory_pass_among_others(void **unused)
{
	struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
	size_t merges;

	(void)unused;
	for (unsigned i = 0; i < 300; i++) {
		made[i] = random_made(i, 100, 2, 2000);
		if (i % 50 == 7)
			made[i] = (struct made){{i, 0}, i, (uint32_t)(OTFP_SORT_ROOM_LEAST * (1 + i / 50)) - 1};
		put(s, &made[i]);
	}
	assert_true(assert_sorted(s, 300, &merges) > 6);
}

static void records_longer_than_a_block_pass_through_many_merges(void **unused)
{
	struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
	size_t merges;

	(void)unused;
	for (unsigned i = 0; i < 400; i++) {
		made[i] = random_made(i, 100, 2, 12000);
		put(s, &made[i]);
	}
	assert_true(assert_sorted(s, 400, &merges) > 49);
	assert_true(merges > 7);
}

static void records_as_long_as_a_block_pass(void **unused)
{
	struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
	size_t merges;

	(void)unused;
	for (unsigned i = 0; i < 400; i++) {
		made[i] = random_made(i, 100, 2, 1);
		made[i].n = 4096 - (uint32_t)sizeof(struct otfp_head) - 9 + i % 16;
		put(s, &made[i]);
	}
	assert_true(assert_sorted(s, 400, &merges) > 49);
	assert_true(merges > 7);
}

/* ---- keys that are known late ---- */

/* Ranks that were of no use become those of made, found by the index in the bytes. */
static int true_rank(void *ctx, struct otfp_key *key, const char *p, size_t n)
{
	const uint64_t *ranks = ctx;
	uint32_t index;

	assert_true(n >= 4);
	memcpy(&index, p, 4);
	key->rank = ranks[index];
	return 0;
}

static void check_rekey(size_t memory, unsigned n, uint64_t ranks_before, uint64_t ranks_after, unsigned longest)
{
	static uint64_t ranks[MOST];
	struct otfp_sort *s = sort_in(memory);
	size_t merges;

	for (unsigned i = 0; i < n; i++) {
		made[i] = random_made(i, 20, ranks_before, longest);
		made[i].n += 4;
		put(s, &made[i]);
		made[i].key.rank = ranks[i] = next_random() % ranks_after;
	}
	assert_int_equal(otfp_sort_rekey(s, true_rank, ranks), 0);
	assert_sorted(s, n, &merges);
}

static void new_keys_sort_as_if_they_had_been_known(void **unused)
{
	(void)unused;
	for (uint64_t before = 1; before < 10; before += 4)
		for (uint64_t after = 1; after < 10; after += 4) {
			check_rekey(1 << 20, 1000, before, after, 100);
			check_rekey(OTFP_SORT_ROOM_LEAST, 5000, before, after, 100);
		}
	check_rekey(OTFP_SORT_ROOM_LEAST, 0, 1, 1, 1);
}

static void new_keys_of_records_longer_than_the_memory(void **unused)
{
	(void)unused;
	check_rekey(OTFP_SORT_ROOM_LEAST, 200, 3, 7, 3 * OTFP_SORT_ROOM_LEAST);
}

static int refuse(void *ctx, struct otfp_key *key, const char *p, size_t n)
{
	(void)ctx, (void)key, (void)p, (void)n;
	return OTFP_EDAMAGE;
}

static void a_key_that_cannot_be_made_is_passed_on(void **unused)
{
	(void)unused;
	for (size_t memory = OTFP_SORT_ROOM_LEAST; memory <= 1 << 20; memory *= 32) {
		struct otfp_sort *s = sort_in(memory);
		for (unsigned i = 0; i < 1000; i++)
			assert_int_equal(otfp_sort_put(s, (struct otfp_key){i, 0}, "some text that is put", 21), 0);
		assert_int_equal(otfp_sort_rekey(s, refuse, NULL), OTFP_EDAMAGE);
		otfp_sort_free(s);
	}
}

/* ---- many at a time ---- */

/* Batches of up to `most` records are those that come one by one, from runs with blocks of 4 KiB as from memory. */
static void check_batches(size_t memory, unsigned n, size_t most)
{
	struct otfp_sort *s = sort_in(memory);
	struct otfp_sorted got[50];
	unsigned at = 0;
	size_t k;
	char want[6000];

	for (unsigned i = 0; i < n; i++) {
		made[i] = random_made(i, 100, 3, i % 100 ? 200 : 6000);
		put(s, &made[i]);
	}
	qsort(made, n, sizeof *made, by_key_then_index);
	assert_int_equal(otfp_sort_end(s), 0);
	while (otfp_sort_batch(s, got, most, &k) == 0) {
		assert_in_range(k, 1, most);
		for (size_t i = 0; i < k; i++, at++) {
			fill(want, &made[at]);
			assert_int_equal(got[i].key.time, made[at].key.time);
			assert_int_equal(got[i].n, made[at].n);
			assert_memory_equal(got[i].p, want, made[at].n);
			assert_int_equal(got[i].p[got[i].n], '\n');
		}
	}
	assert_int_equal(at, n);
	otfp_sort_free(s);
}

static void records_of_a_batch_are_valid_together(void **unused)
{
	(void)unused;
	for (size_t most = 1; most <= 50; most += 7) {
		check_batches(OTFP_SORT_ROOM_LEAST, 3000, most);
		check_batches(4 << 20, 3000, most);
		check_batches(OTFP_SORT_ROOM_LEAST, 0, most);
	}
}

static void copies_of_any_length_are_exact(void **unused)
{
	(void)unused;
	for (size_t n = 0; n < 200; n++) {
		char from[200], to[202];
		for (size_t i = 0; i < sizeof from; i++)
			from[i] = (char)(i + 1);
		memset(to, 0, sizeof to);
		otfp_copy(to + 1, from, n);
		assert_memory_equal(to + 1, from, n);
		assert_int_equal(to[0], 0);
		assert_int_equal(to[n + 1], 0);
	}
}

/* ---- what goes wrong ---- */

static int asked;

static int stop_at_ten(void)
{
	return ++asked >= 10;
}

static void a_sort_that_is_told_to_stop_stops(void **unused)
{
	const struct otfp_sort_options o = {OTFP_SORT_ROOM_LEAST, "/tmp", stop_at_ten};
	struct otfp_sort *s;
	int code = 0;

	(void)unused;
	assert_int_equal(otfp_sort_new(&s, &o, &err), 0);
	asked = 0;
	for (unsigned i = 0; i < MOST && code == 0; i++)
		code = otfp_sort_put(s, (struct otfp_key){next_random(), 0}, "0123456789", 10);
	assert_int_equal(code, OTFP_EINTR);
	assert_int_equal(asked, 10);
	otfp_sort_free(s);
}

/* @return the first code of a sort in dir that is not 0 */
static int sort_somewhere(const char *dir, unsigned n)
{
	const struct otfp_sort_options o = {OTFP_SORT_ROOM_LEAST, dir, NULL};
	struct otfp_sort *s;
	int code = 0;

	assert_int_equal(otfp_sort_new(&s, &o, &err), 0);
	for (unsigned i = 0; i < n && code == 0; i++)
		code = otfp_sort_put(s, (struct otfp_key){n - i, 0}, "0123456789", 10);
	if (code == 0)
		code = otfp_sort_end(s);
	otfp_sort_free(s);
	return code;
}

static void a_directory_that_is_not_there_is_named_when_it_is_needed(void **unused)
{
	(void)unused;
	assert_int_equal(sort_somewhere("/no/such", 100), 0);
	assert_int_equal(sort_somewhere("/no/such", 10000), OTFP_EFAIL);
	assert_string_equal(err.text, "/no/such: temporary file: No such file or directory");
}

static void a_file_has_no_name(void **unused)
{
	char dir[] = "/tmp/otfp-sort-XXXXXX";
	struct otfp_spill f = {.err = &err, .dir = dir, .fd = -1};
	char back[3];

	(void)unused;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(otfp_spill_open(&f), 0);
	assert_int_equal(otfp_spill_write(&f, "abc", 3, 5), 0);
	assert_int_equal(f.end, 8);
	assert_int_equal(rmdir(dir), 0); /* it is empty */
	assert_int_equal(otfp_spill_read(&f, back, 3, 5), 0);
	assert_memory_equal(back, "abc", 3);
	assert_int_equal(otfp_spill_read(&f, back, 3, 6), OTFP_EFAIL);
	otfp_spill_close(&f);
	otfp_spill_close(&f);
}

static void too_little_memory_is_refused(void **unused)
{
	const struct otfp_sort_options o = {OTFP_SORT_ROOM_LEAST - 1, "/tmp", NULL};
	struct otfp_sort *s;

	(void)unused;
	assert_int_equal(otfp_sort_new(&s, &o, &err), OTFP_EUSAGE);
}

static void a_sort_may_be_dropped_at_any_time(void **unused)
{
	(void)unused;
	otfp_sort_free(NULL);
	for (unsigned n = 0; n < 5000; n = n * 4 + 1) {
		struct otfp_sort *s = sort_in(OTFP_SORT_ROOM_LEAST);
		struct otfp_sorted got;
		for (unsigned i = 0; i < n; i++)
			assert_int_equal(otfp_sort_put(s, (struct otfp_key){n - i, 0}, "0123456789", 10), 0);
		if (n % 2)
			assert_int_equal(otfp_sort_end(s), 0);
		if (n % 2)
			assert_int_equal(otfp_sort_next(s, &got), 0);
		otfp_sort_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(items_come_as_from_qsort),
		cmocka_unit_test(records_in_memory_come_as_from_qsort),
		cmocka_unit_test(records_in_runs_come_as_from_qsort),
		cmocka_unit_test(the_highest_keys_are_no_end),
		cmocka_unit_test(many_runs_take_several_merges),
		cmocka_unit_test(what_is_in_order_is_one_run),
		cmocka_unit_test(records_longer_than_the_memory_pass_among_others),
		cmocka_unit_test(records_longer_than_a_block_pass_through_many_merges),
		cmocka_unit_test(records_as_long_as_a_block_pass),
		cmocka_unit_test(new_keys_sort_as_if_they_had_been_known),
		cmocka_unit_test(new_keys_of_records_longer_than_the_memory),
		cmocka_unit_test(a_key_that_cannot_be_made_is_passed_on),
		cmocka_unit_test(records_of_a_batch_are_valid_together),
		cmocka_unit_test(copies_of_any_length_are_exact),
		cmocka_unit_test(a_sort_that_is_told_to_stop_stops),
		cmocka_unit_test(a_directory_that_is_not_there_is_named_when_it_is_needed),
		cmocka_unit_test(a_file_has_no_name),
		cmocka_unit_test(too_little_memory_is_refused),
		cmocka_unit_test(a_sort_may_be_dropped_at_any_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
