/* state/: what is true at an instant. */
#include "state/state.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- records ---- */

static struct otfp_record make(unsigned type, uint64_t time, uint32_t loc, unsigned n, const uint64_t *f)
{
	struct otfp_record rec = {.type = (uint16_t)type, .time = time, .loc = loc};

	rec.file = otfp_schema(type)->file;
	for (unsigned i = 0; i < n; i++)
		rec.f[i].u = f[i];
	return rec;
}

#define REC(type, time, loc, ...)                                                                 \
	make(OTFP_##type, time, loc, sizeof((uint64_t[]){0, __VA_ARGS__}) / sizeof(uint64_t) - 1, \
	     (uint64_t[]){0, __VA_ARGS__} + 1)

static struct otfp_change see(struct otfp_state *s, struct otfp_record rec)
{
	struct otfp_change did;

	assert_int_equal(otfp_state_add(s, &rec, &did), 0);
	return did;
}

/* ---- snapshots as lists of records ---- */

struct list {
	struct otfp_record recs[4096];
	size_t n;
};

static int append(void *ctx, const struct otfp_record *rec)
{
	struct list *l = ctx;

	assert_true(l->n < sizeof l->recs / sizeof *l->recs);
	l->recs[l->n++] = *rec;
	return 0;
}

static void snapshot(struct otfp_state *s, uint64_t time, uint32_t processes, struct list *l)
{
	l->n = 0;
	for (uint32_t p = 1; p <= processes; p++) {
		const struct otfp_process *process = otfp_state_find(s, p);
		if (process)
			assert_int_equal(otfp_state_snapshot(process, time, append, l), 0);
	}
}

static void assert_same(const struct list *a, const struct list *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_int_equal(a->recs[i].type, b->recs[i].type);
		assert_int_equal(a->recs[i].loc, b->recs[i].loc);
		assert_int_equal(a->recs[i].time, b->recs[i].time);
		for (unsigned f = 0; f < otfp_schema(a->recs[i].type)->nfields; f++)
			assert_int_equal(a->recs[i].f[f].u, b->recs[i].f[f].u);
	}
}

/* ---- calls ---- */

static void a_call_tells_its_time_and_that_of_its_children(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL | OTFP_STATE_CHILDREN};
	struct otfp_change d;

	(void)unused;
	d = see(&s, REC(Enter, 10, 1, 7, 3));
	assert_int_equal(d.did, OTFP_DID_OPEN_CALL);
	assert_int_equal(d.call->source, 3);
	see(&s, REC(Enter, 12, 1, 8, 0));
	d = see(&s, REC(Leave, 15, 1, 8, 0));
	assert_int_equal(d.did, OTFP_DID_CLOSE_CALL);
	assert_int_equal(d.call->function, 8);
	see(&s, REC(Enter, 16, 1, 8, 0));
	see(&s, REC(Leave, 20, 1, 0, 0));
	d = see(&s, REC(Leave, 30, 1, 7, 0));
	assert_int_equal(d.call->time, 10);
	assert_int_equal(d.call->children, 7);
	assert_int_equal(d.odd, -1);
	otfp_state_release(&s);
}

static void calls_of_a_function_share_what_is_kept_of_it(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS};
	const struct otfp_call_stack *calls;
	char own[40];

	(void)unused;
	for (uint32_t depth = 0; depth < 100; depth++) { /* the functions move when more of them come */
		struct otfp_change d = see(&s, REC(Enter, depth, 1, 1 + depth % 40, 0));
		if (depth < 40)
			d.call->callee->user = &own[depth];
	}
	calls = &s.processes[0].calls;
	for (uint32_t depth = 0; depth < 100; depth++) {
		assert_int_equal(otfp_stack_at(calls, depth)->callee->function, 1 + depth % 40);
		assert_ptr_equal(otfp_stack_at(calls, depth)->callee->user, &own[depth % 40]);
	}
	otfp_state_release(&s);
}

