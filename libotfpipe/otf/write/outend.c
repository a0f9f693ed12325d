/* outend.c - the end of a stream set: streams without records, trailers, the master file, the commit. */
#include "otf/write/outset.h"
#include "io/there.h"
#include "otf/names.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_all_regroups(struct otfp_out *o)
{
	int code = 0;

	for (size_t i = 0; i < o->assign.master.n; i++) {
		const struct otfp_members *s = &o->assign.master.streams[i];
		for (size_t j = 0; j < s->n && code == 0; j++)
			code = otfp_out_check_regroup(o, s->procs[j], s->id);
	}
	return code;
}

/* Without timed records no process was assigned: assign the defined processes. */
static int assign_defined(struct otfp_out *o)
{
	const uint32_t *p = (const uint32_t *)(const void *)o->defined.p;
	uint32_t stream;

	for (size_t i = 0; i < o->defined.n / sizeof *p && !o->assign.given.n; i++)
		if (otfp_assign_stream(&o->assign, p[i], &stream) < 0)
			return otfp_fail_memory(o->err);
	return 0;
}

/* Processes that @SM names keep their stream even without a record. With a number of streams (-n), as in the reference
 * library, only processes with records are assigned, unless there is none. */
static int complete_master(struct otfp_out *o)
{
	int all = o->assign.streams < 0 || !o->assign.master.n;
	uint32_t stream;
	int code = 0;

	for (size_t i = 0; all && i < o->assign.given.n; i++)
		for (size_t j = 0; j < o->assign.given.streams[i].n; j++)
			if (otfp_assign_stream(&o->assign, o->assign.given.streams[i].procs[j], &stream) < 0)
				return otfp_fail_memory(o->err);
	if (!o->assign.master.n && !o->is_share)
		code = assign_defined(o);
	if (code < 0 || (o->is_share && !o->assign.master.n))
		return code;
	return o->assign.master.n ?
	               check_all_regroups(o) :
	               otfp_fail(o->err, OTFP_EFAIL,
	                         "%s: the stream has no process, and OTF cannot store a trace without one", o->stub.p);
}

/* A reader finds local definitions only of streams that the master file names. */
static int check_locals(struct otfp_out *o)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(&o->locals, &at);)
		if (!otfp_master_find(&o->assign.master, (uint32_t)at.key))
			return otfp_fail(o->err, OTFP_EFAIL,
			                 "%s: %s %" PRIu32 " is local to stream %" PRIu64
			                 ", which has no process, so no reader would find it",
			                 o->stub.p, otfp_table[*at.value >> 32].name, (uint32_t)*at.value, at.key);
	return 0;
}

/* ---- files that stay ---- */

int otfp_out_stays(void *ctx, const char *suffix)
{
	const struct otfp_out *o = ctx;
	const char *kind = suffix + 1 + strcspn(suffix + 1, ".");

	if (strcmp(suffix, ".thumb") == 0)
		return (o->w.keep & OTFP_KEEP_THUMBNAIL) != 0;
	for (unsigned k = 0; *kind && k < OTFP_NFILES; k++)
		if (o->w.keep >> k & 1 && strncmp(kind + 1, otfp_file_name(k), strlen(otfp_file_name(k))) == 0)
			return k != OTFP_FILE_DEF || kind - suffix != 2 || suffix[1] != '0';
	return 0;
}

/* Whether the replaced trace has an event file of the stream, which is kept. */
static int keeps_events(struct otfp_out *o, uint32_t id)
{
	char suffix[OTFP_SUFFIX_MAX], *path;
	int found = 0;

	for (int packed = 0; packed < 2 && o->w.keep >> OTFP_FILE_EVENT & 1 && !found; packed++) {
		otfp_otf_suffix(suffix, id, otfp_file_name(OTFP_FILE_EVENT), packed);
		if (asprintf(&path, "%s%s", o->stub.p, suffix) < 0)
			return otfp_fail_memory(o->err);
		found = otfp_file_is_there(path, NULL, o->err);
		free(path);
	}
	return found;
}

