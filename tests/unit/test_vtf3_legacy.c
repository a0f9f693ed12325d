/* New records as old ones (the profile COMPAT) and back (legacy.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "randrec.h"
#include "vtf3/read/legacy.h"
#include "vtf3room.h"

static struct otfp_error err;

/* Lines of Standard ASCII written in that format and profile, with its header. */
static void convert(struct otfp_buf *to, const char *lines, enum otfp_vtf3_format format,
                    enum otfp_vtf3_profile profile)
{
	struct otfp_vtf3_scanner *s;
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_writer *w;
	const char *head;
	size_t n;

	assert_int_equal(otfp_vtf3_scan_open_memory(&s, OTFP_VTF3_STD_ASCII, &err), 0);
	assert_int_equal(otfp_vtf3_scan_feed(s, lines, strlen(lines)), 0);
	assert_int_equal(otfp_vtf3_writer_new(&w, format, profile, &err), 0);
	head = otfp_vtf3_header(format, &n);
	to->n = 0;
	otfp_buf_add(to, head, n);
	while (otfp_vtf3_scan_next(s, &rec) == 0)
		vtf3_put(w, rec, to);
	otfp_buf_str(to);
	otfp_vtf3_writer_free(w);
	otfp_vtf3_scan_close(s);
}

/* The bytes of a file as lines of Standard ASCII without header, old records replaced. */
static void modern(struct otfp_buf *to, const char *p, size_t n)
{
	struct otfp_vtf3_scanner *s = vtf3_open(p, n, &err);
	const struct otfp_vtf3_record *rec, *const *out;
	struct otfp_vtf3_legacy *l;
	struct otfp_vtf3_writer *w;
	size_t k;

	assert_int_equal(otfp_vtf3_legacy_new(&l, &err), 0);
	assert_int_equal(otfp_vtf3_writer_new(&w, OTFP_VTF3_STD_ASCII, OTFP_VTF3_FULL, &err), 0);
	to->n = 0;
	while (otfp_vtf3_scan_next(s, &rec) == 0) {
		assert_int_equal(otfp_vtf3_legacy_record(l, rec, &out, &k), 0);
		for (size_t i = 0; i < k; i++)
			vtf3_put(w, out[i], to);
	}
	otfp_buf_str(to);
	otfp_vtf3_writer_free(w);
	otfp_vtf3_legacy_free(l);
	otfp_vtf3_scan_close(s);
}

static const char calls[] =
	"DEFACT 0 \"zero\"\nDEFACT 7 \"seven\"\nDEFSTATE 0 ACT 0 \"main\"\nDEFSTATE 3 ACT 7 \"f\" SCL 9\n"
	"1 DOWNTO 0 CPU 1\n2 DOWNTO 3 CPU 1 SCL 9\n3 UPTO 0 CPU 1\n4 DOWNTO 3 CPU 2\n"
	"5 UPTO -1 CPU 1\n6 SENDMSG 1 2 FROM 1 TO 2 LEN 3 SCL 4\n7 UPTO -1 CPU 2 SCL 2\n";

static void compat_comes_back_with_the_same_tokens(void **unused)
{
	static const enum otfp_vtf3_format formats[] = {OTFP_VTF3_STD_BINARY, OTFP_VTF3_STD_ASCII, OTFP_VTF3_FST_ASCII};
	struct otfp_buf file = OTFP_BUF_INIT, back = OTFP_BUF_INIT;

	(void)unused;
	for (unsigned i = 0; i < 3; i++) {
		convert(&file, calls, formats[i], OTFP_VTF3_COMPAT);
		modern(&back, file.p, file.n);
		assert_string_equal(back.p, calls);
	}
	otfp_buf_release(&file);
	otfp_buf_release(&back);
}

static void compat_calls_are_exchanges_in_binary(void **unused)
{
	struct otfp_buf file = OTFP_BUF_INIT;
	unsigned types[256] = {0};

	(void)unused;
	convert(&file, calls, OTFP_VTF3_STD_BINARY, OTFP_VTF3_COMPAT);
	/* all are short and of old types, so that length and type are one byte each */
	for (size_t at = 8; at < file.n; at += 6 + (size_t)(uint8_t)file.p[at]) {
		assert_int_equal(file.p[at + 5], 0);
		types[(uint8_t)file.p[at + 4]]++;
	}
	assert_int_equal(types[10], 2);
	assert_int_equal(types[20], 2);
	assert_int_equal(types[70], 6);
	assert_int_equal(types[80], 1);
	otfp_buf_release(&file);
}

