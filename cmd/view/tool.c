/* tool.c - a program of otfpipe that answers: what it prints, or why it failed. */
#include "cmd/view/tool.h"
#include "base/fd.h"
#include "cmd/run/state.h"
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { OK = 200 };
enum { LOOK = 100 /* ms between two looks at the other end */ };
enum { BEHIND = 5 /* nicer is a command for which nobody waits */ };

/* A program that runs. */
struct tool {
	struct view *view;
	struct request *request;
	struct view_copy *copy; /* of what it prints */
	pid_t pid;
	int out, err;    /* pipes; -1 = closed */
	int state;       /* what it begins at; -1 = nothing */
	char said[2048]; /* on its standard error */
	size_t nsaid;
	int is_stopped;
};

/* ---- start ---- */

static int spawn(struct tool *t, const char *path, char *const *argv, int out, int err)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, defaults;
	int rc = posix_spawn_file_actions_init(&files);

	if (rc)
		return rc;
	posix_spawnattr_init(&how);
	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setsigdefault(&how, &defaults);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	rc = posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	rc = rc ? rc : posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
	if (t->state >= 0)
		rc = rc ? rc : posix_spawn_file_actions_adddup2(&files, t->state, TOOL_STATE);
	rc = rc ? rc : posix_spawn(&t->pid, path, &files, &how, argv, environ);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	return rc;
}

/* @return 0, or errno */
static int start(struct tool *t, const char *path, char *const *argv)
{
	int out[2] = {-1, -1}, err[2] = {-1, -1};
	int rc = pipe2(out, O_CLOEXEC) < 0 || pipe2(err, O_CLOEXEC) < 0 ? errno : spawn(t, path, argv, out[1], err[1]);

	if (out[1] >= 0)
		close(out[1]);
	if (err[1] >= 0)
		close(err[1]);
	t->out = out[0];
	t->err = err[0];
	if (rc == 0 && t->request->is_behind) /* its threads, too, which come later; a machine may not have it */
		setpriority(PRIO_PROCESS, (id_t)t->pid, getpriority(PRIO_PROCESS, 0) + BEHIND);
	return rc;
}

/* ---- read what it prints ---- */

static void close_pipe(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void read_out(struct tool *t)
{
	char block[1 << 16];
	const ssize_t n = read(t->out, block, sizeof block);

	if (n > 0) {
		fwrite(block, 1, (size_t)n, t->request->json.out);
		store_add(t->view, t->copy, block, (size_t)n);
	} else if (n == 0 || errno != EINTR)
		close_pipe(&t->out);
}

static void read_err(struct tool *t)
{
	char block[512];
	const ssize_t n = read(t->err, block, sizeof block);
	const size_t room = sizeof t->said - 1 - t->nsaid, more = n > 0 && (size_t)n < room ? (size_t)n : room;

	if (n > 0) {
		memcpy(t->said + t->nsaid, block, more);
		t->nsaid += more;
	} else if (n == 0 || errno != EINTR)
		close_pipe(&t->err);
}

static void read_both(struct tool *t)
{
	while (t->out >= 0 || t->err >= 0) {
		struct pollfd fds[] = {{t->out, POLLIN, 0}, {t->err, POLLIN, 0}};
		const int n = poll(fds, 2, LOOK);
		if (view_is_left(t->view, t->request)) {
			t->is_stopped = 1;
			kill(t->pid, SIGKILL);
			return;
		}
		if (n > 0 && fds[0].revents)
			read_out(t);
		if (n > 0 && fds[1].revents)
			read_err(t);
	}
}

/* ---- how it ended ---- */

/* The first line that it said, without the name of the program. @return it, maybe in text */
static const char *reason(struct tool *t, char *text, size_t size)
{
	char *colon;

	t->said[t->nsaid] = '\0';
	t->said[strcspn(t->said, "\n")] = '\0';
	colon = strstr(t->said, ": ");
	return view_say(colon ? colon + 2 : t->said, text, size);
}

/* Whether it needs an earlier state: the last word says before what. */
static int is_late(const struct tool *t, int status, uint64_t *before)
{
	const char *last = strrchr(t->said, ' ');

	if (t->state < 0 || status != STATE_NEEDS_EARLIER || !last)
		return 0;
	*before = strtoull(last, NULL, 10);
	return 1;
}

/* With --keep-going damage is no reason to show nothing. */
static int is_good(const struct tool *t, int status)
{
	return status == 0 || (status == 1 && t->view->job.common->keep_going && ftell(t->request->json.out) > 0);
}

static int finish(struct tool *t, const char *name, uint64_t *before)
{
	char text[2100];
	int status = 0;

	while (waitpid(t->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (t->is_stopped)
		request_fail(t->request, 500, "interrupted");
	else if (!WIFEXITED(status))
		request_fail(t->request, 500, "%s: ended by signal %d", name, WTERMSIG(status));
	else if (is_late(t, WEXITSTATUS(status), before))
		return 1;
	else if (!is_good(t, WEXITSTATUS(status)))
		request_fail(t->request, WEXITSTATUS(status) == 2 ? 400 : 500, "%s",
		             t->nsaid ? reason(t, text, sizeof text) : "the command failed");
	return 0;
}

/* ---- the state that it begins at ---- */

static int put_all(int fd, const void *p, size_t n)
{
	for (const char *at = p; n;) {
		const ssize_t done = write(fd, at, n);
		if (done < 0 && errno != EINTR)
			return -1;
		at += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	return 0;
}

/* @return a descriptor, or -1 with errno */
static int open_state(const struct view *v, const struct view_point *p)
{
	const struct state_head head = {p->time, v->span.first, v->span.last, p->n};
	uint64_t *words = view_states_words(p);
	int fd = words ? memfd_create("state", MFD_CLOEXEC) : -1, rc = words ? 0 : ENOMEM;

	if (fd >= 0 && (put_all(fd, &head, sizeof head) < 0 || put_all(fd, words, p->n * sizeof *words) < 0)) {
		rc = errno;
		close_pipe(&fd);
	}
	free(words);
	errno = rc ? rc : errno;
	return fd;
}

int tool_run(struct view *v, struct request *r, struct view_copy *copy, char *const *argv,
             const struct view_point *state, uint64_t *before)
{
	struct tool t = {.view = v, .request = r, .copy = copy, .out = -1, .err = -1, .state = -1};
	char path[4200];
	int rc = 0, needs_earlier = 0;

	snprintf(path, sizeof path, "%s/%s", v->folder, argv[0]);
	if (state)
		rc = (t.state = open_state(v, state)) < 0 ? errno : 0;
	rc = rc ? rc : start(&t, path, argv);
	if (rc)
		request_fail(r, 500, "%s: %s", path, strerror(rc));
	else {
		read_both(&t);
		needs_earlier = finish(&t, argv[0], before);
	}
	close_pipe(&t.out);
	close_pipe(&t.err);
	close_pipe(&t.state);
	return needs_earlier;
}
