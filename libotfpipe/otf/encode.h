/* encode.h - a record to its bytes on disk, short or long. */
#ifndef OTFP_ENCODE_H
#define OTFP_ENCODE_H
#include "otf/row.h"

#define OTFP_ENCODE_NUMBERS 320 /* bytes, at most, of a line of numbers */

size_t otfp_encode_long_room(const struct otfp_record *rec);
/** Upper bound of the line and its key-value lines. */
static inline size_t otfp_encode_room(const struct otfp_record *rec)
{
	return otfp_numbers[rec->type] && !rec->ntags ? OTFP_ENCODE_NUMBERS : otfp_encode_long_room(rec);
}
/**
 * Write the record, key-value lines first, at p, which has that room.
 * @param blanks  counts the `"` and LF in strings that became blanks, and the missing strings that
 *                became empty, since OTF has no form for them
 * @return first byte behind the LF
 */
char *otfp_encode(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks);
#endif
