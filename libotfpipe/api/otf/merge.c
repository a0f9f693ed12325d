/* merge.c - read the files of one kind in the order of time, or one after the other. */
#include "api/otf/deliver.h"
#include "api/otf/error.h"
#include "api/otf/reader.h"
#include "record/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void otf_merge_release(struct otf_merge *m)
{
	uint8_t file = m->file;

	otfp_timetree_release(&m->tree);
	free(m->sources);
	memset(m, 0, sizeof *m);
	m->file = file;
}

void otf_merge_forget_processes(struct otf_merge *m)
{
	for (unsigned i = 0; i < m->n; i++)
		memset(m->sources[i].known, 0, sizeof m->sources[i].known);
}

/* ---- start ---- */

/* Go to the first record of a stream that is wanted. A stream must have events, the other kinds it may lack.
 * @return 0; 1 if there is nothing to read; <0 */
static int start_stream(const OTF_Reader *r, const struct otf_merge *m, OTF_RStream *s, OTF_RBuffer **buffer)
{
	int code = otf_rstream_buffer(s, m->file, buffer);
	OTF_RBuffer *b = *buffer;

	if (code == 1 && m->file == OTFP_FILE_EVENT) {
		otf_rstream_missing(s, m->file);
		return OTFP_EDAMAGE;
	}
	if (code)
		return code;
	code = otf_rbuffer_start(b, r->min);
	if (code == 0 && m->file == OTFP_FILE_EVENT)
		return otf_rbuffer_damage(b, OTFP_FLAW_TRAILER, "no time and process lines: the events are missing");
	return code < 0 ? code : code == 0;
}

/* A source has ended. @return 0 */
static __attribute__((noinline)) int end_source(struct otf_merge *m, struct otf_source *s, OTF_RBuffer *b)
{
	if (otf_rstream_end(s->stream, b) < 0 && !m->is_cut) {
		m->is_cut = 1;
		m->err = b->err;
	}
	s->ended = 1;
	return 0;
}

/* Move to the next record of a source. @return 1 if the source is still to be read; 0 at its end */
OTFP_INLINE int go_on(struct otf_merge *m, struct otf_source *s, OTF_RBuffer *b)
{
	int code = otf_rbuffer_go_on(b);

	s->at = b->in->p;
	return OTFP_LIKELY(code != 0) ? 1 : end_source(m, s, b); /* damage has its turn at its time */
}

static int collect(OTF_Reader *r, struct otf_merge *m)
{
	uint32_t count = OTF_MasterControl_getCount(r->master);

	m->sources = calloc((size_t)count + 1, sizeof *m->sources);
	if (!m->sources)
		return otf_fail_memory();
	for (uint32_t i = 0; i < count; i++) {
		const OTF_MapEntry *entry = OTF_MasterControl_getEntryByIndex(r->master, i);
		OTF_RStream *s = otf_reader_wants(r, entry) ? OTF_Reader_getStream(r, entry->argument) : NULL;
		int code = s ? start_stream(r, m, s, &m->sources[m->n].b) : 1;
		if (code < 0)
			return code;
		m->sources[m->n].stream = s;
		if (code == 0 && r->min)
			m->sources[m->n].from = OTF_RBuffer_getFilePos(m->sources[m->n].b);
		m->n += code == 0;
	}
	return 0;
}

/* Play all matches again. */
static int build(struct otf_merge *m)
{
	otfp_timetree_release(&m->tree);
	m->is_old = 0;
	if (m->n == 0)
		return 0;
	if (otfp_timetree_init(&m->tree, m->n) < 0)
		return otf_fail_memory();
	for (unsigned i = 0; i < m->n; i++)
		if (!m->sources[i].ended)
			otfp_timetree_set(&m->tree, i, m->sources[i].b->time);
	otfp_timetree_build(&m->tree);
	return 0;
}

static int start(OTF_Reader *r, struct otf_merge *m)
{
	int code;

	otf_merge_release(m);
	code = collect(r, m);
	m->now = UINT64_MAX;
	for (unsigned i = 0; i < m->n && code == 0; i++) {
		OTF_RBuffer *b = m->sources[i].b;
		if (go_on(m, &m->sources[i], b) && b->time < m->now)
			m->now = b->time;
	}
	if (code == 0)
		code = build(m);
	m->started = code == 0;
	return code;
}

/* ---- one record ---- */

/* What struct otf_source keeps of a process whose records are delivered; without the last bit, of one whose are not. */
static inline uint64_t wanted(uint32_t process)
{
	return ((uint64_t)process + 1) << 1 | 1;
}

static __attribute__((noinline)) int look_up(const OTF_Reader *r, OTF_RBuffer *b, uint64_t *known)
{
	const uint64_t *enabled = otfp_map_get(&r->processes, b->process);
	enum otf_at at = b->at;
	char text[60];

	if (!enabled) { /* as if it were disabled, but not in silence */
		snprintf(text, sizeof text, "process %u is not in the master file", b->process);
		otf_rbuffer_damage(b, OTFP_FLAW_HOME, text);
		b->at = at;
	}
	*known = wanted(b->process) - !(enabled && *enabled);
	return *known & 1;
}

