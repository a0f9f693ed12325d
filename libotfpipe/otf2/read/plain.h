/* plain.h - a file of records without times: definitions, global or of a location, or markers. */
#ifndef OTFP_OTF2_READ_PLAIN_H
#define OTFP_OTF2_READ_PLAIN_H
#include "otf2/read/timed.h"

/* Zero-filled is not open. */
struct otfp_otf2_plain {
	struct otfp_otf2_file file;
	const struct otfp_otf2_shape *shape;
	const uint16_t *rows;
	uint64_t *frame;
	size_t room;   /* words */
	uint64_t done; /* records that were read */
	int can_skip;  /* the last error is inside a record whose end is known: the next record can be read */
};

/** Open the file. @param kind  OTFP_OTF2_DEF, OTFP_OTF2_LOCAL or OTFP_OTF2_MARKER
 * @return 0; OTFP_END if it does not exist; OTFP_EDAMAGE, OTFP_EFAIL */
int otfp_otf2_plain_open(struct otfp_otf2_plain *p, struct otfp_files *files, const char *path,
                         const struct otfp_otf2_shape *shape, unsigned kind, struct otfp_error *err);
/** Read the next record. *frame is valid until the next call. @param locals  what MappingTable and ClockOffset go to;
 * NULL if the file has none @return 0; OTFP_END; OTFP_EDAMAGE, see can_skip; OTFP_EFAIL */
int otfp_otf2_plain_next(struct otfp_otf2_plain *p, struct otfp_otf2_locals *locals,
                         const struct otfp_otf2_frame **frame);
/** Close it; p may be zero-filled. */
void otfp_otf2_plain_close(struct otfp_otf2_plain *p);
#endif
