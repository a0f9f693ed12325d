#include "otf2/read/source.h"
#include "base/clamp.h"
#include "base/order.h"
#include "otf2/carry/define.h"
#include "otf2/read/look.h"
#include "otf2/read/points.h"
#include "otf2/carry/original-read.h"
#include "otf2/read/share.h"
#include "otf2/read/source-lane.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPING, DEFINITIONS, MARKERS, POINTS, LOCALS, TIMED, STRINGS, OVER };

struct archive {
	struct otfp_error *err;
	struct otfp_buf anchor; /* path of the anchor file */
	const char *path;
	struct otfp_read_options o;
	struct otfp_otf2_reader *reader;
	struct otfp_otf2_carrying convert;
	struct otfp_otf2_define define;
	struct otfp_otf2_lanes lanes;
	struct otfp_otf2_share share;
	int told_share;
	struct otfp_header header;
	unsigned kinds;
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *window_ctx;
	int (*wanted)(void *ctx, uint32_t process);
	void *wanted_ctx;
	const struct otfp_otf2_process **chosen; /* those that are wanted, in the order of their streams */
	unsigned nchosen;
	int is_whole; /* all events of all locations are read */
	unsigned phase;
	size_t at;
	int is_made; /* the records of the phase are in the batch */
	struct otfp_buf text;
	struct otfp_record control;
	const struct otfp_record *one; /* the batch, if it is one control line */
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
		code = otfp_otf2_share_choose(&a->share, &a->convert, otfp_otf2_reader_anchor(a->reader), &a->o);
	return code < 0 ? code : otfp_otf2_carrying_begin(&a->convert);
}

