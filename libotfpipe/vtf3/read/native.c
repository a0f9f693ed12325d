/* native.c - one VTF3 record, which is no carrier: its time, then its conversion. See records.h. */
#include "vtf3/read/records.h"

/* ---- the time ---- */

static inline int begin_time(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	uint64_t time = 0;
	int code = otfp_vtf3_ticks(c, rec->time, "time", &time);

	if (code < 0)
		return code;
	if (OTFP_UNLIKELY(time < c->time) && !c->is_unsorted)
		return otfp_fail_at(
			c->err, OTFP_EFAIL, OTFP_FLAW_ORDER, NULL, 0,
			"time %.17g is before the previous one; use vtf3-to-otf --unmerged, which sorts the records",
			rec->time);
	if (OTFP_UNLIKELY(c->nlater != 0))
		code = otfp_vtf3_give_due(c, time);
	c->time = time;
	return code;
}

static inline void note_before(struct otfp_vtf3_reading *c)
{
	c->before = (struct otfp_vtf3_before){c->n, c->nredefined, c->known_keys};
}

void otfp_vtf3_undo(struct otfp_vtf3_reading *c)
{
	c->n = c->before.n;
	c->nredefined = c->before.nredefined;
	c->known_keys = c->before.known_keys;
}

static int begin_first(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int code;

	note_before(c);
	c->has_events = 1;
	code = otfp_vtf3_define_counted(c);
	return code < 0 ? code : begin_time(c, rec);
}

int otfp_vtf3_begin_event(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int code;

	if (OTFP_UNLIKELY(!c->has_events))
		return begin_first(c, rec);
	code = begin_time(c, rec);
	note_before(c);
	return code;
}

/* ---- the record ---- */

int otfp_vtf3_read_native(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int code;

	if (OTFP_UNLIKELY(!otfp_vtf3_is_event(rec->type))) {
		note_before(c);
		return otfp_vtf3_define(c, rec);
	}
	/* comments at time 0 before the first event describe the run, not an event */
	if (OTFP_UNLIKELY(!c->has_events) && rec->type == OTFP_VTF3_Comment && rec->time == 0) {
		note_before(c);
		return otfp_vtf3_define_comment(c, rec);
	}
	code = otfp_vtf3_begin_event(c, rec);
	return code < 0 ? code : otfp_vtf3_event(c, rec);
}

int otfp_vtf3_read_end(struct otfp_vtf3_reading *c)
{
	int code = c->has_events ? 0 : otfp_vtf3_define_counted(c);

	c->has_events = 1;
	return code < 0 ? code : otfp_vtf3_give_due(c, UINT64_MAX);
}