/* The smallest elements of a stack have no more than their user needs. */
static void a_call_has_a_mark_where_nobody_asks_for_its_source(void **unused)
{
	const unsigned more[] = {0, OTFP_STATE_PLACES, OTFP_STATE_CHILDREN | OTFP_STATE_BELOW, OTFP_STATE_FUNCTIONS};
	const uint32_t sizes[] = {16, 24, 32, 32};

	(void)unused;
	for (unsigned i = 0; i < sizeof more / sizeof *more; i++) {
		struct otfp_state s = {.keeps = OTFP_STATE_CALLS | more[i]};
		for (uint32_t depth = 0; depth < 50; depth++) {
			struct otfp_change d = see(&s, REC(Enter, depth, 1, 7 + depth, 3));
			assert_int_equal(d.call->mark, 0);
			d.call->mark = 100 + depth;
			if (more[i] & OTFP_STATE_PLACES)
				d.call->place = &s;
		}
		assert_int_equal(s.processes[0].calls.size, sizes[i]);
		for (uint32_t depth = 50; depth-- > 0;) {
			struct otfp_change d = see(&s, REC(Leave, 100 + depth, 1, 0, 0));
			assert_int_equal(d.call->mark, 100 + depth);
			assert_int_equal(d.call->function, 7 + depth);
			if (more[i] & OTFP_STATE_PLACES)
				assert_ptr_equal(d.call->place, &s);
		}
		otfp_state_release(&s);
	}
}

static void what_is_odd_is_counted_and_changes_nothing(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};

	(void)unused;
	assert_int_equal(see(&s, REC(Leave, 1, 1, 7, 0)).odd, OTFP_ODD_LEAVE);
	assert_int_equal(see(&s, REC(RecvMsg, 1, 1, 2, 0, 0, 8, 0)).odd, OTFP_ODD_RECEIVE);
	assert_int_equal(see(&s, REC(EndCollectiveOperation, 1, 1, 5)).odd, OTFP_ODD_COLLECTIVE);
	assert_int_equal(see(&s, REC(EndFileOperation, 1, 1, 5, 6, 7, 2, 8, 0)).odd, OTFP_ODD_FILEOP);
	assert_int_equal(see(&s, REC(FileOperation, 1, 1, 5, 7, 1, 0, 0, 0)).odd, OTFP_ODD_CLOSE);
	see(&s, REC(BeginCollectiveOperation, 1, 1, 1, 5, 0, 0, 0, 0, 0));
	assert_int_equal(see(&s, REC(BeginCollectiveOperation, 1, 1, 1, 5, 0, 0, 0, 0, 0)).odd, OTFP_ODD_BEGUN_TWICE);
	see(&s, REC(Enter, 1, 1, 7, 0));
	assert_int_equal(see(&s, REC(Leave, 1, 1, 9, 0)).odd, OTFP_ODD_LEAVE_OTHER);
	for (unsigned i = 0; i < OTFP_NODDITIES; i++) {
		assert_int_equal(s.odd[i], 1);
		assert_non_null(otfp_oddity_name(i));
	}
	assert_null(otfp_oddity_name(OTFP_NODDITIES));
	otfp_state_release(&s);
}

/* ---- messages ---- */

static void messages_of_a_channel_arrive_in_their_order(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_MESSAGES};
	struct list l;

	(void)unused;
	for (uint32_t i = 0; i < 1000; i++)
		see(&s, REC(SendMsg, i, 1, 2 + i % 3, 9, i % 7, i, 0));
	for (uint32_t i = 0; i < 1000; i++)
		if (i % 3 == 1)
			assert_int_equal(see(&s, REC(RecvMsg, 2000, 3, 1, 9, i % 7, 0, 0)).message->time, i);
	snapshot(&s, 3000, 1, &l);
	assert_int_equal(l.n, 667);
	for (size_t i = 1; i < l.n; i++)
		assert_true(l.recs[i - 1].f[0].u < l.recs[i].f[0].u);
	otfp_state_release(&s);
}

