#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "io/input.h"
#include "otf/keyvalue.h"
#include "randrec.h"

/* A short text with as much behind it as an input has; valid until the next call. */
static const char *input(const char *text)
{
	static char room[64 + OTFP_INPUT_AHEAD];

	assert_true(strlen(text) < 64);
	return strcpy(memset(room, 0, sizeof room), text);
}

/* Take all n bytes of lines as the pairs of one record, from a block with as much behind them as an input has. The
 * caller releases the scratch. */
static void take_all(struct otfp_record *rec, struct otfp_scratch *scratch, const char *text, size_t n)
{
	struct otfp_tag_lines pairs = {.scratch = scratch};
	char *copy = calloc(1, n + OTFP_INPUT_AHEAD);
	const char *p = memcpy(copy, text, n), *const end = copy + n, *why;

	while (p < end) {
		assert_true(otfp_is_pair(p));
		p = otfp_pairs_parse(&pairs, p, &why);
		if (!p)
			fail_msg("%s", why);
	}
	assert_ptr_equal(p, end);
	assert_int_equal(pairs.missing, 0);
	otfp_pairs_give(&pairs, rec);
	free(copy);
}

/* Written and read again, in a block of exactly the size that was promised. */
static void check_round_trip(const struct otfp_tag *t, int is_long)
{
	struct otfp_record a = {.tags = t, .ntags = t->type != OTFP_TAG_BYTES || t->bytes.n}, b = {0};
	struct otfp_scratch scratch = {0};
	size_t room = otfp_pair_room(t);
	char *text = malloc(room), *end = otfp_pair_put(text, t, is_long);

	assert_true((size_t)(end - text) <= room);
	take_all(&b, &scratch, text, (size_t)(end - text));
	assert_same_tags(&a, &b);
	otfp_scratch_release(&scratch);
	free(text);
}

static void a_value_of_every_type_is_the_same_behind_both_forms(void **unused)
{
	char bytes[300];
	struct otfp_tag t;

	(void)unused;
	for (unsigned type = 0; type < OTFP_NTAGTYPES; type++)
		for (int i = 0; i < 500; i++) {
			random_tag(&t, type, bytes, next_random() % sizeof bytes);
			check_round_trip(&t, i % 2);
		}
}

static void arrays_of_any_length_are_the_same_behind_both_forms(void **unused)
{
	static char bytes[1001];
	struct otfp_tag t;

	(void)unused;
	for (size_t n = 0; n <= 1000; n++) {
		random_tag(&t, OTFP_TAG_BYTES, bytes, n);
		check_round_trip(&t, 0);
		check_round_trip(&t, 1);
	}
}

static void assert_written(const struct otfp_tag *t, int is_long, const char *want)
{
	char text[2000];

	*otfp_pair_put(text, t, is_long) = 0;
	assert_string_equal(text, want);
}

static void the_bytes_are_those_of_the_reference(void **unused)
{
	const struct otfp_tag character = {.key = 1, .type = OTFP_TAG_CHAR, .bits = 'A'};
	const struct otfp_tag small = {.key = 2, .type = OTFP_TAG_INT8, .bits = 0xfe};
	const struct otfp_tag wide = {.key = 8, .type = OTFP_TAG_INT64, .bits = (uint64_t)-5};
	const struct otfp_tag real = {.key = 11, .type = OTFP_TAG_DOUBLE, .bits = 0xc002000000000000};
	const struct otfp_tag array = {.key = 12, .type = OTFP_TAG_BYTES, .bytes = {"\0\1\2\3\4", 5}};
	const struct otfp_tag pair = {.key = 1, .type = OTFP_TAG_BYTES, .bytes = {"\0\1", 2}};
	const struct otfp_tag empty = {.key = 1, .type = OTFP_TAG_BYTES, .bytes = {"", 0}};

	(void)unused;
	assert_written(&character, 0, "K1Y0V41\n");
	assert_written(&character, 1, "KEY 1 TYPE 0 VALUE 41\n");
	assert_written(&small, 0, "K2Y1Vfe\n");
	assert_written(&wide, 0, "K8Y7Vfffffffffffffffb\n");
	assert_written(&real, 0, "KbYaVc002000000000000\n");
	assert_written(&array, 0, "KcYbV0001020304L5\n");
	assert_written(&pair, 1, "KEY 1 TYPE b VALUE 0001LEN2\n");
	assert_written(&empty, 0, "");
	assert_written(&empty, 1, "");
}

static void a_line_holds_a_hundred_bytes_and_tells_how_many_are_left(void **unused)
{
	static const char *const left[] = {"Lfa", "L96", "L32"};
	static char bytes[250], text[2000];
	const struct otfp_tag t = {.key = 1, .type = OTFP_TAG_BYTES, .bytes = {bytes, sizeof bytes}};
	char *p = text;

	(void)unused;
	*otfp_pair_put(text, &t, 0) = 0;
	for (size_t i = 0; i < 3; i++) {
		char *mark = strchr(p, 'L'), *lf = strchr(p, '\n');
		assert_int_equal(mark - strchr(p, 'V') - 1, i < 2 ? 200 : 100);
		*lf = 0;
		assert_string_equal(mark, left[i]);
		p = lf + 1;
	}
	assert_int_equal(*p, 0);
}

