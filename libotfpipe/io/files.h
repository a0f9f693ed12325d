/*
 * files.h - the descriptor budget: any number of files, a bounded number of
 * descriptors. A file is opened when it is used; when the budget is spent, the
 * one used longest ago is closed and opened again when it is next needed.
 *
 * Several threads may use the files of a budget at the same time, each file by one of
 * them. Reads go on side by side; opening and closing is done by one at a time.
 */
#ifndef OTFP_IO_FILES_H
#define OTFP_IO_FILES_H
#include "base/error.h"
#include <stdint.h>
#include <sys/types.h>

struct otfp_files;
struct otfp_file_h; /* one file in the budget */

/** One of n equal parts of a budget of `max` as below, for those who open several. @return at least 1 */
unsigned otfp_files_share(unsigned max, unsigned n);
/** @param max  descriptors to use at most; 0 = RLIMIT_NOFILE less 16 that stay for others (at least 4). It may
 * be exceeded by as many as there are threads that read. */
int otfp_files_new(struct otfp_files **fs, unsigned max, struct otfp_error *err);
/** All files must be closed. fs may be NULL. */
void otfp_files_free(struct otfp_files *fs);

/** A file to read by position. Opens it once, so that a missing file is told now (errno is left set,
 * err filled). A read fails when another file takes the name while it is closed. */
int otfp_file_open(struct otfp_file_h **f, struct otfp_files *fs, const char *path, struct otfp_error *err);
/** The same of a file that is open as fd, which belongs to the budget from now on, also on error. */
int otfp_file_adopt(struct otfp_file_h **f, struct otfp_files *fs, const char *path, int fd, struct otfp_error *err);
/** A new file to append to (O_CREAT|O_EXCL); reopened with O_APPEND. errno is left set on error. */
int otfp_file_create(struct otfp_file_h **f, struct otfp_files *fs, const char *path, struct otfp_error *err);
/** The same for a file that gets its name later: all messages say `shown` in place of path. */
int otfp_file_create_as(struct otfp_file_h **f, struct otfp_files *fs, const char *path, const char *shown,
                        struct otfp_error *err);
/** pread until n bytes or end of file. @return bytes read, or <0 */
ssize_t otfp_file_read(struct otfp_file_h *f, void *p, size_t n, uint64_t at);
/** Append all n bytes. @return 0 or <0; part of them may be written then */
int otfp_file_append(struct otfp_file_h *f, const void *p, size_t n);
/** Force to the disk what was appended. @return 0 or <0 */
int otfp_file_sync(struct otfp_file_h *f);
/** As it was on opening; of a file created here, what was appended. */
uint64_t otfp_file_size(const struct otfp_file_h *f);
const char *otfp_file_path(const struct otfp_file_h *f);
/** Close and free; f may be NULL. @return 0, or <0 if this or an earlier close on behalf of the
 * budget failed (err filled): the data may not have reached the disk then */
int otfp_file_close(struct otfp_file_h *f);
#endif
