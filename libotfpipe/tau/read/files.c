/* files.c - finds the files of the operands: pairs of .trc and .edf, and run directories. */
#include "tau/read/runs.h"
#include "commit/recover.h"
#include "base/error.h"
#include "base/grow.h"
#include "io/there.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- kinds of operands ---- */

enum kind { NOTHING, A_FILE, AN_EDF, A_TRC, A_DIRECTORY };

/* A file in a run directory. */
struct entry {
	char *name;
	unsigned node, context, thread;
	int is_thread; /* named tautrace.N.C.T.trc; else another .trc or .edf */
};

struct listing {
	struct entry *entries;
	size_t n, cap, threads, others;
};

static void listing_release(struct listing *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->entries[i].name);
	free(l->entries);
}

static int ends_in(const char *name, const char *end)
{
	size_t n = strlen(name), k = strlen(end);

	return n > k && strcmp(name + n - k, end) == 0;
}

static int is_thread(struct entry *e)
{
	int n = 0;

	return sscanf(e->name, "tautrace.%9u.%9u.%9u.trc%n", &e->node, &e->context, &e->thread, &n) == 3 && n > 0 &&
	       !e->name[n];
}

static int list_entry(struct listing *l, const char *name)
{
	struct entry e = {.name = NULL};

	if (!ends_in(name, ".trc") && !ends_in(name, ".edf"))
		return 0;
	e.name = strdup(name);
	if (!e.name || otfp_grow(&l->entries, l->n, &l->cap, sizeof e) < 0) {
		free(e.name);
		return -1;
	}
	e.is_thread = is_thread(&e);
	l->threads += (size_t)e.is_thread;
	l->others += !e.is_thread && strncmp(name, "events.", 7) != 0;
	l->entries[l->n++] = e;
	return 0;
}

static int by_thread(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->is_thread != y->is_thread)
		return y->is_thread - x->is_thread;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->context != y->context)
		return x->context < y->context ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* List the .trc and .edf files of a directory: those of threads first, in order. */
static int list(struct listing *l, const char *dir, struct otfp_error *err)
{
	DIR *d = otfp_dir_open(dir);
	const char *name;
	int code = 0;

	memset(l, 0, sizeof *l);
	if (!d)
		return otfp_fail_errno(err, "%s", dir);
	while (code == 0 && (name = otfp_dir_next(d)))
		code = list_entry(l, name);
	if (code == 0 && errno)
		code = otfp_fail_errno(err, "%s", dir);
	else if (code < 0)
		code = otfp_fail_memory(err);
	closedir(d);
	if (l->n)
		qsort(l->entries, l->n, sizeof *l->entries, by_thread);
	if (code < 0)
		listing_release(l);
	return code;
}

static enum kind kind_of(struct otfp_inputs *in, unsigned i)
{
	const struct otfp_first_look *look = otfp_inputs_look(in, i);
	enum otfp_tau_layout layout;

	_Static_assert(OTFP_HEAD >= OTFP_TAU_SIZE_MAX + OTFP_EDF_HEAD_MAX, "a first look is enough");
	if (look->is_directory)
		return A_DIRECTORY;
	if (!look->is_readable)
		return NOTHING;
	if (otfp_edf_is(look->head, look->n))
		return AN_EDF;
	return otfp_tau_detect(look->head, look->n, look->size, NULL, &layout) ? A_TRC : A_FILE;
}

/* A damaged .edf beside a .trc is recognised by its name. */
static int are_definitions(const char *name, enum kind kind, enum kind other)
{
	if (kind == AN_EDF)
		return other == A_TRC || other == A_FILE;
	return kind == A_FILE && other == A_TRC && ends_in(name, ".edf");
}

