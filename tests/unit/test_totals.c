#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "state/totals.h"

/* A stream of process 1 and 2, the sums of which are told as text. */
struct room {
	struct otfp_state state;
	struct otfp_totals totals;
	struct otfp_master master;
	char text[2000]; /* of what was put last */
};

static int setup(void **at)
{
	static struct room r;

	memset(&r, 0, sizeof r);
	r.totals.kinds = OTFP_TOTALS_USUAL | 1u << OTFP_TOTAL_GROUP | 1u << OTFP_TOTAL_FILEGROUP;
	r.totals.master = &r.master;
	r.state.keeps = otfp_totals_keeps(r.totals.kinds);
	*at = &r;
	return 0;
}

static int teardown(void **at)
{
	struct room *r = *at;

	otfp_totals_release(&r->totals);
	otfp_state_release(&r->state);
	otfp_master_release(&r->master);
	return 0;
}

static void see_record(struct room *r, const struct otfp_record *rec)
{
	struct otfp_change did;

	assert_int_equal(otfp_state_add(&r->state, rec, &did), 0);
	assert_int_equal(otfp_totals_add(&r->totals, rec, &did), 0);
}

/* A record of numbers, f[0] first. */
#define see(r, type_, time_, loc_, ...)                                      \
	do {                                                                 \
		const uint64_t numbers[OTFP_MAX_FIELDS] = {__VA_ARGS__};     \
		struct otfp_record rec = {.type = type_,                     \
		                          .time = time_,                     \
		                          .loc = loc_,                       \
		                          .file = otfp_schema(type_)->file}; \
		for (unsigned i = 0; i < OTFP_MAX_FIELDS; i++)               \
			rec.f[i].u = numbers[i];                             \
		see_record(r, &rec);                                         \
	} while (0)

/* DefFunction, DefCollectiveOperation, DefFile: token, and the third field. */
static void define(struct room *r, unsigned type, uint32_t stream, uint32_t token, uint32_t value)
{
	struct otfp_record rec = {.type = (uint16_t)type, .loc = stream, .file = OTFP_FILE_DEF};

	rec.f[0].u = token;
	rec.f[2].u = value;
	see_record(r, &rec);
}

static int put_text(void *at, const struct otfp_record *rec)
{
	struct room *r = at;
	const struct otfp_schema *s = otfp_schema(rec->type);
	char *p = r->text + strlen(r->text);

	assert_int_equal(rec->file, OTFP_FILE_STAT);
	p += sprintf(p, "%s", s->name);
	for (unsigned i = 0; i < s->nfields; i++)
		p += sprintf(p, " %" PRIu64, rec->f[i].u);
	strcpy(p, "\n");
	return 0;
}

/* What is put for a process, of the kinds given. */
static const char *sums(struct room *r, uint32_t process, uint64_t time, const char *kinds)
{
	const unsigned all = r->totals.kinds;
	struct otfp_error err;

	r->text[0] = '\0';
	assert_int_equal(otfp_totals_parse(&r->totals.kinds, kinds, "kinds", &err), 0);
	assert_int_equal(otfp_totals_emit(&r->totals, otfp_state_process(&r->state, process), time, put_text, r), 0);
	r->totals.kinds = all;
	return r->text;
}

/* ---- calls ---- */

static void a_call_counts_at_its_enter_and_its_time_up_to_the_instant(void **at)
{
	struct room *r = *at;

	see(r, OTFP_Enter, 10, 1, 7);
	see(r, OTFP_Enter, 14, 1, 3);
	assert_string_equal(sums(r, 1, 20, "function"), "FunctionSummary 3 1 6 6\nFunctionSummary 7 1 4 10\n");
	see(r, OTFP_Leave, 20, 1, 3);
	assert_string_equal(sums(r, 1, 30, "function"), "FunctionSummary 3 1 6 6\nFunctionSummary 7 1 14 20\n");
	see(r, OTFP_Leave, 31, 1, 7);
	assert_string_equal(sums(r, 1, 99, "function"), "FunctionSummary 3 1 6 6\nFunctionSummary 7 1 15 21\n");
}

static void asking_changes_nothing(void **at)
{
	struct room *r = *at;
	char once[200];

	see(r, OTFP_Enter, 10, 1, 7);
	strcpy(once, sums(r, 1, 20, "function"));
	assert_string_equal(sums(r, 1, 20, "function"), once);
}

static void recursion_counts_once_in_the_inclusive_time(void **at)
{
	struct room *r = *at;

	for (unsigned i = 0; i < 3; i++)
		see(r, OTFP_Enter, 10 + i, 1, 7);
	assert_string_equal(sums(r, 1, 15, "function"), "FunctionSummary 7 3 5 5\n");
	for (unsigned i = 0; i < 3; i++)
		see(r, OTFP_Leave, 20 + i, 1, 7);
	assert_string_equal(sums(r, 1, 99, "function"), "FunctionSummary 7 3 12 12\n");
}

