/* The selection, on records made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "cmd/filter/run.h"
#include "base/set.h"
#include "base/ticks.h"
#include "state/calls.h"
#include <stdlib.h>
#include <string.h>

static struct filter filter;
static struct selection *const sel = &filter.select;
static struct otfp_error err;
static const struct otfp_header header = {.resolution = 1000000000, .first = 0, .last = 1000, .has_span = 1};

static int clean(void **state)
{
	(void)state;
	filter_release(&filter);
	return 0;
}

static struct otfp_set *set_of(const char *text)
{
	struct otfp_set *set;

	assert_int_equal(otfp_set_parse(&set, text, "set", &err), 0);
	return set;
}

static void begin(void)
{
	assert_int_equal(filter_begin(&filter, &header, &err), 0);
}

static void select_records(const char *text)
{
	sel->record = strdup(text);
	begin();
}

static void select_time(const char *text)
{
	sel->time = calloc(1, sizeof *sel->time);
	assert_int_equal(otfp_interval_parse(sel->time, text, "time", &err), 0);
}

static int keeps(const struct otfp_record *rec)
{
	int keep = filter_keep(&filter, rec, &err);

	assert_in_range(keep, 0, 1);
	return keep;
}

/* A timed record with numbers in its first slots. */
static int keeps_event(unsigned type, uint64_t time, uint32_t process, uint64_t a, uint64_t b)
{
	struct otfp_record rec = {.time = time, .loc = process, .type = (uint16_t)type};

	rec.file = otfp_schema(type)->file;
	rec.f[0].u = a;
	rec.f[1].u = b;
	return keeps(&rec);
}

static int keeps_type(unsigned type)
{
	return keeps_event(type, 10, 1, 1, 1);
}

static int keeps_line(unsigned type, const char *line)
{
	struct otfp_record rec = {.type = (uint16_t)type, .line = {line, strlen(line)}};

	return keeps(&rec);
}

static int keeps_message(uint32_t peer, uint32_t group, uint32_t tag, uint32_t length)
{
	struct otfp_record rec = {.time = 10, .loc = 1, .type = OTFP_SendMsg, .file = OTFP_FILE_EVENT};

	rec.f[0].u = peer;
	rec.f[1].u = group;
	rec.f[2].u = tag;
	rec.f[3].u = length;
	return keeps(&rec);
}

static int keeps_unknown(unsigned file)
{
	return keeps_event(OTFP_UnknownRecord, 10, 1, file, 0);
}

/* A definition of `token` with a name in slot 1, and a number in slot 2. */
static void define(unsigned type, uint32_t stream, uint32_t token, const char *name, uint32_t third)
{
	struct otfp_record rec = {.loc = stream, .type = (uint16_t)type, .file = OTFP_FILE_DEF};

	rec.f[0].u = token;
	rec.f[1].s = (struct otfp_str){name, strlen(name)};
	rec.f[2].u = third;
	assert_true(keeps(&rec));
}

static int keeps_call(unsigned type, uint32_t process, uint32_t function)
{
	return keeps_event(type, 10, process, function, 0);
}

static int keeps_open_call(uint64_t time, uint32_t process, uint32_t function)
{
	return keeps_event(OTFP_EnterSnapshot, time, process, 5, function);
}

/* ---- --record ---- */

static void nothing_given_keeps_all(void **state)
{
	(void)state;
	assert_false(selection_given(sel));
	begin();
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		assert_true(keeps_type(type));
	assert_true(keeps_line(OTFP_CONTROL, "@LOST\t1\t2\t3\t4"));
	assert_true(keeps_line(OTFP_OTHER, "New\t1\t2"));
}

static void records_go_by_name_number_and_glob(void **state)
{
	(void)state;
	select_records("Enter,12,*Summary");
	assert_true(keeps_type(OTFP_Enter));
	assert_true(keeps_type(OTFP_Leave));
	assert_true(keeps_type(OTFP_MessageSummary));
	assert_false(keeps_type(OTFP_Counter));
	assert_false(keeps_type(OTFP_DefFunction));
	assert_false(keeps_type(OTFP_Marker));
}

