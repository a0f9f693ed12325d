#include "otf/read/stream.h"
#include "base/assert.h"
#include "base/num.h"
#include "otf/read/lines.h"
#include "otf/read/seek.h"
#include "otf/read/usual.h"
#include <string.h>

void otfp_stream_init(struct otfp_stream *s, const struct otfp_reading *r, uint32_t id, unsigned file)
{
	memset(s, 0, sizeof *s);
	s->reading = r;
	s->id = id;
	s->file = (uint8_t)file;
	s->tolerant = (uint8_t)(r->quiet || r->o.keep_going);
}

void otfp_stream_release(struct otfp_stream *s)
{
	otfp_input_close(s->in);
	otfp_scratch_release(&s->scratch);
	s->in = NULL;
}

/* ---- fast path: event lines as all known writers spell them; otfp_take_line decodes all others ---- */

/* A time that does not go back. @return the start of the next line, or NULL if the line needs otfp_take_line; so below
 */
OTFP_INLINE const char *usual_time(const char *p, struct otfp_place *at)
{
	uint64_t t;
	int over = 0;
	const char *end = otfp_get_hex_long(p, &t, &over);

	if (*end != '\n' || end == p || OTFP_UNLIKELY(over || t < at->time))
		return NULL;
	at->time = t;
	at->ever = 1;
	at->seen |= OTFP_SEEN_TIME;
	at->after = OTFP_SEEN_TIME;
	return end + 1;
}

/* A process that the cache knows as wanted and as assigned to this stream. */
OTFP_INLINE const char *usual_process(const struct otfp_stream *s, const char *p, struct otfp_place *at)
{
	uint64_t v;
	int over = 0;
	const char *end = otfp_get_hex(p, &v, &over);

	if (OTFP_UNLIKELY(*end != '\n' || end == p || over || s->at_home[v % OTFP_AT_HOME].process != v + 1 ||
	                  s->at_home[v % OTFP_AT_HOME].unwanted))
		return NULL;
	at->process = (uint32_t)v;
	at->seen |= OTFP_SEEN_PROCESS;
	at->after |= OTFP_SEEN_PROCESS;
	return end + 1;
}

OTFP_INLINE const char *usual_record(struct otfp_stream *s, const char *p, struct otfp_record *rec)
{
	struct otfp_decode_error e;
	unsigned row = otfp_usual_row(p, &p);

	rec->type = (uint16_t)row;
	if (row == OTFP_Enter || row == OTFP_Leave)
		return otfp_usual_call(p, rec);
	p = row ? otfp_decode(row, p, rec, &s->scratch, &e) : NULL;
	if (p && row == OTFP_Counter)
		otfp_set_form(s, rec);
	return p;
}

/* No state carries over to the next record. */
static int is_plain(const struct otfp_stream *s)
{
	return !s->unwanted && !s->pairs.missing && !s->scratch.ntags;
}

/*
 * Take lines of the input window of an event file until the batch is full. A step takes a time line and a process
 * line, if present, and a record. The state stays in registers as long as the fast path decodes all lines.
 * @return 0, or <0
 */
static int take_events(struct otfp_stream *s)
{
	const char *p = s->in->p, *const lines = s->in->lines, *end;
	struct otfp_record *rec = otfp_next_record(s), *const full = s->batch->recs + s->batch->cap;
	struct otfp_place at = s->place;
	uint64_t line = s->line;
	int code = 0, plain = is_plain(s);

	for (; p < lines && rec < full && !code; p = end, line++) {
		end = usual_time(p, &at);
		if (end) {
			p = end;
			line++;
		}
		if (OTFP_UNLIKELY(p == lines))
			break;
		end = *p == '*' && plain ? usual_process(s, p + 1, &at) : NULL;
		if (end) {
			p = end;
			line++;
		}
		if (OTFP_UNLIKELY(p == lines))
			break;
		otfp_place_timed(&at, OTFP_EVENT, rec);
		rec->lineno = otfp_lineno(line);
		end = plain && at.seen == OTFP_SEEN_BOTH ? usual_record(s, p, rec) : NULL;
		if (end) {
			otfp_note_record(&at);
			rec++;
			continue;
		}
		s->line = line;
		s->place = at;
		s->batch->n = (unsigned)(rec - s->batch->recs);
		end = otfp_take_line(s, p, &code);
		rec = otfp_next_record(s);
		at = s->place;
		plain = is_plain(s);
	}
	s->in->p = p;
	s->line = line;
	s->place = at;
	s->batch->n = (unsigned)(rec - s->batch->recs);
	return code;
}

/* Take lines of a file of any kind. */
static int take_any(struct otfp_stream *s)
{
	const char *p = s->in->p, *const lines = s->in->lines;
	int code = 0;

	for (; p < lines && s->batch->n < s->batch->cap && !code; s->line++)
		p = otfp_take_line(s, p, &code);
	s->in->p = p;
	return code;
}

int otfp_stream_window(struct otfp_stream *s, uint64_t from, uint64_t to, int has_to)
{
	s->windowed = 1;
	s->from = from;
	s->to = to;
	s->has_to = (uint8_t)(has_to != 0);
	return otfp_seek_before(s->in, from, &s->start, &s->err);
}

/* Take records of one window of the input. @return b->end, see otfp_stream_fill */
static int fill_some(struct otfp_stream *s)
{
	if (s->in->p >= s->in->lines) {
		int code = otfp_input_lines(s->in);
		if (code)
			return code < 0 ? otfp_lines_failed(s, code) : otfp_lines_end(s);
	}
	return s->file == OTFP_EVENT ? take_events(s) : take_any(s);
}

void otfp_stream_fill(struct otfp_stream *s, struct otfp_batch *b)
{
	otfp_batch_clear(b);
	s->batch = b;
	while (b->n < b->cap && b->end == 0) {
		unsigned n = b->n;
		b->end = fill_some(s);
		if (OTFP_UNLIKELY(s->windowed))
			otfp_batch_trim(b, n, s->from, s->to, s->has_to);
	}
	OTFP_ASSERT(b->n <= b->cap && (b->n || b->end));
}
