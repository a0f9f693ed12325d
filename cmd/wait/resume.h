/*
 * resume.h - otf-wait --state: begin at a state, so that a window is read without what came long before and after it.
 * otf-view ends this run if the state is not enough.
 */
#ifndef CMD_WAIT_RESUME_H
#define CMD_WAIT_RESUME_H
#include "cmd/run/state.h"
#include "wait/wait.h"

/* Zero-filled. */
struct wait_state {
	struct begin_state from;
	unsigned looks; /* records since wait_state_is_enough looked */
};

/** Let the engine begin at it, once. @return 0 or <0 */
int wait_state_give(struct wait_state *s, struct otfp_wait_engine *w, struct otfp_error *err);
/** Whether no later record matters. Call it for each timed record. */
int wait_state_is_enough(struct wait_state *s, const struct otfp_wait_engine *w);
/** At the end: whether the window needs an earlier state, which is said then. */
int wait_state_is_late(struct wait_state *s, const struct otfp_wait_engine *w);
#endif
