#include "otf/read/lines.h"
#include "base/assert.h"
#include "base/num.h"
#include "otf/read/seek.h"
#include "record/keep.h"
#include "record/value.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define COLD __attribute__((noinline, cold))

enum { KEPT_MAX = 20 }; /* troubles of a file that are reported one by one; the others are only counted */

/* Fill s->err: "path:line: what". In compressed text the lines before the place where the reading started are unknown.
 */
static void set_error(struct otfp_stream *s, enum otfp_flaw flaw, const char *what)
{
	const char *name = otfp_input_name(s->in);

	if (s->start && otfp_input_is_packed(s->in))
		otfp_fail_at(&s->err, OTFP_EDAMAGE, flaw, name, 0, "line %" PRIu64 " after byte %" PRIu64 ": %s",
		             s->line + 1, s->start, what);
	else
		otfp_fail_at(&s->err, OTFP_EDAMAGE, flaw, name, s->line + 1 + otfp_seek_lines(s->in, s->start), "%s",
		             what);
}

/* Whether the file has too many troubles to report each; then this one is only counted. */
static int is_flood(struct otfp_stream *s, enum otfp_flaw flaw)
{
	if (s->troubles++ < KEPT_MAX)
		return 0;
	s->uncollected[flaw]++;
	s->batch->uncollected++;
	return 1;
}

/* Add s->err to the batch as a trouble. @return 0 or <0 */
static int put_trouble(struct otfp_stream *s)
{
	return otfp_batch_trouble(s->batch, &s->err) < 0 ? otfp_fail_memory(&s->err) : 0;
}

/* A line is lost, or contradicts other lines; or memory is out, and the line may be good.
 * @return 0 to continue, else <0 */
static int damage(struct otfp_stream *s, enum otfp_flaw flaw, const char *what)
{
	if (s->scratch.failed)
		return otfp_fail_memory(&s->err);
	if (s->tolerant && is_flood(s, flaw))
		return 0;
	set_error(s, flaw, what);
	return s->tolerant ? put_trouble(s) : OTFP_EDAMAGE;
}

/* A trouble that loses nothing: report it and continue. @return 0 or <0 */
static int oddity(struct otfp_stream *s, enum otfp_flaw flaw, const char *what)
{
	if (is_flood(s, flaw))
		return 0;
	set_error(s, flaw, what);
	return put_trouble(s);
}

/* At the end of the file, report how many troubles were only counted. @return OTFP_END or <0 */
static int report_rest(struct otfp_stream *s)
{
	for (unsigned flaw = 0; flaw < OTFP_NFLAWS; flaw++) {
		if (!s->uncollected[flaw])
			continue;
		otfp_fail_at(&s->err, OTFP_EDAMAGE, flaw, otfp_input_name(s->in), 0, "%" PRIu64 " more like these",
		             s->uncollected[flaw]);
		s->err.more = s->uncollected[flaw];
		if (put_trouble(s) < 0)
			return OTFP_EFAIL;
	}
	return OTFP_END;
}

/* A trailer repeats the time and process of the last record. An event file without records consists of time 0 and a
 * process. */
static int is_trailer(const struct otfp_stream *s)
{
	if (!s->place.any) /* or the time search skipped all but the trailer */
		return s->start || (s->file == OTFP_FILE_EVENT && s->place.time == 0);
	return s->place.time == s->place.last_time && s->place.process == s->place.last_process;
}

static int check_trailer(struct otfp_stream *s)
{
	if (!otfp_is_timed(s->file))
		return 0;
	if (s->file == OTFP_FILE_EVENT && !s->place.ever)
		return damage(s, OTFP_FLAW_TRAILER, "no time and process lines: the events are missing");
	if (s->place.after == 0)
		return s->reading->trailer_required ?
		               damage(s, OTFP_FLAW_TRAILER, "no trailer: the end of the file is missing") :
		               0;
	if (s->place.after == OTFP_SEEN_BOTH && s->place.time == UINT64_MAX && !is_trailer(s))
		return damage(s, OTFP_FLAW_GAVE_UP,
		              "the writer stopped at an unsorted time stamp and never wrote the later records");
	if (s->place.after != OTFP_SEEN_BOTH || !is_trailer(s))
		return damage(s, OTFP_FLAW_TRAILER,
		              "a time or process line without a record after it: the end of the file is missing");
	return 0;
}

