/* decode.h - decode the text of one record line, in the short or long form of records.def. */
#ifndef OTFP_OTF_READ_DECODE_H
#define OTFP_OTF_READ_DECODE_H
#include "otf/row.h"
#include "record/scratch.h"

/* Hash table: the keyword and kind of file give the row. One per trace, constant after otfp_keywords_init. */
struct otfp_keywords {
	struct otfp_keyword {
		uint8_t file; /* 1 + enum otfp_file; 0 = free */
		uint8_t row;  /* index into otfp_rows */
		uint8_t is_long;
		uint8_t n;
		char text[28];
	} slots[1024];
};

/** Fill k from otfp_rows. */
void otfp_keywords_init(struct otfp_keywords *k);
/** Find the keyword p[0..n) in a file of that kind; event files may also contain snapshots. @return NULL if unknown */
const struct otfp_keyword *otfp_keywords_find(const struct otfp_keywords *k, unsigned file, const char *p, size_t n);

/* Why a line was refused. */
struct otfp_decode_error {
	const struct otfp_disk_row *row;
	const struct otfp_row_part *part; /* NULL: after the last part */
	const char *why;
};

/**
 * Decode the text after the keyword, including its LF, into rec->f (of a marker also rec->time and rec->loc).
 * Strings are views into the line, lists into `scratch`.
 * @param row  index into otfp_rows
 * @return the first byte after the LF, or NULL with e filled; if memory is out, scratch->failed is set, too
 */
const char *otfp_decode(unsigned row, const char *p, struct otfp_record *rec, struct otfp_scratch *scratch,
                        struct otfp_decode_error *e);
/** Whether c is a capital letter; keywords consist of them. */
static inline int otfp_is_letter(char c)
{
	return c >= 'A' && c <= 'Z';
}
/** Write the error as text of at most room bytes: the record, the field, what is wrong. */
void otfp_decode_explain(const struct otfp_decode_error *e, char *text, size_t room);
#endif
