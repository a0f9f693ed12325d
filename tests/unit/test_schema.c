#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "record/spaces.h"
#include "record/table.h"

static void each_token_space_is_defined_by_one_record(void **unused)
{
	unsigned by[OTFP_NWHATS] = {0};

	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		by[otfp_table[type].defines] += otfp_table[type].defines != 0;
	for (unsigned what = 0; what < OTFP_NWHATS; what++) {
		unsigned is_space = otfp_spaces[what][0] == what && what != OTFP_W_NONE;
		assert_int_equal(by[what], is_space);
	}
}

static void the_token_that_is_defined_is_in_the_first_slot(void **unused)
{
	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const struct otfp_schema *row = otfp_schema(type);
		if (!row->defines)
			continue;
		assert_int_equal(row->fields[0].what, row->defines);
		assert_int_equal(row->fields[0].type, OTFP_FIELD_U32);
		assert_true(row->file == OTFP_FILE_DEF || row->file == OTFP_FILE_MARKER);
	}
}

static void what_has_a_name_has_a_token_and_the_name_is_called_so(void **unused)
{
	unsigned named = 0;

	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const struct otfp_schema *row = otfp_schema(type);
		const struct otfp_field *name = &row->fields[row->name_slot];
		if (!row->name_slot)
			continue;
		named++;
		assert_true(row->defines && row->name_slot < row->nfields);
		assert_int_equal(name->type, OTFP_FIELD_STR);
		assert_string_equal(name->name, "name");
	}
	assert_int_equal(named, 12);
	assert_int_equal(otfp_schema(OTFP_DefProcess)->name_slot, 1);
	assert_int_equal(otfp_schema(OTFP_DefKeyValue)->name_slot, 2);
	assert_int_equal(otfp_schema(OTFP_DefScl)->name_slot, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_token_space_is_defined_by_one_record),
		cmocka_unit_test(the_token_that_is_defined_is_in_the_first_slot),
		cmocka_unit_test(what_has_a_name_has_a_token_and_the_name_is_called_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
