#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/error.h"

static void bytes_are_appended_in_their_order(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	for (int i = 0; i < 100000; i++) {
		char c = (char)i;
		assert_int_equal(otfp_buf_add(&b, &c, 1), 0);
		assert_true(b.n <= b.cap);
	}
	assert_int_equal(b.n, 100000);
	for (int i = 0; i < 100000; i++)
		assert_true(b.p[i] == (char)i);
	otfp_buf_release(&b);
	assert_null(b.p);
	assert_int_equal(b.n + b.cap, 0);
}

static void a_buffer_of_zeros_is_empty_and_of_use(void **unused)
{
	struct otfp_buf b;

	(void)unused;
	memset(&b, 0, sizeof b);
	assert_int_equal(otfp_buf_add(&b, NULL, 0), 0);
	assert_int_equal(otfp_buf_reserve(&b, 0), 0);
	assert_int_equal(b.n, 0);
	assert_string_equal(otfp_buf_str(&b), "");
	assert_int_equal(b.n, 0);
	otfp_buf_release(&b);
	otfp_buf_release(&b);
}

static void room_that_was_reserved_is_there(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	for (size_t more = 1; more < 300000; more = more * 3 + 1) {
		assert_int_equal(otfp_buf_reserve(&b, more), 0);
		assert_true(b.cap - b.n >= more);
		memset(b.p + b.n, 'x', more);
		b.n += more;
	}
	otfp_buf_release(&b);
}

static void the_buffer_stays_as_it_was_when_memory_is_out(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT, before;

	(void)unused;
	assert_int_equal(otfp_buf_puts(&b, "kept"), 0);
	before = b;
	assert_int_equal(otfp_buf_reserve(&b, SIZE_MAX), -1);
	assert_int_equal(otfp_buf_reserve(&b, SIZE_MAX - 3), -1);
	assert_int_equal(otfp_buf_reserve(&b, SIZE_MAX / 2), -1);
	assert_memory_equal(&b, &before, sizeof b);
	assert_string_equal(otfp_buf_str(&b), "kept");
	otfp_buf_release(&b);
}

static void formatted_text_of_any_length_is_appended(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	assert_int_equal(otfp_buf_puts(&b, "<"), 0);
	for (int width = 0; width < 300; width++) {
		size_t n = b.n;
		assert_int_equal(otfp_buf_printf(&b, "%*d", width, 7), 0);
		assert_int_equal(b.n - n, width ? width : 1);
		assert_true(b.p[b.n - 1] == '7');
	}
	assert_int_equal(otfp_buf_printf(&b, "%s|%u", "", 42u), 0);
	assert_string_equal(otfp_buf_str(&b) + b.n - 4, "7|42");
	otfp_buf_release(&b);
}

static void a_string_is_ended_without_being_longer(void **unused)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	for (size_t n = 1; n < 200; n++) {
		assert_int_equal(otfp_buf_puts(&b, "x"), 0);
		assert_int_equal(strlen(otfp_buf_str(&b)), n);
		assert_int_equal(b.n, n);
	}
	otfp_buf_release(&b);
}

static void an_error_holds_its_code_and_text(void **unused)
{
	struct otfp_error e = {0};

	(void)unused;
	assert_int_equal(otfp_fail(&e, OTFP_EDAMAGE, "%s:%d: bad", "a.otf", 7), OTFP_EDAMAGE);
	assert_int_equal(e.code, OTFP_EDAMAGE);
	assert_string_equal(e.text, "a.otf:7: bad");
	assert_int_equal(otfp_fail_memory(&e), OTFP_EFAIL);
	assert_string_equal(e.text, "out of memory");
}

static void a_place_can_be_put_before_a_text_that_is_there(void **unused)
{
	struct otfp_error e = {0};

	(void)unused;
	otfp_fail(&e, OTFP_EUSAGE, "bad");
	otfp_fail(&e, e.code, "%s: %s", "file", e.text);
	assert_string_equal(e.text, "file: bad");
	assert_int_equal(e.code, OTFP_EUSAGE);
}

static void the_reason_of_the_system_stands_behind(void **unused)
{
	struct otfp_error e = {0};

	(void)unused;
	errno = ENOENT;
	assert_int_equal(otfp_fail_errno(&e, "%s", "x.otf"), OTFP_EFAIL);
	assert_string_equal(e.text, "x.otf: No such file or directory");
	errno = EINTR;
	assert_int_equal(otfp_fail_errno(&e, "x"), OTFP_EINTR);
	assert_int_equal(e.code, OTFP_EINTR);
}