/* Find the .edf of the pair of input i and the next. @return its index, 0 or 1; -1: they are no pair */
static int edf_of_pair(struct otfp_inputs *in, unsigned i)
{
	enum kind a, b;

	if (i + 1 >= in->n)
		return -1;
	a = kind_of(in, i);
	b = kind_of(in, i + 1);
	if (are_definitions(in->names[i], a, b))
		return 0;
	return are_definitions(in->names[i + 1], b, a) ? 1 : -1;
}

/* @return 1 if it contains traces of TAU, 0 if not, <0 */
static int is_run(const char *dir, struct otfp_error *err)
{
	struct listing l;
	int code = list(&l, dir, err);

	if (code < 0)
		return code;
	code = l.threads || l.others == 2;
	listing_release(&l);
	return code;
}

static int fail_half(struct otfp_inputs *in, unsigned at, enum kind kind, struct otfp_error *err)
{
	int code = at + 1 < in->n ? otfp_inputs_check(in, at + 1, err) : 0;

	if (code < 0)
		return code;
	if (at + 1 < in->n && !otfp_is_stdin(in->names[at + 1]) && !otfp_inputs_look(in, at + 1)->exists)
		return otfp_fail(err, OTFP_EFAIL, "%s: %s", in->names[at + 1], strerror(ENOENT));
	return otfp_fail(err, OTFP_EUSAGE, "%s: is half of a TAU trace; also name its %s, or name their directory",
	                 in->names[at], kind == AN_EDF ? ".trc" : ".edf");
}

static int fail_none(struct otfp_inputs *in, unsigned at, enum kind kind, struct otfp_error *err)
{
	const char *name = in->names[at];

	if (!otfp_is_stdin(name) && !otfp_inputs_look(in, at)->exists)
		return otfp_fail(err, OTFP_EFAIL, "%s: %s", name, strerror(ENOENT));
	if (kind == A_DIRECTORY)
		return otfp_fail(err, OTFP_EFAIL, "%s: contains no TAU trace", name);
	return otfp_fail(err, OTFP_EFAIL,
	                 "%s: is not a TAU trace: expected a .trc and its .edf, or a directory of them",
	                 name ? name : "stdin");
}

/* The path of a pair or of a directory, as of struct otfp_staging_options. @return malloc'd, or NULL */
static char *stub_of(const char *name, enum kind kind)
{
	const size_t n = strlen(name);
	char *stub;

	if (kind == A_DIRECTORY)
		return asprintf(&stub, "%s/", name) < 0 ? NULL : stub;
	return strndup(name, n - (ends_in(name, ".trc") || ends_in(name, ".edf") ? 4 : 0));
}

/* Complete a replacement that was interrupted; input i may exist afterwards. @return 0 or <0 */
static int recover(struct otfp_inputs *in, unsigned i, const struct otfp_read_options *o, struct otfp_error *err)
{
	const char *name = in->names[i];
	const enum kind kind = kind_of(in, i);
	char *stub;
	int code;

	if (otfp_is_stdin(name) || (kind != A_DIRECTORY && !ends_in(name, ".trc") && !ends_in(name, ".edf")))
		return 0;
	stub = stub_of(name, kind);
	code = stub ? otfp_recover_to_read(stub, kind == A_DIRECTORY ? "" : ".trc", o, err) : otfp_fail_memory(err);
	free(stub);
	if (code > 0)
		otfp_inputs_forget(in);
	return code < 0 ? code : 0;
}

int otfp_tau_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err)
{
	int found = recover(in, at, o, err);
	enum kind kind;

	if (found < 0)
		return found;
	kind = kind_of(in, at);
	found = edf_of_pair(in, at) >= 0 ? 2 : 0;
	if (!found && kind == A_DIRECTORY)
		found = is_run(in->names[at], err);
	else if (!found && (kind == AN_EDF || kind == A_TRC))
		found = fail_half(in, at, kind, err);
	return found || !otfp_reads(o, "tau") ? found : fail_none(in, at, kind, err);
}

/* ---- opening ---- */

static void trouble(void *ctx, const struct otfp_error *e)
{
	struct otfp_tau *t = ctx;

	t->troubles++;
	if (t->o.report)
		t->o.report(t->o.ctx, e);
}

