/*
 * vtf3-output.c - vtf3.h: writes records to a file or to memory.
 *
 * Memory: a buffer of 64 KiB or the largest record, and the names of activities from old records.
 */
#include "api/vtf3-fcb.h"
#include "base/fd.h"
#include "io/zout.h"
#include "vtf3/table.h"
#include "vtf3/write/write.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 65536 }; /* bytes */

struct output {
	struct vtf3_fcb f;
	struct otfp_vtf3_writer *writer;
	struct otfp_buf buf; /* of a file: unwritten bytes; of memory: the last record composed */
	char *name;
	int fd; /* -1: none */
	struct otfp_zout out;
	int broken; /* a write failed; write nothing more */
	_Alignas(VTF3_rec_t) char rcb[sizeof(VTF3_rec_t)];
};

/* @return NULL if the fcb is not such an output; its error says so */
static struct output *output_of(void *fcb, enum vtf3_kind kind)
{
	struct vtf3_fcb *f = fcb;

	if (!f || f->kind == kind)
		return fcb;
	otfp_fail(&f->err, OTFP_EUSAGE, "vtf3: not opened for output to %s",
	          kind == VTF3_FILE_OUTPUT ? "a file" : "memory");
	vtf3_fail(f, EINVAL);
	return NULL;
}

/* ---- open ---- */

static struct output *make_output(enum vtf3_kind kind, int format)
{
	struct output *o = vtf3_is_format(format) ? calloc(1, sizeof *o) : NULL;

	if (!o)
		return vtf3_not_open(vtf3_is_format(format) ? ENOMEM : EINVAL);
	o->f.kind = kind;
	o->f.format = (enum otfp_vtf3_format)format;
	o->fd = -1;
	if (otfp_vtf3_writer_new(&o->writer, o->f.format, OTFP_VTF3_FULL, &o->f.err) < 0) {
		free(o);
		return vtf3_not_open(ENOMEM);
	}
	return o;
}

static void free_output(struct output *o)
{
	if (o->fd >= 0)
		close(o->fd);
	otfp_zout_release(&o->out);
	otfp_vtf3_writer_free(o->writer);
	otfp_buf_release(&o->buf);
	free(o->name);
	free(o);
}

/* `.\.[gG][zZ]$`, as in the VTF3 report */
static int is_gzip_name(const char *name)
{
	size_t n = strlen(name);

	return n > 3 && strcasecmp(name + n - 3, ".gz") == 0;
}

static int open_file(struct output *o, const char *name)
{
	const char *header;
	size_t n;

	header = otfp_vtf3_header(o->f.format, &n);
	o->name = strdup(name);
	if (!o->name || otfp_buf_reserve(&o->buf, BLOCK) < 0 || otfp_buf_add(&o->buf, header, n) < 0)
		return ENOMEM;
	o->fd = otfp_fd_open(name, O_WRONLY | O_CREAT | O_TRUNC, otfp_go_on);
	if (o->fd < 0)
		return errno;
	if (otfp_zout_open(&o->out, o->fd, o->name, (struct otfp_zout_form){OTFP_GZIP, is_gzip_name(name), NULL},
	                   &o->f.err) < 0)
		return ENOMEM;
	o->out.stop = otfp_go_on;
	return 0;
}

void *VTF3_OpenFileOutput(const char *outputfilename, int outputfileformat, int writeunmergedrecord)
{
	struct output *o = make_output(VTF3_FILE_OUTPUT, outputfileformat);
	int error = o ? open_file(o, outputfilename) : 0;

	if (o && error == 0 && writeunmergedrecord && VTF3_WriteDefunmerged(o) < 0)
		error = ENOMEM;
	if (!o || error == 0)
		return o;
	free_output(o);
	return vtf3_not_open(error);
}

void *VTF3_OpenMemoryOutput(int outputfileformat)
{
	return make_output(VTF3_MEMORY_OUTPUT, outputfileformat);
}

/* ---- records ---- */

/* Whether all arrays with elements are there. */
static int is_whole(const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];

	for (unsigned k = 0; k < row->nargs; k++) {
		unsigned type = row->args[k].type;
		size_t n = type > OTFP_VTF3_A_STR ? otfp_vtf3_elements(rec, k) : 0;
		if (n == 0 || n == SIZE_MAX / 8) /* the writer refuses negative counts */
			continue;
		if (!rec->v[k].p)
			return 0;
		for (size_t i = 0; type == OTFP_VTF3_A_STRS && i < n; i++)
			if (!rec->v[k].ss[i])
				return 0;
	}
	return 1;
}

/* Append a record to the buffer. @return bytes, or -1 */
static int put(struct output *o, const struct otfp_vtf3_record *rec)
{
	ssize_t n;

	if (!is_whole(rec)) {
		otfp_fail(&o->f.err, OTFP_EUSAGE, "vtf3: %s: a null pointer to an array",
		          otfp_vtf3_rows[rec->type].name);
		return vtf3_fail(&o->f, EINVAL);
	}
	n = otfp_vtf3_compose(o->writer, rec, &o->buf);
	return n < 0 ? vtf3_fail(&o->f, n == OTFP_EUSAGE ? EINVAL : ENOMEM) : (int)n;
}

/* @return 0 or -1 */
static int flush(struct output *o)
{
	int code = o->broken ? -1 : 0;

	if (code == 0 && o->buf.n && otfp_zout_put(&o->out, o->buf.p, o->buf.n) < 0) {
		o->broken = 1;
		code = vtf3_fail(&o->f, errno);
	}
	o->buf.n = 0;
	return code;
}

int vtf3_write(void *fcb, const struct otfp_vtf3_record *rec)
{
	struct output *o = output_of(fcb, VTF3_FILE_OUTPUT);
	int n;

	if (!o || o->broken)
		return -1;
	n = put(o, rec);
	return n > 0 && o->buf.n >= BLOCK && flush(o) < 0 ? -1 : n;
}

VTF3_rec_t *vtf3_compose(void *fcb, const struct otfp_vtf3_record *rec)
{
	struct output *o = output_of(fcb, VTF3_MEMORY_OUTPUT);
	unsigned type = rec->type == OTFP_VTF3_Unrecognizable ? OTFP_VTF3_Comment : rec->type;

	if (!o)
		return NULL;
	o->buf.n = 0;
	if (put(o, rec) < 0)
		return NULL;
	if (o->f.format != OTFP_VTF3_STD_BINARY)
		o->buf.p[o->buf.n - 1] = 0;
	VTF3_rec_t rcb = {otfp_vtf3_rows[type].code, (int)o->buf.n, o->buf.p};
	memcpy(o->rcb, &rcb, sizeof rcb);
	return (VTF3_rec_t *)o->rcb;
}

/* ---- close ---- */

/* @return 0 or an errno */
static int close_file(struct output *o)
{
	int error = o->fd >= 0 && !o->broken && otfp_zout_end(&o->out) < 0 ? errno : 0;

	if (o->fd >= 0 && otfp_fd_close(o->fd) < 0 && !error)
		error = errno;
	o->fd = -1;
	return error;
}

int vtf3_close_output(struct vtf3_fcb *f)
{
	struct output *o = (struct output *)f;
	int error;

	if (f->kind == VTF3_FILE_OUTPUT)
		flush(o);
	error = close_file(o);
	if (f->failed)
		error = f->error;
	free_output(o);
	errno = error ? error : errno;
	return error ? -1 : 0;
}
