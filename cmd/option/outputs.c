/* outputs.c - no output is an input. See outputs.h. */
#include "cmd/option/outputs.h"
#include "base/assert.h"
#include "base/fd.h"
#include "base/grow.h"
#include "cmd/text/message.h"
#include "commit/beside.h"
#include "otf/names.h"
#include "trace/format.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what the command line names ---- */

static int has_base(const char *name)
{
	const char *base = otfp_base(name);

	return *base && strcmp(base, ".") != 0 && strcmp(base, "..") != 0;
}

/* The files of an output that is no single file. */
static enum otfp_together set_of(int kind)
{
	return (enum otfp_together)(kind - 1);
}

static int is_directory_of_files(int kind)
{
	return kind != WRITES_FILE && !*otfp_together_master(set_of(kind));
}

int outputs_add(struct outputs *o, const char *what, const char *name, int kind)
{
	const int is_directory = is_directory_of_files(kind);

	if (kind != WRITES_FILE && strcmp(name, "-") == 0)
		return message_usage("%s%s-: a trace is several files and cannot go to standard output", what,
		                     *what ? " " : "");
	if (is_directory ? !*name : !has_base(name))
		return message_usage("%s%s'%s' is not a name for %s", what, *what ? ": " : "", name,
		                     kind == WRITES_FILE ? "a file" :
		                     is_directory        ? "a directory" :
		                                           "a trace");
	OTFP_ASSERT(o->noutputs < (int)(sizeof o->outputs / sizeof *o->outputs));
	snprintf(o->outputs[o->noutputs].what, sizeof o->outputs->what, "%s", what);
	o->outputs[o->noutputs].name = name;
	o->outputs[o->noutputs++].kind = kind;
	return 0;
}

int outputs_reads(struct outputs *o, const char *name)
{
	if (otfp_grow(&o->inputs, o->ninputs, &o->cap, sizeof *o->inputs) < 0)
		return -1;
	o->inputs[o->ninputs++] = name;
	return 0;
}

static int reads_copy(struct outputs *o, const char *name, size_t n)
{
	char *copy = strndup(name, n);

	if (!copy || otfp_grow(&o->owned, o->nowned, &o->owned_cap, sizeof *o->owned) < 0) {
		free(copy);
		return -1;
	}
	o->owned[o->nowned++] = copy;
	return outputs_reads(o, copy);
}

int outputs_reads_list(struct outputs *o, const char *list)
{
	int rc = 0;

	for (const char *p = list; p && rc == 0; p = *p ? p + 1 : NULL) {
		const size_t n = strcspn(p, ",");
		const char *at = p + strspn(p, " !");
		if (*at == '@')
			rc = reads_copy(o, at + 1, (size_t)(p + n - at) - 1);
		p += n;
	}
	return rc;
}

void outputs_release(struct outputs *o)
{
	for (size_t i = 0; i < o->nowned; i++)
		free(o->owned[i]);
	free(o->owned);
	free(o->inputs);
}

/* ---- files that an output would replace ---- */

static int is_stdout(const struct output_name *o)
{
	return strcmp(o->name, "-") == 0;
}

struct target {
	dev_t dev;
	ino_t ino;
	char *path;
	const struct output_name *output; /* NULL: standard output */
};

struct targets {
	struct target *all;
	size_t n, cap;
	const struct output_name *output; /* of the files that are added */
	const char *stub;                 /* of its files */
	char *const *traces;
	int ntraces;
	int is_share;
	int status;
};

static int add_target(struct targets *t, const struct stat *st, const char *path)
{
	struct target new = {st->st_dev, st->st_ino, strdup(path), t->output};

	if (!new.path || otfp_grow(&t->all, t->n, &t->cap, sizeof *t->all) < 0) {
		free(new.path);
		return t->status = message_memory();
	}
	t->all[t->n++] = new;
	return 0;
}

static int add_path(struct targets *t, const char *path, int operand)
{
	struct stat st;

	(void)operand;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? add_target(t, &st, path) : 0;
}

