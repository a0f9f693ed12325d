/* The numbers, marks and fields that the files of OTF2 archives consist of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "otf2/bytes.h"
#include "otf2/stored.h"
#include "otf2/values.h"

static unsigned char room[64];

static struct otfp_otf2_bytes over(size_t n, int is_big)
{
	return (struct otfp_otf2_bytes){.p = room, .end = room + n, .is_big = is_big};
}

/* The bytes that were put, as text. */
static const char *text_to(const unsigned char *end)
{
	static char text[2 * sizeof room + 1];
	char *at = text;

	for (const unsigned char *p = room; p < end; p++) {
		*at++ = "0123456789abcdef"[*p >> 4];
		*at++ = "0123456789abcdef"[*p & 15];
	}
	*at = 0;
	return text;
}

static void compressed_numbers_have_the_smallest_form_and_come_back(void **unused)
{
	static const struct {
		uint64_t v;
		const char *little, *big;
	} numbers[] = {
		{0, "00", "00"},
		{1, "0101", "0101"},
		{255, "01ff", "01ff"},
		{256, "020001", "020100"},
		{0x123456, "03563412", "03123456"},
		{UINT32_MAX - 1, "04feffffff", "04fffffffe"},
		{UINT32_MAX, "04ffffffff", "04ffffffff"},
		{(uint64_t)UINT32_MAX + 1, "050000000001", "050100000000"},
		{UINT64_MAX - 1, "08feffffffffffffff", "08fffffffffffffffe"},
		{UINT64_MAX, "ff", "ff"},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (int is_big = 0; is_big < 2; is_big++) {
			const unsigned char *end = otfp_otf2_put_c64(room, numbers[i].v, is_big);
			struct otfp_otf2_bytes b = over((size_t)(end - room), is_big);

			assert_string_equal(text_to(end), is_big ? numbers[i].big : numbers[i].little);
			assert_int_equal(otfp_otf2_get_c64(&b), numbers[i].v);
			assert_ptr_equal(b.p, end);
			assert_null(b.flaw);
		}
}

static void numbers_of_32_bits_have_their_own_undefined_value(void **unused)
{
	struct otfp_otf2_bytes b = over(6, 0);

	(void)unused;
	assert_string_equal(text_to(otfp_otf2_put_c32(room, UINT32_MAX, 0)), "ff");
	memcpy(room, "\xff\4\xff\xff\xff\xff", 6);
	assert_int_equal(otfp_otf2_get_c32(&b), UINT32_MAX);
	assert_int_equal(otfp_otf2_get_c32(&b), UINT32_MAX);
	assert_null(b.flaw);
}

static void negative_numbers_have_all_bytes(void **unused)
{
	struct otfp_otf2_bytes b = over(9, 0);

	(void)unused;
	assert_string_equal(text_to(otfp_otf2_put_s64(room, 5, 0)), "0105");
	assert_string_equal(text_to(otfp_otf2_put_s64(room, -1, 0)), "08ffffffffffffffff");
	assert_int_equal((int64_t)otfp_otf2_get_c64(&b), -1);
}

static void a_longer_form_is_read(void **unused)
{
	struct otfp_otf2_bytes b = over(5, 0);

	(void)unused;
	memcpy(room, "\4\1\0\0\0", 5);
	assert_int_equal(otfp_otf2_get_c32(&b), 1);
	assert_null(b.flaw);
}

static void a_number_that_is_cut_or_too_wide_is_a_flaw(void **unused)
{
	(void)unused;
	memcpy(room, "\4\1\2\3\4", 5);
	for (size_t n = 0; n < 5; n++) {
		struct otfp_otf2_bytes b = over(n, 0);

		assert_int_equal(otfp_otf2_get_c32(&b), 0);
		assert_non_null(b.flaw);
		assert_ptr_equal(b.p, b.end);
	}
	for (unsigned n = 5; n < 255; n++) {
		struct otfp_otf2_bytes b = over(32, 0);

		room[0] = (unsigned char)n;
		assert_int_equal(otfp_otf2_get_c32(&b), 0);
		assert_non_null(b.flaw);
		b = over(32, 0);
		otfp_otf2_get_c64(&b);
		assert_int_equal(b.flaw == NULL, n <= 8);
	}
}

static void plain_numbers_have_both_orders(void **unused)
{
	(void)unused;
	for (unsigned n = 1; n <= 8; n++)
		for (int is_big = 0; is_big < 2; is_big++) {
			const uint64_t v = 0x8877665544332211 & (UINT64_MAX >> (64 - 8 * n));
			struct otfp_otf2_bytes b = over(n, is_big);

			assert_ptr_equal(otfp_otf2_put(room, v, n, is_big), room + n);
			assert_int_equal(room[is_big ? n - 1 : 0], 0x11);
			assert_int_equal(otfp_otf2_get(&b, n), v);
			b = over(n - 1, is_big);
			assert_int_equal(otfp_otf2_get(&b, n), 0);
			assert_non_null(b.flaw);
		}
}

static void a_text_ends_at_its_nul(void **unused)
{
	struct otfp_otf2_bytes b = over(8, 0);
	size_t n;

	(void)unused;
	memcpy(room, "abc\0\0xyz", 8);
	assert_string_equal(otfp_otf2_get_text(&b, &n), "abc");
	assert_int_equal(n, 3);
	assert_string_equal(otfp_otf2_get_text(&b, &n), "");
	assert_null(b.flaw);
	assert_string_equal(otfp_otf2_get_text(&b, &n), "");
	assert_int_equal(n, 0);
	assert_non_null(b.flaw);
}

static void the_head_of_a_chunk_comes_back(void **unused)
{
	struct otfp_otf2_chunk c;

	(void)unused;
	for (int is_big = 0; is_big < 2; is_big++) {
		const struct otfp_otf2_chunk head = {7, 1000, is_big};

		assert_ptr_equal(otfp_otf2_put_chunk(room, &head), room + OTFP_OTF2_CHUNK_HEAD);
		assert_int_equal(room[1], is_big ? '#' : 'B');
		assert_int_equal(otfp_otf2_get_chunk(room, &c), 0);
		assert_int_equal(c.first, 7);
		assert_int_equal(c.last, 1000);
		assert_int_equal(c.is_big, is_big);
	}
	room[1] = 'b';
	assert_int_equal(otfp_otf2_get_chunk(room, &c), -1);
	room[1] = '#';
	room[0] = 2;
	assert_int_equal(otfp_otf2_get_chunk(room, &c), -1);
}

/* ---- how records are stored ---- */

static void each_row_has_its_id_and_each_slot_a_field(void **unused)
{
	uint16_t ids[OTFP_OTF2_MARKER + 1][256];

	(void)unused;
	for (unsigned kind = 0; kind <= OTFP_OTF2_MARKER; kind++)
		otfp_otf2_rows_of_ids(kind, ids[kind]);
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++) {
		const struct otfp_otf2_stored_row *s = &otfp_otf2_stored_rows[row];
		unsigned slots = 0;

		if (row != OTFP_OTF2_Unknown)
			assert_int_equal(ids[otfp_otf2_rows[row].kind][s->id], row);
		for (unsigned i = 0; i < s->nfields; i++)
			if (s->fields[i].slot != OTFP_OTF2_NO_SLOT)
				slots |= 1u << s->fields[i].slot;
		assert_int_equal(slots, (1u << otfp_otf2_rows[row].nfields) - 1);
		for (unsigned i = 0; i < s->nfields; i++)
			assert_true(s->fields[i].missing < OTFP_OTF2_COPY || s->fields[i].value < i);
	}
}

