/* test_others.c - otf-stat --summaries: options that need memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "cmd/text/message.h"
#include "cmd/stat/others.h"
#include "failing.h"

static char *copy(const char *s)
{
	char *p = strdup(s);

	assert_non_null(p);
	return p;
}

/* --every must not be forgotten: the records of --at alone are not what was asked for. */
static void test_every_is_not_dropped(void **state)
{
	struct common common = {0};
	struct writer writer = {0};
	struct job job = {.common = &common, .write.options = &writer};
	char name[] = "tests/data/sample.otf", *names[] = {name};
	struct stat_options s = {.summaries = "", .every = "10000000", .at = copy("20000000")};

	(void)state;
	job.read.sources = names;
	job.read.nsources = 1;
	job.write.count_only = 1;
	allocation_fails(1, 0);
	assert_int_equal(stat_other_run(&job, &s), 1);
	allocation_fails(0, 0);
	assert_null(job.stage); /* nothing was run */
	stat_release(&s);

	s = (struct stat_options){.summaries = "", .every = "10000000", .at = copy("20000000")};
	assert_int_equal(stat_other_run(&job, &s), 0);
	assert_true(job.count > 0);
	stat_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_is_not_dropped),
	};

	message_set_program("test_others");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
