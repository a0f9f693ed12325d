#include "otf2/write/sink.h"
#include "commit/staging.h"
#include "io/there.h"
#include "otf2/write/records.h"
#include "otf2/original.h"
#include "otf2/write/writer.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sink {
	struct otfp_error *err;
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
	struct otfp_otf2_write_options o;
	struct otfp_otf2_writing writing;
	struct otfp_staging *stage;
	char *stub;
};

/* Messages contain the final name, not that of the directory of new files. */
static int name_output(struct sink *s, int code)
{
	const struct otfp_error e = *s->err;
	const size_t n = strlen(otfp_staging_dir(s->stage));

	if (strncmp(e.text, otfp_staging_dir(s->stage), n) != 0 ||
	    strncmp(e.text + n, "/" OTFP_LOCATIONS, sizeof OTFP_LOCATIONS) != 0)
		return code;
	return otfp_fail(s->err, code, "%s%s", s->stub, e.text + n + sizeof OTFP_LOCATIONS);
}

/* ---- records in ---- */

static int begin(void *handle, const struct otfp_header *h)
{
	otfp_otf2_write_header(&((struct sink *)handle)->writing, h);
	return 0;
}

static int put(void *handle, const struct otfp_record *rec)
{
	struct sink *s = handle;
	const int code = otfp_otf2_write_record(&s->writing, rec);

	return OTFP_UNLIKELY(code < 0) ? name_output(s, code) : code;
}

/* ---- the archive ---- */

static int write_locations(struct sink *s)
{
	const struct otfp_otf2_place *places = s->writing.places;
	int code = 0;

	for (size_t i = 0; i < s->writing.nplaces && code == 0; i++)
		if (!places[i].is_no_location)
			code = otfp_otf2_writer_location(s->writing.writer, i, places[i].id, s->writing.has_snaps);
	return code;
}

static int write_definitions(struct sink *s)
{
	struct otfp_otf2_defined defined = {0};
	const struct otfp_otf2_frame *frame;
	const uint64_t *p;
	size_t words;
	int code;

	while ((code = otfp_otf2_write_defined(&s->writing, &defined, &p, &words)) == 0)
		for (size_t at = 0; at < words; at += frame->words) {
			frame = (const struct otfp_otf2_frame *)(const void *)(p + at);
			code = otfp_otf2_writer_define(s->writing.writer, frame, s->writing.longest);
			if (code < 0)
				return code;
		}
	return code < 0 ? code : 0;
}

static int write_anchor(struct sink *s)
{
	static const char *const names[] = {OTFP_OTF2_ORIGINAL}, *const values[] = {"1"};
	const int is_otf2 = s->writing.is_otf2;
	const unsigned nproperties =
		is_otf2 ? (unsigned)(s->writing.restored.names.n / sizeof(char *)) : !s->writing.is_plain;
	const struct otfp_otf2_anchor anchor = {
		.creator = s->writing.creator ? s->writing.creator : "otfpipe " OTFP_VERSION,
		.description = otfp_buf_str(&s->writing.description),
		.machine = s->writing.restored.machine ? s->writing.restored.machine : "",
		.nproperties = nproperties,
		.names = is_otf2 ? (const char *const *)(const void *)s->writing.restored.names.p : names,
		.values = is_otf2 ? (const char *const *)(const void *)s->writing.restored.values.p : values,
	};

	return anchor.description ? otfp_otf2_writer_end(s->writing.writer, &anchor) : otfp_fail_memory(s->err);
}

/* What is left after the events. */
static int write_archive(struct sink *s)
{
	int code = write_locations(s);

	if (code == 0)
		code = write_definitions(s);
	return code == 0 ? write_anchor(s) : code;
}

/* ---- the end ---- */

static void report_clock(struct sink *s)
{
	if (s->writing.resolution || !s->report)
		return;
	otfp_fail(s->err, OTFP_END, "%s.otf2: the trace has no timer resolution: 1000000000 ticks per second assumed",
	          s->stub);
	s->report(s->ctx, s->err);
}

