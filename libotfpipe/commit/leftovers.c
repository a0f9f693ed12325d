/* leftovers.c - remove new files that are not at their place: those of this writer, and what killed writers left. See
 * beside.h. */
#include "base/fd.h"
#include "commit/folder.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An open directory, or NULL with errno. */
static DIR *open_dir(int dir, const char *path)
{
	int fd = otfp_fd_open_at(dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (!d && fd >= 0)
		close(fd);
	return d;
}

/* Whether a name is that of a new file: a suffix, or one of an archive. */
static int is_new_file(const char *name)
{
	const size_t n = strlen(OTFP_LOCATIONS);

	return otfp_is_any_part(name) || strcmp(name, "journal") == 0 ||
	       (strncmp(name, OTFP_LOCATIONS, n) == 0 && name[n] && otfp_together_has(OTFP_TOGETHER_OTF2, name + n));
}

static void empty(DIR *d)
{
	const char *name;

	while ((name = otfp_dir_next(d)) != NULL) {
		if (is_new_file(name))
			unlinkat(dirfd(d), name, 0);
		else if (strcmp(name, OTFP_LOCATIONS) == 0)
			otfp_folder_remove(dirfd(d), name);
		else if (!strcmp(name, "old"))
			unlinkat(dirfd(d), name, AT_REMOVEDIR);
	}
}

int otfp_fresh_remove(const char *path)
{
	DIR *d = open_dir(AT_FDCWD, path);

	if (!d)
		return errno == ENOTDIR || errno == ELOOP ? unlink(path) : -1;
	empty(d);
	closedir(d);
	return rmdir(path);
}

static int remove_fresh(void *ctx, const char *suffix)
{
	char *path;

	if (!otfp_is_fresh(suffix) || asprintf(&path, "%s%s", (const char *)ctx, suffix) < 0)
		return 0;
	otfp_fresh_remove(path);
	free(path);
	return 0;
}

void otfp_leftovers_remove(const struct otfp_beside *b, const char *stub)
{
	otfp_beside_each_of(b, stub, remove_fresh, (void *)(uintptr_t)stub);
}
