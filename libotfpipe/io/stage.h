/*
 * stage.h - write beside and rename: the files of a new trace grow in a
 * directory NAME.otfpipe-XXXXXX beside it and get their names at the end, the
 * master file last. Until then nothing under the final name exists; on error
 * or close without commit the directory is removed.
 *
 * Messages name the files as they will be called. Nothing is forced to the disk (fsync).
 */
#ifndef OTFP_STAGE_H
#define OTFP_STAGE_H
#include "base/buf.h"
#include "io/files.h"

struct otfp_stage;

/** Whether any file of a trace of that stub exists: <stub>.otf, <stub>.thumb, or
 * <stub>.<hex id>.{def,defs,events,snaps,stats,marker}[.z].
 * @param which  set to the path found (NUL behind it); may be NULL
 * @return 1 it does, 0 not, <0 if that cannot be told (errno: no memory, directory not readable) */
int otfp_stage_exists(const char *stub, struct otfp_buf *which);

/** @param stub  final path without ".otf". Makes the directory. @return 0 or <0 */
int otfp_stage_open(struct otfp_stage **st, const char *stub, struct otfp_error *err);
/**
 * A new file that will be <stub><suffix>, e.g. ".1.events". level 0 = plain, else zlib
 * in the form the reference reads: header, blocks each ended by a full flush, never finished;
 * the suffix must already end in ".z" then. Each append is one block (of nothing: none).
 * The handle belongs to the stage. fs must live until the stage is committed or closed.
 */
struct otfp_staged;
int otfp_stage_create(struct otfp_staged **f, struct otfp_stage *st, struct otfp_files *fs, const char *suffix,
                      int level);
int otfp_staged_append(struct otfp_staged *f, const void *p, size_t n);
/** Close all files, rename each to its final name in the order of creation, <last> (a suffix; NULL = none)
 * at the very end, remove the directory. Refuses to replace an existing file. On error, also when a
 * create or append failed before, everything that was made is removed. Nothing may follow but close.
 * @return 0 or <0 */
int otfp_stage_commit(struct otfp_stage *st, const char *last);
/** Free; without commit all is removed. st may be NULL. */
void otfp_stage_close(struct otfp_stage *st);
#endif
