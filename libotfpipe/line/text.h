/* text.h - format a record as a line of the line stream (otfpipe-stream(5)). */
#ifndef OTFP_LINE_TEXT_H
#define OTFP_LINE_TEXT_H
#include "base/buf.h"
#include "record/table.h"

/* Upper bound, in bytes, of a record without strings, lists and tags: NAME, time, loc, eight numbers. */
#define OTFP_LINE_NUMBERS 320

/** Upper bound, in bytes, of the strings, lists and tags of a record; add OTFP_LINE_NUMBERS for the rest. */
size_t otfp_line_room(const struct otfp_record *rec);
/** Whether the time of a record is `-`: definitions, and UnknownRecord of untimed files. */
int otfp_line_is_dash(const struct otfp_record *rec);
/** Write HT and text of each field and tag at p, which has that room. @return the first byte after them */
char *otfp_line_put_fields(char *p, const struct otfp_record *rec);
/** Append the line of a record or control line, without LF, to b. @return 0, or -1 when memory is out */
int otfp_line_add(struct otfp_buf *b, const struct otfp_record *rec);
#endif