int otfp_lines_end(struct otfp_stream *s)
{
	int code;

	if (s->in->end > s->in->p) {
		s->in->p = s->in->lines = s->in->end;
		code = damage(s, OTFP_FLAW_CUT, "the last line is cut: it has no newline");
	} else {
		s->line -= s->line > 0; /* name the last line, not the one after it */
		code = check_trailer(s);
	}
	if (code == 0 && s->scratch.ntags) {
		s->scratch.ntags = 0;
		code = damage(s, OTFP_FLAW_KEYVALUE, "key-values at the end of the file without a record after them");
	}
	return code ? code : report_rest(s);
}

int otfp_lines_failed(struct otfp_stream *s, int code)
{
	if (code != OTFP_EDAMAGE)
		return code;
	otfp_fail_at(&s->err, OTFP_EDAMAGE, s->err.flaw, otfp_input_name(s->in), 0, "%s (after line %" PRIu64 ")",
	             s->err.text + s->err.where + (s->err.where ? 2 : 0), s->line);
	s->in->p = s->in->lines = s->in->end;
	code = s->tolerant ? put_trouble(s) : OTFP_EDAMAGE;
	return code ? code : report_rest(s);
}

static const char *skip_line(const char *p)
{
	return (const char *)rawmemchr(p, '\n') + 1;
}

/* A number that ends its line. @return the first byte after the LF, or NULL */
static const char *get_last_number(const char *p, uint64_t *v)
{
	int over = 0;
	const char *q = otfp_get_hex(p, v, &over);

	if (OTFP_UNLIKELY(q == p || over))
		return NULL;
	while (OTFP_UNLIKELY(*q == ' ' || *q == '\t'))
		q++;
	return OTFP_UNLIKELY(*q != '\n') ? NULL : q + 1;
}

/* Until the next good line of that kind, records have no time or process and are dropped. */
static COLD const char *damaged_number(struct otfp_stream *s, const char *p, uint8_t kind, int *code)
{
	const char *end = skip_line(p), *what = kind == OTFP_SEEN_TIME ? "bad time line" : "bad process line";

	s->place.seen &= (uint8_t)~kind;
	*code = damage(s, OTFP_FLAW_LINE,
	               end - p > 1 && end[-2] == '\r' ? "carriage return at the end of the line" : what);
	return end;
}

/* Damage, unless the records are sorted. @param next  the line after that of the time, which may name the process */
static COLD void goes_back(struct otfp_stream *s, uint64_t t, const char *next, int *code)
{
	const int was_tolerant = s->tolerant;
	const uint32_t before = s->place.any ? s->place.last_process : s->place.process;
	uint64_t process;
	char text[180];

	if (s->reading->o.sort_memory)
		return;
	if (next == s->in->lines || *next != '*' || !get_last_number(next + 1, &process))
		process = s->place.process;
	snprintf(text, sizeof text,
	         "process %" PRIu64 ": time goes back from %" PRIu64 " (process %" PRIu32 ") to %" PRIu64
	         "; sort the records with otf-sort",
	         process, s->place.time, before, t);
	s->tolerant &= s->reading->quiet || !s->reading->o.in_order;
	*code = damage(s, OTFP_FLAW_ORDER, text);
	s->tolerant = was_tolerant;
}

