#include "otf/read/listing.h"
#include "base/clamp.h"
#include "otf/read/traceset.h"
#include "commit/journal.h"
#include "commit/recover.h"
#include "io/there.h"
#include "otf/read/survey.h"
#include "otf/names.h"
#include "otf/read/identity.h"
#include "otf/read/part.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BUDGET = 8 << 20, BLOCK_MIN = 4 << 10, BLOCK_MAX = 256 << 10 };

int otfp_trace_exists(const char *name, struct otfp_error *err)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int found = otfp_otf_stub(&b, name) < 0 || otfp_buf_puts(&b, ".otf") < 0 || !otfp_buf_str(&b) ?
	                    otfp_fail_memory(err) :
	                    otfp_file_is_there(b.p, NULL, err);

	if (found == 0) {
		b.p[b.n - 4] = '\0';
		found = otfp_journal_exists(b.p, err);
	}
	otfp_buf_release(&b);
	return found;
}

int otfp_trace_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err)
{
	const char *name = in->names[at];

	(void)o;
	if (otfp_is_stdin(name))
		return 0;
	if (otfp_otf_is_full(name) && otfp_inputs_look(in, at)->exists)
		return 1;
	return otfp_trace_exists(name, err);
}

/* ---- opening: collect what must be known before the first record ---- */

static uint32_t stream_id(const struct otfp_trace *t, size_t i)
{
	return i == 0 ? 0 : t->reading.master.streams[i - 1].id;
}

static int no_definitions(struct otfp_trace *t)
{
	char suffix[OTFP_SUFFIX_MAX], *path;

	otfp_otf_suffix(suffix, 0, "def", 0);
	if (asprintf(&path, "%s%s", t->set.stub, suffix) < 0)
		return otfp_fail_memory(t->reading.err);
	otfp_fail_at(t->reading.err, OTFP_EDAMAGE, OTFP_FLAW_NO_DEFINITIONS, path, 0,
	             "missing: the trace has no global definitions");
	free(path);
	otfp_reading_report(&t->reading);
	return 0;
}

static int scan_all(struct otfp_trace *t)
{
	for (size_t i = 0; i <= t->reading.master.n; i++) {
		int code = otfp_scan_definitions(&t->scan, &t->set, stream_id(t, i));
		if (code == OTFP_END && i == 0)
			code = no_definitions(t);
		if (code < 0)
			return code;
	}
	return 0;
}

/* Open a timed file as the next source of the merge. @return 0; 1 if there is no such file; <0 */
static int open_timed(struct otfp_trace *t, uint32_t id, unsigned file, struct otfp_survey *look)
{
	struct otfp_cursor *c = &t->files[t->nfiles];
	struct otfp_seen *seen;
	const unsigned room = otfp_batch_room(OTFP_RECORD_BUDGET, 3 * t->reading.master.n, OTFP_ROOM_MAX);
	int code = otfp_cursor_open(c, &t->set, id, file, room);

	if (code)
		return code;
	t->nfiles++;
	seen = &t->seen[t->nseen++];
	seen->id = id;
	seen->file = (uint8_t)file;
	seen->packed = (uint8_t)otfp_input_is_packed(c->stream.in);
	seen->bytes = otfp_input_size(c->stream.in);
	code = otfp_survey_file(look, &t->set, c, &seen->ends);
	if (t->reading.o.header_only)
		otfp_cursor_release(&t->files[--t->nfiles]);
	return code;
}

/* Look at a file of another share for the header. The reader of that share reports its damage. */
static int look_elsewhere(struct otfp_trace *t, uint32_t id, unsigned file, struct otfp_survey *look)
{
	struct otfp_ends ends = {0};
	struct otfp_cursor c;
	int code;

	t->reading.quiet = 1;
	code = otfp_cursor_open(&c, &t->set, id, file, OTFP_ROOM_MIN);
	t->reading.quiet = 0;
	if (code)
		return code == OTFP_END ? 0 : code;
	code = otfp_survey_file(look, &t->set, &c, &ends);
	otfp_cursor_release(&c);
	return code;
}

/* The event file of a stream is missing. This is damage: the reference library then loses the events of all streams. */
static int no_events(struct otfp_trace *t, uint32_t id)
{
	char suffix[OTFP_SUFFIX_MAX], *path;

	otfp_otf_suffix(suffix, id, "events", 0);
	if (asprintf(&path, "%s%s", t->set.stub, suffix) < 0)
		return otfp_fail_memory(t->reading.err);
	otfp_fail_at(t->reading.err, OTFP_EDAMAGE, OTFP_FLAW_NO_EVENTS, path, 0,
	             "missing, but the master file names the stream");
	free(path);
	return otfp_reading_damage(&t->reading);
}

