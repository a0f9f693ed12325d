#include "commit/folder.h"
#include "base/buf.h"
#include "base/fd.h"
#include "commit/remove.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ---- */

/* A table: part-0.parquet, or part-00003.parquet of a share; also what a killed share left of it. */
static int is_part_of_table(const char *name)
{
	static const char start[] = "part-", end[] = ".parquet";

	if (strncmp(name, start, sizeof start - 1) != 0)
		return 0;
	name += sizeof start - 1;
	name += strspn(name, "0123456789");
	if (strncmp(name, end, sizeof end - 1) != 0)
		return 0;
	name += sizeof end - 1;
	return !*name || otfp_is_fresh(name) || strcmp(name, OTFP_BESIDE "lock") == 0;
}

/* What a directory may have of files, and the directories in it. */
static const struct {
	int (*has)(const char *name);
	int (*has_below)(const char *name); /* NULL: there are no directories in it */
} sets[OTFP_NTOGETHER] = {
	[OTFP_TOGETHER_OTF2] = {otfp_is_of_location, NULL},
	[OTFP_TOGETHER_COLUMNS] = {otfp_is_facts, is_part_of_table},
};

/* Whether a file belongs to a directory of any set. */
static int is_of_any(const char *name, int is_below)
{
	for (int i = 0; i < OTFP_NTOGETHER; i++) {
		int (*const has)(const char *) = is_below ? sets[i].has_below : sets[i].has;
		if (has && has(name))
			return 1;
	}
	return 0;
}

/* ---- each file ---- */

/* What to do. */
struct visit {
	/* a file, `name` in dir. @return 0, or another value to stop */
	int (*file)(struct visit *v, int dir, const char *name, int is_below);
	/* all of a directory was visited, which is open as `d`. @return as file */
	int (*leave)(struct visit *v, DIR *d, int is_below);
	/* all of the directory `name` in dir was visited; or NULL. @return as file */
	int (*below)(int dir, const char *name);
	struct otfp_buf names; /* of files to remove from the outer directory */
	const char *inside;    /* the name of the directory below that is visited; NULL: the outer one */
	/* to check: what it may have, and what it has else, malloc'd */
	int (*has)(const char *name), (*has_below)(const char *name);
	char *foreign;
};

static DIR *open_dir(int dir, const char *path)
{
	const int fd = otfp_fd_open_at(dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (!d && fd >= 0)
		close(fd);
	return d;
}

static int is_directory(int dir, const char *name)
{
	struct stat st;

	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
}

static int visit(struct visit *v, int dir, const char *path, int is_below);

static int visit_below(struct visit *v, int dir, const char *name)
{
	int rc;

	v->inside = name;
	rc = visit(v, dir, name, 1);
	v->inside = NULL;
	return rc == 0 && v->below ? v->below(dir, name) : rc;
}

static int visit_all(struct visit *v, DIR *d, int is_below)
{
	const char *name;
	int rc = 0;

	while (rc == 0 && (name = otfp_dir_next(d)) != NULL) {
		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		if (!is_below && is_directory(dirfd(d), name))
			rc = visit_below(v, dirfd(d), name);
		else
			rc = v->file(v, dirfd(d), name, is_below);
	}
	if (rc == 0 && errno)
		return -1;
	return rc == 0 && v->leave ? v->leave(v, d, is_below) : rc;
}

/* @return what stopped it, 0 if nothing did; -1 with errno if a directory cannot be read */
static int visit(struct visit *v, int dir, const char *path, int is_below)
{
	DIR *d = open_dir(dir, path);
	int rc, e;

	if (!d)
		return -1;
	rc = visit_all(v, d, is_below);
	e = errno;
	closedir(d);
	errno = e;
	return rc;
}

/* ---- check ---- */

static int check_file(struct visit *v, int dir, const char *name, int is_below)
{
	int (*const has)(const char *) = is_below ? v->has_below : v->has;

	(void)dir;
	if (has && has(name))
		return 0;
	if (asprintf(&v->foreign, "%s%s%s", v->inside ? v->inside : "", v->inside ? "/" : "", name) < 0)
		v->foreign = NULL;
	return 1;
}

int otfp_folder_check(const char *path, enum otfp_together set, struct otfp_error *err)
{
	struct visit v = {.file = check_file, .has = sets[set].has, .has_below = sets[set].has_below};
	int rc = visit(&v, AT_FDCWD, path, 0);

	if (rc < 0)
		rc = otfp_fail_errno(err, "%s", path);
	else if (rc > 0)
		rc = v.foreign ? otfp_fail(err, OTFP_EFAIL, "%s/%s: is not a file of a trace; nothing is replaced",
		                           path, v.foreign) :
		                 otfp_fail_memory(err);
	free(v.foreign);
	return rc;
}

/* ---- sync ---- */

static int sync_fd(int fd)
{
	const int rc = otfp_fd_sync(fd);

	return rc < 0 && errno != EINVAL ? -1 : 0; /* directories of some file systems cannot be synced */
}

static int sync_file(struct visit *v, int dir, const char *name, int is_below)
{
	const int fd = is_of_any(name, is_below) ? otfp_fd_open_at(dir, name, O_RDONLY | O_NOFOLLOW) : -1;
	int rc;

	(void)v;
	if (fd < 0)
		return is_of_any(name, is_below) ? -1 : 0;
	rc = sync_fd(fd);
	close(fd);
	return rc;
}

static int sync_directory(struct visit *v, DIR *d, int is_below)
{
	(void)v, (void)is_below;
	return sync_fd(dirfd(d));
}

int otfp_folder_sync(const char *path)
{
	struct visit v = {.file = sync_file, .leave = sync_directory};

	return visit(&v, AT_FDCWD, path, 0);
}

/* ---- remove ---- */

static int unlink_or_absent(int dir, const char *name)
{
	return unlinkat(dir, name, 0) < 0 && errno != ENOENT ? -1 : 0;
}

/* Those of the outer directory may be many: they are removed together. Without memory one by one. */
static int remove_file(struct visit *v, int dir, const char *name, int is_below)
{
	if (!is_of_any(name, is_below))
		return 0;
	if (is_below || otfp_buf_add(&v->names, name, strlen(name) + 1) < 0)
		return unlink_or_absent(dir, name);
	return 0;
}

static int remove_names(struct visit *v, DIR *d, int is_below)
{
	return !is_below && v->names.n && otfp_remove_names(dirfd(d), "", &v->names) ? -1 : 0;
}

static int remove_below(int dir, const char *name)
{
	return unlinkat(dir, name, AT_REMOVEDIR) < 0 && errno != ENOTEMPTY && errno != EEXIST ? -1 : 0;
}

int otfp_folder_remove(int dir, const char *name)
{
	struct visit v = {.file = remove_file, .leave = remove_names, .below = remove_below};
	const int rc = visit(&v, dir, name, 0), e = errno;

	otfp_buf_release(&v.names);
	errno = e;
	return rc < 0 ? rc : unlinkat(dir, name, AT_REMOVEDIR);
}
