/* lock.c - one writer at a time. See lock.h. */
#include "base/fd.h"
#include "commit/lock.h"
#include "io/there.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

struct otfp_lock {
	int fd, holds;
	char *path;
};

/* A file left by another user may only be readable; that is enough to lock it. */
static int open_file(const char *path)
{
	const int flags = O_CREAT | O_NOFOLLOW;
	int fd = otfp_fd_open(path, O_RDWR | flags, otfp_go_on);

	return fd < 0 && errno == EACCES ? otfp_fd_open(path, O_RDONLY | flags, otfp_go_on) : fd;
}

/* The last owner of the lock may have removed the file between our open and our lock. @return 1, 0, or <0 with errno */
static int is_still_there(const struct otfp_lock *l)
{
	struct stat now, ours;
	int found = otfp_file_is_there(l->path, &now, NULL);

	if (found <= 0 || fstat(l->fd, &ours) < 0)
		return found > 0 ? -1 : found;
	return now.st_dev == ours.st_dev && now.st_ino == ours.st_ino;
}

static int no_locks_here(int e)
{
	return e == ENOSYS || e == EOPNOTSUPP || e == ENOLCK;
}

/* A child of a command that was killed may hold its lock until it is dead, too: a moment. */
static int lock(int fd, int how, otfp_stop_fn *stop)
{
	enum { TRIES = 10, PAUSE = 20 /* ms */ };
	int r;

	for (int tries = 0; (r = flock(fd, how)) < 0;)
		if (errno == EWOULDBLOCK && tries++ < TRIES)
			otfp_fd_pause(PAUSE);
		else if (!otfp_fd_again(stop))
			break;
	return r;
}

/* @return 0; 1 to try again; -1 with errno */
static int try_once(struct otfp_lock *l, int how, otfp_stop_fn *stop)
{
	int found;

	l->fd = open_file(l->path);
	if (l->fd < 0)
		return -1;
	l->holds = lock(l->fd, how, stop) == 0;
	if (!l->holds)
		return no_locks_here(errno) ? 0 : -1;
	found = is_still_there(l);
	if (found)
		return found < 0 ? -1 : 0;
	close(l->fd);
	return 1;
}

static int take(struct otfp_lock **out, const char *stub, const char *suffix, int how, otfp_stop_fn *stop,
                struct otfp_error *err)
{
	struct otfp_lock *l = calloc(1, sizeof(*l));
	int r, cause;

	*out = NULL;
	if (!l || asprintf(&l->path, "%s.otfpipe-lock", stub) < 0) {
		free(l);
		return otfp_fail_memory(err);
	}
	do
		r = try_once(l, how, stop);
	while (r > 0);
	if (r == 0) {
		*out = l;
		return 0;
	}
	cause = errno;
	r = cause == EWOULDBLOCK ? otfp_fail(err, OTFP_EFAIL, "%s%s: another command is writing it", stub, suffix) :
	                           otfp_fail_errno(err, "%s%s", stub, suffix);
	if (l->fd >= 0)
		close(l->fd);
	free(l->path);
	free(l);
	errno = cause;
	return r;
}

int otfp_lock_acquire(struct otfp_lock **l, const char *stub, const char *suffix, struct otfp_error *err)
{
	return take(l, stub, suffix, LOCK_EX | LOCK_NB, otfp_go_on, err);
}

int otfp_lock_wait(struct otfp_lock **l, const char *stub, const char *suffix, otfp_stop_fn *stop,
                   struct otfp_error *err)
{
	return take(l, stub, suffix, LOCK_EX, stop, err);
}

int otfp_lock_holds(const struct otfp_lock *l)
{
	return l->holds;
}

int otfp_lock_release(struct otfp_lock *l, struct otfp_error *err)
{
	int code = 0;

	if (!l)
		return 0;
	if (unlink(l->path) < 0 && errno != ENOENT)
		code = err ? otfp_fail_errno(err, "%s: cannot remove the lock", l->path) : OTFP_EFAIL;
	close(l->fd);
	free(l->path);
	free(l);
	return code;
}