static void archive_close(void *handle)
{
	struct archive *a = handle;

	if (!a)
		return;
	free(a->chosen);
	otfp_otf2_lanes_release(&a->lanes);
	otfp_otf2_share_release(&a->share);
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

static int give_control(struct archive *a)
{
	a->control = otfp_control_record(a->text.p, a->text.n);
	a->one = &a->control;
	return 0;
}

static int next_mapping(struct archive *a)
{
	const struct otfp_otf2_model *m = &a->convert.model;
	uint32_t process;

	a->text.n = 0;
	if (a->share.is.parts && !a->told_share++)
		return otfp_share_format(&a->share.is, &a->text) < 0 ? otfp_fail_memory(a->err) : give_control(a);
	if (a->convert.original)
		return otfp_otf2_share_line(&a->share, &a->convert, &a->one);
	while (a->at < m->nlocations && !otfp_otf2_share_has(&a->share, m->processes[a->at].stream))
		a->at++;
	if (a->at == m->nlocations)
		return OTFP_END;
	process = m->processes[a->at++].token;
	return otfp_sm_format(&a->text, process, &process, 1) < 0 ? otfp_fail_memory(a->err) : give_control(a);
}

static int next_definitions(struct archive *a)
{
	if (a->convert.original) { /* its lines came with the control lines */
		otfp_otf2_define_original(&a->convert);
		return OTFP_END;
	}
	a->define.c = &a->convert;
	return otfp_otf2_define_next(&a->define, OTFP_OTF2_BATCH, otfp_otf2_reader_anchor(a->reader));
}

/* Only the first of several shares has them. */
static int make_markers(struct archive *a)
{
	return a->o.part > 1 ? 0 : otfp_otf2_define_markers(&a->convert);
}

/* The order of records with equal times. */
static int by_stream(const void *a, const void *b)
{
	const struct otfp_otf2_process *one = *(const struct otfp_otf2_process *const *)a,
				       *other = *(const struct otfp_otf2_process *const *)b;

	return otfp_order2(one->stream, other->stream, (uintptr_t)one, (uintptr_t)other);
}

static int select_chosen(struct archive *a)
{
	uint64_t *ids = calloc(2 * (size_t)a->nchosen + 1, sizeof *ids), *events;
	int code;

	if (!ids)
		return otfp_fail_memory(a->err);
	events = ids + a->nchosen;
	for (unsigned i = 0; i < a->nchosen; i++) {
		ids[i] = OTFP_OTF2_F(a->chosen[i]->location, Location, self);
		events[i] = OTFP_OTF2_F(a->chosen[i]->location, Location, numberOfEvents);
	}
	code = otfp_otf2_reader_select(a->reader, ids, events, a->nchosen);
	free(ids);
	return code;
}

/* Choose the locations that are wanted. */
static int choose(struct archive *a)
{
	const struct otfp_otf2_model *m = &a->convert.model;

	a->chosen = calloc(m->nlocations + 1, sizeof *a->chosen);
	if (!a->chosen)
		return otfp_fail_memory(a->err);
	for (size_t i = 0; i < m->nlocations && !a->o.header_only; i++)
		if (otfp_otf2_share_has(&a->share, m->processes[i].stream) &&
		    (!a->wanted || a->wanted(a->wanted_ctx, m->processes[i].token)))
			a->chosen[a->nchosen++] = &m->processes[i];
	qsort(a->chosen, a->nchosen, sizeof *a->chosen, by_stream);
	return select_chosen(a);
}

static int has_snaps(const struct archive *a)
{
	return otfp_otf2_reader_anchor(a->reader)->nsnapshots != 0;
}

static int wants(const struct archive *a, unsigned kind)
{
	return (a->kinds & OTFP_FILE_BIT(kind)) != 0;
}

/* Readers of OTF look for snapshots at the times that these definitions have. An archive of original.h has lines for
 * them. */
static int make_points(struct archive *a)
{
	struct otfp_otf2_points p = {.err = a->err};
	int code = choose(a);

	if (has_snaps(a) && !a->convert.original && (wants(a, OTFP_FILE_DEF) || wants(a, OTFP_FILE_SNAP)))
		for (unsigned i = 0; i < a->nchosen && code == 0; i++)
			code = otfp_otf2_reader_scan_snaps(a->reader, i, otfp_otf2_points_note, &p);
	if (code == 0)
		code = otfp_otf2_points_define(&p, &a->convert);
	free(p.times);
	return code;
}

/* Keys and collective operations are defined where events use them, and open collective operations of snapshots have
 * the numbers of events. An archive of original.h has lines for all that. */
static int needs_all(const struct archive *a)
{
	return !a->convert.original && (wants(a, OTFP_FILE_DEF) || (has_snaps(a) && wants(a, OTFP_FILE_SNAP)));
}

/* What comes before the window is left out, unless calls in it need what comes before. */
static void ask_window(struct archive *a)
{
	uint64_t from = 0;

	if (!a->window || !a->window(a->window_ctx, &from, &a->lanes.to, &a->lanes.has_to))
		a->lanes.has_to = 0;
	else if (!a->convert.options.unwind)
		a->lanes.from = from;
	otfp_otf2_reader_from(a->reader, a->lanes.from);
	a->is_whole &= !a->lanes.has_to && !from;
}

/* Open the locations; their local definitions are applied to what comes. */
static int make_locals(struct archive *a)
{
	const int all = needs_all(a), with_events = all || wants(a, OTFP_FILE_EVENT),
		  with_snaps = all || wants(a, OTFP_FILE_SNAP);
	int code;

	a->lanes.reader = a->reader;
	a->lanes.c = &a->convert;
	a->lanes.keep_going = a->o.keep_going;
	a->is_whole = with_events && with_snaps && a->nchosen == a->convert.model.nlocations && !a->o.header_only;
	if (a->nchosen == 0)
		return 0;
	ask_window(a);
	code = otfp_otf2_lanes_open(&a->lanes, a->chosen, a->nchosen, with_snaps, with_events);
	a->convert.lane = NULL;
	return code < 0 ? code : otfp_otf2_lanes_order(&a->lanes);
}

static int next_timed(struct archive *a)
{
	int code;

	if (!a->lanes.n)
		return OTFP_END;
	code = otfp_otf2_lanes_convert(&a->lanes, OTFP_OTF2_BATCH);
	return code == OTFP_END && a->convert.batch.n ? 0 : code;
}

static int make_strings(struct archive *a)
{
	a->convert.lane = NULL;
	return otfp_otf2_define_strings(&a->convert, a->is_whole);
}

/* ---- the end ---- */

static int finish(struct archive *a)
{
	struct otfp_otf2_carrying *c = &a->convert;
	const struct otfp_otf2_anchor *anchor = otfp_otf2_reader_anchor(a->reader);
	uint64_t dropped;

	c->report.kinds[OTFP_OTF2_THUMBNAILS].dropped = anchor->nthumbnails;
	otfp_otf2_report_unlisted(c);
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
	[MARKERS] = make_markers, [POINTS] = make_points, [LOCALS] = make_locals, [STRINGS] = make_strings};
/* Records that it makes one batch after the other. */
static int (*const nexters[OVER])(struct archive *) = {
	[MAPPING] = next_mapping, [DEFINITIONS] = next_definitions, [TIMED] = next_timed};

static int step(struct archive *a)
{
	int code;

	a->one = NULL;
	otfp_otf2_carrying_clear(&a->convert);
	if (nexters[a->phase])
		return nexters[a->phase](a);
	if (a->is_made)
		return OTFP_END;
	a->is_made = 1;
	code = makers[a->phase](a);
	return code == 0 && !a->convert.batch.n ? OTFP_END : code;
}

static void give(const struct archive *a, const struct otfp_record *const **recs, size_t *n)
{
	*recs = &a->one;
	*n = 1;
	if (a->one)
		return;
	*recs = a->convert.batch.out;
	*n = a->convert.batch.n;
}

static int archive_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct archive *a = handle;
	int code;

	while (a->phase != OVER) {
		code = step(a);
		if (code < 0)
			return code;
		if (code == 0) {
			give(a, recs, n);
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
	.has_shares = 1,
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
