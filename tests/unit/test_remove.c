/* commit/remove: all files of a list go, by one thread or by several, and the first one that stays is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "commit/remove.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[4096];
static int fd;

static int make_dir(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	snprintf(dir, sizeof dir, "%s/otfp-remove-XXXXXX", tmp ? tmp : "/tmp");
	fd = mkdtemp(dir) ? open(dir, O_RDONLY | O_DIRECTORY) : -1;
	return fd < 0 ? -1 : 0;
}

static int remove_dir(void **state)
{
	(void)state;
	close(fd);
	return rmdir(dir);
}

/* Make the files a.0, a.1, ...; of `missing` only the name is listed, and each of `stays` is a directory. */
static void make(struct otfp_buf *names, unsigned n, unsigned missing, const unsigned stays[2])
{
	char path[32];

	for (unsigned i = 0; i < n; i++) {
		const int k = snprintf(path, sizeof path, "a.%u", i);
		assert_int_equal(otfp_buf_add(names, path + 2, (size_t)k - 1), 0);
		if (i == stays[0] || i == stays[1])
			assert_int_equal(mkdirat(fd, path, 0777), 0);
		else if (i != missing)
			assert_int_equal(close(openat(fd, path, O_CREAT | O_WRONLY, 0666)), 0);
	}
	assert_int_equal(otfp_buf_add(names, "", 1), 0);
}

static void remove_all(unsigned n)
{
	struct otfp_buf names = OTFP_BUF_INIT;

	make(&names, n, n / 2, (const unsigned[]){n, n});
	assert_null(otfp_remove_names(fd, "a.", &names));
	assert_null(otfp_remove_names(fd, "a.", &names));
	otfp_buf_release(&names);
}

static void all_files_go(void **state)
{
	(void)state;
	remove_all(0);
	remove_all(1);
	remove_all(63);
	remove_all(64);
	remove_all(1000);
}

static void the_first_that_stays_is_named(void **state)
{
	const unsigned stays[] = {37, 410};
	struct otfp_buf names = OTFP_BUF_INIT;
	const char *failed;

	(void)state;
	make(&names, 500, 3, stays);
	errno = 0;
	failed = otfp_remove_names(fd, "a.", &names);
	assert_true(errno == EISDIR || errno == EPERM);
	assert_non_null(failed);
	assert_string_equal(failed, "37");
	for (unsigned i = 0; i < 2; i++) {
		char path[32];
		snprintf(path, sizeof path, "a.%u", stays[i]);
		assert_int_equal(unlinkat(fd, path, AT_REMOVEDIR), 0);
	}
	assert_null(otfp_remove_names(fd, "a.", &names));
	otfp_buf_release(&names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_files_go, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(the_first_that_stays_is_named, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
