/* The parts of a Parquet file against bytes of the documents, and a writer whose memory runs out. */
#include "failing.h"
#include "parquet/delta.h"
#include "parquet/numbers.h"
#include "parquet/order.h"
#include "parquet/range.h"
#include "parquet/rle.h"
#include "parquet/thrift.h"
#include "parquet/writer.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define SIGN ((uint64_t)1 << 63)

/* Check the bytes, given as hexadecimal text, and empty the buffer. */
static void has(struct otfp_buf *b, const char *hex)
{
	char got[512] = "";

	for (size_t i = 0; i < b->n; i++)
		snprintf(got + 2 * i, 3, "%02x", (unsigned char)b->p[i]);
	assert_string_equal(got, hex);
	b->n = 0;
}

static void thrift_is_compact(void **ctx)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct otfp_thrift t = {.b = &b};

	(void)ctx;
	otfp_thrift_number(&t, 1, OTFP_THRIFT_I32, -1);
	otfp_thrift_number(&t, 3, OTFP_THRIFT_I64, 300);
	otfp_thrift_yes(&t, 4, 1);
	otfp_thrift_yes(&t, 5, 0);
	otfp_thrift_binary(&t, 6, "ab", 2);
	otfp_thrift_begin(&t, 7);
	otfp_thrift_number(&t, 1, OTFP_THRIFT_BYTE, 64);
	otfp_thrift_end(&t);
	otfp_thrift_list(&t, 8, OTFP_THRIFT_I64, 2);
	otfp_thrift_number_in(&t, INT64_MIN);
	otfp_thrift_number_in(&t, 1);
	otfp_thrift_end(&t);
	has(&b, "1501"
	        "26d804"
	        "11"
	        "12"
	        "18026162"
	        "1c134000"
	        "1926ffffffffffffffffff01"
	        "02"
	        "00");
	otfp_thrift_list(&t, 9, OTFP_THRIFT_TRUE, 15);
	has(&b, "19f10f");
	otfp_buf_release(&b);
}

static void runs_and_packed_bits_are_those_of_the_document(void **ctx)
{
	static const uint32_t counted[] = {0, 1, 2, 3, 4, 5, 6, 7}, few[] = {1, 0, 1};
	uint32_t mixed[24] = {1, 2, 3};
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)ctx;
	for (unsigned i = 3; i < 24; i++)
		mixed[i] = 5;
	assert_int_equal(otfp_rle_put(&b, counted, 8, 3), 0);
	has(&b, "0388c6fa");
	assert_int_equal(otfp_rle_put(&b, mixed + 3, 21, 3), 0);
	has(&b, "2a05");
	assert_int_equal(otfp_rle_put(&b, mixed, 24, 3), 0);
	has(&b, "03d1dab6"
	        "2005"); /* the packed group is filled from the run */
	assert_int_equal(otfp_rle_put(&b, few, 3, 1), 0);
	has(&b, "0305");
	assert_int_equal(otfp_rle_put(&b, few, 0, 1), 0);
	has(&b, "");
	otfp_buf_release(&b);
}

static void differences_are_those_of_the_document(void **ctx)
{
	static const uint64_t rising[] = {1, 2, 3, 4, 5}, bent[] = {7, 5, 3, 1, 2, 3, 4, 5}, ends[] = {SIGN, SIGN - 1};
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)ctx;
	assert_int_equal(otfp_delta_put(&b, rising, 5), 0);
	has(&b, "8001"
	        "04"
	        "05"
	        "02"
	        "02"
	        "00000000");
	assert_int_equal(otfp_delta_put(&b, bent, 8), 0);
	has(&b, "8001"
	        "04"
	        "08"
	        "0e"
	        "03"
	        "02000000"
	        "c03f000000000000");
	assert_int_equal(otfp_delta_put(&b, ends, 2), 0);
	has(&b, "8001"
	        "04"
	        "02"
	        "ffffffffffffffffff01"
	        "01"
	        "00000000"); /* the difference wraps around */
	assert_int_equal(otfp_delta_put(&b, ends, 0), 0);
	has(&b, "8001"
	        "04"
	        "00"
	        "00");
	otfp_buf_release(&b);
}

static void bits_are_packed_at_each_width(void **ctx)
{
	uint64_t v[8];
	uint8_t p[64];

	(void)ctx;
	for (unsigned width = 1; width <= 64; width++) {
		for (unsigned i = 0; i < 8; i++)
			v[i] = (UINT64_C(0x9e3779b97f4a7c15) * (i + 1)) >> (64 - width);
		assert_ptr_equal(otfp_pack_bits(p, v, 8, width), p + width);
		for (unsigned bit = 0; bit < 8 * width; bit++)
			assert_int_equal(p[bit / 8] >> bit % 8 & 1, v[bit / width] >> bit % width & 1);
	}
}

static void numbers_have_a_dictionary_if_few_differ(void **ctx)
{
	static uint64_t few[40000], many[40000];
	static uint32_t index[40000];
	struct otfp_numbers d = {0};

	(void)ctx;
	for (unsigned i = 0; i < 40000; i++) {
		few[i] = i % 7 * (SIGN / 7);
		many[i] = i / 2;
	}
	assert_int_equal(otfp_numbers_index(&d, index, few, NULL, 40000, 0), 1);
	assert_int_equal(d.n, 7);
	for (unsigned i = 0; i < 40000; i++)
		assert_true(d.values[index[i]] == few[i]);
	otfp_numbers_release(&d);
	assert_int_equal(otfp_numbers_index(&d, index, many, NULL, 40000, 0), 0);
	otfp_numbers_release(&d);
}

