#include "io/temp.h"
#include "base/buf.h"
#include "base/fd.h"
#include <stdlib.h>
#include <unistd.h>

const char *otfp_temp_dir(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/tmp";
}

/* For file systems without O_TMPFILE: the file loses its name at once. */
static int open_and_unlink(const char *dir)
{
	struct otfp_buf path = OTFP_BUF_INIT;
	int fd = -1;

	if (otfp_buf_printf(&path, "%s/otfpipe-XXXXXX", dir) == 0 && otfp_buf_str(&path))
		fd = mkostemp(path.p, O_CLOEXEC);
	if (fd >= 0 && unlink(path.p) < 0) {
		close(fd);
		fd = -1;
	}
	otfp_buf_release(&path);
	return fd;
}

int otfp_temp_open(const char *dir)
{
	int fd = otfp_fd_open(dir, O_TMPFILE | O_RDWR, otfp_go_on);

	return fd < 0 ? open_and_unlink(dir) : fd;
}