static void upfrom_becomes_a_return_to_where_the_cpu_was(void **unused)
{
	struct otfp_buf file = OTFP_BUF_INIT, back = OTFP_BUF_INIT;

	(void)unused;
	convert(&file,
	        "DEFACT 1 \"a\"\nDEFSTATE 1 ACT 1 \"f\"\nDEFSTATE 2 ACT 1 \"g\"\n1 DOWNTO 1 CPU 1\n2 DOWNTO 2 CPU 1\n"
	        "3 UPFROM 2 CPU 1\n4 UPFROM 1 CPU 1\n",
	        OTFP_VTF3_LEGACY_ASCII, OTFP_VTF3_FULL);
	assert_string_equal(file.p, "           SYMBOL \"a\" 1 \"f\"\n           SYMBOL \"a\" 2 \"g\"\n"
	                            "         1 EXCHANGE ON CPUID 1 DOWNTO \"a\" 1 CLUSTER 0\n"
	                            "         2 EXCHANGE ON CPUID 1 FROM \"a\" 1 DOWNTO \"a\" 2 CLUSTER 0\n"
	                            "         3 EXCHANGE ON CPUID 1 FROM \"a\" 2 UPTO \"a\" 1 CLUSTER 0\n"
	                            "         4 EXCHANGE ON CPUID 1 FROM \"a\" 1 UPTO \"NOACT\" CLUSTER 0\n");
	modern(&back, file.p, file.n);
	assert_non_null(strstr(back.p, "3 UPTO 1 CPU 1\n4 UPTO -1 CPU 1\n"));
	otfp_buf_release(&file);
	otfp_buf_release(&back);
}

static void source_locations_of_one_line_become_src_in_legacy_ascii(void **unused)
{
	struct otfp_buf file = OTFP_BUF_INIT;

	(void)unused;
	convert(&file, "FILETOKEN 7 \"m.c\"\nDEFSCL 5 NPAIRS 1 7:12\n6 SENDMSG 1 2 FROM 1 TO 2 LEN 3 SCL 5\n",
	        OTFP_VTF3_LEGACY_ASCII, OTFP_VTF3_FULL);
	assert_string_equal(file.p, "           FILETOKEN 7 \"m.c\"\n"
	                            "         6 SENDMSG  1 2 FROM 1 TO 2 LEN 3 SRC 7:12\n");
	otfp_buf_release(&file);
}

static void file_and_line_become_one_source_location_each(void **unused)
{
	static const char file[] =
		"SYMBOL \"a\" 1 \"f\" SRC 7:1\n1 EXCHANGE ON CPUID 1 DOWNTO \"a\" 1 CLUSTER 0 SRC 7:1\n"
		"2 SENDMSG 1 2 FROM 1 TO 2 LEN 3 SRC 7:2\n3 RECVMSG 1 2 BY 1 FROM 2 LEN 3 SRC 7:1\n";
	struct otfp_buf back = OTFP_BUF_INIT;

	(void)unused;
	modern(&back, file, sizeof file - 1);
	assert_string_equal(back.p, "DEFACT 0 \"a\"\nDEFSCL 1048576 NPAIRS 1 7:1\nDEFSTATE 1 ACT 0 \"f\" SCL 1048576\n"
	                            "1 DOWNTO 1 CPU 1 SCL 1048576\nDEFSCL 1048577 NPAIRS 1 7:2\n"
	                            "2 SENDMSG 1 2 FROM 1 TO 2 LEN 3 SCL 1048577\n"
	                            "3 RECVMSG 1 2 BY 1 FROM 2 LEN 3 SCL 1048576\n");
	otfp_buf_release(&back);
}

static void numbers_that_two_activities_have_are_two_states(void **unused)
{
	static const char file[] =
		"SYMBOL \"a\" 1 \"f\"\nSYMBOL \"b\" 1 \"g\"\n1 EXCHANGE ON CPUID 1 TO \"b\" 1 CLUSTER 0\n"
		"2 EXCHANGE ON CPUID 1 TO \"a\" 1 CLUSTER 0 JOB 5\n"
		"3 EXCHANGE ON CPUID 1 FROM \"a\" 1 TO \"b\" 1 CLUSTER 0\n"
		"4 EXCHANGE ON CPUID 1 TO \"NOACT\" CLUSTER 0\n";
	struct otfp_buf back = OTFP_BUF_INIT;

	(void)unused;
	modern(&back, file, sizeof file - 1);
	assert_string_equal(back.p,
	                    "DEFACT 0 \"a\"\nDEFSTATE 1 ACT 0 \"f\"\nDEFACT 1 \"b\"\nDEFSTATE 1048576 ACT 1 \"g\"\n"
	                    "1 DOWNTO 1048576 CPU 1\n2 DOWNTO 1 CPU 1\n3 UPTO 1048576 CPU 1\n4 UPTO -1 CPU 1\n");
	otfp_buf_release(&back);
}

