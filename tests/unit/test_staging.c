/* Write beside and rename: all of a trace or nothing, in the form the reference reads. */
#include "commit/link.h"
#include "stagingroom.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static void commit_gives_the_files_their_names_the_master_last(void **state)
{
	struct room *t = *state;
	struct stat st;
	mode_t mask = umask(022);

	make_three(t);
	assert_int_equal(count_entries(t->dir), 2); /* the directory and the lock */
	assert_int_equal(access(at(t, ".otf"), F_OK), -1);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_string_equal(disk.placed, ".otfpipe-journal.0.def.1.events.otf");
	assert_int_equal(count_entries(t->dir), 3);
	assert_content(at(t, ".0.def"), "def\n");
	assert_content(at(t, ".1.events"), "events\n");
	assert_content(at(t, ".otf"), "1:1\n");
	assert_int_equal(stat(t->path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
	umask(mask);
}

static void a_file_system_that_cannot_refuse_to_replace_gets_links(void **state)
{
	struct room *t = *state;

	disk.lacking = EINVAL;
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_int_equal(count_entries(t->dir), 3);
	assert_content(at(t, ".1.events"), "events\n");
}

static void close_without_commit_leaves_nothing(void **state)
{
	struct room *t = *state;

	make_three(t);
	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(count_entries(t->dir), 0);
	otfp_staging_close(NULL);
}

/* With `suffix` there already, nothing of the new trace is left and the old file is as it was. */
static void refuse(struct room *t, const char *suffix, int lack)
{
	FILE *f = fopen(at(t, suffix), "w");

	disk.lacking = lack;
	fputs("old", f);
	fclose(f);
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, at(t, suffix)));
	assert_non_null(strstr(t->err.text, ": exists"));
	assert_int_equal(count_entries(t->dir), 1);
	assert_content(at(t, suffix), "old");
}

static void commit_refuses_to_replace_the_master(void **state)
{
	refuse(*state, ".otf", 0);
}

static void commit_refuses_to_replace_the_first_file(void **state)
{
	refuse(*state, ".0.def", 0);
}

static void commit_refuses_to_replace_by_a_link(void **state)
{
	refuse(*state, ".1.events", ENOSYS);
}

static void commit_needs_the_last_file_to_be_there(void **state)
{
	struct room *t = *state;

	create(t, ".0.def", 0);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EUSAGE);
	assert_int_equal(count_entries(t->dir), 0);
}

static void an_empty_stage_commits_to_nothing(void **state)
{
	struct room *t = *state;

	assert_int_equal(otfp_staging_commit(t->st, NULL), 0);
	assert_int_equal(count_entries(t->dir), 0);
}

static void a_file_is_made_once(void **state)
{
	struct room *t = *state;
	struct otfp_staged *f;

	create(t, ".0.def", 0);
	assert_int_equal(otfp_staging_create(&f, t->st, t->fs, ".0.def", 0), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, at(t, ".0.def: File exists")));
	assert_int_equal(otfp_staging_commit(t->st, NULL), OTFP_EFAIL);
	assert_int_equal(count_entries(t->dir), 0);
}

static void a_full_disk_is_told_by_the_final_name_and_leaves_nothing(void **state)
{
	struct room *t = *state;
	struct otfp_staged *f = create(t, ".1.events", 0);
	struct rlimit old, low;
	char data[20000] = {0};

	create(t, ".otf", 0);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	low = old;
	low.rlim_cur = 10000; /* as near to ENOSPC as one gets without a file system of one's own */
	setrlimit(RLIMIT_FSIZE, &low);
	assert_int_equal(otfp_staged_append(f, data, sizeof(data)), OTFP_EFAIL);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_string_equal(t->err.text, at(t, ".1.events: File too large"));
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
	assert_string_equal(t->err.text, at(t, ".1.events: File too large"));
	assert_int_equal(count_entries(t->dir), 0);
}