static void files_of_locations_have_global_definitions_too(void **unused)
{
	uint16_t ids[256];

	(void)unused;
	otfp_otf2_rows_of_ids(OTFP_OTF2_LOCAL, ids);
	assert_int_equal(ids[5], OTFP_OTF2_MappingTable);
	assert_int_equal(ids[6], OTFP_OTF2_ClockOffset);
	assert_int_equal(ids[8], OTFP_OTF2_NROWS);
	assert_int_equal(ids[10], OTFP_OTF2_String);
	assert_int_equal(ids[43], OTFP_OTF2_InterComm);
	assert_int_equal(ids[44], OTFP_OTF2_NROWS);
}

static void types_of_references_go_through_their_table(void **unused)
{
	(void)unused;
	assert_int_equal(otfp_otf2_stored_table(OTFP_OTF2_TYPE_UINT64), 0);
	assert_int_equal(otfp_otf2_stored_table(OTFP_OTF2_TYPE_STRING), 1 + 0);
	assert_int_equal(otfp_otf2_stored_table(OTFP_OTF2_TYPE_REGION), 1 + 3);
	assert_int_equal(otfp_otf2_stored_table(OTFP_OTF2_TYPE_LOCATION_GROUP), OTFP_OTF2_NTABLES);
	assert_int_equal(otfp_otf2_stored_table(OTFP_OTF2_TYPE_LOCATION_GROUP + 1), 0);
	assert_int_equal(otfp_otf2_stored_rows[OTFP_OTF2_Enter].fields[0].table, 1 + 3);
	assert_int_equal(otfp_otf2_stored_value(OTFP_OTF2_TYPE_LOCATION), OTFP_OTF2_AS_C64);
	assert_int_equal(otfp_otf2_stored_value(OTFP_OTF2_TYPE_COMM), OTFP_OTF2_AS_C32);
	assert_int_equal(otfp_otf2_stored_value(200), OTFP_OTF2_AS_C64);
}

