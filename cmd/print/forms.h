/* forms.h - what the files of otf-print share. Errors of these functions are kept in p->pen.code. */
#ifndef CMD_PRINT_FORMS_H
#define CMD_PRINT_FORMS_H
#include "record/table.h"
#include "cmd/print/print.h"

/** Whether the record has a stream instead of a time and a process: definitions, but not markers. */
static inline int is_placeless(const struct otfp_record *rec)
{
	return !otfp_is_timed(rec->file) && rec->type != OTFP_Marker;
}

/** Print a record as a line of text. @param did  what a timed record changed in p->state; NULL for other records */
void print_line(struct print *p, const struct otfp_record *rec, const struct otfp_change *did);
/** Print what a timed record or marker says, without time and process. */
void print_body(struct print *p, const struct otfp_record *rec, const struct otfp_change *did);
/** Print a definition or a record of unknown name. */
void print_definition(struct print *p, const struct otfp_record *rec);
/** Print a record of numbers without key-values, as nearly all are, as a JSON object on a line. @return 0 if it is
 * another one, or has long names: it needs print_object */
int print_short_object(struct print *p, const struct otfp_record *rec);
/** Print a record as a JSON object on a line. */
void print_object(struct print *p, const struct otfp_record *rec);
/** Set the clock and the widths. @param rec  the first record that has a time, NULL = there is none */
void print_settle(struct print *p, const struct otfp_record *rec);
/** Keep a marker until its time comes. @return 0, or -1 when memory is out */
int print_keep_marker(struct print *p, const struct otfp_record *rec);
/** Print the markers up to a time. */
void print_markers_to(struct print *p, uint64_t time);
/** Free the markers. */
void print_markers_release(struct print *p);
/** Print the lines above the first record, once. */
void print_head(struct print *p);
/** Print a control line as a JSON object. */
void print_control(struct print *p, struct otfp_str line);
/** Print the magic line as a JSON object. @return 0 or <0 */
int print_magic(struct print *p);

enum { PRINT_PLACE = 2 * PEN_SHORT }; /* readable bytes of the text of a process */
/** Make the text of a process anew. */
void print_make_place(struct print *p, struct otfp_buf *to, uint32_t process);
/** The text of a process: its column; in JSON its members. A small table keeps the last one for each remainder of the
 * process number. */
OTFP_INLINE const struct otfp_buf *print_place_of(struct print *p, uint32_t process)
{
	struct print_place *place = &p->places[process % PRINT_PLACES];

	if (OTFP_UNLIKELY(place->process != process || place->changes != p->labels.names.changes + 1)) {
		print_make_place(p, &place->text, process);
		place->process = process;
		place->changes = p->labels.names.changes + 1;
	}
	return &place->text;
}

enum { PRINT_TIME = OTFP_DECIMAL_MAX + 2 }; /* bytes for any time */
/** Write a time at to as -t takes it: with a + if it counts from the first event, and the unit. @return the byte after
 */
OTFP_INLINE char *print_put_time(struct print *p, char *to, uint64_t time)
{
	const uint64_t base = p->clock.base;

	if (time < base)
		*to++ = '-';
	else if (p->is_begun && !p->o.absolute)
		*to++ = '+';
	time = time < base ? base - time : time - base;
	if (p->o.ticks || !p->clock.decimal.den)
		return otfp_put_dec(to, time);
	to = otfp_decimal_put_near(&p->clock.decimal, &p->near, to, time);
	*to++ = 's';
	return to;
}
/** Print a field as text. */
void print_field(struct print *p, const struct otfp_record *rec, unsigned slot);
enum { PRINT_DURATION = 2 * OTFP_DEC_MAX }; /* bytes for any duration */
/** Write a duration at to with four digits and a unit. @return the byte after it */
char *print_put_duration(const struct print *p, char *to, uint64_t ticks);
/** Print a duration. */
void print_duration(struct print *p, uint64_t ticks);
/** Print the name of a token, or if it has none its space and number. */
void print_token(struct print *p, const struct otfp_record *rec, unsigned space, uint32_t token);
/** Print untrusted bytes; those that could control a terminal are escaped. */
void print_bytes(struct print *p, struct otfp_str s);
/** Print the key-values of a record. */
void print_tags(struct print *p, const struct otfp_record *rec);
#endif
