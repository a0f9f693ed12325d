/*
 * newfile.h - one file that appears complete or not at all: written beside its name, as NAME.otfpipe-XXXXXX, and
 * renamed. Every file that is not part of a trace is opened here.
 *
 * "-" and /dev/stdout are standard output, /dev/stderr and /dev/fd/N are that descriptor. Another file that is not
 * regular (a pipe, /dev/null, /dev/full) is written directly. A link is followed.
 *
 * Only one writer at a time owns the name (lock.h). What a killed writer left is removed by the next one.
 */
#ifndef OTFP_COMMIT_NEWFILE_H
#define OTFP_COMMIT_NEWFILE_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"

enum {
	OTFP_NEWFILE_REPLACE = 1, /* replace a file that exists; else it is an error */
	OTFP_NEWFILE_BINARY = 2   /* the bytes are no text: a terminal is refused */
};

/* Zero-filled = not open; release is allowed. */
struct otfp_newfile {
	int fd;       /* -1: not open, or synced */
	char *name;   /* for messages, too: "stdout" for "-"; NULL: not open */
	char *beside; /* NULL: fd is the file itself */
	int replaces;
	otfp_stop_fn *stop;
	struct otfp_lock *lock;
};

/** Start a file. An existing file stays until otfp_newfile_end. @param flags  OTFP_NEWFILE_*. @param stop
 * asked after a signal while a pipe is opened or written (base/fd.h). @return 0 or <0; errno is EWOULDBLOCK if another
 * owns the name */
OTFP_MUST_CHECK int otfp_newfile_open(struct otfp_newfile *f, const char *name, unsigned flags, otfp_stop_fn *stop,
                                      struct otfp_error *err);
/** Create the file `path`, which must not exist, in a directory of new files that is moved as a whole (staging.h): it
 * gets no other name. @param name  what messages call it. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_newfile_within(struct otfp_newfile *f, const char *path, const char *name, otfp_stop_fn *stop,
                                        struct otfp_error *err);
/** Append n bytes. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_newfile_put(struct otfp_newfile *f, const void *p, size_t n, struct otfp_error *err);
/** Sync the file and close it; only end and release may follow. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_newfile_sync(struct otfp_newfile *f, struct otfp_error *err);
/** Sync the file, unless that is done, and give it its name; only end and release may follow. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_newfile_place(struct otfp_newfile *f, struct otfp_error *err);
/** The same, unless that is done, and let others write the name. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_newfile_end(struct otfp_newfile *f, struct otfp_error *err);
/** Free it; without otfp_newfile_end before, the new file is removed. */
void otfp_newfile_release(struct otfp_newfile *f);
#endif
