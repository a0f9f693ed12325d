/* Each allocation of a conversion fails, in turn: the result is complete, or there is a message and no output. */
#include "failing.h"
#include "commit/beside.h"
#include "tau/write/sink.h"
#include "trace/sink.h"
#include "vtf3/write/records.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char top[4096], room[4096]; /* the sources; the folder of the output, empty before each try */

/* A conversion, and a hash of what it makes. */
struct way {
	const char *from, *format, *to; /* from: a path, in `top` if it does not begin with '/' */
	const void *own;
	uint64_t made;
};

static uint64_t add(uint64_t hash, const void *p, size_t n)
{
	for (const unsigned char *b = p; n; n--)
		hash = (hash ^ *b++) * UINT64_C(0x100000001b3);
	return hash;
}

static uint64_t hash_of(const char *path)
{
	char bytes[4096];
	uint64_t hash = 0;
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	while ((n = fread(bytes, 1, sizeof bytes, f)) > 0)
		hash = add(hash, bytes, n);
	fclose(f);
	return hash;
}

/* A hash of all files of the folder, which are removed, but for what the next writer removes. 0 = there is none */
static uint64_t take_files(void)
{
	char path[8192];
	uint64_t sum = 0;
	struct dirent *e;
	DIR *d = opendir(room);

	assert_non_null(d);
	while ((e = readdir(d)) != NULL) {
		if (e->d_name[0] == '.' || strstr(e->d_name, ".otfpipe-"))
			continue;
		snprintf(path, sizeof path, "%s/%s", room, e->d_name);
		sum += add(hash_of(path), e->d_name, strlen(e->d_name)) | 1;
		assert_int_equal(remove(path), 0);
	}
	closedir(d);
	return sum;
}

static int copy(struct otfp_source *src, struct otfp_sink *sink)
{
	const struct otfp_record *const *recs;
	int code = otfp_sink_begin(sink, otfp_source_header(src)), got;
	size_t n;

	while (code == 0 && (got = otfp_source_batch(src, &recs, &n)) <= 0)
		code = got < 0 ? got : otfp_sink_put_all(sink, recs, n);
	return code < 0 ? code : otfp_sink_end(sink);
}

static int try(void *ctx)
{
	struct way *w = ctx;
	struct otfp_write_options how;
	struct otfp_read_options read;
	struct otfp_source *src = NULL;
	struct otfp_sink *sink = NULL;
	struct otfp_error opening = {0}, writing = {0};
	char from[8192], to[8192];
	uint64_t made;
	int code;

	snprintf(from, sizeof from, "%s%s%s", *w->from == '/' ? "" : top, *w->from == '/' ? "" : "/", w->from);
	snprintf(to, sizeof to, "%s/%s", room, w->to);
	otfp_write_options_init(&how);
	otfp_read_options_init(&read);
	read.need_times = 1;
	code = otfp_source_open(&src, from, &read, &opening);
	if (code == 0)
		code = otfp_sink_create(&sink, w->format, to, &how, w->own, &writing);
	if (code == 0)
		code = copy(src, sink);
	if (code < 0 && !strstr(opening.text, "memory") && !strstr(writing.text, "memory") &&
	    !(src && strstr(otfp_source_error(src)->text, "memory")))
		fail_msg("%d: %s, %s, %s", code, opening.text, writing.text, src ? otfp_source_error(src)->text : "");
	otfp_sink_close(sink);
	otfp_source_close(src);
	made = take_files();
	if (!w->made)
		w->made = made;
	assert_true(made == (code == 0 ? w->made : 0));
	return code;
}

static void each_fails(struct way *ways, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		print_message("%s to %s\n", ways[i].from, ways[i].to);
		assert_int_equal(try(&ways[i]), 0);
		each_allocation_fails(try, &ways[i]);
	}
}

static void otf_is_copied_whole_or_not_at_all(void **state)
{
	struct way ways[] = {{"sample.otf", "otf", "out", NULL, 0}};

	(void)state;
	each_fails(ways, sizeof ways / sizeof *ways);
}

