/*
 * show.h - a selection of what is shown: a stage that learns from every record up to the end of the interval, names
 * and open calls, and shows some.
 */
#ifndef OTFP_CMD_RUN_SHOW_H
#define OTFP_CMD_RUN_SHOW_H
#include "cmd/run/select/selection.h"

/* Zero-filled, then `select`, which stays its owner's. */
struct otfp_show {
	struct otfp_selection *select;
	int selects; /* some records are not shown */
};

/** @return 0 or <0 */
int otfp_show_begin(struct otfp_show *s, const struct otfp_header *h, struct otfp_error *err);
/** The times and processes that matter, as of struct otfp_stage_ops: all that was before tells what is open. */
int otfp_show_window(struct otfp_show *s, uint64_t *from, uint64_t *to, int *has_to);
int otfp_show_wanted(struct otfp_show *s, uint32_t process);
/** After begin: the interval. @return whether there is one */
int otfp_show_interval(const struct otfp_show *s, uint64_t *from, uint64_t *to, int *has_to);
/** After begin: whether -r names what is shown, not only what is not. */
int otfp_show_is_named(const struct otfp_show *s);
/** After begin: whether records of that type are shown. */
int otfp_show_has(const struct otfp_show *s, unsigned type);
/** @return 1 to show it, 0 not to, <0 */
int otfp_show_keep(struct otfp_show *s, const struct otfp_record *rec, struct otfp_error *err);
#endif
