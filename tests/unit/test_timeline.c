/* The bars of a timeline of innermost calls are those of a plain recount: units of each class in each column. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "randrec.h"
#include "timeline/timeline.h"

enum { COLUMNS = 7, FUNCTIONS = 26, PROCESSES = 3, DEEPEST = 5, FROM = 100, TO = 2100, MOST = 4000 };

/* The time from one change of the innermost call of a process to the next one. */
struct part {
	uint64_t from, to;
	unsigned function; /* 0 = none is open */
};

struct story {
	struct part parts[MOST];
	size_t n;
	unsigned stack[DEEPEST];
	unsigned depth;
};

/* What a column of a row must show. */
struct column {
	uint64_t units[FUNCTIONS + 1]; /* by class */
	uint64_t total, longest, start, stop;
};

static void give(struct otfp_timeline *t, const struct otfp_record *rec)
{
	assert_int_equal(otfp_timeline_add_all(t, &rec, 1), 0);
}

static void define(struct otfp_timeline *t, unsigned type, uint32_t token, const char *name)
{
	struct otfp_record rec;

	otfp_record_init(&rec, type);
	rec.f[0].u = token;
	rec.f[1].s = (struct otfp_str){name, 1};
	give(t, &rec);
}

static unsigned innermost(const struct story *s)
{
	return s->depth ? s->stack[s->depth - 1] : 0;
}

/* A call of the process begins or ends. @return the record that was given */
static struct otfp_record change(struct otfp_timeline *t, struct story *s, uint32_t process, uint64_t time)
{
	const int opens = !s->depth || (s->depth < DEEPEST && next_random() % 2);
	struct otfp_record rec;

	otfp_record_init(&rec, opens ? OTFP_Enter : OTFP_Leave);
	rec.time = time;
	rec.loc = process;
	rec.f[0].u = opens ? 1 + next_random() % FUNCTIONS : 0;
	give(t, &rec);
	if (opens)
		s->stack[s->depth++] = (unsigned)rec.f[0].u;
	else
		s->depth--;
	assert_true(s->n < MOST);
	s->parts[s->n - 1].to = time;
	s->parts[s->n++] = (struct part){time, UINT64_MAX, innermost(s)};
	return rec;
}

/* ---- the recount ---- */

static uint32_t class_of(const struct otfp_timeline *t, unsigned function)
{
	for (uint32_t i = 1; i < t->classes.n; i++)
		if (t->classes.p[i].name.n == 1 &&
		    t->classes.p[i].name.p[0] == "abcdefghijklmnopqrstuvwxyz"[function - 1])
			return i;
	fail();
	return 0;
}

/* The tick at which a column begins, rounded up. */
static uint64_t edge_of(unsigned column)
{
	return FROM + ((uint64_t)column * (TO - FROM) + COLUMNS - 1) / COLUMNS;
}

/* A tick is COLUMNS units, a column TO - FROM units. */
static void count_part(const struct otfp_timeline *t, const struct part *p, unsigned column, struct column *to)
{
	const uint64_t low = (uint64_t)column * (TO - FROM), high = low + (TO - FROM);
	const uint64_t start = p->from > FROM ? p->from : FROM, end = p->to < TO ? p->to : TO;
	const uint64_t a = (start - FROM) * COLUMNS, b = end > FROM ? (end - FROM) * COLUMNS : 0;
	const uint64_t from = a > low ? a : low, until = b < high ? b : high;

	if (!p->function || until <= from || end <= start)
		return;
	to->units[class_of(t, p->function)] += until - from;
	to->total += until - from;
	if (until - from > to->longest) {
		to->longest = until - from;
		to->start = start;
		to->stop = end < edge_of(column + 1) ? end : edge_of(column + 1);
	}
}

/* @return the class with the largest share; 0 if the column shows nothing */
static uint32_t shown_in(const struct column *c, unsigned column)
{
	const uint64_t width = TO - FROM;
	uint32_t largest = 0;

	for (uint32_t i = 1; i <= FUNCTIONS; i++)
		largest = c->units[i] > c->units[largest] ? i : largest;
	if (c->units[largest] >= width - c->total || c->longest < c->total)
		return largest;
	/* one call that begins or ends here, and has a larger share of the next column or the one before */
	return c->stop >= edge_of(column + 1) || c->stop - c->start >= width / COLUMNS ? 0 : largest;
}

static const struct otfp_bar *bar_at(const struct otfp_lane *lane, unsigned column)
{
	for (size_t i = 0; i < lane->n; i++)
		if (lane->bars[i].column <= column && column < lane->bars[i].end)
			return &lane->bars[i];
	return NULL;
}

static void compare(const struct otfp_timeline *t, const struct story *s, const struct otfp_lane *lane)
{
	uint64_t units = 0, drawn = 0;

	for (unsigned column = 0; column < COLUMNS; column++) {
		const struct otfp_bar *bar = bar_at(lane, column);
		struct column c = {.total = 0};
		uint32_t class;
		for (size_t i = 0; i < s->n; i++)
			count_part(t, &s->parts[i], column, &c);
		class = shown_in(&c, column);
		assert_int_equal(bar ? bar->class : 0, class);
		units += class ? c.units[class] : 0;
		if (class && c.units[class] < TO - FROM - c.total)
			assert_int_equal(bar->busy, (c.total * 8 + TO - FROM - 1) / (TO - FROM));
		else if (class)
			assert_int_equal(bar->busy, 0);
	}
	for (size_t i = 0; i < lane->n; i++)
		drawn += lane->bars[i].units;
	assert_int_equal(drawn, units);
}

/* ---- the test ---- */

