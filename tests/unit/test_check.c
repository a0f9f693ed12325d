/* check/: what is found, told and counted. */
#include "base/error.h"
#include "check/inside.h"
#include "record/spaces.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct told {
	struct otfp_finding f[100];
	char text[100][200];
	size_t n, stop_at; /* 0 = never */
};

static void origin(void *ctx, const struct otfp_record *rec, struct otfp_origin *o)
{
	(void)ctx;
	*o = (struct otfp_origin){.lineno = rec->lineno, .file = rec->file};
}

static int found(void *ctx, const struct otfp_finding *f)
{
	struct told *t = ctx;

	assert_true(t->n < 100);
	t->f[t->n] = *f;
	strncpy(t->text[t->n], f->text, sizeof t->text[0] - 1);
	t->n++;
	return t->n == t->stop_at;
}

static const struct otfp_header no_header;

/* All rules are errors, but for one that is off; -1 = none. */
static struct otfp_check *begin(struct told *t, int off)
{
	struct otfp_check_options o = {.origin = origin, .found = found, .ctx = t};
	struct otfp_check *c;

	memset(o.severity, OTFP_SEVERITY_ERROR, sizeof o.severity);
	if (off >= 0)
		o.severity[off] = OTFP_SEVERITY_OFF;
	c = otfp_check_begin(&o);
	assert_non_null(c);
	otfp_check_source(c, &no_header, 0);
	return c;
}

static void see(struct otfp_check *c, unsigned type, uint64_t time, uint32_t loc, uint64_t a, uint64_t b, uint64_t d)
{
	static uint32_t lineno;
	struct otfp_record rec = {.type = (uint16_t)type, .time = time, .loc = loc, .lineno = ++lineno};
	const struct otfp_record *one = &rec;
	unsigned n = 0;
	const uint64_t v[] = {a, b, d};

	rec.file = otfp_schema(type)->file;
	for (unsigned i = 0; i < otfp_schema(type)->nfields; i++) /* numbers in their order, no strings */
		if (otfp_schema(type)->fields[i].type < OTFP_FIELD_STR && n < 3)
			rec.f[i].u = v[n++];
	assert_int_equal(otfp_check_add(c, &one, 1), 0);
}

static void define(struct otfp_check *c)
{
	see(c, OTFP_DefTimerResolution, 0, 0, 1000, 0, 0);
	see(c, OTFP_DefProcess, 0, 0, 1, 0, 0);
	see(c, OTFP_DefFunction, 0, 0, 7, 0, 0);
}

static size_t told_of(const struct told *t, unsigned rule)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += t->f[i].rule == rule;
	return n;
}

/* ---- tests ---- */

static void every_flaw_has_a_rule_and_every_rule_a_name_of_its_own(void **state)
{
	(void)state;
	assert_int_equal(otfp_rule_of_flaw(OTFP_FLAW_NONE), -1);
	assert_int_equal(otfp_rule_of_flaw(OTFP_NFLAWS), -1);
	for (int i = OTFP_FLAW_NONE + 1; i < OTFP_NFLAWS; i++)
		assert_in_range(otfp_rule_of_flaw(i), 0, OTFP_NRULES - 1);
	for (int i = 0; i < OTFP_NRULES; i++) {
		assert_int_equal(otfp_rule_find(otfp_rules[i].name, strlen(otfp_rules[i].name)), i);
		assert_true(otfp_rules[i].severity && *otfp_rules[i].explanation && *otfp_rules[i].fix);
	}
	assert_int_equal(otfp_rule_find("ord", 3), -1);
}

static void every_token_space_has_a_word(void **state)
{
	(void)state;
	for (unsigned what = OTFP_W_NONE + 1; what < OTFP_NSPACES; what++) {
		assert_non_null(otfp_check_space_word(what));
		assert_int_not_equal(otfp_spaces[what][0], OTFP_W_NONE);
	}
}

static void twenty_are_told_and_the_rest_is_counted(void **state)
{
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	define(c);
	for (uint64_t i = 0; i < 27; i++)
		see(c, OTFP_Leave, i, 1, 7, 0, 0);
	assert_int_equal(t.n, OTFP_CHECK_REPORTED);
	assert_int_equal(otfp_check_count(c, OTFP_SEVERITY_ERROR), 27);
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(t.n, OTFP_CHECK_REPORTED + 1);
	assert_int_equal(t.f[OTFP_CHECK_REPORTED].more, 7);
	otfp_check_release(c);
}

