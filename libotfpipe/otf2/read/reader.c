/* reader.c - the reader of archive.h. */
#include "otf2/archive.h"
#include "otf2/read/look.h"
#include "otf2/read/anchor.h"
#include "otf2/read/chunks.h"
#include "otf2/read/feed.h"
#include "otf2/read/listing.h"
#include "otf2/read/plain.h"
#include "otf2/read/scan.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Memory of a location: a window of its file, and frames. Many locations share what BLOCKS and BATCHES of them would
 * have, but each has the least. With a pool, frames twice, and so many that a thread is worth it; WITH_POOL locations
 * at most: more have so few frames at a time that it is not.
 */
enum { BLOCK = 64 << 10, LEAST_BLOCK = 2 << 10, BLOCKS = 256 }; /* bytes */
enum { WORDS = 1024, AHEAD_WORDS = 16 << 10, LEAST_WORDS = 64, BATCHES = 64, WITH_POOL = 512 };
enum { WORTH_POOL = 20000 }; /* declared events, at least */
/* The newest version of OTF2 all of whose fields are known. */
enum { KNOWN_MAJOR = 3, KNOWN_MINOR = 1 };

struct location {
	uint64_t id;
	uint64_t declared; /* number of its events, as its definition says; UINT64_MAX: unknown */
	struct otfp_otf2_locals locals;
	struct otfp_otf2_feed events, snaps;
	uint64_t *frames;                          /* of the local definitions */
	uint8_t has_locals, has_events, has_snaps; /* they were asked for */
};

struct otfp_otf2_reader {
	char *path;                      /* of the anchor file */
	struct otfp_error *err, unheard; /* err of who has none */
	struct otfp_read_options o;
	struct otfp_files *files;
	struct otfp_pool *pool; /* that decodes ahead; NULL = none */
	struct otfp_otf2_anchor_file anchor;
	struct otfp_otf2_shape shape;
	struct otfp_otf2_plain definitions; /* then markers */
	int is_in_markers, is_over;         /* is_over: no definition or marker is left */
	uint64_t nlocations;                /* definitions of locations */
	struct location *locations;         /* those selected */
	unsigned n;
	uint64_t from; /* chunks that end before this time are left out */
};

/* ---- messages ---- */

/* What is odd after the end mark of a file is no damage of what comes before. */
static void warn_of_end(struct otfp_otf2_reader *r, const struct otfp_otf2_file *f)
{
	if ((!f->trailing && !f->lacks_last) || !r->o.report)
		return;
	if (f->lacks_last)
		otfp_fail_at(r->err, OTFP_OK, OTFP_FLAW_END_MARK, otfp_file_path(f->h), 0,
		             "the last byte of its end mark is missing");
	else
		otfp_fail_at(r->err, OTFP_OK, OTFP_FLAW_END_MARK, otfp_file_path(f->h), 0,
		             "bytes after its end mark, which are ignored: %" PRIu64, f->trailing);
	r->o.report(r->o.ctx, r->err);
}

/* Of its end marks the reader of libotf2 needs one or none, but its writer puts all three. */
static void warn_of_anchor(struct otfp_otf2_reader *r)
{
	if (r->anchor.has_end || !r->o.report)
		return;
	otfp_fail_at(r->err, OTFP_OK, OTFP_FLAW_END_MARK, r->path, 0, "does not end with its end mark; it may be cut");
	r->o.report(r->o.ctx, r->err);
}

/* ---- opening ---- */

static void shape_files(struct otfp_otf2_reader *r)
{
	const uint8_t *version = r->anchor.anchor.version;

	otfp_otf2_shape_init(&r->shape);
	r->shape.event_chunk = r->anchor.event_chunk;
	r->shape.definition_chunk = r->anchor.definition_chunk;
	r->shape.block = BLOCK;
	r->shape.is_newer = version[0] > KNOWN_MAJOR || (version[0] == KNOWN_MAJOR && version[1] > KNOWN_MINOR);
}

/* @param extension  "def" or "marker" @return as otfp_otf2_plain_open */
static int open_plain(struct otfp_otf2_reader *r, const char *extension, unsigned kind)
{
	char *name = otfp_otf2_file_name(r->path, NULL, extension);
	int code;

	if (!name)
		return otfp_fail_memory(r->err);
	code = otfp_otf2_plain_open(&r->definitions, r->files, name, &r->shape, kind, r->err);
	if (code == OTFP_END && kind == OTFP_OTF2_DEF)
		code = otfp_fail_at(r->err, OTFP_EDAMAGE, OTFP_FLAW_NO_DEFINITIONS, name, 0,
		                    "the file of global definitions is missing");
	free(name);
	return code;
}