static void a_receive_may_come_before_its_send(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};
	struct otfp_change d;
	struct list l;

	(void)unused;
	for (uint32_t i = 0; i < 2; i++) {
		d = see(&s, REC(RecvMsg, 10 + i, 2, 1, 9, 3, 8 + i, 7));
		assert_int_equal(d.did, OTFP_DID_NOTHING);
		assert_int_equal(d.odd, OTFP_ODD_RECEIVE);
		assert_int_equal(d.early->length, 8 + i);
		assert_int_equal(d.early->source, 7);
		assert_null(d.message);
		d.early->mark = 100 + i;
	}
	assert_int_equal(s.odd[OTFP_ODD_RECEIVE], 2);
	see(&s, REC(SendMsg, 12, 1, 2, 9, 4, 8, 0)); /* of another tag */
	for (uint32_t i = 0; i < 3; i++) {
		d = see(&s, REC(SendMsg, 20 + i, 1, 2, 9, 3, 50, 0));
		assert_int_equal(d.did, OTFP_DID_SEND);
		assert_int_equal(d.odd, -1);
		assert_int_equal(d.message->time, 20 + i);
		assert_int_equal(d.message->length, 50);
		if (i == 2)
			break;
		assert_int_equal(d.early->time, 10 + i);
		assert_int_equal(d.early->mark, 100 + i);
	}
	assert_null(d.early);
	assert_int_equal(s.odd[OTFP_ODD_RECEIVE], 0);
	snapshot(&s, 30, 1, &l); /* in transit is what nobody received */
	assert_int_equal(l.n, 2);
	assert_int_equal(l.recs[0].f[0].u, 12);
	assert_int_equal(l.recs[1].f[0].u, 22);
	assert_int_equal(see(&s, REC(RecvMsg, 31, 2, 1, 9, 3, 50, 0)).message->time, 22);
	see(&s, REC(RecvMsg, 32, 2, 1, 9, 3, 50, 0));
	otfp_state_restart(&s);
	assert_int_equal(s.odd[OTFP_ODD_RECEIVE], 0);
	assert_null(see(&s, REC(SendMsg, 33, 1, 2, 9, 3, 50, 0)).early);
	otfp_state_release(&s);
}

static void channels_that_fell_silent_cost_nothing_for_long(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_MESSAGES};

	(void)unused;
	for (uint32_t i = 0; i < 100000; i++) {
		see(&s, REC(SendMsg, i, 1, 2, 9, i, 8, 0));
		assert_int_equal(see(&s, REC(RecvMsg, i, 2, 1, 9, i, 8, 0)).message->length, 8);
	}
	assert_true(s.messages.cap <= 64);
	otfp_state_release(&s);
}

/* ---- a snapshot and what follows is as good as the beginning ---- */

static uint32_t seed;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static struct otfp_record random_event(uint64_t time)
{
	uint32_t p = 1 + rnd(4), q = 1 + rnd(4), small = rnd(3);

	switch (rnd(12)) {
	case 0:
	case 1: return REC(Enter, time, p, 1 + rnd(5), small);
	case 2: return REC(Leave, time, p, 0, 0);
	case 3: return REC(SendMsg, time, p, q, 9, small, rnd(100), small);
	case 4: return REC(RecvMsg, time, p, q, 9, small, rnd(100), 0);
	case 5: return REC(Counter, time, p, 1 + small, rnd(1000));
	case 6: return REC(BeginCollectiveOperation, time, p, 1 + small, rnd(4), 9, q, rnd(9), rnd(9), small);
	case 7: return REC(EndCollectiveOperation, time, p, rnd(4));
	case 8: return REC(CollectiveOperation, time, p, 1 + small, 9 + small, q, 1, 2, 3, 0);
	case 9: return REC(FileOperation, time, p, 1 + small, rnd(4), rnd(3) + 32 * (rnd(4) == 0), 5, 6, small);
	case 10: return REC(BeginFileOperation, time, p, rnd(4), small);
	default: return REC(EndFileOperation, time, p, 1 + small, rnd(4), rnd(4), rnd(3), 5, small);
	}
}

static void a_snapshot_and_the_events_behind_it_are_as_good_as_the_beginning(void **unused)
{
	enum { EVENTS = 600, POINT_MAX = 500, PROCESSES = 4 };
	static struct list at_point, end, other_end;
	struct otfp_record events[EVENTS];

	(void)unused;
	for (unsigned round = 0; round < 300; round++) {
		struct otfp_state whole = {.keeps = OTFP_STATE_ALL}, resumed = {.keeps = OTFP_STATE_ALL};
		size_t point = (seed = round, rnd(POINT_MAX)), i;
		for (i = 0; i < EVENTS; i++)
			events[i] = random_event(i);
		for (i = 0; i < point; i++)
			see(&whole, events[i]);
		snapshot(&whole, point, PROCESSES, &at_point);
		for (i = 0; i < at_point.n; i++)
			see(&resumed, at_point.recs[i]);
		otfp_state_restart(&whole); /* snapshots do not contain receives whose send comes later */
		for (i = point; i < EVENTS; i++) {
			struct otfp_change a = see(&whole, events[i]), b = see(&resumed, events[i]);
			assert_int_equal(a.did, b.did);
			assert_int_equal(a.odd, b.odd);
		}
		snapshot(&whole, EVENTS, PROCESSES, &end);
		snapshot(&resumed, EVENTS, PROCESSES, &other_end);
		assert_same(&end, &other_end);
		otfp_state_release(&whole);
		otfp_state_release(&resumed);
	}
}

