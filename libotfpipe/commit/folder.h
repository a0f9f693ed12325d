/*
 * folder.h - a directory that belongs to a trace and is moved and removed as a whole: the locations of an OTF2 archive;
 * tables of Parquet files, each in a directory of its own.
 *
 * Only files are removed that a trace may have there: what a user put there stays, and the directory then too.
 */
#ifndef OTFP_COMMIT_FOLDER_H
#define OTFP_COMMIT_FOLDER_H
#include "base/error.h"
#include "commit/beside.h"

/** Check that all files of the directory `path` are those that a set of files may have there. @return 0; <0, with a
 * message that names the first other one */
int otfp_folder_check(const char *path, enum otfp_together set, struct otfp_error *err);
/** Force the files to the disk, and the directories. @return 0, or -1 with errno */
int otfp_folder_sync(const char *path);
/** Remove the directory `name` in the directory dir, with its files; others stay. @return 0, or -1 with errno */
int otfp_folder_remove(int dir, const char *name);
#endif