/* Call fn for the path of each file of a folder. */
static void each_file(struct targets *t, const char *folder,
                      int (*fn)(struct targets *t, const char *path, int operand), int operand)
{
	DIR *d = otfp_dir_open(folder);
	const char *name;
	char *path;

	while (d && !t->status && (name = otfp_dir_next(d))) {
		if (asprintf(&path, "%s/%s", folder, name) < 0) {
			t->status = message_memory();
			break;
		}
		fn(t, path, operand);
		free(path);
	}
	if (d)
		closedir(d);
}

/* Add the file of a trace, if its suffix belongs to one. */
static int add_part(void *ctx, const char *suffix)
{
	struct targets *t = ctx;
	char *path;

	if (!otfp_together_has(set_of(t->output->kind), suffix))
		return 0;
	if (asprintf(&path, "%s%s", t->stub, suffix) < 0)
		return t->status = message_memory();
	if (*suffix)
		add_path(t, path, -1);
	else
		each_file(t, path, add_path, -1);
	free(path);
	return t->status;
}

/* The path to which the suffixes of the files are appended. @return malloc'd, or NULL when memory is out */
static char *stub_of(const struct output_name *o)
{
	const char *ending = otfp_together_master(set_of(o->kind));
	const size_t n = strlen(o->name), k = strlen(ending);
	char *stub;

	if (!k)
		return asprintf(&stub, "%s/", o->name) < 0 ? NULL : stub;
	return strndup(o->name, n - (n > k && strcmp(o->name + n - k, ending) == 0 ? k : 0));
}

static void add_output(struct targets *t, const struct output_name *o)
{
	char *stub = NULL;

	t->output = o;
	if (o->kind == WRITES_FILE) {
		if (!is_stdout(o))
			add_path(t, o->name, -1);
		return;
	}
	t->stub = stub = stub_of(o);
	if (!stub)
		t->status = message_memory();
	else
		otfp_beside_each(stub, add_part, t);
	free(stub);
}

/* A file that the shell has just emptied is no input any more; one that it appends to may be. */
static void add_stdout(struct targets *t)
{
	struct stat st;

	t->output = NULL;
	if (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode) && st.st_size)
		add_target(t, &st, "standard output");
}

/* ---- inputs ---- */

/* Whether the output is the trace that starts at operand `at`, which it replaces as a whole. */
static int replaces_itself(const struct targets *t, const struct target *target, int at)
{
	const struct output_name *o = target->output;
	const struct otfp_read_options plain = {.size = sizeof plain};
	struct otfp_inputs in;
	struct otfp_found found;
	struct otfp_error err;
	int is = 0;

	if (!o || t->is_share || o->kind == WRITES_FILE ||
	    otfp_inputs_init(&in, (const char *const *)t->traces, (unsigned)t->ntraces, &err) < 0)
		return 0;
	/* the second file of a TAU trace belongs to the operand before it */
	for (int first = o->kind == WRITES(PAIR) && at > 0 ? at - 1 : at; at >= first && !is; at--)
		is = otfp_format_find(&found, &in, (unsigned)at, &plain, &err) == 0 &&
		     (found.format->sets >> set_of(o->kind) & 1);
	otfp_inputs_release(&in);
	return is;
}

/* @return the exit status, 0 if the file is no target */
static int refuse(struct targets *t, const struct stat *st, const char *shown, int operand)
{
	for (size_t i = 0; i < t->n && !t->status; i++) {
		const struct target *target = &t->all[i];
		if (st->st_dev != target->dev || st->st_ino != target->ino ||
		    (operand >= 0 && replaces_itself(t, target, operand)))
			continue;
		message_print("%s: is the input %s; an output must be another file", target->path, shown);
		t->status = 1;
	}
	return t->status;
}

static int check_file(struct targets *t, const char *path, int operand)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? refuse(t, &st, path, operand) : 0;
}

struct beside {
	struct targets *t;
	const char *stub;
	int operand;
};

static int check_part(void *ctx, const char *suffix)
{
	struct beside *b = ctx;
	char *path;

	if (!otfp_is_part(suffix))
		return 0;
	if (asprintf(&path, "%s%s", b->stub, suffix) < 0)
		return b->t->status = message_memory();
	check_file(b->t, path, b->operand);
	free(path);
	return b->t->status;
}

