#include "base/fd.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PIPE_SIZE (1 << 20) /* bytes; the default limit for ordinary users */

int otfp_go_on(void)
{
	return 0;
}

int otfp_fd_again(otfp_stop_fn *stop)
{
	int e = errno, again = e == EINTR && stop && !stop();

	errno = e;
	return again;
}

/* After EAGAIN, wait: another program that shares the descriptor made it non-blocking. */
static int ready_again(int fd, short events, otfp_stop_fn *stop)
{
	struct pollfd pf = {fd, events, 0};

	return errno == EAGAIN ? poll(&pf, 1, -1) >= 0 || otfp_fd_again(stop) : otfp_fd_again(stop);
}

/* ---- opening and closing ---- */

int otfp_fd_open(const char *path, int flags, otfp_stop_fn *stop)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC, 0666);
	while (fd < 0 && otfp_fd_again(stop));
	return fd;
}

int otfp_fd_open_at(int dir, const char *path, int flags)
{
	int fd;

	do
		fd = openat(dir, path, flags | O_CLOEXEC, 0666);
	while (fd < 0 && otfp_fd_again(otfp_go_on));
	return fd;
}

int otfp_fd_close(int fd)
{
	return close(fd) < 0 && errno != EINTR ? -1 : 0;
}

#ifdef __linux__

void otfp_fd_start_writing(int fd)
{
	(void)!sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); /* the end of writing tells errors */
}

int otfp_fd_end_writing(int fd)
{
	const unsigned wait = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
	int r;

	do
		r = sync_file_range(fd, 0, 0, wait);
	while (r < 0 && otfp_fd_again(otfp_go_on));
	return r < 0 && errno != ENOSYS && errno != EINVAL && errno != ESPIPE ? -1 : 0;
}

int otfp_fd_sync_all(int fd)
{
	int r;

	do
		r = syncfs(fd);
	while (r < 0 && otfp_fd_again(otfp_go_on));
	return r;
}

#else

void otfp_fd_start_writing(int fd)
{
	(void)fd;
}

int otfp_fd_end_writing(int fd)
{
	(void)fd;
	return 0;
}

int otfp_fd_sync_all(int fd)
{
	(void)fd;
	errno = ENOSYS;
	return -1;
}

#endif

int otfp_fd_sync(int fd)
{
	int r;

	do
		r = fsync(fd);
	while (r < 0 && otfp_fd_again(otfp_go_on));
	return r;
}

int otfp_fd_allocate(int fd, uint64_t size)
{
	int e;

	do
		e = posix_fallocate(fd, 0, (off_t)size);
	while (e == EINTR);
	errno = e;
	return e ? -1 : 0;
}

void otfp_fd_widen(int fd)
{
	int now = fcntl(fd, F_GETPIPE_SZ);

	if (now > 0 && now < PIPE_SIZE)
		(void)fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
}

/* ---- reading and writing ---- */

ssize_t otfp_fd_read(int fd, void *p, size_t n, otfp_stop_fn *stop)
{
	ssize_t got;

	do
		got = read(fd, p, n);
	while (got < 0 && ready_again(fd, POLLIN, stop));
	return got;
}

int otfp_fd_wait(int fd, int ms, otfp_stop_fn *stop)
{
	struct pollfd pf = {fd, POLLIN, 0};
	int n;

	do
		n = poll(&pf, 1, ms);
	while (n < 0 && otfp_fd_again(stop));
	return n;
}

void otfp_fd_pause(unsigned ms)
{
	const struct timespec t = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&t, NULL);
}

ssize_t otfp_fd_read_at(int fd, void *p, size_t n, uint64_t at)
{
	size_t got = 0;
	ssize_t k = 1;

	while (got < n && k != 0) {
		k = pread(fd, (char *)p + got, n - got, (off_t)(at + got));
		if (k < 0 && !otfp_fd_again(otfp_go_on))
			return -1;
		got += k > 0 ? (size_t)k : 0;
	}
	return (ssize_t)got;
}

size_t otfp_fd_write(int fd, const char *p, size_t n, otfp_stop_fn *stop)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = write(fd, p + done, n - done);

		if (k >= 0)
			done += (size_t)k;
		else if (!ready_again(fd, POLLOUT, stop))
			break;
	}
	return done;
}

int otfp_fd_write_at(int fd, const void *p, size_t n, uint64_t at)
{
	const char *from = p;

	while (n > 0) {
		ssize_t k = pwrite(fd, from, n, (off_t)at);

		if (k < 0 && !otfp_fd_again(otfp_go_on))
			return -1;
		from += k > 0 ? k : 0;
		at += k > 0 ? (uint64_t)k : 0;
		n -= k > 0 ? (size_t)k : 0;
	}
	return 0;
}

/* ---- directories ---- */

int otfp_fd_rename(int dir, const char *from, const char *to, unsigned flags)
{
	int r;

	do
		r = renameat2(dir, from, dir, to, flags);
	while (r < 0 && otfp_fd_again(otfp_go_on));
	return r;
}

DIR *otfp_dir_open(const char *path)
{
	DIR *dir;

	do
		dir = opendir(path);
	while (!dir && otfp_fd_again(otfp_go_on));
	return dir;
}

const char *otfp_dir_next(DIR *dir)
{
	const struct dirent *e;

	errno = 0;
	e = readdir(dir);
	return e ? e->d_name : NULL;
}
