/* The descriptor budget: many files, few descriptors. */
#include "io/files.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>

struct room {
	char dir[64], path[96];
	struct otfp_error err;
};

static int setup(void **state)
{
	struct room *t = calloc(1, sizeof(*t));

	strcpy(t->dir, "/tmp/otfp-files-XXXXXX");
	if (!mkdtemp(t->dir))
		return -1;
	snprintf(t->path, sizeof(t->path), "%s/f", t->dir);
	*state = t;
	return 0;
}

static int teardown(void **state)
{
	struct room *t = *state;
	char cmd[128];

	snprintf(cmd, sizeof(cmd), "rm -rf %s", t->dir);
	if (system(cmd) != 0)
		return -1;
	free(t);
	return 0;
}

static const char *name(struct room *t, int i)
{
	snprintf(t->path, sizeof(t->path), "%s/%d", t->dir, i);
	return t->path;
}

static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* Descriptors of this process; with inherited != 0 only those that a program started from it would get. */
static int count_open(int inherited)
{
	int n = 0;

	for (int fd = 0; fd < 1024; fd++) {
		int flags = fcntl(fd, F_GETFD);

		n += flags >= 0 && !(inherited && (flags & FD_CLOEXEC));
	}
	return n;
}

static void append_and_read_back(struct room *t, int n, int rounds, unsigned max)
{
	struct otfp_file_h **w = calloc((size_t)n, sizeof(*w)), **r = calloc((size_t)n, sizeof(*r));
	struct otfp_files *fs;
	char line[32], back[32];
	int before = count_open(0);

	assert_int_equal(otfp_files_new(&fs, max, &t->err), 0);
	for (int i = 0; i < n; i++) {
		assert_int_equal(otfp_file_create(&w[i], fs, name(t, i), name(t, i), &t->err), 0);
		assert_int_equal(otfp_file_open(&r[i], fs, t->path, &t->err), 0);
		assert_int_equal(otfp_file_size(r[i]), 0);
	}
	for (int k = 0; k < rounds; k++) {
		for (int i = 0; i < n; i++) {
			snprintf(line, sizeof(line), "%08d %08d\n", i, k);
			assert_int_equal(otfp_file_append(w[i], line, 18), 0);
		}
		assert_true(count_open(0) <= before + (int)max);
		for (int i = n - 1; i >= 0; i--) { /* more than there is: all up to the end */
			snprintf(line, sizeof(line), "%08d %08d\n", i, k);
			assert_int_equal(otfp_file_read(r[i], back, sizeof(back), (uint64_t)k * 18), 18);
			assert_memory_equal(back, line, 18);
		}
	}
	for (int i = 0; i < n; i++) {
		assert_int_equal(otfp_file_size(w[i]), rounds * 18);
		assert_int_equal(otfp_file_close(w[i]), 0);
		assert_int_equal(otfp_file_close(r[i]), 0);
	}
	otfp_files_free(fs);
	assert_int_equal(count_open(0), before);
	free(w);
	free(r);
}

static void a_thousand_files_are_appended_and_read_within_four_descriptors(void **state)
{
	append_and_read_back(*state, 1000, 5, 4);
}

static void one_descriptor_is_enough(void **state)
{
	append_and_read_back(*state, 20, 5, 1);
}

static void ten_thousand_files_work_within_four_descriptors(void **state)
{
	append_and_read_back(*state, 10000, 1, 4);
}

static void files_that_do_not_fit_the_limit_of_the_system_still_work(void **state)
{
	struct rlimit old, low;

	getrlimit(RLIMIT_NOFILE, &old);
	low = old;
	low.rlim_cur = (rlim_t)count_open(0) + 3; /* the budget says 1000, the system gives less */
	setrlimit(RLIMIT_NOFILE, &low);
	append_and_read_back(*state, 50, 3, 1000);
	setrlimit(RLIMIT_NOFILE, &old);
}

