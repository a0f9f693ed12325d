/*
 * sorted.c - a source that wraps another one and sorts its records into the order of otfpipe-stream(5): timed records
 * by time, kind of file and stream; equal ones keep their order. It reads all records before it delivers the first.
 *
 * Records are stored as lines; one that came as a line is delivered as the same line.
 */
#include "base/map.h"
#include "base/num.h"
#include "io/temp.h"
#include "line/parse.h"
#include "line/writer.h"
#include "merge/sort.h"
#include "record/control.h"
#include "record/streams.h"
#include "trace/around.h"
#include "trace/source.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The order of the parts of a stream. */
enum place { CONTROLS, DEFINITIONS, LATE_MARKERS, MARKERS, TIMED };

enum { BATCH = 64 }; /* records delivered at a time */

/* The stream of processes in no @SM line; it comes after all others. */
#define NO_STREAM UINT32_MAX

struct sorted {
	struct otfp_error *err;
	struct otfp_source *src;
	char *name; /* of the source, for messages */
	struct otfp_read_options o;
	struct otfp_sort *sort;
	struct otfp_master streams;   /* from @SM */
	struct otfp_map marked;       /* tokens that markers refer to */
	struct otfp_line_writer text; /* makes lines of records; its output has no file */
	struct otfp_name_index names;
	struct otfp_scratch scratch;
	struct otfp_record rec;        /* one that is put, or of which the key is made anew */
	struct otfp_sorted got[BATCH]; /* from `at` to ngot not delivered yet */
	size_t at, ngot;
	struct otfp_record recs[BATCH];
	const struct otfp_record *out[BATCH]; /* pointers to all of recs */
	int lines_only;                       /* see otfp_source_ops */
	uint64_t count;                       /* records read */
	struct otfp_header header;            /* with the times of the records, if the source had times at all */
	struct times {
		uint64_t first, last;
		int has;
	} all, events;    /* of the timed records read */
	int failed;       /* code of a fill() that was made for the header */
	int inline_snaps; /* snapshots are in the event files */
	int timed;        /* a timed record was put */
	int late;         /* after it came a control line that changes the order of timed records */
	int filled;
};

/* ---- the key of a record ---- */

static uint64_t rank(unsigned place, uint32_t stream)
{
	return (uint64_t)place << 32 | stream;
}

/* A DefMarker after a marker that uses it is moved before all markers. */
static int marker_key(struct sorted *s, const struct otfp_record *rec, struct otfp_key *key)
{
	uint32_t token = (uint32_t)rec->f[0].u;
	int late = rec->type == OTFP_DefMarker && otfp_map_get(&s->marked, token) != NULL;

	*key = (struct otfp_key){0, rank(late ? LATE_MARKERS : MARKERS, 0)};
	return rec->type == OTFP_Marker && otfp_map_set(&s->marked, token, 1) < 0 ? otfp_fail_memory(s->err) : 0;
}

static uint64_t timed_rank(const struct sorted *s, const struct otfp_record *rec)
{
	unsigned file = rec->file == OTFP_FILE_SNAP && s->inline_snaps ? OTFP_FILE_EVENT : rec->file;
	uint32_t stream = otfp_master_stream(&s->streams, rec->loc);

	return rank(TIMED + file, stream ? stream : NO_STREAM);
}

static int make_key(struct sorted *s, const struct otfp_record *rec, struct otfp_key *key)
{
	*key = (struct otfp_key){0, rank(CONTROLS, 0)};
	if (rec->type == OTFP_CONTROL)
		return 0;
	if (rec->file == OTFP_FILE_MARKER)
		return marker_key(s, rec, key);
	if (otfp_is_timed(rec->file)) {
		*key = (struct otfp_key){rec->time, timed_rank(s, rec)};
		s->timed = 1;
	} else {
		key->rank = rank(DEFINITIONS, rec->loc);
	}
	return 0;
}

static int locate(struct sorted *s, struct otfp_record *rec)
{
	const char *name_end = memchr(rec->line.p, '\t', rec->line.n);

	if (otfp_parse_place(rec))
		return 0;
	return otfp_fail(s->err, OTFP_EFAIL, "%s: record %" PRIu64 ": %.*s: expected a time or '-', then a loc",
	                 s->name, s->count, otfp_shown_bytes((size_t)(name_end - rec->line.p)), rec->line.p);
}

/* ---- records in ---- */

