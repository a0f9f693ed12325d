/* A trace takes the place of an older one, or all stays as it was. */
#include "commit/beside.h"
#include "commit/journal.h"
#include "stagingroom.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const old_files[] = {".otf", ".0.def.z", ".1.events", ".2.events", ".1.defs", ".thumb"};
enum { NOLD = sizeof(old_files) / sizeof(*old_files) };

static void put_file(struct room *t, const char *suffix)
{
	FILE *f = fopen(at(t, suffix), "w");

	assert_non_null(f);
	fputs(suffix, f);
	fclose(f);
}

static void assert_old(struct room *t)
{
	for (size_t i = 0; i < NOLD; i++)
		assert_content(at(t, old_files[i]), old_files[i]);
	assert_int_equal(count_entries(t->dir), NOLD);
}

static void assert_new(struct room *t)
{
	assert_content(at(t, ".0.def"), "def\n");
	assert_content(at(t, ".1.events"), "events\n");
	assert_content(at(t, ".otf"), "1:1\n");
	assert_int_equal(count_entries(t->dir), 3);
}

/* An old trace, and a stage that is to replace it. */
static int setup_old(void **state)
{
	struct room *t;

	if (stagingroom_setup(state) < 0)
		return -1;
	t = *state;
	otfp_staging_close(t->st);
	for (size_t i = 0; i < NOLD; i++)
		put_file(t, old_files[i]);
	return otfp_staging_open(&t->st, t->stub, &replacing, &t->err);
}

static void all_files_of_the_old_trace_go_whatever_their_names(void **state)
{
	struct room *t = *state;

	make_three(t);
	for (size_t i = 0; i < NOLD; i++)
		assert_content(at(t, old_files[i]), old_files[i]);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_new(t);
}

/* The stage anew, with what stood in the directory before. @return as otfp_staging_open */
static int open_with(struct room *t, struct otfp_beside *beside, int replace)
{
	const struct otfp_staging_options o = {.replace = replace, .beside = beside};

	otfp_staging_close(t->st);
	t->st = NULL;
	return otfp_staging_open(&t->st, t->stub, &o, &t->err);
}

static void a_directory_read_before_tells_all_old_files(void **state)
{
	static const char *const others[] = {"-1.otf", "0.otf", ".oth", "z"}; /* begin with the name, too */
	struct room *t = *state;
	struct otfp_beside *b;

	for (size_t i = 0; i < 4; i++)
		put_file(t, others[i]);
	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(otfp_beside_list(&b, t->stub), 0);
	assert_true(open_with(t, b, 0) < 0);
	assert_int_equal(open_with(t, b, 1), 0);
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	otfp_beside_free(b);
	for (size_t i = 0; i < 4; i++) {
		assert_content(at(t, others[i]), others[i]);
		unlink(at(t, others[i]));
	}
	assert_new(t);
}

static void a_trace_that_came_since_the_directory_was_read_is_seen(void **state)
{
	struct room *t = *state;
	struct otfp_beside *b;

	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(otfp_beside_list(&b, t->stub), 0);
	for (size_t i = 0; i < NOLD; i++)
		put_file(t, old_files[i]);
	assert_true(open_with(t, b, 0) < 0);
	assert_string_equal(t->err.text + strlen(t->stub), ".otf: exists; use --force to replace a trace");
	assert_old(t);
	assert_int_equal(open_with(t, b, 1), 0);
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	otfp_beside_free(b);
	assert_new(t);
}

static void a_file_that_came_since_the_directory_was_read_is_not_written_over(void **state)
{
	struct room *t = *state;
	struct otfp_beside *b;

	assert_int_equal(otfp_beside_list(&b, t->stub), 0);
	assert_int_equal(open_with(t, b, 1), 0);
	make_three(t);
	put_file(t, ".1.events");
	assert_true(otfp_staging_commit(t->st, ".otf") < 0);
	assert_content(at(t, ".1.events"), ".1.events");
	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(count_entries(t->dir), 1);
	otfp_beside_free(b);
}

static void a_file_system_that_cannot_refuse_to_replace_gets_links_for_old_files_too(void **state)
{
	struct room *t = *state;

	disk.lacking = EINVAL;
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_new(t);
}

