/*
 * encode.h - frames (frame.h) as bytes of an archive, by the table of records.def (stored.h).
 *
 * The bytes are those of libotf2 3.0.2. That includes its choice of the long form of a length: by the most bytes that
 * the fields can take, not by those that they take.
 */
#ifndef OTFP_OTF2_WRITE_ENCODE_H
#define OTFP_OTF2_WRITE_ENCODE_H
#include "base/buf.h"
#include "otf2/bytes.h"
#include "otf2/stored.h"
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
/* ---- bare records, most of most archives: one number follows the id, and no attribute comes before ---- */

enum { OTFP_OTF2_MOST_OF_BARE = 1 + 8 + 1 + OTFP_OTF2_MAX_C64 }; /* bytes: the mark of a time, it, the id, the number */

/** Whether a bare record of a time can follow at once: there is room in the buffer, and the time is not earlier. */
static inline int otfp_otf2_is_room_for_bare(const struct otfp_otf2_out *out, uint64_t time)
{
	return !out->is_fresh && time >= out->time && OTFP_OTF2_MOST_OF_BARE < (size_t)(out->limit - out->p);
}

/** Append a bare record, for which there is room. */
static inline void otfp_otf2_encode_bare(struct otfp_otf2_out *out, unsigned row, uint64_t time, uint64_t number)
{
	const struct otfp_otf2_stored_row *stored = &otfp_otf2_stored_rows[row];
	unsigned char *p = out->p;

	if (time != out->time || time == 0) {
		*p = OTFP_OTF2_TIMESTAMP;
		p = otfp_otf2_put(p + 1, time, 8, 0);
		out->time = time;
	}
	*p++ = stored->id;
	out->p = stored->fields[0].code == OTFP_OTF2_AS_C32 ? otfp_otf2_put_c32(p, (uint32_t)number, 0) :
	                                                      otfp_otf2_put_c64(p, number, 0);
	out->records++;
}

/** Append an event or snapshot. @return 0; <0: also if its time is before that of the last one */
int otfp_otf2_encode_timed(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out, const struct otfp_otf2_frame *frame);
/** Append a definition or marker. @return 0 or <0 */
int otfp_otf2_encode_untimed(struct otfp_otf2_encoder *e, struct otfp_otf2_out *out,
                             const struct otfp_otf2_frame *frame);
#endif
