/* call.c - calls without key-values, most records of most traces, on a short way: the frame has one field, and
 * nothing waits for it. The long way, in event.c and restore/event.c, gives the same. See records.h. */
#include "base/grow.h"
#include "otf2/write/records.h"

typedef struct otfp_otf2_writing back;

/* Whether a record is a call that needs nothing but its function. */
static int is_simple(const back *b, const struct otfp_record *rec)
{
	const unsigned slot = b->source_slot[rec->type];

	return !rec->ntags && !(slot && rec->f[slot].u) && rec->f[OTFP_Enter_function].u &&
	       (!b->is_otf2 || b->again.is_resolved);
}

/* Whether an event at that time can follow at once. */
static int is_next(const struct otfp_otf2_place *p, uint64_t time)
{
	return !p->nlater && !p->metric.n && !p->nsnaps && time >= p->last;
}

/* The functions that a process is in, for leaves that do not say it. */
static int follow(back *b, struct otfp_otf2_place *p, const struct otfp_record *rec)
{
	if (b->is_otf2)
		return 0;
	if (rec->type == OTFP_Leave) {
		p->ncalls -= p->ncalls > 0;
		return 0;
	}
	if (p->ncalls == p->calls_cap && otfp_grow(&p->calls, p->ncalls, &p->calls_cap, sizeof *p->calls) < 0)
		return otfp_fail_memory(b->err);
	p->calls[p->ncalls++] = (uint32_t)rec->f[OTFP_Enter_function].u;
	return 0;
}

int otfp_otf2_write_call(struct otfp_otf2_writing *b, const struct otfp_record *rec, size_t location)
{
	const struct otfp_otf2_tokens *s = &b->spaces[OTFP_W_FUNCTION];
	const uint64_t *at =
		s->index.local ? NULL : otfp_map_get(&s->index.map, (uint32_t)rec->f[OTFP_Enter_function].u);
	uint64_t words[OTFP_OTF2_HEAD_WORDS + 1];
	struct otfp_otf2_frame *frame = (struct otfp_otf2_frame *)words;

	if (!at || !s->rows[*at].def || !is_simple(b, rec) || !is_next(&b->places[location], rec->time))
		return OTFP_END;
	if (follow(b, &b->places[location], rec) < 0)
		return OTFP_EFAIL;
	frame->row = rec->type == OTFP_Enter ? OTFP_OTF2_Enter : OTFP_OTF2_Leave;
	frame->ntags = 0;
	frame->words = OTFP_OTF2_HEAD_WORDS + 1;
	frame->time = rec->time;
	OTFP_OTF2_F(frame, Enter, region) = s->rows[*at].ref;
	return otfp_otf2_write_put_event(b, location, frame, NULL);
}
