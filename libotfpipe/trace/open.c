/* open.c - open sources by name: find the format (format.h), sort if needed, join several into one (around.h). */
#include "base/options.h"
#include "io/files.h"
#include "trace/around.h"
#include "trace/format.h"
#include "trace/open.h"
#include "trace/source.h"
#include <stdlib.h>

/* The streams of several traces get numbers that depend on all of them. */
static int refuse_parts(const struct otfp_inputs *in, const struct otfp_read_options *o, struct otfp_error *err)
{
	if (in->n < 2 || o->parts < 2)
		return 0;
	return otfp_fail(err, OTFP_EUSAGE, "--part %u/%u: takes one trace; share each of them, or join them first",
	                 o->part, o->parts);
}

/* --part shares out files. */
static int refuse_part(const char *name, const struct otfp_format *f, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EUSAGE, "--part: %s is %s, neither an OTF trace on disk nor an OTF2 archive",
	                 otfp_shown_name(name), f->word);
}

/* No source is a line stream, which --adopt is for. */
static int refuse_adopt(const char *name, const struct otfp_format *f, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EUSAGE, "--adopt is for line streams, and %s is %s", otfp_shown_name(name), f->word);
}

/* Sort a source; without sort_memory in as much memory as otf-sort uses by default. */
static int sort(struct otfp_source **src, const char *name, const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_read_options sorting = *o;

	if (!sorting.sort_memory)
		sorting.sort_memory = OTFP_SORT_BUFFER;
	return otfp_sorted_open(src, name, &sorting, err);
}

/* Open the inputs of f as one source. */
static int open_found(struct otfp_source **src, const struct otfp_found *f, struct otfp_inputs *in, unsigned at,
                      const struct otfp_read_options *o, struct otfp_error *err)
{
	const struct otfp_source_ops *ops = f->format->source;
	void *handle;
	int code;

	if (o->parts && !ops->has_shares)
		return refuse_part(in->names[at], f->format, err);
	code = f->format->open(&handle, in, at, f->n, o, err);
	if (code == 0)
		code = otfp_source_make(src, ops, handle, err);
	if (code < 0)
		return code;
	(*src)->format = f->format->name;
	if (!o->sort_memory && !(ops->is_unsorted && ops->is_unsorted(handle)))
		return 0;
	return sort(src, f->n > f->unit ? "input" : in->names[at], o, err);
}

/* Open all inputs, which are one source. */
static int open_one(struct otfp_source **src, const struct otfp_found *f, struct otfp_inputs *in,
                    const struct otfp_read_options *o, struct otfp_error *err)
{
	return o->adopt && !f->format->adopts ? refuse_adopt(in->names[0], f->format, err) :
	                                        open_found(src, f, in, 0, o, err);
}

/* ---- several ---- */

/* Divide the descriptors and the memory to sort in among the sources of a join, which are sorted one by one, since a
 * join needs sorted sources. */
static int share(struct otfp_read_options *each, unsigned n, struct otfp_error *err)
{
	size_t memory = each->sort_memory;

	each->max_files = otfp_files_budget(each->max_files, n);
	each->sort_memory /= n;
	if (n > 1 && memory && each->sort_memory < OTFP_SORT_LEAST)
		return otfp_fail(err, OTFP_EUSAGE, "sorting %u sources needs at least %zu bytes", n,
		                 n * OTFP_SORT_LEAST);
	return 0;
}

/* Open the sources of all inputs. *n counts the open ones, also on error. @param f  the first source */
static int open_each(struct otfp_joined *parts, unsigned *n, struct otfp_found *f, struct otfp_inputs *in,
                     const struct otfp_read_options *o, struct otfp_error *err)
{
	unsigned at = 0;
	int code = 0;

	while (code == 0 && at < in->n) {
		if (at)
			code = otfp_format_find(f, in, at, o, err);
		if (code == 0)
			code = open_found(&parts[*n].src, f, in, at, o, err);
		if (code < 0)
			break;
		parts[(*n)++].name = in->names[at] ? in->names[at] : "stdin";
		at += f->n;
	}
	return code;
}

static int has_lines(const struct otfp_joined *parts, unsigned n)
{
	while (n && !otfp_format_named(parts[n - 1].src->format)->adopts)
		n--;
	return n != 0;
}