static void a_directory_that_is_not_there_is_told_by_the_final_name(void **state)
{
	struct room *t = *state;
	struct otfp_staging *st;

	assert_int_equal(otfp_staging_open(&st, "/nowhere/ring", &plainly, &t->err), OTFP_EFAIL);
	assert_null(st);
	assert_string_equal(t->err.text, "/nowhere/ring.otf: No such file or directory");
}

/* ---- what is forced to the disk ---- */

static void a_new_trace_is_not_synced(void **state)
{
	struct room *t = *state;

	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_string_equal(disk.calls, "name .otfpipe-journal, name .0.def, name .1.events, name .otf, ");
}

static void files_that_take_the_place_of_others_are_synced(void **state)
{
	struct room *t = *state;
	char other[200];

	snprintf(other, sizeof other, "%s/other", t->dir);
	fclose(fopen(other, "w"));
	make_three(t);
	assert_int_equal(otfp_staging_drop(t->st, other), 0);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_string_equal(disk.calls, "sync D/.otf, sync D/.0.def, sync D/.1.events, sync D, sync ., "
	                                "sync D/journal, name .otfpipe-journal, sync ., "
	                                "sync ., name .0.def, name .1.events, sync ., name .otf, sync ., "
	                                "sync ., sync ., ");
	assert_int_equal(count_entries(t->dir), 3);
}

static void where_there_are_no_links_a_copy_is_synced(void **state)
{
	struct room *t = *state;
	char from[200];
	FILE *f;

	snprintf(from, sizeof from, "%s/ring.a", t->dir);
	f = fopen(from, "w");
	assert_non_null(f);
	fputs("bytes", f);
	fclose(f);
	disk.no_links = EXDEV;
	assert_int_equal(otfp_link_or_copy(from, at(t, ".b")), 0);
	assert_content(at(t, ".b"), "bytes");
	assert_string_equal(disk.calls, "sync .b, ");
	disk.bad_sync = 2;
	assert_int_equal(otfp_link_or_copy(from, at(t, ".c")), -1);
	assert_int_equal(errno, EIO);
	disk.no_links = EACCES;
	assert_int_equal(otfp_link_or_copy(from, at(t, ".d")), -1);
	assert_int_equal(access(at(t, ".d"), F_OK), -1);
}

/* ---- zlib ---- */

enum { SIZE = 300000, BLOCK = 70000 };

/* Text that packs badly, so that one block makes several writes. */
static void fill_text(char *p, size_t n, unsigned x)
{
	for (size_t i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		p[i] = (char)(x >> 24);
	}
}

/* What one unbroken deflate of that level writes with a full flush behind each block. */
static size_t reference(char *out, size_t room, const char *p, size_t n, int level)
{
	z_stream z = {0};

	assert_int_equal(deflateInit(&z, level), Z_OK);
	z.next_out = (Bytef *)out;
	z.avail_out = (uInt)room;
	for (size_t i = 0; i < n; i += BLOCK) {
		z.next_in = (Bytef *)p + i;
		z.avail_in = (uInt)(n - i < BLOCK ? n - i : BLOCK);
		assert_int_equal(deflate(&z, Z_FULL_FLUSH), Z_OK);
	}
	deflateEnd(&z);
	return room - z.avail_out;
}

static void inflate_whole(const char *p, size_t n, const char *text, size_t len)
{
	char *back = malloc(len + 1);
	z_stream z = {0};

	assert_int_equal(inflateInit(&z), Z_OK);
	z.next_in = (Bytef *)p;
	z.avail_in = (uInt)n;
	z.next_out = (Bytef *)back;
	z.avail_out = (uInt)len + 1;
	assert_int_equal(inflate(&z, Z_SYNC_FLUSH), Z_OK); /* not Z_STREAM_END: never finished */
	assert_int_equal(z.total_out, len);
	assert_int_equal(z.avail_in, 0);
	assert_memory_equal(back, text, len);
	inflateEnd(&z);
	free(back);
}

