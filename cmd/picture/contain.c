#include "cmd/picture/contain.h"
#include "base/esc.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sanitizers reserve terabytes of addresses, so that no limit of them is useful. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_LIMITED 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_LIMITED 0
#endif
#endif
#ifndef IS_LIMITED
#define IS_LIMITED 1
#endif

enum { LOOK_MS = 2000 }; /* how often the caller looks at a child that does not answer */

/* ---- in the child ---- */

/* The end by a signal leaves no core file, nor runs a program that is called for one. Before that, the caller must be
 * able to look at us: see waits_for_itself. */
static void end_without_core(int s)
{
	(void)prctl(PR_SET_DUMPABLE, 0);
	(void)raise(s); /* it has its default again */
}

/* A stack that overflows has no room for a handler. */
static void set_handlers(void)
{
	static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGXCPU};
	static char other_stack[1 << 16];
	const stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
	struct sigaction sa = {.sa_handler = end_without_core, .sa_flags = (int)SA_RESETHAND | SA_NODEFER};

	if (sigaltstack(&stack, NULL) == 0)
		sa.sa_flags |= SA_ONSTACK;
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaction(fatal[i], &sa, NULL);
}

/* Handlers are those of the caller; they must not run here. */
static void settle_signals(void)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGALRM, SIGUSR1, SIGUSR2};
	sigset_t none;

	for (int s = 1; s < NSIG; s++)
		signal(s, SIG_DFL);
	set_handlers();
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Bytes of address space that this process has. */
static uint64_t memory_now(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (f && fscanf(f, "%lu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, uint64_t most)
{
	struct rlimit r;

	if (getrlimit(resource, &r) < 0)
		return;
	r.rlim_cur = most < r.rlim_max ? (rlim_t)most : r.rlim_max;
	(void)setrlimit(resource, &r);
}

void contain_progress(void)
{
	struct rusage u;

	if (getrusage(RUSAGE_SELF, &u) == 0)
		limit(RLIMIT_CPU, (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + CONTAIN_SECONDS + 1);
}

/* Ours never exceeds what the caller was given. */
static uint64_t memory_given, memory_allowed;

void contain_allow(uint64_t n)
{
	if (memory_allowed == 0)
		return;
	memory_allowed += n < memory_given - memory_allowed ? n : memory_given - memory_allowed;
	limit(RLIMIT_AS, memory_allowed);
}

static void limit_memory(void)
{
	struct rlimit r;

	if (!IS_LIMITED || getrlimit(RLIMIT_AS, &r) < 0)
		return;
	memory_given = r.rlim_cur;
	memory_allowed = memory_now();
	if (memory_allowed > memory_given)
		memory_allowed = 0;
	contain_allow(CONTAIN_MEMORY);
}

static void set_limits(void)
{
	limit_memory();
	contain_progress();
}

/* Descriptors of the caller: its locks, pipes of other children, whose end would never be seen. */
static void close_others(void)
{
	if (syscall(SYS_close_range, 3u, UINT_MAX, 0u) == 0)
		return;
	for (int fd = 3, n = (int)sysconf(_SC_OPEN_MAX); fd < n; fd++)
		(void)close(fd);
}

/* fds: asked, answers, printed. They may have the numbers 0 to 2. */
static void settle_descriptors(const int fds[3], int keep)
{
	int high[3];

	for (int i = 0; i < 3; i++) {
		high[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, 3);
		if (high[i] < 0)
			_exit(1);
	}
	for (int i = 0; i < 3; i++)
		if (dup2(high[i], i) < 0 || close(high[i]) < 0)
			_exit(1);
	if (!keep)
		close_others();
}

void contain_leave(int status)
{
	_exit(status);
}

/* A killed caller cannot end its child, which would still hold its locks, and write. */
static void die_with(pid_t caller)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != caller)
		_exit(1);
}

/* @param caller  0: it does not matter to the child */
static void run(contain_fn *fn, void *ctx, const int fds[3], int keep, pid_t caller)
{
	if (caller)
		die_with(caller);
	settle_signals();
	settle_descriptors(fds, keep);
	set_limits();
	fn(ctx);
	_exit(0);
}

/* ---- in the caller ---- */

static void close_all(int *fds, int n)
{
	for (int i = 0; i < n; i++) {
		if (fds[i] >= 0)
			(void)close(fds[i]);
		fds[i] = -1;
	}
}

/* fds: asked, answers, printed, and the other ends: ask, answer. */
static int open_descriptors(int fds[5])
{
	int sockets[2], pipes[2];

	fds[2] = memfd_create("printed", MFD_CLOEXEC);
	if (fds[2] < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
		return -1;
	fds[0] = sockets[0];
	fds[3] = sockets[1];
	if (pipe2(pipes, O_CLOEXEC) < 0)
		return -1;
	fds[1] = pipes[1];
	fds[4] = pipes[0];
	otfp_fd_widen(fds[1]);
	return 0;
}

int contain_start(struct contained *c, contain_fn *fn, void *ctx, int keep, const char *who, const char *path,
                  otfp_stop_fn *stop, struct otfp_error *err)
{
	const pid_t self = getpid();
	/* the signal at the end of its caller comes at the end of the thread that started it: the first one stays */
	const int is_first = syscall(SYS_gettid) == self;
	int fds[5] = {-1, -1, -1, -1, -1}, code;
	sigset_t all, old;

	*c = (struct contained){.ask = -1, .answer = -1, .printed = -1, .who = who, .stop = stop};
	if (open_descriptors(fds) < 0) {
		code = otfp_fail_errno(err, "%s", path);
		close_all(fds, 5);
		return code;
	}
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old); /* no handler of the caller runs in the child */
	c->pid = fork();
	if (c->pid == 0) {
		close_all(fds + 3, 2);
		run(fn, ctx, fds, keep, is_first ? self : 0);
	}
	code = c->pid < 0 ? otfp_fail_errno(err, "%s: cannot start a process", path) : 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	close_all(fds, 2);
	c->printed = fds[2];
	c->ask = fds[3];
	c->answer = fds[4];
	return code;
}

int contain_send(struct contained *c, const void *p, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = send(c->ask, (const char *)p + done, n - done, MSG_NOSIGNAL);

		if (k < 0 && !otfp_fd_again(c->stop)) {
			if (errno == EPIPE || errno == ECONNRESET)
				return 0;
			return errno == EINTR ? OTFP_EINTR : OTFP_EFAIL;
		}
		done += k > 0 ? (size_t)k : 0;
	}
	return 0;
}

/*
 * Whether the child waits for a lock. It has one thread, so nobody will release that: what it runs, or calls in libc,
 * forgot to after an error. Any other wait (for a disk, a network, us, or SIGCONT) has another place in the
 * kernel. If the kernel does not say where, the answer is no.
 */
static int waits_for_itself(pid_t pid)
{
	char text[64] = "";
	int fd;

	snprintf(text, sizeof text, "/proc/%ld/wchan", (long)pid);
	fd = otfp_fd_open(text, O_RDONLY, otfp_go_on);
	if (fd < 0)
		return 0;
	text[0] = 0;
	(void)!otfp_fd_read(fd, text, sizeof text - 1, otfp_go_on);
	(void)close(fd);
	return strstr(text, "futex") != NULL;
}

/* Wait for an answer, or for the end of the child. Two looks in succession: the threads of a sanitizer have locks.
 * @return 0, or -1 with errno */
static int await(struct contained *c)
{
	int nlooks = 0, ready;

	while ((ready = otfp_fd_wait(c->answer, LOOK_MS, c->stop)) == 0) {
		nlooks = c->pid > 0 && waits_for_itself(c->pid) ? nlooks + 1 : 0;
		if (nlooks == 2) {
			c->is_stuck = 1;
			(void)kill(c->pid, SIGKILL);
		}
	}
	return ready < 0 ? -1 : 0;
}

int contain_receive(struct contained *c, void *p, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = await(c) < 0 ? -1 : otfp_fd_read(c->answer, (char *)p + done, n - done, c->stop);

		if (k < 0)
			return errno == EINTR ? OTFP_EINTR : OTFP_EFAIL;
		if (k == 0)
			return 1;
		done += (size_t)k;
	}
	return 0;
}

