/* encode.h - a record to its bytes on disk, short or long. */
#ifndef OTFP_ENCODE_H
#define OTFP_ENCODE_H
#include "otf/row.h"

/** Upper bound of the line and its key-value lines. */
size_t otfp_encode_room(const struct otfp_record *rec);
/**
 * Write the record, key-value lines first, at p, which has that room.
 * @param blanks  counts the `"` and LF in strings that became blanks, and the missing strings that
 *                became empty, since OTF has no form for them
 * @return first byte behind the LF
 */
char *otfp_encode(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks);
#endif