static int open_archive(struct otfp_otf2_reader *r, const char *name)
{
	struct otfp_buf path = OTFP_BUF_INIT;
	int code = otfp_otf2_anchor(&path, name, r->err);

	r->path = code > 0 ? strdup(path.p) : NULL;
	otfp_buf_release(&path);
	if (code == 0)
		return otfp_fail(r->err, OTFP_EFAIL, "%s: there is no such OTF2 archive", name);
	if (code > 0 && !r->path)
		return otfp_fail_memory(r->err);
	if (code > 0)
		code = otfp_otf2_anchor_read(&r->anchor, r->path, r->err);
	if (code == 0)
		code = otfp_files_new(&r->files, r->o.max_files, r->err);
	if (code < 0)
		return code;
	otfp_files_stop(r->files, r->o.stop);
	warn_of_anchor(r);
	shape_files(r);
	return open_plain(r, "def", OTFP_OTF2_DEF);
}

int otfp_otf2_reader_open(struct otfp_otf2_reader **reader, const char *name, const struct otfp_read_options *o,
                          struct otfp_error *err)
{
	struct otfp_otf2_reader *r = calloc(1, sizeof *r);
	int code;

	*reader = NULL;
	if (!r)
		return otfp_fail_memory(err);
	r->err = err ? err : &r->unheard;
	if (o)
		r->o = *o;
	code = open_archive(r, name);
	if (code == 0)
		*reader = r;
	else
		otfp_otf2_reader_close(r);
	return code;
}

const struct otfp_otf2_anchor *otfp_otf2_reader_anchor(const struct otfp_otf2_reader *r)
{
	return &r->anchor.anchor;
}

/* ---- definitions ---- */

static int compare_count(struct otfp_otf2_reader *r, const char *what, uint64_t have, uint64_t want)
{
	if (have == want)
		return 0;
	return otfp_fail_at(r->err, OTFP_EDAMAGE, OTFP_FLAW_COUNT, otfp_file_path(r->definitions.file.h), 0,
	                    "%s: %" PRIu64 ", but the anchor file counts %" PRIu64, what, have, want);
}

static int end_definitions(struct otfp_otf2_reader *r)
{
	int code = compare_count(r, "global definitions", r->definitions.done, r->anchor.ndefinitions);

	if (code == 0)
		code = compare_count(r, "locations", r->nlocations, r->anchor.nlocations);
	otfp_otf2_plain_close(&r->definitions);
	r->is_in_markers = 1;
	return code;
}

/* The next record of the file that is open. */
static int next_of_file(struct otfp_otf2_reader *r, const struct otfp_otf2_frame **frame)
{
	int code = otfp_otf2_plain_next(&r->definitions, NULL, frame);

	if (code == 0 && (*frame)->row == OTFP_OTF2_Location)
		r->nlocations++;
	if (code == OTFP_END)
		warn_of_end(r, &r->definitions.file);
	return code;
}

int otfp_otf2_reader_definition(struct otfp_otf2_reader *r, const struct otfp_otf2_frame **frame)
{
	int code;

	if (r->is_over)
		return OTFP_END;
	code = next_of_file(r, frame);
	if (code == OTFP_EDAMAGE && r->definitions.can_skip)
		return code;
	if (code == OTFP_END && !r->is_in_markers) {
		code = end_definitions(r);
		if (code == 0)
			code = open_plain(r, "marker", OTFP_OTF2_MARKER);
		if (code == 0)
			code = next_of_file(r, frame);
	}
	if (code) {
		otfp_otf2_plain_close(&r->definitions);
		r->is_over = 1;
	}
	return code;
}

/* ---- locations ---- */

static size_t share_of(size_t each, size_t least, unsigned few, unsigned n)
{
	const size_t share = n > few ? each * few / n : each;

	return share > least ? share : least;
}

/* Threads are not worth it for few events, or few of each of many locations. 0 of all: their number is not known. */
static int can_use_pool(const struct otfp_otf2_reader *r, unsigned n)
{
	uint64_t events = 0;

	if (n > WITH_POOL || !r->o.pool || otfp_pool_threads(r->o.pool) <= 1)
		return 0;
	for (unsigned i = 0; i < n && events < WORTH_POOL; i++)
		events += r->locations[i].declared < WORTH_POOL ? r->locations[i].declared : WORTH_POOL;
	return events == 0 || events >= WORTH_POOL;
}

int otfp_otf2_reader_select(struct otfp_otf2_reader *r, const uint64_t *locations, const uint64_t *events, unsigned n)
{
	r->locations = calloc(n ? n : 1, sizeof *r->locations);
	if (!r->locations)
		return otfp_fail_memory(r->err);
	r->n = n;
	for (unsigned i = 0; i < n; i++) {
		r->locations[i].id = locations[i];
		r->locations[i].declared = events ? events[i] : UINT64_MAX;
	}
	r->pool = can_use_pool(r, n) ? r->o.pool : NULL;
	r->shape.block = share_of(BLOCK, LEAST_BLOCK, BLOCKS, n);
	r->shape.words = share_of(r->pool ? AHEAD_WORDS : WORDS, LEAST_WORDS, BATCHES, n);
	return 0;
}

