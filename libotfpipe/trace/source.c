#include "trace/source.h"
#include "io/input.h"
#include "line/reader.h"
#include "line/header.h"
#include "otf/names.h"
#include "otf/read/trace.h"
#include "tau/tau.h"
#include "base/options.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the formats ---- */

static const struct otfp_header *line_header(const void *h)
{
	return otfp_line_header(h);
}

static int line_batch(void *h, const struct otfp_record *const **recs, size_t *n)
{
	return otfp_line_batch(h, recs, n);
}

static void line_origin(const void *h, const struct otfp_record *rec, struct otfp_origin *o)
{
	(void)h;
	*o = (struct otfp_origin){.lineno = rec->lineno, .file = rec->file};
}

static size_t line_path(const void *h, const struct otfp_origin *o, char *text, size_t room)
{
	int n = snprintf(text, room, "%s", otfp_line_name(h));

	(void)o;
	return n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

static uint64_t line_troubles(const void *h)
{
	(void)h;
	return 0; /* a line stream is refused at its first damage */
}

static void line_close(void *h)
{
	otfp_line_close(h);
}

static const struct otfp_source_ops line_ops = {
	.format = "lines",
	.header = line_header,
	.batch = line_batch,
	.origin = line_origin,
	.path = line_path,
	.troubles = line_troubles,
	.close = line_close,
};

static const struct otfp_header *trace_header(const void *h)
{
	return otfp_trace_header(h);
}

static void trace_window(void *h, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	otfp_trace_window(h, window, ctx);
}

static void trace_wanted(void *h, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	otfp_trace_wanted(h, wanted, ctx);
}

static void trace_kinds(void *h, unsigned kinds)
{
	otfp_trace_kinds(h, kinds);
}

static int trace_batch(void *h, const struct otfp_record *const **recs, size_t *n)
{
	return otfp_trace_batch(h, recs, n);
}

static void trace_origin(const void *h, const struct otfp_record *rec, struct otfp_origin *o)
{
	otfp_trace_origin(h, rec, o);
}

static size_t trace_path(const void *h, const struct otfp_origin *o, char *text, size_t room)
{
	return otfp_trace_path(h, o, text, room);
}

static uint64_t trace_troubles(const void *h)
{
	return otfp_trace_troubles(h);
}

static void trace_close(void *h)
{
	otfp_trace_close(h);
}

static const struct otfp_source_ops trace_ops = {
	.format = "otf",
	.header = trace_header,
	.window = trace_window,
	.wanted = trace_wanted,
	.kinds = trace_kinds,
	.batch = trace_batch,
	.origin = trace_origin,
	.path = trace_path,
	.troubles = trace_troubles,
	.close = trace_close,
};

int otfp_source_is_trace(const struct otfp_source *src)
{
	return src->ops == &trace_ops;
}

static const struct otfp_header *tau_header(const void *h)
{
	return otfp_tau_header(h);
}

static int tau_batch(void *h, const struct otfp_record *const **recs, size_t *n)
{
	return otfp_tau_batch(h, recs, n);
}

static uint64_t tau_troubles(const void *h)
{
	return otfp_tau_troubles(h);
}

static void tau_close(void *h)
{
	otfp_tau_close(h);
}

static const struct otfp_source_ops tau_ops = {
	.format = "tau",
	.header = tau_header,
	.batch = tau_batch,
	.troubles = tau_troubles,
	.close = tau_close,
};

/* ---- which format a name is ---- */

enum { LINE_BLOCK = 64 << 10 };

/* The first bytes of a regular file or pipe at name. @return how many, 0 if it cannot be read */
static size_t first_bytes(const char *name, char *p, size_t n)
{
	struct stat st;
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t got = 0;

	if (fd < 0)
		return 0;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		got = read(fd, p, n);
	close(fd);
	return got > 0 ? (size_t)got : 0;
}

static int is_line_stream(const char *name)
{
	char p[8];
	size_t n = first_bytes(name, p, sizeof p);

	return n == sizeof p && (memcmp(p, OTFP_MAGIC, 8) == 0 || memcmp(p, "\x28\xb5\x2f\xfd", 4) == 0);
}

static int open_stdin(struct otfp_source **src, const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_line_reader *r = NULL;
	struct otfp_input *in;
	int code = otfp_input_open_fd(&in, STDIN_FILENO, "stdin", OTFP_DETECT, LINE_BLOCK, err);

	if (code == 0)
		code = otfp_line_open(&r, in, o, err);
	return code < 0 ? code : otfp_source_make(src, &line_ops, r, err);
}

static int open_lines(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                      struct otfp_error *err)
{
	struct otfp_files *files;
	struct otfp_line_reader *r = NULL;
	struct otfp_input *in;
	int code = otfp_files_new(&files, o->max_files, err);

	if (code < 0)
		return code;
	code = otfp_input_open(&in, files, name, OTFP_DETECT, LINE_BLOCK, err);
	if (code == 0)
		code = otfp_line_open(&r, in, o, err);
	if (code == 0)
		code = otfp_source_make(src, &line_ops, r, err);
	if (code < 0)
		otfp_files_free(files);
	else
		(*src)->files = files;
	return code;
}

static int open_trace(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                      struct otfp_error *err)
{
	struct otfp_trace *t;
	int code = otfp_trace_open(&t, name, o, err);

	return code < 0 ? code : otfp_source_make(src, &trace_ops, t, err);
}

/* A pipe or device by name (<(...)) cannot be looked at twice: it is taken for a line stream. */
static int is_pipe(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static int ends_in_otf(const char *name)
{
	size_t n = strlen(name);

	return n > 4 && strcmp(name + n - 4, ".otf") == 0;
}

/* Shares are shares of the files of a trace. */
static int refuse_part(const char *name, const char *what, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EUSAGE, "--part: %s is a %s, not an OTF trace on disk", name, what);
}

/* It exists, and nobody knows it. */
static int fail_format(const char *name, struct otfp_error *err)
{
	struct otfp_buf trace = OTFP_BUF_INIT;
	struct stat st;
	int code;

	if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
		code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is a directory, but not of a TAU run");
	else if (otfp_otf_whose(&trace, name) <= 0)
		code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "of no known format");
	else if (access(trace.p, F_OK) == 0)
		code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is part of a trace; name %s", trace.p);
	else
		code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is part of a trace, but %s is missing",
		                    trace.p);
	otfp_buf_release(&trace);
	return code;
}

