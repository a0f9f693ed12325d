/* line.c - a record as a line of text for people: time, process, and what happened, indented by call depth. */
#include "base/error.h"
#include "cmd/print/forms.h"
#include "record/value.h"

enum { INDENT = 2, DEEPEST = 32 }; /* columns per call; calls deeper than DEEPEST print their depth as a number */

/* ---- columns ---- */

/* Move a time of n bytes, written after p->blanks bytes, to the right of its column. @return the byte after it */
static __attribute__((noinline)) char *move_clock(struct print *p, char *at, size_t n)
{
	const size_t blanks = n < p->time_width ? p->time_width - n : 0;

	memmove(at + blanks, at + p->blanks, n);
	memset(at, ' ', blanks);
	p->blanks = blanks < PEN_SHORT ? blanks : 0;
	return at + blanks + n;
}

/* Write a time at the right of its column. Nearly all times have as many blanks before them as the last one.
 * @return the byte after it and two blanks */
OTFP_INLINE char *put_clock(struct print *p, char *at, uint64_t time)
{
	char *const start = at + p->blanks;
	char *end = print_put_time(p, (char *)memset(at, ' ', PEN_SHORT) + p->blanks, time);
	const size_t n = (size_t)(end - start);

	if (OTFP_UNLIKELY(n + p->blanks != p->time_width))
		end = move_clock(p, at, n);
	return (char *)memcpy(end, "  ", 2) + 2;
}

/* An Enter has the same depth as its Leave. */
OTFP_INLINE size_t depth_of(const struct otfp_change *did)
{
	return did->process->calls.n - (did->did == OTFP_DID_OPEN_CALL);
}

/* Whether the columns before the event have their usual width, for put_columns. */
OTFP_INLINE int is_usual(const struct otfp_buf *place, size_t depth)
{
	return place->n - 1 < PEN_SHORT && depth <= DEEPEST;
}

enum { COLUMNS = 2 * PRINT_TIME + PEN_SHORT + INDENT * DEEPEST }; /* bytes of room */

/* Write time, process and the blanks of the depth. @return the byte after them */
OTFP_INLINE char *put_columns(struct print *p, char *to, uint64_t time, const struct otfp_buf *place, size_t depth)
{
	to = put_clock(p, to, time);
	memcpy(to, place->p, PEN_SHORT);
	to += place->n;
	memset(to, ' ', (size_t)INDENT * DEEPEST);
	return to + INDENT * depth;
}

/* The same with any process and depth. */
static __attribute__((noinline)) void print_columns(struct print *p, uint64_t time, const struct otfp_buf *place,
                                                    size_t depth)
{
	p->pen.out.p = put_clock(p, pen_room(&p->pen, 2 * PRINT_TIME), time);
	pen_put(&p->pen, place->p, place->n);
	pen_pad(&p->pen, INDENT * (depth < DEEPEST ? depth : DEEPEST));
	if (depth <= DEEPEST)
		return;
	pen_puts(&p->pen, "(");
	pen_dec(&p->pen, depth);
	pen_puts(&p->pen, ") ");
}

/* ---- lines ---- */

/* The place in the source of a call, NULL if it has none. @return 0 if it is not a short label */
OTFP_INLINE int find_source(struct print *p, const struct otfp_record *rec, const struct label **source)
{
	if (!rec->f[1].u)
		return 1;
	*source = label_of(&p->labels, OTFP_NAMED_SCL, 0, rec->loc, (uint32_t)rec->f[1].u);
	return *source && (*source)->n <= PEN_SHORT;
}

/* Nearly all lines are a call's enter or leave, a counter or a message, without oddities. They are written in one go,
 * with the place of the next byte in a register instead of in the pen: a quarter of the time of all. @return 0 if the
 * line is not of that kind */
OTFP_INLINE int print_call(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_buf *place = print_place_of(p, rec->loc);
	const struct label *label, *source = NULL;
	size_t depth;
	char *to;

	if (!did->call || did->odd >= 0 || rec->ntags || rec->time < did->call->time || !find_source(p, rec, &source))
		return 0;
	depth = depth_of(did);
	label = label_of(&p->labels, OTFP_NAMED_FUNCTION, 0, rec->loc, did->call->function);
	if (!label || label->n > PEN_SHORT || !is_usual(place, depth))
		return 0;
	to = pen_room(&p->pen, COLUMNS + 4 * PEN_SHORT + PRINT_DURATION);
	to = put_columns(p, to, rec->time, place, depth);
	memcpy(to, rec->type == OTFP_Enter ? "enter " : "leave ", 6);
	to += 6;
	memcpy(to, label->p, PEN_SHORT);
	to += label->n;
	if (rec->type == OTFP_Leave) {
		memcpy(to, "  ", 2);
		to = print_put_duration(p, to + 2, rec->time - did->call->time);
	}
	if (source) {
		memcpy(to, " at ", 4);
		memcpy(to + 4, source->p, PEN_SHORT);
		to += 4 + source->n;
	}
	*to++ = '\n';
	p->pen.out.p = to;
	return 1;
}

