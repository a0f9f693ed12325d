/* staging.c - writes beside the trace and renames. See stage.h. */
#include "commit/staging.h"
#include "base/assert.h"
#include "base/buf.h"
#include "base/fd.h"
#include "base/grow.h"
#include "commit/folder.h"
#include "commit/journal.h"
#include "commit/link.h"
#include "commit/lock.h"
#include "io/packer.h"
#include "io/there.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANY = 64 }; /* with more files, one sync of the file system is faster than an fsync of each */

struct otfp_staged {
	struct otfp_staging *stage;
	struct otfp_file_h *file;
	char *temp, *final;
	const char *suffix; /* within final */
	int level;
};

struct otfp_staging {
	struct otfp_error *err;
	struct otfp_staging_options o;
	struct otfp_lock *lock;
	int made_parent;  /* the directory stub, which ends in a slash, did not exist */
	char *stub, *dir; /* dir NULL: not made, or committed */
	struct otfp_staged **files;
	size_t n, cap;
	struct otfp_buf drops;      /* absolute paths, each with its NUL */
	struct otfp_packer *packer; /* NULL until a compressed file is created */
	int failed;                 /* code of the first create or append that failed; err has its message */
};

static char *join(const char *a, const char *b, const char *c)
{
	char *s;

	return asprintf(&s, "%s%s%s", a, b, c) < 0 ? NULL : s;
}

/* ---- existing files ---- */

/* State of a search for the files of the existing trace. */
struct look {
	struct otfp_staging *st;
	struct otfp_journal *j; /* gets their suffixes, the master first; may be NULL */
	int found, code;
};

static int check_mode(struct otfp_staging *st, const char *path, const char *suffix, mode_t mode)
{
	if (!*suffix && S_ISDIR(mode))
		return otfp_folder_check(path, st->o.together, st->err);
	if (*suffix && S_ISREG(mode))
		return 0;
	return otfp_fail(st->err, OTFP_EFAIL, "%s: is %s; the trace is not replaced", path,
	                 S_ISLNK(mode) ? "a symbolic link" :
	                 *suffix       ? "not a regular file" :
	                                 "not a directory");
}

static int is_file(struct otfp_staging *st, const char *suffix)
{
	char *path = join(st->stub, suffix, "");
	struct stat s;
	int r;

	if (!path)
		return otfp_fail_memory(st->err);
	r = otfp_name_is_there(path, &s, st->err);
	if (r == 0)
		r = otfp_fail_errno(st->err, "%s", path);
	else if (r > 0)
		r = check_mode(st, path, suffix, s.st_mode);
	free(path);
	return r < 0 ? r : 0;
}

static int look_at(void *ctx, const char *suffix)
{
	struct look *l = ctx;

	if (!otfp_together_has(l->st->o.together, suffix) ||
	    (l->st->o.stays && l->st->o.stays(l->st->o.stays_ctx, suffix)))
		return 0;
	if (!l->st->o.replace)
		l->code = otfp_fail(l->st->err, OTFP_EFAIL, "%s%s: exists; use --force to replace a trace", l->st->stub,
		                    suffix);
	else
		l->code = is_file(l->st, suffix);
	if (l->code == 0 && l->j && (strcmp(suffix, otfp_together_master(l->st->o.together)) || !l->found))
		l->code = otfp_journal_add(l->j, OTFP_JOURNAL_OLD, suffix);
	l->found = 1;
	return l->code;
}

static int is_master(void *ctx, const char *suffix)
{
	return strcmp(suffix, ctx) == 0;
}

/* @return 1 if there are files to replace, 0 if not, <0 if they must not be replaced */
static int look_at_old(struct otfp_staging *st, struct otfp_journal *j)
{
	const struct otfp_beside *beside = st->o.beside;
	struct look l = {.st = st, .j = j};
	char *master = join(st->stub, otfp_together_master(st->o.together), "");
	int found;

	if (!master)
		return otfp_fail_memory(st->err);
	found = otfp_name_is_there(master, NULL, st->err);
	if (found < 0)
		l.code = found;
	if (found > 0) {
		look_at(&l, otfp_together_master(st->o.together));
		if (beside && otfp_beside_each_of(beside, st->stub, is_master,
		                                  (void *)(uintptr_t)otfp_together_master(st->o.together)) == 0)
			beside = NULL;
	}
	free(master);
	if (l.code == 0 && otfp_beside_each_of(beside, st->stub, look_at, &l) < 0 && l.code == 0)
		return otfp_fail_errno(st->err, "%s%s", st->stub, otfp_together_master(st->o.together));
	return l.code < 0 ? l.code : l.found;
}

