/* stage.h - a pass of otf-wait as a stage of a run; its ctx is the struct wait_run. */
#ifndef CMD_WAIT_STAGE_H
#define CMD_WAIT_STAGE_H
#include "cmd/wait/passes.h"

/* The second one is for runs without a selection. */
extern const struct otfp_stage_ops wait_stage, wait_whole_stage;

/** The .begin of both: make the models of this pass. */
int wait_stage_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err);
/** After the first pass: choose the repair that the sentences of the screen are about, if there is one; the second pass
 * tries it. @return 0 or <0 */
int wait_choose(struct wait_run *r, struct otfp_error *err);
/** Set what the tables show, but for the form. */
void wait_set_view(struct wait_run *r);
#endif