/* ---- local definitions ---- */

static int keep_frame(struct otfp_otf2_reader *r, struct location *l, size_t *n, const struct otfp_otf2_frame *frame)
{
	uint64_t *frames = realloc(l->frames, (*n + frame->words) * sizeof *frames);

	if (!frames)
		return otfp_fail_memory(r->err);
	memcpy(frames + *n, frame, frame->words * sizeof *frames);
	l->frames = frames;
	*n += frame->words;
	return 0;
}

/* The first table of a kind counts; the ids of this one may have meant something else. @param seen  bits of the kinds
 */
static void note_table(struct otfp_otf2_reader *r, const struct otfp_otf2_file *f, const struct otfp_otf2_frame *frame,
                       uint64_t *seen)
{
	const uint64_t kind = OTFP_OTF2_F(frame, MappingTable, mappingType);

	if (kind >= OTFP_OTF2_NTABLES)
		return;
	if (*seen >> kind & 1 && r->o.report) {
		otfp_fail_at(r->err, OTFP_OK, OTFP_FLAW_NONE, otfp_file_path(f->h), 0,
		             "chunk %" PRIu64 ", byte %" PRIu64 ": a second MappingTable of kind %" PRIu64
		             ", which is ignored: the first one counts",
		             f->nchunk, f->record, kind);
		r->o.report(r->o.ctx, r->err);
	}
	*seen |= UINT64_C(1) << kind;
}

/* Of definitions of the kinds of global ones there is no use: references that are not in a table are global. */
static int read_locals(struct otfp_otf2_reader *r, struct location *l, struct otfp_otf2_plain *file, size_t *words)
{
	const struct otfp_otf2_frame *frame;
	uint64_t seen = 0;
	int code;

	while ((code = otfp_otf2_plain_next(file, &l->locals, &frame)) == 0) {
		if (frame->row == OTFP_OTF2_MappingTable)
			note_table(r, &file->file, frame, &seen);
		if ((code = keep_frame(r, l, words, frame)) < 0)
			break;
	}
	if (code == OTFP_END)
		warn_of_end(r, &file->file);
	return code < 0 ? code : 0;
}

/* @param words  of l->frames, set */
static int load_locals(struct otfp_otf2_reader *r, struct location *l, size_t *words)
{
	struct otfp_otf2_plain file = {0};
	char *name = otfp_otf2_file_name(r->path, &l->id, "def");
	int code;

	*words = 0;
	l->has_locals = 1;
	if (!name)
		return otfp_fail_memory(r->err);
	code = otfp_otf2_plain_open(&file, r->files, name, &r->shape, OTFP_OTF2_LOCAL, r->err);
	free(name);
	if (code == 0)
		code = read_locals(r, l, &file, words);
	otfp_otf2_plain_close(&file);
	if (code == OTFP_EDAMAGE) { /* ids and times of the events have no meaning without them */
		l->has_events = l->events.is_over = 1;
		otfp_error_advise(r->err, "without its local definitions no event of the location is read");
	}
	return code < 0 ? code : 0;
}

int otfp_otf2_reader_locals(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words)
{
	struct location *l = &r->locations[i];
	int code = l->has_locals ? OTFP_END : load_locals(r, l, words);

	*p = l->frames;
	if (code)
		*words = 0;
	return code < 0 ? code : *words == 0;
}

/* ---- events and snapshots ---- */

void otfp_otf2_reader_from(struct otfp_otf2_reader *r, uint64_t from)
{
	r->from = from;
}

/* A location without events need not have a file of them. */
static int open_feed(struct otfp_otf2_reader *r, struct location *l, unsigned kind)
{
	const int is_event = kind == OTFP_OTF2_EVENT;
	struct otfp_otf2_feed *f = is_event ? &l->events : &l->snaps;
	char *name = otfp_otf2_file_name(r->path, &l->id, is_event ? "evt" : "snap");
	int code;

	if (!name)
		return otfp_fail_memory(r->err);
	f->timed.declared = is_event ? l->declared : UINT64_MAX;
	code = otfp_otf2_feed_open(f, r->files, r->pool, name, &r->shape, kind, is_event ? &l->locals : NULL, r->err);
	if (code == OTFP_END && is_event && l->declared)
		code = otfp_fail_at(r->err, OTFP_EDAMAGE, OTFP_FLAW_NO_EVENTS, name, 0, "the event file is missing");
	if (code)
		f->is_over = 1;
	else if (r->from)
		otfp_otf2_chunks_seek(&f->timed, r->from);
	free(name);
	return code;
}

