/*
 * tools.c - the answers that another command gives: "profile" is what otf-stat prints for the window, "waits" what
 * otf-wait prints, "picture" what otf-draw draws. So the numbers are the same, damage ends that process and not the
 * server, and an answer that nobody waits for ends with it.
 */
#include "cmd/view/tool.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 200 };
enum { ARGS = 32, TRIES = 4 /* states that an answer begins at, before it reads all */ };
enum { STATE_ARGS = 2 /* before the name of the program once more: what to leave out without a state */ };

/* ---- run one ---- */

/* A window does not need all of the trace: begin at a state, if it has what is needed; else at an earlier one. @return
 * 0 if there is an answer */
static int run_part(struct view *v, struct request *r, struct view_copy *copy, char **argv, uint64_t from)
{
	const struct view_point *state = view_states_before(v, from);
	const char *name = argv[STATE_ARGS];
	uint64_t before = 0;
	int rc = 1;

	argv[0] = argv[STATE_ARGS];
	argv[1] = "--state";
	argv[STATE_ARGS] = TOOL_STATE_FILE;
	for (unsigned i = 0; i < TRIES && state && rc; i++) {
		rc = tool_run(v, r, copy, argv, state, &before);
		state = view_states_before(v, before < state->time ? before : state->time);
	}
	argv[STATE_ARGS] = (char *)(uintptr_t)name;
	return rc;
}

/* Before and after: the files are those of the first pass. @param from  the answer may begin at a state before it.
 * @return whether there is an answer */
static int run(struct view *v, struct request *r, struct view_copy *copy, char **argv, uint64_t from)
{
	struct otfp_error err;
	int code = view_check_files(v, &err);

	if (code == 0) {
		if (!from || run_part(v, r, copy, argv, from))
			tool_run(v, r, copy, argv + STATE_ARGS, NULL, NULL);
		code = r->status == OK ? view_check_files(v, &err) : 0;
	}
	if (code < 0)
		view_fail(r, &err);
	return code == 0 && r->status == OK;
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

/* Whether the states of the first pass are those of all processes and records, which profiles and waits need. */
static int has_whole_states(struct view *v)
{
	return view_is_complete(v) && !v->is_part && !v->selects_processes && !v->select.record &&
	       !v->has_late_definitions && !*v->damage;
}

/* The arguments as one text, malloc'd. @return NULL when memory is out */
static char *key_of(const struct args *a)
{
	struct otfp_buf key = OTFP_BUF_INIT;
	char *text;
	int rc = 0;

	for (size_t i = STATE_ARGS; i < a->n && rc == 0; i++)
		rc = otfp_buf_printf(&key, "%s\n", a->p[i]);
	text = rc == 0 ? otfp_buf_str(&key) : NULL;
	if (!text)
		otfp_buf_release(&key);
	return text;
}

/* Make the answer; who wants it behind others is none of those that are counted. */
static int make(struct view *v, struct request *r, struct view_copy *copy, struct args *a, uint64_t from)
{
	int is_good;

	if (!r->is_behind && view_enter(v, r) < 0)
		return 0;
	is_good = run(v, r, copy, (char **)(uintptr_t)a->p, from);
	if (!r->is_behind)
		view_leave(v);
	return is_good;
}

/* Run a command on the window: its arguments, -t, the names of the trace; unless what it prints is known. */
static void answer(struct view *v, struct request *r, struct args *a, int takes_state)
{
	struct view_copy copy = {0};
	struct window w;
	char time[48], *key;

	if (view_window(v, r, &w) < 0)
		return;
	snprintf(time, sizeof time, "%" PRIu64 ":%" PRIu64, w.from, w.to);
	add_option(a, "-t", time);
	add_arg(a, "--");
	for (int i = 0; i < v->what.nsources; i++)
		add_arg(a, v->names[i]);
	key = key_of(a);
	if (!key)
		request_fail(r, 500, "out of memory");
	else if (!store_give(v, r, key, w.from == v->all.from && w.to == v->all.to, &copy)) {
		const uint64_t from = takes_state && has_whole_states(v) ? w.from : 0;
		store_end(v, &copy, make(v, r, &copy, a, from));
	}
	free(key);
}

void answer_profile(struct view *v, struct request *r)
{
	static const char *const keys[] = {"function", "group", "process", "path"};
	struct args a = {{NULL, NULL, "otf-stat", "-q", "--json"}, STATE_ARGS + 3};
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
	answer(v, r, &a, 1);
}

void answer_waits(struct view *v, struct request *r)
{
	struct args a = {{NULL, NULL, "otf-wait", "-q", "--json"}, STATE_ARGS + 3};

	add_selection(&a, v, 1);
	answer(v, r, &a, 1);
}

/* A picture of the window, as otf-draw makes it. */
void answer_picture(struct view *v, struct request *r)
{
	static const struct {
		const char *form, *type;
	} forms[] = {{"svg", "image/svg+xml"}, {"png", "image/png"}};
	const char *form = r->arg(r->ctx, "format");
	struct args a = {{NULL, NULL, "otf-draw", "-q", "--timeline"}, STATE_ARGS + 3};
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
	answer(v, r, &a, 0);
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
