/* A process that does what could crash, abort or hang, and what is told of its end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "cmd/picture/contain.h"

static struct otfp_error err;

static void run(contain_fn *fn, char *text, size_t room)
{
	struct contained c;
	char byte;

	assert_int_equal(contain_start(&c, fn, NULL, 0, "the child", "x", otfp_go_on, &err), 0);
	assert_int_equal(contain_receive(&c, &byte, 1), 1);
	contain_why(&c, text, room);
	contain_end(&c);
	contain_end(&c);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void cry_and_abort(void *ctx)
{
	(void)ctx;
	fprintf(stderr, "bug\tin line 3\n\n");
	abort();
}

static void crash(void *ctx)
{
	(void)ctx;
	raise(SIGSEGV);
}

static void loop(void *ctx)
{
	const struct rlimit second = {1, RLIM_INFINITY};

	(void)ctx;
	setrlimit(RLIMIT_CPU, &second);
	for (volatile uint64_t i = 0;; i++)
		continue;
}

static void leave(void *ctx)
{
	(void)ctx;
	contain_leave(3);
}

/* A lock that somebody has forgotten. */
static void wait_for_lock(void *ctx)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

	(void)ctx;
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
}

static contain_fn *volatile again;

static void overflow_stack(void *ctx)
{
	volatile char room[4096];

	room[0] = ctx != NULL;
	again((void *)room);
	room[1] = 0;
}

/* What is said of the end of a process that does fn. */
static void says(contain_fn *fn, const char *want)
{
	char text[400];

	run(fn, text, sizeof text);
	if (getenv("OTFPIPE_EMULATED") && strlen(text) > strlen(want)) /* the emulator says something, too */
		text[strlen(want)] = 0;
	assert_string_equal(text, want);
}

static void the_end_of_a_contained_process_is_told_with_what_it_printed(void **unused)
{
	(void)unused;
	says(cry_and_abort, "the child ended by signal 6 (aborted): bug\\tin line 3");
	says(crash, "the child ended by signal 11 (segmentation fault)");
	says(loop, "the child made no progress in 10 s of processor time");
	says(leave, "the child ended the process");
	again = overflow_stack;
	says(overflow_stack, "the child ended by signal 11 (segmentation fault)");
}

static void a_contained_process_that_waits_for_a_lock_is_ended(void **unused)
{
	char text[400];

	(void)unused;
	run(wait_for_lock, text, sizeof text);
	assert_string_equal(text, "the child waited for a lock that nobody releases");
}

/* Longer than the caller waits between two looks; stopped, too. */
static void wait_long(void *ctx)
{
	const struct timespec long_enough = {5, 0};

	(void)ctx;
	nanosleep(&long_enough, NULL);
	if (write(1, "x", 1) != 1)
		contain_leave(1);
}

static void a_contained_process_may_wait_for_anything_else(void **unused)
{
	struct contained c;
	char byte;

	(void)unused;
	assert_int_equal(contain_start(&c, wait_long, NULL, 0, "the child", "x", otfp_go_on, &err), 0);
	assert_int_equal(contain_receive(&c, &byte, 1), 0);
	contain_end(&c);
}

/* Signals that the user sends to all, and descriptors of the caller. */
static void look_around(void *ctx)
{
	char said[3] = "---";

	(void)ctx;
	raise(SIGINT);
	raise(SIGTERM);
	raise(SIGHUP);
	raise(SIGUSR1);
	said[0] = 's';
	if (fcntl(7, F_GETFD) < 0)
		said[1] = 'f';
	if (write(1, said, sizeof said) != sizeof said)
		contain_leave(1);
	pause();
}

static void on_signal(int s)
{
	(void)s;
	abort(); /* must not run in the child */
}

static void a_contained_process_has_no_handlers_and_no_descriptors_of_its_caller(void **unused)
{
	struct contained c;
	char said[3];

	(void)unused;
	assert_int_equal(dup2(1, 7), 7);
	signal(SIGUSR1, on_signal);
	assert_int_equal(contain_start(&c, look_around, NULL, 0, "the child", "x", otfp_go_on, &err), 0);
	assert_int_equal(contain_receive(&c, said, sizeof said), 0);
	assert_memory_equal(said, "sf-", 3);
	contain_end(&c); /* it waits for ever */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	signal(SIGUSR1, SIG_DFL);
	close(7);
}

/* Two at once: the second must not keep the first alive. */
static void echo(void *ctx)
{
	char byte;

	(void)ctx;
	while (otfp_fd_read(0, &byte, 1, otfp_go_on) == 1)
		if (otfp_fd_write(1, &byte, 1, otfp_go_on) != 1)
			break;
}

