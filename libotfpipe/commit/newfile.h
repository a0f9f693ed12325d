/*
 * newfile.h - one file that appears complete or not at all: written beside its name and renamed.
 *
 * A file that is not regular (a pipe, /dev/stdout, /dev/full) is written directly; a link is followed.
 */
#ifndef OTFP_COMMIT_NEWFILE_H
#define OTFP_COMMIT_NEWFILE_H
#include "base/error.h"
#include "base/fd.h"

/* Zero-filled with fd -1 is not open; release is allowed. */
struct otfp_newfile {
	int fd;
	char *name, *beside; /* beside NULL: fd is the file itself */
};

/** Start a file. An existing file stays until otfp_newfile_end. @param stop  asked after a signal while a pipe is
 * opened (base/fd.h). @return 0 or <0 */
int otfp_newfile_open(struct otfp_newfile *f, const char *name, otfp_stop_fn *stop, struct otfp_error *err);
/** Sync the file and give it its name. @return 0 or <0 */
int otfp_newfile_end(struct otfp_newfile *f, struct otfp_error *err);
/** Free it; without otfp_newfile_end before, the new file is removed. */
void otfp_newfile_release(struct otfp_newfile *f);
#endif