/* Nine files, one a level, written in turns by so many threads. */
static void pack_in_turns(struct room *t, unsigned threads)
{
	struct otfp_staging_options o = {0};
	struct otfp_staged *f[9];
	char *text = malloc(9 * SIZE), *want = malloc(2 * SIZE), *have = malloc(2 * SIZE), suffix[32];

	assert_int_equal(otfp_pool_new(&o.pool, threads, &t->err), 0);
	otfp_staging_close(t->st);
	assert_int_equal(otfp_staging_open(&t->st, t->stub, &o, &t->err), 0);
	for (int k = 0; k < 9; k++) {
		fill_text(text + k * SIZE, SIZE, (unsigned)k);
		memset(text + k * SIZE, 'a' + k, SIZE / 2); /* and half of it packs well */
		snprintf(suffix, sizeof(suffix), ".%d.events.z", k + 1);
		f[k] = create(t, suffix, k + 1);
	}
	for (size_t i = 0; i < SIZE; i += BLOCK)
		for (int k = 0; k < 9; k++) {
			size_t n = SIZE - i < BLOCK ? SIZE - i : BLOCK;

			assert_int_equal(otfp_staged_append(f[k], text + k * SIZE + i, n), 0);
			assert_int_equal(otfp_staged_append(f[k], "", 0), 0);
		}
	create(t, ".otf", 0);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	for (int k = 0; k < 9; k++) {
		size_t n = reference(want, 2 * SIZE, text + k * SIZE, SIZE, k + 1);

		snprintf(suffix, sizeof(suffix), ".%d.events.z", k + 1);
		assert_int_equal(get_file(at(t, suffix), have, 2 * SIZE), n);
		assert_memory_equal(have, want, n);
		inflate_whole(have, n, text + k * SIZE, SIZE);
	}
	free(text);
	free(want);
	free(have);
	otfp_staging_close(t->st);
	t->st = NULL;
	otfp_pool_free(o.pool);
}

static void packed_files_written_in_turns_are_what_one_deflate_each_writes(void **state)
{
	pack_in_turns(*state, 0);
}

static void many_threads_write_the_same_bytes(void **state)
{
	pack_in_turns(*state, 5);
}

static void a_write_that_fails_behind_several_threads_is_told_and_leaves_nothing(void **state)
{
	struct otfp_staging_options o = {0};
	struct room *t = *state;
	struct otfp_staged *f;
	struct rlimit old, low;
	char *text = malloc(SIZE);
	int r = 0;

	assert_int_equal(otfp_pool_new(&o.pool, 3, &t->err), 0);
	otfp_staging_close(t->st);
	assert_int_equal(otfp_staging_open(&t->st, t->stub, &o, &t->err), 0);
	f = create(t, ".1.events.z", 1);
	create(t, ".otf", 0);
	fill_text(text, SIZE, 1);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	low = old;
	low.rlim_cur = SIZE;
	setrlimit(RLIMIT_FSIZE, &low);
	for (int i = 0; i < 20 && r == 0; i++)
		r = otfp_staged_append(f, text, SIZE);
	assert_int_equal(r, OTFP_EFAIL);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
	setrlimit(RLIMIT_FSIZE, &old);
	assert_string_equal(t->err.text, at(t, ".1.events.z: File too large"));
	assert_int_equal(count_entries(t->dir), 0);
	otfp_staging_close(t->st);
	t->st = NULL;
	otfp_pool_free(o.pool);
	free(text);
}

static void a_packed_file_without_a_block_is_its_header(void **state)
{
	struct room *t = *state;

	create(t, ".0.def.z", 4);
	assert_int_equal(otfp_staging_commit(t->st, NULL), 0);
	assert_content(at(t, ".0.def.z"), "\x78\x5e");
}

static void a_level_that_does_not_exist_is_refused(void **state)
{
	struct room *t = *state;
	struct otfp_staged *f;

	assert_int_equal(otfp_staging_create(&f, t->st, t->fs, ".0.def.z", 10), OTFP_EUSAGE);
	assert_null(f);
}

