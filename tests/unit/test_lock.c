/* One writer at a time for a name. */
#include "commit/lock.h"
#include "stagingroom.h"
#include <dlfcn.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Stands in for that of the C library. Before the lock is taken the file goes, as if its last owner had removed it. */
static const char *removed;
static unsigned calls;

int flock(int fd, int how)
{
	int (*next)(int, int) = dlsym(RTLD_NEXT, "flock");

	calls++;
	if (removed)
		unlink(removed);
	removed = NULL;
	return next(fd, how);
}

static int setup(void **state)
{
	if (stagingroom_setup(state) < 0)
		return -1;
	otfp_staging_close(((struct room *)*state)->st);
	((struct room *)*state)->st = NULL;
	calls = 0;
	return 0;
}

static void a_second_owner_is_refused_and_told_the_name(void **state)
{
	struct room *t = *state;
	struct otfp_lock *first, *second;

	assert_int_equal(otfp_lock_acquire(&first, t->stub, ".otf", &t->err), 0);
	assert_int_equal(otfp_lock_holds(first), 1);
	assert_int_equal(otfp_lock_acquire(&second, t->stub, ".otf", &t->err), OTFP_EFAIL);
	assert_null(second);
	assert_non_null(strstr(t->err.text, "ring.otf: another command is writing it"));
	assert_int_equal(otfp_lock_release(first, &t->err), 0);
	assert_int_equal(count_entries(t->dir), 0);
	assert_int_equal(otfp_lock_acquire(&second, t->stub, ".otf", &t->err), 0);
	assert_int_equal(otfp_lock_release(second, &t->err), 0);
	assert_int_equal(otfp_lock_release(NULL, NULL), 0);
}

static void a_lock_on_a_file_that_its_last_owner_removed_is_none(void **state)
{
	struct room *t = *state;
	struct otfp_lock *first, *second;

	removed = at(t, ".otfpipe-lock");
	assert_int_equal(otfp_lock_acquire(&first, t->stub, ".otf", &t->err), 0);
	assert_int_equal(calls, 2);
	assert_int_equal(access(at(t, ".otfpipe-lock"), F_OK), 0);
	assert_int_equal(otfp_lock_acquire(&second, t->stub, ".otf", &t->err), OTFP_EFAIL);
	assert_int_equal(otfp_lock_release(first, &t->err), 0);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, stagingroom_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_second_owner_is_refused_and_told_the_name),
		T(a_lock_on_a_file_that_its_last_owner_removed_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