static void a_name_that_is_new_may_be_replaced_as_well(void **state)
{
	struct room *t = *state;

	otfp_staging_close(t->st);
	assert_int_equal(otfp_staging_open(&t->st, t->stub, &replacing, &t->err), 0);
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_new(t);
}

static void without_being_asked_nothing_is_replaced(void **state)
{
	struct room *t = *state;
	struct otfp_staging *st;

	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(otfp_staging_open(&st, t->stub, &plainly, &t->err), OTFP_EFAIL);
	assert_null(st);
	assert_non_null(strstr(t->err.text, ": exists; use --force to replace"));
	assert_old(t);
}

static void what_is_no_file_is_not_replaced(void **state)
{
	struct room *t = *state;
	struct otfp_staging *st;

	otfp_staging_close(t->st);
	t->st = NULL;
	assert_int_equal(symlink("elsewhere", at(t, ".3.events")), 0);
	assert_int_equal(otfp_staging_open(&st, t->stub, &replacing, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "ring.3.events: is a symbolic link"));
	unlink(t->path);
	mkdir(t->path, 0777);
	assert_int_equal(otfp_staging_open(&st, t->stub, &replacing, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "ring.3.events: is not a regular file"));
	rmdir(t->path);
	assert_old(t);
}

static void a_link_that_comes_up_meanwhile_is_not_replaced(void **state)
{
	struct room *t = *state;

	make_three(t);
	assert_int_equal(symlink("elsewhere", at(t, ".3.events")), 0);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
	unlink(at(t, ".3.events"));
	assert_old(t);
}

static void the_second_writer_of_a_name_is_refused(void **state)
{
	struct room *t = *state;
	struct otfp_staging *st;

	assert_int_equal(otfp_staging_open(&st, t->stub, &replacing, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "ring.otf: another command is writing it"));
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_new(t);
	assert_int_equal(otfp_staging_open(&st, t->stub, &replacing, &t->err), 0);
	otfp_staging_close(st);
	assert_new(t);
}

enum { RENAMES = 1 + NOLD + 3 }; /* the journal, old files, new files */

/* A replacement whose n-th rename fails, and all from there if `more`. */
static void replace_failing_at(struct room *t, int n, int more)
{
	make_three(t);
	disk.good = n;
	disk.bad = more ? 1000 : 1;
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, ": Input/output error"));
	disk.bad = 0;
}

static void a_rename_that_fails_anywhere_leaves_the_old_trace(void **state)
{
	struct room *t = *state;

	for (int n = 0; n < RENAMES; n++) {
		replace_failing_at(t, n, 0);
		assert_null(strstr(t->err.text, "--recover"));
		assert_old(t);
		otfp_staging_close(t->st);
		assert_int_equal(otfp_staging_open(&t->st, t->stub, &replacing, &t->err), 0);
	}
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_new(t);
}

static void where_it_cannot_be_undone_the_journal_stays_and_completes_it(void **state)
{
	struct room *t = *state;

	for (int n = 2; n < RENAMES; n++) {
		replace_failing_at(t, n, 1);
		assert_non_null(strstr(t->err.text, "; run 'otf-write --recover "));
		assert_int_equal(access(at(t, ".otf"), F_OK), -1);
		assert_int_equal(otfp_journal_exists(t->stub, &t->err), 1);
		assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), 1);
		assert_new(t);
		assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), 0);
		assert_int_equal(stagingroom_teardown(state), 0);
		assert_int_equal(setup_old(state), 0);
		t = *state;
	}
}

static void a_replacement_is_synced_before_each_step_that_relies_on_it(void **state)
{
	struct room *t = *state;

	otfp_staging_close(t->st);
	t->st = NULL;
	put_file(t, ".otf");
	put_file(t, ".2.events");
	assert_int_equal(otfp_staging_open(&t->st, t->stub, &replacing, &t->err), 0);
	make_three(t);
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_string_equal(disk.calls, "sync D/.otf, sync D/.0.def, sync D/.1.events, sync D, sync ., "
	                                "sync D/journal, name .otfpipe-journal, sync ., "
	                                "name D/old/.otf, sync ., name D/old/.2.events, "
	                                "sync ., name .0.def, name .1.events, sync ., name .otf, sync ., "
	                                "sync ., sync ., ");
	assert_new(t);
}

