/* lock.c - one writer at a time. See lock.h. */
#include "commit/lock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct otfp_lock {
	int fd, holds;
	char *path;
};

/* A file left by another user may only be readable; that is enough to lock it. */
static int open_file(const char *path)
{
	const int flags = O_CREAT | O_CLOEXEC | O_NOFOLLOW;
	int fd = open(path, O_RDWR | flags, 0666);

	return fd < 0 && errno == EACCES ? open(path, O_RDONLY | flags, 0666) : fd;
}

/* The last owner of the lock may have removed the file between our open and our lock. */
static int is_still_there(const struct otfp_lock *l)
{
	struct stat now, ours;

	return stat(l->path, &now) == 0 && fstat(l->fd, &ours) == 0 && now.st_dev == ours.st_dev &&
	       now.st_ino == ours.st_ino;
}

static int no_locks_here(int e)
{
	return e == ENOSYS || e == EOPNOTSUPP || e == ENOLCK;
}

/* @return 0; 1 to try again; -1 with errno */
static int try_once(struct otfp_lock *l, int wait)
{
	l->fd = open_file(l->path);
	if (l->fd < 0)
		return -1;
	l->holds = flock(l->fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB) == 0;
	if (!l->holds)
		return no_locks_here(errno) ? 0 : -1;
	if (is_still_there(l))
		return 0;
	close(l->fd);
	return 1;
}

int otfp_lock_take(struct otfp_lock **out, const char *stub, const char *suffix, int wait, struct otfp_error *err)
{
	struct otfp_lock *l = calloc(1, sizeof(*l));
	int r;

	*out = NULL;
	if (!l || asprintf(&l->path, "%s.otfpipe-lock", stub) < 0) {
		free(l);
		return otfp_fail_memory(err);
	}
	do
		r = try_once(l, wait);
	while (r > 0);
	if (r == 0) {
		*out = l;
		return 0;
	}
	r = errno == EWOULDBLOCK ? otfp_fail(err, OTFP_EFAIL, "%s%s: another command is writing it", stub, suffix) :
	                           otfp_fail_errno(err, "%s%s", stub, suffix);
	if (l->fd >= 0)
		close(l->fd);
	free(l->path);
	free(l);
	return r;
}

int otfp_lock_holds(const struct otfp_lock *l)
{
	return l->holds;
}

void otfp_lock_release(struct otfp_lock *l)
{
	if (!l)
		return;
	unlink(l->path);
	close(l->fd);
	free(l->path);
	free(l);
}