static void classes_are_kinds_of_files(void **state)
{
	(void)state;
	select_records("event,!Enter,marker");
	assert_false(keeps_type(OTFP_Enter));
	assert_true(keeps_type(OTFP_Leave));
	assert_true(keeps_type(OTFP_DefMarker));
	assert_true(keeps_type(OTFP_Marker));
	assert_false(keeps_type(OTFP_EnterSnapshot));
	assert_false(keeps_type(OTFP_FunctionSummary));
	assert_false(keeps_type(OTFP_DefProcess));
}

static void a_class_taken_out_wins_over_a_name(void **state)
{
	(void)state;
	select_records("*,!stat");
	assert_true(keeps_type(OTFP_Enter));
	assert_false(keeps_type(OTFP_FunctionSummary));
}

static void a_glob_is_no_class(void **state)
{
	(void)state;
	select_records("E*t,!*r");
	assert_true(keeps_type(OTFP_EventComment));
	assert_true(keeps_type(OTFP_EnterSnapshot));
	assert_false(keeps_type(OTFP_Leave)); /* of class "event" */
	assert_false(keeps_type(OTFP_Marker));
}

static void an_unknown_record_is_of_the_class_of_its_file(void **state)
{
	(void)state;
	select_records("snap,def");
	assert_true(keeps_unknown(OTFP_FILE_SNAP));
	assert_true(keeps_unknown(OTFP_FILE_DEF));
	assert_false(keeps_unknown(OTFP_FILE_EVENT));
	assert_false(keeps_unknown(OTFP_FILE_MARKER));
}

static void records_of_the_future_go_by_name_only(void **state)
{
	(void)state;
	select_records("*Msg,0-50,event");
	assert_true(keeps_line(OTFP_OTHER, "NewMsg\t1\t2"));
	assert_false(keeps_line(OTFP_OTHER, "New\t1\t2"));
	clean(NULL);
	select_records("!*Msg,!stat");
	assert_false(keeps_line(OTFP_OTHER, "NewMsg\t1\t2"));
	assert_true(keeps_line(OTFP_OTHER, "New"));
}

static void is_no_record(const char *text, const char *term)
{
	sel->record = strdup(text);
	assert_int_equal(filter_begin(&filter, &header, &err), OTFP_EUSAGE);
	assert_non_null(strstr(err.text, "--record: "));
	assert_non_null(strstr(err.text, term));
	clean(NULL);
}

static void a_term_that_fits_no_record_is_a_usage_error(void **state)
{
	(void)state;
	is_no_record("Enter,enter", "'enter'");
	is_no_record("!Foo", "'Foo'");
	is_no_record("Foo*,Enter", "'Foo*'");
	is_no_record("2,999", "'999'");
	is_no_record("Enter,", "''");
	is_no_record("events", "'events'");
	is_no_record("!!Enter", "'!!Enter'");
}

/* ---- --process --stream --time ---- */

static void processes_select_timed_records_only(void **state)
{
	(void)state;
	sel->process = set_of("2-3");
	begin();
	assert_true(keeps_event(OTFP_Enter, 1, 2, 1, 0));
	assert_false(keeps_event(OTFP_Enter, 1, 1, 1, 0));
	assert_false(keeps_event(OTFP_FunctionSummary, 1, 1, 1, 0));
	assert_false(keeps_event(OTFP_EnterSnapshot, 1, 1, 1, 0));
	assert_true(keeps_event(OTFP_Marker, 1, 1, 1, 0));
	assert_true(keeps_event(OTFP_DefFunction, 0, 1, 1, 0));
	assert_false(keeps_unknown(OTFP_FILE_EVENT));
	assert_true(keeps_unknown(OTFP_FILE_DEF));
}

