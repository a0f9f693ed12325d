#include "otf/stream.h"
#include "otf/seek.h"
#include "base/num.h"
#include "record/keep.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEEN_TIME = 1, SEEN_PROCESS = 2, SEEN_BOTH = 3 };
#define COLD __attribute__((noinline, cold))

enum { TOLD_MAX = 20 }; /* troubles told one by one; the rest of a file's are counted */

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

/* Fill the error: "path:line: what". Lines of compressed text that was not read cannot be counted. */
static void say(struct otfp_stream *s, const char *what)
{
	const char *name = otfp_input_name(s->in);

	if (s->start && otfp_input_is_packed(s->in))
		otfp_fail(&s->err, OTFP_EDAMAGE, "%s: line %" PRIu64 " behind byte %" PRIu64 ": %s", name, s->line + 1,
		          s->start, what);
	else
		otfp_fail(&s->err, OTFP_EDAMAGE, "%s:%" PRIu64 ": %s", name,
		          s->line + 1 + otfp_seek_lines(s->in, s->start), what);
}

/* A file full of troubles is told of in its first lines and one last one. */
static int is_flood(struct otfp_stream *s)
{
	if (s->told++ < TOLD_MAX)
		return 0;
	s->batch->untold++;
	return 1;
}

/* The error as a trouble of the batch. @return 0 or <0 */
static int put_trouble(struct otfp_stream *s)
{
	return otfp_batch_trouble(s->batch, s->err.text) < 0 ? otfp_fail_memory(&s->err) : 0;
}

/* One line is lost, or what it says cannot be. @return 0 to read on, else <0 */
static int damage(struct otfp_stream *s, const char *what)
{
	if (s->tolerant && is_flood(s))
		return 0;
	say(s, what);
	return s->tolerant ? put_trouble(s) : OTFP_EDAMAGE;
}

/* Nothing is lost, but somebody should know. */
static int oddity(struct otfp_stream *s, const char *what)
{
	if (is_flood(s))
		return 0;
	say(s, what);
	return put_trouble(s);
}

static int tell_rest(struct otfp_stream *s)
{
	if (s->told <= TOLD_MAX)
		return OTFP_END;
	otfp_fail(&s->err, OTFP_EDAMAGE, "%s: %u more like these", otfp_input_name(s->in), s->told - TOLD_MAX);
	return put_trouble(s) < 0 ? OTFP_EFAIL : OTFP_END;
}

/* A trailer is the time and process of the last record once more; an event file without
 * records is `0` and a process alone. */
static int is_trailer(const struct otfp_stream *s)
{
	if (!s->any) /* or the search went so near to the end that only the trailer was left */
		return s->start || (s->file == OTFP_EVENT && s->time == 0);
	return s->time == s->last_time && s->process == s->last_process;
}

static int check_trailer(struct otfp_stream *s)
{
	if (!otfp_is_timed(s->file))
		return 0;
	if (s->file == OTFP_EVENT && !s->ever)
		return damage(s, "no time and process lines: the events are missing");
	if (s->after == 0)
		return s->reading->trailer_required ? damage(s, "no trailer: the end of the file is missing") : 0;
	if (s->after == SEEN_BOTH && s->time == UINT64_MAX && !is_trailer(s))
		return damage(s, "its writer gave up at an unsorted time stamp; what came after was never written");
	if (s->after != SEEN_BOTH || !is_trailer(s))
		return damage(s, "a time or process with no record behind it: the end of the file is missing");
	return 0;
}

/* The input has nothing more: is it whole? */
static int at_end(struct otfp_stream *s)
{
	int code;

	if (s->in->end > s->in->p) {
		s->in->p = s->in->lines = s->in->end;
		code = damage(s, "last line is cut: it has no newline");
	} else {
		s->line -= s->line > 0; /* what is amiss now is amiss behind the last line */
		code = check_trailer(s);
	}
	if (code == 0 && s->scratch.ntags) {
		s->scratch.ntags = 0;
		code = damage(s, "key-values at the end of the file, with no record to belong to");
	}
	return code ? code : tell_rest(s);
}

/* The input cannot give more: the damage is told, and the file ends here. */
static int input_failed(struct otfp_stream *s, int code)
{
	if (code != OTFP_EDAMAGE)
		return code;
	otfp_fail(&s->err, OTFP_EDAMAGE, "%s (behind line %" PRIu64 ")", s->err.text, s->line);
	s->in->p = s->in->lines = s->in->end;
	code = s->tolerant ? put_trouble(s) : OTFP_EDAMAGE;
	return code ? code : tell_rest(s);
}

