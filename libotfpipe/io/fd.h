/* fd.h - common operations on descriptors. */
#ifndef OTFP_IO_FD_H
#define OTFP_IO_FD_H
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#define OTFP_PIPE_SIZE (1 << 20) /* bytes; the default limit for ordinary users */

/** Enlarge a pipe to 1 MiB if it is smaller and that is allowed; other descriptors are unchanged. */
static inline void otfp_fd_widen(int fd)
{
	int now = fcntl(fd, F_GETPIPE_SZ);

	if (now > 0 && now < OTFP_PIPE_SIZE)
		(void)fcntl(fd, F_SETPIPE_SZ, OTFP_PIPE_SIZE);
}

/** Wait after EAGAIN: another program that shares the descriptor made it non-blocking. @return 0, or -1 with errno */
static inline int otfp_fd_wait(int fd, short events)
{
	struct pollfd pf = {fd, events, 0};

	return poll(&pf, 1, -1) < 0 ? -1 : 0;
}

/** Write [p, p + n). @return the number of bytes written; less than n after an error, with errno */
static inline size_t otfp_fd_write(int fd, const char *p, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = write(fd, p + done, n - done);

		if (k >= 0)
			done += (size_t)k;
		else if (errno != EAGAIN || otfp_fd_wait(fd, POLLOUT) < 0)
			break;
	}
	return done;
}
#endif
