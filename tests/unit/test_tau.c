#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "tau/read/trc.h"

static int take(struct otfp_edf *edf, const char *line)
{
	return otfp_edf_parse(edf, line, strlen(line), 0);
}

static const struct otfp_edf_event *find(const struct otfp_edf *edf, int64_t id)
{
	size_t i = otfp_edf_index(edf, id);

	assert_true(i < edf->n);
	return &edf->events[i];
}

static void a_name_goes_from_the_first_quote_to_the_last(void **unused)
{
	struct otfp_edf edf = {0};

	(void)unused;
	assert_int_equal(take(&edf, "21 TAUEVENT 0 \"Cells \"active\" on rank\" TriggerValue"), 0);
	assert_string_equal(find(&edf, 21)->name, "Cells \"active\" on rank");
	assert_int_equal(find(&edf, 21)->kind, OTFP_EDF_COUNTER);
	assert_int_equal(take(&edf, "11 MPI 0 \"MPI_Send()  \" EntryExit\r"), 0);
	assert_string_equal(find(&edf, 11)->name, "MPI_Send()  ");
	assert_string_equal(find(&edf, 11)->group, "MPI");
	assert_int_equal(find(&edf, 11)->kind, OTFP_EDF_FUNCTION);
	assert_int_equal(take(&edf, "0 A 0 \"\" EntryExit"), 0);
	assert_int_equal(find(&edf, 0)->name_len, 0);
	assert_int_equal(take(&edf, "5 A -3 old_name EntryExit"), 0);
	assert_string_equal(find(&edf, 5)->name, "old_name");
	assert_int_equal(find(&edf, 5)->tag, -3);
	otfp_edf_release(&edf);
}

static void special_events_are_told_by_name_and_tag_not_by_number(void **unused)
{
	static const struct {
		const char *line;
		enum otfp_edf_kind kind;
	} cases[] = {
		{"1 TRACER 0 \"EV_INIT\" none", OTFP_EDF_INIT},
		{"2 TRACER 0 \"FLUSH_CLOSE\" none", OTFP_EDF_CLOSE},
		{"3 TRACER 0 \"WALL_CLOCK\" none", OTFP_EDF_CLOCK},
		{"4 TRACER 0 \"CONT_EVENT\" none", OTFP_EDF_CONTINUED},
		{"5 TRACER 0 \"FLUSH\" EntryExit", OTFP_EDF_FUNCTION},
		{"6 X -7 \"S\" par", OTFP_EDF_SEND},
		{"7 X -8 \"R\" par", OTFP_EDF_RECV},
		{"8 X -7 \"S\" TriggerValue", OTFP_EDF_SEND},
		{"9 X 1 \"RemoteMessageThreadID\" TriggerValue", OTFP_EDF_PEER_THREAD},
		{"10 X 0 \"EV_INIT\" TriggerValue", OTFP_EDF_COUNTER},
		{"11 X 0 \"FLUSH_INITM\" none", OTFP_EDF_INIT},
		{"16 X 0 \"FLUSH_EXIT\" none", OTFP_EDF_UNKNOWN},
		{"12 X 0 \"f\" par", OTFP_EDF_UNKNOWN},
		{"13 X 0 \"f\" else", OTFP_EDF_UNKNOWN},
		{"14 X -7 \"f\" EntryExit", OTFP_EDF_FUNCTION},
		{"15 X 0 \"ONESIDED_MESSAGE_ID_TriggerValueT2\" TriggerValue", OTFP_EDF_RMA_KEY2},
	};
	struct otfp_edf edf = {0};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(take(&edf, cases[i].line), 0);
		assert_int_equal(edf.events[i].kind, cases[i].kind);
	}
	otfp_edf_release(&edf);
}

static void other_lines_are_damage_or_nothing(void **unused)
{
	static const char *const bad[] = {"1",
	                                  "x A 0 \"n\" none",
	                                  "1 A \"n\" none",
	                                  "1 A 0",
	                                  "1 A 0 \"n\"",
	                                  "1 A 0 \"n",
	                                  "1 A 0 none",
	                                  "1  0 \"n\" none",
	                                  "- A 0 \"n\" none",
	                                  "9223372036854775808 A 0 \"n\" none"};
	static const char *const empty[] = {"", "  ", "\r", "# 1 A 0 \"n\" none"};
	struct otfp_edf edf = {0};

	(void)unused;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(take(&edf, bad[i]), OTFP_EDAMAGE);
	for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
		assert_int_equal(take(&edf, empty[i]), 0);
	assert_int_equal(edf.n, 0);
	assert_int_equal(edf.bad, sizeof bad / sizeof *bad);
	otfp_edf_release(&edf);
}

static void of_an_id_given_twice_the_first_holds(void **unused)
{
	struct otfp_edf edf = {0};
	char line[60];

	(void)unused;
	for (int i = 0; i < 1000; i++) {
		snprintf(line, sizeof line, "%d A 0 \"name %d\" EntryExit", i % 500 * 128 - 3000, i);
		assert_int_equal(take(&edf, line), 0);
	}
	assert_int_equal(edf.n, 500);
	assert_int_equal(edf.twice, 500);
	assert_string_equal(find(&edf, -3000)->name, "name 0");
	assert_string_equal(find(&edf, 499 * 128 - 3000)->name, "name 499");
	assert_true(otfp_edf_index(&edf, 1) == SIZE_MAX);
	otfp_edf_release(&edf);
}

