/* plan.c - which call fails, and the place where the program starts. */
#include "fault.h"
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const fault_names[NCALLS] = {
	[CALL_ALLOC] = "alloc",       [CALL_OPEN] = "open",         [CALL_READ] = "read",
	[CALL_WRITE] = "write",       [CALL_CLOSE] = "close",       [CALL_LSEEK] = "lseek",
	[CALL_SYNC] = "sync",         [CALL_RENAME] = "rename",     [CALL_RENAME2] = "rename2",
	[CALL_LINK] = "link",         [CALL_UNLINK] = "unlink",     [CALL_MKDIR] = "mkdir",
	[CALL_MKTEMP] = "mktemp",     [CALL_STAT] = "stat",         [CALL_READDIR] = "readdir",
	[CALL_OPENDIR] = "opendir",   [CALL_REALPATH] = "realpath", [CALL_TRUNCATE] = "truncate",
	[CALL_ALLOCATE] = "allocate", [CALL_FLOCK] = "flock",       [CALL_DUP] = "dup",
	[CALL_FCHMOD] = "fchmod",     [CALL_POLL] = "poll",         [CALL_MMAP] = "mmap",
	[CALL_THREAD] = "thread",
};

static const char *const kind_names[] = {"none", "once", "from", "half", "trickle", "full"};

static struct fault_plan plan;
static struct fault_shared own, *shared = &own;
static int armed, place = -1;
static pid_t process; /* its children have no signal handlers, so that nothing interrupts them */
static int (*program)(int, char **, char **);

static int find(const char *const *names, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(names[i], word))
			return (int)i;
	return -1;
}

int fault_plan_parse(struct fault_plan *p, const char *text)
{
	char call[16], kind[16];
	int c, k;

	memset(p, 0, sizeof *p);
	if (!*text)
		return 0;
	if (sscanf(text, "%15s %u %15s %d", call, &p->at, kind, &p->error) != 4)
		return -1;
	c = find(fault_names, NCALLS, call);
	k = find(kind_names, sizeof kind_names / sizeof *kind_names, kind);
	if (c < 0 || k < 0)
		return -1;
	p->call = (enum fault_call)c;
	p->kind = (enum fault_kind)k;
	return 0;
}

void fault_arm(const struct fault_plan *p, struct fault_shared *s)
{
	plan = *p;
	shared = s;
	armed = 1;
	process = getpid();
}

/* Where it happened, for the driver's --where. */
static void show_place(void)
{
	void *frames[64];

	if (place >= 0 && shared->fired == 1)
		backtrace_symbols_fd(frames, backtrace(frames, 64), place);
}

/* Count a call. @return 0: before the N-th, 1: the N-th, 2: after it */
static int count(enum fault_call call)
{
	unsigned n;

	if (!armed)
		return 0;
	n = atomic_fetch_add((_Atomic unsigned *)&shared->count[call], 1) + 1;
	if (call != plan.call || plan.kind == KIND_NONE || n < plan.at || (plan.error == EINTR && getpid() != process))
		return 0;
	return n == plan.at ? 1 : 2;
}

static void fire(void)
{
	atomic_fetch_add((_Atomic unsigned *)&shared->fired, 1);
	show_place();
	errno = plan.error;
}

int fault_fails(enum fault_call call)
{
	const int when = count(call);

	if (when == 0 || (when == 2 && plan.kind != KIND_FROM))
		return 0;
	fire();
	return 1;
}

ssize_t fault_allows(enum fault_call call, size_t n)
{
	const int when = count(call);
	int fails, half;

	if (when == 0)
		return (ssize_t)n;
	fails = plan.kind == KIND_FROM || (plan.kind == KIND_ONCE && when == 1) ||
	        (plan.kind == KIND_FULL && when == 2);
	half = plan.kind == KIND_TRICKLE || (when == 1 && (plan.kind == KIND_HALF || plan.kind == KIND_FULL));
	if (fails || half)
		fire();
	return fails ? -1 : half && n > 1 ? (ssize_t)(n / 2) : (ssize_t)n;
}

/*
 * Fonts are found before. When fontconfig cannot read a file or has no memory for it, it goes on without it: a picture
 * has other letters, which is no mistake, and can only be seen as a difference.
 */
static void find_fonts(void)
{
	int (*find)(void);

	*(void **)&find = dlsym(RTLD_DEFAULT, "FcInit");
	if (find)
		(void)find();
}

/* Alone: FAULT is the fault, FAULT_PLACE a file for the stack of the call. Of the driver: FAULT_SERVER are its pipes.
 */
static int start(int argc, char **argv, char **envp)
{
	const char *server = getenv("FAULT_SERVER"), *fault = getenv("FAULT"), *file = getenv("FAULT_PLACE");
	int requests, replies;
	void *frame;

	if (file) {
		(void)backtrace(&frame, 1); /* loads what it needs */
		place = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	}
	find_fonts();
	if (server && sscanf(server, "%d,%d", &requests, &replies) == 2) {
		fault_serve(requests, replies);
	} else {
		struct fault_plan p;

		if (fault_plan_parse(&p, fault ? fault : "") < 0)
			return 99;
		stdout = fault_stream(STDOUT_FILENO);
		fault_arm(&p, &own);
	}
	return program(argc, argv, envp);
}

/* libc calls it with the address of main. */
int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
	int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void),
	            void *);

	*(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
	program = main;
	return real(start, argc, argv, init, fini, rtld_fini, stack_end);
}
