/* parse.h - one line of the line stream to a record. */
#ifndef OTFP_LINE_PARSE_H
#define OTFP_LINE_PARSE_H
#include "io/input.h"
#include "line/names.h"
#include "record/scratch.h"

/**
 * Parse the record line at p, which ends in LF and has OTFP_INPUT_AHEAD readable bytes behind
 * it, into rec (type, file, time, loc, fields, tags, line). An unknown name gives OTFP_OTHER.
 * @return first byte behind the LF, or NULL if the line is none: then
 * otfp_parse_explain says why.
 */
const char *otfp_parse_line(const char *p, struct otfp_record *rec, const struct otfp_name_index *names,
                            struct otfp_scratch *scratch);
/** Time and loc of a record of type OTFP_OTHER, which stand where they stand in all records. With a time it is
 * taken for an event, else for a definition. @return 1; 0 if they do not stand there */
int otfp_parse_place(struct otfp_record *rec);
/** Why the line at p is refused, as text for a message. */
void otfp_parse_explain(const char *p, const struct otfp_name_index *names, char *text, size_t room);
#endif
