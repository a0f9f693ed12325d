/*
 * tools.c - the answers that another command gives: "profile" is what otf-stat prints for the window, "waits" what
 * otf-wait prints, "picture" what otf-draw draws. So the numbers are the same, damage ends that process and not the
 * server, and an answer that nobody waits for ends with it.
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

enum { OK = 200 };
enum { ARGS = 32, LOOK = 100 /* ms between two looks at the other end */ };

/* A program that runs. */
struct tool {
	struct view *view;
	struct request *request;
	struct view_copy *copy; /* of what it prints */
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

	if (n > 0) {
		fwrite(block, 1, (size_t)n, t->request->json.out);
		whole_add(t->copy, block, (size_t)n);
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

/* With --keep-going damage is no reason to show nothing. */
static int is_good(const struct tool *t, int status)
{
	return status == 0 || (status == 1 && t->view->job.common->keep_going && ftell(t->request->json.out) > 0);
}

static void finish(struct tool *t, const char *name)
{
	char text[2100];
	int status = 0;

	while (waitpid(t->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (t->is_stopped)
		request_fail(t->request, 500, "interrupted");
	else if (!WIFEXITED(status))
		request_fail(t->request, 500, "%s: ended by signal %d", name, WTERMSIG(status));
	else if (!is_good(t, WEXITSTATUS(status)))
		request_fail(t->request, WEXITSTATUS(status) == 2 ? 400 : 500, "%s",
		             t->nsaid ? reason(t, text, sizeof text) : "the command failed");
}

static void run_program(struct view *v, struct request *r, struct view_copy *copy, const char *name, char *const *argv)
{
	struct tool t = {.view = v, .request = r, .copy = copy, .out = -1, .err = -1};
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

/* Before and after: the files are those of the first pass. */
static void run(struct view *v, struct request *r, unsigned slot, char *const *argv)
{
	struct view_copy copy = {.is_cut = slot == WHOLE_NONE};
	struct otfp_error err;
	int code = view_check_files(v, &err);

	if (code == 0) {
		run_program(v, r, &copy, argv[0], argv);
		code = r->status == OK ? view_check_files(v, &err) : 0;
	}
	if (code < 0)
		view_fail(r, &err);
	else if (r->status == OK && slot != WHOLE_NONE)
		whole_keep(v, slot, &copy);
	otfp_buf_release(&copy.text);
}

/* ---- the answers ---- */

/* The arguments of a command. */
struct args {
	const char *p[ARGS];
	size_t n;
};

static void add_arg(struct args *a, const char *arg)
{
	if (a->n < ARGS - 1)
		a->p[a->n++] = arg;
}

/* An option with its value, if that is given. */
static void add_option(struct args *a, const char *option, const char *value)
{
	if (!value)
		return;
	add_arg(a, option);
	add_arg(a, value);
}

static const char *set_text(const struct otfp_set *set)
{
	return set ? otfp_set_text(set) : NULL;
}

/* The selection, as options. @param is_waits  of otf-wait, which has --comm and no -r */
static void add_selection(struct args *a, const struct view *v, int is_waits)
{
	add_option(a, "-p", set_text(v->select.process));
	add_option(a, "-s", set_text(v->select.stream));
	add_option(a, is_waits ? "--comm" : "-r", is_waits ? set_text(v->o->comm) : v->select.record);
	if (v->job.common->keep_going)
		add_arg(a, "--keep-going");
}

/* Run a command on the window: its arguments, -t, the names of the trace. `slot` has what it prints of the whole. */
static void answer(struct view *v, struct request *r, struct args *a, unsigned slot)
{
	struct window w;
	char time[48];

	if (view_window(v, r, &w) < 0)
		return;
	if (w.from != v->all.from || w.to != v->all.to)
		slot = WHOLE_NONE;
	if (slot != WHOLE_NONE && whole_give(v, r, slot))
		return;
	snprintf(time, sizeof time, "%" PRIu64 ":%" PRIu64, w.from, w.to);
	add_option(a, "-t", time);
	add_arg(a, "--");
	for (int i = 0; i < v->what.nsources; i++)
		add_arg(a, v->names[i]);
	if (view_enter(v, r) < 0)
		return;
	run(v, r, slot, (char *const *)(uintptr_t)a->p);
	view_leave(v);
}

void answer_profile(struct view *v, struct request *r)
{
	static const char *const keys[] = {"function", "group", "process", "path"};
	struct args a = {{"otf-stat", "-q", "--json"}, 3};
	const char *by = r->arg(r->ctx, "by");
	size_t i = 0;

	while (by && i < sizeof keys / sizeof *keys && strcmp(by, keys[i]) != 0)
		i++;
	if (i == sizeof keys / sizeof *keys) {
		request_fail(r, 400, "by: want function, group, process or path");
		return;
	}
	add_option(&a, "--by", by ? keys[i] : NULL);
	add_selection(&a, v, 0);
	answer(v, r, &a, by ? WHOLE_PROFILE_BY + (unsigned)i : WHOLE_PROFILE);
}

void answer_waits(struct view *v, struct request *r)
{
	struct args a = {{"otf-wait", "-q", "--json"}, 3};

	add_selection(&a, v, 1);
	answer(v, r, &a, WHOLE_WAITS);
}

/* A picture of the window, as otf-draw makes it. */
void answer_picture(struct view *v, struct request *r)
{
	static const struct {
		const char *form, *type;
	} forms[] = {{"svg", "image/svg+xml"}, {"png", "image/png"}};
	const char *form = r->arg(r->ctx, "format");
	struct args a = {{"otf-draw", "-q", "--timeline"}, 3};
	size_t i = 0;

	while (form && i < sizeof forms / sizeof *forms && strcmp(form, forms[i].form) != 0)
		i++;
	if (i == sizeof forms / sizeof *forms) {
		request_fail(r, 400, "format: want svg or png");
		return;
	}
	r->type = forms[i].type;
	add_option(&a, "--format", forms[i].form);
	add_option(&a, "--title", v->title);
	add_selection(&a, v, 0);
	answer(v, r, &a, WHOLE_NONE);
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

/* @return 0, or -1 when memory is out */
static int put_command(struct view *v, struct otfp_json *j, const char *name, const char *line, const struct window *w)
{
	struct args a = {.n = 0};
	struct otfp_buf text = OTFP_BUF_INIT;
	FILE *out = request_memory(&text);
	int is_bad;

	if (!out)
		return -1;
	add_selection(&a, v, strcmp(name, "wait") == 0);
	fprintf(out, "%s -t %" PRIu64 ":%" PRIu64, line, w->from, w->to);
	for (int i = 0; i < v->job.read.nsources; i++)
		add_arg(&a, v->job.read.sources[i]);
	for (size_t i = 0; i < a.n; i++) {
		putc(' ', out);
		put_quoted(out, a.p[i]);
	}
	is_bad = ferror(out);
	is_bad |= fclose(out) != 0;
	if (!is_bad)
		otfp_json_text(j, name, (struct otfp_str){text.p, text.n});
	otfp_buf_release(&text);
	return is_bad ? -1 : 0;
}

void answer_command(struct view *v, struct request *r)
{
	static const struct {
		const char *name, *line;
	} commands[] = {{"slice", "otf-slice -o part"},
	                {"print", "otf-print"},
	                {"draw", "otf-draw -o part.svg"},
	                {"stat", "otf-stat"},
	                {"wait", "otf-wait"}};
	struct window w;
	int rc = 0;

	if (view_window(v, r, &w) < 0)
		return;
	otfp_json_begin(&r->json, NULL, '{');
	for (size_t i = 0; i < sizeof commands / sizeof *commands && rc == 0; i++)
		rc = put_command(v, &r->json, commands[i].name, commands[i].line, &w);
	otfp_json_end(&r->json, '}');
	if (rc < 0)
		request_fail(r, 500, "out of memory");
}
