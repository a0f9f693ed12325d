/* Timelines of a chain have the bars that each of them has alone, also when one is dropped on the way, and when the
 * last one has other rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "randrec.h"
#include "timeline/timeline.h"

enum { LEVELS = 3, FUNCTIONS = 5, MOST = 12 /* processes */, DEEPEST = 6 };

static const uint32_t columns[LEVELS] = {20, 80, 240};

struct made {
	struct otfp_timeline chain[LEVELS], alone[LEVELS];
	unsigned depth[MOST + 1], processes;
};

static void give(struct made *m, const struct otfp_record *rec)
{
	if (m->chain[0].first_of_all)
		assert_int_equal(otfp_timeline_add_all(&m->chain[0], &rec, 1), 0);
	for (unsigned i = 0; i < LEVELS; i++)
		assert_int_equal(otfp_timeline_add(&m->alone[i], rec), 0);
}

static void define(struct made *m, unsigned type, uint32_t token)
{
	struct otfp_record rec;

	otfp_record_init(&rec, type);
	rec.f[0].u = token;
	rec.f[1].s = (struct otfp_str){"abcdefghijklmnop" + token, 1};
	give(m, &rec);
}

static void begin(struct made *m, uint64_t to, uint32_t rows, uint32_t lanes, int has_each)
{
	const struct otfp_header h = {.resolution = 1000};
	struct otfp_timeline_options o = {.from = 10, .to = to, .rows = rows, .lanes = lanes};

	for (unsigned i = 0; i < LEVELS; i++) {
		o.columns = columns[i];
		o.rows = has_each && i + 1 == LEVELS ? UINT32_MAX : rows;
		o.no_messages = o.no_markers = 1;
		m->chain[i].classes.by_function = m->alone[i].classes.by_function = 1;
		assert_int_equal(otfp_timeline_begin(&m->chain[i], &o, &h), 0);
		assert_int_equal(otfp_timeline_begin(&m->alone[i], &o, &h), 0);
		if (i)
			otfp_timeline_chain(&m->chain[i], &m->chain[i - 1]);
	}
	for (uint32_t i = 1; i <= m->processes; i++)
		define(m, OTFP_DefProcess, i);
	for (uint32_t i = 1; i <= FUNCTIONS; i++)
		define(m, OTFP_DefFunction, i);
}

/* A call begins or ends somewhere. */
static void change(struct made *m, uint64_t time)
{
	const uint32_t process = 1 + (uint32_t)(next_random() % m->processes);
	const int opens = !m->depth[process] || (m->depth[process] < DEEPEST && next_random() % 2);
	struct otfp_record rec;

	otfp_record_init(&rec, opens ? OTFP_Enter : OTFP_Leave);
	rec.time = time;
	rec.loc = process;
	rec.f[0].u = opens ? 1 + next_random() % FUNCTIONS : 0;
	m->depth[process] += opens ? 1u : -1u;
	give(m, &rec);
}

/* In the column in which the finest one is dropped a unit of each call may be split. */
static void compare_bars(const struct otfp_lane *a, const struct otfp_lane *b, uint64_t slack)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_int_equal(a->bars[i].column, b->bars[i].column);
		assert_int_equal(a->bars[i].end, b->bars[i].end);
		assert_int_equal(a->bars[i].class, b->bars[i].class);
		assert_int_equal(a->bars[i].is_one, b->bars[i].is_one);
		assert_int_equal(a->bars[i].busy, b->bars[i].busy);
		assert_in_range(a->bars[i].units + slack, b->bars[i].units, b->bars[i].units + 2 * slack);
		assert_int_equal(a->bars[i].start, b->bars[i].start);
		assert_int_equal(a->bars[i].stop, b->bars[i].stop);
	}
}

static void compare(const struct otfp_timeline *a, const struct otfp_timeline *b, uint64_t slack)
{
	assert_int_equal(a->is_dense, b->is_dense);
	assert_int_equal(a->nrows, b->nrows);
	assert_int_equal(a->calls, b->calls);
	assert_int_equal(a->classes.n, b->classes.n);
	for (size_t i = 0; i < a->classes.n; i++)
		assert_int_equal(a->classes.p[i].exclusive, b->classes.p[i].exclusive);
	assert_int_equal(otfp_timeline_lanes(a), otfp_timeline_lanes(b));
	for (size_t i = 0; i < a->nrows; i++)
		for (uint32_t k = 0; k < otfp_timeline_lanes(a); k++)
			compare_bars(otfp_timeline_lane(a, &a->rows[i], k), otfp_timeline_lane(b, &b->rows[i], k),
			             slack);
}

/* @param dropped  the one that is dropped; LEVELS = none. @return whether a timeline was fed by a finer one */
static int check(unsigned processes, unsigned events, uint64_t step, uint32_t rows, uint32_t lanes, unsigned dropped,
                 int has_each)
{
	struct made m = {.processes = processes};
	const uint64_t length = events * step / 2 + 100;
	uint64_t time = next_random() % 20;
	int is_fed = 0;

	begin(&m, 10 + length, rows, lanes, has_each);
	for (unsigned i = 0; i < events && time < 10 + length; i++, time += next_random() % step) {
		change(&m, time);
		is_fed |= m.chain[0].is_fed | m.chain[1].is_fed;
		if (dropped < LEVELS && i == events / 2)
			otfp_timeline_release(&m.chain[dropped]);
	}
	assert_int_equal(otfp_timeline_end(&m.chain[0]), 0);
	for (unsigned i = 0; i < LEVELS; i++)
		assert_int_equal(otfp_timeline_end(&m.alone[i]), 0);
	for (unsigned i = 0; i < LEVELS; i++)
		if (i != dropped)
			compare(&m.chain[i], &m.alone[i], dropped < LEVELS ? 2 * (uint64_t)processes : 0);
	for (unsigned i = LEVELS; i-- > 0;) {
		if (i != dropped)
			otfp_timeline_release(&m.chain[i]);
		otfp_timeline_release(&m.alone[i]);
	}
	return is_fed;
}

static void test_random(void **state)
{
	unsigned fed = 0, n = 0;

	(void)state;
	for (unsigned i = 0; i < 800; i++, n++)
		fed += (unsigned)check(1 + (unsigned)(next_random() % MOST), 200 + (unsigned)(next_random() % 4000),
		                       2 + next_random() % 40, i % 3 ? 64 : 4, i % 2 ? 64 : 16,
		                       i % 4 ? LEVELS : LEVELS - 1 - (i % 16 == 8), i / 8 % 2);
	assert_true(fed > n / 4 && fed < n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
