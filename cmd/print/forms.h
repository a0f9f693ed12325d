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
/** Print a record as a JSON object on a line. */
void otfp_print_object(struct otfp_print *p, const struct otfp_record *rec);
/** Print the lines above the first record, once. */
void otfp_print_head(struct otfp_print *p);
/** Print a control line as a JSON object. */
void otfp_print_control(struct otfp_print *p, struct otfp_str line);
/** Print the magic line as a JSON object. @return 0 or <0 */
int otfp_print_magic(struct otfp_print *p);

/** Print a field as text. */
void otfp_print_field(struct otfp_print *p, const struct otfp_record *rec, unsigned slot);
/** Print a duration with four digits and a unit. */
void otfp_print_duration(struct otfp_print *p, uint64_t ticks);
/** Print the name of a token, or if it has none its space and number. */
void otfp_print_token(struct otfp_print *p, const struct otfp_record *rec, unsigned space, uint32_t token);
/** Print untrusted bytes; those that could control a terminal are escaped. */
void otfp_print_bytes(struct otfp_print *p, struct otfp_str s);
/** Print the key-values of a record. */
void otfp_print_tags(struct otfp_print *p, const struct otfp_record *rec);
#endif
