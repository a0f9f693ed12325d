/* source.c - reads VTF3 files record by record, through legacy.h and records.h. See source.h. */
#include "vtf3/read/source.h"
#include "base/error.h"
#include "base/fd.h"
#include "io/input.h"
#include "io/there.h"
#include "record/listed.h"
#include "vtf3/read/records.h"
#include "vtf3/read/legacy.h"
#include "vtf3/read/scan.h"
#include "vtf3/table.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 128 }; /* minimum records of a batch; small, so that a batch stays in the cache */
enum { BLOCK = 256 << 10 };

struct otfp_vtf3_reader {
	struct otfp_error *err;
	struct otfp_error inner; /* messages of scanner and converter, without place */
	struct otfp_read_options o;
	struct otfp_files *budget;
	const char **names;
	unsigned n, at; /* index of the current file */
	int first;      /* descriptor of the first file until it is read; -1: open it by name */
	struct otfp_vtf3_scanner *scan;
	struct otfp_vtf3_legacy *legacy;
	struct otfp_vtf3_reading convert;
	struct otfp_header header;
	uint64_t troubles;
	int is_over;
	size_t given; /* records of the batch already returned */
};

/* ---- messages ---- */

static const char *name_of(const struct otfp_vtf3_reader *v)
{
	const char *name = v->names[v->at < v->n ? v->at : v->n - 1];

	return otfp_shown_name(name);
}

/* Make the message about the last record read, with its place. */
static int fail_at(struct otfp_vtf3_reader *v, int code, int flaw, const char *what)
{
	uint64_t line = otfp_vtf3_scan_line(v->scan);

	if (line)
		return otfp_fail_at(v->err, code, flaw, name_of(v), line, "%s", what);
	return otfp_fail_at(v->err, code, flaw, name_of(v), 0, "byte %" PRIu64 ": %s", otfp_vtf3_scan_at(v->scan),
	                    what);
}

static void report(struct otfp_vtf3_reader *v)
{
	if (v->o.report)
		v->o.report(v->o.ctx, v->err);
}

/* After scanner or converter have failed: their message is ours, in a file with its place. @return code */
static int fail_inner(struct otfp_vtf3_reader *v, int code)
{
	if (code >= 0)
		return 0;
	return v->scan ? fail_at(v, code, v->inner.flaw, v->inner.text) : otfp_fail(v->err, code, "%s", v->inner.text);
}

/* Report and count the message; with --strict it is an error. */
static int trouble(struct otfp_vtf3_reader *v)
{
	if (v->o.strict)
		return OTFP_EDAMAGE;
	v->troubles++;
	report(v);
	return 0;
}

/* Report invalid carriers. */
static int report_carriers(struct otfp_vtf3_reader *v)
{
	int code;

	if (OTFP_LIKELY(!v->convert.troubles))
		return 0;
	fail_at(v, OTFP_EDAMAGE, v->inner.flaw, v->inner.text);
	code = trouble(v);
	v->convert.troubles = 0;
	return code;
}

/* ---- files ---- */

static int open_input(struct otfp_vtf3_reader *v, struct otfp_input **in)
{
	const char *name = v->names[v->at];
	int fd = v->first, code;

	v->first = -1;
	if (otfp_is_stdin(name)) {
		code = otfp_input_open_fd(in, STDIN_FILENO, "stdin", OTFP_DETECT_GZIP, BLOCK, v->err);
		if (code == 0)
			otfp_input_stop(*in, v->o.stop);
		return code;
	}
	return otfp_input_open_kept(in, v->budget, name, fd, OTFP_DETECT_GZIP, BLOCK, v->err);
}

static int open_file(struct otfp_vtf3_reader *v)
{
	struct otfp_input *in;
	int code = open_input(v, &in);

	if (code == 0)
		code = otfp_vtf3_scan_open(&v->scan, in, v->err);
	return code < 0 ? code : otfp_vtf3_legacy_new(&v->legacy, v->err);
}

static void close_file(struct otfp_vtf3_reader *v)
{
	otfp_vtf3_scan_close(v->scan);
	otfp_vtf3_legacy_free(v->legacy);
	v->scan = NULL;
	v->legacy = NULL;
}

/* A cut record is an error; a last line without newline is only reported. */
static int end_file(struct otfp_vtf3_reader *v)
{
	int cut = otfp_vtf3_scan_is_cut(v->scan);

	if (otfp_vtf3_scan_bytes(v->scan) == 0)
		return otfp_fail_at(v->err, OTFP_ETRUNC, OTFP_FLAW_CUT, name_of(v), 0, "is empty");
	if (cut == 1)
		return otfp_fail_at(v->err, OTFP_ETRUNC, OTFP_FLAW_CUT, name_of(v), 0, "ends inside a record");
	if (cut == 2) {
		otfp_fail_at(v->err, OTFP_OK, OTFP_FLAW_NO_NEWLINE, name_of(v), 0,
		             "the last line has no newline; it may be cut");
		report(v);
	}
	cut = fail_inner(v, otfp_vtf3_carried_end(&v->convert));
	if (cut == 0)
		cut = report_carriers(v);
	close_file(v);
	v->at++;
	return cut;
}

