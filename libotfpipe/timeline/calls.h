/* calls.h - the innermost call of a process; for the files of this room alone. */
#ifndef OTFP_TIMELINE_CALLS_H
#define OTFP_TIMELINE_CALLS_H
#include "timeline/columns.h"

/** A record opened or closed a call. @return 0, or -1 when memory is out */
int otfp_timeline_call(struct otfp_timeline *t, const struct otfp_process *process, struct otfp_call *call, int opens,
                       uint64_t time);

/** Add the time since the last change to the class of the innermost call, which is `class` from now on. */
static inline void otfp_innermost_count(struct otfp_timeline *t, struct otfp_timeline_process *p, uint64_t time,
                                        uint32_t class)
{
	if (p->class && time > p->since)
		t->classes.p[p->class].exclusive += time - p->since;
	p->since = time;
	p->class = class;
}

/** The class of a call; 0: it is not noted. */
static inline uint32_t otfp_call_class(const struct otfp_call *call)
{
	return (uint32_t)(call->note >> 32);
}

/** Note the class of a call. */
static inline void otfp_call_note(struct otfp_call *call, const struct otfp_class_memo *m)
{
	call->note = (uint64_t)m->class << 32 | m->called;
}

/** What is open from `time` on in the lane of a call. */
static inline struct otfp_open otfp_open_of(const struct otfp_call *call, uint64_t time)
{
	return (struct otfp_open){.start = time,
	                          .until = UINT64_MAX,
	                          .class = otfp_call_class(call),
	                          .called = (uint32_t)call->note};
}

/** That call is innermost now; NULL: none is open. @return 0, or -1 when memory is out */
OTFP_INLINE int otfp_innermost_turn(struct otfp_timeline *t, struct otfp_timeline_process *p,
                                    const struct otfp_call *call, uint64_t time)
{
	const struct otfp_open now = call ? otfp_open_of(call, time) : (struct otfp_open){.until = UINT64_MAX};
	const uint32_t lane = t->lanes + 1;

	p->class = now.class;
	if (otfp_has_crowds(t))
		return otfp_crowd_turn(t, p, time, &now);
	return otfp_timeline_turn(t, &t->rows[p->row].lanes[lane], &p->open[lane], time, &now);
}
#endif