/* ---- the directory and its files ---- */

static int make_dir(struct otfp_staging *st)
{
	char *dir = join(st->stub, OTFP_BESIDE, "XXXXXX");

	if (!dir)
		return otfp_fail_memory(st->err);
	if (!mkdtemp(dir)) {
		free(dir);
		return otfp_fail_errno(st->err, "%s%s", st->stub, otfp_together_master(st->o.together));
	}
	st->dir = dir;
	return 0;
}

static int make_parent(struct otfp_staging *st)
{
	const size_t n = strlen(st->stub);

	if (!n || st->stub[n - 1] != '/')
		return 0;
	st->made_parent = mkdir(st->stub, 0777) == 0;
	return st->made_parent || errno == EEXIST ? 0 : otfp_fail_errno(st->err, "%.*s", (int)n - 1, st->stub);
}

static int open_stage(struct otfp_staging *st)
{
	int r = st->stub ? make_parent(st) : otfp_fail_memory(st->err);

	if (r == 0)
		r = otfp_lock_acquire(&st->lock, st->stub, otfp_together_master(st->o.together), st->err);
	if (r == 0)
		r = otfp_journal_recover(st->stub, st->o.report, st->o.ctx, st->err);
	if (r >= 0)
		r = look_at_old(st, NULL);
	if (r < 0)
		return r;
	if (otfp_lock_holds(st->lock))
		otfp_leftovers_remove(st->o.beside, st->stub);
	return make_dir(st);
}

int otfp_staging_open(struct otfp_staging **out, const char *stub, const struct otfp_staging_options *o,
                      struct otfp_error *err)
{
	struct otfp_staging *st = calloc(1, sizeof(*st));
	int r;

	*out = NULL;
	if (!st)
		return otfp_fail_memory(err);
	st->err = err;
	st->o = *o;
	st->stub = strdup(stub);
	r = open_stage(st);
	if (r < 0)
		otfp_staging_close(st);
	else
		*out = st;
	return r;
}

static void free_staged(struct otfp_staged *f)
{
	if (!f)
		return;
	free(f->temp);
	free(f->final);
	free(f);
}

static struct otfp_staged *make_staged(struct otfp_staging *st, const char *suffix, int level)
{
	struct otfp_staged *f = calloc(1, sizeof(*f));

	OTFP_ASSERT(st->dir);
	if (!f)
		return NULL;
	f->stage = st;
	f->level = level;
	f->temp = join(st->dir, "/", suffix);
	f->final = join(st->stub, suffix, "");
	if (f->temp && f->final) {
		f->suffix = f->final + strlen(st->stub);
		return f;
	}
	free_staged(f);
	return NULL;
}

static int start_packed(struct otfp_staged *f)
{
	struct otfp_staging *st = f->stage;
	int r = st->packer ? 0 : otfp_packer_new(&st->packer, st->o.pool, st->err);

	return r < 0 ? r : otfp_packer_start(f->file, f->level);
}

static int create(struct otfp_staged **out, struct otfp_staging *st, struct otfp_files *fs, const char *suffix,
                  int level)
{
	struct otfp_staged *f;
	int r;

	if (otfp_grow(&st->files, st->n, &st->cap, sizeof *st->files) < 0 || !(f = make_staged(st, suffix, level)))
		return otfp_fail_memory(st->err);
	r = otfp_file_create(&f->file, fs, f->temp, f->final, st->err);
	if (r < 0) {
		free_staged(f);
		return r;
	}
	st->files[st->n++] = f;
	*out = f;
	return level ? start_packed(f) : 0;
}

int otfp_staging_create(struct otfp_staged **f, struct otfp_staging *st, struct otfp_files *fs, const char *suffix,
                        int level)
{
	int r;

	*f = NULL;
	if (level < 0 || level > 9)
		return otfp_fail(st->err, OTFP_EUSAGE, "%s%s: invalid compression level %d", st->stub, suffix, level);
	r = create(f, st, fs, suffix, level);
	if (r < 0 && !st->failed)
		st->failed = r;
	return r;
}

