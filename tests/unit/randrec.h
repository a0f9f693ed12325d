/* randrec.h - random records of every type, and records compared: for the tests of the codecs. */
#ifndef RANDREC_H
#define RANDREC_H
#include "record/table.h"

uint64_t next_random(void);

enum { RANDOM_TAGS = 4, RANDOM_BYTES = 300, RANDOM_LIST = 12 };

enum {
	WITH_TAGS = 1,
	NO_QUOTES = 2, /* strings as OTF can hold them: no `"`, no LF, no text of no bytes in UnknownRecord */
	NO_NULLS = 4   /* every string is one */
};

/* A record and what it points to. */
struct random_record {
	struct otfp_record rec;
	struct otfp_tag tags[RANDOM_TAGS];
	char bytes[OTFP_MAX_FIELDS + RANDOM_TAGS][RANDOM_BYTES];
	uint32_t list[RANDOM_LIST];
};

/* Numbers are small, huge and between; many are 0. */
void random_record(struct random_record *r, unsigned type, int flags);
/* One tag of that type, a byte array of n bytes at `bytes`. */
void random_tag(struct otfp_tag *t, unsigned type, char *bytes, size_t n);

void assert_same_tags(const struct otfp_record *a, const struct otfp_record *b);
/* Fields and tags; time and loc unless they are the file's. */
void assert_same_fields(const struct otfp_record *a, const struct otfp_record *b);
#endif