static void ten_thousand_files_are_staged_within_four_descriptors(void **state)
{
	enum { N = 10000 };
	struct room *t = *state;
	struct otfp_staged **f = calloc(N, sizeof(*f));
	struct rlimit old, low;
	char suffix[32];

	getrlimit(RLIMIT_NOFILE, &old);
	low = old;
	low.rlim_cur = 64;
	setrlimit(RLIMIT_NOFILE, &low);
	for (int i = 0; i < N; i++) {
		snprintf(suffix, sizeof(suffix), ".%x.events.z", i + 1);
		f[i] = create(t, suffix, 1);
	}
	for (int i = 0; i < N; i++)
		put(f[i], "0\n*1\n");
	create(t, ".otf", 0);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	setrlimit(RLIMIT_NOFILE, &old);
	assert_int_equal(count_entries(t->dir), N + 1);
	free(f);
}

/* ---- exists ---- */

/* Whether a stage of that stub is refused, since there is a trace. */
static int refused(struct room *t, const char *stub)
{
	struct otfp_staging *st;
	int r = otfp_staging_open(&st, stub, &plainly, &t->err);

	otfp_staging_close(st);
	return r < 0 && strstr(t->err.text, ": exists; use --force");
}

static int refused_with(struct room *t, const char *suffix)
{
	int r;

	fclose(fopen(at(t, suffix), "w"));
	r = refused(t, t->stub);
	assert_int_equal(r && !strstr(t->err.text, t->path), 0);
	unlink(t->path);
	return r;
}

static void any_file_of_a_trace_is_a_trace_that_exists(void **state)
{
	static const char *const yes[] = {".otf",       ".thumb",   ".0.def",    ".1.defs",      ".1f.events",
	                                  ".2.snaps.z", ".3.stats", ".0.marker", ".abc.events.z"};
	static const char *const no[] = {".otf.z",       ".otfl",      ".x.events", ".1.event",
	                                 ".1.events.gz", ".events",    "..events",  ".1.thumb",
	                                 "2.otf",        ".1F.events", ".thumb.z",  ".1.events.z.z"};
	struct room *t = *state;
	char cwd[1000];

	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(refused(t, t->stub), 0);
	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		if (!refused_with(t, yes[i]))
			fail_msg("%s should count", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		if (refused_with(t, no[i]))
			fail_msg("%s should not count", no[i]);
	fclose(fopen(at(t, ".1.events"), "w"));
	assert_non_null(getcwd(cwd, sizeof(cwd)));
	assert_int_equal(chdir(t->dir), 0);
	assert_int_equal(refused(t, "ring"), 1);
	assert_int_equal(refused(t, "rin"), 0);
	assert_int_equal(chdir(cwd), 0);
}

#define T(f) cmocka_unit_test_setup_teardown(f, stagingroom_setup, stagingroom_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(commit_gives_the_files_their_names_the_master_last),
		T(a_file_system_that_cannot_refuse_to_replace_gets_links),
		T(close_without_commit_leaves_nothing),
		T(commit_refuses_to_replace_the_master),
		T(commit_refuses_to_replace_the_first_file),
		T(commit_refuses_to_replace_by_a_link),
		T(commit_needs_the_last_file_to_be_there),
		T(an_empty_stage_commits_to_nothing),
		T(a_file_is_made_once),
		T(a_full_disk_is_told_by_the_final_name_and_leaves_nothing),
		T(a_directory_that_is_not_there_is_told_by_the_final_name),
		T(a_new_trace_is_not_synced),
		T(files_that_take_the_place_of_others_are_synced),
		T(where_there_are_no_links_a_copy_is_synced),
		T(packed_files_written_in_turns_are_what_one_deflate_each_writes),
		T(many_threads_write_the_same_bytes),
		T(a_write_that_fails_behind_several_threads_is_told_and_leaves_nothing),
		T(a_packed_file_without_a_block_is_its_header),
		T(a_level_that_does_not_exist_is_refused),
		T(ten_thousand_files_are_staged_within_four_descriptors),
		T(any_file_of_a_trace_is_a_trace_that_exists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
