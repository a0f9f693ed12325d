/*
 * keyvalue.h - key-value lines, K<key>Y<type>V<value>, which precede the record they belong to.
 * A byte array is split into lines of at most 100 bytes.
 */
#ifndef OTFP_OTF_KEYVALUE_H
#define OTFP_OTF_KEYVALUE_H
#include "base/num.h"
#include "io/input.h"
#include "otf/read/decode.h"

/* The pairs read so far for the next record; the scratch owns them. */
struct otfp_tag_lines {
	struct otfp_scratch *scratch;
	uint64_t missing; /* bytes of the last array that later lines must bring */
	int again;        /* the array was refused because this line cut it short; take the line again */
};

/** Whether a key-value line starts at p. */
static inline int otfp_is_pair(const char *p)
{
	return p[0] == 'K' && (!otfp_is_letter(p[1]) || (p[1] == 'E' && p[2] == 'Y' && !otfp_is_letter(p[3])));
}
/** Take the key-value line at p. @return the first byte after its LF, or NULL with *why set; then the pair is dropped
 * with all its lines, except where k->again is set; if memory is out, k->scratch->failed is set, too */
const char *otfp_pairs_parse(struct otfp_tag_lines *k, const char *p, const char **why);
/** Take a line of a number in the short form as all known writers spell it, which begins with K.
 * @return the start of the next line, or NULL if the line needs otfp_pairs_parse */
static inline const char *otfp_pairs_usual(struct otfp_tag_lines *k, const char *p)
{
	static const uint8_t shift[OTFP_NTAGTYPES] = {56, 56, 56, 48, 48, 32, 32, 0, 0, 32, 0, 64}; /* 64 - width */
	struct otfp_scratch *s = k->scratch;
	uint64_t key, type, bits;
	struct otfp_tag *t;
	int over = 0;
	const char *v = otfp_get_hex(p + 1, &key, &over), *end;

	if (v == p + 1 || *v != 'Y' || (type = otfp_hex_value[(uint8_t)v[1]]) >= OTFP_TAG_BYTES || v[2] != 'V')
		return NULL;
	end = otfp_get_hex_long(v + 3, &bits, &over);
	if (end == v + 3 || *end != '\n' || over || key > UINT32_MAX || bits > UINT64_MAX >> shift[type] ||
	    k->missing || s->ntags >= s->tags_cap || s->bytes.n + s->ntags * sizeof *t > OTFP_LINE_MAX)
		return NULL;
	t = &s->tags[s->ntags++];
	*t = (struct otfp_tag){.key = (uint32_t)key, .type = (uint8_t)type, .bits = bits};
	return end + 1;
}
/** Forget the pairs taken so far, and what is missing of the last one; clears the scratch. */
static inline void otfp_pairs_clear(struct otfp_tag_lines *k)
{
	k->missing = 0;
	otfp_scratch_clear(k->scratch);
}
/** Point rec at the pairs taken so far. They stay valid until the caller clears the scratch. */
void otfp_pairs_give(struct otfp_tag_lines *k, struct otfp_record *rec);

/** Upper bound, in bytes, of the lines of a tag. */
size_t otfp_pair_room(const struct otfp_tag *t);
/** Write the lines of t at p, which has otfp_pair_room(t) bytes. An empty array has no form on disk: nothing is
 * written.
 * @return the first byte after them */
char *otfp_pair_put(char *p, const struct otfp_tag *t, int is_long);
/** The same, but of a byte array only the first line, and a line even if it is empty. */
char *otfp_pair_put_part(char *p, const struct otfp_tag *t, int is_long);
/** Write n bytes as 2 * n hexadecimal digits at p. @return the byte after them */
char *otfp_put_bytes(char *p, const uint8_t *bytes, size_t n);
#endif