static void processes_go_by_name(void **state)
{
	(void)state;
	sel->process = set_of("rank*,!rank 1");
	begin();
	assert_false(keeps_call(OTFP_Enter, 7, 1));
	define(OTFP_DefProcess, 0, 7, "rank 0", 0);
	define(OTFP_DefProcess, 0, 8, "rank 1", 0);
	assert_true(keeps_call(OTFP_Enter, 7, 1));
	assert_false(keeps_call(OTFP_Enter, 8, 1));
}

static void streams_are_those_of_sm(void **state)
{
	(void)state;
	sel->stream = set_of("2,0");
	begin();
	assert_true(keeps_line(OTFP_CONTROL, "@SM\t1\t1,2"));
	assert_true(keeps_line(OTFP_CONTROL, "@SM\t2\t3"));
	assert_false(keeps_call(OTFP_Enter, 1, 1));
	assert_false(keeps_call(OTFP_Enter, 2, 1));
	assert_true(keeps_call(OTFP_Enter, 3, 1));
	assert_true(keeps_call(OTFP_Enter, 9, 1)); /* in no stream */
}

static void a_time_interval_is_half_open(void **state)
{
	(void)state;
	select_time("10:20");
	begin();
	assert_false(keeps_event(OTFP_Enter, 9, 1, 1, 0));
	assert_true(keeps_event(OTFP_Enter, 10, 1, 1, 0));
	assert_true(keeps_event(OTFP_Enter, 19, 1, 1, 0));
	assert_false(keeps_event(OTFP_Enter, 20, 1, 1, 0));
	assert_true(keeps_event(OTFP_Marker, 20, 1, 1, 0));
}

static void seconds_need_a_resolution(void **state)
{
	struct otfp_header none = {0};

	(void)state;
	select_time("1ns:");
	assert_int_equal(filter_begin(&filter, &none, &err), OTFP_EUSAGE);
}

static void all_criteria_must_hold(void **state)
{
	(void)state;
	sel->process = set_of("1");
	select_time("10:");
	select_records("Enter");
	assert_true(keeps_event(OTFP_Enter, 10, 1, 1, 0));
	assert_false(keeps_event(OTFP_Enter, 9, 1, 1, 0));
	assert_false(keeps_event(OTFP_Enter, 10, 2, 1, 0));
	assert_false(keeps_event(OTFP_Leave, 10, 1, 1, 0));
}

static void exclude_drops_what_would_be_kept(void **state)
{
	(void)state;
	sel->process = set_of("1");
	filter.function = set_of("7");
	sel->exclude = 1;
	begin();
	assert_false(keeps_call(OTFP_Enter, 1, 7));
	assert_true(keeps_call(OTFP_Enter, 1, 8));
	assert_true(keeps_call(OTFP_Enter, 2, 7));
	assert_false(keeps_event(OTFP_Counter, 1, 1, 1, 0)); /* only the process applies */
	assert_true(keeps_type(OTFP_DefFunction));
	assert_true(keeps_type(OTFP_Marker));
}

/* ---- by field ---- */

static void field_options_leave_other_records_alone(void **state)
{
	(void)state;
	filter.counter = set_of("5");
	filter.tag = set_of("9");
	begin();
	assert_true(keeps_event(OTFP_Counter, 1, 1, 5, 0));
	assert_false(keeps_event(OTFP_Counter, 1, 1, 6, 0));
	assert_false(keeps_event(OTFP_CounterSnapshot, 1, 1, 5, 6));
	assert_true(keeps_message(2, 1, 9, 0));
	assert_false(keeps_message(2, 1, 8, 0));
	assert_true(keeps_type(OTFP_Enter));
	assert_true(keeps_event(OTFP_DefCounter, 0, 0, 6, 0));
}