/* Learn from control lines that decide on the order of timed records. */
static int learn(struct sorted *s, const struct otfp_record *rec)
{
	enum otfp_control kind = otfp_control_kind(rec);
	const char *why;

	if (kind == OTFP_C_IS && !s->inline_snaps) {
		s->inline_snaps = 1;
		s->late |= s->timed;
	} else if (kind == OTFP_C_SM) {
		s->late |= s->timed;
		if (otfp_master_parse_sm(&s->streams, &rec->line, &why) < 0)
			return otfp_fail(s->err, OTFP_EFAIL, "%s: '%.*s': %s", s->name, otfp_shown_bytes(rec->line.n),
			                 rec->line.p, why);
	}
	return 0;
}

/* The line of a record; the writer makes it in its block, which is reset after each line. */
static int line_of(struct sorted *s, const struct otfp_record *rec, struct otfp_str *line)
{
	struct otfp_output *out = &s->text.out;
	int code = 0;

	*line = rec->line;
	if (line->p)
		return 0;
	code = otfp_line_writer_put(&s->text, rec);
	*line = (struct otfp_str){out->buf, (size_t)(out->p - out->buf) - (code == 0)};
	out->p = out->buf;
	return code;
}

static void extend(struct times *t, uint64_t time)
{
	if (!t->has || time < t->first)
		t->first = time;
	if (!t->has || time > t->last)
		t->last = time;
	t->has = 1;
}

static int put(struct sorted *s, const struct otfp_record *rec)
{
	struct otfp_key key = {0, 0};
	struct otfp_str line = {NULL, 0};
	int code = 0;

	s->count += rec->type != OTFP_CONTROL;
	if (rec->type == OTFP_CONTROL) {
		code = learn(s, rec);
	} else if (rec->type == OTFP_OTHER) {
		s->rec = *rec;
		rec = &s->rec;
		code = locate(s, &s->rec);
	}
	if (code == 0)
		code = make_key(s, rec, &key);
	if (code == 0)
		code = line_of(s, rec, &line);
	if (key.rank >= rank(TIMED, 0)) {
		extend(&s->all, key.time);
		if (rec->file == OTFP_FILE_EVENT)
			extend(&s->events, key.time);
	}
	return code < 0 ? code : otfp_sort_put(s->sort, key, line.p, line.n);
}

/* Parse a stored line of a record. */
static int parse(struct sorted *s, const char *p, struct otfp_record *rec)
{
	if (!otfp_parse_line(p, rec, &s->names, &s->scratch))
		return otfp_fail_memory(s->err); /* the line was valid when it was stored */
	return rec->type == OTFP_OTHER ? locate(s, rec) : 0;
}

static int rekey(void *ctx, struct otfp_key *key, const char *p, size_t n)
{
	struct sorted *s = ctx;
	int code;

	if (key->rank < rank(TIMED, 0))
		return 0;
	(void)n;
	code = parse(s, p, &s->rec);
	key->rank = timed_rank(s, &s->rec);
	return code;
}

static void note_runs(struct sorted *s)
{
	size_t merges, runs = otfp_sort_runs(s->sort, &merges);

	if (!s->o.report || !runs)
		return;
	otfp_fail(s->err, OTFP_END, "%s: %" PRIu64 " records sorted in %zu runs, with %zu merges before the last",
	          s->name, s->count, runs, merges);
	s->o.report(s->o.ctx, s->err);
}

static int fill(struct sorted *s)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code;

	while ((code = otfp_source_batch(s->src, &recs, &n)) == 0) {
		if (s->o.stop && s->o.stop())
			return otfp_fail(s->err, OTFP_EINTR, "interrupted");
		for (size_t i = 0; i < n && code >= 0; i++)
			code = put(s, recs[i]);
		if (code < 0)
			return code;
	}
	if (code == OTFP_END)
		code = s->late ? otfp_sort_rekey(s->sort, rekey, s) : 0;
	if (code == 0)
		code = otfp_sort_end(s->sort);
	if (code == 0)
		note_runs(s);
	s->filled = 1;
	return code;
}

/* ---- records out ---- */

static int is_control(const struct otfp_sorted *r)
{
	return r->key.rank == rank(CONTROLS, 0);
}

/* What is sorted has its key; so without its fields it needs no second parsing. */
static void take_line(struct otfp_record *rec, const struct otfp_sorted *r)
{
	rec->type = OTFP_OTHER;
	rec->time = r->key.time;
	rec->line = (struct otfp_str){r->p, r->n};
}

