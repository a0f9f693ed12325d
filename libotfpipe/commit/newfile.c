#include "commit/newfile.h"
#include "base/assert.h"
#include "commit/beside.h"
#include "base/buf.h"
#include "io/there.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Set the usual mode of a new file: mkostemp allows only the owner. */
static void set_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	(void)fchmod(fd, 0666 & ~mask);
}

static int open_beside(struct otfp_newfile *f, struct otfp_error *err)
{
	struct otfp_buf path = OTFP_BUF_INIT;

	if (otfp_buf_printf(&path, "%s%sXXXXXX", f->name, OTFP_BESIDE) < 0 || !otfp_buf_str(&path)) {
		otfp_buf_release(&path);
		return otfp_fail_memory(err);
	}
	f->beside = path.p;
	f->fd = mkostemp(f->beside, O_CLOEXEC);
	if (f->fd < 0) {
		free(f->beside);
		f->beside = NULL;
		return otfp_fail_errno(err, "%s", f->name);
	}
	set_mode(f->fd);
	return 0;
}

static int open_itself(struct otfp_newfile *f, otfp_stop_fn *stop, struct otfp_error *err)
{
	f->fd = otfp_fd_open(f->name, O_WRONLY, stop);
	return f->fd < 0 ? otfp_fail_errno(err, "%s", f->name) : 0;
}

int otfp_newfile_open(struct otfp_newfile *f, const char *name, otfp_stop_fn *stop, struct otfp_error *err)
{
	struct stat st;
	const int exists = otfp_file_is_there(name, &st, err);

	f->fd = -1;
	f->name = f->beside = NULL;
	if (exists < 0)
		return exists;
	/* open devices by the given name: the target of /dev/stdout may have none */
	f->name = exists && S_ISREG(st.st_mode) ? realpath(name, NULL) : strdup(name);
	if (!f->name)
		return otfp_fail_errno(err, "%s", name);
	if (exists && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return otfp_fail_errno(err, "%s", name);
	}
	return exists && !S_ISREG(st.st_mode) ? open_itself(f, stop, err) : open_beside(f, err);
}

int otfp_newfile_end(struct otfp_newfile *f, struct otfp_error *err)
{
	int fd = f->fd;

	OTFP_ASSERT(fd >= 0);
	if (f->beside && otfp_fd_sync(fd) < 0)
		return otfp_fail_errno(err, "%s", f->name);
	f->fd = -1;
	if (otfp_fd_close(fd) < 0 || (f->beside && otfp_fd_rename(AT_FDCWD, f->beside, f->name, 0) < 0))
		return otfp_fail_errno(err, "%s", f->name);
	free(f->beside);
	f->beside = NULL;
	return 0;
}

void otfp_newfile_release(struct otfp_newfile *f)
{
	if (f->fd >= 0)
		close(f->fd);
	if (f->beside)
		unlink(f->beside);
	free(f->beside);
	free(f->name);
	f->fd = -1;
	f->beside = f->name = NULL;
}