static int next_of_feed(struct otfp_otf2_reader *r, struct otfp_otf2_feed *f, const uint64_t **p, size_t *words)
{
	const int was_over = f->is_over;
	int code = otfp_otf2_feed_next(f, p, words, r->err);

	if (f->is_over && !was_over) {
		warn_of_end(r, &f->timed.file);
		otfp_otf2_feed_close(f);
	}
	return code;
}

struct otfp_pool *otfp_otf2_reader_pool(const struct otfp_otf2_reader *r)
{
	return r->pool;
}

int otfp_otf2_reader_peek(const struct otfp_otf2_reader *r, unsigned i, int is_snaps, int wait, const uint64_t **p,
                          size_t *words)
{
	struct location *l = &r->locations[i];

	return otfp_otf2_feed_peek(is_snaps ? &l->snaps : &l->events, wait, p, words);
}

uint64_t otfp_otf2_reader_skipped(const struct otfp_otf2_reader *r, unsigned i, int is_snaps)
{
	const struct location *l = &r->locations[i];

	return is_snaps ? l->snaps.timed.skipped : l->events.timed.skipped;
}

uint64_t otfp_otf2_reader_left_out(const struct otfp_otf2_reader *r, unsigned i, int is_snaps)
{
	const struct location *l = &r->locations[i];

	return is_snaps ? l->snaps.timed.left_out : l->events.timed.left_out;
}

int otfp_otf2_reader_snaps(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words)
{
	struct location *l = &r->locations[i];
	int code = 0;

	*p = NULL;
	*words = 0;
	if (!l->has_snaps) {
		l->has_snaps = 1;
		code = open_feed(r, l, OTFP_OTF2_SNAP);
	}
	return code ? code : next_of_feed(r, &l->snaps, p, words);
}

int otfp_otf2_reader_events(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words)
{
	struct location *l = &r->locations[i];
	size_t n;
	int code = 0;

	*p = NULL;
	*words = 0;
	if (!l->has_locals)
		code = load_locals(r, l, &n);
	if (code == 0 && !l->has_events) {
		l->has_events = 1;
		code = open_feed(r, l, OTFP_OTF2_EVENT);
	}
	return code ? code : next_of_feed(r, &l->events, p, words);
}

/* ---- what is read beside that ---- */

static int scan(struct otfp_otf2_reader *r, unsigned i, struct otfp_otf2_scan *s)
{
	char *name = otfp_otf2_file_name(r->path, &r->locations[i].id, s->kind == OTFP_OTF2_EVENT ? "evt" : "snap");
	int code;

	if (!name)
		return otfp_fail_memory(r->err);
	s->files = r->files;
	s->shape = &r->shape;
	s->path = name;
	code = otfp_otf2_scan(s, r->err);
	free(name);
	return code;
}

int otfp_otf2_reader_before(struct otfp_otf2_reader *r, unsigned i, uint64_t n, int all, otfp_otf2_frame_fn *f,
                            void *ctx)
{
	enum { LAST = 1 }; /* chunks */
	const struct otfp_otf2_timed *t = &r->locations[i].events.timed;
	struct otfp_otf2_scan s = {.kind = OTFP_OTF2_EVENT,
	                           .chunk = all || t->start < LAST ? 0 : t->start - LAST,
	                           .last = n,
	                           .f = f,
	                           .ctx = ctx};

	return scan(r, i, &s);
}

int otfp_otf2_reader_scan_snaps(struct otfp_otf2_reader *r, unsigned i, otfp_otf2_frame_fn *f, void *ctx)
{
	struct otfp_otf2_scan s = {.kind = OTFP_OTF2_SNAP, .last = UINT64_MAX, .f = f, .ctx = ctx};

	return scan(r, i, &s);
}

/* ---- files ---- */

int otfp_otf2_reader_list(struct otfp_otf2_reader *r, const uint64_t *location, uint32_t stream,
                          int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	const struct otfp_otf2_listing l = {r->path, r->anchor.event_chunk, r->files, r->err, f, ctx};

	return otfp_otf2_list(&l, location, stream);
}

/* ---- closing ---- */

static void release_location(struct location *l)
{
	otfp_otf2_feed_close(&l->events);
	otfp_otf2_feed_close(&l->snaps);
	otfp_otf2_locals_release(&l->locals);
	free(l->frames);
}

void otfp_otf2_reader_close(struct otfp_otf2_reader *r)
{
	if (!r)
		return;
	for (unsigned i = 0; i < r->n; i++)
		release_location(&r->locations[i]);
	free(r->locations);
	otfp_otf2_plain_close(&r->definitions);
	otfp_files_free(r->files);
	otfp_otf2_anchor_release(&r->anchor);
	free(r->path);
	free(r);
}
