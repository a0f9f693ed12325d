/*
 * fold.h - the memory of a profile by call path has a bound.
 *
 * When the rows need more than o.memory bytes, the paths with the fewest calls, of all processes and windows, are added
 * to a path "(other)" below their caller, until half of the rows are left. All sums stay exact. A folded path that is
 * called again is a new path, so its row counts only the calls since then.
 *
 * Paths with open calls stay: with more open calls than the memory has room for, the bound is exceeded.
 */
#ifndef OTFP_PROFILE_FOLD_H
#define OTFP_PROFILE_FOLD_H
#include "profile/profile.h"

/* The function that "(other)" is: no trace has it. */
#define OTFP_OTHER_FUNCTION (UINT64_MAX - 1)

/** Whether paths were folded, here or in the shares that were added up to it. */
static inline int otfp_profile_is_folded(const struct otfp_profile *p)
{
	return otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, OTFP_OTHER_FUNCTION) != NULL;
}

/** Fold paths if the rows need too much. Rows of paths that are folded become invalid, other rows stay where they are.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_profile_fold_now(struct otfp_profile *p);

/** The same, if it is time to look. @return as otfp_profile_fold_now */
static inline int otfp_profile_fold(struct otfp_profile *p)
{
	if (!p->by_paths || !p->o.memory)
		return 0;
	return p->rows.n >= p->fold_rows || p->events >= p->fold_events ? otfp_profile_fold_now(p) : 0;
}
#endif