/* The same for a counter. Its label has the index of its definition, which has the unit. */
static int print_counter(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct label *label = label_of(&p->labels, OTFP_NAMED_COUNTER, 0, rec->loc, (uint32_t)rec->f[0].u);
	const struct otfp_buf *place = print_place_of(p, rec->loc);
	const size_t depth = did->process ? depth_of(did) : 0;
	struct otfp_str unit;
	char *to;

	if (!label || label->n > PEN_SHORT || rec->ntags || !is_usual(place, depth))
		return 0;
	unit = p->labels.names.definitions[label - p->labels.made].unit;
	if (unit.n > PEN_SHORT)
		return 0;
	to = pen_room(&p->pen, COLUMNS + 2 * PEN_SHORT + OTFP_VALUE_ROOM + 4 * PEN_SHORT);
	to = put_columns(p, to, rec->time, place, depth);
	memcpy(to, label->p, PEN_SHORT);
	to += label->n;
	memcpy(to, " = ", 3);
	to = otfp_value_put(to + 3, rec->f[1].u, rec->form);
	if (unit.n) {
		*to++ = ' ';
		to = safe_put(to, unit.p, unit.n);
	}
	*to++ = '\n';
	p->pen.out.p = to;
	return 1;
}

/* The same for a message. */
static int print_message(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	const int is_send = rec->type == OTFP_SendMsg;
	const struct label *peer = label_of(&p->labels, OTFP_NAMED_PROCESS, 0, rec->loc, (uint32_t)rec->f[0].u);
	const struct label *communicator =
		label_of(&p->labels, OTFP_NAMED_COMMUNICATOR, 0, rec->loc, (uint32_t)rec->f[1].u);
	const struct otfp_buf *place = print_place_of(p, rec->loc);
	const size_t depth = did->process ? depth_of(did) : 0;
	char *to;

	if (!peer || !communicator || peer->n > PEN_SHORT || communicator->n > PEN_SHORT || rec->f[4].u || rec->ntags ||
	    !is_usual(place, depth))
		return 0;
	to = pen_room(&p->pen, COLUMNS + 4 * PEN_SHORT + 2 * OTFP_DEC_MAX);
	to = put_columns(p, to, rec->time, place, depth);
	to = stpcpy(to, is_send ? "send " : "receive ");
	to = otfp_put_dec(to, rec->f[3].u);
	to = stpcpy(to, is_send ? " B to " : " B from ");
	memcpy(to, peer->p, PEN_SHORT);
	to = otfp_put_dec(stpcpy(to + peer->n, ", tag "), rec->f[2].u);
	memcpy(to, ", ", 2);
	memcpy(to + 2, communicator->p, PEN_SHORT);
	to += 2 + communicator->n;
	*to++ = '\n';
	p->pen.out.p = to;
	return 1;
}

static void print_event(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_buf *place = print_place_of(p, rec->loc);
	const size_t depth = did->process ? depth_of(did) : 0;

	if (OTFP_LIKELY(is_usual(place, depth)))
		p->pen.out.p = put_columns(p, pen_room(&p->pen, COLUMNS), rec->time, place, depth);
	else
		print_columns(p, rec->time, place, depth);
	print_body(p, rec, did);
	pen_put(&p->pen, "\n", 1);
}

/* Print an event on its short way. @return 0 if it needs print_event */
OTFP_INLINE int print_usual(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	if (OTFP_LIKELY(rec->type == OTFP_Enter || rec->type == OTFP_Leave))
		return print_call(p, rec, did);
	if (rec->type == OTFP_Counter)
		return print_counter(p, rec, did);
	return (rec->type == OTFP_SendMsg || rec->type == OTFP_RecvMsg) && print_message(p, rec, did);
}

void print_line(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	if (OTFP_UNLIKELY(!did || is_placeless(rec))) {
		print_definition(p, rec);
		pen_put(&p->pen, "\n", 1);
		return;
	}
	if (OTFP_UNLIKELY(!p->is_headed))
		print_head(p);
	if (!print_usual(p, rec, did))
		print_event(p, rec, did);
}
