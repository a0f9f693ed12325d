#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/esc.h"

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static void every_byte_round_trips_and_none_is_left_that_breaks_a_line(void **unused)
{
	(void)unused;
	for (int c = 0; c < 256; c++) {
		char s = (char)c, text[4], back[4];
		size_t n = (size_t)(otfp_esc_put(text, &s, 1) - text);
		for (size_t i = 0; i < n; i++)
			assert_true((uint8_t)text[i] >= 0x20 && text[i] != 0x7f);
		assert_ptr_equal(otfp_esc_get(back, text, n), back + 1);
		assert_int_equal((uint8_t)back[0], c);
	}
}

static void each_byte_has_one_spelling(void **unused)
{
	char text[5], back[5], again[16];
	const char *digits = "0123456789abcdefABCDEF";

	(void)unused;
	for (int a = 0; digits[a]; a++) {
		for (int b = 0; digits[b]; b++) {
			memcpy(text, "\\x", 2);
			text[2] = digits[a];
			text[3] = digits[b];
			char *end = otfp_esc_get(back, text, 4);
			if (!end)
				continue;
			assert_ptr_equal(otfp_esc_put(again, back, 1), again + 4);
			assert_memory_equal(again, text, 4);
		}
	}
}

static void strings_are_escaped_as_written(void **unused)
{
	const char s[] = "a\\b\tc\nd\re\0f\x01g\x1f\x7f\xc3\xa4";
	const char want[] = "a\\\\b\\tc\\nd\\re\\x00f\\x01g\\x1f\\x7f\xc3\xa4";
	char text[100];

	(void)unused;
	assert_int_equal(otfp_esc_put(text, s, sizeof s - 1) - text, sizeof want - 1);
	assert_memory_equal(text, want, sizeof want - 1);
}

static void random_strings_round_trip_in_place(void **unused)
{
	(void)unused;
	for (int i = 0; i < 20000; i++) {
		char s[64], *text;
		size_t n = next_random() % sizeof s, length;
		for (size_t k = 0; k < n; k++)
			s[k] = (char)(next_random() >> (i % 4));
		text = malloc(4 * n + 1); /* the room that is promised to be enough */
		length = (size_t)(otfp_esc_put(text, s, n) - text);
		assert_true(length <= 4 * n);
		assert_ptr_equal(otfp_esc_get(text, text, length), text + n);
		assert_memory_equal(text, s, n);
		free(text);
	}
}

static void random_text_is_refused_or_canonical(void **unused)
{
	const char alphabet[] = "\\\\\\xtnr0179afAN \t\n\x7f\x80";

	(void)unused;
	for (int i = 0; i < 200000; i++) {
		char text[8], back[8], again[32];
		size_t n = next_random() % sizeof text;
		for (size_t k = 0; k < n; k++)
			text[k] = alphabet[next_random() % (sizeof alphabet - 1)];
		char *end = otfp_esc_get(back, text, n);
		if (!end)
			continue;
		assert_ptr_equal(otfp_esc_put(again, back, (size_t)(end - back)), again + n);
		assert_memory_equal(again, text, n);
	}
}

static void broken_escapes_are_refused(void **unused)
{
	const char *texts[] = {"\\",    "a\\",   "\\N",   "\\a",   "\\0",   "\\x",   "\\x0",  "\\x0g",
	                       "\\x1F", "\\x41", "\\x80", "\\xff", "\\x5c", "\\x09", "\\x0a", "\\x0d",
	                       "\\X01", "\t",    "a\nb",  "\r",    "\x01",  "\x7f",  "\\\\\\"};
	char back[8];

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_null(otfp_esc_get(back, texts[i], strlen(texts[i])));
	assert_null(otfp_esc_get(back, "\0", 1));
}

static void an_escape_cut_by_the_end_is_not_completed_from_behind_it(void **unused)
{
	char back[8];

	(void)unused;
	for (size_t n = 1; n < 4; n++)
		assert_null(otfp_esc_get(back, "\\x01", n));
	assert_non_null(otfp_esc_get(back, "\\x01", 4));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_byte_round_trips_and_none_is_left_that_breaks_a_line),
		cmocka_unit_test(each_byte_has_one_spelling),
		cmocka_unit_test(strings_are_escaped_as_written),
		cmocka_unit_test(random_strings_round_trip_in_place),
		cmocka_unit_test(random_text_is_refused_or_canonical),
		cmocka_unit_test(broken_escapes_are_refused),
		cmocka_unit_test(an_escape_cut_by_the_end_is_not_completed_from_behind_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
