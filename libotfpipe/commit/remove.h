/*
 * remove.h - removes many files of one directory.
 *
 * A file system may need milliseconds to remove a file, such as ext4 that discards its blocks at once, but removes
 * several at the same time as fast as one. So many files are removed by several threads.
 */
#ifndef OTFP_COMMIT_REMOVE_H
#define OTFP_COMMIT_REMOVE_H
#include "base/buf.h"

/**
 * Remove files; those that do not exist count as removed.
 * @param dir     descriptor of the directory that the paths are relative to
 * @param before  what comes before each name in its path
 * @param names   strings, each with its NUL; empty ones are skipped
 * @return NULL, or with errno the first name that could not be removed; others may be left, too
 */
const char *otfp_remove_names(int dir, const char *before, const struct otfp_buf *names);
#endif
