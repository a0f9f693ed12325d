/* names.h - from NAME to record type: one hash probe, one comparison. */
#ifndef OTFP_NAMES_H
#define OTFP_NAMES_H
#include "record/table.h"

#define OTFP_NAME_SLOTS 256

struct otfp_names {
	struct otfp_name {
		uint8_t type; /* 0 = free */
		uint8_t n;
		char text[30];
	} slots[OTFP_NAME_SLOTS]; /* open addressing */
};

void otfp_names_init(struct otfp_names *names);

static inline unsigned otfp_name_hash(unsigned h, char c)
{
	return h * 5 + (uint8_t)c;
}

/** The type of name p[0..n), whose hash is h. @return OTFP_NONE if there is none */
static inline unsigned otfp_names_find(const struct otfp_names *names, const char *p, size_t n, unsigned h)
{
	const struct otfp_name *s;
	size_t i;

	for (; (s = &names->slots[h % OTFP_NAME_SLOTS])->type; h++) {
		for (i = 0; i < n && i < s->n && s->text[i] == p[i]; i++)
			;
		if (i == n && i == s->n)
			return s->type;
	}
	return OTFP_NONE;
}
#endif
