/*
 * tools.c - the answers that another command gives: "profile" is what otf-stat prints for the window, "waits" what
 * otf-wait prints. So the numbers are the same, damage ends that process and not the server, and an answer that nobody
 * waits for ends with it.
 */
#include "base/fd.h"
#include "cmd/view/view.h"
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGS = 16, WORDS = 1024, LOOK = 100 /* ms between two looks at the other end */ };

/* A program that runs. */
struct tool {
	struct view *view;
	struct request *request;
	pid_t pid;
	int out, err;    /* pipes; -1 = closed */
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

	if (n > 0)
		fwrite(block, 1, (size_t)n, t->request->json.out);
	else if (n == 0 || errno != EINTR)
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

/* The first line that it said, without the name of the program. */
static const char *reason(struct tool *t)
{
	char *text = t->said, *colon;

	t->said[t->nsaid] = '\0';
	text[strcspn(text, "\n")] = '\0';
	colon = strstr(text, ": ");
	return colon ? colon + 2 : text;
}

static void finish(struct tool *t, const char *name)
{
	int status = 0;

	while (waitpid(t->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (t->is_stopped)
		request_fail(t->request, 500, "interrupted");
	else if (!WIFEXITED(status))
		request_fail(t->request, 500, "%s: ended by signal %d", name, WTERMSIG(status));
	else if (WEXITSTATUS(status))
		request_fail(t->request, WEXITSTATUS(status) == 2 ? 400 : 500, "%s",
		             t->nsaid ? reason(t) : "the command failed");
}

static void run(struct view *v, struct request *r, const char *name, char *const *argv)
{
	struct tool t = {.view = v, .request = r, .out = -1, .err = -1};
	char path[4200];
	int rc;

	snprintf(path, sizeof path, "%s/%s", v->folder, name);
	rc = start(&t, path, argv);
	if (rc)
		request_fail(r, 500, "%s: %s", path, strerror(rc));
	else {
		read_both(&t);
		finish(&t, name);
	}
	close_pipe(&t.out);
	close_pipe(&t.err);
}

/* ---- the answers ---- */

/* Run a command on the window: its arguments, -t, the names of the trace. */
static void answer(struct view *v, struct request *r, const char *const *args)
{
	struct window w = view_all(v);
	char time[48], *argv[ARGS];
	size_t n = 0;

	if (request_window(r, &w) < 0)
		return;
	snprintf(time, sizeof time, "%" PRIu64 ":%" PRIu64, w.from, w.to);
	for (; args[n]; n++)
		argv[n] = (char *)(uintptr_t)args[n];
	argv[n++] = "-t";
	argv[n++] = time;
	argv[n++] = "--";
	for (int i = 0; i < v->what.nsources; i++)
		argv[n++] = (char *)(uintptr_t)v->names[i];
	argv[n] = NULL;
	if (view_enter(v, r) < 0)
		return;
	run(v, r, args[0], argv);
	view_leave(v);
}

void answer_profile(struct view *v, struct request *r)
{
	static const char *const keys[] = {"function", "group", "process", "path"};
	const char *by = r->arg(r->ctx, "by");
	size_t i = 0;

	if (!by) {
		answer(v, r, (const char *const[]){"otf-stat", "-q", "--json", NULL});
		return;
	}
	while (i < sizeof keys / sizeof *keys && strcmp(by, keys[i]) != 0)
		i++;
	if (i == sizeof keys / sizeof *keys)
		request_fail(r, 400, "by: want function, group, process or path");
	else
		answer(v, r, (const char *const[]){"otf-stat", "-q", "--json", "--by", keys[i], NULL});
}

void answer_waits(struct view *v, struct request *r)
{
	answer(v, r, (const char *const[]){"otf-wait", "-q", "--json", NULL});
}

/* ---- the command lines for a window ---- */

/* A word for a shell: in quotes if it needs them. */
static void put_quoted(FILE *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:+/@%_-";

	if (*word && !word[strspn(word, plain)]) {
		fputs(word, out);
		return;
	}
	putc('\'', out);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", out);
		else
			putc(*word, out);
	putc('\'', out);
}

static void put_command(struct view *v, struct otfp_json *j, const char *name, const char *line, const struct window *w)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	fprintf(out, "%s -t %" PRIu64 ":%" PRIu64, line, w->from, w->to);
	for (int i = 0; i < v->job->read.nsources; i++) {
		putc(' ', out);
		put_quoted(out, v->job->read.sources[i]);
	}
	if (fclose(out) == 0)
		otfp_json_text(j, name, (struct otfp_str){text, size});
	free(text);
}

void answer_command(struct view *v, struct request *r)
{
	struct window w = view_all(v);

	if (request_window(r, &w) < 0)
		return;
	otfp_json_begin(&r->json, NULL, '{');
	put_command(v, &r->json, "slice", "otf-slice -o part", &w);
	put_command(v, &r->json, "print", "otf-print", &w);
	put_command(v, &r->json, "draw", "otf-draw -o part.svg", &w);
	put_command(v, &r->json, "stat", "otf-stat", &w);
	put_command(v, &r->json, "wait", "otf-wait", &w);
	otfp_json_end(&r->json, '}');
}
