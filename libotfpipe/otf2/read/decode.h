/* decode.h - the bytes of a record become a frame, as the row of the record says (stored.h). */
#ifndef OTFP_OTF2_READ_DECODE_H
#define OTFP_OTF2_READ_DECODE_H
#include "otf2/bytes.h"
#include "otf2/read/locals.h"
#include "otf2/stored.h"

/** Words that the frame of a record without attributes has at most. @param length  bytes of the record */
static inline size_t otfp_otf2_words_at_most(uint64_t length)
{
	/* an element of a list has no more words than bytes, a text far less */
	return OTFP_OTF2_HEAD_WORDS + OTFP_OTF2_MAX_FIELDS + (size_t)length;
}

/**
 * Decode the fields of a record.
 * @param frame  with room for otfp_otf2_words_at_most; all but its row and time is filled in, without attributes
 * @param b  the bytes of the record. b->flaw says what is wrong with it; then the frame is not complete
 * @param locals  of the location of an event; NULL: nothing is mapped
 */
void otfp_otf2_decode_fields(struct otfp_otf2_frame *frame, struct otfp_otf2_bytes *b, struct otfp_otf2_locals *locals);
/** Take a value of an OTF2_Type. */
uint64_t otfp_otf2_decode_value(struct otfp_otf2_bytes *b, uint64_t type);
#endif
