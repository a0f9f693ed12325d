#include "commit/newfile.h"
#include "base/assert.h"
#include "base/num.h"
#include "commit/beside.h"
#include "commit/link.h"
#include "commit/lock.h"
#include "io/there.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files that are there ---- */

/* @return the descriptor that a name stands for, or -1. It is used, not opened again: that would write from the start
 * of a file to which the shell redirected it. */
static int descriptor_of(const char *name)
{
	static const char *const named[] = {"-", "/dev/stdout", "/dev/stderr"};
	static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
	uint64_t n = 0;
	int over = 0;

	for (int i = 0; i < 3; i++)
		if (strcmp(name, named[i]) == 0)
			return i == 2 ? STDERR_FILENO : STDOUT_FILENO;
	for (int i = 0; i < 2; i++) {
		const size_t k = strlen(folders[i]);
		if (strncmp(name, folders[i], k) == 0 && name[k] && !*otfp_get_dec(name + k, &n, &over) && !over &&
		    n <= INT32_MAX)
			return (int)n;
	}
	return -1;
}

/* Open what is written as it is. */
static int open_itself(struct otfp_newfile *f, const char *name, int descriptor, struct otfp_error *err)
{
	f->name = strdup(strcmp(name, "-") == 0 ? "stdout" : name);
	if (!f->name)
		return otfp_fail_memory(err);
	f->fd = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 3) : otfp_fd_open(name, O_WRONLY, f->stop);
	return f->fd < 0 ? otfp_fail_errno(err, "%s", f->name) : 0;
}

/* ---- new files ---- */

/* Set the usual mode of a new file: mkostemp allows only the owner. */
static void set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	(void)fchmod(fd, 0666 & ~mask);
}

static int open_beside(struct otfp_newfile *f, struct otfp_error *err)
{
	char *path;
	int code = otfp_lock_acquire(&f->lock, f->name, "", err);

	if (code < 0)
		return code;
	if (otfp_lock_holds(f->lock))
		otfp_leftovers_remove(NULL, f->name);
	if (asprintf(&path, "%s" OTFP_BESIDE "XXXXXX", f->name) < 0)
		return otfp_fail_memory(err);
	f->fd = mkostemp(path, O_CLOEXEC);
	if (f->fd < 0) {
		code = otfp_fail_errno(err, "%s", f->name);
		free(path);
		return code;
	}
	f->beside = path;
	set_mode(f->fd);
	return 0;
}

static int has_base(const char *name)
{
	const char *base = otfp_base(name);

	return *base && strcmp(base, ".") != 0 && strcmp(base, "..") != 0;
}

static int fail_exists(const char *name, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EFAIL, "%s: exists; use --force to replace it", name);
}

static int open_regular(struct otfp_newfile *f, const char *name, const struct stat *now, struct otfp_error *err)
{
	if (now && !f->replaces)
		return fail_exists(name, err);
	f->name = now && S_ISLNK(now->st_mode) ? realpath(name, NULL) : NULL;
	if (!f->name)
		f->name = strdup(name); /* a link to nothing is replaced itself */
	return f->name ? open_beside(f, err) : otfp_fail_memory(err);
}

static int open_any(struct otfp_newfile *f, const char *name, struct otfp_error *err)
{
	const int descriptor = descriptor_of(name);
	struct stat itself, target;
	int there;

	if (descriptor >= 0)
		return open_itself(f, name, descriptor, err);
	if (!has_base(name))
		return otfp_fail(err, OTFP_EUSAGE, "'%s' is not a file name", name);
	there = otfp_name_is_there(name, &itself, err);
	if (there <= 0)
		return there < 0 ? there : open_regular(f, name, NULL, err);
	there = otfp_file_is_there(name, &target, err);
	if (there < 0)
		return there;
	return !there || S_ISREG(target.st_mode) ? open_regular(f, name, &itself, err) : open_itself(f, name, -1, err);
}

int otfp_newfile_open(struct otfp_newfile *f, const char *name, unsigned flags, otfp_stop_fn *stop,
                      struct otfp_error *err)
{
	int code;

	*f = (struct otfp_newfile){.fd = -1, .replaces = (flags & OTFP_NEWFILE_REPLACE) != 0, .stop = stop};
	code = open_any(f, name, err);
	if (code == 0 && flags & OTFP_NEWFILE_BINARY && isatty(f->fd))
		code = otfp_fail(err, OTFP_EUSAGE, "%s: is a terminal, and the output is not text", f->name);
	return code;
}

int otfp_newfile_within(struct otfp_newfile *f, const char *path, const char *name, otfp_stop_fn *stop,
                        struct otfp_error *err)
{
	*f = (struct otfp_newfile){.fd = -1, .stop = stop, .name = strdup(name)};
	if (!f->name)
		return otfp_fail_memory(err);
	f->fd = otfp_fd_open(path, O_WRONLY | O_CREAT | O_EXCL, stop);
	return f->fd < 0 ? otfp_fail_errno(err, "%s", name) : 0;
}

int otfp_newfile_put(struct otfp_newfile *f, const void *p, size_t n, struct otfp_error *err)
{
	OTFP_ASSERT(f->fd >= 0);
	return otfp_fd_write(f->fd, p, n, f->stop) < n ? otfp_fail_errno(err, "%s", f->name) : 0;
}

/* ---- the end ---- */

/* Directories of some file systems cannot be synced (EINVAL); that is no error. */
static int sync_parent(const char *name)
{
	char *path = otfp_parent(name);
	int fd = path ? otfp_fd_open(path, O_RDONLY | O_DIRECTORY, otfp_go_on) : -1;
	int r = fd >= 0 && otfp_fd_sync(fd) < 0 && errno != EINVAL ? -1 : 0;

	if (fd >= 0)
		close(fd);
	free(path);
	return r;
}

static int take_name(struct otfp_newfile *f, struct otfp_error *err)
{
	int r = f->replaces ? otfp_fd_rename(AT_FDCWD, f->beside, f->name, 0) :
	                      otfp_move_new(AT_FDCWD, f->beside, f->name);

	if (r < 0)
		return errno == EEXIST ? fail_exists(f->name, err) : otfp_fail_errno(err, "%s", f->name);
	free(f->beside);
	f->beside = NULL;
	return sync_parent(f->name) < 0 ? otfp_fail_errno(err, "%s", f->name) : 0;
}

int otfp_newfile_sync(struct otfp_newfile *f, struct otfp_error *err)
{
	int fd = f->fd;

	OTFP_ASSERT(fd >= 0);
	if (f->beside && otfp_fd_sync(fd) < 0)
		return otfp_fail_errno(err, "%s", f->name);
	f->fd = -1;
	return otfp_fd_close(fd) < 0 ? otfp_fail_errno(err, "%s", f->name) : 0;
}

int otfp_newfile_place(struct otfp_newfile *f, struct otfp_error *err)
{
	const int code = f->fd >= 0 ? otfp_newfile_sync(f, err) : 0;

	return code == 0 && f->beside ? take_name(f, err) : code;
}

int otfp_newfile_end(struct otfp_newfile *f, struct otfp_error *err)
{
	int code = otfp_newfile_place(f, err);

	if (code == 0) {
		code = otfp_lock_release(f->lock, err);
		f->lock = NULL;
	}
	return code;
}

void otfp_newfile_release(struct otfp_newfile *f)
{
	if (f->name && f->fd >= 0)
		close(f->fd);
	if (f->beside)
		unlink(f->beside);
	(void)otfp_lock_release(f->lock, NULL);
	free(f->beside);
	free(f->name);
	*f = (struct otfp_newfile){0};
}
