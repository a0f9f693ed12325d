/*
 * names.h - look up the record type by NAME, the first field of a line: one hash probe, one comparison.
 *
 * The key is the first eight bytes of the line, cut at the HT after NAME. All frequent names are shorter than eight
 * letters; only longer ones need a further comparison.
 */
#ifndef OTFP_LINE_NAMES_H
#define OTFP_LINE_NAMES_H
#include "base/num.h"
#include "record/table.h"
#include "base/hash.h"

#define OTFP_NAME_SLOTS 256

struct otfp_name_index {
	struct otfp_name {
		uint64_t head;
		uint8_t type;     /* 0 = free slot */
		uint8_t n;        /* length of NAME */
	} slots[OTFP_NAME_SLOTS]; /* open addressing */
};

/** Fill the index with all record types. */
void otfp_names_init(struct otfp_name_index *names);

/* The key: eight bytes at p, with those after the first HT cleared. */
static inline uint64_t otfp_name_head(const char *p)
{
	uint64_t w = otfp_load8(p), x = w ^ 0x0909090909090909u;
	uint64_t tabs = (x - 0x0101010101010101u) & ~x & 0x8080808080808080u; /* exact up to the first HT */

	return w & (tabs ^ (tabs - 1));
}

/* The first slot to probe for a key. */
static inline unsigned otfp_name_hash(uint64_t head)
{
	return otfp_hash_slot(head, 8);
}

/* Slow path of otfp_names_find, for long names and collisions. */
const struct otfp_name *otfp_names_search(const struct otfp_name_index *names, const char *p);

/** Look up the NAME at p; eight bytes at p must be readable, and an HT must follow the letters.
 * @return its slot, or NULL if the name is unknown */
static inline const struct otfp_name *otfp_names_find(const struct otfp_name_index *names, const char *p)
{
	uint64_t head = otfp_name_head(p);
	const struct otfp_name *s = &names->slots[otfp_name_hash(head)];

	/* n - 1u < 7 also rejects free slots, whose key 0 a line of NUL bytes could have */
	return __builtin_expect(s->head == head && s->n - 1u < 7, 1) ? s : otfp_names_search(names, p);
}
#endif
