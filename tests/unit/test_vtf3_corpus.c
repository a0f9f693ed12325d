/* Files made by the original writers: ../shared/corpus/vtf3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "vtf3/read/legacy.h"
#include "vtf3room.h"

static struct otfp_error err;

static void need(const char *name, struct otfp_buf *b)
{
	if (vtf3_corpus(name, b) == 0)
		return;
	print_message("../shared/corpus/vtf3/%s is not here\n", name);
	skip();
}

/* The file written again in that format, with what is implied. */
static void rewrite(const struct otfp_buf *from, enum otfp_vtf3_format format, struct otfp_buf *to)
{
	struct otfp_vtf3_scanner *s = vtf3_open(from->p, from->n, &err);
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_writer *w;
	const char *head;
	size_t n;

	assert_int_equal(otfp_vtf3_writer_new(&w, format, OTFP_VTF3_FULL, &err), 0);
	head = otfp_vtf3_header(format, &n);
	to->n = 0;
	otfp_buf_add(to, head, n);
	while (otfp_vtf3_scan_next(s, &rec) == 0) {
		if (rec->type == OTFP_VTF3_Unrecognizable)
			print_error("line %d: %s\n", (int)otfp_vtf3_scan_line(s), otfp_vtf3_scan_why(s));
		assert_int_not_equal(rec->type, OTFP_VTF3_Unrecognizable);
		vtf3_put(w, rec, to);
	}
	otfp_buf_str(to);
	otfp_vtf3_writer_free(w);
	otfp_vtf3_scan_close(s);
}

/* The four bytes of rubbish that the original writer puts behind an IOFILE record, and counts. */
static void cut_rubbish(struct otfp_buf *b)
{
	static const char rubbish[] = {'.', 'd', 'a', 't', 0, '\x8c', 'U', '*'};
	char *p = memmem(b->p, b->n, rubbish, sizeof rubbish), *head = p - 19;

	assert_non_null(p);
	assert_int_equal(head[0], 21);
	assert_int_equal((uint8_t)head[4], 230);
	head[0] = 17;
	memmove(p + 4, p + 8, (size_t)(b->p + b->n - (p + 8)));
	b->n -= 4;
}

/* ---- tests ---- */

static void binary_is_written_back_byte_for_byte(void **unused)
{
	static const char *const names[] = {"binlib_all_records.bpv", "binlib_unmerged.bpv", "dimemas_like.bpv"};
	struct otfp_buf b = OTFP_BUF_INIT, again = OTFP_BUF_INIT;

	(void)unused;
	for (unsigned i = 0; i < 3; i++) {
		need(names[i], &b);
		rewrite(&b, OTFP_VTF3_STD_BINARY, &again);
		if (i < 2)
			cut_rubbish(&b);
		assert_int_equal(again.n, b.n);
		assert_memory_equal(again.p, b.p, b.n);
	}
	otfp_buf_release(&b);
	otfp_buf_release(&again);
}

static void legacy_lines_are_written_back_byte_for_byte(void **unused)
{
	static const char *const names[] = {"binlib_all_records.pv", "binlib_unmerged.pv", "dimemas_like.pv"};
	struct otfp_buf b = OTFP_BUF_INIT, again = OTFP_BUF_INIT;

	(void)unused;
	for (unsigned i = 0; i < 3; i++) {
		need(names[i], &b);
		rewrite(&b, OTFP_VTF3_LEGACY_ASCII, &again);
		otfp_buf_str(&b);
		assert_string_equal(again.p, b.p);
	}
	otfp_buf_release(&b);
	otfp_buf_release(&again);
}

static void binary_becomes_the_ascii_twin_and_the_other_way_round(void **unused)
{
	static const char *const names[][2] = {{"binlib_all_records.bpv", "binlib_all_records.pv"},
	                                       {"binlib_unmerged.bpv", "binlib_unmerged.pv"},
	                                       {"dimemas_like.bpv", "dimemas_like.pv"}};
	struct otfp_buf binary = OTFP_BUF_INIT, ascii = OTFP_BUF_INIT, made = OTFP_BUF_INIT;

	(void)unused;
	for (unsigned i = 0; i < 3; i++) {
		need(names[i][0], &binary);
		need(names[i][1], &ascii);
		rewrite(&binary, OTFP_VTF3_LEGACY_ASCII, &made);
		otfp_buf_str(&ascii);
		assert_string_equal(made.p, ascii.p);
		rewrite(&ascii, OTFP_VTF3_STD_BINARY, &made);
		if (i < 2)
			cut_rubbish(&binary);
		assert_int_equal(made.n, binary.n);
		assert_memory_equal(made.p, binary.p, binary.n);
	}
	otfp_buf_release(&binary);
	otfp_buf_release(&ascii);
	otfp_buf_release(&made);
}

