#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "randrec.h"
#include "record/control.h"

static struct otfp_str str(const char *s)
{
	return (struct otfp_str){s, s ? strlen(s) : 0};
}

static void assert_str(struct otfp_str s, const char *want)
{
	if (!want) {
		assert_null(s.p);
		return;
	}
	assert_non_null(s.p);
	assert_int_equal(s.n, strlen(want));
	assert_memory_equal(s.p, want, s.n);
}

/* ---- kinds ---- */

static const struct {
	const char *line;
	enum otfp_control kind;
} lines[] = {
	{"@SM\t1\t2", OTFP_C_SM},
	{"@SM\t", OTFP_C_SM},
	{"@SM", OTFP_C_OTHER},
	{"@SMX\t1\t2", OTFP_C_OTHER},
	{"@S\t1\t2", OTFP_C_NONE},
	{"@PG\tID:1", OTFP_C_PG},
	{"@PG", OTFP_C_OTHER},
	{"@IS\t1", OTFP_C_IS},
	{"@IS", OTFP_C_OTHER},
	{"@ISX", OTFP_C_OTHER},
	{"@LOST\t1\t2\t3\t4", OTFP_C_LOST},
	{"@LOST", OTFP_C_LOST},
	{"@LOSTX", OTFP_C_OTHER},
	{"@LOSTX\t1\t2\t3\t4", OTFP_C_OTHER},
	{"@LOS\t1", OTFP_C_OTHER},
	{"@FT\tname", OTFP_C_FT},
	{"@FT", OTFP_C_FT},
	{"@END\t7", OTFP_C_END},
	{"@END", OTFP_C_END},
	{"@ENDS\t7", OTFP_C_OTHER},
	{"@ABORT\tx\ty", OTFP_C_ABORT},
	{"@ABORT", OTFP_C_ABORT},
	{"@OTFPIPE\t1.0", OTFP_C_MAGIC},
	{"@OTFPIPE", OTFP_C_MAGIC},
	{"@PART\t1\t2", OTFP_C_PART},
	{"@CUT\t1", OTFP_C_CUT},
	{"@CUT", OTFP_C_OTHER},
	{"@XY", OTFP_C_OTHER},
	{"@ABCDEFGH\t", OTFP_C_OTHER},
	{"@ABCDEFGHI\t", OTFP_C_NONE},
	{"@", OTFP_C_NONE},
	{"@\t", OTFP_C_NONE},
	{"@A", OTFP_C_NONE},
	{"@sm\t1\t2", OTFP_C_NONE},
	{"@SM 1 2", OTFP_C_NONE},
	{"@S1\t", OTFP_C_NONE},
	{" @SM\t1\t2", OTFP_C_NONE},
	{"SM\t1\t2", OTFP_C_NONE},
	{"Enter\t5\t1\t7\t0", OTFP_C_NONE},
	{"", OTFP_C_NONE},
};

static void a_line_is_of_the_kind_that_its_name_says_as_a_whole_word(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (otfp_control_of(lines[i].line, strlen(lines[i].line)) != lines[i].kind)
			fail_msg("not so: %s", lines[i].line);
	assert_int_equal(otfp_control_of(NULL, 0), OTFP_C_NONE);
}

static void no_byte_behind_the_line_counts(void **unused)
{
	(void)unused;
	assert_int_equal(otfp_control_of("@SM\t1", 3), OTFP_C_OTHER);
	assert_int_equal(otfp_control_of("@LOSTX", 5), OTFP_C_LOST);
	assert_int_equal(otfp_control_of("@ENDS", 4), OTFP_C_END);
	assert_int_equal(otfp_control_of("@END", 3), OTFP_C_OTHER);
}

static void each_known_name_is_of_its_kind(void **unused)
{
	(void)unused;
	for (unsigned kind = OTFP_C_OTHER + 1; kind < OTFP_NCONTROLS; kind++) {
		char line[16] = "";
		strcpy(line, otfp_control_name((enum otfp_control)kind));
		strcat(line, "\t");
		assert_int_equal(otfp_control_of(line, strlen(line)), kind);
	}
}