/* Every stream needs an event file: without it the reference library loses the events of all streams. */
static int finish_stream(struct otfp_out *o, const struct otfp_members *m)
{
	struct otfp_out_stream *s = otfp_out_stream(o, m->id);
	struct otfp_outfile *f;
	int code;

	if (!s)
		return otfp_fail_memory(o->err);
	code = s->adopted ? 1 : keeps_events(o, m->id);
	if (code)
		return code < 0 ? code : 0;
	if (!s->files[OTFP_FILE_EVENT]) {
		code = otfp_out_file(o, m->id, OTFP_FILE_EVENT, &f);
		if (code == 0)
			code = otfp_outfile_place(f, 0, m->procs[0], o->err);
		return code < 0 ? code : otfp_outfile_finish(f, 0, o->err);
	}
	return otfp_outfile_finish(s->files[OTFP_FILE_EVENT], !o->header.no_trailer, o->err);
}

/* Without .0.def the reference library takes the definitions of stream 1 as global. */
static int need_definitions(struct otfp_out *o)
{
	struct otfp_out_stream *global = otfp_out_stream(o, 0);
	struct otfp_outfile *f;
	int code;

	if (!global)
		return otfp_fail_memory(o->err);
	if (global->files[OTFP_FILE_DEF])
		return 0;
	code = otfp_out_file(o, 0, OTFP_FILE_DEF, &f);
	/* a compressed file without any block would look cut */
	return code == 0 && o->w.level ? otfp_outfile_blank(f, o->err) : code;
}

static int finish_files(struct otfp_out *o)
{
	int code = need_definitions(o);

	for (size_t i = 0; i < o->assign.master.n && code == 0; i++)
		code = finish_stream(o, &o->assign.master.streams[i]);
	for (struct otfp_map_at at = {0}; code == 0 && otfp_map_next(&o->streams, &at);) {
		struct otfp_out_stream *s = (struct otfp_out_stream *)(uintptr_t)*at.value;
		for (unsigned k = 0; k < OTFP_FILE_EVENT && code == 0; k++)
			if (s->files[k])
				code = otfp_outfile_finish(s->files[k], otfp_is_timed(k) && !o->header.no_trailer,
				                           o->err);
	}
	return code;
}

int otfp_out_adopt(struct otfp_out *o, uint32_t id, const char *path, const char *suffix)
{
	struct otfp_out_stream *s = otfp_out_stream(o, id);

	if (!s)
		return otfp_fail_memory(o->err);
	s->adopted = 1;
	return otfp_staging_adopt(o->stage, path, suffix);
}

int otfp_out_thumbnail(void *handle, const char *text, size_t n)
{
	struct otfp_out *o = handle;
	struct otfp_staged *f;
	int code = otfp_staging_create(&f, o->stage, o->files, ".thumb", 0);

	o->w.keep &= ~OTFP_KEEP_THUMBNAIL;
	return code < 0 ? code : otfp_staged_append(f, text, n);
}

static int write_master(struct otfp_out *o)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct otfp_staged *f;
	int code = otfp_master_format(&o->assign.master, &b) < 0 ? otfp_fail_memory(o->err) : 0;

	if (code == 0 && b.n == 0 && otfp_buf_puts(&b, "\n") < 0) /* a share without a stream; see take_lines() */
		code = otfp_fail_memory(o->err);
	if (code == 0)
		code = otfp_staging_create(&f, o->stage, o->files, ".otf", 0);
	if (code == 0)
		code = otfp_staged_append(f, b.p, b.n);
	otfp_buf_release(&b);
	return code;
}

static void report_count(struct otfp_out *o, uint64_t n, const char *what)
{
	if (!n || !o->w.report)
		return;
	otfp_fail(o->err, OTFP_OK, "%s: %" PRIu64 " %s", o->stub.p, n, what);
	o->w.report(o->w.ctx, o->err);
}

static void report_all(struct otfp_out *o)
{
	report_count(o, o->blanks,
	             "quotes, newlines and missing strings became blanks or empty strings: OTF cannot store them");
	report_count(o, o->moved, "marker definitions of local files became global: a marker does not name its file");
	report_count(o, o->lost, "empty byte arrays were dropped: OTF cannot store them");
	report_count(o, o->skipped, "records of unknown type were dropped");
}

int otfp_out_finish(void *handle)
{
	struct otfp_out *o = handle;
	int code = o->headed ? 0 : otfp_out_settle_header(o, NULL);

	if (code == 0)
		code = otfp_out_put_version(o);
	if (code == 0)
		code = complete_master(o);
	if (code == 0)
		code = check_locals(o);
	if (code == 0)
		code = finish_files(o);
	if (code == 0)
		code = write_master(o);
	if (code == 0)
		report_all(o);
	return code;
}

int otfp_out_end(void *handle)
{
	return otfp_staging_commit(((struct otfp_out *)handle)->stage, ".otf");
}
