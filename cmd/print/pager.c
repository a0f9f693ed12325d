#include "cmd/print/pager.h"
#include "cmd/text/message.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 126, NOT_FOUND = 127 }; /* exit status of a shell */

/* @return whether a program of that name is in PATH */
static int is_installed(const char *program)
{
	const char *path = getenv("PATH");
	char file[4096];

	for (size_t n; path && *path; path += n + (path[n] == ':')) {
		n = strcspn(path, ":");
		if (snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program) < (int)sizeof file &&
		    access(file, X_OK) == 0)
			return 1;
	}
	return 0;
}

static int is_dumb(void)
{
	const char *term = getenv("TERM");

	return !term || !*term || strcmp(term, "dumb") == 0;
}

/* @return the command for the shell; NULL = none */
static const char *choose(void)
{
	const char *own = getenv("OTF_PAGER"), *pager = own ? own : getenv("PAGER");

	if (!isatty(STDOUT_FILENO) || is_dumb())
		return NULL;
	if (!pager)
		return is_installed("less") ? "less" : NULL;
	return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
}

static void close_pipe(const int fd[2])
{
	close(fd[0]);
	close(fd[1]);
}

static _Noreturn void run_pager(const char *command, const int fd[2])
{
	if (dup2(fd[0], STDIN_FILENO) < 0)
		_exit(CANNOT_RUN);
	close_pipe(fd);
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(NOT_FOUND);
}

static int wait_for(pid_t process)
{
	int status = 0;

	while (waitpid(process, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* The keyboard interrupts the other two: the pager knows what to do then, and this process only waits. */
static int wait_for_both(pid_t pager, pid_t printer, const char *command)
{
	int printed, paged;

	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	printed = wait_for(printer);
	paged = wait_for(pager);
	if (WIFEXITED(paged) && (WEXITSTATUS(paged) == CANNOT_RUN || WEXITSTATUS(paged) == NOT_FOUND)) {
		message_print("cannot run the pager '%s'; --no-pager does without", command);
		return 1;
	}
	if (WIFEXITED(printed))
		return WEXITSTATUS(printed);
	return WTERMSIG(printed) == SIGPIPE ? 0 : 128 + WTERMSIG(printed);
}

int pager_start(void)
{
	const char *command = choose();
	pid_t pager, printer;
	int fd[2];

	if (!command || pipe(fd) < 0)
		return -1;
	pager = fork();
	if (pager == 0)
		run_pager(command, fd);
	printer = pager > 0 ? fork() : -1;
	if (printer == 0) {
		const int failed =
			dup2(fd[1], STDOUT_FILENO) < 0 || (isatty(STDERR_FILENO) && dup2(fd[1], STDERR_FILENO) < 0);
		close_pipe(fd);
		if (failed)
			_exit(1);
		return -1;
	}
	close_pipe(fd);
	if (printer > 0)
		return wait_for_both(pager, printer, command);
	if (pager > 0)
		wait_for(pager); /* it has no input */
	return -1;
}
