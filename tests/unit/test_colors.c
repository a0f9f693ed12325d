/* test_colors.c - no two names of a picture have one color, and a name keeps its own where it can. */
#include "cmd/picture/colors.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct otfp_str str(const char *s)
{
	return (struct otfp_str){s, strlen(s)};
}

static int by_color(const void *a, const void *b)
{
	const uint32_t x = ((const struct chosen_color *)a)->color, y = ((const struct chosen_color *)b)->color;

	return (x > y) - (x < y);
}

/* n names, each a word and a number, a tenth of them of MPI. */
static void check_set(unsigned seed, size_t n)
{
	struct colors c = {0}, again = {0};
	struct chosen_color *all = calloc(n, sizeof *all);
	size_t others = 0, wanted = 0;
	char text[40];

	srand(seed);
	for (size_t i = 0; i < n; i++) {
		snprintf(text, sizeof text, "%s%d_%zu", rand() % 10 ? "solve" : "MPI_", rand() % 100, i);
		assert_int_equal(colors_add(&c, str(text)), 0);
	}
	assert_int_equal(colors_settle(&c), 0);
	for (size_t i = 0; i < n; i++) {
		const struct otfp_str name = c.names.strings[i].text;
		all[i] = colors_of(&c, name);
		others += all[i].is_other;
		wanted += all[i].color == color_wanted(name).color;
		/* the order in which names come does not matter */
		assert_int_equal(colors_add(&again, c.names.strings[n - 1 - i].text), 0);
	}
	assert_int_equal(wanted, n - others);
	assert_true(n < 2 || wanted * 3 >= (n < 28 ? n : 28));
	assert_int_equal(colors_settle(&again), 0);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(colors_of(&again, c.names.strings[i].text).color, all[i].color);
	qsort(all, n, sizeof *all, by_color);
	for (size_t i = 1; i < n; i++)
		assert_int_not_equal(all[i - 1].color, all[i].color);
	colors_release(&c);
	colors_release(&again);
	free(all);
}

static void sets(void **state)
{
	(void)state;
	for (unsigned seed = 0; seed < 200; seed++)
		check_set(seed, 1 + seed % 60);
	check_set(1000, 1000);
	check_set(1001, 20000);
}

static void collisions(void **state)
{
	static const char *const names[] = {"IO", "Math", "PHYS", "WRF"}; /* one color for two of them each, once */
	struct colors c = {0};
	unsigned others = 0;

	(void)state;
	assert_int_equal(color_wanted(str("IO")).color, color_wanted(str("Math")).color);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(colors_add(&c, str(names[i])), 0);
	assert_int_equal(colors_settle(&c), 0);
	for (unsigned i = 0; i < 4; i++)
		others += colors_of(&c, str(names[i])).is_other;
	assert_int_equal(colors_of(&c, str("IO")).is_other, 0); /* the first by name */
	assert_int_equal(colors_of(&c, str("Math")).is_other, 1);
	assert_true(others >= 1 && others <= 2);
	/* names that follow take none from those before */
	assert_int_equal(colors_add(&c, str("Application")), 0);
	assert_int_equal(colors_add(&c, str("MPI")), 0);
	assert_int_equal(colors_settle(&c), 0);
	assert_int_equal(colors_of(&c, str("IO")).color, color_wanted(str("IO")).color);
	assert_int_equal(colors_of(&c, str("MPI")).color, color_wanted(str("MPI")).color);
	colors_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(sets), cmocka_unit_test(collisions)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
