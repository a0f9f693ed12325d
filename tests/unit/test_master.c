#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "record/streams.h"
#include "randrec.h"

static int take(struct otfp_master *m, const char *line)
{
	const char *why = NULL;
	int code = otfp_master_line(m, line, &why);

	assert_true(code == 0 || why);
	return code;
}

static int take_sm(struct otfp_master *m, const char *line)
{
	const char *why = NULL;

	return otfp_master_parse_sm(m, &(struct otfp_str){line, strlen(line)}, &why);
}

static void assert_text(struct otfp_master *m, const char *want)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	assert_int_equal(otfp_master_format(m, &b), 0);
	assert_non_null(otfp_buf_str(&b));
	assert_string_equal(b.p, want);
	otfp_buf_release(&b);
}

static void lines_are_read_in_hex_and_written_in_order(void **unused)
{
	struct otfp_master m = {0};

	(void)unused;
	assert_int_equal(take(&m, "a:ffffffff,1f,2\n"), 0);
	assert_int_equal(take(&m, "1:3\n"), 0);
	assert_int_equal(take(&m, "a:0\n"), 0);
	assert_int_equal(take(&m, "fffffffe:10\n"), 0);
	assert_text(&m, "1:3\na:0,2,1f,ffffffff\nfffffffe:10\n");
	assert_int_equal(otfp_master_stream(&m, 0x1f), 10);
	assert_int_equal(otfp_master_stream(&m, 0), 10);
	assert_int_equal(otfp_master_stream(&m, 99), 0);
	assert_int_equal(otfp_master_find(&m, 10)->n, 4);
	assert_null(otfp_master_find(&m, 2));
	assert_null(otfp_master_find(&m, UINT32_MAX));
	otfp_master_release(&m);
}

static void blanks_and_empty_lines_are_accepted(void **unused)
{
	struct otfp_master m = {0};

	(void)unused;
	assert_int_equal(take(&m, "\n"), 0);
	assert_int_equal(take(&m, " \t\n"), 0);
	assert_int_equal(take(&m, "\t1 : 2\t, 3 \n"), 0);
	assert_text(&m, "1:2,3\n");
	otfp_master_release(&m);
}

static void an_empty_master_has_no_text(void **unused)
{
	struct otfp_master m = {0};

	(void)unused;
	assert_text(&m, "");
	assert_int_equal(otfp_master_stream(&m, 1), 0);
	assert_null(otfp_master_find(&m, 1));
	otfp_master_release(&m);
}

static void a_process_named_twice_in_its_stream_is_there_once(void **unused)
{
	struct otfp_master m = {0};

	(void)unused;
	assert_int_equal(take(&m, "1:2,2\n"), 0);
	assert_int_equal(take(&m, "1:2\n"), 0);
	assert_text(&m, "1:2\n");
	otfp_master_release(&m);
}

static void a_process_in_two_streams_stays_in_the_first_and_is_told(void **unused)
{
	struct otfp_master m = {0};
	const char *why;

	(void)unused;
	assert_int_equal(take(&m, "2:5,6\n"), 0);
	assert_int_equal(otfp_master_line(&m, "1:4,5,7\n", &why), OTFP_EDAMAGE);
	assert_string_equal(why, "a process is in two streams");
	assert_text(&m, "1:4,7\n2:5,6\n");
	otfp_master_release(&m);
}

static void a_stream_whose_only_process_is_another_s_does_not_come_to_be(void **unused)
{
	struct otfp_master m = {0};

	(void)unused;
	assert_int_equal(take(&m, "2:5\n"), 0);
	assert_int_equal(take(&m, "1:5\n"), OTFP_EDAMAGE);
	assert_text(&m, "2:5\n");
	otfp_master_release(&m);
}

static void a_bad_line_says_why_and_gives_what_came_before(void **unused)
{
	static const struct {
		const char *line, *why, *text;
	} t[] = {
		{"1\n", "stream and ':' expected", ""},
		{":1\n", "stream and ':' expected", ""},
		{"G:zz\n", "stream and ':' expected", ""},
		{"A:1\n", "stream and ':' expected", ""},
		{"100000000:1\n", "stream and ':' expected", ""},
		{"0:1\n", "0 and ffffffff are not stream ids", ""},
		{"ffffffff:1\n", "0 and ffffffff are not stream ids", ""},
		{"1:\n", "process number expected", ""},
		{"1:2,\n", "process number expected", "1:2\n"},
		{"1:2,,3\n", "process number expected", "1:2\n"},
		{"1:2,100000000\n", "process number expected", "1:2\n"},
		{"1:2,X\n", "process number expected", "1:2\n"},
		{"1:2 3\n", "extra text after the processes", "1:2\n"},
		{"1:2\r3\n", "extra text after the processes", "1:2\n"},
		{"i3:0:64\n", "written through an I/O forwarding library (IOFSL), which cannot be read", ""},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct otfp_master m = {0};
		const char *why = NULL;
		assert_int_equal(otfp_master_line(&m, t[i].line, &why), OTFP_EDAMAGE);
		assert_string_equal(why, t[i].why);
		assert_text(&m, t[i].text);
		otfp_master_release(&m);
	}
}