static void a_snapshot_of_what_is_known_repeats_it(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};
	struct list l;

	(void)unused;
	see(&s, REC(Enter, 10, 1, 7, 0));
	assert_int_equal(see(&s, REC(EnterSnapshot, 20, 1, 10, 7, 0)).did, OTFP_DID_NOTHING);
	assert_int_equal(see(&s, REC(EnterSnapshot, 20, 2, 5, 8, 0)).did, OTFP_DID_OPEN_CALL);
	assert_int_equal(see(&s, REC(EnterSnapshot, 30, 2, 5, 8, 0)).did, OTFP_DID_NOTHING);
	snapshot(&s, 40, 2, &l);
	assert_int_equal(l.n, 2);
	otfp_state_release(&s);
}

static void what_is_forgotten_of_a_process_comes_anew_from_its_next_snapshot(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};
	static struct list l;

	(void)unused;
	for (uint32_t p = 1; p <= 2; p++) {
		see(&s, REC(Enter, 5, p, 7, 0));
		see(&s, REC(SendMsg, 6, p, 3, 1, 1, 100, 0));
		see(&s, REC(SendMsg, 7, p, 3, 1, 2, 100, 0));
		see(&s, REC(Counter, 8, p, 4, 44));
	}
	otfp_state_forget(&s, otfp_state_find(&s, 1));
	snapshot(&s, 10, 1, &l);
	assert_int_equal(l.n, 0);
	see(&s, REC(EnterSnapshot, 10, 1, 9, 8, 0));
	snapshot(&s, 10, 1, &l);
	assert_int_equal(l.n, 1);
	assert_int_equal(l.recs[0].f[1].u, 8);
	assert_int_equal(see(&s, REC(RecvMsg, 11, 3, 1, 1, 1, 100, 0)).odd, OTFP_ODD_RECEIVE);
	assert_int_equal(see(&s, REC(RecvMsg, 11, 3, 2, 1, 1, 100, 0)).did, OTFP_DID_RECEIVE);
	otfp_state_release(&s);
}

static void key_values_of_what_is_open_stand_in_its_snapshot(void **unused)
{
	const struct otfp_tag tags[] = {{.key = 3, .type = OTFP_TAG_UINT64, .bits = 42},
	                                {.key = 4, .type = OTFP_TAG_BYTES, .bytes = {"abc", 3}}};
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};
	struct otfp_record rec = REC(Enter, 10, 1, 7, 0);
	struct list l;

	(void)unused;
	rec.tags = tags;
	rec.ntags = 2;
	see(&s, rec);
	snapshot(&s, 40, 1, &l);
	assert_int_equal(l.recs[0].ntags, 2);
	assert_int_equal(l.recs[0].tags[0].bits, 42);
	assert_ptr_not_equal(l.recs[0].tags[1].bytes.p, tags[1].bytes.p);
	assert_memory_equal(l.recs[0].tags[1].bytes.p, "abc", 3);
	otfp_state_release(&s);
}

/* Open a call with one key-value, or without any. */
static void enter_with(struct otfp_state *s, uint64_t time, uint64_t value)
{
	struct otfp_tag tag = {.key = 3, .type = OTFP_FIELD_U64, .bits = value};
	struct otfp_record rec = REC(Enter, time, 1, 7, 0);

	rec.tags = &tag;
	rec.ntags = value != 0;
	see(s, rec);
}