static int open_any(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                    struct otfp_error *err)
{
	int is_stdin = !name || strcmp(name, "-") == 0, is_lines = is_stdin || is_line_stream(name) || is_pipe(name);

	if (is_lines && o->parts)
		return refuse_part(is_stdin ? "stdin" : name, "line stream", err);
	if (is_lines)
		return is_stdin ? open_stdin(src, o, err) : open_lines(src, name, o, err);
	if (ends_in_otf(name) || otfp_trace_exists(name))
		return open_trace(src, name, o, err);
	if (o->adopt)
		return o->parts ? refuse_part(name, "line stream", err) : open_lines(src, name, o, err);
	if (access(name, F_OK) < 0)
		return otfp_fail(err, OTFP_EFAIL, "%s: no such trace, neither %s.otf nor a line stream", name, name);
	if (access(name, R_OK) < 0)
		return otfp_fail_errno(err, "%s", name);
	return fail_format(name, err);
}

/* An OTF trace NAME.otf beside a directory NAME is meant by NAME, unless TAU is asked for. */
static int may_be_tau(const char *name, const struct otfp_read_options *o)
{
	return name && strcmp(name, "-") != 0 && (o->tau || (!is_line_stream(name) && !otfp_trace_exists(name)));
}

static int no_tau(const char *name, struct otfp_error *err)
{
	if (name && strcmp(name, "-") != 0 && access(name, R_OK) < 0)
		return otfp_fail_errno(err, "%s", name);
	return otfp_fail(err, OTFP_EFAIL, "%s: no TAU trace: neither a .trc and its .edf nor a directory with such",
	                 name ? name : "stdin");
}

