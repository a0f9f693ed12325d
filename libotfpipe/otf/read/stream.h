/*
 * stream.h - one file of a stream set: its lines to batches of records.
 *
 * Different streams may be read by different threads: what they share, the struct
 * otfp_reading, they only look at.
 */
#ifndef OTFP_OTF_READ_STREAM_H
#define OTFP_OTF_READ_STREAM_H
#include "io/input.h"
#include "otf/read/batch.h"
#include "otf/keyvalue.h"
#include "otf/read/reading.h"

#define OTFP_AT_HOME 64 /* processes remembered, by their low bits */
#define OTFP_FORMS 16   /* counters, likewise */

/* Where in time and among the processes a file is. */
struct otfp_place {
	uint64_t time;         /* of the last time line */
	uint64_t last_time;    /* of the last record */
	uint32_t process;      /* of the last process line */
	uint32_t last_process; /* of the last record */
	uint8_t seen;          /* whether time and process are known: OTFP_SEEN_* */
	uint8_t after;         /* the same, since the last record */
	uint8_t ever;          /* a time line was read */
	uint8_t any;           /* a record was read */
};

struct otfp_stream {
	const struct otfp_reading *reading;
	struct otfp_input *in;
	struct otfp_batch *batch; /* being filled */
	struct otfp_scratch scratch;
	struct otfp_tag_lines pairs;
	struct otfp_place place;
	uint64_t line;                /* lines before the one being taken */
	uint32_t id;                  /* of the stream */
	uint8_t file;                 /* enum otfp_file */
	uint8_t has_inline;           /* a snapshot record in an event file was told */
	uint8_t tolerant;             /* damage does not end the reading */
	uint8_t windowed, has_to;     /* records outside of [from,to) are passed over */
	uint8_t unwanted;             /* so are those of the process of the last process line */
	unsigned told;                /* troubles of this file, ... */
	uint64_t untold[OTFP_NFLAWS]; /* ... those that are only counted */
	uint64_t start;               /* byte of the file where the reading began, by otfp_stream_window */
	uint64_t from, to;
	struct otfp_error err;
	struct {
		uint64_t process; /* 1 + process, where it is known to live in this stream */
		uint8_t unwanted;
	} at_home[OTFP_AT_HOME];
	struct otfp_counter_form {
		uint64_t counter; /* 1 + token */
		uint8_t form;
	} forms[OTFP_FORMS];
};

/** Read a file of that kind of stream `id`; s->in is to be opened by the caller, its errors go to s->err. */
void otfp_stream_init(struct otfp_stream *s, const struct otfp_reading *r, uint32_t id, unsigned file);
/**
 * Clear the batch and fill it: up to its room, the end of the file, or damage that ends the
 * reading. b->end is 0 if more may follow (then b->n > 0), OTFP_END, OTFP_EDAMAGE with "path:line: what" in
 * s->err (not with --keep-going), or another code <0.
 */
void otfp_stream_fill(struct otfp_stream *s, struct otfp_batch *b);
/**
 * Only records with from <= time, and time < to if has_to, are wanted from now on. A plain file
 * is entered near `from` by binary search, and left at `to`, so the rest of it is not looked at.
 * Before the first otfp_stream_fill. @return 0 or <0
 */
int otfp_stream_window(struct otfp_stream *s, uint64_t from, uint64_t to, int has_to);
void otfp_stream_release(struct otfp_stream *s);
#endif