static void the_mapping_of_a_line_stream_is_decimal(void **unused)
{
	struct otfp_master m = {0};
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	assert_int_equal(take_sm(&m, "@SM\t10\t31,2"), 0);
	assert_int_equal(otfp_master_format_sm(&m.streams[0], &b), 0);
	assert_string_equal(otfp_buf_str(&b), "@SM\t10\t2,31");
	assert_text(&m, "a:2,1f\n");
	otfp_buf_release(&b);
	otfp_master_release(&m);
}

static void a_mapping_that_is_none_is_refused(void **unused)
{
	static const char *const lines[] = {"@SM",
	                                    "@SM\t",
	                                    "@SM\t1",
	                                    "@SM\t1\t",
	                                    "@SM\t0\t1",
	                                    "@SM\t1\t2,",
	                                    "@SM\t1\ta",
	                                    "@SM\t1\t2\t3",
	                                    "@SM\ta\t1",
	                                    "@SM\t\t1",
	                                    "@SM\t1\t-1",
	                                    "@SM\t1:2",
	                                    "@SM\t1\t2x",
	                                    "@SM\t1\t\n",
	                                    "@SM\t4294967295\t1",
	                                    "@SM\t1\t4294967296"};

	(void)unused;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct otfp_master m = {0};
		if (take_sm(&m, lines[i]) != OTFP_EDAMAGE)
			fail_msg("taken: %s", lines[i]);
		otfp_master_release(&m);
	}
}

/* Any mapping, in any order, as NAME.otf and as @SM lines. */
static void random_mappings_are_the_same_behind_both_texts(void **unused)
{
	(void)unused;
	for (int round = 0; round < 200; round++) {
		struct otfp_master m = {0}, again = {0}, third = {0};
		struct otfp_buf text = OTFP_BUF_INIT, sm = OTFP_BUF_INIT;
		const char *p, *why;
		for (int i = 0; i < 100; i++) {
			uint32_t process = (uint32_t)(next_random() >> 32 >> next_random() % 32);
			uint32_t stream = 1 + (uint32_t)(next_random() % 20);
			uint32_t was = otfp_master_stream(&m, process);
			assert_int_equal(otfp_master_add(&m, stream, process), was && was != stream);
			assert_int_equal(otfp_master_stream(&m, process), was ? was : stream);
		}
		assert_int_equal(otfp_master_format(&m, &text), 0);
		assert_non_null(otfp_buf_str(&text));
		for (p = text.p; *p; p = strchr(p, '\n') + 1)
			assert_int_equal(otfp_master_line(&again, p, &why), 0);
		assert_text(&again, text.p);
		for (size_t i = m.n; i-- > 0;) {
			sm.n = 0;
			assert_int_equal(otfp_master_format_sm(&m.streams[i], &sm), 0);
			assert_int_equal(otfp_master_parse_sm(&third, &(struct otfp_str){sm.p, sm.n}, &why), 0);
		}
		assert_text(&third, text.p);
		otfp_buf_release(&text);
		otfp_buf_release(&sm);
		otfp_master_release(&m);
		otfp_master_release(&again);
		otfp_master_release(&third);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_read_in_hex_and_written_in_order),
		cmocka_unit_test(blanks_and_empty_lines_are_accepted),
		cmocka_unit_test(an_empty_master_has_no_text),
		cmocka_unit_test(a_process_named_twice_in_its_stream_is_there_once),
		cmocka_unit_test(a_process_in_two_streams_stays_in_the_first_and_is_told),
		cmocka_unit_test(a_stream_whose_only_process_is_another_s_does_not_come_to_be),
		cmocka_unit_test(a_bad_line_says_why_and_gives_what_came_before),
		cmocka_unit_test(the_mapping_of_a_line_stream_is_decimal),
		cmocka_unit_test(a_mapping_that_is_none_is_refused),
		cmocka_unit_test(random_mappings_are_the_same_behind_both_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