enum { SYNCS = 13 }; /* as above */

static void a_sync_that_fails_leaves_the_old_trace_or_a_journal_that_completes_it(void **state)
{
	struct room *t = *state;

	for (int n = 1; n <= SYNCS; n++) {
		make_three(t);
		disk.syncs = 0;
		disk.bad_sync = n;
		assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
		assert_non_null(strstr(t->err.text, "Input/output error"));
		disk.bad_sync = 0;
		if (otfp_journal_exists(t->stub, &t->err)) {
			assert_non_null(strstr(t->err.text, "; run 'otf-write --recover "));
			assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), 1);
			assert_new(t);
		} else if (n < SYNCS) {
			assert_old(t);
		}
		assert_int_equal(stagingroom_teardown(state), 0);
		assert_int_equal(setup_old(state), 0);
		t = *state;
	}
	make_three(t);
	disk.syncs = 0;
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_int_equal(disk.syncs, SYNCS);
}

enum { MANY = 100 };

static void make_many(struct room *t)
{
	make_three(t);
	for (int i = 2; i < MANY; i++) {
		char suffix[24];
		snprintf(suffix, sizeof suffix, ".%d.events", i);
		put(create(t, suffix, 0), "events\n");
	}
}

/* One sync for all of them, before the first gets its name. */
static void many_files_are_synced_at_once(void **state)
{
	static const char first[] = "all D, sync D, sync ., sync D/journal, name .otfpipe-journal, sync ., ";
	struct room *t = *state;

	make_many(t);
	disk.syncs = 0;
	disk.calls[0] = '\0';
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_memory_equal(disk.calls, first, sizeof first - 1);
	assert_in_range(disk.syncs, 1, 20);
	assert_int_equal(count_entries(t->dir), MANY + 1);
}

static void many_files_that_cannot_be_synced_leave_the_old_trace(void **state)
{
	struct room *t = *state;

	make_many(t);
	disk.syncs = 0;
	disk.bad_sync = 1;
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "Input/output error"));
	assert_old(t);
}

static void where_a_file_system_cannot_be_synced_each_file_is(void **state)
{
	struct room *t = *state;

	make_many(t);
	disk.no_syncfs = 1;
	disk.syncs = 0;
	assert_int_equal(otfp_staging_commit(t->st, ".otf"), 0);
	assert_in_range(disk.syncs, MANY + 1, MANY + 20);
	assert_int_equal(count_entries(t->dir), MANY + 1);
}

static void the_next_stage_of_the_name_completes_it_first(void **state)
{
	struct room *t = *state;

	replace_failing_at(t, 5, 1);
	otfp_staging_close(t->st);
	assert_int_equal(otfp_staging_open(&t->st, t->stub, &plainly, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, ": exists"));
	assert_new(t);
}

#define T(f) cmocka_unit_test_setup_teardown(f, stagingroom_setup, stagingroom_teardown)
#define OLD(f) cmocka_unit_test_setup_teardown(f, setup_old, stagingroom_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OLD(all_files_of_the_old_trace_go_whatever_their_names),
		OLD(a_directory_read_before_tells_all_old_files),
		T(a_trace_that_came_since_the_directory_was_read_is_seen),
		T(a_file_that_came_since_the_directory_was_read_is_not_written_over),
		OLD(a_file_system_that_cannot_refuse_to_replace_gets_links_for_old_files_too),
		T(a_name_that_is_new_may_be_replaced_as_well),
		OLD(without_being_asked_nothing_is_replaced),
		OLD(what_is_no_file_is_not_replaced),
		OLD(a_link_that_comes_up_meanwhile_is_not_replaced),
		OLD(the_second_writer_of_a_name_is_refused),
		OLD(a_rename_that_fails_anywhere_leaves_the_old_trace),
		OLD(where_it_cannot_be_undone_the_journal_stays_and_completes_it),
		T(a_replacement_is_synced_before_each_step_that_relies_on_it),
		OLD(a_sync_that_fails_leaves_the_old_trace_or_a_journal_that_completes_it),
		OLD(many_files_are_synced_at_once),
		OLD(many_files_that_cannot_be_synced_leave_the_old_trace),
		OLD(where_a_file_system_cannot_be_synced_each_file_is),
		OLD(the_next_stage_of_the_name_completes_it_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