static void rows_are_sorted_and_equal_ones_stay(void **ctx)
{
	static const uint64_t keys[] = {3, UINT64_MAX, 1, 3, SIGN, 1}, same[] = {4, 4, 4};
	uint32_t order[] = {0, 1, 2, 3, 4, 5}, sorted[] = {2, 5, 0, 3, 4, 1}, negative[] = {4, 1, 2, 5, 0, 3};

	(void)ctx;
	assert_int_equal(otfp_order_by(order, keys, 0, 6), 0);
	assert_memory_equal(order, sorted, sizeof order);
	for (uint32_t i = 0; i < 6; i++)
		order[i] = i;
	assert_int_equal(otfp_order_by(order, keys, SIGN, 6), 0);
	assert_memory_equal(order, negative, sizeof order);
	assert_int_equal(otfp_order_by(order, same, 0, 3), 0);
	assert_memory_equal(order, negative, 3 * sizeof *order);
}

static struct otfp_parquet_range range(enum otfp_parquet_type type, const double *x, const uint64_t *v, size_t n)
{
	const struct otfp_parquet_column column = {.name = "c", .type = type};
	const struct otfp_parquet_domain domain = {&column, NULL};
	uint64_t bits[8];

	if (x)
		memcpy(bits, x, n * sizeof *x);
	return otfp_range_of(&domain, x ? bits : v, n);
}

static void ranges_have_the_order_of_the_type(void **ctx)
{
	static const uint64_t v[] = {5, UINT64_MAX, SIGN, 7};
	static const double zeros[] = {0.0, 0.0}, mixed[] = {-1.5, 2.5, -0.0, -8}, bad[] = {1, NAN, 2};
	struct otfp_parquet_range r = range(OTFP_PARQUET_SIGNED, NULL, v, 4);
	double d[2];

	(void)ctx;
	assert_true(r.has && r.min == SIGN && r.max == 7);
	r = range(OTFP_PARQUET_UNSIGNED, NULL, v, 4);
	assert_true(r.min == 5 && r.max == UINT64_MAX);
	r = range(OTFP_PARQUET_REAL, zeros, NULL, 2);
	assert_true(r.min == SIGN && r.max == 0);
	r = range(OTFP_PARQUET_REAL, mixed, NULL, 4);
	memcpy(d, &r, sizeof d);
	assert_true(d[0] == -8 && d[1] == 2.5 && !r.is_unknown);
	assert_true(range(OTFP_PARQUET_REAL, bad, NULL, 3).is_unknown);
	assert_false(range(OTFP_PARQUET_SIGNED, NULL, v, 0).has);
}

/* ---- the writer ---- */

static const struct otfp_parquet_column columns[] = {
	{.name = "number", .type = OTFP_PARQUET_SIGNED},
	{.name = "text", .type = OTFP_PARQUET_TEXT, .is_nullable = 1, .of = 1}};

static int put_rows(struct otfp_parquet *w, unsigned n)
{
	uint64_t text = 0;
	size_t row;
	int code = 0;

	for (unsigned i = 0; code == 0 && i < n; i++) {
		code = otfp_parquet_begin(w, &row);
		if (code == 0)
			code = otfp_parquet_text(w, 1, i % 2 ? "odd" : "even", i % 2 ? 3 : 4, &text);
		if (code < 0)
			return code;
		if (otfp_store_set(otfp_parquet_at(w, 0), row, n - i) < 0 ||
		    otfp_store_set(otfp_parquet_at(w, 1), row, text) < 0)
			return -1;
		code = otfp_parquet_end(w);
	}
	return code;
}

/* @return the size of the file, or <0 */
static int write_file(const char *name, unsigned rows)
{
	const struct otfp_parquet_options o = {
		.columns = columns, .ncolumns = 2, .nstores = 2, .rows = 300, .sort_by = {1}};
	struct otfp_newfile file = {0};
	struct otfp_error err = {0};
	struct otfp_parquet *w = NULL;
	uint64_t bytes = 0;
	int code = otfp_newfile_open(&file, name, OTFP_NEWFILE_REPLACE, NULL, &err);

	if (code == 0)
		code = otfp_parquet_new(&w, &file, &o, &err);
	if (code == 0)
		code = put_rows(w, rows);
	if (code == 0)
		code = otfp_parquet_finish(w, NULL, 0, &bytes);
	if (code == 0)
		code = otfp_newfile_end(&file, &err);
	otfp_parquet_free(w);
	otfp_newfile_release(&file);
	return code < 0 ? code : (int)bytes;
}

static char file_name[] = "/tmp/test_parquet-XXXXXX";
static int right_size;

static int try_to_write(void *ctx)
{
	const int size = write_file(file_name, 700);

	(void)ctx;
	if (size >= 0)
		assert_int_equal(size, right_size);
	return size < 0 ? -1 : 0;
}

static void a_file_is_right_or_memory_is_out(void **ctx)
{
	(void)ctx;
	close(mkstemp(file_name));
	right_size = write_file(file_name, 700);
	assert_true(right_size > 12);
	each_allocation_fails(try_to_write, NULL);
	unlink(file_name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thrift_is_compact),
		cmocka_unit_test(runs_and_packed_bits_are_those_of_the_document),
		cmocka_unit_test(differences_are_those_of_the_document),
		cmocka_unit_test(bits_are_packed_at_each_width),
		cmocka_unit_test(numbers_have_a_dictionary_if_few_differ),
		cmocka_unit_test(rows_are_sorted_and_equal_ones_stay),
		cmocka_unit_test(ranges_have_the_order_of_the_type),
		cmocka_unit_test(a_file_is_right_or_memory_is_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