/* How many of the names from the first on are TAU traces. @return how many, 0 = the first is none; <0 */
static int count_tau(const char *const *names, unsigned n, const struct otfp_read_options *o, struct otfp_error *err)
{
	unsigned i = 0;
	int code = 1;

	while (i < n && code > 0 && may_be_tau(names[i], o)) {
		code = otfp_tau_names(names + i, n - i, err);
		if (code < 0 && (i == 0 || o->tau))
			return code;
		i += code > 0 ? (unsigned)code : 0;
	}
	return o->tau && i < n ? no_tau(names[i], err) : (int)i;
}

static int open_tau(struct otfp_source **src, const char *const *names, unsigned n, const struct otfp_read_options *o,
                    struct otfp_error *err)
{
	struct otfp_tau *t;
	int code = o->parts ? refuse_part(names[0], "TAU trace", err) : otfp_tau_open(&t, names, n, o, err);

	return code < 0 ? code : otfp_source_make(src, &tau_ops, t, err);
}

int otfp_source_open_some(struct otfp_source **src, const char *const *names, unsigned n, unsigned *used,
                          const struct otfp_read_options *o, struct otfp_error *err)
{
	int taus = count_tau(names, n, o, err), code;

	*used = taus > 0 ? (unsigned)taus : 1;
	if (taus <= 0 && !o->tau && otfp_vtf3_are(names, 1, o))
		return otfp_vtf3_source_open(src, names, 1, o, err);
	if (taus < 0)
		return taus;
	code = taus ? open_tau(src, names, *used, o, err) : open_any(src, names[0], o, err);
	return code == 0 && o->sort_memory ? otfp_sorted_open(src, names[0], o, err) : code;
}

unsigned otfp_source_takes(const char *const *names, unsigned n)
{
	const struct otfp_read_options any = {0};
	struct otfp_error err; /* told when it is opened */

	return n > 1 && may_be_tau(names[0], &any) && otfp_tau_names(names, n, &err) > 1 ? 2 : n != 0;
}

int otfp_source_open_shared(struct otfp_source **src, const char *const *names, unsigned n,
                            const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_read_options each = *o;
	const char *const none = NULL;
	unsigned used;
	int taus;

	if (n == 0)
		return otfp_source_open_shared(src, &none, 1, o, err);
	if (n == 1)
		return o->unify ? otfp_join_open(src, names, 1, o, err) :
		                  otfp_source_open_some(src, names, 1, &used, o, err);
	if (!o->tau && otfp_vtf3_are(names, n, o))
		return otfp_vtf3_source_open(src, names, n, o, err);
	taus = count_tau(names, n, o, err);
	if (taus == (int)n)
		return otfp_source_open_some(src, names, n, &used, o, err);
	if (taus < 0)
		return taus;
	each.sort_memory /= n; /* they are sorted one by one: joining wants its sources in order */
	if (o->sort_memory && each.sort_memory < OTFP_SORT_LEAST)
		return otfp_fail(err, OTFP_EUSAGE, "%u sources need %zu bytes at least to be sorted", n,
		                 n * OTFP_SORT_LEAST);
	return otfp_join_open(src, names, n, &each, err);
}

/* ---- opened by a program ---- */

/* Options in the sizes of this library. */
struct taken {
	struct otfp_read_options read;
	struct otfp_tau_options tau;
	struct otfp_vtf3_options vtf3;
};

static int take_options(struct taken *t, const struct otfp_read_options *o, struct otfp_error *err)
{
	int code;

	otfp_read_options_init(&t->read);
	code = otfp_take_options(&t->read, sizeof t->read, o, "otfp_read_options", err);
	if (code == 0 && t->read.tau)
		code = otfp_take_options(&t->tau, sizeof t->tau, t->read.tau, "otfp_tau_options", err);
	if (code == 0 && t->read.vtf3)
		code = otfp_take_options(&t->vtf3, sizeof t->vtf3, t->read.vtf3, "otfp_vtf3_options", err);
	t->read.tau = t->read.tau ? &t->tau : NULL;
	t->read.vtf3 = t->read.vtf3 ? &t->vtf3 : NULL;
	return code;
}

static int open_taken(struct otfp_source **src, const char *const *names, unsigned n, const struct otfp_read_options *o,
                      struct otfp_error *err)
{
	struct taken t;
	int code = take_options(&t, o, err);

