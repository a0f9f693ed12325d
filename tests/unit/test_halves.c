#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "profile/pairs.h"
#include "state/halves.h"
#include "state/state.h"

static int take(struct otfp_halves *h, int kind, uint32_t to, uint64_t time, uint64_t *other)
{
	const uint32_t key[4] = {1, to, 3, 4};
	struct otfp_half half = {.time = time};
	int rc = otfp_halves_match(h, kind, key, &half);

	*other = half.time;
	return rc;
}

static void the_oldest_of_the_other_kind_is_taken(void **unused)
{
	struct otfp_halves h = {0};
	uint64_t t;

	(void)unused;
	assert_int_equal(take(&h, OTFP_HALF_SENT, 2, 10, &t), 0);
	assert_int_equal(take(&h, OTFP_HALF_SENT, 2, 20, &t), 0);
	assert_int_equal(take(&h, OTFP_HALF_RECEIVED, 9, 21, &t), 0);
	assert_int_equal(h.number[OTFP_HALF_SENT], 2);
	assert_int_equal(take(&h, OTFP_HALF_RECEIVED, 2, 30, &t), 1);
	assert_int_equal(t, 10);
	assert_int_equal(take(&h, OTFP_HALF_RECEIVED, 2, 40, &t), 1);
	assert_int_equal(t, 20);
	assert_int_equal(take(&h, OTFP_HALF_RECEIVED, 2, 50, &t), 0);
	assert_int_equal(take(&h, OTFP_HALF_SENT, 2, 60, &t), 1);
	assert_int_equal(t, 50);
	assert_int_equal(h.number[OTFP_HALF_SENT], 0);
	assert_int_equal(h.number[OTFP_HALF_RECEIVED], 1);
	otfp_halves_release(&h);
}

/* Beside counters by key: queues are removed and put in at random. */
static void any_order_of_halves_leaves_the_right_ones(void **unused)
{
	enum { KEYS = 200 };
	struct otfp_halves h = {0};
	int waiting[KEYS] = {0}; /* sends are positive */
	uint64_t t;

	(void)unused;
	srand(5);
	for (int i = 0; i < 100000; i++) {
		int to = rand() % KEYS, kind = rand() % 2, sign = kind == OTFP_HALF_SENT ? 1 : -1;
		assert_int_equal(take(&h, kind, (uint32_t)to, 1, &t), waiting[to] * sign < 0);
		waiting[to] += sign;
	}
	for (int i = 0; i < KEYS; i++)
		for (; waiting[i]; waiting[i] += waiting[i] > 0 ? -1 : 1)
			assert_int_equal(take(&h, waiting[i] > 0 ? OTFP_HALF_RECEIVED : OTFP_HALF_SENT, (uint32_t)i, 1,
			                      &t),
			                 1);
	assert_int_equal(h.n, 0);
	assert_int_equal(h.number[0] + h.number[1], 0);
	otfp_halves_release(&h);
}

/* The ring of a pair beside the hash, with many tags and few, so that some pairs go over to the hash. */
static void a_pair_matches_as_the_hash_does(void **unused)
{
	enum { PEERS = 12 };
	struct otfp_halves h = {0}, all = {0};
	struct otfp_pairs pairs = {.n = 0};
	size_t hashed = 0;

	(void)unused;
	srand(7);
	for (int i = 0; i < 200000; i++) {
		uint32_t from = (uint32_t)rand() % PEERS, to = (uint32_t)rand() % 4;
		/* of one key where the sender is 0; of others more wait than are looked through */
		const uint32_t key[4] = {from, to, from ? (uint32_t)rand() % 2 : 0, (uint32_t)rand() % (1 + from * 3)};
		int kind = rand() % 2;
		struct otfp_half one = {.time = (uint64_t)i, .length = (uint32_t)rand()}, other = one;
		struct otfp_pair *pair = otfp_pair_of(&pairs, key);
		assert_non_null(pair);
		assert_int_equal(pair->sender, from);
		assert_int_equal(pair->receiver, to);
		assert_int_equal(otfp_pair_match(pair, &h, kind, key, &one),
		                 otfp_halves_match(&all, kind, key, &other));
		assert_int_equal(one.time, other.time);
		assert_int_equal(one.length, other.length);
	}
	assert_int_equal(pairs.n, PEERS * 4);
	while (pairs.n) {
		struct otfp_pair *pair = &pairs.p[pairs.n - 1];
		hashed += pair->cap == 0;
		assert_int_equal(otfp_pair_hash(pair, &h), 0);
		otfp_pairs_pop(&pairs);
	}
	assert_in_range(hashed, 1, PEERS * 4 - 1);
	assert_int_equal(h.number[0], all.number[0]);
	assert_int_equal(h.number[1], all.number[1]);
	assert_int_equal(h.n, all.n);
	otfp_pairs_release(&pairs);
	otfp_halves_release(&h);
	otfp_halves_release(&all);
}

/* The messages of the state are kept elsewhere, with their tags and by sender; they are paired by the same rule. */
static void the_state_pairs_as_the_halves_do(void **unused)
{
	struct otfp_state *state = calloc(1, sizeof *state);
	struct otfp_halves h = {0};
	uint64_t sent = 0, matched = 0;

	(void)unused;
	assert_non_null(state);
	state->keeps = OTFP_STATE_MESSAGES;
	srand(11);
	for (uint64_t time = 1; time < 100000; time++) {
		const int kind = rand() % 2;
		const uint32_t key[4] = {(uint32_t)rand() % 5, (uint32_t)rand() % 5, (uint32_t)rand() % 2,
		                         (uint32_t)rand() % 3};
		struct otfp_record rec = {.time = time, .type = kind == OTFP_HALF_SENT ? OTFP_SendMsg : OTFP_RecvMsg};
		struct otfp_half half = {.time = time};
		struct otfp_change change;
		const struct otfp_message *other;
		rec.file = OTFP_FILE_EVENT;
		rec.loc = key[kind == OTFP_HALF_RECEIVED];
		rec.f[0].u = key[kind == OTFP_HALF_SENT];
		rec.f[1].u = key[2];
		rec.f[2].u = key[3];
		assert_int_equal(otfp_state_add(state, &rec, &change), 0);
		other = kind == OTFP_HALF_SENT ? change.early : change.message;
		assert_int_equal(otfp_halves_match(&h, kind, key, &half), other != NULL);
		if (other)
			assert_int_equal(half.time, other->time);
		matched += other != NULL;
		sent += kind == OTFP_HALF_SENT;
	}
	assert_in_range(matched, 40000, 50000);
	assert_int_equal(h.number[OTFP_HALF_SENT], sent - matched);
	assert_int_equal(state->odd[OTFP_ODD_RECEIVE], h.number[OTFP_HALF_RECEIVED]);
	otfp_state_release(state);
	free(state);
	otfp_halves_release(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_oldest_of_the_other_kind_is_taken),
		cmocka_unit_test(any_order_of_halves_leaves_the_right_ones),
		cmocka_unit_test(a_pair_matches_as_the_hash_does),
		cmocka_unit_test(the_state_pairs_as_the_halves_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