static void functions_of_a_group_that_call_one_another_count_once(void **at)
{
	struct room *r = *at;

	define(r, OTFP_DefFunction, 0, 7, 2);
	define(r, OTFP_DefFunction, 0, 8, 2);
	see(r, OTFP_Enter, 10, 1, 7);
	see(r, OTFP_Enter, 12, 1, 8);
	see(r, OTFP_Enter, 15, 1, 9); /* in no group */
	assert_string_equal(sums(r, 1, 20, "group"), "FunctionGroupSummary 0 1 5 5\nFunctionGroupSummary 2 2 5 10\n");
}

static void a_local_definition_hides_the_global_one(void **at)
{
	struct room *r = *at;

	assert_int_equal(otfp_master_add(&r->master, 4, 2), 0);
	define(r, OTFP_DefFunction, 0, 7, 2);
	define(r, OTFP_DefFunction, 4, 7, 3);
	see(r, OTFP_Enter, 10, 1, 7);
	see(r, OTFP_Enter, 10, 2, 7);
	assert_string_equal(sums(r, 1, 20, "group"), "FunctionGroupSummary 2 1 10 10\n");
	assert_string_equal(sums(r, 2, 20, "group"), "FunctionGroupSummary 3 1 10 10\n");
}

static void calls_open_since_a_snapshot_count_from_there(void **at)
{
	struct room *r = *at;

	see(r, OTFP_EnterSnapshot, 100, 1, 10, 7);
	see(r, OTFP_EnterSnapshot, 100, 1, 20, 8);
	assert_string_equal(sums(r, 1, 105, "function"), "FunctionSummary 7 0 0 5\nFunctionSummary 8 0 5 5\n");
	see(r, OTFP_Leave, 110, 1, 8);
	see(r, OTFP_Leave, 130, 1, 7);
	assert_string_equal(sums(r, 1, 200, "function"), "FunctionSummary 7 0 20 30\nFunctionSummary 8 0 10 10\n");
}

static void a_leave_without_enter_counts_nothing(void **at)
{
	struct room *r = *at;

	see(r, OTFP_Leave, 10, 1, 7);
	assert_string_equal(sums(r, 1, 20, ""), "");
	see(r, OTFP_Enter, 30, 1, 7);
	see(r, OTFP_Leave, 40, 1, 8); /* closes the innermost */
	assert_string_equal(sums(r, 1, 50, ""), "FunctionSummary 7 1 10 10\n");
}

/* ---- messages, collectives, files ---- */

static void sends_and_receives_count_matched_or_not(void **at)
{
	struct room *r = *at;

	see(r, OTFP_SendMsg, 10, 1, 2, 5, 6, 100);
	see(r, OTFP_SendMsg, 11, 1, 2, 5, 6, 20);
	see(r, OTFP_RecvMsg, 12, 1, 2, 5, 6, 3);
	assert_string_equal(sums(r, 1, 20, "message"), "MessageSummary 0 0 0 2 1 120 3\n");
	assert_string_equal(sums(r, 2, 20, "message"), "");
}

static void who_sends_and_receives_depends_on_the_collective(void **at)
{
	static const char *const roots[] = {"0 0", "1 0", "1 1", "1 1", "1 1", "0 0"};
	static const char *const others[] = {"0 0", "1 0", "0 1", "1 0", "1 1", "0 0"};
	struct room *r = *at;
	char want[200];

	for (uint32_t type = 0; type < 6; type++) {
		define(r, OTFP_DefCollectiveOperation, 0, 10 + type, type);
		for (uint32_t process = 1; process <= 2; process++)
			see(r, OTFP_CollectiveOperation, 10, process, 10 + type, 5, 1, 8, 16, 3);
	}
	for (uint32_t process = 1; process <= 2; process++) {
		char *p = want;
		for (uint32_t type = 0; type < 6; type++)
			p += sprintf(p, "CollopSummary 0 %u %s 8 16\n", 10 + type,
			             process == 1 ? roots[type] : others[type]);
		assert_string_equal(sums(r, process, 20, "collective"), want);
	}
}

static void a_collective_counts_when_it_ends(void **at)
{
	struct room *r = *at;

	see(r, OTFP_BeginCollectiveOperation, 10, 1, 4, 77, 5, 1, 8, 16);
	assert_string_equal(sums(r, 1, 15, "collective"), "");
	see(r, OTFP_EndCollectiveOperation, 15, 1, 77);
	see(r, OTFP_EndCollectiveOperation, 16, 1, 77); /* not begun */
	assert_string_equal(sums(r, 1, 20, "collective"), "CollopSummary 0 4 0 0 8 16\n");
}

