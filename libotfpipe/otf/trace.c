#include "otf/trace.h"
#include "io/journal.h"
#include "merge/timetree.h"
#include "otf/fileset.h"
#include "otf/look.h"
#include "otf/names.h"
#include "otf/part.h"
#include "otf/recover.h"
#include "otf/scan.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_BUDGET = 8 << 20, BLOCK_MIN = 4 << 10, BLOCK_MAX = 256 << 10 };
/* Records decoded at a time: few, so that they stay in the first cache until they are used up,
 * but enough to be worth the way to another thread and back. */
enum { RECORD_BUDGET = 4 << 20, ROOM_MIN = 16, ROOM_MAX = 64, TASK_ROOM_MAX = 2048 };
enum { OUT_MAX = 256 }; /* records delivered at a time */

/* What is being delivered; the order is that of the contract. */
enum phase { STORED, MAPPING, DEFINITIONS, MARKERS, TIMED, DONE };

struct run {
	const struct otfp_record *at, *end;
};

struct otfp_trace {
	struct otfp_reading reading;
	struct otfp_fileset set;
	struct otfp_files *budget;
	struct otfp_buf stub;
	struct otfp_header header;
	struct otfp_scan scan;
	struct otfp_record control; /* a control line, its text in `text` */
	struct otfp_buf text;
	enum phase phase;
	size_t at;              /* STORED: byte in scan.controls; MAPPING: stream index; else index + 1, 0 = global */
	struct otfp_cursor one; /* the definition or marker file being read */
	int one_open;
	struct otfp_cursor *files; /* the timed ones */
	unsigned nfiles;
	struct otfp_cursor **live; /* those that are read, by rank */
	uint32_t *others;          /* streams of other shares */
	size_t nothers;
	struct run *runs; /* of each of them, what was read and not delivered */
	unsigned nlive;
	struct otfp_timetree merge;
	int merging;                            /* the merge is set up */
	int used_up;                            /* the winner has no record left of those that were read */
	int inline_seen;                        /* a snapshot in an event file comes next, or came */
	const struct otfp_record *out[OUT_MAX]; /* the batch that is with the caller */
	/* which processes and times the caller wants, NULL = all; asked before the first timed record */
	int (*wanted)(void *ctx, uint32_t process);
	void *wanted_ctx;
	unsigned kinds; /* of files that the caller wants */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	void *window_ctx;
};

int otfp_trace_exists(const char *name)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int yes = otfp_otf_stub(&b, name) == 0 &&
	          (otfp_journal_exists(b.p) ||
	           (otfp_buf_puts(&b, ".otf") == 0 && otfp_buf_str(&b) && access(b.p, F_OK) == 0));

	otfp_buf_release(&b);
	return yes;
}

/* ---- opening: what must be known before the first record ---- */

static uint32_t stream_id(const struct otfp_trace *t, size_t i)
{
	return i == 0 ? 0 : t->reading.master.streams[i - 1].id;
}

