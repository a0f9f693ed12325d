/* What local definitions do to the ids and times of a location, and what becomes of bytes that are no record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "otf2/read/decode.h"
#include "otf2/values.h"

/* Take the fields of a MappingTable. @return what is wrong with them */
static const char *take(struct otfp_otf2_locals *l, const char *bytes, size_t n)
{
	unsigned char room[64] = {0};
	struct otfp_otf2_bytes b = {.p = room, .end = room + n};
	uint64_t type, ids;

	memcpy(room, bytes, n);
	assert_int_equal(otfp_otf2_locals_take_ids(l, &b, &type, &ids), 0);
	assert_true(b.flaw || b.p == b.end);
	return b.flaw;
}

#define TAKE(l, bytes) take(l, bytes, sizeof(bytes) - 1)

static void ids_that_a_table_does_not_have_stay(void **unused)
{
	struct otfp_otf2_locals l = {0};

	(void)unused;
	assert_null(TAKE(&l, "\3\1\2\0\1\7\0"));
	assert_int_equal(otfp_otf2_global(&l, 4, 0), 7);
	assert_int_equal(otfp_otf2_global(&l, 4, 1), 0);
	assert_int_equal(otfp_otf2_global(&l, 4, 2), 2);
	assert_int_equal(otfp_otf2_global(&l, 3, 0), 0);
	otfp_otf2_locals_release(&l);
}

static void of_an_id_that_comes_twice_the_last_counts_of_two_tables_the_first(void **unused)
{
	struct otfp_otf2_locals l = {0};

	(void)unused;
	assert_null(TAKE(&l, "\0\1\3\1\1\11\1\1\xff\1\2\1\11\1\3"));
	assert_null(TAKE(&l, "\0\1\1\0\1\5"));
	assert_null(TAKE(&l, "\143\1\1\0\1\5"));
	assert_int_equal(otfp_otf2_global(&l, 1, 9), 3);
	assert_int_equal(otfp_otf2_global(&l, 1, UINT64_MAX), 2);
	assert_int_equal(otfp_otf2_global(&l, 1, 0), 0);
	otfp_otf2_locals_release(&l);
}

static void a_table_with_more_ids_than_bytes_is_a_flaw(void **unused)
{
	struct otfp_otf2_locals l = {0};

	(void)unused;
	assert_non_null(TAKE(&l, "\0\1\0\0"));
	assert_non_null(TAKE(&l, "\0\1\1\2\1\1"));
	assert_non_null(TAKE(&l, "\0\10\0\0\0\0\0\0\0\100\0\1\1"));
	assert_non_null(TAKE(&l, "\0\1\2\1\0\0\0"));
	assert_non_null(TAKE(&l, "\0\1\2\0\4\1"));
	otfp_otf2_locals_release(&l);
}

static void one_clock_offset_corrects_nothing_two_all_times(void **unused)
{
	struct otfp_otf2_locals l = {0};

	(void)unused;
	assert_int_equal(otfp_otf2_locals_add_offset(&l, 100, 10), 0);
	assert_int_equal(otfp_otf2_locals_correct(&l, 150), 150);
	assert_int_equal(otfp_otf2_locals_add_offset(&l, 200, 20), 0);
	assert_int_equal(otfp_otf2_locals_add_offset(&l, 200, 30), 1);
	assert_int_equal(otfp_otf2_locals_add_offset(&l, 300, 0), 0);
	assert_int_equal(otfp_otf2_locals_correct(&l, 0), 0);
	assert_int_equal(otfp_otf2_locals_correct(&l, 100), 110);
	assert_int_equal(otfp_otf2_locals_correct(&l, 200), 220);
	assert_int_equal(otfp_otf2_locals_correct(&l, 250), 260);
	assert_int_equal(otfp_otf2_locals_correct(&l, 400), 380);
	assert_int_equal(otfp_otf2_locals_correct(&l, 200), 220); /* the interval does not go back */
	otfp_otf2_locals_release(&l);
}

