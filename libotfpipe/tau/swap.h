/*
 * swap.h - gives NAME.trc and NAME.edf, or a directory, their names together; the old ones are kept aside until then.
 */
#ifndef OTFP_TAU_SWAP_H
#define OTFP_TAU_SWAP_H
#include "base/error.h"

struct otfp_swap {
	struct otfp_error *err;
	char *dir;   /* NAME.otfpipe-XXXXXX; NULL: not made */
	char *fresh; /* directory of the new files: ".edf" and ".trc", or all of a run */
	struct otfp_swap_name {
		char *final, *fresh, *aside;
	} names[2];
	int n;
	int is_dir, force;
	int keeps; /* an old file could not be moved back: remove nothing */
};

/**
 * Check that the names may be used, and make the directories. Close it also after an error. @param stub  path without
 * suffix, or path of a directory. @return 0 or <0
 */
int otfp_swap_open(struct otfp_swap *s, const char *stub, int is_dir, int force, struct otfp_error *err);
/**
 * Move the new files to their names. @return 0; <0 with everything as before, unless err tells where the old files are
 */
int otfp_swap_commit(struct otfp_swap *s);
/** Remove what did not get its name, and what was replaced. s may be zero-filled. */
void otfp_swap_close(struct otfp_swap *s);
#endif