static int open_joined(struct otfp_source **src, struct otfp_found *f, struct otfp_inputs *in,
                       const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_joined *parts = calloc(in->n, sizeof *parts);
	struct otfp_read_options each = *o;
	unsigned n = 0;
	int code = parts ? share(&each, in->n, err) : otfp_fail_memory(err);

	each.in_order |= in->n > 1; /* a merge needs it */
	if (code == 0)
		code = open_each(parts, &n, f, in, &each, err);
	if (code == 0 && o->adopt && !has_lines(parts, n))
		code = refuse_adopt(parts[0].name, f->format, err);
	if (code == 0)
		code = otfp_join_open(src, parts, n, &each, err);
	else
		while (n)
			otfp_source_close(parts[--n].src);
	free(parts);
	return code;
}

/* ---- by name ---- */

int otfp_source_open_shared(struct otfp_source **src, const char *const *names, unsigned n,
                            const struct otfp_read_options *o, struct otfp_error *err)
{
	const char *const none = NULL;
	struct otfp_inputs in;
	struct otfp_found f;
	int code = otfp_inputs_init(&in, n ? names : &none, n ? n : 1, err);

	if (code == 0)
		code = refuse_parts(&in, o, err);
	if (code == 0)
		code = otfp_format_find(&f, &in, 0, o, err);
	if (code == 0)
		code = f.n == in.n && !o->unify ? open_one(src, &f, &in, o, err) : open_joined(src, &f, &in, o, err);
	otfp_inputs_release(&in);
	return code == 0 && o->need_times ? otfp_lead_open(src, err) : code;
}

unsigned otfp_source_operands(const char *const *names, unsigned n)
{
	const struct otfp_read_options any = {0};
	struct otfp_error err; /* opening the source reports it */
	struct otfp_inputs in;
	struct otfp_found f = {.unit = 1};

	if (n <= 1)
		return n;
	if (otfp_inputs_init(&in, names, 2, &err) == 0 &&
	    /* two inputs are enough to know the first source */ otfp_format_find(&f, &in, 0, &any, &err) < 0)
		f.unit = 1;
	otfp_inputs_release(&in);
	return f.unit;
}

/* ---- opened by a program ---- */

/* Options copied to the structs of this version of the library; `own` is freed by the caller. */
static int take_options(struct otfp_read_options *to, void **own, const struct otfp_read_options *o,
                        struct otfp_error *err)
{
	const struct otfp_format *f;
	int code;

	otfp_read_options_init(to);
	code = otfp_options_copy(to, sizeof *to, o, "otfp_read_options", err);
	if (code < 0 || (!to->format && !to->format_options))
		return code;
	f = to->format ? otfp_format_named(to->format) : NULL;
	if (!f)
		return otfp_fail(err, OTFP_EUSAGE, "%s: is not a format that can be read",
		                 to->format ? to->format : "format_options without a format");
	code = otfp_format_copy_options(own, &f->reads, f, to->format_options, err);
	to->format_options = *own;
	return code;
}

static int open_taken(struct otfp_source **src, const char *const *names, unsigned n, const struct otfp_read_options *o,
                      struct otfp_error *err)
{
	struct otfp_read_options taken;
	void *own = NULL;
	int code = take_options(&taken, &own, o, err);

	for (unsigned i = 0; i < n && (n > 1 || !names) && code == 0; i++)
		if (!names || !names[i])
			code = otfp_fail(err, OTFP_EUSAGE, "source %u of %u has no name", i + 1, n);
	if (code == 0)
		code = otfp_source_open_shared(src, names, n, &taken, err);
	free(own);
	return code;
}

int otfp_source_open_all(struct otfp_source **src, const char *const *names, unsigned n,
                         const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_error *own;
	int code;

	if (!src)
		return otfp_fail(err, OTFP_EUSAGE, "there is no place for the source: src is NULL");
	*src = NULL;
	own = calloc(1, sizeof *own);
	if (!own)
		return otfp_fail_memory(err);
	code = open_taken(src, names, n, o, own);
	if (code == 0) {
		(*src)->own = own;
		return 0;
	}
	*src = NULL;
	return otfp_fail_owned(err, own, code);
}

int otfp_source_open(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                     struct otfp_error *err)
{
	return otfp_source_open_all(src, &name, 1, o, err);
}
