#include "otf2/read/source.h"
#include "base/clamp.h"
#include "base/order.h"
#include "otf2/carry/define.h"
#include "otf2/read/look.h"
#include "otf2/carry/original-read.h"
#include "otf2/read/source-lane.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 128 }; /* records of a batch; small, so that a batch stays in the cache */
enum { MAPPING, DEFINITIONS, MARKERS, LOCALS, TIMED, STRINGS, OVER };

struct archive {
	struct otfp_error *err;
	struct otfp_buf anchor; /* path of the anchor file */
	const char *path;
	struct otfp_read_options o;
	struct otfp_otf2_reader *reader;
	struct otfp_otf2_carrying convert;
	struct otfp_otf2_define define;
	struct otfp_otf2_lanes lanes;
	struct otfp_header header;
	unsigned kinds;
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *window_ctx;
	int (*wanted)(void *ctx, uint32_t process);
	void *wanted_ctx;
	int is_whole; /* all events of all locations are read */
	unsigned phase;
	size_t at;
	int is_made; /* the records of the phase are in the batch */
	struct otfp_buf text;
	struct otfp_record control;
	const struct otfp_record *one;
};

/* ---- opening: the definitions ---- */

/* The span in the archive need not be exact: it becomes DefTimeRange. */
static void take_clock(struct archive *a)
{
	const struct otfp_otf2_model *m = &a->convert.model;
	struct otfp_header *h = &a->header;

	for (size_t i = 0; i < m->n && !h->resolution; i++) {
		const struct otfp_otf2_frame *f = m->frames[i];
		if (f->row != OTFP_OTF2_ClockProperties)
			continue;
		h->resolution = OTFP_OTF2_F(f, ClockProperties, timerResolution);
		h->range_first = OTFP_OTF2_F(f, ClockProperties, globalOffset);
		h->range_last = h->range_first + OTFP_OTF2_F(f, ClockProperties, traceLength);
		h->has_range = h->range_last > h->range_first;
	}
}

static int take_definition(struct archive *a, const struct otfp_otf2_frame *frame)
{
	if (frame->row != OTFP_OTF2_Unknown)
		return otfp_otf2_model_add(&a->convert.model, frame);
	a->convert.report.kinds[OTFP_OTF2_Unknown].dropped++;
	a->convert.report.kinds[OTFP_OTF2_Unknown].why = "unknown to this version of otfpipe";
	return 0;
}

/* Definitions are damaged: what comes before is of use, if the caller wants that. */
static int damaged(struct archive *a, int code)
{
	if (code == OTFP_EDAMAGE && !a->o.keep_going)
		otfp_error_advise(a->err, "--keep-going reads what does not need the definitions that are lost");
	if (code != OTFP_EDAMAGE || !a->o.keep_going || a->o.strict)
		return code;
	a->convert.troubles++;
	if (a->o.report)
		a->o.report(a->o.ctx, a->err);
	return 0;
}

static int read_definitions(struct archive *a)
{
	const struct otfp_otf2_frame *frame;
	int code;

	while ((code = otfp_otf2_reader_definition(a->reader, &frame)) != OTFP_END) {
		code = code < 0 ? damaged(a, code) : take_definition(a, frame);
		if (code < 0)
			return code;
	}
	code = otfp_otf2_original_open(&a->convert, otfp_otf2_reader_anchor(a->reader));
	if (code < 0)
		return code;
	take_clock(a);
	return otfp_otf2_model_resolve(&a->convert.model);
}

static int open_archive(struct archive *a, const char *name)
{
	const struct otfp_otf2_options *own = otfp_reads_options(&a->o, "otf2");
	int code = otfp_otf2_anchor(&a->anchor, name, a->err);

	if (code <= 0)
		return code < 0 ? code : otfp_fail(a->err, OTFP_EFAIL, "%s: no such OTF2 archive", name);
	a->path = a->anchor.p;
	a->convert.err = a->err;
	a->convert.name = a->path;
	a->convert.strict = a->o.strict;
	a->convert.report_to = a->o.report;
	a->convert.report_ctx = a->o.ctx;
	if (own)
		a->convert.options = *own;
	code = otfp_otf2_carrying_init(&a->convert);
	if (code == 0)
		code = otfp_otf2_reader_open(&a->reader, a->path, &a->o, a->err);
	if (code == 0)
		code = read_definitions(a);
	if (code == 0)
		code = otfp_otf2_carrying_begin(&a->convert);
	return code;
}