static const char *take_time(struct otfp_stream *s, const char *p, int *code)
{
	uint64_t t;
	const char *end = get_last_number(p, &t);

	if (OTFP_UNLIKELY(!end))
		return damaged_number(s, p, OTFP_SEEN_TIME, code);
	if (OTFP_UNLIKELY(t < s->place.time))
		goes_back(s, t, end, code);
	s->place.time = t;
	s->place.ever = 1;
	s->place.seen |= OTFP_SEEN_TIME;
	s->place.after = OTFP_SEEN_TIME;
	return end;
}

/* Check that the process belongs to this stream and whether it is wanted; cache the answer. */
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
		snprintf(text, sizeof text,
		         "process %" PRIu32 " belongs to stream %" PRIx32 " according to the master file", process,
		         home);
	else
		snprintf(text, sizeof text, "process %" PRIu32 " is not in the master file", process);
	*code = damage(s, OTFP_FLAW_HOME, text);
}

/* In a cut stream, at one time: a process follows one with a larger number, and only one of them is of this share. The
 * shares do not tell that order, so nobody can restore it. */
static COLD void note_crossing(struct otfp_stream *s, uint32_t process)
{
	const struct otfp_place *at = &s->place;

	if (at->any && at->last_time == at->time && process < at->last_process &&
	    !otfp_reading_is_unwanted(s->reading, process) != !otfp_reading_is_unwanted(s->reading, at->last_process))
		s->is_crossed = 1;
}

static const char *take_process(struct otfp_stream *s, const char *p, int *code)
{
	uint64_t v;
	const char *end = get_last_number(p + 1, &v);

	if (OTFP_UNLIKELY(!end || v > UINT32_MAX))
		return damaged_number(s, p, OTFP_SEEN_PROCESS, code);
	s->place.process = (uint32_t)v;
	if (OTFP_UNLIKELY(s->reading->is_cut))
		note_crossing(s, s->place.process);
	s->unwanted = s->at_home[v % OTFP_AT_HOME].unwanted;
	if (OTFP_UNLIKELY(s->at_home[v % OTFP_AT_HOME].process != v + 1))
		look_up_process(s, s->place.process, code);
	s->place.seen |= OTFP_SEEN_PROCESS;
	s->place.after |= OTFP_SEEN_PROCESS;
	return end;
}

/* Move what the record points to into the batch: the input window is reused. */
static __attribute__((noinline)) int keep(struct otfp_stream *s, struct otfp_record *rec)
{
	if (s->scratch.ntags)
		otfp_pairs_give(&s->pairs, rec);
	if (otfp_record_keep(rec, &s->batch->arena) < 0)
		return otfp_fail_memory(&s->err);
	otfp_scratch_clear(&s->scratch);
	return 0;
}

/* Set time and process of a record. The process of a definition is its stream; a marker has both in its line. */
static void place(struct otfp_stream *s, struct otfp_record *rec)
{
	uint64_t time = rec->time; /* decoded from the line of a marker */
	uint32_t loc = rec->loc;

	otfp_place_timed(&s->place, s->file, rec);
	rec->lineno = otfp_lineno(s->line);
	otfp_note_record(&s->place);
	if (otfp_is_timed(s->file))
		return;
	rec->time = rec->type == OTFP_Marker ? time : 0;
	rec->loc = rec->type == OTFP_Marker ? loc : s->id;
}

/* A timed record before the first time and process lines has no place: report and drop it. */
static COLD int is_early(struct otfp_stream *s, int *code)
{
	if (!otfp_is_timed(s->file) || s->place.seen == OTFP_SEEN_BOTH)
		return 0;
	otfp_scratch_clear(&s->scratch);
	*code = damage(s, OTFP_FLAW_LINE, "record without a time and a process line before it");
	return 1;
}

static COLD void bad_record(struct otfp_stream *s, const struct otfp_decode_error *e, int *code)
{
	char text[200];

	otfp_decode_explain(e, text, sizeof text);
	otfp_scratch_clear(&s->scratch); /* drop its key-values too */
	*code = damage(s, OTFP_FLAW_LINE, text);
}