static int no_definitions(struct otfp_trace *t)
{
	otfp_fail(t->reading.err, OTFP_EDAMAGE, "%s.0.def: missing: the trace has no global definitions", t->set.stub);
	otfp_reading_tell(&t->reading);
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

/* Records a batch, when so many files share the memory. */
static unsigned batch_room(size_t files, unsigned most)
{
	size_t n = RECORD_BUDGET / sizeof(struct otfp_record) / (files + 1);

	return n < ROOM_MIN ? ROOM_MIN : n > most ? most : (unsigned)n;
}

/* Open one timed file as the next source of the merge. */
static int open_timed(struct otfp_trace *t, uint32_t id, unsigned file, struct otfp_look *look)
{
	struct otfp_cursor *c = &t->files[t->nfiles];
	int code = otfp_cursor_open(c, &t->set, id, file, batch_room(3 * t->reading.master.n, ROOM_MAX));

	if (code)
		return code;
	t->nfiles++;
	return otfp_look_at(look, &t->set, c, id, file);
}

/* A file of another share, which tells what is amiss with it: it counts for the header alone. */
static int look_elsewhere(struct otfp_trace *t, uint32_t id, unsigned file, struct otfp_look *look)
{
	struct otfp_cursor c;
	int code;

	t->reading.quiet = 1;
	code = otfp_cursor_open(&c, &t->set, id, file, ROOM_MIN);
	t->reading.quiet = 0;
	if (code)
		return code == OTFP_END ? 0 : code;
	code = otfp_look_at(look, &t->set, &c, id, file);
	otfp_cursor_release(&c);
	return code;
}

/* A stream whose events are gone: the reference loses all other streams' events too. */
static int no_events(struct otfp_trace *t, uint32_t id)
{
	char suffix[OTFP_SUFFIX_MAX];

	otfp_otf_suffix(suffix, id, "events", 0);
	otfp_fail(t->reading.err, OTFP_EDAMAGE, "%s%s: missing, but the master file names the stream", t->set.stub,
	          suffix);
	return otfp_reading_damage(&t->reading);
}

static const unsigned timed_kinds[] = {OTFP_SNAP, OTFP_STAT, OTFP_EVENT};

/* The header of a share is that of the whole trace, so that 25% and the like mean the same in all shares. */
static int look_at_others(struct otfp_trace *t, struct otfp_look *look)
{
	int code = 0;

	for (size_t i = 0; i < t->nothers && code == 0; i++)
		for (unsigned k = 0; k < 3 && code == 0; k++)
			code = look_elsewhere(t, t->others[i], timed_kinds[k], look);
	return code;
}

/* All timed files in the order of their rank: kind, then stream. */
static int open_all_timed(struct otfp_trace *t)
{
	struct otfp_look look = {.whole = 0};
	int code;

	for (unsigned k = 0; k < 3; k++) {
		for (size_t i = 1; i <= t->reading.master.n; i++) {
			code = open_timed(t, stream_id(t, i), timed_kinds[k], &look);
			if (code == OTFP_END)
				code = timed_kinds[k] == OTFP_EVENT ? no_events(t, stream_id(t, i)) : 0;
			if (code < 0)
				return code;
		}
		/* who announces inline snapshots and has no others has them deep in its event files, maybe */
		if (timed_kinds[k] == OTFP_SNAP)
			look.all.has_inline = t->scan.has_inline && t->nfiles == 0;
	}
	code = look_at_others(t, &look);
	otfp_look_header(&look, &t->scan, &t->header);
	t->reading.trailer_required = t->scan.is_1_12 || look.whole;
	return code;
}

static size_t block_size(size_t files)
{
	size_t n = TEXT_BUDGET / (files + 1);

	return n < BLOCK_MIN ? BLOCK_MIN : n > BLOCK_MAX ? BLOCK_MAX : n & ~(size_t)4095;
}

/* A thumbnail is no record, so no stream carries it. */
static int note_thumbnail(struct otfp_trace *t)
{
	t->set.path.n = 0;
	if (otfp_buf_puts(&t->set.path, t->set.stub) < 0 || otfp_buf_puts(&t->set.path, ".thumb") < 0 ||
	    !otfp_buf_str(&t->set.path))
		return otfp_fail_memory(t->reading.err);
	if (t->reading.o.report && access(t->set.path.p, F_OK) == 0) {
		otfp_fail(t->reading.err, OTFP_END, "%s: a thumbnail is no record and stays behind", t->set.path.p);
		t->reading.o.report(t->reading.o.ctx, t->reading.err);
	}
	return 0;
}

/* The streams of one share are read, of the others the ids are kept. */
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
	code = otfp_part_take(&t->set, t->reading.o.part, t->reading.o.parts);
	for (size_t i = 0; i < n; i++)
		if (!otfp_master_find(m, t->others[i]))
			t->others[t->nothers++] = t->others[i];
	return code;
}

