#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "profile/fromsummaries.h"

/* Summaries at 100, 200 and 300 of a stream that begins at 10. */
struct room {
	struct otfp_from_summaries f;
	struct otfp_error err;
	char text[1000];
};

static void see(struct room *r, unsigned type, uint64_t time, uint32_t process, const uint64_t *fields)
{
	const struct otfp_schema *s = otfp_schema(type);
	struct otfp_record rec = {.type = (uint16_t)type, .time = time, .loc = process, .file = s->file};

	for (unsigned i = 0; i < s->nfields; i++)
		rec.f[i].u = fields[i];
	assert_int_equal(otfp_from_summaries_add(&r->f, &rec), 0);
}

static void point(struct room *r, uint64_t time, uint64_t type)
{
	see(r, OTFP_DefAuxSamplePoint, 0, 0, (const uint64_t[]){time, type});
}

static void function(struct room *r, uint64_t time, uint32_t process, uint32_t token, uint64_t calls,
                     uint64_t exclusive, uint64_t inclusive)
{
	see(r, OTFP_FunctionSummary, time, process, (const uint64_t[]){token, calls, exclusive, inclusive});
}

static int put_text(void *at, const struct otfp_record *rec)
{
	struct room *r = at;
	const struct otfp_schema *s = otfp_schema(rec->type);
	char *p = r->text + strlen(r->text);

	p += sprintf(p, "%s %" PRIu64 " %u", s->name, rec->time, rec->loc);
	for (unsigned i = 0; i < s->nfields; i++)
		p += sprintf(p, " %" PRIu64, rec->f[i].u);
	strcpy(p, "\n");
	return 0;
}

static int put(struct room *r)
{
	return otfp_from_summaries_put(&r->f, put_text, r, &r->err);
}

static void open_room(struct room *r, uint64_t from, uint64_t to, int has_to)
{
	memset(r, 0, sizeof *r);
	r->f.from = from;
	r->f.to = to;
	r->f.has_to = has_to;
	r->f.begin = 10;
	point(r, 300, 1);
	point(r, 100, 1);
	point(r, 150, 0); /* of snapshots */
	point(r, 200, 1);
}

static void three_points(struct room *r)
{
	function(r, 100, 2, 7, 1, 90, 90);
	function(r, 100, 1, 7, 1, 50, 90);
	function(r, 100, 1, 8, 4, 40, 40);
	function(r, 200, 1, 8, 4, 40, 40);
	function(r, 200, 1, 9, 1, 30, 30);
	function(r, 200, 1, 7, 1, 120, 190);
	function(r, 200, 2, 7, 2, 190, 190);
	see(r, OTFP_MessageSummary, 200, 1, (const uint64_t[]){0, 0, 0, 3, 4, 30, 40});
	function(r, 300, 1, 7, 1, 220, 290);
	function(r, 300, 1, 8, 4, 40, 40);
	function(r, 300, 1, 9, 1, 30, 30);
	function(r, 300, 2, 7, 2, 290, 290);
	see(r, OTFP_MessageSummary, 300, 1, (const uint64_t[]){0, 0, 0, 5, 4, 31, 40});
}

static void an_interval_is_the_difference_of_its_ends(void **unused)
{
	struct room r;

	(void)unused;
	open_room(&r, 100, 200, 1);
	three_points(&r);
	assert_int_equal(put(&r), 0);
	assert_string_equal(r.text, "FunctionSummary 200 1 7 0 70 100\n" /* 8 did nothing */
	                            "FunctionSummary 200 1 9 1 30 30\n"
	                            "FunctionSummary 200 2 7 1 100 100\n"
	                            "MessageSummary 200 1 0 0 0 3 4 30 40\n");
	otfp_from_summaries_release(&r.f);
}

static void without_an_end_it_is_the_last_point(void **unused)
{
	struct room r;

	(void)unused;
	open_room(&r, 200, 0, 0);
	three_points(&r);
	assert_int_equal(put(&r), 0);
	assert_string_equal(r.text, "FunctionSummary 300 1 7 0 100 100\n"
	                            "FunctionSummary 300 2 7 0 100 100\n"
	                            "MessageSummary 300 1 0 0 0 2 0 1 0\n");
	otfp_from_summaries_release(&r.f);
}

static void all_is_nothing_where_the_stream_begins(void **unused)
{
	struct room r;

	(void)unused;
	for (uint64_t from = 0; from <= 10; from += 10) {
		open_room(&r, from, 100, 1);
		three_points(&r);
		assert_int_equal(put(&r), 0);
		assert_string_equal(r.text, "FunctionSummary 100 1 7 1 50 90\n"
		                            "FunctionSummary 100 1 8 4 40 40\n"
		                            "FunctionSummary 100 2 7 1 90 90\n");
		otfp_from_summaries_release(&r.f);
	}
}

/* What is told of an interval whose ends are not all sample points. */
static void refuses(uint64_t from, uint64_t to, int has_to, const char *want)
{
	struct room r;

	open_room(&r, from, to, has_to);
	three_points(&r);
	assert_int_equal(put(&r), OTFP_EUSAGE);
	assert_string_equal(r.err.text, want);
	assert_string_equal(r.text, "");
	otfp_from_summaries_release(&r.f);
}

