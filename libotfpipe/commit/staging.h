/*
 * staging.h - writes a trace beside its name and renames it: the new files grow in a directory NAME.otfpipe-XXXXXX and
 * get their names at the end, the master file last. After an error, or a close without commit, the directory is
 * removed.
 *
 * Only one writer at a time owns the name (lock.h). A journal (journal.h) controls the renaming:
 *
 * - New name: after a kill at any time there are only files NAME.otfpipe-*, or the whole trace, or a journal with
 *   which the next command on NAME completes it. Nothing is forced to the disk (fsync); after a power failure the file
 *   system decides what is left.
 * - Replaced trace: the same, with the whole old trace in place of nothing, and also safe against a power failure. The
 *   old files can be read until the commit.
 *
 * Messages contain the final names of the files.
 */
#ifndef OTFP_COMMIT_STAGING_H
#define OTFP_COMMIT_STAGING_H
#include "commit/beside.h"
#include "io/files.h"

struct otfp_staging;

struct otfp_staging_options {
	enum otfp_together together; /* which files belong to the trace (beside.h) */
	int replace;                 /* the commit replaces an existing trace */
	/* whether an existing file of the trace, given by its suffix, stays in place; NULL: none does */
	int (*stays)(void *ctx, const char *suffix);
	void *stays_ctx;
	/* files beside the name, if known; a trace created since then is found in the directory */
	const struct otfp_beside *beside;
	struct otfp_pool *pool; /* for compression; NULL: only the caller's thread */
	/* called when an earlier write of the name was completed; may be NULL */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
};

/**
 * Take the lock, complete a journal, and make the directory. Refuses an existing trace (any file of it) without
 * o->replace, and one with files that are not regular (links, directories) or a directory of locations with other
 * files.
 * @param stub  final path without ".otf". If it ends in a slash, the files are in that directory, which is made if it
 *              does not exist, and removed if nothing is committed
 * @return 0 or <0
 */
int otfp_staging_open(struct otfp_staging **st, const char *stub, const struct otfp_staging_options *o,
                      struct otfp_error *err);
/**
 * A new file that becomes <stub><suffix>, such as ".1.events". The stage owns the handle; fs must live until the stage
 * is committed or closed.
 */
struct otfp_staged;
/**
 * Create a file. @param level  0: plain; else zlib in the form of the reference library: header, blocks that each end
 * in a full flush, never finished; suffix must then end in ".z". @return 0 or <0
 */
int otfp_staging_create(struct otfp_staged **f, struct otfp_staging *st, struct otfp_files *fs, const char *suffix,
                        int level);
/** Link (or copy) an existing file as <stub><suffix>. @return 0 or <0 */
int otfp_staging_adopt(struct otfp_staging *st, const char *path, const char *suffix);
/** The directory of new files, for files that the caller makes there; NULL after the commit. */
const char *otfp_staging_dir(const struct otfp_staging *st);
/**
 * The file `name` in that directory, or the directory if the suffix is "", becomes <stub><suffix>. Nothing may write to
 * it any more. If the trace replaces another one it is forced to the disk. @return 0 or <0
 */
int otfp_staging_copy(struct otfp_staging *st, const char *name, const char *suffix);
/** Also remove the file at path when all is in place; its directory must be writable. @return 0 or <0 */
int otfp_staging_drop(struct otfp_staging *st, const char *path);
/**
 * Append n bytes, compressed as one block; 0 bytes make no block. @return 0 or <0; with several threads, the error may
 * be that of an earlier append to any file of the stage
 */
int otfp_staged_append(struct otfp_staged *f, const void *p, size_t n);
/**
 * Close all files, give each its final name, `last` at the very end, and remove the directory. After an error, also
 * one of an earlier create or append, everything new is removed and the old files are as before, unless err recommends
 * --recover. Only close may follow.
 * @param last  a suffix; NULL: that of the file created last
 * @return 0 or <0
 */
int otfp_staging_commit(struct otfp_staging *st, const char *last);
/** Free it; without commit everything new is removed. st may be NULL. */
void otfp_staging_close(struct otfp_staging *st);
#endif