static void a_long_text_is_cut_but_not_its_reason(void **unused)
{
	static char path[5000];
	struct otfp_error e = {0};
	const char *reason = ": Permission denied";

	(void)unused;
	memset(path, 'a', sizeof path - 1);
	errno = EACCES;
	otfp_fail_errno(&e, "%s", path);
	assert_int_equal(strlen(e.text), sizeof e.text - 1);
	assert_string_equal(e.text + sizeof e.text - 1 - strlen(reason), reason);
	otfp_fail(&e, OTFP_EFAIL, "%s", path);
	assert_int_equal(strlen(e.text), sizeof e.text - 1);
}

static void an_error_that_nobody_wants_is_no_harm(void **unused)
{
	(void)unused;
	errno = EACCES;
	assert_int_equal(otfp_fail(NULL, OTFP_ETRUNC, "x"), OTFP_ETRUNC);
	assert_int_equal(otfp_fail_errno(NULL, "x"), OTFP_EFAIL);
}

static void assert_aborted(struct otfp_str program, const char *reason, const char *who, const char *why)
{
	struct otfp_error e;
	const char *by, *said;
	char text[100];

	assert_int_equal(otfp_fail_aborted(&e, program, (struct otfp_str){reason, strlen(reason)}), OTFP_EABORT);
	assert_int_equal(e.code, OTFP_EABORT);
	assert_int_equal(e.flaw, OTFP_FLAW_ABORTED);
	assert_int_equal(e.where, strlen("aborted by ") + strlen(who));
	snprintf(text, sizeof text, "aborted by %s: %s", who, why);
	assert_string_equal(e.text, text);
	otfp_error_aborted(&e, &by, &said);
	assert_string_equal(by, who);
	assert_string_equal(said, why);
}

static void what_a_stage_said_that_aborted_can_be_taken_apart(void **unused)
{
	(void)unused;
	assert_aborted((struct otfp_str){"otf-cat", 7}, "t.0.def:1: cut", "otf-cat", "t.0.def:1: cut");
	assert_aborted((struct otfp_str){"a: b", 4}, ": c", "a: b", ": c");
	assert_aborted((struct otfp_str){"x\0y", 3}, "z", "x", "z");
	assert_aborted((struct otfp_str){"otf-cat", 7}, "", "otf-cat", "no reason given");
	assert_aborted((struct otfp_str){"", 0}, "", "an unknown program", "no reason given");
}

static void names_and_reasons_that_are_too_long_are_cut(void **unused)
{
	static char many[3000];
	struct otfp_error e;
	const char *by, *why;

	(void)unused;
	memset(many, 'x', sizeof many);
	for (size_t n = sizeof e.text - 20; n < sizeof e.text + 20; n++) {
		size_t room = sizeof e.text - 1 - strlen("aborted by p: ");
		otfp_fail_aborted(&e, (struct otfp_str){many, n}, (struct otfp_str){many, n});
		assert_int_equal(strlen(e.text), sizeof e.text - 1);
		otfp_error_aborted(&e, &by, &why);
		assert_int_equal(strspn(by, "x"), strlen(by));
		assert_int_equal(strspn(why, "x"), strlen(why));
		otfp_fail_aborted(&e, (struct otfp_str){"p", 1}, (struct otfp_str){many, n});
		otfp_error_aborted(&e, &by, &why);
		assert_string_equal(by, "p");
		assert_int_equal(strspn(why, "x"), n < room ? n : room);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_appended_in_their_order),
		cmocka_unit_test(a_buffer_of_zeros_is_empty_and_of_use),
		cmocka_unit_test(room_that_was_reserved_is_there),
		cmocka_unit_test(the_buffer_stays_as_it_was_when_memory_is_out),
		cmocka_unit_test(formatted_text_of_any_length_is_appended),
		cmocka_unit_test(a_string_is_ended_without_being_longer),
		cmocka_unit_test(an_error_holds_its_code_and_text),
		cmocka_unit_test(a_place_can_be_put_before_a_text_that_is_there),
		cmocka_unit_test(the_reason_of_the_system_stands_behind),
		cmocka_unit_test(a_long_text_is_cut_but_not_its_reason),
		cmocka_unit_test(an_error_that_nobody_wants_is_no_harm),
		cmocka_unit_test(what_a_stage_said_that_aborted_can_be_taken_apart),
		cmocka_unit_test(names_and_reasons_that_are_too_long_are_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
