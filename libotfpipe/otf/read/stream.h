/*
 * stream.h - decode the lines of one file of a stream set into batches of records.
 *
 * Different threads may read different streams: they share the struct otfp_reading, which is constant while
 * threads run.
 */
#ifndef OTFP_OTF_READ_STREAM_H
#define OTFP_OTF_READ_STREAM_H
#include "io/input.h"
#include "otf/read/batch.h"
#include "otf/keyvalue.h"
#include "otf/read/reading.h"

#define OTFP_AT_HOME 64 /* direct-mapped cache of known processes, by their low bits */
#define OTFP_FORMS 16   /* the same for counters */

/* The time and process that the next record of a file has. */
struct otfp_place {
	uint64_t time;         /* of the last time line */
	uint64_t last_time;    /* of the last record */
	uint32_t process;      /* of the last process line */
	uint32_t last_process; /* of the last record */
	uint8_t seen;          /* which of time and process are known: OTFP_SEEN_* */
	uint8_t after;         /* which came since the last record: OTFP_SEEN_* */
	uint8_t ever;          /* a time line was read */
	uint8_t any;           /* a record was read */
};

/* What a line of text begins with: most lines repeat that of the last one. A line begins so if its first eight bytes,
 * masked, are `text`; mask 0 and text 1: no line does. */
struct otfp_line_head {
	uint64_t text, mask;
	uint64_t value; /* of its digits, followed by zeros */
	unsigned n;     /* bytes */
};

#define OTFP_PROCESS_LINES 64

/* Lines of wanted processes of at most eight bytes, to be found by their text. Where the next line starts does not
 * depend on the line: all are expected to be as long as the last one that was new. Bytes after a line are set to 0xff,
 * so that a shorter line, even at the end of the input, is not found as one of that length. */
struct otfp_process_lines {
	uint64_t after; /* the bits of the bytes after a line */
	unsigned n;     /* bytes of a line, with its LF */
	struct otfp_process_line {
		uint64_t text;
		uint32_t process;
	} known[OTFP_PROCESS_LINES]; /* by a hash of the text; free ones: 0, but the first 1, which no line is */
};

struct otfp_stream {
	const struct otfp_reading *reading;
	struct otfp_input *in;
	struct otfp_batch *batch; /* being filled */
	struct otfp_scratch scratch;
	struct otfp_tag_lines pairs;
	struct otfp_place place;
	struct otfp_line_head time_head; /* of the last time line: all digits but four */
	struct otfp_process_lines processes;
	uint64_t line;                     /* number of lines before the current one */
	uint32_t id;                       /* stream token */
	uint8_t file;                      /* enum otfp_file */
	uint8_t has_inline;                /* a snapshot record in an event file was announced */
	uint8_t tolerant;                  /* continue after damage */
	uint8_t windowed, has_to;          /* records outside [from,to) are skipped */
	uint8_t unwanted;                  /* so are those of the current process */
	uint8_t is_crossed;                /* of a cut stream: see note_crossing() in lines.c */
	unsigned troubles;                 /* in this file so far */
	uint64_t uncollected[OTFP_NFLAWS]; /* those that are counted but not kept */
	uint64_t start;                    /* byte offset where the reading started, set by otfp_stream_window */
	uint64_t from, to;
	struct otfp_error err;
	struct {
		uint64_t process; /* 1 + process, if the master file assigns it to this stream */
		uint8_t unwanted;
	} at_home[OTFP_AT_HOME];
	struct otfp_counter_form {
		uint64_t counter; /* 1 + token */
		uint8_t form;
	} forms[OTFP_FORMS];
};

/** Prepare to read a file of that kind of stream `id`. The caller then opens s->in with errors going to s->err. */
void otfp_stream_init(struct otfp_stream *s, const struct otfp_reading *r, uint32_t id, unsigned file);
/**
 * Clear the batch and fill it until it is full, the file ends, or damage ends the reading. Sets b->end: 0 if more
 * may follow (then b->n > 0), OTFP_END, OTFP_EDAMAGE with "path:line: what" in s->err (never with keep_going), or
 * another code <0.
 */
void otfp_stream_fill(struct otfp_stream *s, struct otfp_batch *b);
/**
 * Deliver only records with from <= time, and time < to if has_to. A binary search finds the place near `from`, and
 * the reading ends at `to`, so the rest of the file is not read. Call before the first otfp_stream_fill.
 * @return 0 or <0
 */
int otfp_stream_window(struct otfp_stream *s, uint64_t from, uint64_t to, int has_to);
/** Close s->in and free the scratch. */
void otfp_stream_release(struct otfp_stream *s);
#endif
