/*
 * stream.h - one file of a stream set, read record by record.
 */
#ifndef OTFP_STREAM_H
#define OTFP_STREAM_H
#include "io/input.h"
#include "otf/keyvalue.h"
#include "otf/reading.h"

#define OTFP_AT_HOME 64 /* processes remembered, by their low bits */

struct otfp_stream {
	struct otfp_reading *reading;
	struct otfp_input *in;
	struct otfp_record rec; /* the record just read */
	struct otfp_scratch scratch;
	struct otfp_pairs pairs;
	uint64_t line;     /* lines before the one being taken */
	uint64_t time;     /* of the last time line */
	uint32_t process;  /* of the last process line */
	uint32_t id;       /* of the stream */
	uint8_t file;      /* enum otfp_file */
	uint8_t seen;      /* whether time and process are known: SEEN_* of stream.c */
	uint8_t ever;      /* a time line was read */
	uint8_t after;     /* the same since the last record */
	unsigned told;     /* troubles of this file */
	uint64_t start;    /* byte of the file where the reading began, by otfp_stream_seek */
	uint64_t from, to; /* records outside of [from,to) are passed over */
	int windowed, has_to;
	uint64_t at_home[OTFP_AT_HOME]; /* 1 + process, where it is known to live in this stream */
};

/** Read `in` (owned from now on) as a file of that kind of stream `id`. */
void otfp_stream_init(struct otfp_stream *s, struct otfp_reading *r, struct otfp_input *in, uint32_t id, unsigned file);
/**
 * The next record, to s->rec: time, loc, fields and tags; valid until the next call.
 * @return 0; 1 at the end; OTFP_EDAMAGE with "path:line: what" (never with --keep-going); else <0
 */
int otfp_stream_next(struct otfp_stream *s);
/**
 * Only records with from <= time, and time < to if has_to, are wanted from now on. A plain file
 * is entered near `from` by binary search, and left at `to`, so the rest of it is not looked at.
 * Before the first otfp_stream_next. @return 0 or <0
 */
int otfp_stream_window(struct otfp_stream *s, uint64_t from, uint64_t to, int has_to);
void otfp_stream_release(struct otfp_stream *s);
#endif
