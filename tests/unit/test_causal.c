/* Made-up messages between processes whose clocks are wrong, and what the model makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/remap/causal.h"

enum { PROCESSES = 5, EVENTS = 400, DELAY = 3 };

static uint64_t rng = 88172645463325252u;

static uint64_t chance(uint64_t below)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng % below;
}

/* A trace: what truly happened, told by clocks that are late, or drift. */
struct event {
	uint64_t time;
	uint32_t process, peer, tag;
	int sends;
	size_t other; /* the receive of a send; SIZE_MAX = none */
	size_t order;
};

static struct event events[2 * EVENTS];
static size_t nevents;

static int by_time(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Messages with tags of their own; some are lost. Per process, times are those of a wrong clock. */
static void make_events(const uint64_t late[PROCESSES], const uint64_t permille[PROCESSES])
{
	uint64_t true_time[PROCESSES] = {0};

	nevents = 0;
	for (uint32_t tag = 0; tag < EVENTS; tag++) {
		uint32_t from = (uint32_t)chance(PROCESSES), to = (uint32_t)chance(PROCESSES);
		uint64_t sent = true_time[from] += 1 + chance(40), at;
		if (from == to)
			continue;
		at = sent + DELAY + chance(5) * chance(30);
		true_time[to] = at = at > true_time[to] ? at : true_time[to] + 1;
		if (chance(50))
			events[nevents++] = (struct event){sent, from, to, tag, 1, 0, tag};
		if (chance(50))
			events[nevents++] = (struct event){at, to, from, tag, 0, 0, tag};
	}
	for (size_t i = 0; i < nevents; i++) {
		struct event *e = &events[i];
		e->time = 100000 + e->time + late[e->process] + e->time * permille[e->process] / 1000;
	}
	qsort(events, nevents, sizeof *events, by_time);
}

static void give(struct causal *c)
{
	for (size_t i = 0; i < nevents; i++) {
		const struct event *e = &events[i];
		struct otfp_record rec = {.time = e->time,
		                          .loc = e->process + 1,
		                          .type = e->sends ? OTFP_SendMsg : OTFP_RecvMsg,
		                          .file = OTFP_FILE_EVENT};
		rec.f[0].u = e->peer + 1;
		rec.f[2].u = e->tag;
		assert_int_equal(causal_add(c, &rec), 0);
	}
	assert_int_equal(causal_end(c), 0);
}

static void find_clocks(struct causal *c, struct clocks *clocks)
{
	int again;

	do {
		give(c);
		again = causal_again(c);
		assert_true(again >= 0);
	} while (again);
	assert_int_equal(causal_clocks(c, clocks), 0);
}

static uint64_t new_time(struct clocks *clocks, const struct event *e)
{
	uint64_t v;

	assert_int_equal(clocks_time(clocks, e->process + 1, e->time, &v), 0);
	return v;
}

/* No receive before its send, by pairs of the same tag. @return messages that were too early before */
static unsigned check_messages(struct clocks *clocks, uint64_t delay)
{
	unsigned early = 0;

	for (size_t i = 0; i < nevents; i++)
		for (size_t j = 0; j < nevents; j++)
			if (events[i].sends && !events[j].sends && events[i].tag == events[j].tag) {
				early += events[j].time < events[i].time + delay;
				assert_true(new_time(clocks, &events[j]) >= new_time(clocks, &events[i]) + delay);
			}
	return early;
}

/* Intervals do not shrink, and where `share` > 0 grow by that share at most, one tick of rounding aside.
 * @return the largest correction */
static uint64_t check_intervals(struct clocks *clocks, double share)
{
	uint64_t largest = 0;

	for (uint32_t p = 0; p < PROCESSES; p++) {
		const struct event *last = NULL;
		for (size_t i = 0; i < nevents; i++) {
			const struct event *e = &events[i];
			uint64_t later = new_time(clocks, e) - e->time;
			if (e->process != p)
				continue;
			if (last) {
				uint64_t before = new_time(clocks, last) - last->time;
				assert_true(later >= before);
				if (share > 0)
					assert_true((double)(later - before) <=
					            share * (double)(e->time - last->time) + 1);
			}
			largest = later > largest ? later : largest;
			last = e;
		}
	}
	return largest;
}

static void run(const uint64_t late[PROCESSES], const uint64_t permille[PROCESSES], struct ratio spread)
{
	struct delays delays = {.others = DELAY};
	struct causal c = {.o = {.delays = &delays, .spread = spread, .pairs = 1}};
	struct clocks clocks = {0};
	uint64_t largest;
	unsigned early;

	make_events(late, permille);
	find_clocks(&c, &clocks);
	early = check_messages(&clocks, DELAY);
	largest = check_intervals(&clocks, spread.den ? (double)spread.num / (double)spread.den : 0);
	assert_int_equal(c.early, early);
	assert_int_equal(c.left, 0);
	assert_int_equal(causal_largest(&c) ? causal_largest(&c)->later : 0, largest);
	clocks_release(&clocks);
	causal_release(&c);
	delays_release(&delays);
}

static void messages_come_after_their_sends(void **unused)
{
	(void)unused;
	for (int i = 0; i < 100; i++) {
		uint64_t late[PROCESSES], drift[PROCESSES];
		for (int p = 0; p < PROCESSES; p++) {
			late[p] = chance(3) * chance(3000);
			drift[p] = chance(3) * chance(30);
		}
		run(late, drift, (struct ratio){0, 0});
	}
}

static void with_a_spread_no_interval_grows_by_more(void **unused)
{
	static const struct ratio spreads[] = {{1, 5}, {1, 2}, {3, 1}};

	(void)unused;
	for (int i = 0; i < 60; i++) {
		uint64_t late[PROCESSES], drift[PROCESSES];
		for (int p = 0; p < PROCESSES; p++) {
			late[p] = chance(3) * chance(3000);
			drift[p] = chance(50);
		}
		run(late, drift, spreads[i % 3]);
	}
}

/* A floor that grows from 0 at time 100 to 60 at 200, and a jump to 30 at 120: the higher of them counts. */
static void steep_jumps_stand_on_a_floor_where_they_are_higher(void **unused)
{
	struct causal_jump jump = {.time = 120, .later = 30};
	struct causal_process p = {.jumps = &jump, .n = 1};
	struct causal c = {0};

	(void)unused;
	assert_int_equal(clock_add(&p.floor, 0, 0), 0);
	assert_int_equal(clock_add(&p.floor, 100, 100), 0);
	assert_int_equal(clock_add(&p.floor, 200, 260), 0);
	assert_int_equal(causal_floor(&c, &p, 1), 0);
	for (uint64_t t = 0; t < 300; t++) {
		const uint64_t floor = t < 100 ? 0 : t < 200 ? (t - 100) * 60 / 100 : 60, step = t < 120 ? 0 : 30;
		const uint64_t want = floor > step ? floor : step;
		uint64_t got;
		assert_int_equal(clock_time(&p.floor, t, 0, &got), 0);
		assert_in_range(got - t, want - (want > step), want + (floor > step)); /* knots are rounded */
	}
	free(p.floor.knots);
}

static void right_clocks_are_left_alone(void **unused)
{
	static const uint64_t none[PROCESSES] = {0};
	struct delays delays = {.others = DELAY};
	struct causal c = {.o = {.delays = &delays}};
	struct clocks clocks = {0};

	(void)unused;
	make_events(none, none);
	find_clocks(&c, &clocks);
	assert_null(causal_largest(&c));
	assert_int_equal(clocks.n, 0);
	assert_int_equal(c.early, 0);
	assert_int_equal(c.passes, 1);
	causal_release(&c);
}

static void add(uint64_t time, uint32_t process, uint32_t peer, int sends)
{
	events[nevents] = (struct event){time, process, peer, 0, sends, 0, nevents};
	nevents++;
}

/* Process 0 sends at 10, and receives at 10 what 1 sent at 30: its send moves with it, and so must what 2 got. */
static void what_shares_a_tick_with_a_jump_moves_with_it(void **unused)
{
	struct delays delays = {0};
	struct causal c = {.o = {.delays = &delays}};
	struct clocks clocks = {0};
	uint64_t v;

	(void)unused;
	nevents = 0;
	add(10, 0, 2, 1);
	add(10, 0, 1, 0);
	add(20, 2, 0, 0);
	add(30, 1, 0, 1);
	find_clocks(&c, &clocks);
	assert_int_equal(clocks_time(&clocks, 1, 10, &v), 0);
	assert_int_equal(v, 30);
	assert_int_equal(clocks_time(&clocks, 3, 20, &v), 0);
	assert_int_equal(v, 30);
	clocks_release(&clocks);
	causal_release(&c);
}

/* 0 receives before it sends, 1 does, and each what the other sends then. */
static void a_circle_ends_and_is_counted(void **unused)
{
	struct delays delays = {0};
	struct causal c = {.o = {.delays = &delays}};
	struct clocks clocks = {0};

	(void)unused;
	nevents = 0;
	add(10, 0, 1, 0);
	add(10, 1, 0, 0);
	add(20, 0, 1, 1);
	add(20, 1, 0, 1);
	find_clocks(&c, &clocks);
	assert_int_equal(c.given_up, 1);
	assert_int_equal(c.left, 1);
	clocks_release(&clocks);
	causal_release(&c);
}

static void receives_without_a_send_do_not_keep_others_for_ever(void **unused)
{
	struct delays delays = {0};
	struct causal c = {.o = {.delays = &delays}};
	struct otfp_record rec = {.type = OTFP_RecvMsg, .file = OTFP_FILE_EVENT, .time = 5, .loc = 1};

	(void)unused;
	rec.f[0].u = 9;
	assert_int_equal(causal_add(&c, &rec), 0);
	rec.type = OTFP_SendMsg;
	for (rec.time = 6; rec.time < 3 * CAUSAL_KEPT; rec.time++) {
		assert_int_equal(causal_add(&c, &rec), 0);
		assert_true(c.kept <= CAUSAL_KEPT + 1);
	}
	assert_int_equal(causal_end(&c), 0);
	assert_int_equal(c.given_up, 1);
	causal_release(&c);
}

/* ---- collective operations ---- */

enum { ROUNDS = 40 };

static const uint32_t types[] = {1, 2, 3, 4}; /* barrier, one to all, all to one, all to all */

/* A round is of one type, by its number; process 2 is the root. */
static int has_to_follow(unsigned round, uint32_t end, uint32_t begin)
{
	uint32_t type = types[round % 4];

	return type == 2 ? begin == 2 : type == 3 ? end == 2 : 1;
}

/* All processes, in rounds; sends tells a begin from an end, tag is the round. */
static void make_rounds(const uint64_t late[PROCESSES])
{
	uint64_t now[PROCESSES] = {0}, latest, due;

	nevents = 0;
	for (uint32_t round = 0; round < ROUNDS; round++) {
		latest = 0;
		for (uint32_t p = 0; p < PROCESSES; p++) {
			now[p] += 1 + chance(100);
			latest = now[p] > latest ? now[p] : latest;
			events[nevents] = (struct event){100000 + now[p] + late[p], p, 0, round, 1, 0, nevents};
			nevents++;
		}
		due = now[2];
		for (uint32_t p = 0; p < PROCESSES; p++) {
			uint64_t after = round % 4 == 1 ? due : round % 4 == 2 && p != 2 ? 0 : latest;
			now[p] = (now[p] > after ? now[p] : after) + 1 + chance(10);
			events[nevents] = (struct event){100000 + now[p] + late[p], p, 0, round, 0, 0, nevents};
			nevents++;
		}
	}
	qsort(events, nevents, sizeof *events, by_time);
}

static void give_rounds(struct causal *c)
{
	static const uint32_t members[PROCESSES] = {1, 2, 3, 4, 5};
	struct otfp_record def = {.type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF};

	def.f[0].u = 77;
	def.f[2].l = (struct otfp_list){members, PROCESSES};
	assert_int_equal(causal_add(c, &def), 0);
	for (unsigned i = 0; i < 4; i++) {
		def = (struct otfp_record){.type = OTFP_DefCollectiveOperation, .file = OTFP_FILE_DEF};
		def.f[0].u = 10 + i;
		def.f[2].u = types[i];
		assert_int_equal(causal_add(c, &def), 0);
	}
	for (size_t i = 0; i < nevents; i++) {
		const struct event *e = &events[i];
		struct otfp_record rec = {.time = e->time,
		                          .loc = e->process + 1,
		                          .type = e->sends ? OTFP_BeginCollectiveOperation :
		                                             OTFP_EndCollectiveOperation,
		                          .file = OTFP_FILE_EVENT};
		rec.f[0].u = e->sends ? 10 + e->tag % 4 : e->tag;
		rec.f[1].u = e->tag;
		rec.f[2].u = 77;
		rec.f[3].u = 3;
		assert_int_equal(causal_add(c, &rec), 0);
	}
	assert_int_equal(causal_end(c), 0);
}

/* @return ends that were too early before */
static unsigned check_rounds(struct clocks *clocks)
{
	unsigned early = 0;

	for (size_t i = 0; i < nevents; i++) {
		int was = 0;
		for (size_t j = 0; j < nevents && !events[i].sends; j++) {
			const struct event *e = &events[i], *b = &events[j];
			if (!b->sends || b->tag != e->tag || !has_to_follow(e->tag, e->process, b->process))
				continue;
			was |= e->time < b->time;
			assert_true(new_time(clocks, e) >= new_time(clocks, b));
		}
		early += (unsigned)was;
	}
	return early;
}

static void run_rounds(struct ratio spread)
{
	struct delays delays = {0};
	struct causal c = {.o = {.delays = &delays, .spread = spread}};
	struct clocks clocks = {0};
	uint64_t late[PROCESSES];
	int again;

	for (int p = 0; p < PROCESSES; p++)
		late[p] = chance(3) * chance(3000);
	make_rounds(late);
	do {
		give_rounds(&c);
		again = causal_again(&c);
	} while (again > 0);
	assert_int_equal(again, 0);
	assert_int_equal(causal_clocks(&c, &clocks), 0);
	assert_int_equal(check_rounds(&clocks), c.early_ends);
	check_intervals(&clocks, spread.den ? (double)spread.num / (double)spread.den : 0);
	assert_int_equal(c.left, 0);
	clocks_release(&clocks);
	causal_release(&c);
}

static void collective_operations_end_after_the_begins_they_need(void **unused)
{
	(void)unused;
	for (int i = 0; i < 100; i++)
		run_rounds(i % 2 ? (struct ratio){1, 10} : (struct ratio){0, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_come_after_their_sends),
		cmocka_unit_test(with_a_spread_no_interval_grows_by_more),
		cmocka_unit_test(steep_jumps_stand_on_a_floor_where_they_are_higher),
		cmocka_unit_test(right_clocks_are_left_alone),
		cmocka_unit_test(what_shares_a_tick_with_a_jump_moves_with_it),
		cmocka_unit_test(a_circle_ends_and_is_counted),
		cmocka_unit_test(collective_operations_end_after_the_begins_they_need),
		cmocka_unit_test(receives_without_a_send_do_not_keep_others_for_ever),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
