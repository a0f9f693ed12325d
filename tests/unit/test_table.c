/* cmd/table: one table is the same in all forms, and its text fits the width that there is. */
#include "cmd/table/table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct table_column columns[] = {TABLE_NAMED("process"), {"time", TABLE_KEY}, {"share", 0}, {"bytes", 0}};

static void put_row(struct table *t, uint32_t process, const char *name, uint64_t ticks, uint64_t of)
{
	table_number(t, process);
	table_word(t, name);
	table_ticks(t, ticks);
	table_share(t, ticks, of);
	table_bytes(t, ticks * 1024);
}

static void put_total(struct table *t)
{
	table_total(t);
	table_none(t);
	table_word(t, "total");
	table_ticks(t, 4);
	table_blank(t);
	table_blank(t);
}

/* The table in a form, as text. free(3) */
static char *printed(const struct table_form *form, size_t width, int has_total)
{
	struct otfp_json json = {0};
	struct table t = {.form = form, .json = &json, .resolution = 1000, .width = width, .option = "--tsv"};
	char *text;
	size_t n;

	t.out = json.out = open_memstream(&text, &n);
	assert_non_null(t.out);
	table_begin(&t, "wait", NULL);
	table_columns(&t, columns, sizeof columns / sizeof *columns);
	t.all = has_total ? 5 : 0;
	put_row(&t, 1, "the first one of many", 3, 4);
	put_row(&t, 2, "b\t", 1, 0);
	if (has_total)
		put_total(&t);
	table_end(&t);
	assert_int_equal(table_finish(&t), 0);
	assert_int_equal(fclose(t.out), 0);
	return text;
}

static void is_printed(const struct table_form *form, size_t width, int has_total, const char *want)
{
	char *text = printed(form, width, has_total);

	assert_string_equal(text, want);
	free(text);
}

static void columns_have_one_name(void **state)
{
	(void)state;
	is_printed(&table_tsv, 0, 0,
	           "table\tprocess\tprocess_name\ttime\tshare\tbytes\n"
	           "wait\t1\tthe first one of many\t3\t0.75\t3072\n"
	           "wait\t2\tb\\t\t1\t-\t1024\n");
	is_printed(&table_json, 0, 0,
	           "\n \"wait\": [\n"
	           "  {\"process\": 1, \"process_name\": \"the first one of many\", \"time\": 3, \"share\": 0.75, "
	           "\"bytes\": 3072},\n"
	           "  {\"process\": 2, \"process_name\": \"b\\u0009\", \"time\": 1, \"share\": null, "
	           "\"bytes\": 1024}]");
	is_printed(&table_text, 0, 0,
	           "wait\n"
	           "process                    time   share      bytes\n"
	           "the first one of many  3.000 ms  75.0 %  3.000 KiB\n"
	           "b\\t                    1.000 ms       -  1.000 KiB\n");
}

static void text_has_what_is_left_and_a_total(void **state)
{
	(void)state;
	is_printed(&table_text, 0, 1,
	           "wait\n"
	           "process                    time   share      bytes\n"
	           "the first one of many  3.000 ms  75.0 %  3.000 KiB\n"
	           "b\\t                    1.000 ms       -  1.000 KiB\n"
	           "… 3 more, --top 0\n"
	           "total                  4.000 ms\n");
}

/* Columns are left out before a text of less than half of the width is cut. */
static void text_fits_the_width(void **state)
{
	(void)state;
	is_printed(&table_text, 48, 0,
	           "wait\n"
	           "process                    time   share\n"
	           "the first one of many  3.000 ms  75.0 %\n"
	           "b\\t                    1.000 ms       -\n"
	           "\nColumns that do not fit 48 characters are left out; --tsv prints them.\n");
	is_printed(&table_text, 36, 0,
	           "wait\n"
	           "process                 time   share\n"
	           "the first o…f many  3.000 ms  75.0 %\n"
	           "b\\t                 1.000 ms       -\n"
	           "\nColumns that do not fit 36 characters are left out; --tsv prints them.\n");
}

/* Rows that TSV puts before the name of the table, values of all kinds, and a second table. */
static void values_are_exact_in_tsv(void **state)
{
	struct table t = {.form = &table_tsv};
	char *text;
	size_t n;

	(void)state;
	t.out = open_memstream(&text, &n);
	for (int i = 0; i < 2; i++) {
		table_begin(&t, "all", "not printed");
		table_column(&t, "window", TABLE_PROGRAMS | TABLE_LEADS);
		table_column(&t, "people", TABLE_PEOPLE);
		table_column(&t, "yes", 0);
		table_column(&t, "mean", 0);
		table_column(&t, "percent", 0);
		table_number(&t, 7);
		table_word(&t, "hidden");
		table_yes(&t, i);
		table_mean(&t, 5, 2);
		table_percent(&t, 1, 4);
		table_end(&t);
	}
	assert_int_equal(table_finish(&t), 0);
	fclose(t.out);
	assert_string_equal(text, "window\ttable\tyes\tmean\tpercent\n7\tall\t0\t3\t25.0\n\n"
	                          "window\ttable\tyes\tmean\tpercent\n7\tall\t1\t3\t25.0\n");
	free(text);
}

static void is_text(struct cell_value v, const char *want)
{
	struct otfp_buf b = {0};

	assert_int_equal(cell_add_text(&b, &v, 1000, 500), 0);
	assert_non_null(otfp_buf_str(&b));
	assert_string_equal(b.p, want);
	otfp_buf_release(&b);
}

static void people_see_units_and_signs(void **state)
{
	struct cell_value change = {.is = CELL_SIGNED, .unit = OTFP_UNIT_TICKS, .is_change = 1};

	(void)state;
	is_text(cell_whole(1500, OTFP_UNIT_INSTANT), "+1.000s");
	is_text(cell_whole(1500, OTFP_UNIT_NUMBER), "1500");
	is_text((struct cell_value){.is = CELL_REAL, .unit = OTFP_UNIT_PERCENT, .real = 12.34}, "12.3%");
	is_text((struct cell_value){.is = CELL_BLANK}, "");
	is_text(cell_text((struct otfp_str){NULL, 0}), "-");
	is_text(change, "0");
	change.signed_whole = -2;
	change.real = -2;
	is_text(change, "-2.000 ms");
	change.signed_whole = 2;
	change.real = 2;
	is_text(change, "+2.000 ms");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_have_one_name),      cmocka_unit_test(text_has_what_is_left_and_a_total),
		cmocka_unit_test(text_fits_the_width),        cmocka_unit_test(values_are_exact_in_tsv),
		cmocka_unit_test(people_see_units_and_signs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