static const char *skip_line(const char *p)
{
	return (const char *)rawmemchr(p, '\n') + 1;
}

/* A number that ends its line. @return first byte behind the LF, or NULL */
OTFP_INLINE const char *get_last_number(const char *p, uint64_t *v)
{
	int over = 0;
	const char *q = otfp_get_hex(p, v, &over);

	if (OTFP_UNLIKELY(q == p || over))
		return NULL;
	while (OTFP_UNLIKELY(*q == ' ' || *q == '\t'))
		q++;
	return OTFP_UNLIKELY(*q != '\n') ? NULL : q + 1;
}

/* Until the next good line of that kind no record can be placed. */
static COLD const char *damaged_number(struct otfp_stream *s, const char *p, uint8_t kind, int *code)
{
	const char *end = skip_line(p), *what = kind == SEEN_TIME ? "bad time line" : "bad process line";

	s->seen &= (uint8_t)~kind;
	*code = damage(s, end - p > 1 && end[-2] == '\r' ? "carriage return at the end of the line" : what);
	return end;
}

static COLD void goes_back(struct otfp_stream *s, uint64_t t, int *code)
{
	char text[100];

	snprintf(text, sizeof text, "time goes back from %" PRIu64 " to %" PRIu64, s->time, t);
	*code = damage(s, text);
}

OTFP_INLINE const char *take_time(struct otfp_stream *s, const char *p, int *code)
{
	uint64_t t;
	const char *end = get_last_number(p, &t);

	if (OTFP_UNLIKELY(!end))
		return damaged_number(s, p, SEEN_TIME, code);
	if (OTFP_UNLIKELY(t < s->time))
		goes_back(s, t, code);
	s->time = t;
	s->ever = 1;
	s->seen |= SEEN_TIME;
	s->after = SEEN_TIME;
	return end;
}

/* Does the process live in this stream, and is it wanted? What was asked lately is remembered. */
static COLD void look_up_process(struct otfp_stream *s, uint32_t process, int *code)
{
	uint32_t home = otfp_master_stream(&s->reading->master, process);
	char text[100];

	s->unwanted = home == s->id && otfp_reading_is_unwanted(s->reading, process);
	if (home == s->id) {
		s->at_home[process % OTFP_AT_HOME].process = process + (uint64_t)1;
		s->at_home[process % OTFP_AT_HOME].unwanted = s->unwanted;
		return;
	}
	if (home)
		snprintf(text, sizeof text, "process %" PRIu32 " belongs to stream %" PRIx32 " by the master file",
		         process, home);
	else
		snprintf(text, sizeof text, "process %" PRIu32 " is not in the master file", process);
	*code = damage(s, text);
}

OTFP_INLINE const char *take_process(struct otfp_stream *s, const char *p, int *code)
{
	uint64_t v;
	const char *end = get_last_number(p + 1, &v);

	if (OTFP_UNLIKELY(!end || v > UINT32_MAX))
		return damaged_number(s, p, SEEN_PROCESS, code);
	s->process = (uint32_t)v;
	s->unwanted = s->at_home[v % OTFP_AT_HOME].unwanted;
	if (OTFP_UNLIKELY(s->at_home[v % OTFP_AT_HOME].process != v + 1))
		look_up_process(s, s->process, code);
	s->seen |= SEEN_PROCESS;
	s->after |= SEEN_PROCESS;
	return end;
}

/* ---- records: the next one of the batch is built in place ---- */

OTFP_INLINE struct otfp_record *next_record(struct otfp_stream *s)
{
	return &s->batch->recs[s->batch->n];
}

/* What the record points to must not be lost when the window moves on. */
static __attribute__((noinline)) int keep(struct otfp_stream *s, struct otfp_record *rec)
{
	if (s->scratch.ntags)
		otfp_pairs_give(&s->pairs, rec);
	if (otfp_record_keep(rec, &s->batch->arena) < 0)
		return otfp_fail_memory(&s->err);
	otfp_scratch_clear(&s->scratch);
	return 0;
}

/* What a trailer must repeat. */
OTFP_INLINE void note_record(struct otfp_stream *s)
{
	s->any = 1;
	s->after = 0;
	s->last_time = s->time;
	s->last_process = s->process;
}