static void all_descriptors_are_closed_on_exec(void **state)
{
	struct room *t = *state;
	struct otfp_file_h *w, *r;
	struct otfp_files *fs;
	int all = count_open(0), inherited = count_open(1);

	assert_int_equal(otfp_files_new(&fs, 0, &t->err), 0);
	assert_int_equal(otfp_file_create(&w, fs, t->path, t->path, &t->err), 0);
	assert_int_equal(otfp_file_open(&r, fs, t->path, &t->err), 0);
	assert_string_equal(otfp_file_path(r), t->path);
	assert_int_equal(count_open(0), all + 2);
	assert_int_equal(count_open(1), inherited);
	otfp_file_close(w);
	otfp_file_close(r);
	otfp_file_close(NULL);
	otfp_files_free(fs);
}

static void a_file_is_read_by_position(void **state)
{
	struct room *t = *state;
	struct otfp_file_h *f;
	struct otfp_files *fs;
	char b[8];

	put_file(t->path, "0123456789");
	assert_int_equal(otfp_files_new(&fs, 4, &t->err), 0);
	assert_int_equal(otfp_file_open(&f, fs, t->path, &t->err), 0);
	assert_int_equal(otfp_file_size(f), 10);
	assert_int_equal(otfp_file_read(f, b, 4, 3), 4);
	assert_memory_equal(b, "3456", 4);
	assert_int_equal(otfp_file_read(f, b, 8, 6), 4);
	assert_memory_equal(b, "6789", 4);
	assert_int_equal(otfp_file_read(f, b, 8, 10), 0);
	assert_int_equal(otfp_file_read(f, b, 8, 1000), 0);
	otfp_file_close(f);
	otfp_files_free(fs);
}

static void a_missing_file_an_existing_one_and_a_directory_are_told_with_errno(void **state)
{
	struct room *t = *state;
	struct otfp_file_h *f;
	struct otfp_files *fs;
	int before = count_open(0);

	assert_int_equal(otfp_files_new(&fs, 4, &t->err), 0);
	assert_int_equal(otfp_file_open(&f, fs, t->path, &t->err), OTFP_EFAIL);
	assert_int_equal(errno, ENOENT);
	assert_null(f);
	assert_non_null(strstr(t->err.text, t->path));
	put_file(t->path, "mine");
	assert_int_equal(otfp_file_create(&f, fs, t->path, t->path, &t->err), OTFP_EFAIL);
	assert_int_equal(errno, EEXIST);
	assert_int_equal(otfp_file_open(&f, fs, t->dir, &t->err), OTFP_EFAIL);
	assert_int_equal(errno, EISDIR);
	assert_int_equal(count_open(0), before);
	otfp_files_free(fs);
}

/* Open `path` and three more, so that a budget of 2 has closed it. */
static struct otfp_file_h *open_and_push_out(struct room *t, struct otfp_files *fs, const char *path,
                                             struct otfp_file_h **more)
{
	struct otfp_file_h *f;

	assert_int_equal(otfp_file_open(&f, fs, path, &t->err), 0);
	for (int i = 0; i < 2; i++) {
		put_file(name(t, i), "x");
		assert_int_equal(otfp_file_open(&more[i], fs, t->path, &t->err), 0);
	}
	return f;
}

static void a_file_that_vanished_or_was_replaced_is_not_read_on(void **state)
{
	struct room *t = *state;
	struct otfp_file_h *f, *more[2];
	struct otfp_files *fs;
	char path[96], other[96], b[8];

	snprintf(path, sizeof(path), "%s/gone", t->dir);
	snprintf(other, sizeof(other), "%s/other", t->dir);
	put_file(path, "first");
	assert_int_equal(otfp_files_new(&fs, 2, &t->err), 0);
	f = open_and_push_out(t, fs, path, more);
	put_file(other, "another one");
	assert_int_equal(rename(other, path), 0);
	assert_int_equal(otfp_file_read(f, b, 8, 0), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "gone: was replaced by another file"));
	unlink(path);
	assert_int_equal(otfp_file_read(f, b, 8, 0), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "gone: No such file"));
	assert_int_equal(otfp_file_close(f), 0);
	otfp_file_close(more[0]);
	otfp_file_close(more[1]);
	otfp_files_free(fs);
}

