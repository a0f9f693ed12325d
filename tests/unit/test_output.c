/* Bytes out: blocks, room, full disks, signals. */
#include "io/output.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>

struct sink {
	int fd;
	unsigned delay; /* us before the first read; a tenth of it before each other */
	size_t n;
	unsigned char *p;
};

static void *collect(void *arg)
{
	struct sink *s = arg;
	ssize_t k;

	usleep(s->delay);
	while ((k = read(s->fd, s->p + s->n, 100000)) > 0) {
		s->n += (size_t)k;
		usleep(s->delay / 10);
	}
	return NULL;
}

static void put_numbers(struct otfp_output *out, struct otfp_error *err, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		int r;

		while ((r = otfp_output_room(out, 16)) == OTFP_EINTR)
			;
		if (r < 0)
			fail_msg("%s", err->text);
		out->p += sprintf(out->p, "%u\n", i);
	}
}

static void assert_numbers(const struct sink *s, unsigned count)
{
	const char *p = (const char *)s->p;

	for (unsigned i = 0; i < count; i++) {
		char *end;

		assert_int_equal(strtoul(p, &end, 10), i);
		assert_int_equal(*end, '\n');
		p = end + 1;
	}
	assert_ptr_equal(p, (const char *)s->p + s->n);
}

/* Write numbers through a pipe that is read late; flags are set on the end that is written. */
static void through_a_pipe(int flags, unsigned delay, struct itimerval *every)
{
	struct itimerval never = {{0, 0}, {0, 0}};
	enum { COUNT = 500000 };
	struct otfp_error err;
	struct otfp_output out;
	struct sink s = {0};
	pthread_t id;
	sigset_t alarms;
	int fd[2], r;

	assert_int_equal(pipe(fd), 0);
	fcntl(fd[1], F_SETFL, flags);
	s.fd = fd[0];
	s.delay = delay;
	s.p = calloc(1, 8 << 20);
	assert_int_equal(otfp_output_init(&out, fd[1], "stdout", &err), 0);
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM); /* only the writer is to be interrupted */
	pthread_sigmask(SIG_BLOCK, &alarms, NULL);
	assert_int_equal(pthread_create(&id, NULL, collect, &s), 0);
	pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
	if (every)
		setitimer(ITIMER_REAL, every, NULL);
	put_numbers(&out, &err, COUNT);
	while ((r = otfp_output_flush(&out)) == OTFP_EINTR)
		;
	setitimer(ITIMER_REAL, &never, NULL);
	assert_int_equal(r, 0);
	otfp_output_release(&out);
	assert_true(fcntl(fd[1], F_GETFD) >= 0); /* it stays the caller's */
	close(fd[1]);
	pthread_join(id, NULL);
	close(fd[0]);
	assert_numbers(&s, COUNT);
	free(s.p);
}

static void all_bytes_go_through_a_pipe_in_order(void **state)
{
	(void)state;
	through_a_pipe(0, 0, NULL);
}

static void a_descriptor_that_does_not_block_is_waited_for(void **state)
{
	(void)state;
	through_a_pipe(O_NONBLOCK, 50000, NULL);
}

static int alarms_seen;

static void on_alarm(int sig)
{
	(void)sig;
	alarms_seen++;
}

static void after_a_signal_one_can_go_on_without_a_gap_or_a_byte_twice(void **state)
{
	struct sigaction act = {.sa_handler = on_alarm}, old;
	struct itimerval every = {{0, 3000}, {0, 3000}};

	(void)state;
	sigaction(SIGALRM, &act, &old);
	through_a_pipe(0, 50000, &every);
	sigaction(SIGALRM, &old, NULL);
	assert_true(alarms_seen > 0);
}

static void a_signal_while_the_pipe_is_full_is_told(void **state)
{
	struct sigaction act = {.sa_handler = on_alarm}, old;
	struct itimerval soon = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
	struct otfp_error err;
	struct otfp_output out;
	int fd[2], r = 0;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	assert_int_equal(otfp_output_init(&out, fd[1], "stdout", &err), 0);
	sigaction(SIGALRM, &act, &old);
	setitimer(ITIMER_REAL, &soon, NULL);
	while (r == 0) {
		memset(out.p, 'x', (size_t)(out.end - out.p));
		out.p = out.end;
		r = otfp_output_room(&out, 1);
	}
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &old, NULL);
	assert_int_equal(r, OTFP_EINTR);
	assert_int_equal(err.code, OTFP_EINTR);
	otfp_output_release(&out);
	close(fd[0]);
	close(fd[1]);
}

static void a_full_device_is_told_and_the_bytes_stay(void **state)
{
	struct otfp_error err;
	struct otfp_output out;
	int fd = open("/dev/full", O_WRONLY);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(otfp_output_init(&out, fd, "stdout", &err), 0);
	assert_int_equal(otfp_output_room(&out, 3), 0);
	memcpy(out.p, "abc", 3);
	out.p += 3;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(otfp_output_flush(&out), OTFP_EFAIL);
		assert_string_equal(err.text, "stdout: No space left on device");
		assert_int_equal(out.p - out.buf, 3);
		assert_memory_equal(out.buf, "abc", 3);
	}
	assert_int_equal(otfp_output_make_room(&out, 1 << 20), OTFP_EFAIL);
	otfp_output_release(&out);
	close(fd);
}

static void a_large_need_gets_its_room(void **state)
{
	char path[] = "/tmp/otfp-output-XXXXXX";
	struct otfp_error err;
	struct otfp_output out;
	int fd = mkstemp(path);

	(void)state;
	assert_int_equal(otfp_output_init(&out, fd, path, &err), 0);
	assert_int_equal(otfp_output_flush(&out), 0); /* of nothing */
	*out.p++ = 'a';
	assert_int_equal(otfp_output_room(&out, 16 << 20), 0);
	assert_true(out.end - out.p >= 16 << 20);
	memset(out.p, 'b', 16 << 20);
	out.p += 16 << 20;
	assert_int_equal(otfp_output_flush(&out), 0);
	assert_int_equal(lseek(fd, 0, SEEK_END), (16 << 20) + 1);
	otfp_output_release(&out);
	close(fd);
	unlink(path);
}

static void a_pipe_is_made_larger_never_smaller(void **state)
{
	struct otfp_error err;
	struct otfp_output out;
	int fd[2], before;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	before = fcntl(fd[1], F_GETPIPE_SZ);
	assert_int_equal(otfp_output_init(&out, fd[1], "stdout", &err), 0);
	assert_true(fcntl(fd[1], F_GETPIPE_SZ) >= before);
	otfp_output_release(&out);
	if (fcntl(fd[1], F_SETPIPE_SZ, 4 << 20) > 0) { /* root may */
		assert_int_equal(otfp_output_init(&out, fd[1], "stdout", &err), 0);
		assert_int_equal(fcntl(fd[1], F_GETPIPE_SZ), 4 << 20);
		otfp_output_release(&out);
	}
	close(fd[0]);
	close(fd[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_bytes_go_through_a_pipe_in_order),
		cmocka_unit_test(a_descriptor_that_does_not_block_is_waited_for),
		cmocka_unit_test(after_a_signal_one_can_go_on_without_a_gap_or_a_byte_twice),
		cmocka_unit_test(a_signal_while_the_pipe_is_full_is_told),
		cmocka_unit_test(a_full_device_is_told_and_the_bytes_stay),
		cmocka_unit_test(a_large_need_gets_its_room),
		cmocka_unit_test(a_pipe_is_made_larger_never_smaller),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
