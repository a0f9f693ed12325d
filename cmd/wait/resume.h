/*
 * resume.h - otf-wait --state: the state to begin at, so that a window is read without what came long before and after
 * it. otf-view keeps such states, and ends this run if it is not enough.
 *
 * The file: the time of the state, the number of its words, and the words (state/words.h), in the order of bytes of the
 * machine.
 */
#ifndef CMD_WAIT_RESUME_H
#define CMD_WAIT_RESUME_H
#include "base/buf.h"
#include "wait/wait.h"

enum { WAIT_NEEDS_EARLIER = 4 /* exit status: "needs a state before TIME" is on standard error */ };

/* Zero-filled. */
struct wait_state {
	struct otfp_buf words;
	uint64_t time;
	unsigned looks; /* records since wait_state_is_enough looked */
	int is_given;
	int is_late; /* the window needs an earlier one */
};

/** Read the file. @return 0 or <0 */
int wait_state_read(struct wait_state *s, const char *name, struct otfp_error *err);
/** Let the engine begin at it, once. @return 0 or <0 */
int wait_state_give(struct wait_state *s, struct otfp_wait_engine *w, struct otfp_error *err);
/** Whether no later record matters. Call it for each timed record. */
int wait_state_is_enough(struct wait_state *s, const struct otfp_wait_engine *w);
/** At the end: whether the window needs an earlier state, which is said then. */
int wait_state_is_late(struct wait_state *s, const struct otfp_wait_engine *w);
#endif