static void what_is_off_is_neither_told_nor_counted(void **state)
{
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, OTFP_RULE_LEAVE);
	struct otfp_error e;

	(void)state;
	define(c);
	see(c, OTFP_Leave, 1, 1, 7, 0, 0);
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(t.n, 0);
	assert_int_equal(otfp_check_count(c, OTFP_SEVERITY_WARNING), 0);
	otfp_fail(&e, OTFP_EFAIL, "disk: on fire");
	assert_int_equal(otfp_check_error(c, &e), 0);
	otfp_check_release(c);
}

static void nothing_is_told_when_no_more_is_wanted(void **state)
{
	struct told t = {.stop_at = 2};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	define(c);
	for (uint64_t i = 0; i < 30; i++) {
		assert_int_equal(otfp_check_stopped(c), i >= 2);
		see(c, OTFP_Leave, i, 1, 7, 0, 0);
	}
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(t.n, 2);
	otfp_check_release(c);
}

static void what_the_reader_counted_is_added(void **state)
{
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);
	struct otfp_error e;

	(void)state;
	otfp_fail_at(&e, OTFP_EDAMAGE, OTFP_FLAW_LINE, "t.1.events", 7, "this is no record");
	assert_int_equal(e.where, strlen("t.1.events:7"));
	assert_int_equal(otfp_check_error(c, &e), 1);
	assert_string_equal(t.text[0], "this is no record");
	otfp_fail_at(&e, OTFP_EDAMAGE, OTFP_FLAW_LINE, "t.1.events", 0, "30 more like these");
	e.more = 30;
	assert_int_equal(otfp_check_error(c, &e), 1);
	assert_int_equal(t.n, 1);
	assert_int_equal(otfp_check_end(c, 0), 0);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.f[1].more, 30);
	otfp_check_release(c);
}

static void of_an_input_that_ended_early_nobody_knows_what_is_open(void **state)
{
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	see(c, OTFP_Enter, 1, 1, 7, 0, 0);
	assert_int_equal(otfp_check_end(c, 0), 0);
	assert_int_equal(t.n, 0);
	otfp_check_release(c);
}

static void a_receive_waits_for_its_send_and_neither_waits_any_more(void **state)
{
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	define(c);
	see(c, OTFP_DefProcess, 0, 0, 2, 0, 0);
	for (uint64_t i = 0; i < 3; i++)
		see(c, OTFP_RecvMsg, 1 + i, 2, 1, 0, 0);
	for (uint64_t i = 0; i < 4; i++)
		see(c, OTFP_SendMsg, 5 + i, 1, 2, 0, 0);
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(told_of(&t, OTFP_RULE_EARLY_RECEIVE), 3);
	assert_int_equal(told_of(&t, OTFP_RULE_UNRECEIVED), 1);
	assert_int_equal(t.n, 4);
	assert_int_equal(t.f[3].time, 8);
	otfp_check_release(c);
}

static void long_lines_of_ancestors_are_no_trouble_and_a_ring_is_told_once(void **state)
{
	enum { N = 200000 };
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	see(c, OTFP_DefTimerResolution, 0, 0, 1000, 0, 0);
	for (uint64_t i = 1; i <= N; i++)
		see(c, OTFP_DefProcess, 0, 0, i, i == N ? 5 : i + 1, 0);
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(t.n, 1);
	assert_int_equal(t.f[0].rule, OTFP_RULE_CYCLE);
	otfp_check_release(c);
}

static void tokens_that_are_defined_later_are_defined_however_many(void **state)
{
	enum { N = 100000 };
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	define(c);
	for (uint64_t i = 1; i <= N; i++)
		see(c, OTFP_DefScl, 0, 0, i, i, 5);
	for (uint64_t i = 1; i < N; i++)
		see(c, OTFP_DefSclFile, 0, 0, i, 0, 0);
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(t.n, 1);
	assert_int_equal(t.f[0].rule, OTFP_RULE_UNDEFINED_SOURCE_FILE);
	otfp_check_release(c);
}

