/*
 * encode.h - frames (frame.h) as bytes of an archive, by the table of records.def (stored.h).
 *
 * The bytes are those of libotf2 3.0.2. That includes its choice of the long form of a length: by the most bytes that
 * the fields can take, not by those that they take.
 */
#ifndef OTFP_OTF2_WRITE_ENCODE_H
#define OTFP_OTF2_WRITE_ENCODE_H
#include "base/buf.h"
#include "otf2/frame.h"
#include "otf2/write/out.h"

/* What is the same for all files. */
struct otfp_otf2_encoder {
	struct otfp_error *err;
	struct otfp_buf fields; /* bytes of the last definition or marker */
	/* by row: the most bytes of the fields without texts and elements of lists; whether it has some of these */
	struct {
		uint8_t most, has_contents;
	} shapes[OTFP_OTF2_NROWS];
};

/** Prepare an encoder. @param err  gets messages, "FILE: RECORD: what", until the release */
void otfp_otf2_encoder_init(struct otfp_otf2_encoder *e, struct otfp_error *err);
void otfp_otf2_encoder_release(struct otfp_otf2_encoder *e);
/** Append an event or snapshot. @return 0; <0: also if its time is before that of the last one */
int otfp_otf2_encode_timed(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame);
/** Append a definition or marker. @return 0 or <0 */
int otfp_otf2_encode_untimed(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out,
                             const struct otfp_otf2_frame *frame);
#endif
