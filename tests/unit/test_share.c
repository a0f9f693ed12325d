/* @PART: the line, its digest, and what makes shares a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "record/share.h"

#define HASH "0123456789abcdef0123456789abcdef"

static struct otfp_error err;

static struct otfp_share share(unsigned part, unsigned parts)
{
	struct otfp_share s = {.part = part, .parts = parts, .id = HASH, .digest = HASH};

	return s;
}

static int get(struct otfp_share *s, const char *text)
{
	const struct otfp_str line = {text, strlen(text)};

	return otfp_share_get(s, &line);
}

static void a_line_comes_back(void **state)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	const struct otfp_share s = share(7, OTFP_SHARES_MAX);
	struct otfp_share again;

	(void)state;
	assert_int_equal(otfp_share_format(&s, &b), 0);
	assert_string_equal(otfp_buf_str(&b), "@PART\t7\t1000000\t" HASH "\t" HASH);
	assert_int_equal(get(&again, b.p), 0);
	assert_int_equal(again.part, 7);
	assert_int_equal(again.parts, OTFP_SHARES_MAX);
	assert_string_equal(again.id, HASH);
	assert_string_equal(again.digest, HASH);
	otfp_buf_release(&b);
}

static void what_is_not_such_a_line_is_no_share(void **state)
{
	static const char *const bad[] = {
		"@PART",
		"@PART\t1",
		"@PART\t1\t",
		"@PART\t0\t1\t" HASH "\t" HASH,
		"@PART\t2\t1\t" HASH "\t" HASH,
		"@PART\t-1\t1\t" HASH "\t" HASH,
		"@PART\t1\t1000001\t" HASH "\t" HASH,
		"@PART\t1\t18446744073709551617\t" HASH "\t" HASH,
		"@PART\t1\t1\t" HASH,
		"@PART\t1\t1\t" HASH "\t",
		"@PART\t1\t1\t" HASH " " HASH,
		"@PART\t1\t1\t" HASH "\t" HASH "0",
		"@PART\t1\t1\t0123456789ABCDEF0123456789abcdef\t" HASH,
	};
	struct otfp_share s;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		memset(&s, 1, sizeof s);
		assert_int_equal(get(&s, bad[i]), -1);
		assert_int_equal(s.parts, 0);
	}
}

static void the_digest_depends_on_all_that_was_told_in_order(void **state)
{
	struct otfp_share a = share(1, 2), b = a, c = a;

	(void)state;
	otfp_share_add(&a, "x", 1);
	otfp_share_add(&a, "y", 1);
	otfp_share_add(&b, "x", 1);
	assert_string_not_equal(a.digest, b.digest);
	otfp_share_add(&b, "y", 1);
	assert_string_equal(a.digest, b.digest);
	otfp_share_add(&c, "y", 1);
	otfp_share_add(&c, "x", 1);
	assert_string_not_equal(a.digest, c.digest);
	assert_string_equal(a.id, HASH);
}

static void each_share_comes_once(void **state)
{
	struct otfp_share one = share(1, 3), two = share(2, 3), three = share(3, 3);
	struct otfp_shares all = {0};

	(void)state;
	assert_int_equal(otfp_shares_add(&all, &two, "b", &err), 0);
	assert_int_equal(otfp_shares_check(&all, &err), OTFP_EFAIL);
	assert_string_equal(err.text, "b: is share 2 of 3; missing: 1, 3");
	assert_int_equal(otfp_shares_add(&all, &one, "a", &err), 0);
	assert_int_equal(otfp_shares_add(&all, &two, "c", &err), OTFP_EFAIL);
	assert_string_equal(err.text, "c: is share 2 of 3, as is b");
	assert_int_equal(otfp_shares_add(&all, &three, "c", &err), 0);
	assert_int_equal(otfp_shares_check(&all, &err), 0);
	otfp_shares_release(&all);
}

static void traces_that_are_no_shares_need_no_number(void **state)
{
	const struct otfp_share none = {0}, one = share(1, 1);
	struct otfp_shares all = {0};

	(void)state;
	assert_int_equal(otfp_shares_check(&all, &err), 0);
	assert_int_equal(otfp_shares_add(&all, &none, "a", &err), 0);
	assert_int_equal(otfp_shares_add(&all, &none, "b", &err), 0);
	assert_int_equal(otfp_shares_check(&all, &err), 0);
	assert_int_equal(otfp_shares_add(&all, &one, "c", &err), OTFP_EFAIL);
	assert_string_equal(err.text, "c: is share 1 of 1, but a is not a numbered share");
	otfp_shares_release(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_comes_back),
		cmocka_unit_test(what_is_not_such_a_line_is_no_share),
		cmocka_unit_test(the_digest_depends_on_all_that_was_told_in_order),
		cmocka_unit_test(each_share_comes_once),
		cmocka_unit_test(traces_that_are_no_shares_need_no_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
