/* link.c - links, copies or moves a file. See link.h. */
#include "commit/link.h"
#include "base/fd.h"
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (64u << 10)

/* @return 0, or -1 with errno */
static int copy_bytes(int from, int to)
{
	char block[BLOCK];
	ssize_t n;

	while ((n = otfp_fd_read(from, block, sizeof(block), otfp_go_on)) > 0)
		if (otfp_fd_write(to, block, (size_t)n, otfp_go_on) < (size_t)n)
			return -1;
	return n < 0 ? -1 : otfp_fd_sync(to);
}

static int copy(const char *from, const char *to)
{
	int in = otfp_fd_open(from, O_RDONLY, otfp_go_on), out, r = -1, e;

	if (in < 0)
		return -1;
	out = otfp_fd_open(to, O_WRONLY | O_CREAT | O_EXCL, otfp_go_on);
	if (out >= 0)
		r = copy_bytes(in, out);
	if (out >= 0 && otfp_fd_close(out) < 0)
		r = -1;
	e = errno;
	close(in);
	errno = e;
	return r;
}

int otfp_link_or_copy(const char *from, const char *to)
{
	static const int no_links[] = {EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS};

	if (link(from, to) == 0)
		return 0;
	for (unsigned i = 0; i < sizeof(no_links) / sizeof(*no_links); i++)
		if (errno == no_links[i])
			return copy(from, to);
	return -1;
}

/* ---- moves ---- */

static int same_file(int dir, const char *a, const char *b)
{
	struct stat x, y;

	return fstatat(dir, a, &x, AT_SYMLINK_NOFOLLOW) == 0 && fstatat(dir, b, &y, AT_SYMLINK_NOFOLLOW) == 0 &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int is_directory(int dir, const char *name)
{
	struct stat st;

	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
}

/* For file systems without RENAME_NOREPLACE. A kill between the two calls leaves both names. A directory replaces at
 * most an empty one. */
static int link_and_unlink(int dir, const char *from, const char *to)
{
	if (is_directory(dir, from))
		return otfp_fd_rename(dir, from, to, 0);
	if (linkat(dir, from, dir, to, 0) < 0 && (errno != EEXIST || !same_file(dir, from, to)))
		return -1;
	return unlinkat(dir, from, 0);
}

int otfp_move_new(int dir, const char *from, const char *to)
{
	if (otfp_fd_rename(dir, from, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno == EINVAL || errno == ENOSYS || (errno == EEXIST && same_file(dir, from, to)))
		return link_and_unlink(dir, from, to);
	return -1;
}