static void a_record_that_is_made_knows_its_kind(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct otfp_record rec = otfp_control_record(lines[i].line, strlen(lines[i].line));
		assert_int_equal(rec.type, OTFP_CONTROL);
		assert_int_equal(rec.control, lines[i].kind);
		assert_int_equal(rec.ntags, 0);
		assert_ptr_equal(rec.line.p, lines[i].line);
		assert_int_equal(otfp_control_kind(&rec), lines[i].kind);
	}
}

static void the_kind_of_a_record_that_has_only_a_line_is_found(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const struct otfp_record rec = {.type = OTFP_CONTROL, .line = str(lines[i].line)};
		assert_int_equal(otfp_control_kind(&rec), lines[i].kind);
	}
}

static void other_records_are_of_no_kind(void **unused)
{
	struct otfp_record rec = otfp_control_record("@SM\t1\t2", 7);

	(void)unused;
	rec.type = OTFP_Enter;
	assert_int_equal(otfp_control_kind(&rec), OTFP_C_NONE);
	rec.type = OTFP_OTHER;
	assert_int_equal(otfp_control_kind(&rec), OTFP_C_NONE);
}

static void the_text_stands_behind_the_first_tab(void **unused)
{
	struct otfp_str line = str("@PG\tID:1\tPN:x");

	(void)unused;
	assert_str(otfp_control_text(&line), "ID:1\tPN:x");
	line = str("@PG\t");
	assert_str(otfp_control_text(&line), "");
	line = str("@PG");
	assert_str(otfp_control_text(&line), NULL);
	line = str(NULL);
	assert_str(otfp_control_text(&line), NULL);
}

/* ---- @SM ---- */

/* "stream:p,p,..." of what can be read, and why it is no more. */
static void read_sm(const char *text, struct otfp_buf *b, const char **why)
{
	struct otfp_str line = str(text);
	struct otfp_sm sm;
	int code = otfp_sm_begin(&sm, &line);

	b->n = 0;
	*why = sm.why;
	if (code == 0)
		assert_int_equal(otfp_buf_printf(b, "%u:", sm.stream), 0);
	while (code == 0 && (code = otfp_sm_next(&sm)) == 0)
		assert_int_equal(otfp_buf_printf(b, "%u,", sm.process), 0);
	*why = code == OTFP_END ? "" : sm.why;
	assert_true(code == OTFP_END || code == OTFP_EDAMAGE);
	assert_non_null(otfp_buf_str(b));
}

static void the_processes_of_a_stream_come_one_by_one(void **unused)
{
	static const char *const expected = "process number expected", *const more = "extra text after the processes",
				 *const bad = "bad @SM line";
	const struct {
		const char *line, *read, *why;
	} t[] = {
		{"@SM\t1\t2", "1:2,", ""},
		{"@SM\t4294967294\t0,4294967295,7,7", "4294967294:0,4294967295,7,7,", ""},
		{"@SM\t1\t 2 ,\t3 ", "1:2,3,", ""},
		{"@SM\t01\t007", "1:7,", ""},
		{"@SM", "", bad},
		{"@SM\t", "", bad},
		{"@SM\t1", "", bad},
		{"@SM\t0\t1", "", bad},
		{"@SM\t4294967295\t1", "", bad},
		{"@SM\t4294967296\t1", "", bad},
		{"@SM\t99999999999999999999\t1", "", bad},
		{"@SM\ta\t1", "", bad},
		{"@SM\t\t1", "", bad},
		{"@SM\t 1\t1", "", bad},
		{"@SM\t1:2", "", bad},
		{"@SM\t1 \t2", "", bad},
		{"@SM\t1\t", "1:", expected},
		{"@SM\t1\t2,", "1:2,", expected},
		{"@SM\t1\t2,,3", "1:2,", expected},
		{"@SM\t1\ta", "1:", expected},
		{"@SM\t1\t-1", "1:", expected},
		{"@SM\t1\t4294967296", "1:", expected},
		{"@SM\t1\t18446744073709551617", "1:", expected},
		{"@SM\t1\t2\t3", "1:2,", more},
		{"@SM\t1\t2x", "1:2,", more},
		{"@SM\t1\t2 3", "1:2,", more},
	};
	struct otfp_buf b = OTFP_BUF_INIT;
	const char *why;

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		read_sm(t[i].line, &b, &why);
		assert_string_equal(b.p, t[i].read);
		assert_string_equal(why, t[i].why);
	}
	otfp_buf_release(&b);
}

