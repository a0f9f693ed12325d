/*
 * names.h - from NAME to record type: one hash probe, one comparison.
 *
 * The key is the first eight bytes of the line, or fewer where the HT behind NAME comes earlier,
 * as it does for all frequent records; only names of eight letters and more are compared on.
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
		uint8_t type;     /* 0 = free */
		uint8_t n;        /* length of NAME */
	} slots[OTFP_NAME_SLOTS]; /* open addressing */
};

void otfp_names_init(struct otfp_name_index *names);

/* The key: eight bytes at p, without those behind the first HT. */
static inline uint64_t otfp_name_head(const char *p)
{
	uint64_t w = otfp_load8(p), x = w ^ 0x0909090909090909u;
	uint64_t tabs = (x - 0x0101010101010101u) & ~x & 0x8080808080808080u; /* right up to the first */

	return w & (tabs ^ (tabs - 1));
}

static inline unsigned otfp_name_hash(uint64_t head)
{
	return otfp_hash_slot(head, 8);
}

/* The slow way of otfp_names_find, for long names and slots that are taken. */
const struct otfp_name *otfp_names_search(const struct otfp_name_index *names, const char *p);

/** The type of the line at p, of which eight bytes must be readable, and an HT behind the name.
 * @return its slot, or NULL if there is none of that name */
static inline const struct otfp_name *otfp_names_find(const struct otfp_name_index *names, const char *p)
{
	uint64_t head = otfp_name_head(p);
	const struct otfp_name *s = &names->slots[otfp_name_hash(head)];

	/* a free slot has no letters, and its key could come from bytes of zero */
	return __builtin_expect(s->head == head && s->n - 1u < 7, 1) ? s : otfp_names_search(names, p);
}
#endif
