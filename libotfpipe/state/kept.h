/* kept.h - the key-values of something open, kept for its snapshot record. */
#ifndef OTFP_STATE_KEPT_H
#define OTFP_STATE_KEPT_H
#include "otfpipe.h"

/* One block with all they point to; NULL = none. */
struct otfp_kept {
	uint32_t n;
	struct otfp_tag tags[];
};

/** Copy the tags of rec. @return 0, or -1 when memory is out; *k is NULL where there are none */
int otfp_kept_make(struct otfp_kept **k, const struct otfp_record *rec);
/** Give the tags, which stay with k, to a record. */
static inline void otfp_kept_give(const struct otfp_kept *k, struct otfp_record *rec)
{
	rec->ntags = k ? k->n : 0;
	rec->tags = k ? k->tags : NULL;
}
#endif