static void archive_close(void *handle)
{
	struct archive *a = handle;

	if (!a)
		return;
	otfp_otf2_lanes_release(&a->lanes);
	otfp_otf2_reader_close(a->reader);
	otfp_otf2_define_release(&a->define);
	otfp_otf2_carrying_release(&a->convert);
	otfp_buf_release(&a->text);
	otfp_buf_release(&a->anchor);
	free(a);
}

int otfp_otf2_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err)
{
	struct archive *a = calloc(1, sizeof *a);
	int code;

	(void)n;
	if (!a)
		return otfp_fail_memory(err);
	a->err = err;
	a->o = *o;
	a->kinds = OTFP_FILES_TIMED;
	code = open_archive(a, in->names[at]);
	if (code < 0) {
		archive_close(a);
		return code;
	}
	*handle = a;
	return 0;
}

/* ---- what is wanted ---- */

static void archive_window(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	struct archive *a = handle;

	a->window = window;
	a->window_ctx = ctx;
}

static void archive_wanted(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	struct archive *a = handle;

	a->wanted = wanted;
	a->wanted_ctx = ctx;
}

static void archive_kinds(void *handle, unsigned kinds)
{
	((struct archive *)handle)->kinds = kinds;
}

/* ---- output in phases: each puts records into the batch, and returns 0, 1 when it is over, <0 ---- */

static int next_mapping(struct archive *a)
{
	uint32_t process;

	if (a->convert.original)
		return otfp_otf2_original_next(&a->convert, &a->one);
	if (a->at == a->convert.model.nlocations)
		return OTFP_END;
	process = a->convert.model.processes[a->at++].token;
	a->text.n = 0;
	if (otfp_sm_format(&a->text, process, &process, 1) < 0)
		return otfp_fail_memory(a->err);
	a->control = otfp_control_record(a->text.p, a->text.n);
	a->one = &a->control;
	return 0;
}

static int next_definitions(struct archive *a)
{
	if (a->convert.original) { /* its lines came with the control lines */
		otfp_otf2_define_original(&a->convert);
		return OTFP_END;
	}
	a->define.c = &a->convert;
	return otfp_otf2_define_next(&a->define, BATCH, otfp_otf2_reader_anchor(a->reader));
}

static int make_markers(struct archive *a)
{
	return otfp_otf2_define_markers(&a->convert);
}

/* The order of records with equal times. */
static int by_stream(const void *a, const void *b)
{
	const struct otfp_otf2_process *one = *(const struct otfp_otf2_process *const *)a,
				       *other = *(const struct otfp_otf2_process *const *)b;

	return otfp_order2(one->stream, other->stream, (uintptr_t)one, (uintptr_t)other);
}

/* Choose the locations that are wanted. @return how many */
static unsigned choose(const struct archive *a, const struct otfp_otf2_process **chosen, uint64_t *ids,
                       uint64_t *events)
{
	const struct otfp_otf2_model *m = &a->convert.model;
	unsigned n = 0;

	for (size_t i = 0; i < m->nlocations; i++) {
		const struct otfp_otf2_process *p = &m->processes[i];
		if (a->wanted && !a->wanted(a->wanted_ctx, p->token))
			continue;
		chosen[n++] = p;
	}
	qsort(chosen, n, sizeof *chosen, by_stream);
	for (unsigned i = 0; i < n; i++) {
		ids[i] = OTFP_OTF2_F(chosen[i]->location, Location, self);
		events[i] = OTFP_OTF2_F(chosen[i]->location, Location, numberOfEvents);
	}
	return n;
}

