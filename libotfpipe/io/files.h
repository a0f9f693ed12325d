/*
 * files.h - the descriptor budget: any number of files with a bounded number of descriptors. A file is opened when it
 * is used. When the budget is used up, the least recently used file is closed, and opened again when it is needed.
 *
 * Several threads may use the files of a budget at the same time, but only one thread may use the same file. Reads run
 * in parallel; opening and closing is serialised.
 */
#ifndef OTFP_IO_FILES_H
#define OTFP_IO_FILES_H
#include "base/must.h"
#include "base/error.h"
#include "base/fd.h"
#include <stdint.h>
#include <sys/types.h>

struct otfp_files;
struct otfp_file_h; /* one file of a budget */

/** The budget for each of n users that share a budget of `max` (see otfp_files_new). @return at least 1 */
unsigned otfp_files_budget(unsigned max, unsigned n);
/**
 * Make a budget. @param max  maximum descriptors; 0: RLIMIT_NOFILE minus 16 for others, but at least 4. It may be
 * exceeded by the number of reading threads. @return 0 or <0
 */
int otfp_files_new(struct otfp_files **fs, unsigned max, struct otfp_error *err);
/** Set what decides after a signal about waiting inputs that are opened from now on (base/fd.h). NULL, the default: a
 * signal ends the call. */
void otfp_files_stop(struct otfp_files *fs, otfp_stop_fn *stop);
/** @return what otfp_files_stop set */
otfp_stop_fn *otfp_files_stopper(const struct otfp_files *fs);
/** Set the maximum, as otfp_files_new does. The least recently used files are closed if more are open. */
void otfp_files_limit(struct otfp_files *fs, unsigned max);
/** Descriptors in use. */
unsigned otfp_files_count(const struct otfp_files *fs);
/** Free a budget, which may be NULL. All its files must be closed. */
void otfp_files_free(struct otfp_files *fs);

/**
 * Open a file to read by position. A missing file is an error now, with errno. A later read fails if another file has
 * taken the name while the file was closed. @return 0 or <0
 */
int otfp_file_open(struct otfp_file_h **f, struct otfp_files *fs, const char *path, struct otfp_error *err);
/** The same for a file that is open as fd; the budget owns fd from now on, also on error. */
int otfp_file_adopt(struct otfp_file_h **f, struct otfp_files *fs, const char *path, int fd, struct otfp_error *err);
/**
 * Create a file to append to (O_CREAT|O_EXCL, later O_APPEND). @param shown  the name in messages, for a file that is
 * renamed later. @return 0 or <0 with errno
 */
int otfp_file_create(struct otfp_file_h **f, struct otfp_files *fs, const char *path, const char *shown,
                     struct otfp_error *err);
/** The same, but a file that exists is emptied (O_CREAT|O_TRUNC). */
int otfp_file_rewrite(struct otfp_file_h **f, struct otfp_files *fs, const char *path, struct otfp_error *err);
/** Make a file the most recently used. @return 1, or 0 if it is closed now */
int otfp_file_touch(struct otfp_file_h *f);
/** Close the descriptor; the next use of the file opens it again. */
void otfp_file_suspend(struct otfp_file_h *f);
/** Read until n bytes or the end of the file. @return bytes read, or <0 */
OTFP_MUST_CHECK ssize_t otfp_file_read(struct otfp_file_h *f, void *p, size_t n, uint64_t at);
/** Append n bytes. @return 0 or <0; then a part of them may be written */
OTFP_MUST_CHECK int otfp_file_append(struct otfp_file_h *f, const void *p, size_t n);
/** Write n bytes over those at byte `at` of a file to append to, with a descriptor outside the budget. @return 0 or <0
 */
OTFP_MUST_CHECK int otfp_file_overwrite(struct otfp_file_h *f, const void *p, size_t n, uint64_t at);
/* How to force the appended data to the disk: fsync, or for many files each of the other two, then otfp_fd_sync_all. */
enum otfp_file_force { OTFP_FORCE_WHOLLY, OTFP_FORCE_START, OTFP_FORCE_END };
/** Force the appended data to the disk. @return 0 or <0 */
OTFP_MUST_CHECK int otfp_file_sync(struct otfp_file_h *f, enum otfp_file_force how);
/** The size on opening, plus what was appended, in bytes. */
uint64_t otfp_file_size(const struct otfp_file_h *f);
/** The path given on opening. */
const char *otfp_file_path(const struct otfp_file_h *f);
/**
 * Close and free a file, which may be NULL. @return 0; <0 if this close, or an earlier one by the budget, failed: then
 * data may be lost
 */
int otfp_file_close(struct otfp_file_h *f);
#endif