/* The status of the child, or -1 if the caller has taken it by itself. */
static int wait_for(struct contained *c)
{
	int status = -1;
	pid_t got;

	do
		got = waitpid(c->pid, &status, 0);
	while (got < 0 && errno == EINTR);
	c->pid = 0;
	return got < 0 ? -1 : status;
}

static int describe_end(const char *who, char *text, size_t room, int status, int is_stuck)
{
	static const char *const names[] = {[SIGABRT] = " (aborted)",
	                                    [SIGSEGV] = " (segmentation fault)",
	                                    [SIGBUS] = " (bus error)",
	                                    [SIGFPE] = " (arithmetic exception)",
	                                    [SIGILL] = " (illegal instruction)",
	                                    [SIGKILL] = " (killed)"};
	int s = status == -1 || WIFEXITED(status) ? 0 : WTERMSIG(status);

	if (is_stuck)
		return snprintf(text, room, "%s waited for a lock that nobody releases", who);
	if (s == 0)
		return snprintf(text, room, "%s ended the process", who);
	if (s == SIGXCPU)
		return snprintf(text, room, "%s made no progress in %d s of processor time", who, CONTAIN_SECONDS);
	return snprintf(text, room, "%s ended by signal %d%s", who, s,
	                (size_t)s < sizeof names / sizeof *names && names[s] ? names[s] : "");
}

void contain_why(struct contained *c, char *text, size_t room)
{
	char printed[200], *end;
	ssize_t got = otfp_fd_read_at(c->printed, printed, sizeof printed, 0);
	int used = describe_end(c->who, text, room, c->pid ? wait_for(c) : -1, c->is_stuck);

	while (got > 0 && (printed[got - 1] == '\n' || printed[got - 1] == ' '))
		got--;
	if (got <= 0 || used < 0 || (size_t)used + 3 + 4 * (size_t)got > room)
		return;
	memcpy(text + used, ": ", 2);
	end = otfp_esc_put(text + used + 2, printed, (size_t)got);
	*end = 0;
}

void contain_end(struct contained *c)
{
	int fds[] = {c->ask, c->answer, c->printed};

	if (c->pid > 0) {
		(void)kill(c->pid, SIGKILL);
		(void)wait_for(c);
	}
	close_all(fds, 3);
	*c = (struct contained){.ask = -1, .answer = -1, .printed = -1};
}