/* Keys and collective operations are defined where events use them, and open collective operations of snapshots have
 * the numbers of events. An archive of original.h has lines for all that. */
static int needs_all(const struct archive *a)
{
	const int has_snaps = otfp_otf2_reader_anchor(a->reader)->nsnapshots != 0;

	return !a->convert.original &&
	       (a->kinds & OTFP_FILE_BIT(OTFP_FILE_DEF) || (has_snaps && a->kinds & OTFP_FILE_BIT(OTFP_FILE_SNAP)));
}

static int open_lanes(struct archive *a, const struct otfp_otf2_process **chosen, uint64_t *ids, uint64_t *events)
{
	const int with_events = (a->kinds & OTFP_FILE_BIT(OTFP_FILE_EVENT)) || needs_all(a),
		  with_snaps = (a->kinds & OTFP_FILE_BIT(OTFP_FILE_SNAP)) || needs_all(a);
	unsigned n = choose(a, chosen, ids, events);
	uint64_t from;
	int code;

	a->is_whole = with_events && with_snaps && n == a->convert.model.nlocations && !a->lanes.has_to;
	if (n == 0)
		return 0;
	if (a->window && a->window(a->window_ctx, &from, &a->lanes.to, &a->lanes.has_to) == 0)
		a->lanes.has_to = 0;
	a->is_whole &= !a->lanes.has_to;
	code = otfp_otf2_reader_select(a->reader, ids, events, n);
	return code < 0 ? code : otfp_otf2_lanes_open(&a->lanes, chosen, n, with_snaps, with_events);
}

/* Open the locations; their local definitions are applied to what comes. */
static int make_locals(struct archive *a)
{
	size_t n = a->convert.model.nlocations + 1;
	const struct otfp_otf2_process **chosen = calloc(n, sizeof *chosen);
	uint64_t *ids = calloc(2 * n, sizeof *ids);
	int code = 0;

	a->lanes.reader = a->reader;
	a->lanes.c = &a->convert;
	a->lanes.keep_going = a->o.keep_going;
	if (!chosen || !ids)
		code = otfp_fail_memory(a->err);
	else if (!a->o.header_only)
		code = open_lanes(a, chosen, ids, ids + n);
	a->convert.lane = NULL;
	free(chosen);
	free(ids);
	return code;
}

static int next_timed(struct archive *a)
{
	int code = a->lanes.n ? otfp_otf2_lanes_convert(&a->lanes, BATCH) : OTFP_END;

	return code == OTFP_END && a->convert.n ? 0 : code;
}

static int make_strings(struct archive *a)
{
	a->convert.lane = NULL;
	return otfp_otf2_define_strings(&a->convert, a->is_whole);
}

/* ---- the end ---- */

static int report_rest(struct archive *a)
{
	struct otfp_otf2_carrying *c = &a->convert;

	if (!c->unreported)
		return 0;
	otfp_fail_at(a->err, OTFP_EDAMAGE, OTFP_FLAW_REFERENCE, a->path, 0, "more faults that are not listed: %" PRIu64,
	             c->unreported);
	a->err->more = c->unreported;
	if (a->o.report)
		a->o.report(a->o.ctx, a->err);
	return 0;
}

static int finish(struct archive *a)
{
	struct otfp_otf2_carrying *c = &a->convert;
	const struct otfp_otf2_anchor *anchor = otfp_otf2_reader_anchor(a->reader);
	uint64_t dropped;

	c->report.kinds[OTFP_OTF2_THUMBNAILS].dropped = anchor->nthumbnails;
	report_rest(a);
	otfp_otf2_report_all(&c->report, a->path, a->err, a->o.report, a->o.ctx, c->options.count, c->options.ctx);
	dropped = otfp_otf2_report_dropped(&c->report);
	if (dropped && c->options.lossless)
		return otfp_fail(a->err, OTFP_EFAIL, "%s: records dropped: %" PRIu64 "; --lossy accepts that", a->path,
		                 dropped);
	return OTFP_END;
}

