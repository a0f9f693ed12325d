/* pending.h - what began and did not end yet, by a number that both say. */
#ifndef OTFP_OTF2_PENDING_H
#define OTFP_OTF2_PENDING_H
#include "base/must.h"
#include <stdint.h>

/* Open operations, each with a key and a value; zero-filled is empty. Memory: what is open. */
struct otfp_otf2_pending {
	struct otfp_otf2_opened {
		uint64_t key, value;
		uint32_t next; /* in the chain of its slot, 1 + index; 0 = last */
	} * rows;
	uint32_t *slots; /* first of each chain */
	uint32_t nslots, cap, spare, n;
};

/** Remember an open operation. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_otf2_pending_add(struct otfp_otf2_pending *o, uint64_t key, uint64_t value);
/** @return the value of the open operation that has the key, of several mostly that of the last one; valid
 * until the next add; NULL if none is open */
uint64_t *otfp_otf2_pending_find(const struct otfp_otf2_pending *o, uint64_t key);
/** End the operation that otfp_otf2_pending_find gives, if there is one. */
void otfp_otf2_pending_end(struct otfp_otf2_pending *o, uint64_t key);
/** Free everything; it is empty then. */
void otfp_otf2_pending_release(struct otfp_otf2_pending *o);
#endif
