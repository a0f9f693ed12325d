/* anchor.h - reads the anchor file of an archive. */
#ifndef OTFP_OTF2_READ_ANCHOR_H
#define OTFP_OTF2_READ_ANCHOR_H
#include "otf2/archive.h"

struct otfp_otf2_anchor_file {
	struct otfp_otf2_anchor anchor;         /* points into the others */
	uint64_t event_chunk, definition_chunk; /* bytes */
	uint64_t nlocations, ndefinitions;      /* of the global definitions */
	int has_end;                            /* the file ends with all its end marks */
	unsigned char *bytes;
	const char **properties; /* names, then values */
};

/** Read an anchor file into a, which is zero-filled. @return 0; OTFP_EDAMAGE, OTFP_EFAIL; release it also then */
int otfp_otf2_anchor_read(struct otfp_otf2_anchor_file *a, const char *path, struct otfp_error *err);
/** Free what a owns, not a itself. */
void otfp_otf2_anchor_release(struct otfp_otf2_anchor_file *a);
#endif