static void file_operations_count_by_file_and_group(void **at)
{
	struct room *r = *at;

	define(r, OTFP_DefFile, 0, 8, 3);
	define(r, OTFP_DefFile, 0, 9, 3);
	for (unsigned operation = 0; operation < 12; operation++)
		see(r, OTFP_FileOperation, 10, 1, 9, 1, operation, 100 + operation);
	see(r, OTFP_EndFileOperation, 11, 1, 8, 5, 1, 2 | 32, 1000); /* a read that failed */
	assert_string_equal(sums(r, 1, 20, "file,filegroup"), "FileOperationSummary 8 0 0 1 0 0 1000 0\n"
	                                                      "FileOperationSummary 9 1 1 1 1 1 102 103\n"
	                                                      "FileGroupOperationSummary 3 1 1 2 1 1 1102 103\n");
}

static void sums_of_bytes_do_not_wrap(void **at)
{
	struct room *r = *at;

	see(r, OTFP_FileOperation, 10, 1, 9, 1, 3, UINT64_MAX - 1);
	see(r, OTFP_FileOperation, 10, 1, 9, 1, 3, 7);
	assert_string_equal(sums(r, 1, 20, "file"), "FileOperationSummary 9 0 0 0 2 0 0 18446744073709551615\n");
}

/* ---- which and in what order ---- */

static void records_come_by_kind_and_token(void **at)
{
	struct room *r = *at;

	see(r, OTFP_FileOperation, 10, 1, 9, 1, 0, 0);
	see(r, OTFP_SendMsg, 10, 1, 2, 5, 6, 100);
	for (unsigned function = 30; function > 0; function--) {
		see(r, OTFP_Enter, 10, 1, function);
		see(r, OTFP_Leave, 10, 1, function);
	}
	sums(r, 1, 20, "");
	for (unsigned function = 1, at_byte = 0; function <= 30; function++) {
		char want[40];
		at_byte += (unsigned)sprintf(want, "FunctionSummary %u 1 0 0\n", function);
		assert_non_null(strstr(r->text, want));
		assert_int_equal(strstr(r->text, want) + strlen(want) - r->text, at_byte);
	}
	assert_true(strstr(r->text, "Message") < strstr(r->text, "File"));
}

static int refuse(void *at, const struct otfp_record *rec)
{
	(void)rec;
	(*(int *)at)++;
	return -5;
}

static void what_put_returns_ends_it(void **at)
{
	struct room *r = *at;
	int n = 0;

	see(r, OTFP_Enter, 10, 1, 7);
	see(r, OTFP_Enter, 10, 1, 8);
	assert_int_equal(otfp_totals_emit(&r->totals, otfp_state_process(&r->state, 1), 20, refuse, &n), -5);
	assert_int_equal(n, 1);
}

static void a_process_without_events_has_no_records(void **at)
{
	struct room *r = *at;

	assert_string_equal(sums(r, 44, 20, ""), "");
}

static void kinds_are_words_by_commas(void **unused)
{
	struct otfp_error err;
	unsigned kinds;

	(void)unused;
	assert_int_equal(otfp_totals_parse(&kinds, "file,group", "--summaries", &err), 0);
	assert_int_equal(kinds, 1u << OTFP_TOTAL_FILE | 1u << OTFP_TOTAL_GROUP);
	assert_int_equal(otfp_totals_parse(&kinds, "", "--summaries", &err), 0);
	assert_int_equal(kinds, OTFP_TOTALS_USUAL);
	assert_int_equal(otfp_totals_parse(&kinds, "file,", "--summaries", &err), OTFP_EUSAGE);
	assert_int_equal(otfp_totals_parse(&kinds, "message,files", "--summaries", &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "--summaries: 'files' is not one of function, group, message, collective, file, "
	                              "filegroup");
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_call_counts_at_its_enter_and_its_time_up_to_the_instant),
		test(asking_changes_nothing),
		test(recursion_counts_once_in_the_inclusive_time),
		test(functions_of_a_group_that_call_one_another_count_once),
		test(a_local_definition_hides_the_global_one),
		test(calls_open_since_a_snapshot_count_from_there),
		test(a_leave_without_enter_counts_nothing),
		test(sends_and_receives_count_matched_or_not),
		test(who_sends_and_receives_depends_on_the_collective),
		test(a_collective_counts_when_it_ends),
		test(file_operations_count_by_file_and_group),
		test(sums_of_bytes_do_not_wrap),
		test(records_come_by_kind_and_token),
		test(what_put_returns_ends_it),
		test(a_process_without_events_has_no_records),
		test(kinds_are_words_by_commas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