static void halves_go_to_the_even_number(void **unused)
{
	static const struct {
		double x;
		int64_t nearest;
	} numbers[] = {{0.5, 0},
	               {1.5, 2},
	               {2.5, 2},
	               {-0.5, 0},
	               {-1.5, -2},
	               {-2.5, -2},
	               {0.49, 0},
	               {0.51, 1},
	               {-0.51, -1},
	               {1e15 + 0.5, 1000000000000000},
	               {0x1p62, INT64_C(1) << 62},
	               {-0x1p63, INT64_MIN},
	               {0x1p63, INT64_MIN},
	               {1e300, INT64_MIN},
	               {-1e300, INT64_MIN}};

	(void)unused;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		assert_int_equal((int64_t)otfp_otf2_nearest(numbers[i].x), numbers[i].nearest);
}

static uint64_t words[64];

/* Decode the bytes of a record of a row. @return what is wrong with them */
static const char *decode(unsigned row, const char *bytes, size_t n)
{
	unsigned char room[64] = {0};
	struct otfp_otf2_bytes b = {.p = room, .end = room + n};
	struct otfp_otf2_frame *f = (void *)words;

	memcpy(room, bytes, n);
	*f = (struct otfp_otf2_frame){.row = (uint16_t)row};
	otfp_otf2_decode_fields(f, &b, NULL);
	if (!b.flaw)
		assert_true(otfp_otf2_frame_is_sound(words, f->words));
	return b.flaw;
}

#define DECODE(row, bytes) decode(OTFP_OTF2_##row, bytes, sizeof(bytes) - 1)

static void an_old_record_ends_before_fields_of_newer_versions_only(void **unused)
{
	const struct otfp_otf2_frame *f = (const void *)words;

	(void)unused;
	assert_null(DECODE(Region, "\1\5\1\7\0\27\0\1\12\1\24"));
	assert_int_equal(OTFP_OTF2_F(f, Region, canonicalName), 7);
	assert_int_equal(OTFP_OTF2_F(f, Region, regionRole), OTFP_OTF2_REGION_ROLE_COLL_ONE2ALL);
	assert_int_equal(OTFP_OTF2_F(f, Region, paradigm), OTFP_OTF2_PARADIGM_MPI);
	assert_int_equal(OTFP_OTF2_F(f, Region, endLineNumber), 20);
	assert_non_null(DECODE(Region, "\1\5\1\7\0\27\0\1\12"));
	assert_null(DECODE(LocationProperty, "\1\3\1\4\1\5"));
	assert_int_equal(OTFP_OTF2_F(f, LocationProperty, type), OTFP_OTF2_TYPE_STRING);
	assert_int_equal(OTFP_OTF2_F(f, LocationProperty, value), 5);
	assert_null(DECODE(ClockProperties, "\1\3\0\0"));
	assert_int_equal(OTFP_OTF2_F(f, ClockProperties, realtimeTimestamp), UINT64_MAX);
}

static void a_list_that_is_longer_than_its_record_is_a_flaw(void **unused)
{
	(void)unused;
	assert_null(DECODE(Metric, "\0\2\10\0\4\1\7"));
	assert_non_null(DECODE(Metric, "\0\3\10\0\4\1\7"));
	assert_non_null(DECODE(Group, "\0\0\0\4\xff\xff\xff\xff\1\1"));
	assert_non_null(DECODE(String, "\0text without its end"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_that_a_table_does_not_have_stay),
		cmocka_unit_test(of_an_id_that_comes_twice_the_last_counts_of_two_tables_the_first),
		cmocka_unit_test(a_table_with_more_ids_than_bytes_is_a_flaw),
		cmocka_unit_test(one_clock_offset_corrects_nothing_two_all_times),
		cmocka_unit_test(halves_go_to_the_even_number),
		cmocka_unit_test(an_old_record_ends_before_fields_of_newer_versions_only),
		cmocka_unit_test(a_list_that_is_longer_than_its_record_is_a_flaw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
