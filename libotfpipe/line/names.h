/* names.h - from NAME to record type: a hash that fits in the first level cache. */
#ifndef OTFP_NAMES_H
#define OTFP_NAMES_H
#include "record/table.h"

#define OTFP_NAME_SLOTS 256

struct otfp_names {
	uint8_t type[OTFP_NAME_SLOTS]; /* open addressing; 0 = free */
};

void otfp_names_init(struct otfp_names *names);

static inline unsigned otfp_name_hash(unsigned h, char c)
{
	return h * 5 + (uint8_t)c;
}

/** The type of name p[0..n), whose hash is h. @return OTFP_NONE if there is none */
unsigned otfp_names_find(const struct otfp_names *names, const char *p, size_t n, unsigned h);
#endif