/* @return the index of the ids + 1; 0 with *code set */
static uint32_t add_edf(struct otfp_tau *t, const char *path, int *code)
{
	struct otfp_edf edf = {0};
	struct otfp_tau_ids *ids;

	*code = otfp_grow(&t->ids, t->nids, &t->ids_cap, sizeof *t->ids) < 0 ? otfp_fail_memory(t->err) : 0;
	if (*code == 0)
		*code = otfp_edf_read(&edf, t->budget, path, trouble, t, t->err);
	if (*code == 0) {
		ids = &t->ids[t->nids++];
		*ids = (struct otfp_tau_ids){.path = strdup(path)};
		if (!ids->path || otfp_tau_learn(&t->dict, &edf, ids) < 0)
			*code = otfp_fail_memory(t->err);
	}
	otfp_edf_release(&edf);
	return *code == 0 ? (uint32_t)t->nids : 0;
}

/* If the first record does not determine the layout, open it again with the definitions. */
static int open_trc(struct otfp_tau *t, struct otfp_trc *trc, const char *path, uint32_t ids)
{
	struct otfp_edf edf = {0};
	int code = otfp_trc_open(trc, t->budget, path, NULL, t->err);

	if (code < 0 || trc->is_sure || !trc->count)
		return code;
	otfp_trc_close(trc);
	code = otfp_edf_read(&edf, t->budget, t->ids[ids].path, NULL, NULL, t->err);
	if (code == 0)
		code = otfp_trc_open(trc, t->budget, path, &edf, t->err);
	otfp_edf_release(&edf);
	return code;
}

static int note_odd_size(struct otfp_tau *t, const struct otfp_trc *trc)
{
	const char *path = otfp_file_path(trc->file);

	if (!trc->count && !trc->rest)
		otfp_fail_at(t->err, OTFP_EDAMAGE, OTFP_FLAW_CUT, path, 0, "is empty");
	else if (trc->rest)
		otfp_fail_at(t->err, OTFP_EDAMAGE, OTFP_FLAW_CUT, path, 0,
		             "ends inside a record, after %" PRIu32 " of %zu bytes", trc->rest,
		             otfp_tau_size(trc->layout));
	else
		return 0;
	trouble(t, t->err);
	return 0;
}

static int add_file(struct otfp_tau *t, const char *path, uint32_t ids, uint32_t node)
{
	struct otfp_tau_file *f;
	int code;

	if (otfp_grow(&t->files, t->nfiles, &t->files_cap, sizeof *t->files) < 0)
		return otfp_fail_memory(t->err);
	f = &t->files[t->nfiles];
	*f = (struct otfp_tau_file){.run = (uint32_t)t->nruns - 1,
	                            .ids = ids,
	                            .node = node,
	                            .process = OTFP_TAU_NOBODY};
	code = open_trc(t, &f->trc, path, ids);
	if (code < 0)
		return code;
	t->nfiles++;
	return note_odd_size(t, &f->trc);
}

static int add_run(struct otfp_tau *t, const char *name)
{
	struct otfp_tau_run *run;

	if (otfp_grow(&t->runs, t->nruns, &t->runs_cap, sizeof *t->runs) < 0)
		return otfp_fail_memory(t->err);
	run = &t->runs[t->nruns++];
	*run = (struct otfp_tau_run){.name = name, .peers = calloc(1, (UINT16_MAX + 1) / 8)};
	return run->peers ? 0 : otfp_fail_memory(t->err);
}

static int open_pair(struct otfp_tau *t, const char *edf, const char *trc)
{
	int code = 0;
	uint32_t ids = add_edf(t, edf, &code);

	return ids ? add_file(t, trc, ids - 1, OTFP_TAU_NOBODY) : code;
}

