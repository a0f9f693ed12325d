/*
 * calls.c - calls of input and output. Each stands for the call of libc: it asks whether it must fail, and otherwise
 * makes the system call. Where libc does more than the system call, its function is called.
 */
/* both names of each call are defined here */
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#undef _FILE_OFFSET_BITS /* it would give these functions the names with 64, which ALSO adds below */
#undef _TIME_BITS
#include "fault.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* The function of libc of that name, of the type of `function`. */
#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

/* ---- bytes ---- */

ssize_t read(int fd, void *p, size_t n)
{
	const ssize_t m = fault_allows(CALL_READ, n);

	return m < 0 ? -1 : syscall(SYS_read, fd, p, m);
}

ssize_t pread(int fd, void *p, size_t n, off_t at)
{
	const ssize_t m = fault_allows(CALL_READ, n);

	return m < 0 ? -1 : syscall(SYS_pread64, fd, p, m, at);
}

/* Messages get through, since a failure must have one. */
ssize_t write(int fd, const void *p, size_t n)
{
	const ssize_t m = fd == STDERR_FILENO ? (ssize_t)n : fault_allows(CALL_WRITE, n);

	return m < 0 ? -1 : syscall(SYS_write, fd, p, m);
}

ssize_t send(int fd, const void *p, size_t n, int flags)
{
	const ssize_t m = fault_allows(CALL_WRITE, n);

	return m < 0 ? -1 : syscall(SYS_sendto, fd, p, m, flags, NULL, 0);
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
	const ssize_t m = fault_allows(CALL_WRITE, n);

	return m < 0 ? -1 : syscall(SYS_pwrite64, fd, p, m, at);
}

/* Half of a vector is its first part. */
ssize_t writev(int fd, const struct iovec *v, int n)
{
	const ssize_t m = fault_allows(CALL_WRITE, v[0].iov_len);

	return m < 0                    ? -1 :
	       (size_t)m < v[0].iov_len ? syscall(SYS_write, fd, v[0].iov_base, m) :
	                                  syscall(SYS_writev, fd, v, n);
}

/* As libc does it: on after a short count, an error stays. */
static ssize_t stream_write(void *cookie, const char *p, size_t n)
{
	size_t done = 0;

	while (done < n) {
		const ssize_t m = write((int)(size_t)cookie, p + done, n - done);

		if (m < 0)
			return (ssize_t)done;
		done += (size_t)m;
	}
	return (ssize_t)n;
}

static ssize_t stream_read(void *cookie, char *p, size_t n)
{
	return read((int)(size_t)cookie, p, n);
}

static int stream_seek(void *cookie, off64_t *at, int whence)
{
	*at = lseek((int)(size_t)cookie, *at, whence);
	return *at < 0 ? -1 : 0;
}

static int stream_close(void *cookie)
{
	return close((int)(size_t)cookie);
}

FILE *fault_stream(int fd)
{
	const cookie_io_functions_t io = {.write = stream_write, .close = stream_close};

	return fopencookie((void *)(size_t)fd, "w", io);
}

static FILE *read_stream(int fd)
{
	const cookie_io_functions_t io = {.read = stream_read, .seek = stream_seek, .close = stream_close};

	return fopencookie((void *)(size_t)fd, "r", io);
}

FILE *fopen(const char *path, const char *mode)
{
	const int writes = mode[0] == 'w';
	const int fd = open(path, writes ? O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666);

	return fd < 0 ? NULL : writes ? fault_stream(fd) : read_stream(fd);
}

/* ---- descriptors ---- */