static void the_forgotten_newline_behind_iofile_costs_no_record(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT, text = OTFP_BUF_INIT;

	(void)unused;
	need("binlib_bpv_to_ascii.pv", &b);
	vtf3_show(&text, b.p, b.n);
	assert_non_null(strstr(text.p, "Defiofile 0 3 0 \"out.dat\"\nDefcommunicator 0 0 3 1 [0] [2] [1]\n"));
	assert_null(strstr(text.p, "Unrecognizable"));
	otfp_buf_release(&b);
	otfp_buf_release(&text);
}

static void intel_lines_are_read(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT, text = OTFP_BUF_INIT;

	(void)unused;
	need("intel_stftool_dump_lines.txt", &b);
	vtf3_show(&text, b.p, b.n);
	assert_string_equal(text.p, "Defcpugrp 0 -2147024894 2 [2147483649] [2147483650] \"All_Processes\"\n"
	                            "Samp 8629175798 131073 1 [6] [1] e855137d\n");
	otfp_buf_release(&b);
	otfp_buf_release(&text);
}

/* The calls of a file as new records, one a line: time, cpu, what, state by name. */
static void calls(struct otfp_buf *to, const struct otfp_buf *b)
{
	struct otfp_vtf3_scanner *s = vtf3_open(b->p, b->n, &err);
	const struct otfp_vtf3_record *rec, *const *out;
	struct otfp_vtf3_legacy *l;
	char names[32][40] = {""};
	int32_t states[32];
	size_t n, known = 0;

	assert_int_equal(otfp_vtf3_legacy_new(&l, &err), 0);
	to->n = 0;
	while (otfp_vtf3_scan_next(s, &rec) == 0) {
		assert_int_equal(otfp_vtf3_legacy_record(l, rec, &out, &n), 0);
		for (size_t i = 0; i < n; i++) {
			const union otfp_vtf3_value *v = out[i]->v;
			size_t k = 0;
			if (out[i]->type == OTFP_VTF3_Defstate && known < 32) {
				states[known] = v[1].i;
				snprintf(names[known++], sizeof *names, "%s", v[2].s.p);
			}
			if (out[i]->type != OTFP_VTF3_Downto && out[i]->type != OTFP_VTF3_Upto)
				continue;
			while (k < known && states[k] != v[0].i)
				k++;
			otfp_buf_printf(to, "%.0f %u %s %s\n", out[i]->time, v[1].u, otfp_vtf3_rows[out[i]->type].name,
			                v[0].i == OTFP_VTF3_NOSTATE ? "-" :
			                k < known                   ? names[k] :
			                                              "?");
		}
	}
	otfp_buf_str(to);
	otfp_vtf3_legacy_free(l);
	otfp_vtf3_scan_close(s);
}

static const char tau_calls[] = "0 0 Downto IDLE\n0 1 Downto IDLE\n10 0 Downto main()  \n12 1 Downto main()  \n"
				"20 0 Downto MPI_Send()  \n25 0 Upto main()  \n22 1 Downto MPI_Recv()  \n"
				"31 1 Upto main()  \n100 0 Upto IDLE\n101 1 Upto IDLE\n";

static void both_dialects_of_tau_say_the_same_calls(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT, text = OTFP_BUF_INIT;

	(void)unused;
	need("tau_convert_pv.pv", &b);
	calls(&text, &b);
	assert_string_equal(text.p, tau_calls);
	need("tau_convert_compact.pv", &b);
	calls(&text, &b);
	assert_string_equal(text.p, tau_calls);
	otfp_buf_release(&b);
	otfp_buf_release(&text);
}

static void exchanges_without_direction_get_one(void **unused)
{
	static const char want[] = "100 0 Downto MPI_Send\n105 1 Downto MPI_Recv\n120 0 Upto -\n131 1 Upto -\n";
	struct otfp_buf b = OTFP_BUF_INIT, text = OTFP_BUF_INIT;

	(void)unused;
	need("dimemas_like.bpv", &b);
	calls(&text, &b);
	assert_string_equal(text.p, want);
	need("dimemas_like.pv", &b);
	calls(&text, &b);
	assert_string_equal(text.p, want);
	otfp_buf_release(&b);
	otfp_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(binary_is_written_back_byte_for_byte),
		cmocka_unit_test(legacy_lines_are_written_back_byte_for_byte),
		cmocka_unit_test(binary_becomes_the_ascii_twin_and_the_other_way_round),
		cmocka_unit_test(the_forgotten_newline_behind_iofile_costs_no_record),
		cmocka_unit_test(intel_lines_are_read),
		cmocka_unit_test(both_dialects_of_tau_say_the_same_calls),
		cmocka_unit_test(exchanges_without_direction_get_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
