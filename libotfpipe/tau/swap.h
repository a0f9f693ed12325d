/*
 * swap.h - NAME.trc and NAME.edf, or a directory, take their names together, the old ones put aside until then.
 */
#ifndef OTFP_TAU_SWAP_H
#define OTFP_TAU_SWAP_H
#include "base/error.h"

struct otfp_swap {
	struct otfp_error *err;
	char *dir;   /* NAME.otfpipe-XXXXXX; NULL = not made */
	char *fresh; /* the directory of new files: ".edf" and ".trc", or all of a run */
	struct otfp_swap_name {
		char *final, *fresh, *aside;
	} names[2];
	int n;
	int is_dir, force;
	int keeps; /* an old file could not come back: nothing is removed */
};

/** Look whether the names may be taken, and make the directories. On error, too, close. @param stub  path without a
 * suffix, or of a directory. @return 0 or <0 */
int otfp_swap_open(struct otfp_swap *s, const char *stub, int is_dir, int force, struct otfp_error *err);
/** @return 0; <0 and all is as it was, unless err says where the old files are */
int otfp_swap_commit(struct otfp_swap *s);
/** Remove what did not get its name, and what was replaced. s may be zero-filled. */
void otfp_swap_close(struct otfp_swap *s);
#endif