static void an_exchange_gets_its_calls_direction(void **unused)
{
	static const char file[] = "C SAVTF\n1 STATEEXCH 3 TYPE 1 CPU 1\n2 STATEEXCH 3 TYPE 3 CPU 1 JOB 2\n"
				   "3 STATEEXCH 4 TYPE 2 CPU 1 SCL 5\n4 STATEEXCH 4 TYPE 9 CPU 1\n";
	struct otfp_buf back = OTFP_BUF_INIT;

	(void)unused;
	modern(&back, file, sizeof file - 1);
	assert_string_equal(back.p, "1 DOWNTO 3 CPU 1\n2 UPFROM 3 CPU 1\n3 UPTO 4 CPU 1 SCL 5\n"
	                            "4 STATEEXCH 4 TYPE 9 CPU 1\n");
	otfp_buf_release(&back);
}

static void activities_by_name_only_are_declared_before_use_in_binary(void **unused)
{
	struct otfp_vtf3_record rec;
	struct otfp_vtf3_writer *w;
	struct otfp_buf b = OTFP_BUF_INIT, text = OTFP_BUF_INIT;

	(void)unused;
	otfp_buf_add(&b, "U\252\245ZBPVI", 8);
	assert_int_equal(otfp_vtf3_writer_new(&w, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FULL, &err), 0);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Exchange_obsol);
	rec.v[OTFP_EXCH_TYPE].i = OTFP_VTF3_EXCH_DOWNTO;
	rec.v[OTFP_EXCH_STATE].i = 4;
	rec.v[OTFP_EXCH_ACTNAME].s = (struct otfp_str){"MPI", 3};
	rec.v[OTFP_EXCH_VALIDITY].u = OTFP_VTF3_NAME_VALID;
	vtf3_put(w, &rec, &b);
	vtf3_put(w, &rec, &b);
	vtf3_show(&text, b.p, b.n);
	assert_string_equal(text.p, "Defact_obsol 0 1 \"MPI\"\n"
	                            "Exchange_obsol 0 0 1 4 1 \"MPI\" 3 -9999999 0 \"NOACT\" -1 0 0\n"
	                            "Exchange_obsol 0 0 1 4 1 \"MPI\" 3 -9999999 0 \"NOACT\" -1 0 0\n");
	otfp_vtf3_writer_free(w);
	otfp_buf_release(&b);
	otfp_buf_release(&text);
}

static void what_is_not_old_comes_out_as_it_is(void **unused)
{
	static struct vtf3_record r;
	const struct otfp_vtf3_record *const *out;
	struct otfp_vtf3_legacy *l;
	unsigned old = 0;
	size_t n;

	(void)unused;
	assert_int_equal(otfp_vtf3_legacy_new(&l, &err), 0);
	for (unsigned type = 0; type < OTFP_VTF3_Unrecognizable; type++) {
		vtf3_random(&r, type, OTFP_VTF3_STD_BINARY);
		assert_int_equal(otfp_vtf3_legacy_record(l, &r.rec, &out, &n), 0);
		if (otfp_vtf3_is_old(&r.rec)) {
			old++;
			continue;
		}
		assert_int_equal(n, 1);
		assert_ptr_equal(out[0], &r.rec);
	}
	assert_true(old >= 5);
	vtf3_random(&r, OTFP_VTF3_Sendmsg, OTFP_VTF3_STD_BINARY);
	r.rec.flags = OTFP_VTF3_HAS_SRC;
	assert_true(otfp_vtf3_is_old(&r.rec));
	otfp_vtf3_legacy_free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compat_comes_back_with_the_same_tokens),
		cmocka_unit_test(compat_calls_are_exchanges_in_binary),
		cmocka_unit_test(upfrom_becomes_a_return_to_where_the_cpu_was),
		cmocka_unit_test(source_locations_of_one_line_become_src_in_legacy_ascii),
		cmocka_unit_test(file_and_line_become_one_source_location_each),
		cmocka_unit_test(numbers_that_two_activities_have_are_two_states),
		cmocka_unit_test(an_exchange_gets_its_calls_direction),
		cmocka_unit_test(activities_by_name_only_are_declared_before_use_in_binary),
		cmocka_unit_test(what_is_not_old_comes_out_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
