/* One file that appears whole or not at all. */
#include "commit/newfile.h"
#include "stagingroom.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <fcntl.h>
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
	assert_int_equal(otfp_newfile_open(f, name, OTFP_NEWFILE_REPLACE, NULL, &err), 0);
	assert_int_equal(otfp_newfile_put(f, text, strlen(text), &err), 0);
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
	assert_string_equal(disk.calls, "sync D, name file, sync ., ");
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
	assert_non_null(strstr(err.text, "file: Input/output error"));
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
	assert_int_equal(otfp_newfile_open(&f, "missing/file", 0, NULL, &err), OTFP_EFAIL);
	assert_non_null(strstr(err.text, "missing/file: "));
	otfp_newfile_release(&f);
	assert_int_equal(entries(), 0);
}

static void a_name_without_a_base_is_refused(void **state)
{
	static const char *const names[] = {"", ".", "..", "/", "dir/", "dir/.", "dir/.."};
	struct otfp_newfile f;

	(void)state;
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		assert_int_equal(otfp_newfile_open(&f, names[i], OTFP_NEWFILE_REPLACE, NULL, &err), OTFP_EUSAGE);
		otfp_newfile_release(&f);
	}
	assert_int_equal(entries(), 0);
}

static void a_file_that_exists_is_replaced_only_if_asked(void **state)
{
	struct otfp_newfile f;

	(void)state;
	write_whole("file", "old");
	assert_int_equal(otfp_newfile_open(&f, "file", 0, NULL, &err), OTFP_EFAIL);
	assert_string_equal(err.text, "file: exists; use --force to replace it");
	otfp_newfile_release(&f);
	assert_int_equal(symlink("file", "link"), 0);
	assert_int_equal(otfp_newfile_open(&f, "link", 0, NULL, &err), OTFP_EFAIL);
	otfp_newfile_release(&f);
	holds("file", "old");
	assert_int_equal(entries(), 2);
}

static void a_file_that_appears_meanwhile_stays(void **state)
{
	struct otfp_newfile f;

	(void)state;
	assert_int_equal(otfp_newfile_open(&f, "file", 0, NULL, &err), 0);
	assert_int_equal(otfp_newfile_put(&f, "new", 3, &err), 0);
	assert_int_equal(close(creat("file", 0666)), 0);
	assert_int_equal(otfp_newfile_end(&f, &err), OTFP_EFAIL);
	assert_string_equal(err.text, "file: exists; use --force to replace it");
	otfp_newfile_release(&f);
	holds("file", "");
	assert_int_equal(entries(), 1);
}

static void of_two_writers_the_second_is_refused(void **state)
{
	struct otfp_newfile f, g;

	(void)state;
	start(&f, "file", "one");
	assert_int_equal(otfp_newfile_open(&g, "file", OTFP_NEWFILE_REPLACE, NULL, &err), OTFP_EFAIL);
	assert_string_equal(err.text, "file: another command is writing it");
	otfp_newfile_release(&g);
	assert_int_equal(otfp_newfile_end(&f, &err), 0);
	otfp_newfile_release(&f);
	holds("file", "one");
	assert_int_equal(entries(), 1);
}

static void what_a_killed_writer_left_is_removed_by_the_next(void **state)
{
	(void)state;
	assert_int_equal(close(creat("file.otfpipe-a1B2c3", 0666)), 0);
	assert_int_equal(close(creat("file.otfpipe-lock", 0666)), 0);
	write_whole("file", "new");
	holds("file", "new");
	assert_int_equal(entries(), 1);
}

/* A file to which the shell redirected output is not opened again: that would write from its start. */
static void a_descriptor_by_name_is_used(void **state)
{
	int fd = open("file", O_RDWR | O_CREAT, 0666);
	char name[40];

	(void)state;
	assert_int_equal(write(fd, "one ", 4), 4);
	snprintf(name, sizeof name, "/dev/fd/%d", fd);
	write_whole(name, "two");
	holds("file", "one two");
	close(fd);
	assert_int_equal(entries(), 1);
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
		cmocka_unit_test_setup_teardown(a_name_without_a_base_is_refused, enter, leave),
		cmocka_unit_test_setup_teardown(a_file_that_exists_is_replaced_only_if_asked, enter, leave),
		cmocka_unit_test_setup_teardown(a_file_that_appears_meanwhile_stays, enter, leave),
		cmocka_unit_test_setup_teardown(of_two_writers_the_second_is_refused, enter, leave),
		cmocka_unit_test_setup_teardown(what_a_killed_writer_left_is_removed_by_the_next, enter, leave),
		cmocka_unit_test_setup_teardown(a_descriptor_by_name_is_used, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