int open(const char *path, int flags, ...)
{
	va_list va;
	mode_t mode;

	va_start(va, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(va, mode_t) : 0;
	va_end(va);
	return fault_fails(CALL_OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...)
{
	va_list va;
	mode_t mode;

	va_start(va, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(va, mode_t) : 0;
	va_end(va);
	return fault_fails(CALL_OPEN) ? -1 : (int)syscall(SYS_openat, dir, path, flags, mode);
}

/* Linux closes it in any case. */
int close(int fd)
{
	const int fails = fault_fails(CALL_CLOSE), error = errno;
	const int status = (int)syscall(SYS_close, fd);

	if (!fails)
		return status;
	errno = error;
	return -1;
}

off_t lseek(int fd, off_t at, int whence)
{
	return fault_fails(CALL_LSEEK) ? -1 : syscall(SYS_lseek, fd, at, whence);
}

int dup(int fd)
{
	return fault_fails(CALL_DUP) ? -1 : (int)syscall(SYS_dup, fd);
}

int dup2(int fd, int to)
{
	return fault_fails(CALL_DUP) ? -1 : (int)syscall(SYS_dup3, fd, to, 0);
}

int fcntl(int fd, int what, ...)
{
	va_list va;
	long argument;

	va_start(va, what);
	argument = va_arg(va, long);
	va_end(va);
	return fault_fails(CALL_DUP) ? -1 : (int)syscall(SYS_fcntl, fd, what, argument);
}

int flock(int fd, int what)
{
	return fault_fails(CALL_FLOCK) ? -1 : (int)syscall(SYS_flock, fd, what);
}

int fsync(int fd)
{
	return fault_fails(CALL_SYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

int syncfs(int fd)
{
	return fault_fails(CALL_SYNC) ? -1 : (int)syscall(SYS_syncfs, fd);
}

int fdatasync(int fd)
{
	return fault_fails(CALL_SYNC) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int ftruncate(int fd, off_t size)
{
	return fault_fails(CALL_TRUNCATE) ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}

int fallocate(int fd, int mode, off_t at, off_t size)
{
	return fault_fails(CALL_ALLOCATE) ? -1 : (int)syscall(SYS_fallocate, fd, mode, at, size);
}

int posix_fallocate(int fd, off_t at, off_t size)
{
	return fault_fails(CALL_ALLOCATE) ? errno : REAL(posix_fallocate)(fd, at, size);
}

int fchmod(int fd, mode_t mode)
{
	return fault_fails(CALL_FCHMOD) ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	return fault_fails(CALL_POLL) ? -1 : (int)syscall(SYS_poll, fds, n, timeout);
}

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t from)
{
	return fault_fails(CALL_MMAP) ? MAP_FAILED : (void *)syscall(SYS_mmap, at, n, protection, flags, fd, from);
}

/* ---- names ---- */

int rename(const char *from, const char *to)
{
	return fault_fails(CALL_RENAME) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	return fault_fails(CALL_RENAME) ? -1 : (int)syscall(SYS_renameat, from_dir, from, to_dir, to);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	return fault_fails(flags ? CALL_RENAME2 : CALL_RENAME) ?
	               -1 :
	               (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
}

int link(const char *from, const char *to)
{
	return fault_fails(CALL_LINK) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	return fault_fails(CALL_LINK) ? -1 : (int)syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
}

int unlink(const char *path)
{
	return fault_fails(CALL_UNLINK) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int unlinkat(int dir, const char *path, int flags)
{
	return fault_fails(CALL_UNLINK) ? -1 : (int)syscall(SYS_unlinkat, dir, path, flags);
}

int rmdir(const char *path)
{
	return fault_fails(CALL_UNLINK) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdir(const char *path, mode_t mode)
{
	return fault_fails(CALL_MKDIR) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int mkdirat(int dir, const char *path, mode_t mode)
{
	return fault_fails(CALL_MKDIR) ? -1 : (int)syscall(SYS_mkdirat, dir, path, mode);
}

char *mkdtemp(char *path)
{
	return fault_fails(CALL_MKTEMP) ? NULL : REAL(mkdtemp)(path);
}

int mkostemp(char *path, int flags)
{
	return fault_fails(CALL_MKTEMP) ? -1 : REAL(mkostemp)(path, flags);
}

/* ---- looks ---- */

int fstatat(int dir, const char *path, struct stat *st, int flags)
{
	return fault_fails(CALL_STAT) ? -1 : REAL(fstatat)(dir, path, st, flags);
}

int stat(const char *path, struct stat *st)
{
	return fault_fails(CALL_STAT) ? -1 : REAL(stat)(path, st);
}

int lstat(const char *path, struct stat *st)
{
	return fault_fails(CALL_STAT) ? -1 : REAL(lstat)(path, st);
}

int fstat(int fd, struct stat *st)
{
	return fault_fails(CALL_STAT) ? -1 : REAL(fstat)(fd, st);
}

int access(const char *path, int mode)
{
	return fault_fails(CALL_STAT) ? -1 : (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

int faccessat(int dir, const char *path, int mode, int flags)
{
	return fault_fails(CALL_STAT) ? -1 : REAL(faccessat)(dir, path, mode, flags);
}

char *realpath(const char *path, char *to)
{
	return fault_fails(CALL_REALPATH) ? NULL : REAL(realpath)(path, to);
}

DIR *opendir(const char *path)
{
	return fault_fails(CALL_OPENDIR) ? NULL : REAL(opendir)(path);
}

DIR *fdopendir(int fd)
{
	return fault_fails(CALL_OPENDIR) ? NULL : REAL(fdopendir)(fd);
}

struct dirent *readdir(DIR *dir)
{
	return fault_fails(CALL_READDIR) ? NULL : REAL(readdir)(dir);
}

/* ---- threads ---- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*fn)(void *), void *argument)
{
	return fault_fails(CALL_THREAD) ? errno : REAL(pthread_create)(thread, attributes, fn, argument);
}

/* ---- the same with 64-bit offsets ---- */

#define ALSO(function) __asm__(".globl " #function "64\n.set " #function "64, " #function)

ALSO(open);
ALSO(openat);
ALSO(fopen);
ALSO(pread);
ALSO(pwrite);
ALSO(lseek);
ALSO(fcntl);
ALSO(ftruncate);
ALSO(fallocate);
ALSO(posix_fallocate);
ALSO(mmap);
ALSO(mkostemp);
ALSO(stat);
ALSO(lstat);
ALSO(fstat);
ALSO(fstatat);
ALSO(readdir);
