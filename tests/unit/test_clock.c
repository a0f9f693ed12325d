#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd/remap/clock.h"

static uint64_t rng = 88172645463325252u;

static uint64_t chance(uint64_t below)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng % below;
}

/* Ascending knots; `fast`: nowhere slower than the ticks. */
static void make_clock(struct clock *c, int fast)
{
	uint64_t from = chance(1000), to = chance(1000), step;

	for (size_t n = 1 + chance(8); n; n--) {
		assert_int_equal(clock_add(c, from, to), 0);
		step = 1 + chance(500);
		from += step;
		to += fast ? step + chance(300) : chance(600);
	}
}

static uint64_t time_of(struct clock *c, uint64_t t, int up)
{
	uint64_t v;

	assert_int_equal(clock_time(c, t, up, &v), 0);
	return v;
}

static void times_do_not_fall_and_knots_are_met(void **unused)
{
	(void)unused;
	for (int i = 0; i < 500; i++) {
		struct clock c = {0};
		uint64_t last = 0;
		make_clock(&c, 0);
		for (uint64_t t = 1000; t < 6000; t++) {
			uint64_t v = time_of(&c, t, 0);
			assert_true(v >= last);
			last = v;
		}
		for (size_t k = 0; k < c.n; k++)
			assert_int_equal(time_of(&c, c.knots[k].from, 0), c.knots[k].to);
		free(c.knots);
	}
}

static void between_knots_it_is_linear_rounded_down(void **unused)
{
	struct clock c = {0};

	(void)unused;
	clock_add(&c, 100, 1000);
	clock_add(&c, 107, 1010);
	for (uint64_t t = 100; t <= 107; t++)
		assert_int_equal(time_of(&c, t, 0), 1000 + (t - 100) * 10 / 7);
	assert_int_equal(time_of(&c, 90, 0), 990);
	assert_int_equal(time_of(&c, 200, 0), 1103);
	free(c.knots);
}

static void numbers_near_the_end_of_64_bits_are_exact(void **unused)
{
	const uint64_t max = UINT64_MAX;
	struct clock c = {0};
	uint64_t v;

	(void)unused;
	clock_add(&c, 10, 0);
	clock_add(&c, max - 5, max);
	assert_int_equal(time_of(&c, max - 5, 0), max);
	assert_int_equal(time_of(&c, 10, 0), 0);
	assert_int_equal(time_of(&c, max - 6, 0), max - 2);
	assert_int_equal(clock_time(&c, max - 4, 0, &v), -1);
	assert_int_equal(clock_time(&c, 9, 0, &v), -1);
	free(c.knots);
}

static void a_clock_that_nowhere_runs_slower_is_undone(void **unused)
{
	(void)unused;
	for (int i = 0; i < 300; i++) {
		struct clock c = {0}, back = {0};
		make_clock(&c, 1);
		for (size_t k = 0; k < c.n; k++)
			clock_add(&back, c.knots[k].from, c.knots[k].to);
		assert_int_equal(clock_invert(&back), 0);
		for (uint64_t t = 1000; t < 6000; t++)
			assert_int_equal(time_of(&back, time_of(&c, t, 0), 1), t);
		free(c.knots);
		free(back.knots);
	}
}

static void a_clock_that_stands_still_is_not_undone(void **unused)
{
	struct clock c = {0};

	(void)unused;
	clock_add(&c, 1, 1);
	clock_add(&c, 5, 9);
	clock_add(&c, 7, 9);
	assert_int_equal(clock_invert(&c), 3);
	assert_int_equal(c.knots[1].from, 5);
	free(c.knots);
}

static void a_knot_that_runs_backwards_is_refused(void **unused)
{
	struct clock c = {0};

	(void)unused;
	assert_int_equal(clock_add(&c, 5, 5), 0);
	assert_int_equal(clock_add(&c, 5, 6), 1);
	assert_int_equal(clock_add(&c, 4, 6), 1);
	assert_int_equal(clock_add(&c, 6, 4), 1);
	assert_int_equal(clock_add(&c, 6, 5), 0);
	assert_int_equal(c.n, 2);
	free(c.knots);
}

static void factors_are_exact(void **unused)
{
	static const struct {
		const char *text;
		uint64_t num, den;
	} good[] = {
		{"2", 2, 1},
		{"0.5", 1, 2},
		{"3/4", 3, 4},
		{"6/4", 3, 2},
		{"1.000001", 1000001, 1000000},
		{"1e-6", 1, 1000000},
		{"2.5e3", 2500, 1},
		{"18446744073709551615/3", 6148914691236517205u, 1},
	};
	static const char *const bad[] = {"",
	                                  "0",
	                                  "-1",
	                                  "1.",
	                                  ".5",
	                                  "1/0",
	                                  "0/1",
	                                  "1/",
	                                  "1e",
	                                  "1e99",
	                                  "2 ",
	                                  "x",
	                                  "1.5/2",
	                                  "1/2/3",
	                                  "0.0",
	                                  "nan",
	                                  "18446744073709551616"};
	struct ratio r;

	(void)unused;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		assert_int_equal(ratio_parse(&r, good[i].text), 0);
		assert_int_equal(r.num, good[i].num);
		assert_int_equal(r.den, good[i].den);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(ratio_parse(&r, bad[i]), -1);
}