/* The time and process it stands under; definitions belong to their stream. */
OTFP_INLINE void place(struct otfp_stream *s, unsigned file, struct otfp_record *rec)
{
	if (otfp_is_timed(file)) {
		rec->time = s->time;
		rec->loc = s->process;
	} else if (rec->type != OTFP_Marker) {
		rec->time = 0;
		rec->loc = s->id;
	}
	rec->file = (uint8_t)file;
	rec->form = OTFP_RAW;
	rec->ntags = 0;
	note_record(s);
}

/* Without a time and a process a record cannot be placed. */
static COLD int is_early(struct otfp_stream *s, int *code)
{
	if (!otfp_is_timed(s->file) || s->seen == SEEN_BOTH)
		return 0;
	otfp_scratch_clear(&s->scratch);
	*code = damage(s, "record without a time and process before it");
	return 1;
}

static COLD void bad_record(struct otfp_stream *s, const struct otfp_decode_error *e, int *code)
{
	char text[200];

	otfp_decode_explain(e, text, sizeof text);
	otfp_scratch_clear(&s->scratch); /* its key-values go with it */
	*code = damage(s, text);
}

/* A known keyword: its body, and the batch has one record more. is_plain: nothing but numbers.
 * @return behind the line, or NULL if it was damaged (then *code tells) */
OTFP_INLINE const char *take_known(struct otfp_stream *s, unsigned file, unsigned row, int is_plain, const char *p,
                                   int *code)
{
	struct otfp_decode_error e;
	struct otfp_record *rec = next_record(s);
	const char *end = otfp_decode(row, p, rec, &s->scratch, &e);

	if (OTFP_UNLIKELY(!end)) {
		bad_record(s, &e, code);
		return NULL;
	}
	if (OTFP_UNLIKELY(otfp_is_timed(file) && s->seen != SEEN_BOTH) && is_early(s, code))
		return NULL;
	place(s, file, rec);
	if (!is_plain || OTFP_UNLIKELY(s->scratch.ntags))
		*code = keep(s, rec);
	s->batch->n++;
	return end;
}

/* A line that begins like a record of a name nobody knows: kept whole. */
static void take_unknown(struct otfp_stream *s, const char *p, int *code)
{
	size_t n = (size_t)(skip_line(p) - p) - 1;
	struct otfp_record *rec = next_record(s);

	if (!(otfp_is_letter(*p) || *p == '#') || (n && p[n - 1] == '\r')) {
		*code = damage(s,
		               n && p[n - 1] == '\r' ? "carriage return at the end of the line" : "this is no record");
		return;
	}
	if (is_early(s, code))
		return;
	*code = oddity(s, "unknown keyword; the line is kept as UnknownRecord");
	rec->type = OTFP_UnknownRecord;
	rec->f[0].u = s->file;
	rec->f[1].s.p = p;
	rec->f[1].s.n = n;
	place(s, s->file, rec);
	if (*code == 0)
		*code = keep(s, rec);
	s->batch->n++;
}

static const char *take_pair(struct otfp_stream *s, const char *p, int *code)
{
	const char *why, *end;

	s->pairs.scratch = &s->scratch;
	end = otfp_pairs_take(&s->pairs, p, &why);
	if (end)
		return end;
	*code = damage(s, why);
	if (!s->pairs.again || *code)
		return skip_line(p);
	return take_pair(s, p, code);
}

/* Counter values are written as their definition says. */
static void set_form(struct otfp_stream *s, struct otfp_record *rec)
{
	unsigned slot = rec->type == OTFP_CounterSnapshot;

	if (s->reading->special_counters)
		rec->form = (uint8_t)otfp_reading_counter(s->reading, s->id, (uint32_t)rec->f[slot].u);
}

/* The first snapshot among the events of a file is told before it is delivered. */
static int note_inline(struct otfp_stream *s)
{
	if (s->has_inline || s->file != OTFP_EVENT)
		return 0;
	s->has_inline = 1;
	return otfp_batch_trouble(s->batch, NULL) < 0 ? otfp_fail_memory(&s->err) : 0;
}