int otfp_staging_adopt(struct otfp_staging *st, const char *path, const char *suffix)
{
	struct otfp_staged *f;

	if (otfp_grow(&st->files, st->n, &st->cap, sizeof *st->files) < 0 || !(f = make_staged(st, suffix, 0)))
		return otfp_fail_memory(st->err);
	st->files[st->n++] = f;
	if (otfp_link_or_copy(path, f->temp) == 0)
		return 0;
	return st->failed = otfp_fail_errno(st->err, "%s", f->final);
}

const char *otfp_staging_dir(const struct otfp_staging *st)
{
	return st->dir;
}

static int sync_path(const char *path)
{
	int fd = otfp_fd_open(path, O_RDONLY | O_NOFOLLOW, otfp_go_on), r;

	if (fd < 0)
		return -1;
	r = otfp_fd_sync(fd) < 0 && errno != EINVAL ? -1 : 0;
	close(fd);
	return r;
}

int otfp_staging_copy(struct otfp_staging *st, const char *name, const char *suffix)
{
	struct otfp_staged *f;
	char *from = join(st->dir, "/", name);
	int r = 0;

	if (!from || otfp_grow(&st->files, st->n, &st->cap, sizeof *st->files) < 0 ||
	    !(f = make_staged(st, *suffix ? suffix : OTFP_LOCATIONS, 0))) {
		free(from);
		return otfp_fail_memory(st->err);
	}
	if (!*suffix)
		f->final[strlen(st->stub)] = '\0';
	st->files[st->n++] = f;
	if (strcmp(from, f->temp) != 0)
		r = otfp_fd_rename(AT_FDCWD, from, f->temp, 0);
	if (r == 0 && st->o.replace && (!*suffix || st->n <= MANY)) /* the commit syncs many at once */
		r = *suffix ? sync_path(f->temp) : otfp_folder_sync(f->temp);
	if (r < 0)
		st->failed = otfp_fail_errno(st->err, "%s", f->final);
	free(from);
	return st->failed;
}

int otfp_staging_drop(struct otfp_staging *st, const char *path)
{
	char *parent = otfp_parent(path), *dir = parent ? realpath(parent, NULL) : NULL;
	char *whole = dir ? join(dir, "/", otfp_base(path)) : NULL;
	int r = 0;

	if (!whole || access(dir, W_OK | X_OK) < 0)
		r = otfp_fail_errno(st->err, "%s", path);
	else if (otfp_buf_add(&st->drops, whole, strlen(whole) + 1) < 0)
		r = otfp_fail_memory(st->err);
	free(whole);
	free(dir);
	free(parent);
	return r;
}

int otfp_staged_append(struct otfp_staged *f, const void *p, size_t n)
{
	int r = f->level ? otfp_packer_put(f->stage->packer, f->file, f->level, p, n) : otfp_file_append(f->file, p, n);

	if (r < 0 && !f->stage->failed)
		f->stage->failed = r;
	return r;
}

/* ---- the end ---- */

/* Close the files, after forcing them to the disk if `sync`. */
static int close_each(struct otfp_staging *st, int sync, enum otfp_file_force how)
{
	int r = 0;

	for (size_t i = 0; i < st->n && r == 0; i++) {
		if (!st->files[i]->file)
			continue;
		if (sync)
			r = otfp_file_sync(st->files[i]->file, how);
		if (r < 0)
			return r;
		r = otfp_file_close(st->files[i]->file);
		st->files[i]->file = NULL;
	}
	return r;
}

static int sync_each(struct otfp_staging *st)
{
	for (size_t i = 0; i < st->n; i++)
		if (sync_path(st->files[i]->temp) < 0)
			return otfp_fail_errno(st->err, "%s", st->files[i]->final);
	return 0;
}

/* Each fsync waits for the disk, so with many files the file system is synced once, after their data was written; where
 * the system cannot do that, each file. */
