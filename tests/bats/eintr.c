/*
 * eintr.c - to be preloaded: each system call on files is interrupted (EINTR) every other time, and the calls between
 * move half of the bytes that they are asked for.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Counts the calls of one function; the threads need not agree on the number. */
#define INTERRUPT(failed)                      \
	do {                                   \
		static unsigned calls;         \
		if (calls++ % 2 == 0) {        \
			errno = EINTR;         \
			return failed;         \
		}                              \
	} while (0)
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static size_t half(size_t n)
{
	return n > 1 ? n / 2 : n;
}

static mode_t mode_of(int flags, va_list ap)
{
	return flags & (O_CREAT | __O_TMPFILE) ? va_arg(ap, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = mode_of(flags, ap);
	va_end(ap);
	INTERRUPT(-1);
	return NEXT(open)(path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = mode_of(flags, ap);
	va_end(ap);
	INTERRUPT(-1);
	return NEXT(openat)(dir, path, flags, mode);
}

/* As on Linux, the descriptor is closed. */
int close(int fd)
{
	static unsigned calls;
	int r = NEXT(close)(fd);

	if (r == 0 && calls++ % 2 == 0) {
		errno = EINTR;
		r = -1;
	}
	return r;
}

ssize_t read(int fd, void *p, size_t n)
{
	INTERRUPT(-1);
	return NEXT(read)(fd, p, half(n));
}

ssize_t pread(int fd, void *p, size_t n, off_t at)
{
	INTERRUPT(-1);
	return NEXT(pread)(fd, p, half(n), at);
}

ssize_t write(int fd, const void *p, size_t n)
{
	INTERRUPT(-1);
	return NEXT(write)(fd, p, half(n));
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t at)
{
	INTERRUPT(-1);
	return NEXT(pwrite)(fd, p, half(n), at);
}

int fsync(int fd)
{
	INTERRUPT(-1);
	return NEXT(fsync)(fd);
}

int syncfs(int fd)
{
	INTERRUPT(-1);
	return NEXT(syncfs)(fd);
}

int posix_fallocate(int fd, off_t from, off_t size)
{
	INTERRUPT(EINTR);
	return NEXT(posix_fallocate)(fd, from, size);
}

int flock(int fd, int how)
{
	INTERRUPT(-1);
	return NEXT(flock)(fd, how);
}

int poll(struct pollfd *p, nfds_t n, int timeout)
{
	INTERRUPT(-1);
	return NEXT(poll)(p, n, timeout);
}

int rename(const char *from, const char *to)
{
	INTERRUPT(-1);
	return NEXT(rename)(from, to);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	INTERRUPT(-1);
	return NEXT(renameat2)(from_dir, from, to_dir, to, flags);
}

int stat(const char *path, struct stat *st)
{
	INTERRUPT(-1);
	return NEXT(stat)(path, st);
}

int lstat(const char *path, struct stat *st)
{
	INTERRUPT(-1);
	return NEXT(lstat)(path, st);
}

DIR *opendir(const char *path)
{
	INTERRUPT(NULL);
	return NEXT(opendir)(path);
}