static const unsigned timed_kinds[] = {OTFP_FILE_SNAP, OTFP_FILE_STAT, OTFP_FILE_EVENT};

/* All shares have the header of the whole trace, so that a time such as 25% means the same in each of them. */
static int look_at_others(struct otfp_trace *t, struct otfp_survey *look)
{
	int code = 0;

	for (size_t i = 0; i < t->nothers && code == 0; i++)
		for (unsigned k = 0; k < 3 && code == 0; k++)
			code = look_elsewhere(t, t->others[i], timed_kinds[k], look);
	return code;
}

/* Open all timed files by rank: kind, then stream. */
static int open_all_timed(struct otfp_trace *t)
{
	struct otfp_survey look = {.whole = 0};
	int code;

	for (unsigned k = 0; k < 3; k++) {
		for (size_t i = 1; i <= t->reading.master.n; i++) {
			code = open_timed(t, stream_id(t, i), timed_kinds[k], &look);
			if (code == OTFP_END)
				code = timed_kinds[k] == OTFP_FILE_EVENT ? no_events(t, stream_id(t, i)) : 0;
			if (code < 0)
				return code;
		}
		/* a trace that announces inline snapshots and has no snapshot file may have them far into its event
		 * files */
		if (timed_kinds[k] == OTFP_FILE_SNAP)
			look.all.has_inline = t->scan.has_inline && t->nseen == 0;
	}
	code = look_at_others(t, &look);
	otfp_survey_header(&look, &t->scan, &t->header);
	if (t->scan.share.parts > 1 && !t->reading.o.header_only) /* the span of the whole is not known */
		t->header.has_span = t->header.has_events = 0;
	t->reading.trailer_required = t->scan.is_1_12 || look.whole;
	return code;
}

static size_t block_size(size_t files)
{
	size_t n = TEXT_BUDGET / (files + 1);

	return otfp_clamp(n & ~(size_t)4095, BLOCK_MIN, BLOCK_MAX);
}

/* A thumbnail is not a record, so the line stream cannot carry it. */
static int note_thumbnail(struct otfp_trace *t)
{
	int found;

	t->set.path.n = 0;
	if (otfp_buf_puts(&t->set.path, t->set.stub) < 0 || otfp_buf_puts(&t->set.path, ".thumb") < 0 ||
	    !otfp_buf_str(&t->set.path))
		return otfp_fail_memory(t->reading.err);
	if (!t->reading.o.report)
		return 0;
	found = otfp_file_is_there(t->set.path.p, NULL, t->reading.err);
	if (found <= 0)
		return found;
	otfp_fail(t->reading.err, OTFP_END, "%s: a thumbnail is not a record, so it is not read", t->set.path.p);
	t->reading.o.report(t->reading.o.ctx, t->reading.err);
	return 0;
}

/* Reduce the master file to one share; keep the ids of the other streams in t->others. */
static int take_part(struct otfp_trace *t)
{
	struct otfp_master *m = &t->reading.master;
	size_t n = m->n;
	int code;

	t->others = calloc(n + 1, sizeof *t->others);
	if (!t->others)
		return otfp_fail_memory(t->reading.err);
	for (size_t i = 0; i < n; i++)
		t->others[i] = m->streams[i].id;
	code = otfp_fileset_identity(&t->set, t->share.id);
	if (code == 0)
		code = otfp_part_keep(&t->set, t->reading.o.part, t->reading.o.parts);
	for (size_t i = 0; i < n; i++)
		if (!otfp_master_find(m, t->others[i]))
			t->others[t->nothers++] = t->others[i];
	return code;
}

/* Announce the share by @PART, and by @CUT if its stream is cut, after the stored control lines. */
static int note_share(struct otfp_trace *t)
{
	struct otfp_share *s = &t->share;

	s->part = t->reading.o.part;
	s->parts = t->reading.o.parts;
	memset(s->digest, '0', OTFP_SHARE_HASH);
	if (t->scan.share.parts)
		return otfp_fail(t->reading.err, OTFP_EUSAGE,
		                 "--part %u/%u: %s.otf is share %u of %u; a share cannot be shared again", s->part,
		                 s->parts, t->stub.p, t->scan.share.part, t->scan.share.parts);
	if (otfp_share_format(s, &t->scan.controls) < 0 || otfp_buf_add(&t->scan.controls, "\n", 1) < 0 ||
	    (t->reading.is_cut && otfp_buf_printf(&t->scan.controls, "%s\t%" PRIu32 "\n", otfp_control_name(OTFP_C_CUT),
	                                          t->reading.master.streams[0].id) < 0))
		return otfp_fail_memory(t->reading.err);
	return 0;
}

