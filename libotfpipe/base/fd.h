/*
 * fd.h - system calls that a signal interrupts (EINTR) or that move fewer bytes than asked for. They are repeated here
 * and nowhere else.
 *
 * Calls that may wait for somebody else (a pipe, a terminal, the opening of a FIFO) ask a function `stop` after a
 * signal: 0 = repeat the call, not 0 = fail with EINTR. With stop NULL every signal ends the call with EINTR. Calls on
 * regular files end by themselves, so they are always repeated. Errors are those of the system, in errno.
 */
#ifndef OTFP_BASE_FD_H
#define OTFP_BASE_FD_H
#include "base/must.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/types.h>

typedef int otfp_stop_fn(void);

/** An otfp_stop_fn for calls that are not to be stopped. @return 0 */
int otfp_go_on(void);
/** After a call that failed: @return 1 to repeat it, 0 not, with errno unchanged */
int otfp_fd_again(otfp_stop_fn *stop);

/** open(2) with O_CLOEXEC and mode 0666. @return the descriptor, or -1 */
OTFP_MUST_CHECK int otfp_fd_open(const char *path, int flags, otfp_stop_fn *stop);
/** The same relative to the directory `dir`, for regular files and directories: always repeated after a signal. */
OTFP_MUST_CHECK int otfp_fd_open_at(int dir, const char *path, int flags);
/** close(2). It is not repeated: Linux frees the descriptor first, and EINTR is no lost data. @return 0 or -1 */
OTFP_MUST_CHECK int otfp_fd_close(int fd);
/** Start to write the data of a file to the disk, without waiting, if the system can. */
void otfp_fd_start_writing(int fd);
/** Wait until the data of a file is written, if the system can; unlike fsync, the disk may still have it in its cache.
 * @return 0 or -1 */
int otfp_fd_end_writing(int fd);
/** Force all files of the file system of fd to the disk: much faster than fsync of each of very many files. Only errors
 * after the open of fd are found. @return 0; -1, with errno ENOSYS if the system cannot */
int otfp_fd_sync_all(int fd);
/** fsync(2). @return 0 or -1 */
OTFP_MUST_CHECK int otfp_fd_sync(int fd);
/** Make a regular file `size` bytes long, all of them with room on the disk, so that a mapping of it can be written:
 * posix_fallocate(3). @return 0 or -1 */
OTFP_MUST_CHECK int otfp_fd_allocate(int fd, uint64_t size);
/** Read what is there, at most n bytes, like read(2); waits if the descriptor is non-blocking. @return bytes, or -1 */
OTFP_MUST_CHECK ssize_t otfp_fd_read(int fd, void *p, size_t n, otfp_stop_fn *stop);
/** Read n bytes at byte `at` of a regular file, fewer only at its end. @return bytes, or -1 */
OTFP_MUST_CHECK ssize_t otfp_fd_read_at(int fd, void *p, size_t n, uint64_t at);
/** Write [p, p + n). @return the number of bytes written; less than n after an error */
size_t otfp_fd_write(int fd, const char *p, size_t n, otfp_stop_fn *stop);
/** Write n bytes at byte `at` of a regular file. @return 0 or -1 */
OTFP_MUST_CHECK int otfp_fd_write_at(int fd, const void *p, size_t n, uint64_t at);
/** Wait until a descriptor can be read without waiting, or is at its end, for at most ms milliseconds. @return 1; 0 if
 * the time is over; -1 */
OTFP_MUST_CHECK int otfp_fd_wait(int fd, int ms, otfp_stop_fn *stop);
/** Wait for ms milliseconds, or until a signal comes. It needs no descriptor, so it cannot fail and come back at once.
 */
void otfp_fd_pause(unsigned ms);
/** Enlarge a pipe to 1 MiB if it is smaller and that is allowed; other descriptors are unchanged. */
void otfp_fd_widen(int fd);

/** renameat2(2); both names are relative to the directory `dir`, or AT_FDCWD. @return 0 or -1 */
OTFP_MUST_CHECK int otfp_fd_rename(int dir, const char *from, const char *to, unsigned flags);
/** opendir(3). @return the directory for closedir(3), or NULL */
DIR *otfp_dir_open(const char *path);
/** @return the next name, valid until the next call; NULL with errno 0 at the end, or with errno of an error */
const char *otfp_dir_next(DIR *dir);
#endif