/* ---- records ---- */

static int take_modern(struct otfp_vtf3_reader *v, const struct otfp_vtf3_record *rec)
{
	int code = otfp_vtf3_reading(&v->convert, rec);

	return OTFP_LIKELY(code == 0) ? report_carriers(v) : fail_inner(v, code);
}

static int take_old(struct otfp_vtf3_reader *v, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_record *const *made;
	size_t n;
	int code = otfp_vtf3_legacy_record(v->legacy, rec, &made, &n);

	if (OTFP_UNLIKELY(code < 0))
		return code;
	if (rec->type == OTFP_VTF3_Exchange || rec->type == OTFP_VTF3_Exchange_obsol)
		v->convert.job = rec->v[rec->type == OTFP_VTF3_Exchange ? 3 : OTFP_EXCH_JOB].i;
	for (size_t i = 0; i < n && code == 0; i++)
		code = take_modern(v, made[i]);
	v->convert.job = OTFP_VTF3_NOJOB;
	return code;
}

/* Keep unknown bytes as a comment. end_file() reports those at the end of a cut file. */
static int take_unknown(struct otfp_vtf3_reader *v, const struct otfp_vtf3_record *rec)
{
	char why[200];
	int code;

	if (otfp_vtf3_scan_is_cut(v->scan) == 1)
		return 0;
	if (rec->v[1].u == otfp_vtf3_rows[OTFP_VTF3_Unrecognizable].code)
		snprintf(why, sizeof why, "%s", otfp_vtf3_scan_why(v->scan));
	else
		snprintf(why, sizeof why, "%s (record type %d)", otfp_vtf3_scan_why(v->scan), (int)rec->v[1].i);
	fail_at(v, OTFP_EDAMAGE, OTFP_FLAW_LINE, why);
	if (!v->o.keep_going)
		return OTFP_EDAMAGE;
	code = trouble(v);
	return code < 0 ? code : take_modern(v, rec);
}

static inline int take(struct otfp_vtf3_reader *v, const struct otfp_vtf3_record *rec)
{
	if (OTFP_UNLIKELY(otfp_vtf3_is_old(rec)))
		return take_old(v, rec);
	if (OTFP_UNLIKELY(rec->type == OTFP_VTF3_Unrecognizable))
		return take_unknown(v, rec);
	return take_modern(v, rec);
}

static int next_file(struct otfp_vtf3_reader *v)
{
	int code = v->scan ? end_file(v) : 0;

	if (code < 0)
		return code;
	if (v->at < v->n)
		return open_file(v);
	v->is_over = 1;
	return fail_inner(v, otfp_vtf3_read_end(&v->convert));
}

static int step(struct otfp_vtf3_reader *v)
{
	const struct otfp_vtf3_record *rec;
	int code = v->scan ? otfp_vtf3_scan_next(v->scan, &rec) : OTFP_END;

	if (OTFP_LIKELY(code == 0))
		return take(v, rec);
	return code == OTFP_END ? next_file(v) : code;
}

/* ---- opening ---- */

/* Read up to the first event, then the header is complete. With several files, heads of later files come after
 * events; those inputs are sorted, which puts definitions first. */
static int read_head(struct otfp_vtf3_reader *v)
{
	int code = 0;

	while (code == 0 && !v->convert.has_events && !v->is_over) {
		const struct otfp_vtf3_record *rec;
		int is_first = !v->scan;

		code = is_first ? next_file(v) : 0;
		if (code == 0 && !v->is_over)
			code = otfp_vtf3_scan_next(v->scan, &rec);
		if (v->is_over || code < 0)
			break;
		if (code == OTFP_END) {
			code = next_file(v);
			continue;
		}
		v->convert.is_unsorted |=
			rec->type == OTFP_VTF3_Defunmerged || otfp_vtf3_scan_format(v->scan) == OTFP_VTF3_LEGACY_ASCII;
		code = take(v, rec);
	}
	v->header = v->convert.header;
	v->header.resolution = v->convert.resolution;
	return code;
}

static int copy_names(struct otfp_vtf3_reader *v, const char *const *names, unsigned n)
{
	v->names = calloc(n, sizeof *v->names);
	if (!v->names)
		return otfp_fail_memory(v->err);
	for (unsigned i = 0; i < n; i++)
		v->names[i] = names[i];
	v->n = n;
	return 0;
}

static int open_all(struct otfp_vtf3_reader *v, struct otfp_inputs *in, unsigned at, unsigned n)
{
	const struct otfp_vtf3_options *own = otfp_reads_options(&v->o, "vtf3");
	int code = copy_names(v, in->names + at, n);

	if (code == 0)
		code = fail_inner(v, otfp_vtf3_read_init(&v->convert, &v->inner));
	if (code == 0)
		code = otfp_files_new(&v->budget, v->o.max_files, v->err);
	if (code == 0)
		otfp_files_stop(v->budget, v->o.stop);
	v->convert.is_unsorted = n > 1 || v->o.sort_memory || (own && own->unmerged);
	v->convert.rescale = own ? own->rescale : 0;
	if (code < 0)
		return code;
	v->first = otfp_inputs_detach(in, at);
	return read_head(v);
}