/* Where a writer was killed between two states of the trace, the master file that was looked at is not the one to read.
 */
static int open_master(struct otfp_trace *t, struct otfp_inputs *in, unsigned at)
{
	int code = otfp_recover_to_read(t->stub.p, ".otf", &t->reading.o, t->reading.err);
	int is_looked_at = code == 0 && otfp_otf_is_full(in->names[at]);

	return code < 0 ? code : otfp_fileset_master(&t->set, is_looked_at ? otfp_inputs_detach(in, at) : -1);
}

static int no_process(struct otfp_trace *t)
{
	char *path;
	int code;

	if (asprintf(&path, "%s.otf", t->stub.p) < 0)
		return otfp_fail_memory(t->reading.err);
	code = otfp_fileset_no_process(&t->set, path, 0);
	free(path);
	return code;
}

static int open_trace(struct otfp_trace *t, struct otfp_inputs *in, unsigned at)
{
	int code;

	if (otfp_otf_stub(&t->stub, in->names[at]) < 0)
		return otfp_fail_memory(t->reading.err);
	t->set = (struct otfp_fileset){.reading = &t->reading, .files = t->budget, .stub = t->stub.p};
	code = open_master(t, in, at);
	if (code == 0 && t->reading.o.part <= 1) /* the first share reports what belongs to none */
		code = otfp_trace_strays(t);
	if (code == 0 && t->reading.o.parts)
		code = take_part(t);
	if (code < 0)
		return code;
	t->set.block = t->reading.o.header_only ? BLOCK_MIN : block_size(3 * t->reading.master.n);
	t->files = calloc(3 * t->reading.master.n, sizeof *t->files);
	t->seen = calloc(3 * t->reading.master.n, sizeof *t->seen);
	if (t->reading.master.n && (!t->files || !t->seen))
		return otfp_fail_memory(t->reading.err);
	code = note_thumbnail(t);
	if (code == 0)
		code = scan_all(t);
	if (code == 0 && t->reading.has_no_stream && t->scan.share.parts < 2)
		code = no_process(t);
	if (code == 0 && t->reading.o.parts)
		code = note_share(t);
	return code < 0 ? code : open_all_timed(t);
}

int otfp_trace_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                    struct otfp_error *err)
{
	struct otfp_trace *t = calloc(1, sizeof *t);
	int code;

	(void)n;
	if (!t)
		return otfp_fail_memory(err);
	t->reading.err = err;
	t->reading.o = *o;
	t->kinds = OTFP_FILES_TIMED;
	otfp_keywords_init(&t->reading.keywords);
	code = otfp_files_new(&t->budget, o->max_files, err);
	if (code == 0) {
		otfp_files_stop(t->budget, o->stop);
		code = open_trace(t, in, at);
	}
	if (code < 0) {
		otfp_trace_close(t);
		return code;
	}
	*handle = t;
	return 0;
}

const struct otfp_header *otfp_trace_header(const void *handle)
{
	return &((const struct otfp_trace *)handle)->header;
}

uint64_t otfp_trace_troubles(const void *handle)
{
	return ((const struct otfp_trace *)handle)->reading.troubles;
}

void otfp_trace_close(void *handle)
{
	struct otfp_trace *t = handle;

	if (!t)
		return;
	if (t->one_open)
		otfp_cursor_release(&t->one);
	for (unsigned i = 0; i < t->nfiles; i++)
		otfp_cursor_release(&t->files[i]);
	free(t->files);
	free(t->seen);
	free(t->live);
	free(t->others);
	free(t->runs);
	otfp_map_release(&t->reading.unwanted);
	otfp_timetree_release(&t->merge);
	otfp_master_release(&t->reading.master);
	otfp_map_release(&t->reading.counters);
	otfp_buf_release(&t->scan.controls);
	otfp_buf_release(&t->stub);
	otfp_buf_release(&t->text);
	otfp_fileset_release(&t->set);
	if (t->budget)
		otfp_files_free(t->budget);
	free(t);
}

static void trace_window(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx)
{
	struct otfp_trace *t = handle;

	t->window = window;
	t->window_ctx = ctx;
}

static void trace_wanted(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	struct otfp_trace *t = handle;

	t->wanted = wanted;
	t->wanted_ctx = ctx;
}

