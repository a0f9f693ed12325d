/*
 * stage.h - write beside and rename: the files of a new trace grow in a
 * directory NAME.otfpipe-XXXXXX beside it and get their names at the end, the
 * master file last. On error or close without commit the directory is removed.
 *
 * One writer at a time has the name (lock.h). The names are given by journal (journal.h):
 *
 * - A name that is new: killed at any moment there is nothing of it but NAME.otfpipe-*, or the whole
 *   trace, or a journal by which the next command on NAME completes it. Nothing is forced to the
 *   disk (fsync), so when the power fails what is there is what the file system kept.
 * - A trace that is replaced: the same, with the whole old trace in place of nothing, and for a power failure,
 *   too. The old files can be read until the commit.
 *
 * Messages name the files as they will be called.
 */
#ifndef OTFP_COMMIT_STAGE_H
#define OTFP_COMMIT_STAGE_H
#include "io/files.h"

struct otfp_beside;
struct otfp_stage;

struct otfp_stage_options {
	int replace; /* the trace may exist: the commit replaces it */
	/* whether a file of the trace that exists stays where it is, by its suffix; NULL = none does */
	int (*stays)(void *ctx, const char *suffix);
	void *stays_ctx;
	/* what stood beside before, if that is known; a trace that has come since is looked for in the directory */
	const struct otfp_beside *beside;
	struct otfp_pool *pool; /* to deflate with; NULL = the caller's thread alone */
	/* told when an earlier writing of the name was completed; may be NULL */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
};

/** Take the lock, complete what a journal says, make the directory. Refuses a trace that
 * exists (any file of it, otfp_is_part) without o->replace, and one with files that are none (links, directories).
 * @param stub  final path without ".otf" @return 0 or <0 */
int otfp_stage_open(struct otfp_stage **st, const char *stub, const struct otfp_stage_options *o,
                    struct otfp_error *err);
/**
 * A new file that will be <stub><suffix>, e.g. ".1.events". level 0 = plain, else zlib
 * in the form the reference reads: header, blocks each ended by a full flush, never finished;
 * the suffix must already end in ".z" then. Each append is one block (of nothing: none).
 * The handle belongs to the stage. fs must live until the stage is committed or closed.
 */
struct otfp_staged;
int otfp_stage_create(struct otfp_staged **f, struct otfp_stage *st, struct otfp_files *fs, const char *suffix,
                      int level);
/** A file that stands elsewhere becomes <stub><suffix>: it is linked, or else copied. @return 0 or <0 */
int otfp_stage_adopt(struct otfp_stage *st, const char *path, const char *suffix);
/** Remove the file at path, too, when all is in place; its directory must allow it. @return 0 or <0 */
int otfp_stage_drop(struct otfp_stage *st, const char *path);
/** @return 0 or <0, which with several threads may be due to an earlier append to any file of the stage */
int otfp_staged_append(struct otfp_staged *f, const void *p, size_t n);
/** Close all files, give each its final name, <last> (a suffix; NULL = the last created) at the very end, and
 * remove the directory. On error, also when a create or append failed before, everything that was made
 * is removed and what was there stands as before, unless err says that --recover goes on. Nothing may
 * follow but close. @return 0 or <0 */
int otfp_stage_commit(struct otfp_stage *st, const char *last);
/** Free; without commit all is removed. st may be NULL. */
void otfp_stage_close(struct otfp_stage *st);
#endif