OTFP_INLINE int is_wanted(const OTF_Reader *r, struct otf_source *s, OTF_RBuffer *b)
{
	uint64_t *known = &s->known[b->process % OTF_KNOWN];

	if (OTFP_LIKELY(*known == wanted(b->process)))
		return 1;
	return *known == wanted(b->process) - 1 ? 0 : look_up(r, b, known);
}

enum { STEP_ENDED, STEP_NEXT, STEP_FAILED };

/* There was no record, or it was refused, or its handler stopped the reading. */
static __attribute__((noinline, cold)) int fail_step(const struct otf_merge *m, struct otf_source *s, int code)
{
	if (code == OTF_NONE && m->started && s->b->at != OTF_AT_DAMAGE) {
		s->ended = 1; /* the program read the rest of the buffer */
		return STEP_ENDED;
	}
	if (code == OTF_NONE && m->started)
		otf_fail(&s->b->err);
	return STEP_FAILED;
}

/* Deliver the next record of a source, if it is wanted. *n counts it. */
OTFP_INLINE int step(OTF_Reader *r, struct otf_merge *m, struct otf_source *s, const OTF_HandlerArray *handlers,
                     uint64_t *n)
{
	OTF_RBuffer *b = s->b;
	int code;

	if (OTFP_UNLIKELY(b->time >= r->max) && r->max != UINT64_MAX) {
		s->ended = 1;
		m->now = b->time;
		return STEP_ENDED;
	}
	if (OTFP_LIKELY(is_wanted(r, s, b)) || b->at != OTF_AT_LINE) { /* damage concerns all processes */
		m->now = b->time;
		code = OTF_NONE;
		if (OTFP_LIKELY(s->at == b->in->p && s->at < b->in->lines && b->file == OTFP_FILE_EVENT))
			code = otf_deliver_usual(b, s->at, handlers, r->list);
		if (OTFP_UNLIKELY(code == OTF_NONE))
			code = otf_deliver_any(b, handlers, r->list);
		if (OTFP_UNLIKELY(code != OTF_COUNTED && code != OTF_UNCOUNTED))
			return fail_step(m, s, code);
		*n += code == OTF_COUNTED;
		if (OTFP_UNLIKELY(!m->started)) /* the handler asked for a new start */
			return STEP_ENDED;
	} else {
		otf_pass(b);
	}
	return go_on(m, s, b);
}

/* ---- reading ---- */

/* All is read. @return n, or OTF_READ_ERROR if the end of a file is missing */
static uint64_t finish(struct otf_merge *m, uint64_t n)
{
	if (!m->is_cut)
		return n;
	m->started = 0;
	otf_fail(&m->err);
	return OTF_READ_ERROR;
}

static uint64_t give_up(struct otf_merge *m)
{
	m->started = 0;
	return OTF_READ_ERROR;
}

uint64_t otf_merge_read(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers)
{
	struct otf_merge *m = &r->merges[file];
	uint64_t n = 0;

	if ((!m->started && start(r, m) < 0) || (m->is_old && build(m) < 0))
		return give_up(m);
	while (n < r->limit && m->n) {
		struct otf_source *s;
		unsigned winner;
		int code;
		if (otfp_timetree_is_over(&m->tree))
			return finish(m, n);
		winner = otfp_timetree_winner(&m->tree);
		s = &m->sources[winner];
		code = step(r, m, s, handlers, &n);
		if (OTFP_LIKELY(code == STEP_NEXT)) {
			if (s->b->time != m->tree.times[winner]) /* else it stays the winner */
				otfp_timetree_advance(&m->tree, s->b->time);
			continue;
		}
		if (code == STEP_FAILED)
			return give_up(m);
		if (!m->started)
			return n;
		otfp_timetree_end(&m->tree);
	}
	return n;
}

/* The first stream, then from the last to the second. @return NULL if all have ended */
static struct otf_source *in_turn(struct otf_merge *m)
{
	unsigned i = m->n;

	if (m->n && !m->sources[0].ended)
		return &m->sources[0];
	while (i > 0)
		if (!m->sources[--i].ended)
			return &m->sources[i];
	return NULL;
}

uint64_t otf_merge_read_unsorted(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers)
{
	struct otf_merge *m = &r->merges[file];
	struct otf_source *s;
	uint64_t n = 0;

	if (!m->started && start(r, m) < 0)
		return give_up(m);
	m->is_old = 1;
	while (n < r->limit && m->started) {
		int code = STEP_NEXT;
		s = in_turn(m);
		if (!s)
			return finish(m, n);
		while (code == STEP_NEXT && n < r->limit)
			code = step(r, m, s, handlers, &n);
		if (code == STEP_FAILED)
			return give_up(m);
	}
	return n;
}
