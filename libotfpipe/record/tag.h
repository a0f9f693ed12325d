/* tag.h - key-value pairs as text of the line stream: key:type:value. */
#ifndef OTFP_RECORD_TAG_H
#define OTFP_RECORD_TAG_H
#include "record/scratch.h"

/** Width in bits of a value of that type; 0 for byte arrays. */
unsigned otfp_tag_width(unsigned type);
/** Upper bound, in bytes, of the text of a tag. */
size_t otfp_tag_room(const struct otfp_tag *t);
/** Write key:type:value at p, which has otfp_tag_room(t) bytes. @return the first byte after it */
char *otfp_tag_put(char *p, const struct otfp_tag *t);
/** Write only the value at p. @return the first byte after it */
char *otfp_tag_put_value(char *p, const struct otfp_tag *t);
/** The name of a type: "int32", "bytes". */
const char *otfp_tag_word(unsigned type);
/** Parse p[0..n), canonical text only, into t; a byte array goes to `bytes`, where the caller has reserved room.
 * @return 0, or -1 if it is not a tag */
int otfp_tag_get(struct otfp_tag *t, const char *p, size_t n, struct otfp_buf *bytes);
#endif