static int finish(void *handle)
{
	struct sink *s = handle;
	int code = otfp_otf2_write_end(&s->writing);
	char *where;

	if (code == 0)
		code = write_archive(s);
	if (code < 0)
		return name_output(s, code);
	if (asprintf(&where, "%s.otf2", s->stub) < 0)
		return otfp_fail_memory(s->err);
	report_clock(s);
	otfp_otf2_report_all(&s->writing.report, where, s->err, s->report, s->ctx, s->o.count, s->o.ctx);
	free(where);
	return 0;
}

static uint64_t lost(const void *handle)
{
	return otfp_otf2_report_dropped(&((const struct sink *)handle)->writing.report);
}

/* Take a file or directory that was made, if it was. @return 0 or <0 */
static int take(struct sink *s, const char *suffix)
{
	char name[sizeof OTFP_LOCATIONS ".marker"], *path;
	int is_there;

	snprintf(name, sizeof name, OTFP_LOCATIONS "%s", suffix);
	if (asprintf(&path, "%s/%s", otfp_staging_dir(s->stage), name) < 0)
		return otfp_fail_memory(s->err);
	is_there = otfp_name_is_there(path, NULL, s->err);
	free(path);
	return is_there > 0 ? otfp_staging_copy(s->stage, name, suffix) : is_there;
}

static int end(void *handle)
{
	/* readers begin with the anchor file */
	static const char *const suffixes[] = {"", ".def", ".marker", ".otf2"};
	struct sink *s = handle;
	int code = 0;

	for (unsigned i = 0; i < sizeof suffixes / sizeof *suffixes && code == 0; i++)
		code = take(s, suffixes[i]);
	return code < 0 ? code : otfp_staging_commit(s->stage, ".otf2");
}

static void set_stop(void *handle, int (*stop)(void))
{
	struct sink *s = handle;

	s->writing.spool.file.stop = s->writing.defined.file.stop = stop;
}

static void close_sink(void *handle)
{
	struct sink *s = handle;

	otfp_otf2_write_release(&s->writing);
	otfp_otf2_writer_close(s->writing.writer);
	otfp_staging_close(s->stage);
	free(s->stub);
	free(s);
}

const struct otfp_sink_ops otfp_otf2_sink_ops = {
	.stop = set_stop,
	.begin = begin,
	.put = put,
	.finish = finish,
	.end = end,
	.lost = lost,
	.close = close_sink,
};

/* ---- opening ---- */

static int open_stage(struct sink *s, const char *name, const struct otfp_write_options *o)
{
	static const char ending[] = ".otf2";
	const size_t n = strlen(name), k = sizeof ending - 1;
	const struct otfp_staging_options how = {.together = OTFP_TOGETHER_OTF2,
	                                         .replace = o->force,
	                                         .report = o->report,
	                                         .ctx = o->ctx};

	s->stub = strndup(name, n - (n > k && strcmp(name + n - k, ending) == 0 ? k : 0));
	return s->stub ? otfp_staging_open(&s->stage, s->stub, &how, s->err) : otfp_fail_memory(s->err);
}

int otfp_otf2_sink_open(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
                        struct otfp_error *err)
{
	struct sink *s = calloc(1, sizeof *s);
	int code;

	if (!s)
		return otfp_fail_memory(err);
	s->err = err;
	s->report = o->report;
	s->ctx = o->ctx;
	if (own)
		s->o = *(const struct otfp_otf2_write_options *)own;
	code = otfp_otf2_write_init(&s->writing, s->o.plain, err);
	if (code == 0)
		code = open_stage(s, name, o);
	if (code == 0)
		code = otfp_otf2_writer_open(&s->writing.writer, otfp_staging_dir(s->stage), OTFP_LOCATIONS, err);
	if (code < 0)
		close_sink(s);
	else
		*handle = s;
	return code;
}
