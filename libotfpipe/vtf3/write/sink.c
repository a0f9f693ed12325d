#include "vtf3/write/sink.h"
#include "commit/newfile.h"
#include "io/zout.h"
#include "vtf3/write/records.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 << 10, GZIP_LEVEL = 1 }; /* the level that the VTF3 library wrote with */

struct sink {
	struct otfp_error *err;
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
	struct otfp_vtf3_writing writing;
	struct otfp_newfile file;
	struct otfp_zout out;
};

static int begin(void *handle, const struct otfp_header *h)
{
	return otfp_vtf3_write_header(&((struct sink *)handle)->writing, h);
}

static int flush(struct sink *s, size_t least)
{
	int code = 0;

	if (s->writing.out.n >= least) {
		code = otfp_zout_put(&s->out, s->writing.out.p, s->writing.out.n);
		s->writing.out.n = 0;
	}
	return code;
}

static int drain(void *handle)
{
	return flush(handle, BLOCK);
}

static int put(void *handle, const struct otfp_record *rec)
{
	struct sink *s = handle;
	const int code = otfp_vtf3_write_record(&s->writing, rec);

	return code == 0 ? flush(s, BLOCK) : code;
}

/* ---- what is lost ---- */

static uint64_t lost(const void *handle)
{
	const struct otfp_vtf3_writing *w = &((const struct sink *)handle)->writing;
	uint64_t n = otfp_vtf3_writer_lost(w->to);

	for (unsigned type = 0; type < OTFP_NTYPES; type++)
		n += w->dropped[type] + w->changed[type];
	return n;
}

static void report_counts(struct sink *s, const uint64_t counts[OTFP_NTYPES], const char *what)
{
	for (unsigned type = 0; type < OTFP_NTYPES; type++)
		if (counts[type]) {
			otfp_fail(s->err, OTFP_OK, "%s: %s: %" PRIu64, what,
			          type ? otfp_table[type].name : "unknown ones", counts[type]);
			s->report(s->ctx, s->err);
		}
}

static void report_losses(struct sink *s)
{
	uint64_t n = otfp_vtf3_writer_lost(s->writing.to);

	for (unsigned i = 0; i < OTFP_VTF3_NRENUMBERED; i++)
		if (s->writing.zero[i]) {
			otfp_fail(s->err, OTFP_END, "%s 0 is written as %" PRIu32,
			          otfp_what_name(otfp_vtf3_renumbered[i]), s->writing.zero[i]);
			s->report(s->ctx, s->err);
		}
	report_counts(s, s->writing.dropped, "dropped records that VTF3 cannot contain");
	report_counts(s, s->writing.changed, "records that change if they are read back");
	if (!n)
		return;
	otfp_fail(s->err, OTFP_OK, "texts and source locations that Legacy ASCII cannot contain: %" PRIu64, n);
	s->report(s->ctx, s->err);
}

/* ---- the end ---- */

static int finish(void *handle)
{
	struct sink *s = handle;
	int code = otfp_vtf3_write_end(&s->writing);

	if (code == 0)
		code = flush(s, 0);
	if (code == 0)
		code = otfp_zout_end(&s->out);
	if (code == 0 && s->report)
		report_losses(s);
	return code;
}

static int end(void *handle)
{
	struct sink *s = handle;

	return otfp_newfile_end(&s->file, s->err);
}

static void close_sink(void *handle)
{
	struct sink *s = handle;

	otfp_zout_release(&s->out);
	otfp_newfile_release(&s->file);
	otfp_vtf3_write_release(&s->writing);
	free(s);
}

static void set_stop(void *handle, int (*stop)(void))
{
	((struct sink *)handle)->out.stop = stop;
}

const struct otfp_sink_ops otfp_vtf3_sink_ops = {
	.stop = set_stop,
	.begin = begin,
	.put = put,
	.finish = finish,
	.end = end,
	.lost = lost,
	.close = close_sink,
};

/* ---- opening ---- */

static int ends_in_gz(const char *name)
{
	size_t n = strlen(name);

	return n > 3 && strcasecmp(name + n - 3, ".gz") == 0;
}

static int open_out(struct sink *s, const char *name, int force, enum otfp_vtf3_format format)
{
	const int level = ends_in_gz(name) ? GZIP_LEVEL : 0;
	const int is_binary = level || format == OTFP_VTF3_STD_BINARY;
	int code = otfp_newfile_open(&s->file, name,
	                             (force ? OTFP_NEWFILE_REPLACE : 0) | (is_binary ? OTFP_NEWFILE_BINARY : 0), NULL,
	                             s->err);

	return code < 0 ? code :
	                  otfp_zout_open(&s->out, s->file.fd, s->file.name,
	                                 (struct otfp_zout_form){OTFP_GZIP, level, NULL}, s->err);
}

int otfp_vtf3_sink_open(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
                        struct otfp_error *err)
{
	static const struct otfp_vtf3_write_options usual = {.format = OTFP_VTF3_STD_BINARY};
	const struct otfp_vtf3_write_options *vtf3 = own ? own : &usual;
	struct sink *s = calloc(1, sizeof *s);
	int code;

	if (!s)
		return otfp_fail_memory(err);
	s->err = err;
	s->report = o->report;
	s->ctx = o->ctx;
	code = open_out(s, name ? name : "-", o->force, vtf3->format);
	if (code == 0)
		code = otfp_vtf3_write_init(&s->writing, vtf3, err);
	s->writing.drain = drain;
	s->writing.drain_ctx = s;
	if (code < 0)
		close_sink(s);
	else
		*handle = s;
	return code;
}