static int close_many(struct otfp_staging *st)
{
	const int dir = otfp_fd_open(st->dir, O_RDONLY | O_DIRECTORY, otfp_go_on);
	int r = dir < 0 ? otfp_fail_errno(st->err, "%s", st->dir) : 0;

	for (size_t i = 0; i < st->n && r == 0; i++)
		if (st->files[i]->file)
			r = otfp_file_sync(st->files[i]->file, OTFP_FORCE_START);
	if (r == 0)
		r = close_each(st, 1, OTFP_FORCE_END);
	if (r == 0 && otfp_fd_sync_all(dir) < 0)
		r = errno == ENOSYS ? sync_each(st) :
		                      otfp_fail_errno(st->err, "%s%s", st->stub, otfp_together_master(st->o.together));
	if (dir >= 0)
		close(dir);
	return r;
}

static int close_files(struct otfp_staging *st, int sync)
{
	return sync && st->n > MANY ? close_many(st) : close_each(st, sync, OTFP_FORCE_WHOLLY);
}

static int list_new(struct otfp_staging *st, struct otfp_journal *j, const char *last)
{
	int r = 0, made = 0;

	for (size_t i = 0; i < st->n && r == 0; i++) {
		if (strcmp(st->files[i]->suffix, last))
			r = otfp_journal_add(j, OTFP_JOURNAL_NEW, st->files[i]->suffix);
		else
			made = 1;
	}
	if (r == 0 && !made)
		r = otfp_fail(st->err, OTFP_EUSAGE, "%s%s: was not created", st->stub, last);
	return r < 0 ? r : otfp_journal_add(j, OTFP_JOURNAL_NEW, last);
}

static int list_drops(struct otfp_staging *st, struct otfp_journal *j)
{
	int r = 0;

	for (const char *s = otfp_first_string(&st->drops); s && r == 0; s = otfp_next_string(&st->drops, s))
		r = otfp_journal_add(j, OTFP_JOURNAL_DROP, s);
	return r;
}

static int place_all(struct otfp_staging *st, struct otfp_journal *j, const char *last, int sync)
{
	int r = look_at_old(st, j);

	if (r >= 0)
		r = list_new(st, j, last);
	if (r == 0)
		r = list_drops(st, j);
	return r < 0 ? r : otfp_journal_commit(j, sync);
}

/* @param err  of the lock that cannot be removed; NULL = something else has failed. @return 0 or <0 */
static int forget_files(struct otfp_staging *st, struct otfp_error *err)
{
	int code;

	for (size_t i = 0; i < st->n; i++)
		free_staged(st->files[i]);
	st->n = 0;
	free(st->dir);
	st->dir = NULL;
	code = otfp_lock_release(st->lock, err);
	st->lock = NULL;
	return code;
}

/* Remove everything that was made. err keeps its message, that of the first error. */
static void discard(struct otfp_staging *st)
{
	struct otfp_error keep = *st->err;

	for (size_t i = st->n; i-- > 0;)
		otfp_file_close(st->files[i]->file);
	if (st->dir)
		otfp_fresh_remove(st->dir);
	(void)forget_files(st, NULL);
	if (st->made_parent)
		rmdir(st->stub);
	*st->err = keep;
}

int otfp_staging_commit(struct otfp_staging *st, const char *last)
{
	struct otfp_journal *j = NULL;
	int sync = st->o.replace || st->drops.n > 0; /* replaced data must survive a power failure */
	int r = st->failed;

	OTFP_ASSERT(st->dir && st->lock);
	if (r == 0 && st->packer)
		r = otfp_packer_drain(st->packer);
	if (r == 0)
		r = close_files(st, sync); /* descriptors may be scarce */
	if (r == 0 && st->n > 0)
		r = otfp_journal_new(&j, st->stub, st->dir + strlen(st->stub), st->err);
	if (r == 0 && j)
		r = place_all(st, j, last ? last : st->files[st->n - 1]->suffix, sync);
	if (j && (r == 0 || otfp_journal_pending(j))) {
		if (forget_files(st, r == 0 ? st->err : NULL) < 0 && r == 0)
			r = OTFP_EFAIL;
		st->made_parent = 0;
	} else
		discard(st);
	otfp_journal_free(j);
	return r;
}

void otfp_staging_close(struct otfp_staging *st)
{
	if (!st)
		return;
	otfp_packer_free(st->packer);
	otfp_buf_release(&st->drops);
	discard(st);
	free(st->files);
	free(st->stub);
	free(st);
}
