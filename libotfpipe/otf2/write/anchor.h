/* anchor.h - the anchor file of an archive that is written: what an archive is, and what it has. */
#ifndef OTFP_OTF2_WRITE_ANCHOR_H
#define OTFP_OTF2_WRITE_ANCHOR_H
#include "io/files.h"
#include "otf2/archive.h"

/* What is known when all other files are written. */
struct otfp_otf2_totals {
	uint64_t event_chunk, definition_chunk; /* bytes */
	uint64_t locations, definitions;
	uint32_t snapshots; /* the most of a location */
	uint64_t digest;    /* of the definitions and of the numbers of events: the id of the trace follows from it */
};

/** Write the anchor file `path`. Names of properties become upper case; of those with the same name the last value
 * counts, and an empty value removes it. @return 0 or <0 */
int otfp_otf2_write_anchor(struct otfp_files *files, const char *path, const struct otfp_otf2_anchor *a,
                           const struct otfp_otf2_totals *t, struct otfp_error *err);
#endif
