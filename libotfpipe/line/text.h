/* text.h - a record as a line of the line stream: its parts, and the whole of one. */
#ifndef OTFP_LINE_TEXT_H
#define OTFP_LINE_TEXT_H
#include "base/buf.h"
#include "record/table.h"

/* Room for a record without strings, lists and tags: NAME, time, loc, eight numbers. */
#define OTFP_LINE_NUMBERS 320

/** Room for what of a record has no bound of its own, besides OTFP_LINE_NUMBERS. */
size_t otfp_line_room(const struct otfp_record *rec);
/** Whether it has `-` for its time: definitions, and UnknownRecord of their files. */
int otfp_line_is_dash(const struct otfp_record *rec);
/** HT and text of each field and tag, to p with that room. @return first byte behind */
char *otfp_line_put_fields(char *p, const struct otfp_record *rec);
/** The line of a record or control line without LF, appended to b. @return 0, or -1 when memory is out */
int otfp_line_add(struct otfp_buf *b, const struct otfp_record *rec);
#endif
