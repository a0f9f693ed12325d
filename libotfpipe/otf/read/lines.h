/*
 * lines.h - decode any line of a file of a stream set and diagnose all that can be wrong with it.
 * stream.c decodes the usual event lines itself and calls this for all others.
 */
#ifndef OTFP_OTF_READ_LINES_H
#define OTFP_OTF_READ_LINES_H
#include "otf/read/stream.h"
#include "record/value.h"

enum { OTFP_SEEN_TIME = 1, OTFP_SEEN_PROCESS = 2, OTFP_SEEN_BOTH = 3 };

/** The line number (from 1, saturating) of a record with `before` lines before it. */
OTFP_INLINE uint32_t otfp_lineno(uint64_t before)
{
	return before < UINT32_MAX ? (uint32_t)before + 1 : UINT32_MAX;
}

/** The next free record of the batch: records are decoded in place. */
OTFP_INLINE struct otfp_record *otfp_next_record(struct otfp_stream *s)
{
	return &s->batch->recs[s->batch->n];
}

/* Note that a record was read here: a trailer must repeat its time and process. */
OTFP_INLINE void otfp_note_record(struct otfp_place *at)
{
	at->any = 1;
	at->after = 0;
	at->last_time = at->time;
	at->last_process = at->process;
}

/* Give a record the time and process of the lines before it. */
OTFP_INLINE void otfp_place_timed(const struct otfp_place *at, unsigned file, struct otfp_record *rec)
{
	rec->time = at->time;
	rec->loc = at->process;
	rec->file = (uint8_t)file;
	rec->form = OTFP_FORM_RAW;
	rec->ntags = 0;
}

/**
 * Take the line at p, of any kind. The batch must have room for one record, which the line may add.
 * @param code  set to <0 if the reading must end, else unchanged
 * @return the start of the next line
 */
const char *otfp_stream_parse_line(struct otfp_stream *s, const char *p, int *code);
/** Set the entry of the cache to the form of that counter. */
void otfp_learn_form(struct otfp_stream *s, struct otfp_counter_form *c, uint32_t counter);

/** Set rec->form of a counter record, which is OTFP_FORM_RAW, from the definition of its counter. */
static inline void otfp_set_form(struct otfp_stream *s, struct otfp_record *rec)
{
	const unsigned slot = rec->type == OTFP_CounterSnapshot;
	const uint32_t counter = (uint32_t)rec->f[slot].u;
	struct otfp_counter_form *c = &s->forms[counter % OTFP_FORMS];

	if (!s->reading->special_counters)
		return;
	if (OTFP_UNLIKELY(c->counter != counter + (uint64_t)1))
		otfp_learn_form(s, c, counter);
	if (c->form != OTFP_FORM_RAW)
		rec->form = (uint8_t)otfp_value_text_form(rec->f[slot + 1].u, c->form);
}

/** At the end of the input: check that the file is complete. @return OTFP_END or <0 */
int otfp_lines_end(struct otfp_stream *s);
/** The input failed with `code`: report the damage and end the file here. @return OTFP_END or <0 */
int otfp_lines_failed(struct otfp_stream *s, int code);
#endif
