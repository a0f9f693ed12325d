/*
 * server.c - runs the program once for each request, in a process forked just before main(): exec and the dynamic
 * linker cost more than the commands themselves on a small trace.
 *
 * A request is a line: a fault (fault.h) or nothing. Replies are lines: first the process, then its wait status, the
 * number of injections, and the number of calls of each kind. FAULT_STDIN, FAULT_STDOUT and FAULT_STDERR are files.
 * With FAULT_PIPES standard input and output are pipes, which the server fills and empties.
 */
#include "fault.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIPE_SIZE (1 << 20)
#define CPU_SECONDS 3 /* of a program; FAULT_SECONDS if it is given */
#define FILE_LIMIT (256 << 20)

struct pipes {
	int in, out[2]; /* of the program's standard input and output; -1: none */
};

static int open_env(const char *name, int flags)
{
	const char *file = getenv(name);

	return open(file ? file : "/dev/null", flags | O_CLOEXEC, 0666);
}

/* Copy one file descriptor to another until its end, or until a pipe is empty. */
static void copy(int from, int to)
{
	char block[4096];
	ssize_t n;

	while ((n = read(from, block, sizeof block)) > 0 && write(to, block, (size_t)n) == n)
		;
}

static int make_pipe(int *fds)
{
	return pipe2(fds, O_CLOEXEC) < 0 || fcntl(fds[1], F_SETPIPE_SZ, PIPE_SIZE) < 0;
}

/* Both pipes are large enough for all that a small trace needs, so nobody has to wait. */
static int open_pipes(struct pipes *p)
{
	int in[2], file;

	*p = (struct pipes){-1, {-1, -1}};
	if (!getenv("FAULT_PIPES"))
		return 0;
	if (make_pipe(in) || make_pipe(p->out) || fcntl(p->out[0], F_SETFL, O_NONBLOCK) < 0)
		return -1;
	file = open_env("FAULT_STDIN", O_RDONLY);
	copy(file, in[1]);
	close(file);
	close(in[1]);
	p->in = in[0];
	return 0;
}

static void close_pipes(struct pipes *p)
{
	int file;

	if (p->in < 0)
		return;
	file = open_env("FAULT_STDOUT", O_WRONLY | O_CREAT | O_TRUNC);
	copy(p->out[0], file);
	close(file);
	close(p->in);
	close(p->out[0]);
	close(p->out[1]);
}

static void redirect(const struct pipes *p)
{
	dup2(p->in >= 0 ? p->in : open_env("FAULT_STDIN", O_RDONLY), 0);
	dup2(p->in >= 0 ? p->out[1] : open_env("FAULT_STDOUT", O_WRONLY | O_CREAT | O_TRUNC), 1);
	dup2(open_env("FAULT_STDERR", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND), 2);
	close_range(3, ~0U, 0);
}

static void limit(int what, rlim_t value)
{
	struct rlimit l = {value, RLIM_INFINITY};

	setrlimit(what, &l);
}

static void become_program(const struct fault_plan *plan, struct fault_shared *shared, const struct pipes *p)
{
	const char *seconds = getenv("FAULT_SECONDS");

	redirect(p);
	limit(RLIMIT_CPU, seconds ? (rlim_t)atoi(seconds) : CPU_SECONDS);
	limit(RLIMIT_FSIZE, FILE_LIMIT);
	limit(RLIMIT_CORE, 0);
	signal(SIGPIPE, SIG_DFL);
	stdout = fault_stream(STDOUT_FILENO);
	fault_arm(plan, shared);
}

static void reply(FILE *out, int status, const struct fault_shared *shared)
{
	fprintf(out, "%d %u", status, shared->fired);
	for (int i = 0; i < NCALLS; i++)
		fprintf(out, " %u", shared->count[i]);
	putc('\n', out);
	fflush(out);
}

/* @return 0 in the program's process, else after its end 1 */
static int serve_one(const struct fault_plan *plan, struct fault_shared *shared, FILE *replies)
{
	struct pipes p;
	int status = 0;
	pid_t pid;

	memset(shared, 0, sizeof *shared);
	if (open_pipes(&p) < 0)
		exit(99);
	pid = fork();
	if (pid == 0) {
		become_program(plan, shared, &p);
		return 0;
	}
	fprintf(replies, "%d\n", (int)pid);
	fflush(replies);
	waitpid(pid, &status, 0);
	close_pipes(&p);
	reply(replies, status, shared);
	return 1;
}

void fault_serve(int requests, int replies)
{
	FILE *in = fdopen(requests, "r"), *out = fdopen(replies, "w");
	struct fault_shared *shared =
		mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct fault_plan plan;
	char line[80];

	signal(SIGPIPE, SIG_IGN);
	do {
		if (!in || !out || shared == MAP_FAILED || !fgets(line, sizeof line, in))
			exit(0);
		line[strcspn(line, "\n")] = 0;
		if (fault_plan_parse(&plan, line) < 0)
			exit(99);
	} while (serve_one(&plan, shared, out));
}