static void contained_processes_do_not_know_of_one_another(void **unused)
{
	struct contained a, b;
	char byte = 'x';

	(void)unused;
	assert_int_equal(contain_start(&a, echo, NULL, 0, "the child", "x", otfp_go_on, &err), 0);
	assert_int_equal(contain_start(&b, echo, NULL, 0, "the child", "x", otfp_go_on, &err), 0);
	assert_int_equal(contain_send(&a, &byte, 1), 0);
	assert_int_equal(contain_receive(&a, &byte, 1), 0);
	close(a.ask);
	a.ask = -1;
	assert_int_equal(contain_receive(&a, &byte, 1), 1); /* it saw the end */
	contain_end(&a);
	kill(b.pid, SIGKILL);
	assert_int_equal(contain_receive(&b, &byte, 1), 1);
	assert_int_equal(contain_send(&b, &byte, 1), 0); /* no SIGPIPE */
	contain_end(&b);
	assert_int_equal(contain_send(&b, &byte, 1), OTFP_EFAIL);
}

static void sleep_for_ever(void *unused)
{
	(void)unused;
	while (1)
		pause();
}

/* It has a pipe of its caller; when both are gone, there is the end of the pipe. */
static void a_contained_process_is_killed_with_its_caller(void **unused)
{
	int pipes[2];
	pid_t caller;
	char byte;

	(void)unused;
	assert_int_equal(pipe(pipes), 0);
	caller = fork();
	if (caller == 0) {
		struct contained c;
		if (contain_start(&c, sleep_for_ever, NULL, 1, "the child", "x", otfp_go_on, &err) < 0 ||
		    write(pipes[1], "x", 1) != 1)
			_exit(1);
		sleep_for_ever(NULL);
	}
	close(pipes[1]);
	assert_int_equal(read(pipes[0], &byte, 1), 1);
	kill(caller, SIGKILL);
	assert_int_equal(waitpid(caller, NULL, 0), caller);
	assert_int_equal(poll(&(struct pollfd){pipes[0], POLLIN, 0}, 1, 10000), 1);
	assert_int_equal(read(pipes[0], &byte, 1), 0);
	close(pipes[0]);
}

static int is_stopped;

static int stop(void)
{
	return is_stopped;
}

static void note(int s)
{
	is_stopped = s == SIGUSR2;
}

/* Tell the caller to go on, then to stop. */
static void send_signals(void *ctx)
{
	(void)ctx;
	kill(getppid(), SIGUSR1);
	if (write(1, "x", 1) != 1)
		contain_leave(1);
	if (otfp_fd_read(0, &(char){0}, 1, otfp_go_on) != 1)
		contain_leave(1);
	for (;;) /* one that comes before the caller waits is in vain */
		kill(getppid(), SIGUSR2);
}

static void a_signal_ends_the_wait_for_a_contained_process_if_the_caller_says_so(void **unused)
{
	const struct sigaction sa = {.sa_handler = note};
	struct contained c;
	char byte;

	(void)unused;
	sigaction(SIGUSR1, &sa, NULL);
	sigaction(SIGUSR2, &sa, NULL);
	assert_int_equal(contain_start(&c, send_signals, NULL, 0, "the child", "x", stop, &err), 0);
	assert_int_equal(contain_receive(&c, &byte, 1), 0);
	assert_int_equal(contain_send(&c, &byte, 1), 0);
	while (contain_receive(&c, &byte, 1) == 0)
		continue;
	assert_int_equal(is_stopped, 1);
	contain_end(&c);
}

static void take_memory(void *ctx)
{
	void *volatile small, *volatile large;
	char said[2] = "--";

	(void)ctx;
	contain_allow(UINT64_C(256) << 20);
	small = malloc((UINT64_C(1) << 30) + (64 << 20));
	large = malloc(UINT64_C(2) << 30);
	said[0] = small ? 's' : '-';
	said[1] = large ? 'l' : '-';
	if (write(1, said, sizeof said) != sizeof said)
		contain_leave(1);
}

static void the_memory_of_a_contained_process_is_limited(void **unused)
{
	struct contained c;
	char said[2];

	(void)unused;
#if defined(__SANITIZE_ADDRESS__)
	skip();
#endif
	if (getenv("OTFPIPE_EMULATED")) /* it has no limit of the address space */
		skip();
	assert_int_equal(contain_start(&c, take_memory, NULL, 0, "the child", "x", otfp_go_on, &err), 0);
	assert_int_equal(contain_receive(&c, said, sizeof said), 0);
	assert_memory_equal(said, "s-", 2);
	contain_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_end_of_a_contained_process_is_told_with_what_it_printed),
		cmocka_unit_test(a_contained_process_that_waits_for_a_lock_is_ended),
		cmocka_unit_test(a_contained_process_may_wait_for_anything_else),
		cmocka_unit_test(a_contained_process_has_no_handlers_and_no_descriptors_of_its_caller),
		cmocka_unit_test(contained_processes_do_not_know_of_one_another),
		cmocka_unit_test(a_contained_process_is_killed_with_its_caller),
		cmocka_unit_test(a_signal_ends_the_wait_for_a_contained_process_if_the_caller_says_so),
		cmocka_unit_test(the_memory_of_a_contained_process_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
