/* call.c - calls without key-values, most records of most traces, on a short way: nothing waits for them, and mostly
 * they go into the file without a frame. The long way, in event.c and restore/event.c, gives the same. See records.h.
 */
#include "base/grow.h"
#include "otf2/write/encode.h"
#include "otf2/write/records.h"

typedef struct otfp_otf2_writing writing;

/* Whether a record is a call that needs nothing but its function. */
static int is_simple(const writing *w, const struct otfp_record *rec)
{
	const unsigned slot = w->source_slot[rec->type];

	return !rec->ntags && !(slot && rec->f[slot].u) && rec->f[OTFP_Enter_function].u &&
	       (!w->is_otf2 || w->restored.is_resolved);
}

/* Whether an event at that time can follow at once. */
static int is_next(const struct otfp_otf2_place *p, uint64_t time)
{
	return !p->nlater && !p->metric.n && !p->nsnaps && time >= p->last;
}

int otfp_otf2_write_follow(struct otfp_otf2_writing *w, struct otfp_otf2_place *p, const struct otfp_record *rec)
{
	if (rec->type == OTFP_Leave) {
		p->ncalls -= p->ncalls > 0;
		return 0;
	}
	if (p->ncalls == p->calls_cap && otfp_grow(&p->calls, p->ncalls, &p->calls_cap, sizeof *p->calls) < 0)
		return otfp_fail_memory(w->err);
	p->calls[p->ncalls++] = (uint32_t)rec->f[OTFP_Enter_function].u;
	return 0;
}

/* The file is not open, or its buffer is full, or events wait. */
static int put_frame(writing *w, size_t location, unsigned row, uint64_t time, uint64_t region)
{
	uint64_t words[OTFP_OTF2_HEAD_WORDS + 1];
	struct otfp_otf2_frame *frame = (struct otfp_otf2_frame *)words;
	int code;

	frame->row = (uint16_t)row;
	frame->ntags = 0;
	frame->words = OTFP_OTF2_HEAD_WORDS + 1;
	frame->time = time;
	OTFP_OTF2_F(frame, Enter, region) = region;
	code = otfp_otf2_write_put_event(w, location, frame, NULL);
	if (code == 0 && w->writer)
		w->places[location].out = otfp_otf2_writer_events(w->writer, location);
	return code;
}

static int put(writing *w, size_t location, unsigned row, uint64_t time, uint64_t region)
{
	struct otfp_otf2_place *p = &w->places[location];

	if (OTFP_UNLIKELY(!p->out || p->changing || !otfp_otf2_is_room_for_bare(p->out, time)))
		return put_frame(w, location, row, time, region);
	otfp_otf2_encode_bare(p->out, row, time, region);
	p->last = time;
	p->events++;
	return 0;
}

int otfp_otf2_write_call(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	const struct otfp_otf2_tokens *s = &w->spaces[OTFP_W_FUNCTION];
	struct otfp_otf2_place *p = &w->places[location];
	const uint64_t *at =
		s->index.local ? NULL : otfp_map_get(&s->index.map, (uint32_t)rec->f[OTFP_Enter_function].u);

	if (!at || !s->rows[*at].def || !is_simple(w, rec) || !is_next(p, rec->time))
		return OTFP_END;
	if (!w->is_otf2 && otfp_otf2_write_follow(w, p, rec) < 0)
		return OTFP_EFAIL;
	return put(w, location, rec->type == OTFP_Enter ? OTFP_OTF2_Enter : OTFP_OTF2_Leave, rec->time,
	           s->rows[*at].ref);
}