	for (unsigned i = 0; i < n && (n > 1 || !names) && code == 0; i++)
		if (!names || !names[i])
			code = otfp_fail(err, OTFP_EUSAGE, "source %u of %u has no name", i + 1, n);
	return code == 0 ? otfp_source_open_shared(src, names, n, &t.read, err) : code;
}

int otfp_source_open_all(struct otfp_source **src, const char *const *names, unsigned n,
                         const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_error *own = calloc(1, sizeof *own);
	int code;

	*src = NULL;
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

/* ---- the interface ---- */

int otfp_source_make(struct otfp_source **src, const struct otfp_source_ops *ops, void *handle, struct otfp_error *err)
{
	*src = calloc(1, sizeof **src);
	if (!*src) {
		ops->close(handle);
		return otfp_fail_memory(err);
	}
	(*src)->ops = ops;
	(*src)->format = ops->format;
	(*src)->handle = handle;
	(*src)->err = err;
	return 0;
}

const struct otfp_header *otfp_source_header(const struct otfp_source *src)
{
	static const struct otfp_header none;

	return src ? src->ops->header(src->handle) : &none;
}

const struct otfp_error *otfp_source_error(const struct otfp_source *src)
{
	static const struct otfp_error none;

	return src && src->over < 0 && src->err ? src->err : &none;
}

void otfp_source_ask_window(struct otfp_source *src,
                            int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	if (src && !src->started && src->ops->window)
		src->ops->window(src->handle, window, ctx);
}

static int given_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_source *src = ctx;

	*from = src->window.from;
	*to = src->window.to;
	*has_to = src->window.has_to;
	return 1;
}

void otfp_source_window(struct otfp_source *src, uint64_t from, uint64_t to, int has_to)
{
	if (!src)
		return;
	src->window.from = from;
	src->window.to = to;
	src->window.has_to = has_to;
	otfp_source_ask_window(src, given_window, src);
}

void otfp_source_wanted(struct otfp_source *src, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	if (src && !src->started && src->ops->wanted)
		src->ops->wanted(src->handle, wanted, ctx);
}

void otfp_source_kinds(struct otfp_source *src, unsigned kinds)
{
	if (src && !src->started && src->ops->kinds)
		src->ops->kinds(src->handle, kinds);
}

static int read_any(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n)
{
	int code;

	if (src->ops->batch)
		return src->ops->batch(src->handle, recs, n);
	code = src->ops->next(src->handle, &src->one);
	*recs = &src->one;
	*n = code == 0;
	return code;
}

static int read_batch(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n)
{
	if (src->over)
		return src->over;
	src->started = 1;
	return src->over = read_any(src, recs, n);
}

int otfp_source_next(struct otfp_source *src, const struct otfp_record **rec)
{
	int code;

	if (!src)
		return OTFP_EUSAGE;
	code = src->n ? 0 : read_batch(src, &src->recs, &src->n);
	if (code) {
		src->n = 0;
		return code;
	}
	*rec = *src->recs++;
	src->n--;
	return 0;
}

int otfp_source_batch(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n)
{
	if (!src)
		return OTFP_EUSAGE;
	if (!src->n)
		return read_batch(src, recs, n);
	*recs = src->recs;
	*n = src->n;
	src->n = 0;
	return 0;
}

void otfp_source_origin(const struct otfp_source *src, const struct otfp_record *rec, struct otfp_origin *o)
{
	*o = (struct otfp_origin){.file = OTFP_NFILES};
	if (src && rec && src->ops->origin)
		src->ops->origin(src->handle, rec, o);
}

size_t otfp_source_path(const struct otfp_source *src, const struct otfp_origin *o, char *text, size_t room)
{
	if (room)
		text[0] = '\0';
	return src && room && src->ops->path ? src->ops->path(src->handle, o, text, room) : 0;
}

int otfp_source_is_on_disk(const struct otfp_source *src)
{
	return src && otfp_source_is_trace(src);
}

uint64_t otfp_source_troubles(const struct otfp_source *src)
{
	return src ? src->ops->troubles(src->handle) : 0;
}

void otfp_source_close(struct otfp_source *src)
{
	if (!src)
		return;
	src->ops->close(src->handle);
	if (src->files)
		otfp_files_free(src->files);
	free(src->own);
	free(src);
}
