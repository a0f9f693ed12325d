/* timed.h - the events or snapshots of a location, as frames. */
#ifndef OTFP_OTF2_READ_TIMED_H
#define OTFP_OTF2_READ_TIMED_H
#include "otf2/read/brief.h"
#include "otf2/read/decode.h"

/* What the files of an archive have in common. */
struct otfp_otf2_shape {
	uint16_t rows[OTFP_OTF2_MARKER + 1][256]; /* of ids, by enum otfp_otf2_kind */
	uint64_t event_chunk, definition_chunk;   /* bytes */
	size_t block;                             /* bytes to read at a time */
	size_t words;                             /* of frames to have at a time, about */
	struct otfp_otf2_quick quick[256];        /* of ids */
	struct otfp_otf2_brief brief[256];        /* of ids */
	int is_newer; /* the writer may know fields at the end of records that this version does not */
};

/* A file of timed records. Zero-filled is not open. */
struct otfp_otf2_timed {
	struct otfp_otf2_file file;
	const struct otfp_otf2_shape *shape;
	struct otfp_otf2_locals *locals; /* NULL: ids and times are global */
	const uint16_t *rows;
	const struct otfp_otf2_quick *quick; /* NULL: all records have a length */
	uint64_t time, corrected;            /* of the records that follow: of the location, and global */
	struct otfp_otf2_tag *tags;          /* of the record that follows */
	size_t ntags, tags_cap;
	uint64_t *frames;
	size_t used, room;       /* words */
	uint64_t done, in_chunk; /* records that were read, in all and of the chunk */
	uint64_t declared;       /* how many the definition of the location says; 0 and UINT64_MAX: it does not say */
	/* After damage, and where chunks are left out: the chunk to go on with, counted from 0; 0 = there is none. The
	 * records that are not read before it */
	uint64_t later, skipped;
	uint64_t start, left_out; /* the first chunk that is read, and the records before it: otfp_otf2_chunks_seek */
};

/** Prepare what is made of records.def. */
void otfp_otf2_shape_init(struct otfp_otf2_shape *s);

/**
 * Open the file.
 * @param kind  OTFP_OTF2_EVENT or OTFP_OTF2_SNAP
 * @param locals  of the location, for events
 * @return 0; OTFP_END if it does not exist; OTFP_EDAMAGE, OTFP_EFAIL
 */
int otfp_otf2_timed_open(struct otfp_otf2_timed *t, struct otfp_files *files, const char *path,
                         const struct otfp_otf2_shape *shape, unsigned kind, struct otfp_otf2_locals *locals,
                         struct otfp_error *err);
/** Read the next records: t->frames has t->used words of sound frames, also before an error.
 * @return 0; OTFP_END: these are the last; OTFP_EDAMAGE, OTFP_EFAIL. After OTFP_EDAMAGE the next call goes on with
 * chunk t->later, if that is not 0 */
int otfp_otf2_timed_read(struct otfp_otf2_timed *t);
/** Close it; t may be zero-filled. */
void otfp_otf2_timed_close(struct otfp_otf2_timed *t);
#endif