static int open_trace(struct otfp_trace *t, const char *name)
{
	int code;

	if (otfp_otf_stub(&t->stub, name) < 0)
		return otfp_fail_memory(t->reading.err);
	t->set = (struct otfp_fileset){.reading = &t->reading, .files = t->budget, .stub = t->stub.p};
	code = otfp_recover_to_read(t->stub.p, &t->reading.o, t->reading.err);
	if (code == 0)
		code = otfp_fileset_master(&t->set);
	if (code == 0 && t->reading.o.parts)
		code = take_part(t);
	if (code < 0)
		return code;
	t->set.block = block_size(3 * t->reading.master.n);
	t->files = calloc(3 * t->reading.master.n + 1, sizeof *t->files);
	if (!t->files)
		return otfp_fail_memory(t->reading.err);
	code = note_thumbnail(t);
	if (code == 0)
		code = scan_all(t);
	return code < 0 ? code : open_all_timed(t);
}

int otfp_trace_open(struct otfp_trace **out, const char *name, const struct otfp_read_options *o,
                    struct otfp_error *err)
{
	struct otfp_trace *t = calloc(1, sizeof *t);
	int code;

	if (!t)
		return otfp_fail_memory(err);
	t->reading.err = err;
	t->reading.o = *o;
	t->kinds = OTFP_ALL_KINDS;
	otfp_keywords_init(&t->reading.keywords);
	code = otfp_files_new(&t->budget, o->max_files, err);
	if (code == 0)
		code = open_trace(t, name);
	if (code < 0) {
		otfp_trace_close(t);
		return code;
	}
	*out = t;
	return 0;
}

const struct otfp_header *otfp_trace_header(const struct otfp_trace *t)
{
	return &t->header;
}

uint64_t otfp_trace_troubles(const struct otfp_trace *t)
{
	return t->reading.troubles;
}

void otfp_trace_close(struct otfp_trace *t)
{
	if (!t)
		return;
	if (t->one_open)
		otfp_cursor_release(&t->one);
	for (unsigned i = 0; i < t->nfiles; i++)
		otfp_cursor_release(&t->files[i]);
	free(t->files);
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
	otfp_buf_release(&t->set.path);
	if (t->budget)
		otfp_files_free(t->budget);
	free(t);
}

void otfp_trace_window(struct otfp_trace *t, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to),
                       void *ctx)
{
	t->window = window;
	t->window_ctx = ctx;
}

void otfp_trace_wanted(struct otfp_trace *t, int (*wanted)(void *ctx, uint32_t process), void *ctx)
{
	t->wanted = wanted;
	t->wanted_ctx = ctx;
}

void otfp_trace_kinds(struct otfp_trace *t, unsigned kinds)
{
	t->kinds = kinds;
}

/* ---- delivering, phase by phase: each function returns 0 with out[0..*n) set, 1 when its phase is over, <0 ---- */

static int deliver(struct otfp_trace *t, const struct otfp_record *rec, size_t *n)
{
	t->out[0] = rec;
	*n = 1;
	return 0;
}

static int deliver_control(struct otfp_trace *t, const char *p, size_t len, size_t *n)
{
	t->control.type = OTFP_CONTROL;
	t->control.line.p = p;
	t->control.line.n = len;
	return deliver(t, &t->control, n);
}

static int next_stored(struct otfp_trace *t, size_t *n)
{
	const char *p, *end;

	if (t->at == t->scan.controls.n)
		return OTFP_END;
	p = t->scan.controls.p + t->at;
	end = memchr(p, '\n', t->scan.controls.n - t->at);
	t->at += (size_t)(end - p) + 1;
	return deliver_control(t, p, (size_t)(end - p), n);
}

