/* test_intern.c - different strings have different numbers, in the order in which they came. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/intern.h"
#include "randrec.h"

enum { PUTS = 3000, LETTERS = 3, LENGTH = 5 };

static void numbers_follow_the_order_of_texts(void **unused)
{
	struct otfp_interns w = {0};

	(void)unused;
	assert_int_equal(otfp_intern(&w, "b", 1), 1);
	assert_int_equal(otfp_intern(&w, "", 0), 2);
	assert_int_equal(otfp_intern(&w, "a\0c", 3), 3);
	assert_int_equal(otfp_intern(&w, "a", 1), 4);
	assert_int_equal(otfp_intern(&w, NULL, 0), 2);
	assert_int_equal(otfp_intern(&w, "a\0c", 3), 3);
	assert_int_equal(w.n, 4);
	assert_string_equal(w.strings[0].text.p, "b");
	assert_string_equal(w.strings[1].text.p, "");
	assert_int_equal(w.strings[2].text.n, 3);
	otfp_interns_release(&w);
	assert_int_equal(w.n, 0);
}

/* By a look at all that came before. */
static size_t slow_number(char seen[][LENGTH], const size_t *lengths, size_t n, const char *p, size_t length)
{
	for (size_t i = 0; i < n; i++)
		if (lengths[i] == length && memcmp(seen[i], p, length) == 0)
			return i;
	return n;
}

static void any_texts_have_the_numbers_that_a_slow_way_finds(void **unused)
{
	static char seen[PUTS][LENGTH];
	static size_t lengths[PUTS];
	struct otfp_interns w = {0};
	size_t n = 0;

	(void)unused;
	for (int i = 0; i < PUTS; i++) {
		size_t length = next_random() % (LENGTH + 1), want;
		char text[LENGTH];

		for (size_t k = 0; k < length; k++)
			text[k] = (char)(next_random() % LETTERS);
		want = slow_number(seen, lengths, n, text, length);
		assert_int_equal(otfp_intern(&w, text, length), want + 1);
		if (want == n) {
			memcpy(seen[n], text, length);
			lengths[n++] = length;
		}
		assert_int_equal(w.n, n);
		assert_memory_equal(w.strings[want].text.p, text, length);
	}
	otfp_interns_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_follow_the_order_of_texts),
		cmocka_unit_test(any_texts_have_the_numbers_that_a_slow_way_finds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
