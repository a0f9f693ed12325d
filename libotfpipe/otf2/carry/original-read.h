/* original-read.h - an archive that otf-to-otf2 wrote: the records of OTF that it stands for. See original.h. */
#ifndef OTFP_OTF2_CARRY_ORIGINAL_READ_H
#define OTFP_OTF2_CARRY_ORIGINAL_READ_H
#include "line/names.h"
#include "otf2/archive.h"
#include "otf2/carry/convert.h"
#include "record/scratch.h"

/* A line is one string of the archive, or several if it is long. */
struct otfp_otf2_piece {
	struct otfp_str text; /* in the model */
	int is_last;
};

struct otfp_otf2_original {
	struct otfp_otf2_piece *pieces; /* of definitions and control lines, in order */
	size_t npieces, cap;
	size_t at;                     /* the next line begins with this one */
	struct otfp_buf line;          /* the line of rec */
	int is_at_markers, has_marker; /* rec is one that waits for its marker in the archive */
	struct otfp_name_index names;
	struct otfp_scratch scratch;
	struct otfp_record rec;
	struct otfp_map attributes; /* by reference: what an attribute of an event is */
	struct otfp_map key_types;  /* by key: type of key-values */
	uint8_t types[256];         /* enum otfp_type by its number */
};

/** Whether the archive is one. After all definitions, before the model is resolved: learn its tokens and lines, if it
 * is.
 * @return 0 or <0 */
int otfp_otf2_original_open(struct otfp_otf2_carrying *c, const struct otfp_otf2_anchor *anchor);

/* ---- original-line.c ---- */

void otfp_otf2_original_close(struct otfp_otf2_original *o); /* o may be NULL */
/** Report damage of the archive as a whole. @return <0 */
int otfp_otf2_original_bad(struct otfp_otf2_carrying *c, const char *what);
/** Make c->original->rec the next line of a marker, or of something else. @return 0, 1 at the end, <0 */
int otfp_otf2_original_line(struct otfp_otf2_carrying *c, int is_marker);
/** The next definition or control line, valid until the next call. @return 0, 1 at the end, <0 */
int otfp_otf2_original_next(struct otfp_otf2_carrying *c, const struct otfp_record **rec);

/* ---- original-read.c ---- */

/** After those: the last record of the batch is a marker of the archive. If a line stands for it, it gets its
 * key-values; markers that only lines stand for are added after it. @return 0 or <0 */
int otfp_otf2_original_marker(struct otfp_otf2_carrying *c);
/** Add the markers that are left. @return 0 or <0 */
int otfp_otf2_original_markers_end(struct otfp_otf2_carrying *c);
/** Convert an event or snapshot that stands for a record. @return 0; 1 if it is the record that it usually becomes; <0
 */
int otfp_otf2_original_event(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** Give its key-values to the record of an event. @return 0 or <0 */
int otfp_otf2_original_tags(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
#endif
