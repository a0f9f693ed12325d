/* forms.h - what the files of otf-print share. Errors of these functions are kept in p->pen.code. */
#ifndef OTFP_CMD_PRINT_FORMS_H
#define OTFP_CMD_PRINT_FORMS_H
#include "record/table.h"
#include "cmd/print/print.h"

/** Whether the record has a stream instead of a time and a process: definitions, but not markers. */
static inline int otfp_is_placeless(const struct otfp_record *rec)
{
	return !otfp_is_timed(rec->file) && rec->type != OTFP_Marker;
}

/** Print a record as a line of text. @param did  what a timed record changed in p->state; NULL for other records */
void otfp_print_line(struct otfp_print *p, const struct otfp_record *rec, const struct otfp_change *did);
/** Print what a timed record or marker says, without time and process. */
void otfp_print_body(struct otfp_print *p, const struct otfp_record *rec, const struct otfp_change *did);
/** Print a definition or a record of unknown name. */
void otfp_print_definition(struct otfp_print *p, const struct otfp_record *rec);
/** Print a record as a JSON object on a line. */
void otfp_print_object(struct otfp_print *p, const struct otfp_record *rec);
/** Set the clock and the widths, if no record did. */
void otfp_print_settle(struct otfp_print *p);
/** Keep a marker until its time comes. @return 0, or -1 when memory is out */
int otfp_print_keep_marker(struct otfp_print *p, const struct otfp_record *rec);
/** Print the markers up to a time. */
void otfp_print_markers_to(struct otfp_print *p, uint64_t time);
/** Free the markers. */
void otfp_print_markers_release(struct otfp_print *p);
/** Print the lines above the first record, once. */
void otfp_print_head(struct otfp_print *p);
/** Print a control line as a JSON object. */
void otfp_print_control(struct otfp_print *p, struct otfp_str line);
/** Print the magic line as a JSON object. @return 0 or <0 */
int otfp_print_magic(struct otfp_print *p);

enum { OTFP_PRINT_TIME = OTFP_DECIMAL_MAX + 2 }; /* bytes for any time */
/** Write a time at to as -t takes it: with a + if it counts from the first event, and the unit. @return the byte after
 */
static inline char *otfp_print_put_time(struct otfp_print *p, char *to, uint64_t time)
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
void otfp_print_field(struct otfp_print *p, const struct otfp_record *rec, unsigned slot);
enum { OTFP_PRINT_DURATION = 2 * OTFP_DEC_MAX }; /* bytes for any duration */
/** Write a duration at to with four digits and a unit. @return the byte after it */
char *otfp_print_put_duration(const struct otfp_print *p, char *to, uint64_t ticks);
/** Print a duration. */
void otfp_print_duration(struct otfp_print *p, uint64_t ticks);
/** Print the name of a token, or if it has none its space and number. */
void otfp_print_token(struct otfp_print *p, const struct otfp_record *rec, unsigned space, uint32_t token);
/** Print untrusted bytes; those that could control a terminal are escaped. */
void otfp_print_bytes(struct otfp_print *p, struct otfp_str s);
/** Print the key-values of a record. */
void otfp_print_tags(struct otfp_print *p, const struct otfp_record *rec);
#endif