/* A line that begins with a keyword. */
static const char *take_record(struct otfp_stream *s, const char *p, int *code)
{
	const struct otfp_keyword *w;
	const char *start = p, *end;
	unsigned type;

	if (OTFP_UNLIKELY(otfp_is_pair(p)))
		return take_pair(s, p, code);
	if (OTFP_UNLIKELY(s->pairs.missing)) {
		s->pairs.missing = 0;
		*code = damage(s, "the byte array before this record is shorter than its length");
		if (*code)
			return p;
	}
	p += *p == '#';
	while (otfp_is_letter(*p))
		p++;
	w = otfp_keywords_find(&s->reading->keywords, s->file, start, (size_t)(p - start));
	if (OTFP_UNLIKELY(!w)) {
		take_unknown(s, start, code);
		return skip_line(start);
	}
	type = otfp_rows[w->row].type;
	if (otfp_table[type].file == OTFP_SNAP && note_inline(s) < 0) {
		*code = OTFP_EFAIL;
		return p;
	}
	end = take_known(s, s->file, w->row, otfp_numbers[type], p, code);
	if (OTFP_UNLIKELY(!end))
		return skip_line(start);
	if (type == OTFP_Counter || type == OTFP_CounterSnapshot)
		set_form(s, next_record(s) - 1);
	return end;
}

/* The records that nearly all events are, by their one letter. 0 = not so. */
OTFP_INLINE unsigned hot_row(const char *p)
{
	static const uint8_t rows['S' - 'E' + 1] = {
		['E' - 'E'] = OTFP_Enter,
		['L' - 'E'] = OTFP_Leave,
		['S' - 'E'] = OTFP_SendMsg,
		['R' - 'E'] = OTFP_RecvMsg,
	};
	unsigned letter = (unsigned)(uint8_t)*p - 'E';

	return letter < sizeof rows && !otfp_is_letter(p[1]) ? rows[letter] : 0;
}

/* Any line that is none of the usual ones. */
static __attribute__((noinline)) const char *take_other(struct otfp_stream *s, const char *p, int *code)
{
	while (*p == ' ' || *p == '\t')
		p++;
	if (*p == '\n')
		return p + 1;
	if (otfp_is_timed(s->file) && otfp_hex_value[(uint8_t)*p] < 16)
		return take_time(s, p, code);
	if (otfp_is_timed(s->file) && *p == '*')
		return take_process(s, p, code);
	if (s->unwanted) {
		note_record(s);
		return skip_line(p);
	}
	return take_record(s, p, code);
}

/*
 * Take lines of the window, until the batch is full. An event is a time line, a process
 * line and a record, the first two only if they are new; so that is the order of the tests.
 * @return 0, or <0
 */
OTFP_INLINE int take_lines(struct otfp_stream *s, unsigned file)
{
	const char *p = s->in->p, *const lines = s->in->lines, *end;
	unsigned row;
	int code = 0;

	for (; p < lines && s->batch->n < s->batch->cap && !code; s->line++) {
		if (otfp_is_timed(file) && otfp_hex_value[(uint8_t)*p] < 16) {
			p = take_time(s, p, &code);
			if (OTFP_UNLIKELY(p == lines || code))
				continue;
			s->line++;
		}
		if (otfp_is_timed(file) && *p == '*') {
			p = take_process(s, p, &code);
			if (OTFP_UNLIKELY(p == lines || code))
				continue;
			s->line++;
		}
		row = file == OTFP_EVENT ? hot_row(p) : 0;
		if (row && !s->pairs.missing && !OTFP_UNLIKELY(s->unwanted)) {
			end = take_known(s, file, row, 1, p + 1, &code);
			p = OTFP_UNLIKELY(!end) ? skip_line(p) : end;
		} else {
			p = take_other(s, p, &code);
		}
	}
	s->in->p = p;
	return code;
}

static int take_events(struct otfp_stream *s)
{
	return take_lines(s, OTFP_EVENT);
}

static int take_any(struct otfp_stream *s)
{
	return take_lines(s, s->file);
}

int otfp_stream_window(struct otfp_stream *s, uint64_t from, uint64_t to, int has_to)
{
	s->windowed = 1;
	s->from = from;
	s->to = to;
	s->has_to = (uint8_t)(has_to != 0);
	return otfp_seek_before(s->in, from, &s->start, &s->err);
}

/* Some more records, of one window of the input. */
static int fill_some(struct otfp_stream *s)
{
	if (s->in->p >= s->in->lines) {
		int code = otfp_input_lines(s->in);
		if (code)
			return code < 0 ? input_failed(s, code) : at_end(s);
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
}