static void undefined_tokens_without_end_are_counted(void **state)
{
	enum { N = 200000 };
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	define(c);
	for (uint64_t i = 1; i <= N; i++)
		see(c, OTFP_Counter, i, 1, i, 1, 0);
	assert_int_equal(otfp_check_end(c, 1), 0);
	assert_int_equal(otfp_check_count(c, OTFP_SEVERITY_ERROR), N);
	otfp_check_release(c);
}

static void a_marker_token_that_is_free_is_found(void **state)
{
	struct told t = {.n = 0};
	struct otfp_check *c = begin(&t, -1);

	(void)state;
	for (uint64_t i = 3; i >= 1; i--)
		see(c, OTFP_DefMarker, 0, 0, i, 1, 0);
	see(c, OTFP_DefMarker, 0, 0, 5, 1, 0);
	assert_int_equal(otfp_check_free_marker(c, 1), 4);
	assert_int_equal(otfp_check_free_marker(c, 5), 6);
	otfp_check_release(c);
}

/* A summary of process 1 whose sums are all v, and the last one `last`. */
static void see_sums(struct otfp_check *c, unsigned type, uint64_t v, uint64_t last)
{
	const struct otfp_schema *s = otfp_schema(type);
	struct otfp_record rec = {.type = (uint16_t)type, .file = OTFP_FILE_STAT, .time = 3, .loc = 1};
	const struct otfp_record *one = &rec;

	for (unsigned i = 0; i < s->nfields; i++)
		rec.f[i].u = s->fields[i].what == OTFP_W_NONE ? v : 0;
	rec.f[s->nfields - 1].u = last;
	assert_int_equal(otfp_check_add(c, &one, 1), 0);
}

static void a_last_sum_that_falls_is_named_with_both_values(void **state)
{
	static const struct {
		unsigned type;
		const char *name;
	} t[] = {
		{OTFP_FunctionSummary, "FunctionSummary: inclusive falls from 99 to 98"},
		{OTFP_FunctionGroupSummary, "FunctionGroupSummary: inclusive falls from 99 to 98"},
		{OTFP_MessageSummary, "MessageSummary: bytesreceived falls from 99 to 98"},
		{OTFP_CollopSummary, "CollopSummary: bytesreceived falls from 99 to 98"},
		{OTFP_FileOperationSummary, "FileOperationSummary: byteswrite falls from 99 to 98"},
		{OTFP_FileGroupOperationSummary, "FileGroupOperationSummary: byteswrite falls from 99 to 98"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct told told = {.n = 0};
		struct otfp_check *c = begin(&told, -1);
		size_t at = 0;
		define(c);
		see_sums(c, t[i].type, 90, 99);
		see_sums(c, t[i].type, 90, 98);
		while (at < told.n && told.f[at].rule != OTFP_RULE_SUMMARY_FALLS)
			at++;
		assert_true(at < told.n);
		assert_string_equal(told.text[at], t[i].name);
		assert_int_equal(told_of(&told, OTFP_RULE_SUMMARY_FALLS), 1);
		otfp_check_release(c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_flaw_has_a_rule_and_every_rule_a_name_of_its_own),
		cmocka_unit_test(every_token_space_has_a_word),
		cmocka_unit_test(twenty_are_told_and_the_rest_is_counted),
		cmocka_unit_test(what_is_off_is_neither_told_nor_counted),
		cmocka_unit_test(nothing_is_told_when_no_more_is_wanted),
		cmocka_unit_test(what_the_reader_counted_is_added),
		cmocka_unit_test(of_an_input_that_ended_early_nobody_knows_what_is_open),
		cmocka_unit_test(a_receive_waits_for_its_send_and_neither_waits_any_more),
		cmocka_unit_test(long_lines_of_ancestors_are_no_trouble_and_a_ring_is_told_once),
		cmocka_unit_test(tokens_that_are_defined_later_are_defined_however_many),
		cmocka_unit_test(undefined_tokens_without_end_are_counted),
		cmocka_unit_test(a_marker_token_that_is_free_is_found),
		cmocka_unit_test(a_last_sum_that_falls_is_named_with_both_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
