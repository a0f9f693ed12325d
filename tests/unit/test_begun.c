/* test_begun.c - what began and has not ended, few or many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "randrec.h"
#include "state/begun.h"

enum { STEPS = 20000, IDS = 50, MANY = 100000 };

/* What the list should contain: ids and times, the oldest first. */
struct slow {
	uint64_t id[STEPS], time[STEPS];
	size_t n;
};

static size_t slow_find(const struct slow *s, uint64_t id)
{
	size_t i = s->n;

	while (i && s->id[i - 1] != id)
		i--;
	return i;
}

static void slow_end(struct slow *s, size_t at)
{
	for (s->n--; at <= s->n; at++) {
		s->id[at - 1] = s->id[at];
		s->time[at - 1] = s->time[at];
	}
}

static void assert_same(const struct otfp_begun_list *l, const struct slow *s)
{
	const struct otfp_begun *b = otfp_begun_next(l, NULL);

	for (size_t i = 0; i < s->n; i++, b = otfp_begun_next(l, b)) {
		assert_non_null(b);
		assert_int_equal(b->id, s->id[i]);
		assert_int_equal(b->time, s->time[i]);
	}
	assert_null(b);
	assert_true(l->n == 0 || !l->open[l->n - 1].is_over);
}

/* More begin than end in the first half, then the other way. */
static void the_latest_of_an_id_is_found_and_the_order_of_beginnings_stays(void **unused)
{
	static struct slow s;
	struct otfp_begun_list l = {0};

	(void)unused;
	for (uint64_t step = 0; step < STEPS; step++) {
		const uint64_t id = next_random() % IDS;
		const size_t at = slow_find(&s, id);
		struct otfp_begun *b = otfp_begun_find(&l, id);

		assert_int_equal(b ? b->time : 0, at ? s.time[at - 1] : 0);
		if (next_random() % 8 < (step < STEPS / 2 ? 5 : 3)) {
			assert_non_null(otfp_begun_add(&l, &(struct otfp_begun){.id = id, .time = step + 1}));
			s.id[s.n] = id;
			s.time[s.n++] = step + 1;
		} else if (b) {
			otfp_begun_end(&l, b);
			slow_end(&s, at);
		}
		if (step % 64 == 0)
			assert_same(&l, &s);
	}
	assert_same(&l, &s);
	otfp_begun_release(&l);
}

/* Looks at elements that a search for an id takes. */
static size_t looks(const struct otfp_begun_list *l, uint64_t id)
{
	const struct otfp_begun *b = otfp_begun_find(l, id);
	size_t n = 1;

	assert_non_null(b);
	for (size_t i = 0; i < l->nchains; i++)
		for (uint32_t at = l->chains[i], k = 1; at; at = l->open[at - 1].older, k++)
			if (&l->open[at - 1] == b)
				n = k;
	return l->nchains ? n : l->n;
}

static void a_search_among_100000_takes_a_few_looks(void **unused)
{
	struct otfp_begun_list l = {0};
	size_t sum = 0;

	(void)unused;
	for (uint64_t i = 0; i < MANY; i++)
		assert_non_null(otfp_begun_add(&l, &(struct otfp_begun){.id = i << 20}));
	for (uint64_t i = 0; i < 100; i++)
		sum += looks(&l, i * 997 << 20);
	assert_true(sum < 400);
	otfp_begun_release(&l);
}

/* Elements that endings move, when the oldest of 100000 ends first. */
static void endings_move_each_element_a_few_times_at_most(void **unused)
{
	struct otfp_begun_list l = {0};
	size_t moved = 0;

	(void)unused;
	for (uint64_t i = 0; i < MANY; i++)
		assert_non_null(otfp_begun_add(&l, &(struct otfp_begun){.id = i}));
	for (uint64_t i = 0; i < MANY; i++) {
		const uint32_t before = l.n;

		otfp_begun_end(&l, otfp_begun_find(&l, i));
		moved += l.n < before ? l.n : 0;
	}
	assert_int_equal(l.n, 0);
	assert_true(moved < 3 * MANY);
	otfp_begun_release(&l);
}

/* In rising, falling and mixed order the entries are those of a plain table, in the order of tokens. */
static void numbers_by_token_come_in_any_order_and_go_in_one(void **unused)
{
	static uint8_t has[1 << 16];

	(void)unused;
	for (unsigned way = 0; way < 4; way++) {
		struct otfp_lasts v = {0};
		struct otfp_lasts_at at = {0};
		const struct otfp_last *one;
		unsigned n = 0;
		int is_new;

		memset(has, 0, sizeof has);
		for (uint32_t i = 1; i <= 20000; i++) {
			const uint32_t mixed = i * 2654435761u >> 16, token = way == 0 ? i :
			                                                      way == 1 ? 30000 - i :
			                                                      way == 2 ? mixed :
			                                                                 (i % 2 ? i : mixed);
			struct otfp_last *got = otfp_lasts_get(&v, token, &is_new);
			assert_non_null(got);
			assert_int_equal(got->token, token);
			assert_int_equal(is_new, !has[token]);
			n += !has[token];
			has[token] = 1;
			got->value = token + 1;
		}
		assert_int_equal(v.n, n);
		for (uint32_t token = 0; token < sizeof has; token++) {
			one = otfp_lasts_find(&v, token);
			assert_int_equal(one != NULL, has[token]);
			if (!one)
				continue;
			assert_int_equal(one->value, token + 1);
			assert_ptr_equal(otfp_lasts_next(&v, &at), one);
		}
		assert_null(otfp_lasts_next(&v, &at));
		otfp_lasts_release(&v);
	}
}

/* Entries that an addition moves: those behind the new one, and all when the runs were merged. */
static size_t moves_of(struct otfp_lasts *v, uint32_t token)
{
	const uint32_t sorted = v->sorted, n = v->n;
	int is_new;
	const struct otfp_last *got = otfp_lasts_get(v, token, &is_new);

	assert_non_null(got);
	assert_true(is_new);
	return (size_t)(v->p + n - got) + (v->sorted > sorted + 1 ? n : 0);
}

/* Falling tokens are the worst order: a table in one run would move MANY * MANY / 2. */
static void an_addition_out_of_order_moves_some_square_roots_of_the_entries(void **unused)
{
	struct otfp_lasts v = {0};
	size_t moved = 0, root = 1;

	(void)unused;
	while (root * root < MANY)
		root++;
	for (uint32_t i = MANY; i > 0; i--)
		moved += moves_of(&v, i);
	assert_int_equal(v.n, MANY);
	assert_true(moved > MANY); /* they are counted */
	assert_true(moved < 6 * MANY * root);
	otfp_lasts_release(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_latest_of_an_id_is_found_and_the_order_of_beginnings_stays),
		cmocka_unit_test(a_search_among_100000_takes_a_few_looks),
		cmocka_unit_test(endings_move_each_element_a_few_times_at_most),
		cmocka_unit_test(numbers_by_token_come_in_any_order_and_go_in_one),
		cmocka_unit_test(an_addition_out_of_order_moves_some_square_roots_of_the_entries),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
