/* encode.h - a record to its bytes on disk, short or long. */
#ifndef OTFP_OTF_WRITE_ENCODE_H
#define OTFP_OTF_WRITE_ENCODE_H
#include "base/num.h"
#include "otf/row.h"

/* Bytes, at most, of a line of numbers: the longest has 215, and a few more are written behind it. */
#define OTFP_ENCODE_NUMBERS 320

size_t otfp_encode_long_room(const struct otfp_record *rec);
/** Upper bound of the line and its key-value lines. */
static inline size_t otfp_encode_room(const struct otfp_record *rec)
{
	return otfp_numbers[rec->type] && !rec->ntags ? OTFP_ENCODE_NUMBERS : otfp_encode_long_room(rec);
}

char *otfp_encode_any(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks);
/* Enter, or a Leave that says what is left: their parts are the same. */
static inline char *otfp_encode_call(char *p, const struct otfp_record *rec)
{
	*p++ = otfp_rows[rec->type].s.text[0];
	p = otfp_put_hex(p, rec->f[0].u);
	if (rec->f[1].u) {
		*p++ = otfp_rows[OTFP_Enter].parts[1].s.text[0];
		p = otfp_put_hex(p, rec->f[1].u);
	}
	*p++ = '\n';
	return p;
}

/**
 * Write the record, key-value lines first, at p, which has that room.
 * @param blanks  counts the `"` and LF in strings that became blanks, and the missing strings that
 *                became empty, since OTF has no form for them
 * @return first byte behind the LF
 */
static inline char *otfp_encode(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks)
{
	/* one code for both, since which of them comes cannot be foretold */
	int is_call = ((rec->type == OTFP_Enter) | (rec->type == OTFP_Leave)) & (rec->f[0].u != 0);

	return is_call && !rec->ntags && !is_long ? otfp_encode_call(p, rec) : otfp_encode_any(p, rec, is_long, blanks);
}
#endif
