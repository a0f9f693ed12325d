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
	s->time_head.text = s->processes.known[0].text = 1;
}

void otfp_stream_release(struct otfp_stream *s)
{
	otfp_input_close(s->in);
	otfp_scratch_release(&s->scratch);
	s->in = NULL;
}

/* ---- fast path: event lines as all known writers spell them; otfp_stream_parse_line decodes all others ---- */

enum { LAST_DIGITS = 4, HEAD_MOST = 8 }; /* of a time; bytes of a head */

/* The functions below: @return the start of the next line, or NULL if the line needs otfp_stream_parse_line */

OTFP_INLINE int begins_with(const char *p, const struct otfp_line_head *h)
{
	return (otfp_load8(p) & h->mask) == h->text;
}

/* The bits of the first n bytes of eight. */
static uint64_t mask_of(unsigned n)
{
	return n < 8 ? ((uint64_t)1 << 8 * n) - 1 : UINT64_MAX;
}

static void set_head(struct otfp_line_head *h, const char *p, unsigned n, uint64_t value)
{
	h->mask = mask_of(n);
	h->text = otfp_load8(p) & h->mask;
	h->value = value;
	h->n = n;
}

/* A time that does not go back. */
static __attribute__((noinline)) const char *any_time(struct otfp_line_head *h, const char *p, uint64_t *time)
{
	uint64_t t;
	int over = 0;
	const char *end = otfp_get_hex_long(p, &t, &over);

	if (*end != '\n' || end == p || OTFP_UNLIKELY(over || t < *time))
		return NULL;
	if (end - p >= LAST_DIGITS && end - p <= LAST_DIGITS + HEAD_MOST)
		set_head(h, p, (unsigned)(end - p) - LAST_DIGITS, t >> 4 * LAST_DIGITS << 4 * LAST_DIGITS);
	*time = t;
	return end + 1;
}

/* The same. Where the next line starts does not depend on the digits, so the CPU need not wait for them: this and
 * usual_process save a fifth of the time of reading. */
OTFP_INLINE const char *usual_time(struct otfp_line_head *h, const char *p, uint64_t *time)
{
	const uint8_t *last = (const uint8_t *)p + h->n;
	unsigned a, b, c, d;
	uint64_t t;

	if (!begins_with(p, h))
		return otfp_hex_value[(uint8_t)*p] < 16 ? any_time(h, p, time) : NULL;
	a = otfp_hex_value[last[0]];
	b = otfp_hex_value[last[1]];
	c = otfp_hex_value[last[2]];
	d = otfp_hex_value[last[3]];
	t = h->value | a << 12 | b << 8 | c << 4 | d;
	if (OTFP_UNLIKELY((a | b | c | d) >= 16 || last[LAST_DIGITS] != '\n' || t < *time))
		return any_time(h, p, time);
	*time = t;
	return p + h->n + LAST_DIGITS + 1;
}

OTFP_INLINE unsigned slot_of(uint64_t line)
{
	return (unsigned)(line * 0x9e3779b97f4a7c15u >> 58);
}

static void learn_line(struct otfp_process_lines *l, const char *p, unsigned n, uint32_t process)
{
	const uint64_t after = ~mask_of(n), line = otfp_load8(p) | after;

	l->after = after;
	l->n = n;
	l->known[slot_of(line)] = (struct otfp_process_line){line, process};
}

/* A process that the cache knows as wanted and as assigned to this stream. */
static __attribute__((noinline)) const char *any_process(struct otfp_stream *s, const char *p, uint32_t *process)
{
	uint64_t v;
	int over = 0;
	const char *end = otfp_get_hex(p + 1, &v, &over);

	if (OTFP_UNLIKELY(*end != '\n' || end == p + 1 || over || s->at_home[v % OTFP_AT_HOME].process != v + 1 ||
	                  s->at_home[v % OTFP_AT_HOME].unwanted))
		return NULL;
	if (end + 1 - p <= HEAD_MOST)
		learn_line(&s->processes, p, (unsigned)(end + 1 - p), (uint32_t)v);
	*process = (uint32_t)v;
	return end + 1;
}

