/*
 * lines.h - the lines of a file of a stream set, one by one, with all that can be wrong with
 * them. What is between the stream (stream.c), which has a shortcut for usual events, and the
 * line.
 */
#ifndef OTFP_OTF_READ_LINES_H
#define OTFP_OTF_READ_LINES_H
#include "otf/read/stream.h"

enum { OTFP_SEEN_TIME = 1, OTFP_SEEN_PROCESS = 2, OTFP_SEEN_BOTH = 3 };

/** Of a record, that stands behind so many lines. */
OTFP_INLINE uint32_t otfp_lineno(uint64_t before)
{
	return before < UINT32_MAX ? (uint32_t)before + 1 : UINT32_MAX;
}

/** The next record of the batch; it is built in place. */
OTFP_INLINE struct otfp_record *otfp_next_record(struct otfp_stream *s)
{
	return &s->batch->recs[s->batch->n];
}

/* A record was there: this is what a trailer must repeat. */
OTFP_INLINE void otfp_note_record(struct otfp_place *at)
{
	at->any = 1;
	at->after = 0;
	at->last_time = at->time;
	at->last_process = at->process;
}

/* Under the time and process that stand before it. */
OTFP_INLINE void otfp_place_timed(const struct otfp_place *at, unsigned file, struct otfp_record *rec)
{
	rec->time = at->time;
	rec->loc = at->process;
	rec->file = (uint8_t)file;
	rec->form = OTFP_RAW;
	rec->ntags = 0;
}

/**
 * Take the line at p, whatever it is: the batch may have one record more, which it has room for.
 * @param code  set to <0 when the reading must end, else left alone
 * @return behind the line
 */
const char *otfp_take_line(struct otfp_stream *s, const char *p, int *code);
/** Fill in how the value of a counter record is written. */
void otfp_set_form(struct otfp_stream *s, struct otfp_record *rec);
/** The input has nothing more: is it whole? @return OTFP_END or <0 */
int otfp_lines_end(struct otfp_stream *s);
/** The input cannot give more, for `code`: the damage is told, and the file ends here. @return OTFP_END or <0 */
int otfp_lines_failed(struct otfp_stream *s, int code);
#endif