static void trace_kinds(void *handle, unsigned kinds)
{
	((struct otfp_trace *)handle)->kinds = kinds;
}

static void trace_taker(void *handle, struct otfp_taker *taker)
{
	((struct otfp_trace *)handle)->taker = taker;
}

/* ---- delivering by phase: each function returns 0 with out[0..*n) set, 1 when its phase is over, or <0 ---- */

static int next_stored(struct otfp_trace *t, size_t *n)
{
	const char *p, *end;

	if (t->at == t->scan.controls.n)
		return OTFP_END;
	p = t->scan.controls.p + t->at;
	end = memchr(p, '\n', t->scan.controls.n - t->at);
	t->at += (size_t)(end - p) + 1;
	return otfp_trace_deliver_control(t, p, (size_t)(end - p), n);
}

static int next_mapping(struct otfp_trace *t, size_t *n)
{
	if (t->at == t->reading.master.n)
		return OTFP_END;
	t->text.n = 0;
	if (otfp_master_format_sm(&t->reading.master.streams[t->at++], &t->text) < 0)
		return otfp_fail_memory(t->reading.err);
	return otfp_trace_deliver_control(t, t->text.p, t->text.n, n);
}

/* Records of the definition or marker files, file by file. */
static int next_of_kind(struct otfp_trace *t, unsigned file, size_t *n)
{
	const struct otfp_record *rec;
	int code;

	for (;;) {
		if (!t->one_open) {
			if (t->at > t->reading.master.n)
				return OTFP_END;
			code = otfp_cursor_open(&t->one, &t->set, stream_id(t, t->at++), file, OTFP_ROOM_MAX);
			if (code < 0)
				return code;
			if (code == OTFP_END)
				continue;
			t->one_open = 1;
		}
		code = otfp_cursor_next(&t->one, &rec);
		if (code < 0)
			return code;
		if (code == 0 && !otfp_is_stored(rec))
			return otfp_trace_deliver(t, rec, n);
		if (code == OTFP_END) {
			otfp_cursor_release(&t->one);
			t->one_open = 0;
		}
	}
}

static int next_definition(struct otfp_trace *t, size_t *n)
{
	return next_of_kind(t, OTFP_FILE_DEF, n);
}

/* Only the first of several shares has the global markers, and the first of those of a stream the local ones. */
static int next_marker(struct otfp_trace *t, size_t *n)
{
	if (t->reading.is_rest)
		return OTFP_END;
	if (t->at == 0 && t->reading.o.part > 1)
		t->at = 1;
	return next_of_kind(t, OTFP_FILE_MARKER, n);
}

/* Warn that the order of records with equal times is lost when a cut stream is joined. */
static void report_crossing(struct otfp_trace *t)
{
	unsigned i = 0;

	while (i < t->nfiles && !t->files[i].stream.is_crossed)
		i++;
	if (i == t->nfiles || !t->reading.o.report)
		return;
	otfp_fail(t->reading.err, OTFP_OK,
	          "%s.otf: stream %" PRIx32
	          " is cut into shares, and at some times its records are not in the order of "
	          "their processes; after --join they are",
	          t->stub.p, t->files[i].stream.id);
	t->reading.o.report(t->reading.o.ctx, t->reading.err);
}

int otfp_trace_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct otfp_trace *t = handle;
	static int (*const phases[])(struct otfp_trace *, size_t *) = {
		[OTFP_STORED_LINES] = next_stored,    [OTFP_MAPPING] = next_mapping,
		[OTFP_DEFINITIONS] = next_definition, [OTFP_MARKERS] = next_marker,
		[OTFP_TIMED] = otfp_trace_next_timed,
	};

	*recs = t->out;
	while (t->phase != OTFP_DONE) {
		int code = phases[t->phase](t, n);
		if (code != OTFP_END)
			return code;
		t->phase++;
		t->at = 0;
		if (t->phase == OTFP_DONE && t->reading.is_cut)
			report_crossing(t);
	}
	return OTFP_END;
}

static int trace_list(void *handle, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	return otfp_trace_list(handle, f, ctx);
}

const struct otfp_source_ops otfp_trace_ops = {
	.is_on_disk = 1,
	.has_shares = 1,
	.header = otfp_trace_header,
	.window = trace_window,
	.wanted = trace_wanted,
	.kinds = trace_kinds,
	.taker = trace_taker,
	.batch = otfp_trace_batch,
	.origin = otfp_trace_origin,
	.path = otfp_trace_path,
	.list = trace_list,
	.troubles = otfp_trace_troubles,
	.close = otfp_trace_close,
};