static void check(unsigned events, uint64_t step)
{
	static struct story stories[PROCESSES];
	const struct otfp_timeline_options o = {
		.from = FROM, .to = TO, .has_to = 1, .columns = COLUMNS, .rows = PROCESSES, .lanes = 1};
	const struct otfp_header h = {.resolution = 1000};
	static struct otfp_timeline t;
	uint64_t time = next_random() % (2 * FROM);

	t.classes.by_function = 1;
	assert_int_equal(otfp_timeline_begin(&t, &o, &h), 0);
	for (uint32_t i = 0; i < PROCESSES; i++) {
		define(&t, OTFP_DefProcess, i + 1, "p");
		stories[i].n = 1;
		stories[i].depth = 0;
		stories[i].parts[0] = (struct part){.to = UINT64_MAX};
	}
	for (uint32_t i = 0; i < FUNCTIONS; i++)
		define(&t, OTFP_DefFunction, i + 1, &"abcdefghijklmnopqrstuvwxyz"[i]);
	for (unsigned i = 0; i < events; i++, time += next_random() % step) {
		const uint32_t process = (uint32_t)(next_random() % PROCESSES);
		change(&t, &stories[process], process + 1, time);
	}
	assert_int_equal(otfp_timeline_end(&t), 0);
	assert_int_equal(t.nrows, PROCESSES);
	assert_int_equal(otfp_timeline_lanes(&t), 1);
	for (uint32_t i = 0; i < PROCESSES; i++)
		compare(&t, &stories[i], otfp_timeline_lane(&t, &t.rows[i], 0));
	otfp_timeline_release(&t);
}

static void the_bars_are_those_of_a_recount(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 300; i++)
		check(10 + (unsigned)(next_random() % 2000), 2 + next_random() % (i % 3 ? 4 : 200));
}

/* ---- levels of detail ---- */

enum { LEVELS = 3, BANDS = 4 };

struct levels {
	struct otfp_timeline of[LEVELS];
};

static void begin_levels(struct levels *l, uint64_t least_calls)
{
	static const uint32_t columns[LEVELS] = {5, 20, 80};
	const struct otfp_header h = {.resolution = 1000};

	for (unsigned i = 0; i < LEVELS; i++) {
		const struct otfp_timeline_options o = {.from = FROM,
		                                        .to = TO,
		                                        .columns = columns[i],
		                                        .rows = PROCESSES,
		                                        .lanes = PROCESSES * BANDS / 2,
		                                        .least_calls = least_calls};
		l->of[i].classes.by_function = 1;
		assert_int_equal(otfp_timeline_begin(&l->of[i], &o, &h), 0);
		if (i)
			otfp_timeline_chain(&l->of[i], &l->of[i - 1]);
	}
	for (uint32_t i = 0; i < PROCESSES; i++)
		define(&l->of[0], OTFP_DefProcess, i + 1, "p");
	for (uint32_t i = 0; i < FUNCTIONS; i++)
		define(&l->of[0], OTFP_DefFunction, i + 1, &"abcdefghijklmnopqrstuvwxyz"[i]);
}

static void compare_lane(const struct otfp_lane *a, const struct otfp_lane *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_int_equal(a->bars[i].column, b->bars[i].column);
		assert_int_equal(a->bars[i].end, b->bars[i].end);
		assert_int_equal(a->bars[i].class, b->bars[i].class);
		assert_int_equal(a->bars[i].units, b->bars[i].units);
		assert_int_equal(a->bars[i].busy, b->bars[i].busy);
	}
}

static void compare_levels(const struct levels *a, const struct levels *b)
{
	for (unsigned i = 0; i < LEVELS; i++) {
		assert_int_equal(otfp_timeline_lanes(&a->of[i]), BANDS);
		assert_int_equal(otfp_timeline_lanes(&b->of[i]), BANDS);
		for (size_t row = 0; row < PROCESSES; row++)
			for (uint32_t k = 0; k < BANDS; k++)
				compare_lane(otfp_timeline_lane(&a->of[i], &a->of[i].rows[row], k),
				             otfp_timeline_lane(&b->of[i], &b->of[i].rows[row], k));
	}
}

static void release_levels(struct levels *l)
{
	for (unsigned i = LEVELS; i-- > 0;)
		otfp_timeline_release(&l->of[i]);
}

/* With so many calls all levels show shares. One that knows it has no lanes of depths, and is fed from its start. */
static void levels_that_know_the_number_of_calls_have_the_same_bars(void **state)
{
	enum { CALLS = 1990 };
	static struct levels unknown, known;
	static struct story stories[PROCESSES];

	(void)state;
	begin_levels(&unknown, 0);
	begin_levels(&known, CALLS);
	for (uint32_t i = 0; i < PROCESSES; i++)
		stories[i].n = 1;
	for (uint64_t i = 0; i < CALLS; i++) {
		const uint32_t process = (uint32_t)(next_random() % PROCESSES);
		const struct otfp_record rec = change(&unknown.of[0], &stories[process], process + 1, FROM + i);
		give(&known.of[0], &rec);
	}
	assert_int_equal(unknown.of[LEVELS - 1].lanes, BANDS / 2);
	assert_int_equal(known.of[LEVELS - 1].lanes, 0);
	assert_int_equal(otfp_timeline_end(&unknown.of[0]), 0);
	assert_int_equal(otfp_timeline_end(&known.of[0]), 0);
	compare_levels(&unknown, &known);
	release_levels(&unknown);
	release_levels(&known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(the_bars_are_those_of_a_recount),
	                                   cmocka_unit_test(levels_that_know_the_number_of_calls_have_the_same_bars)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
