/* decode.h - the text of one record line, short or long, to a record. */
#ifndef OTFP_OTF_READ_DECODE_H
#define OTFP_OTF_READ_DECODE_H
#include "otf/row.h"
#include "record/scratch.h"

/* Which keywords begin which record, for each kind of file; one a trace, read only. */
struct otfp_keywords {
	struct otfp_keyword {
		uint8_t file; /* 1 + enum otfp_file; 0 = free */
		uint8_t row;  /* index into otfp_rows */
		uint8_t is_long;
		uint8_t n;
		char text[28];
	} slots[1024];
};

void otfp_keywords_init(struct otfp_keywords *k);
/** The keyword p[0..n) in a file of that kind; an event file also holds snapshots. @return NULL if unknown */
const struct otfp_keyword *otfp_keywords_find(const struct otfp_keywords *k, unsigned file, const char *p, size_t n);

/* Why a line was refused. */
struct otfp_decode_error {
	const struct otfp_disk_row *row;
	const struct otfp_row_part *part; /* NULL: behind the last */
	const char *why;
};

/**
 * Decode what stands behind the keyword, up to and with LF, into rec->f (and time
 * or loc for markers). Strings and lists are views into the line and `scratch`.
 * @param row  index into otfp_rows
 * @return first byte behind the LF, or NULL with e filled
 */
const char *otfp_decode(unsigned row, const char *p, struct otfp_record *rec, struct otfp_scratch *scratch,
                        struct otfp_decode_error *e);
/** Hot record types under their one-letter short keyword, or 0. p is behind the keyword. */
static inline int otfp_is_letter(char c)
{
	return c >= 'A' && c <= 'Z';
}
/** "why" as text: the record, the field, what is wrong. */
void otfp_decode_explain(const struct otfp_decode_error *e, char *text, size_t room);
#endif
