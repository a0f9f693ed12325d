/*
 * show.h - the selection of the records to show, for a stage that needs every record up to the end of the interval, to
 * know names and open calls, but shows only some of them.
 */
#ifndef CMD_SELECT_SHOW_H
#define CMD_SELECT_SHOW_H
#include "base/ticks.h"
#include "cmd/select/selection.h"

/* Zero-filled, then `select`, which belongs to the caller. */
struct show {
	struct selection *select;
	int selects;               /* some records are not shown */
	struct otfp_bounds bounds; /* after begin: of the time that counts, by -t and by the window of a slice */
};

/** Bind the selection to a stream. @return 0, or <0 as selection_begin */
int show_begin(struct show *s, const struct otfp_header *h, struct otfp_error *err);
/** The times that matter, as `window` of struct otfp_stage_ops: everything before the end of the interval, since it
 * decides what is open. @return 1 with all set, 0 = all times matter */
int show_window(struct show *s, uint64_t *from, uint64_t *to, int *has_to);
/** @return whether timed records of that process matter, as `wanted` of struct otfp_stage_ops */
int show_wanted(struct show *s, uint32_t process);
/** The files that matter, as `kinds` of struct otfp_stage_ops: none if -r names only definitions, else all. */
unsigned show_kinds(const struct show *s);
/** After begin: get the interval of -t, in ticks: [from, to), without end if has_to is 0. @return whether there is one
 */
int show_interval(const struct show *s, uint64_t *from, uint64_t *to, int *has_to);
/** After begin: @return whether -r names records to show, not only records to leave out */
int show_is_named(const struct show *s);
/** After begin: @return whether records of that type are shown */
int show_has(const struct show *s, unsigned type);
/** For each record and control line, in order. @return 1 to show it, 0 not to, <0 with err filled */
static inline int show_keep(struct show *s, const struct otfp_record *rec, struct otfp_error *err)
{
	return s->selects ? selection_keep(s->select, rec, err) : 1;
}
#endif
