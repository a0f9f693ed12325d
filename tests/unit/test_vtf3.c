#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "randrec.h"
#include "vtf3/clip.h"
#include "vtf3room.h"

enum { ROUNDS = 200 };

static struct otfp_error err;

/* ---- what is written comes back ---- */

static struct otfp_vtf3_writer *open_writer(enum otfp_vtf3_format format, struct otfp_buf *b)
{
	struct otfp_vtf3_writer *w;
	struct otfp_vtf3_record rec;
	const char *head;
	size_t n;

	assert_int_equal(otfp_vtf3_writer_new(&w, format, OTFP_VTF3_FULL, &err), 0);
	head = otfp_vtf3_header(format, &n);
	otfp_buf_add(b, head, n);
	for (int token = 1; token <= VTF3_ACTIVITIES; token++) {
		vtf3_activity(&rec, token);
		vtf3_put(w, &rec, b);
	}
	return w;
}

static int is_written(enum otfp_vtf3_format format, unsigned type)
{
	if (type == OTFP_VTF3_Unrecognizable || type == OTFP_VTF3_Defact_obsol)
		return 0;
	return format != OTFP_VTF3_LEGACY_ASCII || (otfp_vtf3_rows[type].flags & OTFP_VTF3_R_OLD);
}

static void read_again(const struct vtf3_record *all, size_t n, enum otfp_vtf3_format format, const struct otfp_buf *b)
{
	struct otfp_vtf3_scanner *s = vtf3_open(b->p, b->n, &err);
	const struct otfp_vtf3_record *rec;

	assert_int_equal(otfp_vtf3_scan_format(s), format);
	for (int i = 0; format != OTFP_VTF3_LEGACY_ASCII && i < VTF3_ACTIVITIES; i++)
		assert_int_equal(vtf3_next(s)->type, OTFP_VTF3_Defact_obsol);
	for (size_t i = 0; i < n; i++) {
		rec = vtf3_next(s);
		assert_non_null(rec);
		if (rec->type == OTFP_VTF3_Unrecognizable && rec->v[1].i)
			print_error("%s: %.*s: %s\n", otfp_vtf3_rows[all[i].rec.type].name, (int)rec->v[0].i,
			            (const char *)rec->v[2].p, otfp_vtf3_scan_why(s));
		assert_same_vtf3(&all[i].rec, rec, format != OTFP_VTF3_LEGACY_ASCII);
	}
	assert_null(vtf3_next(s));
	assert_int_equal(otfp_vtf3_scan_bytes(s), b->n);
	assert_int_equal(otfp_vtf3_scan_is_cut(s), 0);
	otfp_vtf3_scan_close(s);
}

static void round_trip(enum otfp_vtf3_format format)
{
	static struct vtf3_record all[OTFP_VTF3_NTYPES];
	struct otfp_buf b = OTFP_BUF_INIT;

	for (int round = 0; round < ROUNDS; round++) {
		struct otfp_vtf3_writer *w;
		size_t n = 0;

		b.n = 0;
		w = open_writer(format, &b);
		for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++) {
			if (!is_written(format, type))
				continue;
			vtf3_random(&all[n], type, format);
			vtf3_put(w, &all[n++].rec, &b);
		}
		assert_int_equal(otfp_vtf3_writer_lost(w), 0);
		otfp_vtf3_writer_free(w);
		read_again(all, n, format, &b);
	}
	otfp_buf_release(&b);
}

static void binary_comes_back(void **unused)
{
	(void)unused;
	round_trip(OTFP_VTF3_STD_BINARY);
}

static void standard_ascii_comes_back(void **unused)
{
	(void)unused;
	round_trip(OTFP_VTF3_STD_ASCII);
}

static void fast_ascii_comes_back(void **unused)
{
	(void)unused;
	round_trip(OTFP_VTF3_FST_ASCII);
}

static void legacy_ascii_comes_back(void **unused)
{
	(void)unused;
	round_trip(OTFP_VTF3_LEGACY_ASCII);
}

static void declarations_stand_before_events(void **unused)
{
	(void)unused;
	for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++)
		assert_int_equal(otfp_vtf3_is_event(type), otfp_vtf3_rows[type].kind == OTFP_VTF3_EVENT);
}

static void what_is_too_short_for_its_type_is_said_to_be(void **unused)
{
	static const char file[] = "U\252\245ZBPVI\2\0\0\0\2\0\7\0";
	struct otfp_vtf3_scanner *s = vtf3_open(file, sizeof file - 1, &err);

	(void)unused;
	assert_int_equal(vtf3_next(s)->type, OTFP_VTF3_Unrecognizable);
	assert_string_equal(otfp_vtf3_scan_why(s), "too short for its record type");
	assert_null(vtf3_next(s));
	otfp_vtf3_scan_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(binary_comes_back),
		cmocka_unit_test(standard_ascii_comes_back),
		cmocka_unit_test(fast_ascii_comes_back),
		cmocka_unit_test(legacy_ascii_comes_back),
		cmocka_unit_test(what_is_too_short_for_its_type_is_said_to_be),
		cmocka_unit_test(declarations_stand_before_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
