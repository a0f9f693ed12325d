/* tool.h - a program of otfpipe that answers a request: its standard output is the answer. */
#ifndef CMD_VIEW_TOOL_H
#define CMD_VIEW_TOOL_H
#include "cmd/view/view.h"

enum { TOOL_STATE = 3 /* the descriptor that has the state */ };
#define TOOL_STATE_FILE "/proc/self/fd/3"

/**
 * Run argv[0], one of them, until it ends or nobody waits for the answer; request_fail says what failed.
 * @param state   NULL, or what it begins at; then argv has TOOL_STATE_FILE
 * @param before  set to the time that it needs a state from before
 * @return 1 if it needs one, 0
 */
int tool_run(struct view *v, struct request *r, struct view_copy *copy, char *const *argv,
             const struct view_point *state, uint64_t *before);
#endif
