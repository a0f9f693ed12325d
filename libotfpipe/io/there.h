/*
 * there.h - whether a file exists. Only what the system reports as missing is missing: a file that cannot be looked at
 * (a disk that fails, a directory without permission, a loop of links) is an error, because to take it as missing would
 * lose its records in silence.
 */
#ifndef OTFP_IO_THERE_H
#define OTFP_IO_THERE_H
#include "base/must.h"
#include "base/error.h"
#include <stdint.h>
#include <sys/stat.h>

/**
 * Look at the file that a path leads to, past symbolic links. @param st  what was found; may be NULL
 * @return 1 if it exists; 0 if not, with errno; <0 if it cannot be looked at
 */
OTFP_MUST_CHECK int otfp_file_is_there(const char *path, struct stat *st, struct otfp_error *err);
/** The size of a regular file. @return 1; 0 if it does not exist or is no regular file; <0 as above */
OTFP_MUST_CHECK int otfp_regular_size(const char *path, uint64_t *bytes, struct otfp_error *err);
/** The same as the first for the name itself, which may be a symbolic link that leads nowhere. */
OTFP_MUST_CHECK int otfp_name_is_there(const char *path, struct stat *st, struct otfp_error *err);
#endif
