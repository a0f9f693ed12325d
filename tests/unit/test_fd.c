/* System calls that signals interrupt, and that move a part of the bytes. */
#include "base/fd.h"
#include "io/inputs.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>

/* These stand in for those of the C library: the first `signals` calls are interrupted, the others move `most` bytes.
 */
static struct {
	int signals;
	size_t most;
} kernel;

static int interrupted(void)
{
	if (kernel.signals <= 0)
		return 0;
	kernel.signals--;
	errno = EINTR;
	return 1;
}

static size_t part(size_t n)
{
	return kernel.most && n > kernel.most ? kernel.most : n;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* On machines with 32 bits the calls with a place in a large file have names of their own. */
#define NEXT_AT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, sizeof(long) < 8 ? #name "64" : #name))

ssize_t read(int fd, void *p, size_t n)
{
	return interrupted() ? -1 : NEXT(read)(fd, p, part(n));
}

ssize_t pread(int fd, void *p, size_t n, off_t at)
{
	return interrupted() ? -1 : NEXT_AT(pread)(fd, p, part(n), at);
}

ssize_t write(int fd, const void *p, size_t n)
{
	return interrupted() ? -1 : NEXT(write)(fd, p, part(n));
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
	return interrupted() ? -1 : NEXT_AT(pwrite)(fd, p, part(n), at);
}

int poll(struct pollfd *p, nfds_t n, int timeout)
{
	return interrupted() ? -1 : NEXT(poll)(p, n, timeout);
}

int close(int fd)
{
	int r = NEXT(close)(fd);

	return interrupted() ? -1 : r;
}

static unsigned asked;

static int stop_at_second(void)
{
	return ++asked == 2;
}

static int stop_and_forget(void)
{
	errno = 0;
	return 1;
}

static void a_stop_function_decides_after_a_signal(void **state)
{
	char b[4];
	int fd[2];

	(void)state;
	assert_int_equal(pipe(fd), 0);
	kernel.signals = 3;
	assert_int_equal(otfp_fd_write(fd[1], "abc", 3, otfp_go_on), 3);
	kernel.signals = 3;
	asked = 0;
	assert_int_equal(otfp_fd_read(fd[0], b, 1, stop_at_second), -1);
	assert_int_equal(errno, EINTR);
	assert_int_equal(asked, 2);
	kernel.signals = 1;
	assert_int_equal(otfp_fd_read(fd[0], b, 1, NULL), -1);
	assert_int_equal(errno, EINTR);
	kernel.signals = 1;
	assert_int_equal(otfp_fd_read(fd[0], b, 1, stop_and_forget), -1);
	assert_int_equal(errno, EINTR);
	kernel.signals = 3;
	assert_int_equal(otfp_fd_read(fd[0], b, 4, otfp_go_on), 3);
	assert_memory_equal(b, "abc", 3);
	close(fd[0]);
	close(fd[1]);
}

static void a_descriptor_that_does_not_block_is_waited_for_again_after_a_signal(void **state)
{
	char b[4];
	int fd[2];

	(void)state;
	assert_int_equal(pipe(fd), 0);
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	kernel.signals = 1; /* of the read, below of the poll */
	assert_int_equal(otfp_fd_read(fd[0], b, 1, NULL), -1);
	assert_int_equal(errno, EINTR);
	assert_int_equal(otfp_fd_write(fd[1], "x", 1, NULL), 1);
	kernel.signals = 2;
	assert_int_equal(otfp_fd_read(fd[0], b, 1, otfp_go_on), 1);
	close(fd[0]);
	close(fd[1]);
}

static void parts_are_put_together(void **state)
{
	char path[] = "/tmp/otfp-fd-XXXXXX", b[16];
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	kernel.most = 1;
	kernel.signals = 2;
	assert_int_equal(otfp_fd_write(fd, "0123456789", 10, otfp_go_on), 10);
	kernel.signals = 2;
	assert_int_equal(otfp_fd_write_at(fd, "abc", 3, 4), 0);
	kernel.signals = 2;
	assert_int_equal(otfp_fd_read_at(fd, b, 8, 1), 8);
	assert_memory_equal(b, "123abc78", 8);
	assert_int_equal(otfp_fd_read_at(fd, b, sizeof b, 7), 3);
	assert_int_equal(otfp_fd_read_at(fd, b, 1, 10), 0);
	kernel.most = 0;
	kernel.signals = 1;
	assert_int_equal(otfp_fd_close(fd), 0); /* the descriptor is closed */
	assert_int_equal(otfp_fd_close(fd), -1);
	assert_int_equal(errno, EBADF);
	assert_int_equal(otfp_fd_read_at(fd, b, 1, 0), -1);
	assert_int_equal(otfp_fd_write_at(fd, b, 1, 0), -1);
	unlink(path);
}

static void a_first_look_has_all_its_bytes(void **state)
{
	char path[] = "/tmp/otfp-fd-XXXXXX";
	const char *const name = path;
	struct otfp_inputs in;
	struct otfp_error err;
	int fd = mkstemp(path);

	(void)state;
	assert_int_equal(write(fd, "\x28\xb5\x2f\xfd 0123456789", 15), 15);
	close(fd);
	assert_int_equal(otfp_inputs_init(&in, &name, 1, &err), 0);
	kernel.most = 1;
	kernel.signals = 1;
	assert_int_equal(otfp_inputs_look(&in, 0)->n, 15);
	assert_int_equal(otfp_inputs_check(&in, 0, &err), 0);
	kernel.most = 0;
	otfp_inputs_release(&in);
	unlink(path);
}

static void a_first_look_that_fails_is_an_error(void **state)
{
	const char *const names[] = {"/proc/self/mem", "/no/such"};
	struct otfp_inputs in;
	struct otfp_error err;

	(void)state;
	assert_int_equal(otfp_inputs_init(&in, names, 2, &err), 0);
	assert_false(otfp_inputs_look(&in, 0)->is_readable); /* reading it from byte 0 on fails: EIO */
	assert_int_equal(otfp_inputs_check(&in, 0, &err), OTFP_EFAIL);
	assert_string_equal(err.text, "/proc/self/mem: Input/output error");
	assert_int_equal(otfp_inputs_check(&in, 1, &err), 0);
	otfp_inputs_release(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stop_function_decides_after_a_signal),
		cmocka_unit_test(a_descriptor_that_does_not_block_is_waited_for_again_after_a_signal),
		cmocka_unit_test(parts_are_put_together),
		cmocka_unit_test(a_first_look_has_all_its_bytes),
		cmocka_unit_test(a_first_look_that_fails_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
