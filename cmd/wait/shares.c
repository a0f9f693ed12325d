#include "cmd/wait/shares.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/grow.h"
#include "base/map.h"
#include "merge/loser.h"
#include "record/control.h"
#include "record/equal.h"
#include "record/table.h"
#include "trace/source.h"
#include <stdlib.h>

struct part {
	const char *name;
	struct otfp_source *src;
	const struct otfp_record *rec; /* read and not given; NULL: none is left */
	uint64_t time;                 /* of its last timed record */
};

struct shares {
	struct otfp_error *err;
	struct otfp_header header;
	struct part *parts;
	unsigned n, at;            /* at: the part whose definitions are given; n: all are */
	struct otfp_map streams;   /* process -> stream */
	struct otfp_map homes;     /* process -> the part that has it */
	struct otfp_map defined;   /* hash of a definition -> the part that it came from */
	struct otfp_record *heads; /* control lines of all parts */
	size_t nheads, heads_cap, heads_at;
	struct otfp_arena texts;
	struct otfp_loser merge;
	int is_merging;
	struct part *given; /* the part whose record was given: it is to be read */
};

static int read_part(struct part *p)
{
	const int code = otfp_source_next(p->src, &p->rec);

	if (code)
		p->rec = NULL;
	return code < 0 ? code : 0;
}

/* ---- control lines at the head ---- */

static int keep_line(struct shares *s, const struct otfp_record *rec)
{
	char *text = otfp_arena_copy(&s->texts, rec->line.p, rec->line.n);

	if (!text || otfp_grow(&s->heads, s->nheads, &s->heads_cap, sizeof *s->heads) < 0)
		return otfp_fail_memory(s->err);
	s->heads[s->nheads++] = otfp_control_record(text, rec->line.n);
	if (otfp_control_kind(rec) != OTFP_C_SM)
		return 0;
	return otfp_sm_map(&s->streams, &rec->line) < 0 ? otfp_fail_memory(s->err) : 0;
}

static int read_lines(struct shares *s, unsigned part,
                      int (*line)(void *ctx, unsigned part, const struct otfp_record *rec), void *ctx)
{
	struct part *p = &s->parts[part];
	int code = read_part(p);

	while (code == 0 && p->rec && p->rec->type == OTFP_CONTROL) {
		code = line(ctx, part, p->rec);
		if (code == 0)
			code = keep_line(s, p->rec);
		if (code >= 0)
			code = read_part(p);
	}
	return code;
}

/* ---- definitions ---- */

/* @return whether no other part gave the same; <0 */
static int is_news(struct shares *s, unsigned part, const struct otfp_record *rec)
{
	const uint64_t hash = otfp_record_hash(rec), *by = otfp_map_get(&s->defined, hash);

	if (by)
		return *by == part;
	return otfp_map_set(&s->defined, hash, part) < 0 ? otfp_fail_memory(s->err) : 1;
}

static int is_untimed(const struct otfp_record *rec)
{
	return rec->type == OTFP_CONTROL || !otfp_is_timed(rec->file);
}

/* Give the next definition, of the part s->at or a later one. @return 0; OTFP_END: none is left; <0 */
static int next_definition(struct shares *s, const struct otfp_record **rec)
{
	for (; s->at < s->n; s->at++) {
		struct part *p = &s->parts[s->at];
		while (p->rec && is_untimed(p->rec)) {
			const int news = p->rec->type == OTFP_CONTROL ? 1 : is_news(s, s->at, p->rec);
			*rec = p->rec;
			s->given = p;
			if (news)
				return news < 0 ? news : 0;
			if (read_part(p) < 0)
				return s->err->code;
		}
	}
	return OTFP_END;
}

/* ---- timed records ---- */

static int check_home(struct shares *s, unsigned part, uint32_t process)
{
	const uint64_t *home = otfp_map_get(&s->homes, process);

	if (home && *home != part)
		return otfp_fail(s->err, OTFP_EFAIL, "%s: has records of process %u, as %s has", s->parts[part].name,
		                 process, s->parts[*home].name);
	return home || otfp_map_set(&s->homes, process, part) == 0 ? 0 : otfp_fail_memory(s->err);
}

/* The key of the record of a part: time, kind of file, stream. */
static int key_of(struct shares *s, unsigned part, struct otfp_key *key)
{
	struct part *p = &s->parts[part];
	const uint64_t *stream;

	*key = OTFP_KEY_END;
	if (!p->rec)
		return 0;
	*key = (struct otfp_key){p->time, 0};
	if (is_untimed(p->rec))
		return 0;
	p->time = p->rec->time;
	stream = otfp_map_get(&s->streams, p->rec->loc);
	*key = (struct otfp_key){p->time, (uint64_t)p->rec->file << 32 | (stream ? (uint32_t)*stream : p->rec->loc)};
	return check_home(s, part, p->rec->loc);
}