/* ---- the interface ---- */

/* Records that a phase makes at once. */
static int (*const makers[OVER])(struct archive *) = {
	[MARKERS] = make_markers, [LOCALS] = make_locals, [STRINGS] = make_strings};
/* Records that it makes one batch after the other. */
static int (*const nexters[OVER])(struct archive *) = {
	[MAPPING] = next_mapping, [DEFINITIONS] = next_definitions, [TIMED] = next_timed};

static int step(struct archive *a)
{
	int code;

	otfp_otf2_carrying_clear(&a->convert);
	a->one = NULL;
	if (nexters[a->phase])
		return nexters[a->phase](a);
	if (a->is_made)
		return OTFP_END;
	a->is_made = 1;
	code = makers[a->phase](a);
	return code == 0 && !a->convert.n ? OTFP_END : code;
}

static int archive_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct archive *a = handle;

	while (a->phase != OVER) {
		int code = step(a);
		if (code < 0)
			return code;
		if (code == 0) {
			*recs = a->one ? &a->one : a->convert.out;
			*n = a->one ? 1 : a->convert.n;
			return 0;
		}
		a->phase++;
		a->is_made = 0;
	}
	return finish(a);
}

static const struct otfp_header *archive_header(const void *handle)
{
	return &((const struct archive *)handle)->header;
}

/* The number of a record is that of its event, definition or marker in the file. An archive of original.h has others
 * than its trace. */
static void archive_origin(const void *handle, const struct otfp_record *rec, struct otfp_origin *o)
{
	const struct archive *a = handle;

	if (a->convert.original || rec->type == OTFP_CONTROL)
		return;
	*o = (struct otfp_origin){.stream = rec->loc, .lineno = rec->lineno, .file = rec->file};
}

/* The id of the location that is a process. */
static int location_of(const struct otfp_otf2_model *m, uint32_t process, uint64_t *id)
{
	if (m->is_original || !process || process > m->nlocations)
		return 0;
	*id = m->processes[process - 1].location->f[0];
	return 1;
}

static size_t archive_path(const void *handle, const struct otfp_origin *o, char *text, size_t room)
{
	const struct archive *a = handle;
	const size_t n = strlen(a->path);
	const int stem = (int)(n > 5 && strcmp(a->path + n - 5, ".otf2") == 0 ? n - 5 : n);
	uint64_t id;
	int code;

	if (otfp_is_timed(o->file) && o->file < OTFP_NFILES && location_of(&a->convert.model, o->stream, &id))
		code = snprintf(text, room, "%.*s/%" PRIu64 ".%s", stem, a->path, id,
		                o->file == OTFP_FILE_SNAP ? "snap" : "evt");
	else if (!a->convert.original && (o->file == OTFP_FILE_DEF || o->file == OTFP_FILE_MARKER))
		code = snprintf(text, room, "%.*s.%s", stem, a->path, o->file == OTFP_FILE_DEF ? "def" : "marker");
	else
		code = snprintf(text, room, "%s", a->path);
	return otfp_printed(code, room);
}

static int archive_list(void *handle, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	struct archive *a = handle;
	const struct otfp_otf2_model *m = &a->convert.model;
	int code = otfp_otf2_reader_list(a->reader, NULL, 0, f, ctx);

	for (size_t i = 0; i < m->nlocations && code == 0; i++) {
		const struct otfp_otf2_process *p = &m->processes[i];
		code = otfp_otf2_reader_list(a->reader, &p->location->f[0], p->stream, f, ctx);
	}
	return code;
}

static uint64_t archive_troubles(const void *handle)
{
	return ((const struct archive *)handle)->convert.troubles;
}

const struct otfp_source_ops otfp_otf2_ops = {
	.header = archive_header,
	.window = archive_window,
	.wanted = archive_wanted,
	.kinds = archive_kinds,
	.batch = archive_batch,
	.origin = archive_origin,
	.path = archive_path,
	.list = archive_list,
	.troubles = archive_troubles,
	.close = archive_close,
};
