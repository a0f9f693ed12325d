/* swap.c - gives several files their names together. See swap.h. */
#include "tau/swap.h"
#include "base/fd.h"
#include "commit/beside.h"
#include "io/there.h"
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *join(const char *a, const char *b)
{
	char *s;

	return asprintf(&s, "%s%s", a, b) < 0 ? NULL : s;
}

/* ---- existing files ---- */

static int is_of_run(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..") || !fnmatch("tautrace.*.trc", name, 0) ||
	       !fnmatch("events.*.edf", name, 0);
}

/* A directory may be replaced if it contains only a trace. */
static int check_dir(const struct otfp_swap *s, const char *path)
{
	DIR *d = otfp_dir_open(path);
	const char *name;
	int code = 0;

	if (!d)
		return otfp_fail_errno(s->err, "%s", path);
	while (code == 0 && (name = otfp_dir_next(d)))
		if (!is_of_run(name))
			code = otfp_fail(s->err, OTFP_EFAIL,
			                 "%s: contains %s, which is not part of a trace; not replaced", path, name);
	if (code == 0 && errno)
		code = otfp_fail_errno(s->err, "%s", path);
	closedir(d);
	return code;
}

static int check_name(const struct otfp_swap *s, const char *path)
{
	struct stat st;
	int found = otfp_name_is_there(path, &st, s->err);

	if (found <= 0)
		return found;
	if (!s->force)
		return otfp_fail(s->err, OTFP_EFAIL, "%s: exists; use --force to replace a trace", path);
	if (s->is_dir && S_ISDIR(st.st_mode))
		return check_dir(s, path);
	if (s->is_dir || !S_ISREG(st.st_mode))
		return otfp_fail(s->err, OTFP_EFAIL, "%s: is not a %s; not replaced", path,
		                 s->is_dir ? "directory" : "regular file");
	return 0;
}

/* ---- open, close ---- */

static int make_dirs(struct otfp_swap *s, const char *stub)
{
	char *dir = join(stub, OTFP_BESIDE "XXXXXX");

	if (!dir)
		return otfp_fail_memory(s->err);
	if (!mkdtemp(dir)) {
		free(dir);
		return otfp_fail_errno(s->err, "%s%s", stub, s->is_dir ? "" : ".trc");
	}
	s->dir = dir;
	s->fresh = join(dir, "/new");
	if (!s->fresh)
		return otfp_fail_memory(s->err);
	return mkdir(s->fresh, 0777) < 0 ? otfp_fail_errno(s->err, "%s", s->fresh) : 0;
}

static int name_all(struct otfp_swap *s, const char *stub)
{
	static const char *const suffixes[] = {".edf", ".trc"}; /* .trc last: without it there is no trace */
	static const char *const asides[] = {"/old.edf", "/old.trc"};

	s->n = s->is_dir ? 1 : 2;
	for (int i = 0; i < s->n; i++) {
		struct otfp_swap_name *n = &s->names[i];

		n->final = join(stub, s->is_dir ? "" : suffixes[i]);
		n->fresh = s->is_dir ? strdup(s->fresh) : NULL;
		if (!s->is_dir && asprintf(&n->fresh, "%s/%s", s->fresh, suffixes[i]) < 0)
			n->fresh = NULL;
		n->aside = join(s->dir, s->is_dir ? "/old" : asides[i]);
		if (!n->final || !n->fresh || !n->aside)
			return otfp_fail_memory(s->err);
	}
	return 0;
}

int otfp_swap_open(struct otfp_swap *s, const char *stub, int is_dir, int force, struct otfp_error *err)
{
	int code;

	*s = (struct otfp_swap){.err = err, .is_dir = is_dir, .force = force};
	code = make_dirs(s, stub);
	if (code == 0)
		code = name_all(s, stub);
	for (int i = s->n; i-- > 0 && code == 0;)
		code = check_name(s, s->names[i].final);
	return code;
}

/* Remove a directory and its files. */
static void remove_dir(const char *path)
{
	DIR *d = otfp_dir_open(path);
	const char *name;

	while (d && (name = otfp_dir_next(d)))
		if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
			unlinkat(dirfd(d), name, 0);
	if (d)
		closedir(d);
	rmdir(path);
}

void otfp_swap_close(struct otfp_swap *s)
{
	if (s->fresh && !s->keeps)
		remove_dir(s->fresh);
	for (int i = 0; i < s->n; i++) {
		if (s->is_dir && s->names[i].aside && !s->keeps)
			remove_dir(s->names[i].aside);
		free(s->names[i].final);
		free(s->names[i].fresh);
		free(s->names[i].aside);
	}
	if (s->dir && !s->keeps)
		remove_dir(s->dir);
	free(s->fresh);
	free(s->dir);
	*s = (struct otfp_swap){0};
}

/* ---- commit ---- */

/* For file systems without RENAME_NOREPLACE. */
static int link_and_unlink(const char *from, const char *to)
{
	return link(from, to) < 0 ? -1 : unlink(from);
}

static int move(const char *from, const char *to)
{
	if (otfp_fd_rename(AT_FDCWD, from, to, RENAME_NOREPLACE) == 0)
		return 0;
	return errno == EINVAL || errno == ENOSYS ? link_and_unlink(from, to) : -1;
}

/* Move everything back, last first. @return 0, or -1 if an old file could not be moved back */
static int undo(const struct otfp_swap *s, int placed, int aside)
{
	int code = 0;

	while (placed-- > 0)
		code |= move(s->names[placed].final, s->names[placed].fresh);
	while (aside-- > 0)
		if (move(s->names[aside].aside, s->names[aside].final) < 0 && errno != ENOENT)
			code = -1;
	return code;
}

int otfp_swap_commit(struct otfp_swap *s)
{
	int aside = s->n, placed = 0, code = 0;

	while (code == 0 && s->force && aside > 0) { /* .trc first */
		const struct otfp_swap_name *n = &s->names[--aside];

		if (move(n->final, n->aside) < 0 && errno != ENOENT)
			code = otfp_fail_errno(s->err, "%s", n->final);
	}
	for (; placed < s->n && code == 0; placed += code == 0)
		if (move(s->names[placed].fresh, s->names[placed].final) < 0)
			code = otfp_fail_errno(s->err, "%s", s->names[placed].final);
	if (code == 0 || undo(s, placed, s->force ? s->n : 0) == 0)
		return code;
	code = otfp_fail(s->err, OTFP_EFAIL, "%s; the old files are in %s", s->err->text, s->dir);
	s->keeps = 1;
	return code;
}
