/* Only what is missing is missing: a file that cannot be looked at is an error, in reading and in writing. */
#include "io/there.h"
#include "apiroom.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>

/* On machines with 32 bits the calls for large files and late times have names of their own. */
#define NAME(usual, large) (sizeof(long) < 8 ? (large) : (usual))

/* These stand in for those of the C library: of the looks at files and the reads, the one with number `fail_at` fails.
 */
static struct looks {
	unsigned n, fail_at;
	char path[PATH_MAX];
} looks;

static int fails(const char *path)
{
	if (++looks.n != looks.fail_at)
		return 0;
	snprintf(looks.path, sizeof looks.path, "%s", path);
	errno = EIO;
	return 1;
}

int stat(const char *path, struct stat *st)
{
	int (*next)(const char *, struct stat *) = dlsym(RTLD_NEXT, NAME("stat", "__stat64_time64"));

	return fails(path) ? -1 : next(path, st);
}

int lstat(const char *path, struct stat *st)
{
	int (*next)(const char *, struct stat *) = dlsym(RTLD_NEXT, NAME("lstat", "__lstat64_time64"));

	return fails(path) ? -1 : next(path, st);
}

int access(const char *path, int mode)
{
	int (*next)(const char *, int) = dlsym(RTLD_NEXT, "access");

	return fails(path) ? -1 : next(path, mode);
}

/* The first looks and all reading of files. */
ssize_t pread(int fd, void *p, size_t n, off_t at)
{
	ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, NAME("pread", "pread64"));

	return fails("") ? -1 : next(fd, p, n, at);
}

static struct otfp_error err;

static void only_what_is_missing_is_missing(void **state)
{
	const char *file = room_path("file"), *loop = room_path("loop"), *nowhere = room_path("nowhere");
	char below[200], name[400], path[2 * PATH_MAX];
	struct stat st;

	(void)state;
	fclose(fopen(file, "w"));
	assert_int_equal(symlink(loop, loop), 0);
	assert_int_equal(symlink("no/such", nowhere), 0);
	assert_int_equal(otfp_file_is_there(file, &st, &err), 1);
	assert_true(S_ISREG(st.st_mode));
	assert_int_equal(otfp_file_is_there(nowhere, NULL, &err), 0);
	assert_int_equal(otfp_name_is_there(nowhere, &st, &err), 1);
	assert_true(S_ISLNK(st.st_mode));
	snprintf(below, sizeof below, "%s/below", file);
	assert_int_equal(otfp_file_is_there(below, NULL, &err), 0);
	memset(name, 'n', sizeof name);
	name[sizeof name - 1] = '\0';
	assert_int_equal(otfp_file_is_there(name, NULL, &err), 0);
	for (size_t i = 0; i < sizeof path - 1; i++)
		path[i] = i % 2 ? '/' : '.';
	path[sizeof path - 1] = '\0';
	assert_int_equal(otfp_file_is_there(path, NULL, &err), OTFP_EFAIL);
	assert_int_equal(otfp_name_is_there(loop, NULL, &err), 1);
	assert_int_equal(otfp_file_is_there(loop, NULL, &err), OTFP_EFAIL);
	assert_non_null(strstr(err.text, "/loop: Too many levels of symbolic links"));
	assert_int_equal(otfp_file_is_there(loop, NULL, NULL), OTFP_EFAIL);
	assert_int_equal(errno, ELOOP);
}

/* ---- each look in turn fails ---- */

static int read_trace(const char *name)
{
	const struct otfp_record *rec;
	struct otfp_source *src;
	int code = otfp_source_open(&src, name, NULL, &err);

	if (code < 0)
		return code;
	while ((code = otfp_source_next(src, &rec)) == 0)
		;
	if (code < 0)
		err = *otfp_source_error(src);
	otfp_source_close(src);
	return code;
}

static void each_look_that_fails_ends_the_reading(const char *name)
{
	unsigned n = 0;
	int code;

	do {
		looks = (struct looks){.fail_at = ++n};
		code = read_trace(name);
		if (looks.n >= n) {
			assert_int_equal(code, OTFP_EFAIL);
			assert_non_null(strstr(err.text, looks.path));
			assert_non_null(strstr(err.text, "Input/output error"));
		}
	} while (looks.n >= n);
	assert_int_equal(code, OTFP_END);
	assert_true(n > 5);
	looks = (struct looks){0};
}

static int replace_trace(const char *path, int level)
{
	const struct otfp_write_options o = {.size = sizeof o, .streams = -1, .force = 1, .level = level};
	const struct otfp_header h = {.resolution = 1000};
	const struct otfp_record process = {.type = OTFP_DefProcess, .file = OTFP_FILE_DEF, .f = {{.u = 7}}};
	struct otfp_sink *sink;
	int code = otfp_sink_open(&sink, "otf", path, &o, NULL, &err);

	if (code < 0)
		return code;
	code = otfp_sink_begin(sink, &h);
	if (code == 0)
		code = otfp_sink_put(sink, &process);
	if (code == 0)
		code = otfp_sink_end(sink);
	if (code < 0)
		err = *otfp_sink_error(sink);
	otfp_sink_close(sink);
	return code;
}

static void a_file_of_a_trace_that_cannot_be_looked_at_is_not_missing(void **state)
{
	const char *path = room_path("small");
	char file[200];

	(void)state;
	write_small_trace(path);
	each_look_that_fails_ends_the_reading(path);
	snprintf(file, sizeof file, "%s.otf", path);
	each_look_that_fails_ends_the_reading(file);
	assert_int_equal(replace_trace(path, 1), 0);
	each_look_that_fails_ends_the_reading(path);
}

static void a_trace_that_cannot_be_looked_at_is_not_replaced(void **state)
{
	const char *path = room_path("replaced");
	unsigned n = 0;
	int code;

	(void)state;
	write_small_trace(path);
	do {
		looks = (struct looks){.fail_at = ++n};
		code = replace_trace(path, 0);
		if (looks.n >= n) {
			assert_int_equal(code, OTFP_EFAIL);
			assert_non_null(strstr(err.text, "Input/output error"));
			looks = (struct looks){.n = n, .fail_at = 0};
			assert_int_equal(read_trace(path), OTFP_END);
		}
	} while (looks.n >= n);
	assert_int_equal(code, 0);
	assert_true(n > 3);
	looks = (struct looks){0};
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_what_is_missing_is_missing),
		cmocka_unit_test(a_file_of_a_trace_that_cannot_be_looked_at_is_not_missing),
		cmocka_unit_test(a_trace_that_cannot_be_looked_at_is_not_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
