/*
 * newfile.h - one file that appears whole or not at all: written beside its name and renamed into place.
 *
 * What is no regular file (a pipe, /dev/stdout, /dev/full) is written as it is; a link is followed.
 */
#ifndef OTFP_COMMIT_NEWFILE_H
#define OTFP_COMMIT_NEWFILE_H
#include "base/error.h"

/* Zero-filled with fd -1 is one that is not open: release is allowed. */
struct otfp_newfile {
	int fd;
	char *name, *beside; /* beside NULL: fd is the file itself */
};

/** Begin a file. One that exists stays until the end. @return 0 or <0 */
int otfp_newfile_open(struct otfp_newfile *f, const char *name, struct otfp_error *err);
/** All is written: it goes to the disk and gets its name. @return 0 or <0 */
int otfp_newfile_end(struct otfp_newfile *f, struct otfp_error *err);
/** Without the end before it, nothing is left. */
void otfp_newfile_release(struct otfp_newfile *f);
#endif