OTFP_INLINE const char *usual_process(struct otfp_stream *s, const char *p, uint32_t *process)
{
	const struct otfp_process_lines *l = &s->processes;
	const uint64_t line = otfp_load8(p) | l->after;
	const struct otfp_process_line *known = &l->known[slot_of(line)];

	if (known->text != line)
		return *p == '*' ? any_process(s, p, process) : NULL;
	*process = known->process;
	return p + l->n;
}

OTFP_INLINE const char *usual_record(struct otfp_stream *s, const char *p, struct otfp_record *rec)
{
	unsigned row = otfp_usual_row(p, &p);

	rec->type = (uint16_t)row;
	if (row == OTFP_Enter || row == OTFP_Leave)
		return otfp_usual_call(p, rec);
	if (row != OTFP_Counter)
		return row ? otfp_usual_message(p, rec) : NULL;
	p = otfp_usual_counter(p, rec);
	if (p)
		otfp_set_form(s, rec);
	return p;
}

/* A line that is not in the short form. */
static __attribute__((noinline)) const char *long_record(struct otfp_stream *s, const char *p, struct otfp_record *rec)
{
	p = otfp_usual_long(p, rec);
	if (p && rec->type == OTFP_Counter)
		otfp_set_form(s, rec);
	return p;
}

/*
 * Take lines of the input window of an event file until the batch is full, or a line needs otfp_stream_parse_line. A
 * step takes a time line and a process line, if present, and a record.
 */
static void take_usual(struct otfp_stream *s)
{
	const char *p = s->in->p, *const lines = s->in->lines, *end;
	struct otfp_record *const first = otfp_next_record(s), *const full = s->batch->recs + s->batch->cap;
	struct otfp_record *rec = first;
	struct otfp_place at = s->place;
	uint64_t line = s->line;

	while (p < lines && rec < full) {
		end = usual_time(&s->time_head, p, &at.time);
		if (end) {
			p = end;
			line++;
			at.after = OTFP_SEEN_TIME;
		}
		if (OTFP_UNLIKELY(p == lines))
			break;
		end = usual_process(s, p, &at.process);
		if (end) {
			p = end;
			line++;
			at.after |= OTFP_SEEN_PROCESS;
		}
		if (OTFP_UNLIKELY(p == lines))
			break;
		otfp_place_timed(&at, OTFP_FILE_EVENT, rec);
		rec->lineno = otfp_lineno(line);
		end = usual_record(s, p, rec);
		if (OTFP_UNLIKELY(!end) && !(end = long_record(s, p, rec)))
			break;
		p = end;
		line++;
		at.after = 0;
		rec++;
	}
	if (rec > first) { /* as otfp_note_record does */
		at.any = 1;
		at.last_time = rec[-1].time;
		at.last_process = rec[-1].loc;
	}
	s->in->p = p;
	s->line = line;
	s->place = at;
	s->batch->n = (unsigned)(rec - s->batch->recs);
}

/* Whether no state carries over to the next record, which has a time and a process. */
static int is_plain(const struct otfp_stream *s)
{
	return !s->unwanted && !s->pairs.missing && !s->scratch.ntags && s->place.seen == OTFP_SEEN_BOTH;
}

/* Take lines of the input window of an event file until the batch is full. @return 0, or <0 */
static int take_events(struct otfp_stream *s)
{
	int code = 0;

	while (s->in->p < s->in->lines && s->batch->n < s->batch->cap && !code) {
		if (is_plain(s))
			take_usual(s);
		if (s->in->p < s->in->lines && s->batch->n < s->batch->cap) {
			s->in->p = otfp_stream_parse_line(s, s->in->p, &code);
			s->line++;
		}
	}
	return code;
}

/* Take lines of a file of any kind. */
static int take_any(struct otfp_stream *s)
{
	const char *p = s->in->p, *const lines = s->in->lines;
	int code = 0;

	for (; p < lines && s->batch->n < s->batch->cap && !code; s->line++)
		p = otfp_stream_parse_line(s, p, &code);
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
	return s->file == OTFP_FILE_EVENT ? take_events(s) : take_any(s);
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
