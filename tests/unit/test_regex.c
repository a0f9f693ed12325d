/* The size of a regular expression is estimated before regcomp() sees it. */
#include "base/regex.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

/* Compile text that ends where memory ends, and match it. */
static int matches_at_the_end(const char *text, const char *name)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *at;
	struct otfp_regex *re;
	struct otfp_error err;
	int found;

	assert_true(p != MAP_FAILED);
	assert_int_equal(mprotect(p + page, page, PROT_NONE), 0);
	at = memcpy(p + page - strlen(text) - 1, text, strlen(text) + 1);
	assert_int_equal(otfp_regex_new(&re, at, "--function", &err), 0);
	found = otfp_regex_match(re, name, strlen(name));
	otfp_regex_free(re);
	assert_int_equal(munmap(p, 2 * page), 0);
	return found;
}

static void nothing_behind_an_expression_is_read(void **unused)
{
	static const char *const texts[] = {"^x[ab]",    "^x[]b]",    "^x[^]a]",      "^x[[:alpha:]]",
	                                    "^x[[.b.]]", "^x[[=b=]]", "^x[a-c]{1,2}", "^xb"};

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_int_equal(matches_at_the_end(texts[i], "xb"), 1);
		assert_int_equal(matches_at_the_end(texts[i], "yb"), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_behind_an_expression_is_read)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