static void check_operand(struct targets *t, int at)
{
	struct otfp_buf stub = OTFP_BUF_INIT;
	struct beside b = {t, NULL, at};
	struct stat st;

	if (otfp_is_stdin(t->traces[at])) {
		if (fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode))
			refuse(t, &st, "standard input", -1);
		return;
	}
	if (stat(t->traces[at], &st) == 0 && S_ISDIR(st.st_mode))
		each_file(t, t->traces[at], check_file, at);
	else
		check_file(t, t->traces[at], at);
	if (otfp_otf_stub(&stub, t->traces[at]) < 0)
		t->status = message_memory();
	b.stub = stub.p;
	if (!t->status)
		otfp_beside_each(stub.p, check_part, &b);
	otfp_buf_release(&stub);
}

static void check_inputs(struct targets *t, const struct outputs *o)
{
	for (size_t i = 0; i < o->ninputs && !t->status; i++)
		check_file(t, o->inputs[i], -1);
	for (int i = 0; i < t->ntraces && !t->status; i++)
		check_operand(t, i);
}

/* ---- outputs among themselves ---- */

static int same_parent(const char *a, const char *b)
{
	char *x = otfp_parent(a), *y = otfp_parent(b);
	struct stat p, q;
	int same = x && y && stat(x, &p) == 0 && stat(y, &q) == 0 && p.st_dev == q.st_dev && p.st_ino == q.st_ino;

	free(x);
	free(y);
	return same;
}

/* Whether the file has a name that the trace may need, or that of the trace itself, since both would lock it. */
static int is_of_trace(const struct output_name *file, const struct output_name *trace)
{
	char *stub = stub_of(trace);
	const char *base = otfp_base(file->name), *start = stub ? otfp_base(stub) : "";
	const size_t n = strlen(start);
	int is = n && strncmp(base, start, n) == 0 && (!base[n] || otfp_is_part(base + n)) &&
	         same_parent(file->name, trace->name);

	free(stub);
	return is;
}

static int collide(const struct output_name *a, const struct output_name *b)
{
	if (b->kind != WRITES_FILE)
		return 0;
	if (a->kind == WRITES(OTF))
		return is_of_trace(b, a);
	return strcmp(otfp_base(a->name), otfp_base(b->name)) == 0 && (is_stdout(a) || same_parent(a->name, b->name));
}

static int check_pairs(const struct outputs *o)
{
	for (int i = 0; i < o->noutputs; i++)
		for (int k = 0; k < o->noutputs; k++)
			if (i != k && collide(&o->outputs[i], &o->outputs[k]))
				return message_usage("%s and %s both write %s", o->outputs[i].what, o->outputs[k].what,
				                     is_stdout(&o->outputs[k]) ? "standard output" :
				                                                 o->outputs[k].name);
	return 0;
}

/* ---- all ---- */

int outputs_check(const struct outputs *o, char *const *traces, int n)
{
	static char dash[] = "-", *standard_input[] = {dash};
	struct targets t = {.traces = n ? traces : standard_input, .ntraces = n ? n : 1, .is_share = o->is_share};

	t.status = check_pairs(o);
	for (int i = 0; i < o->noutputs && !t.status; i++)
		add_output(&t, &o->outputs[i]);
	if (!t.status)
		add_stdout(&t);
	if (t.n && !t.status)
		check_inputs(&t, o);
	for (size_t i = 0; i < t.n; i++)
		free(t.all[i].path);
	free(t.all);
	return t.status;
}

static int master_of(const char *name, struct stat *st)
{
	struct otfp_buf path = OTFP_BUF_INIT;
	int found = otfp_otf_stub(&path, name) == 0 && otfp_buf_puts(&path, ".otf") == 0 && otfp_buf_str(&path) &&
	            stat(path.p, st) == 0;

	otfp_buf_release(&path);
	return found;
}

int outputs_is_trace(const char *name, char *const *traces, int n)
{
	struct stat ours, theirs;

	if (!master_of(name, &ours))
		return 0;
	for (int i = 0; i < n; i++)
		if (master_of(traces[i], &theirs) && ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino)
			return 1;
	return 0;
}
