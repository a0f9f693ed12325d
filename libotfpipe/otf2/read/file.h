/*
 * file.h - a file of an archive that consists of chunks (bytes.h). It is read through a window of bounded size, from
 * one chunk to the next; a window grows only for a record that is longer.
 */
#ifndef OTFP_OTF2_READ_FILE_H
#define OTFP_OTF2_READ_FILE_H
#include "io/files.h"
#include "otf2/bytes.h"

/* Zero-filled is not open. */
struct otfp_otf2_file {
	struct otfp_file_h *h;
	struct otfp_error *err;
	struct otfp_otf2_bytes b; /* what is left of the window; it has no byte of the next chunk */
	struct otfp_otf2_chunk chunk;
	unsigned char *window; /* with OTFP_OTF2_SLACK bytes more */
	size_t room, block;    /* bytes of the window, and those that are read at a time */
	uint64_t at;           /* where the window is in the file */
	uint64_t record;       /* where the record is that is being read, for messages */
	uint64_t size;
	uint64_t chunk_size, chunk_end; /* chunk_end: in the file, at most `size` */
	uint64_t nchunk;                /* number of the chunk, from 1; 0 = before the first */
	uint64_t trailing;              /* bytes after the end marks, once these were read */
	int lacks_last;                 /* there is no byte after END_OF_FILE, once this was read */
};

/**
 * Open a file.
 * @param chunk_size  bytes of its chunks
 * @param block  bytes to read at a time
 * @param err  where all functions report errors. May be NULL
 * @return 0; OTFP_END if it does not exist; OTFP_EDAMAGE, OTFP_EFAIL
 */
int otfp_otf2_file_open(struct otfp_otf2_file *f, struct otfp_files *files, const char *path, uint64_t chunk_size,
                        size_t block, struct otfp_error *err);
/** Go to the next chunk and read its head. @return 0; OTFP_EDAMAGE, OTFP_EFAIL */
int otfp_otf2_file_chunk(struct otfp_otf2_file *f);
/** Read until n bytes are in f->b, or all that the chunk has. @return 0 or <0 */
int otfp_otf2_file_more(struct otfp_otf2_file *f, uint64_t n);
/** As otfp_otf2_file_record, for any record. */
int otfp_otf2_file_any_record(struct otfp_otf2_file *f, struct otfp_otf2_bytes *record, const char *what);
/** After END_OF_CHUNK: the rest of the chunk must be zero. @return 0 or <0 */
int otfp_otf2_file_padding(struct otfp_otf2_file *f);
/** After END_OF_FILE: set f->trailing and f->lacks_last. @return 0; <0, also if another chunk follows */
int otfp_otf2_file_end(struct otfp_otf2_file *f);
/** Report that the chunk ended although no mark said so: the file is cut, or the mark is damaged. @param what  what the
 * bytes end inside; NULL = nothing @return OTFP_EDAMAGE */
int otfp_otf2_file_ended(struct otfp_otf2_file *f, const char *what);
/** Report damage of the record: "PATH: chunk 3, byte 1234: what". @return OTFP_EDAMAGE */
int otfp_otf2_file_damaged(struct otfp_otf2_file *f, enum otfp_flaw flaw, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** Close it; f may be zero-filled. */
void otfp_otf2_file_close(struct otfp_otf2_file *f);

/** Where the next byte is in the file. */
static inline uint64_t otfp_otf2_file_at(const struct otfp_otf2_file *f)
{
	return f->at + (uint64_t)(f->b.p - f->window);
}

/** As otfp_otf2_file_more. */
static inline int otfp_otf2_file_need(struct otfp_otf2_file *f, uint64_t n)
{
	return (uint64_t)(f->b.end - f->b.p) >= n ? 0 : otfp_otf2_file_more(f, n);
}

/** Let *record be the bytes of the record whose id comes next, and go past it. @param what  it is, for messages
 * @return 0 or <0 */
static inline int otfp_otf2_file_record(struct otfp_otf2_file *f, struct otfp_otf2_bytes *record, const char *what)
{
	struct otfp_otf2_bytes *b = &f->b;
	const size_t left = (size_t)(b->end - b->p);

	if (left < 2 || b->p[1] == OTFP_OTF2_LONG_LENGTH || b->p[1] > left - 2)
		return otfp_otf2_file_any_record(f, record, what);
	*record = (struct otfp_otf2_bytes){.p = b->p + 2, .end = b->p + 2 + b->p[1], .is_big = b->is_big};
	b->p = record->end;
	return 0;
}
#endif
