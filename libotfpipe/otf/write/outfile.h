/*
 * outfile.h - one file of a stream set being written: the state of its time and process lines, and a block buffer.
 * Where the blocks go is up to the caller: into a file of a stage, or elsewhere.
 */
#ifndef OTFP_OTF_WRITE_OUTFILE_H
#define OTFP_OTF_WRITE_OUTFILE_H
#include "base/num.h"
#include "commit/staging.h"
#include "otf/write/encode.h"

struct otfp_outfile {
	int (*append)(void *to, const void *p, size_t n); /* takes a block; 0 or <0 */
	void *to;
	char *buf;
	size_t n, cap;
	const size_t *limit; /* bytes in a block; one limit for all files, owned by the caller */
	uint64_t time;       /* of the last record */
	uint64_t high; /* time >> 24 of the last time line; high_text has its hex digits, since it rarely changes */
	char high_text[OTFP_HEX_MAX];
	uint8_t high_n;
	uint32_t process;
	uint8_t placed; /* a time and process line was written */
	uint8_t is_long;
};

/** Start a file whose blocks go to append(to, ...). */
void otfp_outfile_init(struct otfp_outfile *f, int (*append)(void *to, const void *p, size_t n), void *to, int is_long,
                       const size_t *limit);
/** Create a file of the stage; see otfp_staging_create. @return 0 or <0 */
int otfp_outfile_open(struct otfp_outfile *f, struct otfp_staging *st, struct otfp_files *fs, const char *suffix,
                      int level, int is_long, const size_t *limit);
/** Append a record; a timed one after its time and process lines. blanks: see otfp_encode. @return 0 or <0 */
int otfp_outfile_put(struct otfp_outfile *f, const struct otfp_record *rec, uint64_t *blanks, struct otfp_error *err);
/** Room for `need` bytes of any text; the caller moves f->n. @return the first of them; NULL with err set, from writing
 * a block too */
char *otfp_outfile_room(struct otfp_outfile *f, size_t need, struct otfp_error *err);
/** Append only time and process lines. @return 0 or <0 */
int otfp_outfile_place(struct otfp_outfile *f, uint64_t time, uint32_t process, struct otfp_error *err);
/** An empty line, which all readers skip. @return 0 or <0 */
int otfp_outfile_blank(struct otfp_outfile *f, struct otfp_error *err);
/** Write what is buffered. @return 0 or <0; then the block is lost */
int otfp_outfile_flush(struct otfp_outfile *f);
/** Write the trailer if asked for and any record was placed; flush the buffer and free it. @return 0 or <0 */
int otfp_outfile_finish(struct otfp_outfile *f, int trailer, struct otfp_error *err);
/** Free the buffer; the stage owns the file. */
void otfp_outfile_release(struct otfp_outfile *f);
#endif
