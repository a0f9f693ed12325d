/* One file that appears whole or not at all. */
#include "commit/newfile.h"
#include "stageroom.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static struct otfp_error err;

static int enter(void **state)
{
	char dir[] = "/tmp/otfpipe-test-XXXXXX";

	*state = mkdtemp(dir) && chdir(dir) == 0 ? strdup(dir) : NULL;
	return *state ? 0 : -1;
}

static int leave(void **state)
{
	unlink("file");
	unlink("link");
	chdir("/");
	rmdir(*state);
	free(*state);
	return 0;
}

static unsigned entries(void)
{
	DIR *d = opendir(".");
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static void holds(const char *name, const char *want)
{
	char text[20] = "";
	FILE *in = fopen(name, "r");

	assert_non_null(in);
	assert_int_equal(fread(text, 1, sizeof text - 1, in), strlen(want));
	fclose(in);
	assert_string_equal(text, want);
}

static void start(struct otfp_newfile *f, const char *name, const char *text)
{
	assert_int_equal(otfp_newfile_open(f, name, NULL, &err), 0);
	assert_int_equal(write(f->fd, text, strlen(text)), (ssize_t)strlen(text));
}

static void write_whole(const char *name, const char *text)
{
	struct otfp_newfile f;

	start(&f, name, text);
	assert_int_equal(otfp_newfile_end(&f, &err), 0);
	otfp_newfile_release(&f);
}

static void it_has_its_name_only_at_the_end(void **state)
{
	struct otfp_newfile f;

	(void)state;
	start(&f, "file", "one");
	assert_int_equal(access("file", F_OK), -1);
	assert_int_equal(otfp_newfile_end(&f, &err), 0);
	holds("file", "one");
	otfp_newfile_release(&f);
	assert_int_equal(entries(), 1);
}

static void it_is_synced_before_it_has_its_name(void **state)
{
	(void)state;
	disk = (struct disk){0};
	write_whole("file", "one");
	assert_string_equal(disk.calls, "sync D, name file, ");
}

static void what_cannot_be_synced_leaves_the_old_one_and_nothing_else(void **state)
{
	struct otfp_newfile f;

	(void)state;
	write_whole("file", "old");
	start(&f, "file", "new");
	disk = (struct disk){.bad_sync = 1};
	assert_int_equal(otfp_newfile_end(&f, &err), OTFP_EFAIL);
	disk = (struct disk){0};
	assert_non_null(strstr(err.text, "/file: Input/output error"));
	otfp_newfile_release(&f);
	holds("file", "old");
	assert_int_equal(entries(), 1);
}

static void what_is_given_up_leaves_the_old_one_and_nothing_else(void **state)
{
	struct otfp_newfile f;

	(void)state;
	write_whole("file", "old");
	start(&f, "file", "new");
	otfp_newfile_release(&f);
	holds("file", "old");
	assert_int_equal(entries(), 1);
}

static void a_link_is_followed(void **state)
{
	struct stat st;

	(void)state;
	write_whole("file", "old");
	assert_int_equal(symlink("file", "link"), 0);
	write_whole("link", "new");
	holds("file", "new");
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
}

static void a_link_to_nothing_becomes_a_file(void **state)
{
	(void)state;
	assert_int_equal(symlink("file", "link"), 0);
	write_whole("link", "new");
	holds("link", "new");
}

static void a_device_is_written_as_it_is(void **state)
{
	struct stat st;

	(void)state;
	write_whole("/dev/null", "x");
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

static void what_cannot_be_is_an_error_with_its_name(void **state)
{
	struct otfp_newfile f;

	(void)state;
	assert_int_equal(otfp_newfile_open(&f, "missing/file", NULL, &err), OTFP_EFAIL);
	assert_non_null(strstr(err.text, "missing/file: "));
	otfp_newfile_release(&f);
	assert_int_equal(otfp_newfile_open(&f, ".", NULL, &err), OTFP_EFAIL);
	otfp_newfile_release(&f);
	assert_int_equal(entries(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_has_its_name_only_at_the_end, enter, leave),
		cmocka_unit_test_setup_teardown(it_is_synced_before_it_has_its_name, enter, leave),
		cmocka_unit_test_setup_teardown(what_cannot_be_synced_leaves_the_old_one_and_nothing_else, enter,
	                                        leave),
		cmocka_unit_test_setup_teardown(what_is_given_up_leaves_the_old_one_and_nothing_else, enter, leave),
		cmocka_unit_test_setup_teardown(a_link_is_followed, enter, leave),
		cmocka_unit_test_setup_teardown(a_link_to_nothing_becomes_a_file, enter, leave),
		cmocka_unit_test_setup_teardown(a_device_is_written_as_it_is, enter, leave),
		cmocka_unit_test_setup_teardown(what_cannot_be_is_an_error_with_its_name, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
