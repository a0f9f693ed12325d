#include "io/there.h"
#include <errno.h>
#include <limits.h>
#include <string.h>

/* No file has a name that is too long for the file system. A whole path that is too long may exist. */
static int is_missing(int e, const char *path)
{
	return e == ENOENT || e == ENOTDIR || (e == ENAMETOOLONG && strlen(path) < PATH_MAX);
}

static int look(int (*get)(const char *path, struct stat *st), const char *path, struct stat *st,
                struct otfp_error *err)
{
	struct stat unseen;
	int e, code;

	while (get(path, st ? st : &unseen) < 0) {
		e = errno;
		if (e == EINTR)
			continue;
		if (is_missing(e, path))
			return 0;
		code = otfp_fail_errno(err, "%s", path);
		errno = e;
		return code;
	}
	return 1;
}

int otfp_file_is_there(const char *path, struct stat *st, struct otfp_error *err)
{
	return look(stat, path, st, err);
}

int otfp_regular_size(const char *path, uint64_t *bytes, struct otfp_error *err)
{
	struct stat st;
	int code = otfp_file_is_there(path, &st, err);

	if (code <= 0 || !S_ISREG(st.st_mode))
		return code < 0 ? code : 0;
	*bytes = (uint64_t)st.st_size;
	return 1;
}

int otfp_name_is_there(const char *path, struct stat *st, struct otfp_error *err)
{
	return look(lstat, path, st, err);
}