/* ---- the interface ---- */

static int report_redefined(struct otfp_vtf3_reader *v)
{
	if (!v->convert.nredefined)
		return 0;
	otfp_fail_at(v->err, OTFP_EDAMAGE, OTFP_FLAW_REDEFINED, v->n > 1 ? "input" : name_of(v), 0,
	             "conflicting declarations, kept as comments: %" PRIu64 "; the first is %s", v->convert.nredefined,
	             v->convert.first_redefined);
	v->convert.nredefined = 0;
	return trouble(v);
}

/* Number of records before the next control line; a control line comes alone. */
static size_t run_of(const struct otfp_record *const *recs, size_t n, const struct otfp_vtf3_reading *c)
{
	if (OTFP_LIKELY(!c->ncontrols) || !n)
		return n;
	if (recs[0]->type == OTFP_CONTROL)
		return 1;
	for (size_t i = 1; i < n; i++)
		if (recs[i]->type == OTFP_CONTROL)
			return i;
	return n;
}

static int vtf3_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct otfp_vtf3_reader *v = handle;
	int code = 0;

	if (v->given == v->convert.n) {
		otfp_vtf3_read_clear(&v->convert);
		v->given = 0;
	}
	while (code == 0 && v->convert.n < BATCH && !v->is_over)
		code = step(v);
	if (code == 0 && v->is_over)
		code = report_redefined(v);
	if (code < 0)
		return code;
	*recs = v->convert.out + v->given;
	*n = run_of(*recs, v->convert.n - v->given, &v->convert);
	v->given += *n;
	return *n ? 0 : OTFP_END;
}

static void vtf3_close(void *handle)
{
	struct otfp_vtf3_reader *v = handle;

	if (!v)
		return;
	close_file(v);
	otfp_vtf3_read_release(&v->convert);
	if (v->budget)
		otfp_files_free(v->budget);
	free(v->names);
	free(v);
}

int otfp_vtf3_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err)
{
	struct otfp_vtf3_reader *v = calloc(1, sizeof *v);
	int code;

	if (!v)
		return otfp_fail_memory(err);
	v->err = err;
	v->o = *o;
	v->first = -1;
	code = open_all(v, in, at, n);
	if (code == 0 && v->convert.rescale && !v->convert.period)
		code = otfp_fail(err, OTFP_EFAIL, "%s: --rescale: no clock period before the first event", name_of(v));
	if (code < 0) {
		vtf3_close(v);
		return code;
	}
	*handle = v;
	return 0;
}

static const struct otfp_header *vtf3_header(const void *handle)
{
	return &((const struct otfp_vtf3_reader *)handle)->header;
}

static int vtf3_is_unsorted(const void *handle)
{
	return ((const struct otfp_vtf3_reader *)handle)->convert.is_unsorted;
}

/* @return whether it is, or <0 */
static int is_gzip(struct otfp_vtf3_reader *v, const char *path)
{
	unsigned char magic[2] = {0};
	int fd = otfp_fd_open(path, O_RDONLY, v->o.stop);
	ssize_t got = fd < 0 ? -1 : otfp_fd_read_at(fd, magic, sizeof magic, 0);

	if (got < 0)
		otfp_fail_errno(v->err, "%s", path);
	if (fd >= 0)
		close(fd);
	return got < 0 ? OTFP_EFAIL : magic[0] == 0x1f && magic[1] == 0x8b;
}

static int list_file(struct otfp_vtf3_reader *v, struct otfp_listed *file)
{
	int code = otfp_regular_size(file->path, &file->bytes, v->err), packed = code > 0 ? is_gzip(v, file->path) : 0;

	file->packed = packed > 0;
	return packed < 0 ? packed : code;
}

/* Standard input and pipes are no files of the trace. */
static int vtf3_list(void *handle, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	struct otfp_vtf3_reader *v = handle;
	int code = 0;

	for (unsigned i = 0; i < v->n && code == 0; i++) {
		struct otfp_listed file = {.path = v->names[i], .kind = OTFP_LIST_TRACE};
		if (otfp_is_stdin(file.path))
			continue;
		code = list_file(v, &file);
		if (code > 0)
			code = f(ctx, &file);
	}
	return code;
}

static uint64_t vtf3_troubles(const void *handle)
{
	return ((const struct otfp_vtf3_reader *)handle)->troubles;
}

const struct otfp_source_ops otfp_vtf3_ops = {
	.header = vtf3_header,
	.is_unsorted = vtf3_is_unsorted,
	.batch = vtf3_batch,
	.list = vtf3_list,
	.troubles = vtf3_troubles,
	.close = vtf3_close,
};
