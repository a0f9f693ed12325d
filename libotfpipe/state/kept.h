/* kept.h - a copy of the key-values of something open, for its snapshot record. */
#ifndef OTFP_STATE_KEPT_H
#define OTFP_STATE_KEPT_H
#include "otfpipe.h"

/* One malloc block with all that the tags point to; free with free(3). NULL = no tags. */
struct otfp_kept {
	uint32_t n;
	struct otfp_tag tags[];
};

/** Set *k to a copy of the tags of rec, owned by the caller; NULL if it has none. @return 0, or -1 when memory is out
 */
int otfp_kept_make(struct otfp_kept **k, const struct otfp_record *rec);
/** Point rec at the tags; k still owns them. */
static inline void otfp_kept_give(const struct otfp_kept *k, struct otfp_record *rec)
{
	rec->ntags = k ? k->n : 0;
	rec->tags = k ? k->tags : NULL;
}
#endif
