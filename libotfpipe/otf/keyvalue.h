/*
 * keyvalue.h - key-value lines, K<key>Y<type>V<value>, which stand before the record
 * they belong to (OTF 1.12.5). Byte arrays come in lines of at most 100 bytes.
 */
#ifndef OTFP_OTF_KEYVALUE_H
#define OTFP_OTF_KEYVALUE_H
#include "otf/read/decode.h"

/* The pairs read so far for the next record; they live in a scratch. */
struct otfp_tag_lines {
	struct otfp_scratch *scratch;
	uint64_t missing; /* bytes of the last array still to come */
	int again;        /* what was refused is that array, cut short by this line, which is to be taken again */
};

/** Whether a key-value line starts at p. */
static inline int otfp_is_pair(const char *p)
{
	return p[0] == 'K' && (!otfp_is_letter(p[1]) || (p[1] == 'E' && p[2] == 'Y' && !otfp_is_letter(p[3])));
}
/** Take the key-value line at p. @return first byte behind its LF, or NULL with *why set; the pair, with
 * all lines of it, is left out then */
const char *otfp_pairs_take(struct otfp_tag_lines *k, const char *p, const char **why);
/** Give what was taken to rec, and begin anew. Until the next take it stays valid. */
void otfp_pairs_give(struct otfp_tag_lines *k, struct otfp_record *rec);

/** Upper bound of the lines of a tag. */
size_t otfp_pair_room(const struct otfp_tag *t);
/** Write the lines of t at p. An empty array has no form on disk and gives nothing. */
char *otfp_pair_put(char *p, const struct otfp_tag *t, int is_long);
#endif
