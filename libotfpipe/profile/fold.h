/*
 * fold.h - the memory of a profile by call path and by pair of processes has a bound.
 *
 * When the rows of paths need more than o.memory bytes, the paths with the fewest calls, of all processes and windows,
 * are added to a path "(other)" below their caller, until half of the rows are left; in a tree (see profile.h), where
 * paths with one call need less, until the paths are a third of those that there is room for as rows. All sums stay
 * exact. A folded path that is called again is a new path, so its row counts only the calls since then.
 *
 * Paths with open calls stay: with more open calls than the memory has room for, the bound is exceeded.
 *
 * When the rows of the matrix need more, those with the fewest messages are added to the row of their window from
 * OTFP_OTHER_PROCESS to OTFP_OTHER_PROCESS in the same way. With rows by communicator or tag there is such a row for
 * each. With both, paths and pairs have half of the memory each. Messages under way are kept besides.
 */
#ifndef OTFP_PROFILE_FOLD_H
#define OTFP_PROFILE_FOLD_H
#include "profile/profile.h"

/* The function that "(other)" is: no trace has it. */
#define OTFP_OTHER_FUNCTION (UINT64_MAX - 1)

/** Whether a row of the matrix has pairs that were folded. */
int otfp_profile_is_other_pair(const struct otfp_profile *p, const struct otfp_row_key *key);

/** Whether paths or pairs were folded, here or in the shares that were added up to it. */
int otfp_profile_is_folded(const struct otfp_profile *p);

/* Bytes of a path in a tree, with 16 for its place in the index, and of its cell. They decide what is folded, so they
 * are the same on each machine. */
enum { OTFP_FOLD_PATH = 40, OTFP_FOLD_CELL = 80 };

/** Bytes for the rows of paths, or for those of pairs. Folding itself and printing need the rest. */
static inline uint64_t otfp_fold_bound(const struct otfp_profile *p)
{
	const int both = p->by_paths && (p->o.tables >> OTFP_STAT_MATRIX & 1);

	return p->o.memory / 3 * 2 / (both ? 2 : 1);
}

/** Fold paths if the rows need too much. Rows of paths that are folded become invalid, other rows stay where they are.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_profile_fold_now(struct otfp_profile *p);
/** Fold pairs if their rows need too much. The same holds for rows. @return as otfp_profile_fold_now */
OTFP_MUST_CHECK int otfp_profile_fold_pairs(struct otfp_profile *p);

/** Before the end: fold paths if there is no room for a row of each. @return as otfp_profile_fold_now */
OTFP_MUST_CHECK int otfp_profile_fold_last(struct otfp_profile *p);

/* Private to fold*.c. */

/** Fold paths of a tree until so many are left, "(other)" and open ones not counted. @return 0, or -1 when memory is
 * out */
OTFP_MUST_CHECK int otfp_fold_tree(struct otfp_profile *p, size_t room);
/** Before a tree grows: if it has more than a few paths, make room for all that there can be before they are folded.
 * To move its arrays later would copy them or split their large pages. Room that is not used takes no memory. */
void otfp_fold_tree_reserve(struct otfp_profile *p);
/** Return the memory of paths that were folded, which is kept for new ones. */
void otfp_fold_tree_return(struct otfp_profile *p);
/** Name the function that "(other)" is. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_fold_name_other(struct otfp_profile *p);

/** Both, if it is time to look. @return as otfp_profile_fold_now */
static inline int otfp_profile_fold(struct otfp_profile *p)
{
	if (!p->o.memory)
		return 0;
	if (p->by_paths && (p->rows.n + p->ncells >= p->fold_rows || p->events >= p->fold_events) &&
	    otfp_profile_fold_now(p) < 0)
		return -1;
	return p->rows.n + p->pairs.n >= p->fold_pairs ? otfp_profile_fold_pairs(p) : 0;
}
#endif