static void the_processes_of_a_master_file_are_hex(void **unused)
{
	static const char text[] = ": 1f,\tffffffff,A";
	struct otfp_sm sm = {.at = text, .end = text + sizeof text - 1, .base = 16, .separator = ':'};

	(void)unused;
	assert_int_equal(otfp_sm_next(&sm), 0);
	assert_int_equal(sm.process, 0x1f);
	assert_int_equal(otfp_sm_next(&sm), 0);
	assert_int_equal(sm.process, UINT32_MAX);
	assert_int_equal(otfp_sm_next(&sm), OTFP_EDAMAGE);
	assert_string_equal(sm.at, ",A");
}

static void a_mapping_that_is_written_reads_back(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	uint32_t processes[50];

	(void)unused;
	for (int round = 0; round < 1000; round++) {
		uint32_t stream = 1 + (uint32_t)(next_random() % (UINT32_MAX - 1));
		size_t n = 1 + next_random() % 50;
		struct otfp_str line;
		struct otfp_sm sm;
		for (size_t i = 0; i < n; i++)
			processes[i] = (uint32_t)(next_random() >> 32 >> next_random() % 32);
		b.n = 0;
		assert_int_equal(otfp_sm_format(&b, stream, processes, n), 0);
		line = (struct otfp_str){b.p, b.n};
		assert_int_equal(otfp_control_of(b.p, b.n), OTFP_C_SM);
		assert_int_equal(otfp_sm_begin(&sm, &line), 0);
		assert_int_equal(sm.stream, stream);
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(otfp_sm_next(&sm), 0);
			assert_int_equal(sm.process, processes[i]);
		}
		assert_int_equal(otfp_sm_next(&sm), OTFP_END);
	}
	otfp_buf_release(&b);
}

static int is_even(const void *ctx, uint64_t process)
{
	(void)ctx;
	return process % 2 == 0;
}

static void processes_that_go_are_taken_out(void **unused)
{
	/* NULL: the line goes */
	static const struct {
		const char *line, *left;
	} t[] = {
		{"@SM\t1\t1,2,3,4", "@SM\t1\t1,3"},
		{"@SM\t1\t2,3", "@SM\t1\t3"},
		{"@SM\t1\t1,3", "@SM\t1\t1,3"},
		{"@SM\t1\t007,2", "@SM\t1\t007"},
		{"@SM\t1\t2,4", NULL},
		{"@SM\t1\t2,x", "@SM\t1\t2,x"},
		{"@SM\t1\t2\t2", "@SM\t1\t2\t2"},
		{"@SM\t1\t", "@SM\t1\t"},
		{"@SM\t1", "@SM\t1"},
		{"@SM", "@SM"},
		{"@SMX\t1\t2", "@SMX\t1\t2"},
		{"@LOST\t2\t2\t2\t2", "@LOST\t2\t2\t2\t2"},
	};
	struct otfp_shorter_sm s = {0};

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct otfp_record was = otfp_control_record(t[i].line, strlen(t[i].line));
		const struct otfp_record *rec = &was;
		was.lineno = 7;
		assert_int_equal(otfp_sm_shorten(&s, &rec, is_even, NULL, NULL), t[i].left != NULL);
		if (!t[i].left)
			continue;
		assert_str(rec->line, t[i].left);
		assert_int_equal(rec->lineno, 7);
		assert_int_equal(otfp_control_kind(rec), was.control);
	}
	otfp_shorter_sm_release(&s);
}

/* ---- @LOST ---- */

static void a_tab_behind_the_line_is_not_of_it(void **unused)
{
	const struct otfp_str line = {"@SM\t1\t2", 5};
	struct otfp_sm sm;

	(void)unused;
	assert_int_equal(otfp_sm_begin(&sm, &line), OTFP_EDAMAGE);
}

