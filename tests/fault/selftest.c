/*
 * selftest.c - a program that the driver must judge rightly: `selftest good` copies ./a to standard output and to ./out
 * and checks all; the others do one thing wrong.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *fault;

static int is(const char *name)
{
	return !strcmp(fault, name);
}

static int failed(const char *what)
{
	if (is("swallow"))
		return 0;
	if (!is("silent"))
		perror(what);
	return is("status") ? 3 : is("success") ? 0 : 1;
}

/* Open a file; a signal that comes between is no failure. */
static int open_file(const char *name, int flags)
{
	int fd;

	do
		fd = open(name, flags, 0666);
	while (fd < 0 && errno == EINTR);
	return fd;
}

static int put(int fd, const char *p, ssize_t n)
{
	while (n > 0) {
		const ssize_t m = write(fd, p, (size_t)n);

		if (m < 0 && errno != EINTR)
			return -1;
		if (m > 0) {
			p += is("short") ? n : m;
			n -= is("short") ? n : m;
		}
	}
	return 0;
}

static ssize_t get(int fd, char *p, size_t n)
{
	ssize_t m;

	do
		m = read(fd, p, n);
	while (m < 0 && (errno == EINTR || is("hang")));
	return m;
}

/* Its child needs two seconds of the processor; the caller waits for it meanwhile. */
static void work(void)
{
	const pid_t child = fork();

	while (child == 0 && clock() < 2 * CLOCKS_PER_SEC)
		;
	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
}

static void slow_down(void)
{
	if (is("wait"))
		pause();
	else if (is("work"))
		work();
}

static int copy(int from, int to)
{
	char *block = malloc(4096);
	ssize_t n;

	if (!block && is("crash"))
		abort();
	if (!block)
		return -1;
	while ((n = get(from, block, 4096)) > 0)
		if (put(to, block, n) < 0 && !is("swallow")) {
			n = -1;
			break;
		}
	if (n < 0)
		slow_down();
	free(block);
	return (int)n;
}

int main(int argc, char **argv)
{
	char new[40];
	int from, to;

	fault = argc > 1 ? argv[1] : "good";
	snprintf(new, sizeof new, "out.otfpipe-%d", (int)getpid());
	from = open_file("a", O_RDONLY);
	to = open_file(is("visible") ? "out" : new, O_WRONLY | O_CREAT | O_TRUNC);
	if (from < 0 || to < 0 || copy(from, to) != 0) {
		if (to >= 0 && !is("leave") && !is("visible"))
			unlink(new);
		return failed("copy");
	}
	if (!is("visible") && rename(new, "out") < 0) {
		unlink(new);
		return failed("rename");
	}
	return 0;
}