static void factor_and_shift_are_undone_where_the_factor_is_not_below_one(void **unused)
{
	(void)unused;
	for (int i = 0; i < 200; i++) {
		struct clocks c = {.shift = chance(100)};
		c.scale = (struct ratio){100 + chance(900), 1 + chance(100)};
		for (uint64_t t = 0; t < 1000; t++) {
			uint64_t there, back;
			c.inverted = 0;
			assert_int_equal(clocks_time(&c, 7, t, &there), 0);
			assert_int_equal(there, t * c.scale.num / c.scale.den + c.shift);
			c.inverted = 1;
			assert_int_equal(clocks_time(&c, 7, there, &back), 0);
			assert_int_equal(back, t);
		}
	}
}

static void a_duration_begins_at_its_record(void **unused)
{
	struct clocks c = {0};
	struct otfp_record rec = {.type = OTFP_FileOperation, .file = OTFP_FILE_EVENT, .time = 10, .loc = 3};
	struct clock *k = clocks_get(&c, 3);

	(void)unused;
	clock_add(k, 10, 10);
	clock_add(k, 20, 30);
	rec.f[4].u = 5;
	assert_int_equal(clocks_record(&c, &rec), 0);
	assert_int_equal(rec.time, 10);
	assert_int_equal(rec.f[4].u, 10);
	rec.time = 20;
	assert_int_equal(clocks_record(&c, &rec), 0);
	assert_int_equal(rec.time, 30);
	assert_int_equal(rec.f[4].u, 10);
	clocks_release(&c);
}

static int read_text(struct clocks *c, const char *text, struct otfp_error *err)
{
	const struct otfp_header h = {.resolution = 1000};
	char name[] = "/tmp/test_clock_XXXXXX";
	int fd = mkstemp(name), code;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	code = clocks_read(c, name, &h, err);
	unlink(name);
	return code;
}

static void what_is_written_reads_back(void **unused)
{
	struct clocks c = {0}, d = {0};
	struct otfp_buf one = OTFP_BUF_INIT, two = OTFP_BUF_INIT;
	struct otfp_error err;

	(void)unused;
	assert_int_equal(read_text(&c, "# x\n\n7 1s 2s # y\n* 0 5\n7\t1500ms 9000\n2 1 1", &err), 0);
	assert_int_equal(c.n, 2);
	assert_int_equal(c.own[0].knots[1].from, 1500);
	assert_int_equal(clocks_format(&c, &one), 0);
	assert_int_equal(read_text(&d, otfp_buf_str(&one), &err), 0);
	assert_int_equal(clocks_format(&d, &two), 0);
	assert_string_equal(otfp_buf_str(&one), otfp_buf_str(&two));
	otfp_buf_release(&one);
	otfp_buf_release(&two);
	clocks_release(&c);
	clocks_release(&d);
}

static void damage_is_told_with_its_line(void **unused)
{
	static const char *const bad[][2] = {
		{"1 2\n", ":1: want PROCESS"},
		{"\n1 2 3 4\n", ":2: want PROCESS"},
		{"1 5 5\n1 5 6\n", ":2: not after the time in the previous line"},
		{"1 5 5\n2 1 1\n1 6 4\n", ":3: the clock runs backwards"},
		{"x 1 2\n", ":1: not a process"},
		{"1 2x 3\n", ":1: not a time"},
		{"1 2 25%\n", ":1: not a time"},
		{"4294967296 1 1\n", ":1: not a process"},
		{"1 1 99999999999999999999\n", ":1: not a time"},
	};
	struct otfp_error err;

	(void)unused;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct clocks c = {0};
		assert_int_equal(read_text(&c, bad[i][0], &err), OTFP_EUSAGE);
		if (!strstr(err.text, bad[i][1]))
			fail_msg("'%s' lacks '%s'", err.text, bad[i][1]);
		clocks_release(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_do_not_fall_and_knots_are_met),
		cmocka_unit_test(between_knots_it_is_linear_rounded_down),
		cmocka_unit_test(numbers_near_the_end_of_64_bits_are_exact),
		cmocka_unit_test(a_clock_that_nowhere_runs_slower_is_undone),
		cmocka_unit_test(a_clock_that_stands_still_is_not_undone),
		cmocka_unit_test(a_knot_that_runs_backwards_is_refused),
		cmocka_unit_test(factors_are_exact),
		cmocka_unit_test(factor_and_shift_are_undone_where_the_factor_is_not_below_one),
		cmocka_unit_test(a_duration_begins_at_its_record),
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(damage_is_told_with_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
