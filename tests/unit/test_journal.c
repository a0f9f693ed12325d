/* What a journal says: written and read back, and nothing else taken for one. */
#include "commit/beside.h"
#include "commit/journal.h"
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static const char text[] = "otfpipe-journal 1\n"
			   "dir .otfpipe-a1B2c3\n"
			   "old .otf\n"
			   "old .0.def.z\n"
			   "new .0.def\n"
			   "new .otf\n"
			   "drop /home/a b\\nc/ring.0.otf\n"
			   "end\n";

/* @return what otfp_journal_text_parse says of a copy */
static int parse(struct otfp_journal_text *t, const char *s, size_t n)
{
	char *copy = strndup(s, n);
	int r;

	memset(t, 0, sizeof(*t));
	r = otfp_journal_text_parse(t, copy);
	free(copy);
	return r;
}

static void a_journal_is_read_back(void **state)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct otfp_journal_text t;

	(void)state;
	assert_int_equal(parse(&t, text, strlen(text)), 0);
	assert_string_equal(t.dir, ".otfpipe-a1B2c3");
	assert_string_equal(otfp_first_string(&t.lists[OTFP_JOURNAL_OLD]), ".otf");
	assert_string_equal(otfp_last_string(&t.lists[OTFP_JOURNAL_OLD]), ".0.def.z");
	assert_string_equal(otfp_last_string(&t.lists[OTFP_JOURNAL_NEW]), ".otf");
	assert_string_equal(otfp_first_string(&t.lists[OTFP_JOURNAL_DROP]), "/home/a b\nc/ring.0.otf");
	assert_ptr_equal(otfp_last_string(&t.lists[OTFP_JOURNAL_DROP]), otfp_first_string(&t.lists[OTFP_JOURNAL_DROP]));
	assert_int_equal(otfp_journal_text_format(&t, &b), 0);
	assert_int_equal(b.n, strlen(text));
	assert_memory_equal(b.p, text, b.n);
	otfp_buf_release(&b);
	otfp_journal_text_release(&t);
}

static void a_journal_that_was_cut_anywhere_is_none(void **state)
{
	struct otfp_journal_text t;

	(void)state;
	for (size_t n = 0; n < strlen(text); n++) {
		assert_int_equal(parse(&t, text, n), -1);
		otfp_journal_text_release(&t);
	}
}

static void only_names_that_a_journal_may_hold_are_taken(void **state)
{
	static const char *const bad[] = {
		"new ../x\n",
		"new .otf/../../x\n",
		"new /etc/passwd\n",
		"old .otfpipe-abcdef\n",
		"drop ring.otf\n",
		"dir .otfpipe-/x/yz\n",
		"dir .otfpipe-a1B2c4\n",
		"put .otf\n",
		"new\n",
		"\n",
		"new .1.events\\q\n",
		"end\nnew .otf\n",
	};
	struct otfp_journal_text t;
	char s[300];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		snprintf(s, sizeof(s), "otfpipe-journal 1\ndir .otfpipe-a1B2c3\nnew .otf\n%send\n", bad[i]);
		if (parse(&t, s, strlen(s)) != -1)
			fail_msg("taken: %s", bad[i]);
		otfp_journal_text_release(&t);
	}
	assert_int_equal(parse(&t, "otfpipe-journal 1\ndir .otfpipe-a1B2c3\nend\n", 100), -1);
	otfp_journal_text_release(&t);
	assert_int_equal(parse(&t, "otfpipe-journal 1\nnew .otf\nend\n", 100), -1);
	otfp_journal_text_release(&t);
	assert_int_equal(parse(&t, "otfpipe-journal 2\ndir .otfpipe-a1B2c3\nnew .otf\nend\n", 100), -1);
	otfp_journal_text_release(&t);
}

/* ---- on disk ---- */

struct room {
	char dir[64], stub[96], path[160];
	struct otfp_error err;
};