static void messages_go_by_peer_length_and_communicator(void **state)
{
	(void)state;
	filter.peer = set_of("rank 2");
	filter.length = set_of("100-");
	filter.communicator = set_of("world,4");
	begin();
	define(OTFP_DefProcess, 0, 2, "rank 2", 0);
	define(OTFP_DefProcessGroup, 0, 3, "world", 0);
	assert_true(keeps_message(2, 3, 0, 100));
	assert_true(keeps_message(2, 4, 0, 4000000000));
	assert_false(keeps_message(1, 3, 0, 100));
	assert_false(keeps_message(2, 5, 0, 100));
	assert_false(keeps_message(2, 3, 0, 99));
}

static void functions_go_by_name_and_group(void **state)
{
	(void)state;
	filter.function = set_of("MPI_*,9");
	filter.group = set_of("!IO");
	begin();
	define(OTFP_DefFunctionGroup, 0, 1, "MPI", 0);
	define(OTFP_DefFunctionGroup, 0, 2, "IO", 0);
	define(OTFP_DefFunction, 0, 7, "MPI_Send", 1);
	define(OTFP_DefFunction, 0, 8, "MPI_File_open", 2);
	define(OTFP_DefFunction, 0, 10, "main", 1);
	assert_true(keeps_call(OTFP_Enter, 1, 7));
	assert_false(keeps_call(OTFP_Enter, 1, 8));
	assert_true(keeps_call(OTFP_Enter, 1, 9)); /* without definition it is in no group */
	assert_false(keeps_call(OTFP_FunctionSummary, 1, 10));
	assert_false(keeps_call(OTFP_FunctionGroupSummary, 1, 2));
	assert_true(keeps_call(OTFP_FunctionGroupSummary, 1, 1));
}

static void a_local_definition_goes_before_the_global_one(void **state)
{
	(void)state;
	filter.function = set_of("foo");
	begin();
	keeps_line(OTFP_CONTROL, "@SM\t1\t1");
	keeps_line(OTFP_CONTROL, "@SM\t2\t2");
	define(OTFP_DefFunction, 0, 7, "foo", 0);
	define(OTFP_DefFunction, 0, 8, "bar", 0);
	define(OTFP_DefFunction, 2, 7, "bar", 0);
	define(OTFP_DefFunction, 2, 8, "foo", 0);
	assert_true(keeps_call(OTFP_Enter, 1, 7));
	assert_false(keeps_call(OTFP_Enter, 1, 8));
	assert_false(keeps_call(OTFP_Enter, 2, 7));
	assert_true(keeps_call(OTFP_Enter, 2, 8));
}

static void a_late_definition_counts_from_then_on(void **state)
{
	(void)state;
	filter.counter = set_of("cycles");
	begin();
	assert_false(keeps_event(OTFP_Counter, 1, 1, 5, 0));
	define(OTFP_DefCounter, 0, 5, "cycles", 0);
	assert_true(keeps_event(OTFP_Counter, 1, 1, 5, 0));
}

/* ---- calls ---- */

static void a_leave_without_function_goes_with_its_enter(void **state)
{
	(void)state;
	filter.function = set_of("7");
	begin();
	assert_true(keeps_call(OTFP_Enter, 1, 7));
	assert_false(keeps_call(OTFP_Enter, 1, 8));
	assert_true(keeps_call(OTFP_Enter, 2, 7));
	assert_false(keeps_call(OTFP_Leave, 1, 0));
	assert_true(keeps_call(OTFP_Leave, 1, 0));
	assert_true(keeps_call(OTFP_Leave, 2, 7));
}

static void a_leave_is_judged_as_its_enter_was(void **state)
{
	(void)state;
	filter.function = set_of("foo");
	begin();
	assert_false(keeps_call(OTFP_Enter, 1, 7));
	define(OTFP_DefFunction, 0, 7, "foo", 0);
	assert_false(keeps_call(OTFP_Leave, 1, 7));
	assert_true(keeps_call(OTFP_Enter, 1, 7));
}