static int take_record(struct sorted *s, struct otfp_record *rec, const struct otfp_sorted *r)
{
	int code = parse(s, r->p, rec);

	if (r->key.rank >= rank(TIMED, 0))
		rec->file = (uint8_t)((r->key.rank >> 32) - TIMED);
	return code;
}

/* Deliver what was got, up to a control line, which comes alone, or to a record that uses the scratch, which has room
 * for one. @return 0 or <0 */
static int deliver(struct sorted *s, size_t *n)
{
	int code = 0;

	otfp_scratch_clear(&s->scratch);
	for (*n = 0; s->at < s->ngot && code == 0 && otfp_scratch_is_empty(&s->scratch); ++*n, s->at++) {
		const struct otfp_sorted *r = &s->got[s->at];
		if (is_control(r)) {
			if (*n)
				break;
			s->recs[0] = otfp_control_record(r->p, r->n);
			s->at++;
			*n = 1;
			break;
		}
		if (s->lines_only)
			take_line(&s->recs[*n], r);
		else
			code = take_record(s, &s->recs[*n], r);
	}
	return code;
}

static int sorted_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct sorted *s = handle;
	int code = s->failed;

	if (!code && !s->filled)
		code = fill(s);
	*recs = s->out;
	if (code == 0 && s->at == s->ngot) {
		s->at = 0;
		code = otfp_sort_batch(s->sort, s->got, BATCH, &s->ngot);
	}
	return code ? code : deliver(s, n);
}

static void sorted_lines_only(void *handle)
{
	((struct sorted *)handle)->lines_only = 1;
}

/* A trace on disk knows its times from the ends of its files. Where times go back, they are other ones, so the records
 * are read now. An error waits for the first batch. */
static const struct otfp_header *sorted_header(const void *handle)
{
	struct sorted *s = (struct sorted *)handle;
	const struct otfp_header *h = otfp_source_header(s->src);

	if (!h->has_span || !otfp_source_is_on_disk(s->src))
		return h;
	if (!s->filled && !s->failed)
		s->failed = fill(s);
	s->header = *h;
	s->header.first = s->all.first;
	s->header.last = s->all.last;
	s->header.has_span = (uint8_t)s->all.has;
	s->header.events_first = s->events.first;
	s->header.events_last = s->events.last;
	s->header.has_events = h->has_events && s->events.has;
	return &s->header;
}

static uint64_t sorted_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct sorted *)handle)->src);
}

static void sorted_close(void *handle)
{
	struct sorted *s = handle;

	otfp_source_close(s->src);
	otfp_sort_free(s->sort);
	otfp_master_release(&s->streams);
	otfp_map_release(&s->marked);
	otfp_line_writer_release(&s->text);
	otfp_scratch_release(&s->scratch);
	free(s->name);
	free(s);
}

/* No window: an unsorted source cannot be searched. */
static const struct otfp_source_ops sorted_ops = {
	.header = sorted_header,
	.lines_only = sorted_lines_only,
	.batch = sorted_batch,
	.troubles = sorted_troubles,
	.close = sorted_close,
};

int otfp_sorted_open(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                     struct otfp_error *err)
{
	/* a sixteenth is for the program and the blocks for reading and writing */
	const struct otfp_sort_options so = {o->sort_memory - o->sort_memory / 16, otfp_temp_dir(), o->stop};
	struct sorted *s = calloc(1, sizeof *s);
	int code;

	if (!s) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	s->err = err;
	s->src = *src;
	*src = NULL;
	s->name = strdup(name && strcmp(name, "-") != 0 ? name : "stdin");
	s->o = *o;
	s->inline_snaps = otfp_source_header(s->src)->inline_snaps;
	otfp_names_init(&s->names);
	for (unsigned i = 0; i < BATCH; i++)
		s->out[i] = &s->recs[i];
	code = s->name ? otfp_sort_new(&s->sort, &so, err) : otfp_fail_memory(err);
	if (code == 0)
		code = otfp_line_writer_init(&s->text, -1, "sort", err);
	if (code < 0) {
		sorted_close(s);
		return code;
	}
	code = otfp_source_make(src, &sorted_ops, s, err);
	if (code == 0)
		(*src)->format = s->src->format;
	return code;
}