static int setup(void **state)
{
	struct room *t = calloc(1, sizeof(*t));

	*state = t;
	strcpy(t->dir, "/tmp/otfp-journal-XXXXXX");
	if (!mkdtemp(t->dir))
		return -1;
	snprintf(t->stub, sizeof(t->stub), "%s/ring", t->dir);
	snprintf(t->path, sizeof(t->path), "%s.otfpipe-journal", t->stub);
	return 0;
}

static int teardown(void **state)
{
	struct room *t = *state;
	int r;

	unlink(t->path);
	r = rmdir(t->dir);
	free(t);
	return r;
}

static void put(struct room *t, const char *s)
{
	FILE *f = fopen(t->path, "w");

	assert_non_null(f);
	fputs(s, f);
	fclose(f);
}

static void without_a_journal_there_is_nothing_to_do(void **state)
{
	struct room *t = *state;

	assert_int_equal(otfp_journal_exists(t->stub, &t->err), 0);
	assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), 0);
}

static void a_damaged_journal_is_told_and_stays(void **state)
{
	struct room *t = *state;

	put(t, "otfpipe-journal 1\ndir .otfpipe-a1B2c3\nnew .otf\n");
	assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "ring.otfpipe-journal: damaged"));
	assert_int_equal(otfp_journal_exists(t->stub, &t->err), 1);
}

static void a_journal_of_another_user_is_not_followed(void **state)
{
	struct room *t = *state;

	put(t, text);
	if (chown(t->path, 12345, 12345) < 0)
		skip();
	assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "another user"));
}

static void a_journal_that_is_a_link_is_not_followed(void **state)
{
	struct room *t = *state;

	assert_int_equal(symlink("/dev/null", t->path), 0);
	assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), OTFP_EFAIL);
}

static void a_journal_whose_files_are_all_gone_is_dropped(void **state)
{
	struct room *t = *state;

	put(t, "otfpipe-journal 1\ndir .otfpipe-a1B2c3\nold .otf\nnew .otf\nend\n");
	assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), 1);
	assert_int_equal(otfp_journal_exists(t->stub, &t->err), 0);
}

static void a_new_file_that_is_gone_is_told_and_the_journal_stays(void **state)
{
	struct room *t = *state;
	char dir[200], master[220];

	put(t, "otfpipe-journal 1\ndir .otfpipe-a1B2c3\nnew .0.def\nnew .otf\nend\n");
	snprintf(dir, sizeof(dir), "%s.otfpipe-a1B2c3", t->stub);
	snprintf(master, sizeof(master), "%s/.otf", dir);
	assert_int_equal(mkdir(dir, 0777), 0);
	fclose(fopen(master, "w"));
	assert_int_equal(otfp_journal_recover(t->stub, NULL, NULL, &t->err), OTFP_EFAIL);
	assert_non_null(strstr(t->err.text, "ring.0.def: is missing"));
	assert_int_equal(otfp_journal_exists(t->stub, &t->err), 1);
	assert_int_equal(otfp_fresh_remove(dir), 0);
}

static void a_directory_with_files_of_others_is_not_removed(void **state)
{
	struct room *t = *state;
	char dir[200], other[220];

	snprintf(dir, sizeof(dir), "%s.otfpipe-a1B2c3", t->stub);
	snprintf(other, sizeof(other), "%s/notes", dir);
	assert_int_equal(mkdir(dir, 0777), 0);
	fclose(fopen(other, "w"));
	assert_int_equal(otfp_fresh_remove(dir), -1);
	assert_int_equal(errno, ENOTEMPTY);
	unlink(other);
	assert_int_equal(otfp_fresh_remove(dir), 0);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_journal_is_read_back),
		cmocka_unit_test(a_journal_that_was_cut_anywhere_is_none),
		cmocka_unit_test(only_names_that_a_journal_may_hold_are_taken),
		T(without_a_journal_there_is_nothing_to_do),
		T(a_damaged_journal_is_told_and_stays),
		T(a_journal_of_another_user_is_not_followed),
		T(a_journal_that_is_a_link_is_not_followed),
		T(a_journal_whose_files_are_all_gone_is_dropped),
		T(a_new_file_that_is_gone_is_told_and_the_journal_stays),
		T(a_directory_with_files_of_others_is_not_removed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
