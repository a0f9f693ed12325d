/* listing.h - the files of an archive on disk, and how many records they have: the heads of their chunks say it. */
#ifndef OTFP_OTF2_READ_LISTING_H
#define OTFP_OTF2_READ_LISTING_H
#include "io/files.h"
#include "record/listed.h"

struct otfp_otf2_listing {
	const char *path; /* of the anchor file */
	uint64_t event_chunk;
	struct otfp_files *files;
	struct otfp_error *err;
	int (*f)(void *ctx, const struct otfp_listed *file);
	void *ctx;
};

/** Call f for each file of a location; NULL: for the anchor, the definitions and the markers. @param stream  of them
 * @return 0; <0; or the first nonzero result of f, which ends the listing */
int otfp_otf2_list(const struct otfp_otf2_listing *l, const uint64_t *location, uint32_t stream);
#endif
