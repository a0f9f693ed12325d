/* stagingroom.c - a directory with a stage in it. See stagingroom.h. */
#include "stagingroom.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * This stands in for the C library's, to play a file system without RENAME_NOREPLACE,
 * or one that fails, and to note the order of the names.
 */
struct disk disk;

enum { RANDOM = sizeof "XXXXXX" - 1 };

static void note(const char *what, const char *path)
{
	static const char beside[] = ".otfpipe-";
	const char *suffix = strstr(path, "/ring.") ? strstr(path, "/ring.") + 1 : path;
	const char *fresh = strstr(suffix, beside);
	size_t n = strlen(disk.calls);

	if (strchr(suffix, '.'))
		suffix = strchr(suffix, '.');
	if (fresh && strncmp(fresh, ".otfpipe-journal", 16))
		suffix = fresh + sizeof beside - 1 + RANDOM;
	else
		fresh = NULL;
	snprintf(disk.calls + n, sizeof disk.calls - n, "%s %s%s, ", what, fresh ? "D" : "",
	         *suffix == '/' && !fresh ? "." : suffix);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	int r;

	if (strlen(disk.placed) < 100 && !strchr(to, '/') && strchr(to, '.'))
		strcat(disk.placed, strchr(to, '.'));
	if (disk.lacking || (disk.good-- <= 0 && disk.bad-- > 0)) {
		errno = disk.lacking ? disk.lacking : EIO;
		return -1;
	}
	r = (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
	if (r == 0)
		note("name", to);
	return r;
}

/* Count a sync and note it. @return 0, or -1 if it is to fail */
static int note_sync(const char *what, int fd)
{
	char link[64], path[300];
	ssize_t n;

	if (++disk.syncs == disk.bad_sync) {
		errno = EIO;
		return -1;
	}
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof path - 1);
	path[n < 0 ? 0 : n] = '\0';
	note(what, path);
	return 0;
}

int fsync(int fd)
{
	return note_sync("sync", fd) < 0 ? -1 : (int)syscall(SYS_fsync, fd);
}

int syncfs(int fd)
{
	if (disk.no_syncfs) {
		errno = ENOSYS;
		return -1;
	}
	return note_sync("all", fd) < 0 ? -1 : (int)syscall(SYS_syncfs, fd);
}

int link(const char *from, const char *to)
{
	if (disk.no_links) {
		errno = disk.no_links;
		return -1;
	}
	return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

const struct otfp_staging_options plainly, replacing = {.replace = 1};

int stagingroom_setup(void **state)
{
	struct room *t = calloc(1, sizeof(*t));

	strcpy(t->dir, "/tmp/otfp-stage-XXXXXX");
	if (!mkdtemp(t->dir))
		return -1;
	snprintf(t->stub, sizeof(t->stub), "%s/ring", t->dir);
	*state = t;
	disk = (struct disk){0};
	if (otfp_files_new(&t->fs, 4, &t->err) < 0)
		return -1;
	return otfp_staging_open(&t->st, t->stub, &plainly, &t->err);
}

int stagingroom_teardown(void **state)
{
	struct room *t = *state;
	char cmd[128];

	otfp_staging_close(t->st);
	otfp_files_free(t->fs);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", t->dir);
	if (system(cmd) != 0)
		return -1;
	free(t);
	return 0;
}

int count_entries(const char *dir)
{
	DIR *d = opendir(dir);
	int n = -2; /* . and .. */

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

const char *at(struct room *t, const char *suffix)
{
	snprintf(t->path, sizeof(t->path), "%s%s", t->stub, suffix);
	return t->path;
}

struct otfp_staged *create(struct room *t, const char *suffix, int level)
{
	struct otfp_staged *f;

	assert_int_equal(otfp_staging_create(&f, t->st, t->fs, suffix, level), 0);
	return f;
}

void put(struct otfp_staged *f, const char *text)
{
	assert_int_equal(otfp_staged_append(f, text, strlen(text)), 0);
}

size_t get_file(const char *path, char *p, size_t room)
{
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(p, 1, room, f);
	fclose(f);
	return n;
}

void assert_content(const char *path, const char *text)
{
	char b[1000];
	size_t n = get_file(path, b, sizeof(b));

	assert_int_equal(n, strlen(text));
	assert_memory_equal(b, text, n);
}

void make_three(struct room *t)
{
	put(create(t, ".otf", 0), "1:1\n");
	put(create(t, ".0.def", 0), "def\n");
	put(create(t, ".1.events", 0), "events\n");
}