/* Its times stand only in records, so the first ones are read when it is opened. */
static void a_stream_is_read_whole_or_not_at_all(void **state)
{
	char path[8192];
	struct way ways[] = {{path, "otf", "out", NULL, 0}};
	FILE *f;

	(void)state;
	snprintf(path, sizeof path, "%s/in.otfl", room);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs("@OTFPIPE\t1.0\nDefProcess\t-\t0\t1\tp\t0\nDefTimerResolution\t-\t0\t1000\nNoOp\t5\t1\n@END\t3\n", f);
	assert_int_equal(fclose(f), 0);
	strcpy(room + strlen(room), "/out");
	assert_int_equal(mkdir(room, 0700), 0);
	each_fails(ways, sizeof ways / sizeof *ways);
	assert_int_equal(rmdir(room), 0);
	*strrchr(room, '/') = '\0';
	assert_int_equal(remove(path), 0);
}

static void vtf3_is_read_whole_or_not_at_all(void **state)
{
	struct way ways[] = {{"ping.bpv", "otf", "out", NULL, 0}};

	(void)state;
	each_fails(ways, sizeof ways / sizeof *ways);
}

static void vtf3_is_written_whole_or_not_at_all(void **state)
{
	static const struct otfp_vtf3_write_options full = {.format = OTFP_VTF3_STD_BINARY, .profile = OTFP_VTF3_FULL},
						    ascii = {.format = OTFP_VTF3_STD_ASCII, .profile = OTFP_VTF3_PLAIN},
						    fast = {.format = OTFP_VTF3_FST_ASCII, .profile = OTFP_VTF3_COMPAT},
						    legacy = {.format = OTFP_VTF3_LEGACY_ASCII,
	                                                      .profile = OTFP_VTF3_COMPAT};
	struct way ways[] = {{"sample.otf", "vtf3", "out.vpt", &full, 0},
	                     {"sample.otf", "vtf3", "out.vpt", &ascii, 0},
	                     {"sample.otf", "vtf3", "out.vpt", &fast, 0},
	                     {"sample.otf", "vtf3", "out.vpt", &legacy, 0}};

	(void)state;
	each_fails(ways, sizeof ways / sizeof *ways);
}

static void tau_is_written_whole_or_not_at_all(void **state)
{
	struct way ways[] = {{"sample.otf", "tau", "out", NULL, 0}};

	(void)state;
	each_fails(ways, sizeof ways / sizeof *ways);
}

/* ---- names beside a trace ---- */

static int count_name(void *ctx, const char *suffix)
{
	(void)suffix;
	++*(unsigned *)ctx;
	return 0;
}

static int try_list(void *ctx)
{
	struct otfp_beside *beside;
	unsigned n = 0;

	if (otfp_beside_list(&beside, ctx) < 0)
		return OTFP_EFAIL;
	assert_int_equal(otfp_beside_each_of(beside, ctx, count_name, &n), 0);
	assert_int_equal(n, 5); /* sample.otf and the files with numbers */
	otfp_beside_free(beside);
	return 0;
}

static void a_list_of_files_is_whole_or_none(void **state)
{
	char stub[8192];

	(void)state;
	snprintf(stub, sizeof stub, "%s/sample", top);
	each_allocation_fails(try_list, stub);
}

static int find_rooms(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	if (!realpath("tests/data", top))
		return -1;
	snprintf(room, sizeof room, "%s/nomemory-XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(room) ? 0 : -1;
}

static int remove_room(void **state)
{
	(void)state;
	return rmdir(room);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(otf_is_copied_whole_or_not_at_all),
		cmocka_unit_test(a_stream_is_read_whole_or_not_at_all),
		cmocka_unit_test(vtf3_is_read_whole_or_not_at_all),
		cmocka_unit_test(vtf3_is_written_whole_or_not_at_all),
		cmocka_unit_test(tau_is_written_whole_or_not_at_all),
		cmocka_unit_test(a_list_of_files_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, find_rooms, remove_room);
}