static void the_tags_of_a_call_end_with_it_and_not_before(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};
	struct list l;

	(void)unused;
	for (uint64_t depth = 0; depth < 6; depth++)
		enter_with(&s, depth, depth % 3 ? depth : 0);
	see(&s, REC(Leave, 10, 1, 7, 0));
	see(&s, REC(Leave, 11, 1, 7, 0));
	enter_with(&s, 12, 0);
	enter_with(&s, 13, 99);
	snapshot(&s, 40, 1, &l);
	assert_int_equal(l.n, 6);
	for (size_t i = 0; i < 6; i++) {
		const uint64_t want[] = {0, 1, 2, 0, 0, 99};
		assert_int_equal(l.recs[i].ntags, want[i] != 0);
		if (want[i])
			assert_int_equal(l.recs[i].tags[0].bits, want[i]);
	}
	otfp_state_release(&s);
}

static size_t open_files(struct otfp_state *s)
{
	return otfp_operations_of(otfp_state_find(s, 1))->files.n;
}

static void an_operation_on_a_file_that_failed_opens_and_closes_nothing(void **unused)
{
	enum { OPEN = 0, CLOSE = 1, FAILED = 32 };
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};

	(void)unused;
	see(&s, REC(FileOperation, 10, 1, 5, 77, OPEN | FAILED, 0, 0, 0));
	assert_int_equal(open_files(&s), 0);
	see(&s, REC(FileOperation, 11, 1, 5, 77, OPEN, 0, 0, 0));
	assert_int_equal(open_files(&s), 1);
	assert_int_equal(see(&s, REC(FileOperation, 12, 1, 5, 77, OPEN | FAILED, 0, 0, 0)).odd, -1);
	see(&s, REC(FileOperation, 13, 1, 5, 77, CLOSE | FAILED, 0, 0, 0));
	assert_int_equal(open_files(&s), 1);
	see(&s, REC(FileOperation, 14, 1, 5, 77, CLOSE, 0, 0, 0));
	assert_int_equal(open_files(&s), 0);
	assert_int_equal(see(&s, REC(FileOperation, 15, 1, 5, 77, CLOSE | FAILED, 0, 0, 0)).odd, -1);
	otfp_state_release(&s);
}

static void processes_of_any_number_are_told_apart(void **unused)
{
	struct otfp_state s = {.keeps = OTFP_STATE_ALL};

	(void)unused;
	for (uint32_t i = 0; i < 20000; i++)
		see(&s, REC(Enter, i, i * 214013u, 7, 0));
	assert_int_equal(s.n, 20000);
	for (uint32_t i = 0; i < 20000; i++)
		assert_int_equal(otfp_stack_at(&otfp_state_find(&s, i * 214013u)->calls, 0)->time, i);
	assert_null(otfp_state_find(&s, 3));
	assert_null(otfp_state_find(&s, 5000));
	otfp_state_release(&s);
}

static void what_is_not_kept_is_nobody_s_concern(void **state)
{
	struct otfp_state s = {.keeps = OTFP_STATE_CALLS};

	(void)state;
	assert_true(otfp_state_cares(&s, OTFP_Enter));
	assert_true(otfp_state_cares(&s, OTFP_EnterSnapshot));
	assert_false(otfp_state_cares(&s, OTFP_Counter));
	assert_false(otfp_state_cares(&s, OTFP_DefProcess));
	assert_false(otfp_state_cares(&s, OTFP_NTYPES));
	otfp_state_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_tells_its_time_and_that_of_its_children),
		cmocka_unit_test(calls_of_a_function_share_what_is_kept_of_it),
		cmocka_unit_test(a_call_has_a_mark_where_nobody_asks_for_its_source),
		cmocka_unit_test(the_tags_of_a_call_end_with_it_and_not_before),
		cmocka_unit_test(what_is_odd_is_counted_and_changes_nothing),
		cmocka_unit_test(messages_of_a_channel_arrive_in_their_order),
		cmocka_unit_test(a_receive_may_come_before_its_send),
		cmocka_unit_test(channels_that_fell_silent_cost_nothing_for_long),
		cmocka_unit_test(a_snapshot_and_the_events_behind_it_are_as_good_as_the_beginning),
		cmocka_unit_test(a_snapshot_of_what_is_known_repeats_it),
		cmocka_unit_test(what_is_forgotten_of_a_process_comes_anew_from_its_next_snapshot),
		cmocka_unit_test(key_values_of_what_is_open_stand_in_its_snapshot),
		cmocka_unit_test(an_operation_on_a_file_that_failed_opens_and_closes_nothing),
		cmocka_unit_test(processes_of_any_number_are_told_apart),
		cmocka_unit_test(what_is_not_kept_is_nobody_s_concern),
	};

	return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}
