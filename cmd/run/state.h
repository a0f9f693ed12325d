/*
 * state.h - --state of otf-stat and otf-wait: the state to begin at, so that a window is read without what came long
 * before it. otf-view keeps such states.
 *
 * The file: numbers of 64 bits in the order of bytes of the machine, struct state_head and then the words of the state,
 * state/words.h.
 */
#ifndef CMD_RUN_STATE_H
#define CMD_RUN_STATE_H
#include "base/buf.h"
#include "otfpipe.h"

enum { STATE_NEEDS_EARLIER = 4 /* exit status: "needs a state before TIME" is on standard error */ };

struct state_head {
	uint64_t time;        /* ticks: the state before the events at it */
	uint64_t first, last; /* ticks: first and last event of the trace */
	uint64_t n;           /* words */
};

/* Zero-filled. */
struct begin_state {
	struct otfp_buf bytes;
	struct state_head head;
	const uint64_t *words;
	int is_given; /* to what begins at it */
	int is_late;  /* the window needs an earlier one */
};

/** Read the file. @return 0 or <0 */
int begin_state_read(struct begin_state *s, const char *name, struct otfp_error *err);
/** Say that the window needs a state before a time. */
void begin_state_late(struct begin_state *s, uint64_t before);
/** Free what it has. */
void begin_state_release(struct begin_state *s);
#endif