/* Decode a record of a known keyword and add it to the batch.
 * @return the start of the next line, or NULL if the line was damaged and reported to *code, or memory is out */
static const char *take_known(struct otfp_stream *s, unsigned row, const char *p, int *code)
{
	struct otfp_decode_error e;
	struct otfp_record *rec = otfp_next_record(s);
	const char *end = otfp_decode(row, p, rec, &s->scratch, &e);

	if (OTFP_UNLIKELY(!end)) {
		bad_record(s, &e, code);
		return NULL;
	}
	if (is_early(s, code))
		return NULL;
	place(s, rec);
	if (!otfp_numbers[rec->type] || s->scratch.ntags)
		*code = keep(s, rec);
	if (*code < 0)
		return NULL;
	s->batch->n++;
	return end;
}

/* Keep a line that begins like a record of an unknown keyword as UnknownRecord. */
static void take_unknown(struct otfp_stream *s, const char *p, int *code)
{
	size_t n = (size_t)(skip_line(p) - p) - 1;
	struct otfp_record *rec = otfp_next_record(s);

	if (!(otfp_is_letter(*p) || *p == '#') || (n && p[n - 1] == '\r')) {
		*code = damage(s, OTFP_FLAW_LINE,
		               n && p[n - 1] == '\r' ? "carriage return at the end of the line" : "not a record");
		return;
	}
	if (is_early(s, code))
		return;
	*code = oddity(s, OTFP_FLAW_UNKNOWN, "unknown keyword; the line is kept as UnknownRecord");
	rec->type = OTFP_UnknownRecord;
	rec->f[0].u = s->file;
	rec->f[1].s.p = p;
	rec->f[1].s.n = n;
	place(s, rec);
	if (*code == 0)
		*code = keep(s, rec);
	s->batch->n += *code == 0;
}

static const char *take_pair(struct otfp_stream *s, const char *p, int *code)
{
	const char *why, *end;

	s->pairs.scratch = &s->scratch;
	end = otfp_pairs_parse(&s->pairs, p, &why);
	if (end)
		return end;
	*code = damage(s, OTFP_FLAW_KEYVALUE, why);
	if (!s->pairs.again || *code)
		return skip_line(p);
	return take_pair(s, p, code);
}

void otfp_learn_form(struct otfp_stream *s, struct otfp_counter_form *c, uint32_t counter)
{
	c->counter = counter + (uint64_t)1;
	c->form = (uint8_t)otfp_reading_counter(s->reading, s->id, counter);
}

/* Announce the first snapshot of an event file before it is delivered, so that @IS can precede it. */
static int note_inline(struct otfp_stream *s)
{
	if (s->has_inline || s->file != OTFP_FILE_EVENT)
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
		*code = damage(s, OTFP_FLAW_KEYVALUE, "the byte array before this record is shorter than its length");
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
	if (otfp_table[type].file == OTFP_FILE_SNAP && note_inline(s) < 0) {
		*code = OTFP_EFAIL;
		return p;
	}
	end = take_known(s, w->row, p, code);
	if (OTFP_UNLIKELY(!end))
		return skip_line(start);
	if (type == OTFP_Counter || type == OTFP_CounterSnapshot)
		otfp_set_form(s, otfp_next_record(s) - 1);
	return end;
}

const char *otfp_stream_parse_line(struct otfp_stream *s, const char *p, int *code)
{
	OTFP_ASSERT_HOT(s->batch->n < s->batch->cap);
	while (*p == ' ' || *p == '\t')
		p++;
	if (*p == '\n')
		return p + 1;
	if (otfp_is_timed(s->file) && otfp_hex_value[(uint8_t)*p] < 16)
		return take_time(s, p, code);
	if (otfp_is_timed(s->file) && *p == '*')
		return take_process(s, p, code);
	if (s->unwanted) {
		otfp_note_record(&s->place);
		return skip_line(p);
	}
	return take_record(s, p, code);
}