static void snapshots_at_the_start_open_calls(void **state)
{
	(void)state;
	filter.function = set_of("7");
	begin();
	assert_true(keeps_open_call(10, 1, 7));
	assert_false(keeps_open_call(10, 1, 8));
	assert_true(keeps_open_call(11, 1, 7)); /* the same again */
	assert_false(keeps_call(OTFP_Leave, 1, 0));
	assert_true(keeps_open_call(12, 1, 7)); /* known */
	assert_true(keeps_call(OTFP_Leave, 1, 0));
}

static void a_leave_without_function_and_call_stays(void **state)
{
	(void)state;
	filter.function = set_of("7");
	sel->exclude = 1;
	begin();
	assert_true(keeps_call(OTFP_Leave, 1, 0));
	assert_true(keeps_call(OTFP_Leave, 1, 0));
}

static int keeps_collective(unsigned type, uint32_t process, uint64_t id, uint32_t group)
{
	int end = type == OTFP_EndCollectiveOperation, snapshot = type == OTFP_BeginCollopSnapshot;
	struct otfp_record rec = {.time = 10, .loc = process, .type = (uint16_t)type};

	rec.f[end ? 0 : 1 + snapshot].u = id;
	if (!end)
		rec.f[2 + snapshot].u = group;
	return keeps(&rec);
}

static void the_end_of_a_collective_operation_goes_with_its_begin(void **state)
{
	(void)state;
	filter.communicator = set_of("4");
	begin();
	assert_true(keeps_collective(OTFP_BeginCollectiveOperation, 1, 90, 4));
	assert_false(keeps_collective(OTFP_BeginCollectiveOperation, 1, 91, 5));
	assert_false(keeps_collective(OTFP_BeginCollectiveOperation, 2, 90, 5));
	assert_false(keeps_collective(OTFP_BeginCollopSnapshot, 2, 90, 5));
	assert_true(keeps_collective(OTFP_EndCollectiveOperation, 1, 90, 0));
	assert_false(keeps_collective(OTFP_EndCollectiveOperation, 2, 90, 0));
	assert_false(keeps_collective(OTFP_EndCollectiveOperation, 1, 91, 0));
	assert_true(keeps_collective(OTFP_EndCollectiveOperation, 1, 91, 0)); /* ends nothing that is known */
	assert_false(keeps_collective(OTFP_BeginCollopSnapshot, 3, 90, 5));
	assert_false(keeps_collective(OTFP_EndCollectiveOperation, 3, 90, 0));
}

static void call_stacks_are_one_a_process(void **state)
{
	struct otfp_calls c = {.size = OTFP_CALL_SHORT};
	struct otfp_call call, *pushed;

	(void)state;
	assert_null(otfp_calls_top(&c, 5));
	assert_int_equal(otfp_calls_pop(&c, 5, &call), 0);
	for (uint32_t i = 0; i < 5000; i++) {
		pushed = otfp_calls_push(&c, i % 50, 0, i);
		assert_non_null(pushed);
		pushed->mark = i + 1;
	}
	assert_int_equal(otfp_calls_top(&c, 49)->function, 4999);
	assert_int_equal(otfp_calls_pop(&c, 49, &call), 1);
	assert_int_equal(call.mark, 5000);
	assert_int_equal(otfp_calls_top(&c, 49)->function, 4949);
	otfp_calls_release(&c);
}

/* ---- --no-tags ---- */

static const struct otfp_tag tags[] = {{.key = 1}, {.key = 2}, {.key = 3}};

static const struct otfp_record *stage(struct otfp_record *rec)
{
	const struct otfp_record *to = rec;

	*rec = (struct otfp_record){.time = 1,
	                            .loc = 1,
	                            .type = OTFP_Enter,
	                            .file = OTFP_FILE_EVENT,
	                            .ntags = 3,
	                            .tags = tags,
	                            .line = {"line", 4}};
	assert_int_equal(filter_stage.record(&filter, &to, &err), 1);
	return to;
}