static void a_full_disk_is_told_under_the_name_shown(void **state)
{
	struct room *t = *state;
	struct rlimit old, low;
	struct otfp_file_h *f;
	struct otfp_files *fs;
	char data[8192] = {0};

	assert_int_equal(otfp_files_new(&fs, 4, &t->err), 0);
	assert_int_equal(otfp_file_create(&f, fs, t->path, "ring.1.events", &t->err), 0);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	low = old;
	low.rlim_cur = 10000; /* as near to ENOSPC as one gets without a file system of one's own */
	setrlimit(RLIMIT_FSIZE, &low);
	assert_int_equal(otfp_file_append(f, data, sizeof(data)), 0);
	assert_int_equal(otfp_file_append(f, data, sizeof(data)), OTFP_EFAIL);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_string_equal(t->err.text, "ring.1.events: File too large");
	assert_int_equal(otfp_file_close(f), 0);
	otfp_files_free(fs);
}

static void a_suspended_file_goes_on_where_it_was_and_a_lower_limit_suspends(void **state)
{
	struct room *t = *state;
	struct otfp_file_h *w[3];
	struct otfp_files *fs;

	assert_int_equal(otfp_files_new(&fs, 3, &t->err), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(otfp_file_create(&w[i], fs, name(t, i), name(t, i), &t->err), 0);
	assert_int_equal(otfp_files_count(fs), 3);
	assert_int_equal(otfp_file_touch(w[0]), 1);
	otfp_files_limit(fs, 1);
	assert_int_equal(otfp_files_count(fs), 1);
	assert_int_equal(otfp_file_touch(w[0]), 1); /* it was used last */
	assert_int_equal(otfp_file_touch(w[2]), 0);
	assert_int_equal(otfp_file_append(w[2], "ab", 2), 0);
	otfp_file_suspend(w[2]);
	otfp_file_suspend(w[2]);
	assert_int_equal(otfp_files_count(fs), 0);
	assert_int_equal(otfp_file_append(w[2], "c", 1), 0);
	assert_int_equal(otfp_file_size(w[2]), 3);
	for (int i = 0; i < 3; i++)
		assert_int_equal(otfp_file_close(w[i]), 0);
	otfp_files_free(fs);
}

static void a_file_that_exists_is_emptied_to_be_written_again(void **state)
{
	struct room *t = *state;
	struct otfp_file_h *f;
	struct otfp_files *fs;
	char back[8];

	assert_int_equal(otfp_files_new(&fs, 4, &t->err), 0);
	for (int round = 0; round < 2; round++) {
		assert_int_equal(otfp_file_rewrite(&f, fs, t->path, &t->err), 0);
		assert_int_equal(otfp_file_size(f), 0);
		assert_int_equal(otfp_file_append(f, round ? "new" : "older", round ? 3 : 5), 0);
		assert_int_equal(otfp_file_close(f), 0);
	}
	assert_int_equal(otfp_file_open(&f, fs, t->path, &t->err), 0);
	assert_int_equal(otfp_file_read(f, back, sizeof back, 0), 3);
	assert_memory_equal(back, "new", 3);
	assert_int_equal(otfp_file_close(f), 0);
	assert_int_equal(otfp_file_rewrite(&f, fs, "/missing/file", &t->err), OTFP_EFAIL);
	assert_string_equal(t->err.text, "/missing/file: No such file or directory");
	otfp_files_free(fs);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_thousand_files_are_appended_and_read_within_four_descriptors),
		T(one_descriptor_is_enough),
		T(ten_thousand_files_work_within_four_descriptors),
		T(files_that_do_not_fit_the_limit_of_the_system_still_work),
		T(all_descriptors_are_closed_on_exec),
		T(a_file_is_read_by_position),
		T(a_missing_file_an_existing_one_and_a_directory_are_told_with_errno),
		T(a_file_that_vanished_or_was_replaced_is_not_read_on),
		T(a_full_disk_is_told_under_the_name_shown),
		T(a_suspended_file_goes_on_where_it_was_and_a_lower_limit_suspends),
		T(a_file_that_exists_is_emptied_to_be_written_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