static uint64_t old_region(uint64_t role, uint64_t paradigm, uint64_t flags)
{
	uint64_t w[OTFP_OTF2_HEAD_WORDS + OTFP_OTF2_MAX_FIELDS] = {0};
	struct otfp_otf2_frame *f = (void *)w;

	f->row = OTFP_OTF2_Region;
	OTFP_OTF2_F(f, Region, regionRole) = role;
	OTFP_OTF2_F(f, Region, paradigm) = paradigm;
	OTFP_OTF2_F(f, Region, regionFlags) = flags;
	return otfp_otf2_to_legacy(f);
}

static void regions_of_old_records_come_back(void **unused)
{
	(void)unused;
	for (uint64_t old = 0; old <= 36; old++) {
		const uint64_t again =
			old_region(otfp_otf2_from_legacy(OTFP_OTF2_Region, OTFP_OTF2_Region_regionRole, old),
		                   otfp_otf2_from_legacy(OTFP_OTF2_Region, OTFP_OTF2_Region_paradigm, old),
		                   otfp_otf2_from_legacy(OTFP_OTF2_Region, OTFP_OTF2_Region_regionFlags, old));

		assert_int_equal(again, old == 3 || old == 27 ? 1 : old == 36 ? 0 : old);
	}
	assert_int_equal(old_region(OTFP_OTF2_REGION_ROLE_FUNCTION, OTFP_OTF2_PARADIGM_USER, 0), 3);
	assert_int_equal(old_region(OTFP_OTF2_REGION_ROLE_FUNCTION, OTFP_OTF2_PARADIGM_COMPILER, 0), 1);
	assert_int_equal(old_region(OTFP_OTF2_REGION_ROLE_RMA, OTFP_OTF2_PARADIGM_MPI, 0), 0);
}

static void groups_of_old_records_have_their_type(void **unused)
{
	(void)unused;
	assert_int_equal(otfp_otf2_from_legacy(OTFP_OTF2_Group, OTFP_OTF2_Group_groupType, 6),
	                 OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS);
	assert_int_equal(otfp_otf2_from_legacy(OTFP_OTF2_Group, OTFP_OTF2_Group_paradigm, 6), OTFP_OTF2_PARADIGM_MPI);
	assert_int_equal(otfp_otf2_from_legacy(OTFP_OTF2_Group, OTFP_OTF2_Group_groupFlags, 6), 0);
	assert_int_equal(otfp_otf2_from_legacy(OTFP_OTF2_Group, OTFP_OTF2_Group_groupType, 99), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compressed_numbers_have_the_smallest_form_and_come_back),
		cmocka_unit_test(numbers_of_32_bits_have_their_own_undefined_value),
		cmocka_unit_test(negative_numbers_have_all_bytes),
		cmocka_unit_test(a_longer_form_is_read),
		cmocka_unit_test(a_number_that_is_cut_or_too_wide_is_a_flaw),
		cmocka_unit_test(plain_numbers_have_both_orders),
		cmocka_unit_test(a_text_ends_at_its_nul),
		cmocka_unit_test(the_head_of_a_chunk_comes_back),
		cmocka_unit_test(each_row_has_its_id_and_each_slot_a_field),
		cmocka_unit_test(files_of_locations_have_global_definitions_too),
		cmocka_unit_test(types_of_references_go_through_their_table),
		cmocka_unit_test(regions_of_old_records_come_back),
		cmocka_unit_test(groups_of_old_records_have_their_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