static void fields_of_lost_are_read_as_far_as_they_can_be(void **unused)
{
	static const struct {
		const char *line;
		unsigned n;
		uint64_t v[4];
		const char *rest;
	} t[] = {
		{"@LOST\t1\t5\t9\t12", 4, {1, 5, 9, 12}, ""},
		{"@LOST\t4294967295\t0\t18446744073709551615\t18446744073709551615",
	         4,
	         {UINT32_MAX, 0, UINT64_MAX, UINT64_MAX},
	         ""},
		{"@LOST\t1\t5\t9\t12\tmore", 4, {1, 5, 9, 12}, "\tmore"},
		{"@LOST\t1\t5\t9", 3, {1, 5, 9, 0}, ""},
		{"@LOST\t1\t5\t9\t", 3, {1, 5, 9, 0}, "\t"},
		{"@LOST\t1\t5\t9\tmany", 3, {1, 5, 9, 0}, "\tmany"},
		{"@LOST\t1\t5\t9x\t3", 2, {1, 5, 0, 0}, "\t9x\t3"},
		{"@LOST\t1\t18446744073709551616\t9\t3", 1, {1, 0, 0, 0}, "\t18446744073709551616\t9\t3"},
		{"@LOST\t4294967296\t5\t9\t3", 0, {0, 0, 0, 0}, "\t4294967296\t5\t9\t3"},
		{"@LOST\t 1\t5", 0, {0, 0, 0, 0}, "\t 1\t5"},
		{"@LOST\t", 0, {0, 0, 0, 0}, "\t"},
		{"@LOST", 0, {0, 0, 0, 0}, ""},
	};
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct otfp_str line = str(t[i].line);
		struct otfp_lost lost;
		otfp_lost_get(&lost, &line);
		assert_int_equal(lost.n, t[i].n);
		assert_int_equal(lost.process, t[i].v[0]);
		assert_int_equal(lost.from, t[i].v[1]);
		assert_int_equal(lost.to, t[i].v[2]);
		assert_int_equal(lost.count, t[i].v[3]);
		assert_str(lost.rest, t[i].rest);
		b.n = 0;
		assert_int_equal(otfp_buf_reserve(&b, OTFP_LOST_ROOM(&lost)), 0);
		b.n = (size_t)(otfp_lost_put(b.p, &lost) - b.p);
		assert_string_equal(otfp_buf_str(&b), t[i].line);
	}
	otfp_buf_release(&b);
}

/* ---- @PG ---- */

static void keys_of_provenance_are_found(void **unused)
{
	const struct otfp_str line = str("@PG\tID:2\tPP:\tCL:otf-x ID:9\tID:3"), none = str("@PG\tXID:1\tID\tID");

	(void)unused;
	assert_str(otfp_pg_get(&line, "ID"), "2");
	assert_str(otfp_pg_get(&line, "PP"), "");
	assert_str(otfp_pg_get(&line, "CL"), "otf-x ID:9");
	assert_str(otfp_pg_get(&line, "PN"), NULL);
	assert_str(otfp_pg_get(&none, "ID"), NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_of_the_kind_that_its_name_says_as_a_whole_word),
		cmocka_unit_test(no_byte_behind_the_line_counts),
		cmocka_unit_test(each_known_name_is_of_its_kind),
		cmocka_unit_test(a_record_that_is_made_knows_its_kind),
		cmocka_unit_test(the_kind_of_a_record_that_has_only_a_line_is_found),
		cmocka_unit_test(other_records_are_of_no_kind),
		cmocka_unit_test(the_text_stands_behind_the_first_tab),
		cmocka_unit_test(the_processes_of_a_stream_come_one_by_one),
		cmocka_unit_test(the_processes_of_a_master_file_are_hex),
		cmocka_unit_test(a_mapping_that_is_written_reads_back),
		cmocka_unit_test(processes_that_go_are_taken_out),
		cmocka_unit_test(a_tab_behind_the_line_is_not_of_it),
		cmocka_unit_test(fields_of_lost_are_read_as_far_as_they_can_be),
		cmocka_unit_test(keys_of_provenance_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