static void tags_go_all_or_by_key(void **state)
{
	struct otfp_record rec;
	const struct otfp_record *to;

	(void)state;
	filter.no_tags = "";
	begin();
	to = stage(&rec);
	assert_ptr_not_equal(to, &rec);
	assert_int_equal(to->ntags, 0);
	assert_null(to->line.p);
	clean(NULL);
	filter.no_tags = "2,9";
	filter.tag_keys = set_of("2,9");
	begin();
	to = stage(&rec);
	assert_int_equal(to->ntags, 2);
	assert_int_equal(to->tags[1].key, 3);
	assert_int_equal(to->time, 1);
}

static void tags_go_by_the_name_of_their_key(void **state)
{
	struct otfp_record rec, key = {.type = OTFP_DefKeyValue, .file = OTFP_FILE_DEF};
	const struct otfp_record *to;

	(void)state;
	filter.no_tags = "io*";
	filter.tag_keys = set_of("io*");
	begin();
	assert_ptr_equal(stage(&rec), &rec); /* nothing to drop: the very record, with its line */
	key.f[0].u = 3;
	key.f[2].s = (struct otfp_str){"io.size", 7};
	keeps(&key);
	to = stage(&rec);
	assert_int_equal(to->ntags, 2);
	assert_int_equal(to->tags[1].key, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(nothing_given_keeps_all, clean),
		cmocka_unit_test_teardown(records_go_by_name_number_and_glob, clean),
		cmocka_unit_test_teardown(classes_are_kinds_of_files, clean),
		cmocka_unit_test_teardown(a_class_taken_out_wins_over_a_name, clean),
		cmocka_unit_test_teardown(a_glob_is_no_class, clean),
		cmocka_unit_test_teardown(an_unknown_record_is_of_the_class_of_its_file, clean),
		cmocka_unit_test_teardown(records_of_the_future_go_by_name_only, clean),
		cmocka_unit_test_teardown(a_term_that_fits_no_record_is_a_usage_error, clean),
		cmocka_unit_test_teardown(processes_select_timed_records_only, clean),
		cmocka_unit_test_teardown(processes_go_by_name, clean),
		cmocka_unit_test_teardown(streams_are_those_of_sm, clean),
		cmocka_unit_test_teardown(a_time_interval_is_half_open, clean),
		cmocka_unit_test_teardown(seconds_need_a_resolution, clean),
		cmocka_unit_test_teardown(all_criteria_must_hold, clean),
		cmocka_unit_test_teardown(exclude_drops_what_would_be_kept, clean),
		cmocka_unit_test_teardown(field_options_leave_other_records_alone, clean),
		cmocka_unit_test_teardown(messages_go_by_peer_length_and_communicator, clean),
		cmocka_unit_test_teardown(functions_go_by_name_and_group, clean),
		cmocka_unit_test_teardown(a_local_definition_goes_before_the_global_one, clean),
		cmocka_unit_test_teardown(a_late_definition_counts_from_then_on, clean),
		cmocka_unit_test_teardown(a_leave_without_function_goes_with_its_enter, clean),
		cmocka_unit_test_teardown(a_leave_is_judged_as_its_enter_was, clean),
		cmocka_unit_test_teardown(snapshots_at_the_start_open_calls, clean),
		cmocka_unit_test_teardown(a_leave_without_function_and_call_stays, clean),
		cmocka_unit_test_teardown(the_end_of_a_collective_operation_goes_with_its_begin, clean),
		cmocka_unit_test_teardown(call_stacks_are_one_a_process, clean),
		cmocka_unit_test_teardown(tags_go_all_or_by_key, clean),
		cmocka_unit_test_teardown(tags_go_by_the_name_of_their_key, clean),
	};

	return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
