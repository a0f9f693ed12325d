/* parse.h - parse one line of the line stream (otfpipe-stream(5)) into a record. */
#ifndef OTFP_LINE_PARSE_H
#define OTFP_LINE_PARSE_H
#include "io/input.h"
#include "line/names.h"
#include "record/scratch.h"

/**
 * Parse the record line at p, which ends with LF and has OTFP_INPUT_AHEAD readable bytes after it, into rec (type,
 * file, time, loc, fields, tags, line). Strings and lists are views into the line or into scratch. An unknown name
 * gives OTFP_OTHER.
 * @return the first byte after the LF, or NULL if the line is not valid: otfp_parse_explain gives the reason
 */
const char *otfp_parse_line(const char *p, struct otfp_record *rec, const struct otfp_name_index *names,
                            struct otfp_scratch *scratch);
/** Parse time and loc of a record of type OTFP_OTHER, which are at the same place as in all records. With a time the
 * record counts as an event, else as a definition. @return 1; 0 if they are missing or bad */
int otfp_parse_place(struct otfp_record *rec);
/** Write the reason why otfp_parse_line refuses the line at p to text, of at most room bytes. */
void otfp_parse_explain(const char *p, const struct otfp_name_index *names, char *text, size_t room);
#endif