static int start_merge(struct shares *s)
{
	int code = 0;

	if (otfp_loser_init(&s->merge, s->n) < 0)
		return otfp_fail_memory(s->err);
	for (unsigned i = 0; i < s->n && code == 0; i++)
		code = key_of(s, i, &s->merge.keys[i]);
	otfp_loser_build(&s->merge);
	s->is_merging = 1;
	return code;
}

/* Let the part whose record was given have its next one. */
static int advance(struct shares *s)
{
	struct otfp_key key;
	int code = s->given ? read_part(s->given) : 0;

	if (code == 0 && s->given && s->is_merging) {
		code = key_of(s, (unsigned)(s->given - s->parts), &key);
		otfp_loser_advance(&s->merge, key);
	}
	s->given = NULL;
	return code;
}

static int shares_next(void *handle, const struct otfp_record **rec)
{
	struct shares *s = handle;
	int code = 0;

	if (s->heads_at < s->nheads) {
		*rec = &s->heads[s->heads_at++];
		return 0;
	}
	code = advance(s);
	if (code == 0 && !s->is_merging) {
		code = next_definition(s, rec);
		if (code != OTFP_END)
			return code;
		code = start_merge(s);
	}
	if (code < 0)
		return code;
	s->given = &s->parts[s->merge.winner];
	*rec = s->given->rec;
	return *rec ? 0 : OTFP_END;
}

/* ---- the source ---- */

static const struct otfp_header *shares_header(const void *handle)
{
	return &((const struct shares *)handle)->header;
}

static uint64_t shares_troubles(const void *handle)
{
	const struct shares *s = handle;
	uint64_t n = 0;

	for (unsigned i = 0; i < s->n; i++)
		n += otfp_source_troubles(s->parts[i].src);
	return n;
}

static void shares_kinds(void *handle, unsigned kinds)
{
	const struct shares *s = handle;

	for (unsigned i = 0; i < s->n; i++)
		otfp_source_kinds(s->parts[i].src, kinds & OTFP_FILES_TIMED);
}

static void shares_close(void *handle)
{
	struct shares *s = handle;

	for (unsigned i = 0; i < s->n; i++)
		otfp_source_close(s->parts[i].src);
	free(s->parts);
	free(s->heads);
	otfp_map_release(&s->streams);
	otfp_map_release(&s->homes);
	otfp_map_release(&s->defined);
	otfp_arena_release(&s->texts);
	otfp_loser_release(&s->merge);
	free(s);
}

static int set_header(struct shares *s)
{
	s->header = *otfp_source_header(s->parts[0].src);
	for (unsigned i = 1; i < s->n; i++) {
		const struct otfp_header *h = otfp_source_header(s->parts[i].src);
		if (h->resolution != s->header.resolution)
			return otfp_fail(s->err, OTFP_EFAIL, "%s: belongs to another trace: other ticks",
			                 s->parts[i].name);
		s->header.has_span &= h->has_span;
		s->header.first = h->first < s->header.first ? h->first : s->header.first;
		s->header.last = h->last > s->header.last ? h->last : s->header.last;
		s->header.has_events &= h->has_events;
		if (h->events_first < s->header.events_first)
			s->header.events_first = h->events_first;
		if (h->events_last > s->header.events_last)
			s->header.events_last = h->events_last;
	}
	return 0;
}

int shares_open(struct otfp_source **src, const struct otfp_joined *parts, unsigned n,
                int (*line)(void *ctx, unsigned part, const struct otfp_record *rec), void *ctx, struct otfp_error *err)
{
	static const struct otfp_source_ops ops = {.header = shares_header,
	                                           .kinds = shares_kinds,
	                                           .next = shares_next,
	                                           .troubles = shares_troubles,
	                                           .close = shares_close};
	struct shares *s = calloc(1, sizeof *s);
	int code;

	if (!s || !(s->parts = calloc(n, sizeof *s->parts))) {
		for (unsigned i = 0; i < n; i++)
			otfp_source_close(parts[i].src);
		free(s);
		return otfp_fail_memory(err);
	}
	s->err = err;
	for (; s->n < n; s->n++)
		s->parts[s->n] = (struct part){.name = parts[s->n].name, .src = parts[s->n].src};
	code = set_header(s);
	for (unsigned i = 0; i < n && code >= 0; i++)
		code = read_lines(s, i, line, ctx);
	if (code < 0) {
		shares_close(s);
		return code;
	}
	return otfp_source_make(src, &ops, s, err);
}
