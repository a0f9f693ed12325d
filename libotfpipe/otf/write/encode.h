/* encode.h - encode a record as its bytes on disk, in the short or long form of records.def. */
#ifndef OTFP_OTF_WRITE_ENCODE_H
#define OTFP_OTF_WRITE_ENCODE_H
#include "base/num.h"
#include "otf/row.h"

/* Upper bound, in bytes, of a line of numbers: the longest has 215; put_word writes a few bytes past the end. */
#define OTFP_ENCODE_NUMBERS 320

/** The bound of otfp_encode_room for a record with strings, lists or key-values. */
size_t otfp_encode_long_room(const struct otfp_record *rec);
/** Upper bound, in bytes, of the line of a record and its key-value lines. */
static inline size_t otfp_encode_room(const struct otfp_record *rec)
{
	return otfp_numbers[rec->type] && !rec->ntags ? OTFP_ENCODE_NUMBERS : otfp_encode_long_room(rec);
}

/** otfp_encode for any record. */
char *otfp_encode_any(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks);
/* Enter, or a Leave that names its function: their fields are the same. */
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
 * Write the key-value lines and the line of the record at p, which has otfp_encode_room(rec) bytes.
 * @param blanks  adds the number of `"` and LF in strings that became blanks, and of missing strings that became
 *                empty: OTF cannot store them
 * @return the first byte after the LF
 */
static inline char *otfp_encode(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks)
{
	/* both share the code: a branch on which of them comes would be unpredictable */
	int is_call = ((rec->type == OTFP_Enter) | (rec->type == OTFP_Leave)) & (rec->f[0].u != 0);

	return is_call && !rec->ntags && !is_long ? otfp_encode_call(p, rec) : otfp_encode_any(p, rec, is_long, blanks);
}
#endif