static int next_mapping(struct otfp_trace *t, size_t *n)
{
	if (t->at == t->reading.master.n)
		return OTFP_END;
	t->text.n = 0;
	if (otfp_master_format_sm(&t->reading.master.streams[t->at++], &t->text) < 0)
		return otfp_fail_memory(t->reading.err);
	return deliver_control(t, t->text.p, t->text.n, n);
}

/* Records of the definition or marker files, one file after the other. */
static int next_of_kind(struct otfp_trace *t, unsigned file, size_t *n)
{
	const struct otfp_record *rec;
	int code;

	for (;;) {
		if (!t->one_open) {
			if (t->at > t->reading.master.n)
				return OTFP_END;
			code = otfp_cursor_open(&t->one, &t->set, stream_id(t, t->at++), file, ROOM_MAX);
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
			return deliver(t, rec, n);
		if (code == OTFP_END) {
			otfp_cursor_release(&t->one);
			t->one_open = 0;
		}
	}
}

static int next_definition(struct otfp_trace *t, size_t *n)
{
	return next_of_kind(t, OTFP_DEF, n);
}

/* Of several shares the first has the global markers. */
static int next_marker(struct otfp_trace *t, size_t *n)
{
	if (t->at == 0 && t->reading.o.part > 1)
		t->at = 1;
	return next_of_kind(t, OTFP_MARKER, n);
}

/* ---- timed records: the files merged ---- */

/* Read on in file i. @return 0, OTFP_END, <0 */
static int read_on(struct otfp_trace *t, unsigned i)
{
	struct otfp_cursor *c = t->live[i];
	int code = otfp_cursor_run(c);

	t->inline_seen |= c->has_inline;
	t->runs[i] = (struct run){c->at, c->end};
	c->at = c->end;
	return code;
}

/* Who asked for some processes only does not wait for the others to be decoded. */
static int note_unwanted(struct otfp_trace *t)
{
	const struct otfp_master *m = &t->reading.master;

	for (size_t i = 0; t->wanted && i < m->n; i++)
		for (size_t j = 0; j < m->streams[i].n; j++)
			if (!t->wanted(t->wanted_ctx, m->streams[i].procs[j]) &&
			    otfp_map_set(&t->reading.unwanted, m->streams[i].procs[j], 1) < 0)
				return otfp_fail_memory(t->reading.err);
	return 0;
}

/* A file of an unwanted kind, or of unwanted processes only, is not read at all. */
static int is_wanted(const struct otfp_trace *t, const struct otfp_stream *s)
{
	const struct otfp_members *m = otfp_master_find(&t->reading.master, s->id);

	if (!(t->kinds & OTFP_KIND(s->file)))
		return 0;
	if (!t->reading.unwanted.n)
		return 1;
	for (size_t j = 0; j < m->n; j++)
		if (!otfp_reading_is_unwanted(&t->reading, m->procs[j]))
			return 1;
	return 0;
}

static int choose_live(struct otfp_trace *t)
{
	t->live = calloc(t->nfiles + 1, sizeof *t->live);
	t->runs = calloc(t->nfiles + 1, sizeof *t->runs);
	if (!t->live || !t->runs)
		return otfp_fail_memory(t->reading.err);
	for (unsigned i = 0; i < t->nfiles; i++) {
		if (is_wanted(t, &t->files[i].stream))
			t->live[t->nlive++] = &t->files[i];
		else
			otfp_cursor_release(&t->files[i]);
	}
	return 0;
}

/* Who asked for some times only does not wait for the others to be read. */
static int enter_window(struct otfp_trace *t)
{
	uint64_t from, to;
	int has_to, code = 0;

	if (!t->window || !t->window(t->window_ctx, &from, &to, &has_to))
		return 0;
	for (unsigned i = 0; i < t->nlive && code == 0; i++) {
		code = otfp_stream_window(&t->live[i]->stream, from, to, has_to);
		if (code < 0)
			*t->reading.err = t->live[i]->stream.err;
	}
	return code;
}

static int start_threads(struct otfp_trace *t)
{
	unsigned room = batch_room(2 * t->nlive, TASK_ROOM_MAX);
	struct otfp_pool *pool = t->reading.o.pool;
	int code = 0;

	if (!pool || otfp_pool_threads(pool) == 1)
		return 0;
	for (unsigned i = 0; i < t->nlive && code == 0; i++)
		code = otfp_cursor_use_pool(t->live[i], pool, room);
	return code;
}

static int start_merge(struct otfp_trace *t)
{
	int code = note_unwanted(t);

	t->merging = 1;
	if (code == 0)
		code = choose_live(t);
	if (code < 0 || t->nlive == 0)
		return code < 0 ? code : OTFP_END;
	if (otfp_timetree_init(&t->merge, t->nlive) < 0)
		return otfp_fail_memory(t->reading.err);
	code = enter_window(t);
	if (code == 0)
		code = start_threads(t);
	for (unsigned i = 0; i < t->nlive && code >= 0; i++) {
		code = read_on(t, i);
		if (code == 0)
			otfp_timetree_set(&t->merge, i, t->runs[i].at->time);
	}
	otfp_timetree_build(&t->merge);
	return code < 0 ? code : 0;
}

/* Inline snapshots that the first look did not see: say so before the first of them. */
static int late_inline(struct otfp_trace *t, size_t *n)
{
	t->header.inline_snaps = 1;
	return deliver_control(t, "@IS\t1", 5, n);
}

/* Records in their order, until the winner must be read on: what was picked of it is in its batch. */
static size_t pick(struct otfp_trace *t)
{
	size_t n = 0;

	while (n < OUT_MAX) {
		struct run *run = &t->runs[otfp_timetree_winner(&t->merge)];
		t->out[n++] = run->at++;
		if (OTFP_UNLIKELY(run->at == run->end)) {
			t->used_up = 1;
			break;
		}
		otfp_timetree_advance(&t->merge, run->at->time);
	}
	return n;
}

/* All that was read of the file whose next record is the earliest. */
static size_t pick_run(struct otfp_trace *t)
{
	struct run *run = &t->runs[otfp_timetree_winner(&t->merge)];
	size_t n = 0;

	while (n < OUT_MAX && run->at < run->end)
		t->out[n++] = run->at++;
	t->used_up = run->at == run->end;
	if (!t->used_up)
		otfp_timetree_advance(&t->merge, run->at->time);
	return n;
}

/* The winner has more records, or has ended. */
static int refill_winner(struct otfp_trace *t)
{
	unsigned w = otfp_timetree_winner(&t->merge);
	int code = read_on(t, w);

	if (code == 0)
		otfp_timetree_advance(&t->merge, t->runs[w].at->time);
	else if (code == OTFP_END)
		otfp_timetree_end(&t->merge);
	return code < 0 ? code : 0;
}

static int next_timed(struct otfp_trace *t, size_t *n)
{
	int code = !t->merging ? start_merge(t) : t->used_up ? refill_winner(t) : 0;

	if (code)
		return code;
	t->used_up = 0;
	if (otfp_timetree_is_over(&t->merge))
		return OTFP_END;
	if (t->inline_seen && !t->header.inline_snaps)
		return late_inline(t, n);
	*n = t->kinds & OTFP_LOOSE ? pick_run(t) : pick(t);
	return 0;
}

int otfp_trace_batch(struct otfp_trace *t, const struct otfp_record *const **recs, size_t *n)
{
	static int (*const phases[])(struct otfp_trace *, size_t *) = {
		[STORED] = next_stored,  [MAPPING] = next_mapping, [DEFINITIONS] = next_definition,
		[MARKERS] = next_marker, [TIMED] = next_timed,
	};

	*recs = t->out;
	while (t->phase != DONE) {
		int code = phases[t->phase](t, n);
		if (code != OTFP_END)
			return code;
		t->phase++;
		t->at = 0;
	}
	return OTFP_END;
}