static const char *path_of(struct otfp_tau *t, const char *dir, const char *name)
{
	size_t n = strlen(dir);

	t->text.n = 0;
	if (otfp_buf_printf(&t->text, "%s%s%s", dir, n && dir[n - 1] == '/' ? "" : "/", name) < 0)
		return NULL;
	return otfp_buf_str(&t->text);
}

/* Read the definitions of a node. @return index + 1; 0 if there are none: with *code 0 the missing file was reported */
static uint32_t node_edf(struct otfp_tau *t, const char *dir, unsigned node, int *code)
{
	char name[32];
	const char *path;

	snprintf(name, sizeof name, "events.%u.edf", node);
	path = path_of(t, dir, name);
	*code = path ? otfp_file_is_there(path, NULL, t->err) : otfp_fail_memory(t->err);
	if (*code == 0) {
		otfp_fail_at(t->err, OTFP_EDAMAGE, OTFP_FLAW_NO_DEFINITIONS, path, 0,
		             "missing; the records of node %u are ignored", node);
		trouble(t, t->err);
	}
	return *code > 0 ? add_edf(t, path, code) : 0;
}

static int open_threads(struct otfp_tau *t, const char *dir, const struct listing *l)
{
	uint32_t ids = 0;
	int code = 0;

	for (size_t i = 0; i < l->threads && code == 0; i++) {
		const struct entry *e = &l->entries[i];
		const char *path;
		if (i == 0 || e->node != e[-1].node)
			ids = node_edf(t, dir, e->node, &code);
		if (!ids)
			continue;
		path = path_of(t, dir, e->name);
		code = path ? add_file(t, path, ids - 1, e->node) : otfp_fail_memory(t->err);
	}
	return code;
}

static int open_two(struct otfp_tau *t, const char *dir, const char *const *paths)
{
	struct otfp_inputs in;
	int code = otfp_inputs_init(&in, paths, 2, t->err), edf;

	if (code < 0)
		return code;
	edf = edf_of_pair(&in, 0);
	otfp_inputs_release(&in);
	if (edf < 0)
		return otfp_fail(t->err, OTFP_EFAIL, "%s: contains no TAU trace", dir);
	return open_pair(t, paths[edf], paths[!edf]);
}

/* Open the one .trc and .edf in a directory that are not of threads. */
static int open_merged(struct otfp_tau *t, const char *dir, const struct listing *l)
{
	char *path[2] = {NULL, NULL};
	int k = 0, code;

	for (size_t i = 0; i < l->n && k < 2; i++)
		if (strncmp(l->entries[i].name, "events.", 7) != 0) {
			const char *p = path_of(t, dir, l->entries[i].name);
			path[k++] = p ? strdup(p) : NULL;
		}
	code = path[0] && path[1] ? open_two(t, dir, (const char *const *)path) : otfp_fail_memory(t->err);
	free(path[0]);
	free(path[1]);
	return code;
}

static int open_directory(struct otfp_tau *t, const char *dir)
{
	struct listing l;
	int code = list(&l, dir, t->err);

	if (code < 0)
		return code;
	if (l.threads)
		code = open_threads(t, dir, &l);
	else if (l.others == 2)
		code = open_merged(t, dir, &l);
	else
		code = otfp_fail(t->err, OTFP_EFAIL, "%s: contains no TAU trace", dir);
	listing_release(&l);
	return code;
}

int otfp_tau_open_files(struct otfp_tau *t, struct otfp_inputs *in, unsigned at, unsigned n)
{
	const char *const *names = in->names + at;
	int code = 0;

	for (unsigned i = 0; i < n && code == 0; i++) {
		int edf = edf_of_pair(in, at + i);
		code = add_run(t, names[i]);
		if (code < 0)
			return code;
		if (edf < 0) {
			code = open_directory(t, names[i]);
			continue;
		}
		t->runs[t->nruns - 1].name = names[edf ? i : i + 1];
		code = open_pair(t, names[edf ? i + 1 : i], names[edf ? i : i + 1]);
		i++;
	}
	return code;
}
