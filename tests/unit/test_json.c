#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/json.h"

static void assert_text(const char *s, size_t n, const char *wanted)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	char *printed;
	size_t length;
	FILE *out = open_memstream(&printed, &length);

	assert_int_equal(otfp_json_add(&b, (struct otfp_str){s, n}), 0);
	assert_int_equal(b.n, strlen(wanted));
	assert_memory_equal(b.p, wanted, b.n);
	otfp_json_text(&(struct otfp_json){.out = out}, NULL, (struct otfp_str){s, n});
	assert_int_equal(fclose(out), 0);
	assert_string_equal(printed, wanted);
	free(printed);
	otfp_buf_release(&b);
}

static void plain_text_and_utf8_stay_as_they_are(void **unused)
{
	(void)unused;
	assert_text("", 0, "\"\"");
	assert_text("rank 0", 6, "\"rank 0\"");
	assert_text("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
}

static void what_breaks_a_string_is_escaped(void **unused)
{
	(void)unused;
	assert_text("a\"b\\c", 5, "\"a\\\"b\\\\c\"");
	assert_text("\t\n\0\x7f", 4, "\"\\u0009\\u000a\\u0000\\u007f\"");
}

static void bytes_that_are_no_utf8_are_replaced(void **unused)
{
	(void)unused;
	assert_text("a\xe4z", 3, "\"a\\ufffdz\"");
	assert_text("\xc3", 1, "\"\\ufffd\"");
	assert_text("\xc0\xaf", 2, "\"\\ufffd\\ufffd\"");
	assert_text("\xed\xa0\x80", 3, "\"\\ufffd\\ufffd\\ufffd\"");
}

static void the_room_that_is_said_is_enough_for_every_byte(void **unused)
{
	char s[256], text[OTFP_JSON_ROOM(256)];

	(void)unused;
	for (int i = 0; i < 256; i++)
		s[i] = (char)i;
	assert_true(otfp_json_put(text, s, 256) <= text + sizeof text);
	memset(s, 0x01, sizeof s);
	assert_ptr_equal(otfp_json_put(text, s, 256), text + sizeof text);
}

static void no_text_and_no_number_are_null(void **unused)
{
	char text[OTFP_JSON_REAL_MAX];

	(void)unused;
	assert_text(NULL, 0, "null");
	*otfp_json_put_real(text, NAN) = 0;
	assert_string_equal(text, "null");
	*otfp_json_put_real(text, -INFINITY) = 0;
	assert_string_equal(text, "null");
	*otfp_json_put_real(text, 2.5) = 0;
	assert_string_equal(text, "2.5");
}

static void members_are_parted_by_commas_and_lines(void **unused)
{
	char *printed;
	size_t length;
	struct otfp_json j = {.out = open_memstream(&printed, &length)};

	(void)unused;
	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "a", 1, 7);
	otfp_json_number(&j, "b", 0, 7);
	otfp_json_begin(&j, "c", '[');
	otfp_json_end(&j, ']');
	otfp_json_begin(&j, "d", '[');
	for (int i = 0; i < 2; i++) {
		otfp_json_line(&j, 2);
		otfp_json_begin(&j, NULL, '{');
		otfp_json_yes(&j, "e", i);
		otfp_json_word(&j, "f", i ? "x\"" : NULL);
		otfp_json_end(&j, '}');
	}
	otfp_json_line(&j, 1);
	otfp_json_end(&j, ']');
	otfp_json_real(&j, "g", 0.5);
	otfp_json_end(&j, '}');
	assert_int_equal(fclose(j.out), 0);
	assert_string_equal(printed, "{\"a\": 7, \"b\": null, \"c\": [], \"d\": [\n  {\"e\": false, \"f\": null},\n"
	                             "  {\"e\": true, \"f\": \"x\\\"\"}\n ], \"g\": 0.5}");
	free(printed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_are_parted_by_commas_and_lines),
		cmocka_unit_test(plain_text_and_utf8_stay_as_they_are),
		cmocka_unit_test(what_breaks_a_string_is_escaped),
		cmocka_unit_test(bytes_that_are_no_utf8_are_replaced),
		cmocka_unit_test(the_room_that_is_said_is_enough_for_every_byte),
		cmocka_unit_test(no_text_and_no_number_are_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