static void the_head_of_an_edf_is_its_count_and_two_words(void **unused)
{
	(void)unused;
	assert_true(otfp_edf_is("84 dynamic_trace_events\n", 24));
	assert_true(otfp_edf_is("0 dynamic_trace_events", 22));
	assert_false(otfp_edf_is("84 dynamic_trace_event", 22));
	assert_false(otfp_edf_is("84\n", 3));
	assert_false(otfp_edf_is("dynamic_trace_events", 20));
	assert_false(otfp_edf_is("", 0));
}

static void records_of_all_layouts_go_there_and_back(void **unused)
{
	static const struct otfp_tau_record records[] = {
		{.ev = 60000, .par = 3, .ti = UINT64_C(1795239304000062), .nid = 1, .tid = 2},
		{.ev = -1, .par = INT64_MIN, .ti = UINT64_MAX, .nid = 65535, .tid = 65535},
		{.ev = INT32_MAX, .par = -33, .ti = 0, .nid = 0x1234, .tid = 0x5678},
	};
	char bytes[OTFP_TAU_SIZE_MAX];

	(void)unused;
	for (unsigned layout = 0; layout < OTFP_TAU_NLAYOUTS; layout++)
		for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
			struct otfp_tau_record r;
			otfp_tau_encode(bytes, &records[i], layout);
			r = otfp_tau_decode(bytes, layout);
			assert_true(r.ev == records[i].ev && r.par == records[i].par && r.ti == records[i].ti &&
			            r.nid == records[i].nid && r.tid == records[i].tid);
		}
	otfp_tau_encode(bytes, &records[0], OTFP_TAU_LE24);
	assert_memory_equal(bytes, "\x60\xea\0\0\1\0\2\0\3\0\0\0\0\0\0\0", 16);
	otfp_tau_encode(bytes, &records[0], OTFP_TAU_BE32);
	assert_memory_equal(bytes, "\0\0\0\0\0\0\xea\x60\0\1\0\2\0\0\0\0\0\0\0\0\0\0\0\3", 24);
}

static void make_file(char *p, size_t n, uint64_t time, int64_t first, enum otfp_tau_layout layout)
{
	for (size_t i = 0; i < n; i++) {
		struct otfp_tau_record r = {.ev = i ? 7 : 60000, .par = i ? 1 : first, .ti = time + i};
		otfp_tau_encode(p + i * otfp_tau_size(layout), &r, layout);
	}
}

static void the_layout_is_found_by_the_first_record(void **unused)
{
	char bytes[8 * OTFP_TAU_SIZE_MAX];
	enum otfp_tau_layout found;

	(void)unused;
	for (unsigned layout = 0; layout < OTFP_TAU_NLAYOUTS; layout++) {
		size_t size = 8 * otfp_tau_size(layout);
		make_file(bytes, 8, 1000, 3, layout);
		assert_true(otfp_tau_detect(bytes, size, size, NULL, &found));
		assert_int_equal(found, layout);
	}
	assert_false(otfp_tau_detect(bytes, 23, 23, NULL, &found));
	assert_int_equal(found, OTFP_TAU_NATIVE);
}

static void where_the_first_record_does_not_say_the_ids_do(void **unused)
{
	char bytes[8 * OTFP_TAU_SIZE_MAX];
	enum otfp_tau_layout found;
	struct otfp_edf edf = {0};

	(void)unused;
	assert_int_equal(take(&edf, "7 A 0 \"f\" EntryExit"), 0);
	assert_int_equal(take(&edf, "60000 A 0 \"EV_INIT\" none"), 0);
	for (unsigned layout = 0; layout < OTFP_TAU_NLAYOUTS; layout++) {
		size_t size = 8 * otfp_tau_size(layout);
		make_file(bytes, 8, 1000, 0, layout);
		assert_false(otfp_tau_detect(bytes, size, size, &edf, &found));
		assert_int_equal(found, layout);
		/* two layouts at once have par 3 */
		make_file(bytes, 8, 3, 3, layout);
		assert_true(otfp_tau_detect(bytes, size, size, &edf, &found));
		assert_int_equal(found, layout);
	}
	otfp_edf_release(&edf);
}

static void messages_are_packed_as_tau_does(void **unused)
{
	static const struct {
		uint64_t par;
		struct otfp_tau_message m;
	} cases[] = {
		{0x01640008, {.length = 8, .peer = 1, .tag = 100}},
		{0x001b000001580040, {.length = 64, .peer = 1, .tag = 7000}},
		{0x00ab002c02cd1d80, {.length = 2891136, .peer = 2, .tag = 43981}},
		{UINT64_MAX, {.length = 67108863, .peer = 65535, .tag = 65535, .comm = 63}},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct otfp_tau_message m = otfp_tau_unpack((int64_t)cases[i].par);
		assert_true(m.length == cases[i].m.length && m.peer == cases[i].m.peer && m.tag == cases[i].m.tag &&
		            m.comm == cases[i].m.comm);
		assert_true((uint64_t)otfp_tau_pack(&cases[i].m) == cases[i].par);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_goes_from_the_first_quote_to_the_last),
		cmocka_unit_test(special_events_are_told_by_name_and_tag_not_by_number),
		cmocka_unit_test(other_lines_are_damage_or_nothing),
		cmocka_unit_test(of_an_id_given_twice_the_first_holds),
		cmocka_unit_test(the_head_of_an_edf_is_its_count_and_two_words),
		cmocka_unit_test(records_of_all_layouts_go_there_and_back),
		cmocka_unit_test(the_layout_is_found_by_the_first_record),
		cmocka_unit_test(where_the_first_record_does_not_say_the_ids_do),
		cmocka_unit_test(messages_are_packed_as_tau_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