static void an_end_that_is_no_point_is_refused_with_those_beside_it(void **unused)
{
	(void)unused;
	refuses(100, 150, 1, "150 is not a sample point; its neighbours are 100 and 200");
	refuses(20, 200, 1, "20 is not a sample point; its neighbours are 10 and 100");
	refuses(100, 301, 1, "301 is not a sample point; the last one is 300");
	refuses(400, 0, 0, "400 is not a sample point; the last one is 300");
}

static void without_points_there_are_no_summaries(void **unused)
{
	struct room r;

	(void)unused;
	memset(&r, 0, sizeof r);
	point(&r, 100, 0);
	assert_int_equal(put(&r), OTFP_EUSAGE);
	assert_non_null(strstr(r.err.text, "otf-snap --summaries"));
	otfp_from_summaries_release(&r.f);
}

static void a_point_without_records_is_an_error(void **unused)
{
	struct room r;

	(void)unused;
	open_room(&r, 100, 200, 1);
	function(&r, 100, 1, 7, 1, 50, 90);
	assert_int_equal(put(&r), OTFP_EFAIL);
	assert_string_equal(r.err.text, "no summary record at 200, although it is a sample point");
	otfp_from_summaries_release(&r.f);
}

static void sums_that_shrink_are_an_error(void **unused)
{
	struct room r;

	(void)unused;
	open_room(&r, 100, 200, 1);
	function(&r, 100, 1, 7, 5, 50, 90);
	function(&r, 200, 1, 7, 4, 50, 90);
	assert_int_equal(put(&r), OTFP_EFAIL);
	assert_string_equal(r.err.text, "FunctionSummary at 200, process 1, token 7: less than at an earlier point");
	otfp_from_summaries_release(&r.f);
}

static void sums_that_vanish_are_an_error(void **unused)
{
	struct room r;

	(void)unused;
	for (uint32_t gone = 1; gone <= 9; gone += 8) {
		open_room(&r, 100, 200, 1);
		function(&r, 100, 1, gone, 5, 50, 90);
		function(&r, 200, 1, 7, 4, 50, 90);
		assert_int_equal(put(&r), OTFP_EFAIL);
		assert_non_null(strstr(r.err.text, "missing, although an earlier point has it"));
		otfp_from_summaries_release(&r.f);
	}
}

static void a_sum_told_twice_is_an_error(void **unused)
{
	struct room r;

	(void)unused;
	open_room(&r, 100, 200, 1);
	function(&r, 200, 1, 7, 4, 50, 90);
	function(&r, 200, 1, 7, 4, 50, 90);
	assert_int_equal(put(&r), OTFP_EFAIL);
	assert_non_null(strstr(r.err.text, "the trace has it twice"));
	otfp_from_summaries_release(&r.f);
}

static void sums_by_peer_or_communicator_stay_apart(void **unused)
{
	struct room r;

	(void)unused;
	open_room(&r, 100, 200, 1);
	see(&r, OTFP_MessageSummary, 200, 1, (const uint64_t[]){2, 9, 0, 1, 0, 10, 0});
	see(&r, OTFP_MessageSummary, 200, 1, (const uint64_t[]){2, 8, 0, 1, 0, 10, 0});
	see(&r, OTFP_CollopSummary, 200, 1, (const uint64_t[]){9, 3, 1, 0, 10, 0});
	assert_int_equal(put(&r), 0);
	assert_string_equal(r.text, "MessageSummary 200 1 2 8 0 1 0 10 0\n"
	                            "MessageSummary 200 1 2 9 0 1 0 10 0\n"
	                            "CollopSummary 200 1 9 3 1 0 10 0\n");
	otfp_from_summaries_release(&r.f);
}

static void only_what_stands_between_the_ends_is_needed(void **unused)
{
	struct room r;
	uint64_t from, to;

	(void)unused;
	open_room(&r, 100, 200, 1);
	assert_true(otfp_from_summaries_window(&r.f, &from, &to) && from == 100 && to == 201);
	otfp_from_summaries_release(&r.f);
	open_room(&r, 0, 0, 0);
	assert_true(otfp_from_summaries_window(&r.f, &from, &to) && from == 300 && to == 301);
	otfp_from_summaries_release(&r.f);
	open_room(&r, 400, 0, 0);
	assert_true(otfp_from_summaries_window(&r.f, &from, &to) && from == 300 && to == 301);
	otfp_from_summaries_release(&r.f);
	open_room(&r, 0, UINT64_MAX, 1);
	assert_false(otfp_from_summaries_window(&r.f, &from, &to));
	otfp_from_summaries_release(&r.f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interval_is_the_difference_of_its_ends),
		cmocka_unit_test(without_an_end_it_is_the_last_point),
		cmocka_unit_test(all_is_nothing_where_the_stream_begins),
		cmocka_unit_test(an_end_that_is_no_point_is_refused_with_those_beside_it),
		cmocka_unit_test(without_points_there_are_no_summaries),
		cmocka_unit_test(a_point_without_records_is_an_error),
		cmocka_unit_test(sums_that_shrink_are_an_error),
		cmocka_unit_test(sums_that_vanish_are_an_error),
		cmocka_unit_test(a_sum_told_twice_is_an_error),
		cmocka_unit_test(only_what_stands_between_the_ends_is_needed),
		cmocka_unit_test(sums_by_peer_or_communicator_stay_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
