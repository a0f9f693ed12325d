/*
 * outfile.h - one file of a stream set that is written: the state of its time and
 * process lines, and a buffer that becomes a block.
 */
#ifndef OTFP_OTF_WRITE_OUTFILE_H
#define OTFP_OTF_WRITE_OUTFILE_H
#include "base/num.h"
#include "commit/stage.h"
#include "otf/write/encode.h"

struct otfp_outfile {
	struct otfp_staged *to;
	char *buf;
	size_t n, cap;
	const size_t *limit; /* a block is written when that many bytes are there; shared by all files */
	uint64_t time;
	uint64_t high; /* of the last time line all but six digits, as text: it hardly changes */
	char high_text[OTFP_HEX_MAX];
	uint8_t high_n;
	uint32_t process;
	uint8_t placed; /* a time and process line was written */
	uint8_t is_long;
};

/** A new file of the stage; see otfp_stage_create. @return 0 or <0 */
int otfp_outfile_open(struct otfp_outfile *f, struct otfp_stage *st, struct otfp_files *fs, const char *suffix,
                      int level, int is_long, const size_t *limit);
/** Append a record, under time and process lines if it is a timed one; blanks as in otfp_encode. @return 0 or <0 */
int otfp_outfile_put(struct otfp_outfile *f, const struct otfp_record *rec, uint64_t *blanks, struct otfp_error *err);
/** Time and process lines alone, for an event file without records. */
int otfp_outfile_place(struct otfp_outfile *f, uint64_t time, uint32_t process, struct otfp_error *err);
/** An empty line, which all readers skip. @return 0 or <0 */
int otfp_outfile_blank(struct otfp_outfile *f, struct otfp_error *err);
/** Write the trailer if asked for, and what is buffered. @return 0 or <0 */
int otfp_outfile_finish(struct otfp_outfile *f, int trailer, struct otfp_error *err);
void otfp_outfile_release(struct otfp_outfile *f);
#endif