static void forms_may_be_mixed_and_blanks_stand_anywhere(void **unused)
{
	static const char *const texts[] = {"K1Y0V41\n",          "KEY 1Y0 VALUE 41\n",
	                                    "K 1 TYPE 0V41\n",    "K\t1 Y\t0  V \t41 \t\n",
	                                    "KEY1TYPE0VALUE41\n", "K01Y0V041\n"};

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct otfp_scratch scratch = {0};
		struct otfp_record rec = {0};
		take_all(&rec, &scratch, texts[i], strlen(texts[i]));
		assert_int_equal(rec.ntags, 1);
		assert_int_equal(rec.tags[0].key, 1);
		assert_int_equal(rec.tags[0].type, OTFP_TAG_CHAR);
		assert_int_equal(rec.tags[0].bits, 'A');
		otfp_scratch_release(&scratch);
	}
}

static void many_pairs_keep_their_order_and_their_arrays_apart(void **unused)
{
	const char text[] = "K5YbV0102L2\nK1Y0V41\nK5YbV03L3\nK5YbV0405L2\nK2YbV06L1\n";
	struct otfp_scratch scratch = {0};
	struct otfp_record rec = {0};

	(void)unused;
	take_all(&rec, &scratch, text, sizeof text - 1);
	assert_int_equal(rec.ntags, 4);
	assert_int_equal(rec.tags[0].bytes.n, 2);
	assert_memory_equal(rec.tags[0].bytes.p, "\1\2", 2);
	assert_int_equal(rec.tags[1].bits, 'A');
	assert_int_equal(rec.tags[2].bytes.n, 3);
	assert_memory_equal(rec.tags[2].bytes.p, "\3\4\5", 3);
	assert_memory_equal(rec.tags[3].bytes.p, "\6", 1);
	otfp_scratch_release(&scratch);
}

static void a_line_that_is_no_pair_says_why(void **unused)
{
	static const struct {
		const char *text, *why;
	} t[] = {
		{"K\n", "bad key-value"},
		{"K1\n", "bad key-value"},
		{"K1Y0\n", "bad key-value"},
		{"K1Z0V1\n", "bad key-value"},
		{"K100000000Y0V1\n", "bad key-value"},
		{"K1YcV1\n", "key-value of unknown type"},
		{"K1YffffffffV1\n", "key-value of unknown type"},
		{"K1Y0V\n", "bad value in a key-value"},
		{"K1Y0V100\n", "bad value in a key-value"},
		{"K1Y3V10000\n", "bad value in a key-value"},
		{"K1Y5V100000000\n", "bad value in a key-value"},
		{"K1Y7V10000000000000000\n", "bad value in a key-value"},
		{"K1Y0V41A\n", "extra text after a key-value"},
		{"K1Y0V41\r\n", "extra text after a key-value"},
		{"K1YbV0L1\n", "byte array has an odd number of hex digits"},
		{"K1YbV00\n", "byte array without a length"},
		{"K1YbV00L\n", "byte array without a length"},
		{"K1YbV0001L1\n", "byte array is longer than its length"},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct otfp_scratch scratch = {0};
		struct otfp_tag_lines pairs = {.scratch = &scratch};
		struct otfp_record rec = {0};
		const char *why = NULL;
		if (otfp_pairs_parse(&pairs, input(t[i].text), &why))
			fail_msg("taken: %s", t[i].text);
		assert_string_equal(why, t[i].why);
		assert_int_equal(pairs.missing, 0);
		otfp_pairs_give(&pairs, &rec);
		assert_int_equal(rec.ntags, 0);
		otfp_scratch_release(&scratch);
	}
}

static void an_array_that_goes_on_otherwise_is_left_out(void **unused)
{
	static const char *const texts[] = {"K1YbV0001L5\nK1YbV02L2\n", "K1YbV0001L5\nK1YbV0xL3\n",
	                                    "K1YbV0001L5\nK1Y\n"};

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct otfp_scratch scratch = {0};
		struct otfp_tag_lines pairs = {.scratch = &scratch};
		struct otfp_record rec = {0};
		const char *why, *second = otfp_pairs_parse(&pairs, input("K7Y0V41\n"), &why);
		assert_non_null(second);
		second = otfp_pairs_parse(&pairs, input(texts[i]), &why);
		assert_non_null(second);
		assert_int_equal(pairs.missing, 3);
		assert_null(otfp_pairs_parse(&pairs, second, &why));
		otfp_pairs_give(&pairs, &rec);
		assert_int_equal(rec.ntags, 1);
		assert_int_equal(rec.tags[0].key, 7);
		otfp_scratch_release(&scratch);
	}
}

static void a_keyword_that_only_begins_with_k_is_no_pair(void **unused)
{
	(void)unused;
	assert_true(otfp_is_pair("K1\n"));
	assert_true(otfp_is_pair("KEY 1\n"));
	assert_true(otfp_is_pair("KEY1\n"));
	assert_true(otfp_is_pair("K\n"));
	assert_false(otfp_is_pair("KEYS 1\n"));
	assert_false(otfp_is_pair("KX1\n"));
	assert_false(otfp_is_pair("KE1\n"));
	assert_false(otfp_is_pair("E1\n"));
	assert_false(otfp_is_pair("\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_of_every_type_is_the_same_behind_both_forms),
		cmocka_unit_test(arrays_of_any_length_are_the_same_behind_both_forms),
		cmocka_unit_test(the_bytes_are_those_of_the_reference),
		cmocka_unit_test(a_line_holds_a_hundred_bytes_and_tells_how_many_are_left),
		cmocka_unit_test(forms_may_be_mixed_and_blanks_stand_anywhere),
		cmocka_unit_test(many_pairs_keep_their_order_and_their_arrays_apart),
		cmocka_unit_test(a_line_that_is_no_pair_says_why),
		cmocka_unit_test(an_array_that_goes_on_otherwise_is_left_out),
		cmocka_unit_test(a_keyword_that_only_begins_with_k_is_no_pair),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
