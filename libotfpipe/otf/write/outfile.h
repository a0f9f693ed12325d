/*
 * outfile.h - one file of a stream set being written: the state of its time and process lines, and a block buffer.
 * Where the blocks go is up to the caller: into a file of a stage, or elsewhere.
 */
#ifndef OTFP_OTF_WRITE_OUTFILE_H
#define OTFP_OTF_WRITE_OUTFILE_H
#include "base/assert.h"
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

/* ---- records: inline, for a call would cost as much as most of them ---- */

enum { OTFP_PLACE_ROOM = 2 * OTFP_HEX_MAX + 8 };

/** Set f->high and its text. */
void otfp_outfile_set_high(struct otfp_outfile *f, uint64_t high);
/** Make room for `need` more bytes: the buffer grows up to *limit, then it is written as a block. @return 0 or <0 */
int otfp_outfile_make_room(struct otfp_outfile *f, size_t need, struct otfp_error *err);

/* Times grow slowly: keep the text of all but the low six hex digits. */
OTFP_INLINE char *otfp_outfile_put_time(struct otfp_outfile *f, char *p, uint64_t time)
{
	if (OTFP_UNLIKELY(time >> 24 != f->high))
		otfp_outfile_set_high(f, time >> 24);
	memcpy(p, f->high_text, sizeof f->high_text);
	p += f->high_n;
	p = f->high_n ? otfp_put_hex6(p, time) : otfp_put_hex(p, time);
	*p++ = '\n';
	return p;
}

OTFP_INLINE char *otfp_outfile_put_process(char *p, uint32_t process)
{
	*p++ = '*';
	p = otfp_put_hex(p, process);
	*p++ = '\n';
	return p;
}

/* The rule of the reference library: no line if time and process are unchanged, a process line if only the process
 * changed, else both lines; at time 0 always both. */
OTFP_INLINE char *otfp_outfile_put_place(struct otfp_outfile *f, char *p, uint64_t time, uint32_t process)
{
	if (time == f->time && time > 0 && f->placed) {
		if (process != f->process)
			p = otfp_outfile_put_process(p, process);
	} else {
		p = otfp_outfile_put_process(otfp_outfile_put_time(f, p, time), process);
	}
	f->time = time;
	f->process = process;
	f->placed = 1;
	return p;
}

/** Append a record; a timed one after its time and process lines. blanks: see otfp_encode. @return 0 or <0 */
OTFP_INLINE int otfp_outfile_put(struct otfp_outfile *f, const struct otfp_record *rec, uint64_t *blanks,
                                 struct otfp_error *err)
{
	size_t need = OTFP_PLACE_ROOM + otfp_encode_room(rec);
	char *p;

	if (OTFP_UNLIKELY(f->n + need > f->cap)) {
		int code = otfp_outfile_make_room(f, need, err);
		if (code < 0)
			return code;
	}
	p = f->buf + f->n;
	if (otfp_is_timed(rec->file))
		p = otfp_outfile_put_place(f, p, rec->time, rec->loc);
	p = otfp_encode(p, rec, f->is_long, blanks);
	OTFP_ASSERT_HOT((size_t)(p - f->buf) <= f->n + need);
	f->n = (size_t)(p - f->buf);
	return 0;
}

#endif
