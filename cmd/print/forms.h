/* forms.h - what the files view/print*.c share. */
#ifndef OTFP_CMD_PRINT_FORMS_H
#define OTFP_CMD_PRINT_FORMS_H
#include "record/table.h"
#include "cmd/print/print.h"

/** Whether the place of a record is a stream and it has no time: definitions, but not markers. */
static inline int otfp_is_placeless(const struct otfp_record *rec)
{
	return !otfp_is_timed(rec->file) && rec->type != OTFP_Marker;
}

/** A line, or an object, of a record. */
void otfp_print_line(struct otfp_print *p, const struct otfp_record *rec, const struct otfp_change *did);
void otfp_print_object(struct otfp_print *p, const struct otfp_record *rec);
/** The lines above the first, once. */
void otfp_print_head(struct otfp_print *p);
/** A control line as an object. */
void otfp_print_control(struct otfp_print *p, struct otfp_str line);
/** The magic line as an object. @return 0 or <0 */
int otfp_print_magic(struct otfp_print *p);

/** A field for eyes. */
void otfp_print_field(struct otfp_print *p, const struct otfp_record *rec, unsigned slot);
/** A time span in ticks for eyes, four digits. */
void otfp_print_duration(struct otfp_print *p, uint64_t ticks);
/** What a token means, or its space and number. */
void otfp_print_token(struct otfp_print *p, const struct otfp_record *rec, unsigned space, uint32_t token);
/** Bytes that may hold anything, made safe. */
void otfp_print_bytes(struct otfp_print *p, struct otfp_str s);
/** The key-values of a record. */
void otfp_print_tags(struct otfp_print *p, const struct otfp_record *rec);
#endif
