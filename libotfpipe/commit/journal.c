/* journal.c - replaces the files of a trace by new ones. See journal.h. */
#include "base/fd.h"
#include "base/assert.h"
#include "commit/journal.h"
#include "commit/folder.h"
#include "commit/link.h"
#include "commit/remove.h"
#include "io/there.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL OTFP_BESIDE "journal" /* one letter more than the name of a directory of new files */
#define NAME_ROOM (2 * NAME_MAX)

struct otfp_journal {
	struct otfp_error *err;
	char *stub;
	const char *base; /* within stub; all names are relative to parent */
	int parent;       /* descriptor of the directory of the trace */
	int sync, pending;
	struct otfp_journal_text text;
	const struct otfp_buf *old, *new; /* two lists of text */
	char fresh[40], aside[40];        /* suffixes: D and a slash; D/old and a slash */
};

/* ---- the handle ---- */

static void set_dir(struct otfp_journal *j)
{
	snprintf(j->fresh, sizeof(j->fresh), "%s/", j->text.dir);
	snprintf(j->aside, sizeof(j->aside), "%s/old/", j->text.dir);
}

static int open_parent(struct otfp_journal *j)
{
	char *path = otfp_parent(j->stub);

	if (!path)
		return otfp_fail_memory(j->err);
	j->parent = otfp_fd_open(path, O_RDONLY | O_DIRECTORY, otfp_go_on);
	free(path);
	return j->parent < 0 ? otfp_fail_errno(j->err, "%s", j->stub) : 0;
}

static int make(struct otfp_journal **out, const char *stub, struct otfp_error *err)
{
	struct otfp_journal *j = calloc(1, sizeof(*j));

	*out = j;
	if (!j)
		return otfp_fail_memory(err);
	j->err = err;
	j->parent = -1;
	j->stub = strdup(stub);
	if (!j->stub)
		return otfp_fail_memory(err);
	j->base = otfp_base(j->stub);
	j->old = &j->text.lists[OTFP_JOURNAL_OLD];
	j->new = &j->text.lists[OTFP_JOURNAL_NEW];
	return open_parent(j);
}

int otfp_journal_new(struct otfp_journal **j, const char *stub, const char *dir, struct otfp_error *err)
{
	int r = make(j, stub, err);

	if (r < 0) {
		otfp_journal_free(*j);
		*j = NULL;
		return r;
	}
	OTFP_ASSERT(otfp_is_fresh(dir));
	snprintf((*j)->text.dir, sizeof((*j)->text.dir), "%s", dir);
	set_dir(*j);
	return 0;
}

int otfp_journal_add(struct otfp_journal *j, enum otfp_journal_list list, const char *name)
{
	return otfp_journal_text_add(&j->text, list, name) < 0 ? otfp_fail_memory(j->err) : 0;
}

int otfp_journal_pending(const struct otfp_journal *j)
{
	return j->pending;
}

void otfp_journal_free(struct otfp_journal *j)
{
	if (!j)
		return;
	otfp_journal_text_release(&j->text);
	if (j->parent >= 0)
		close(j->parent);
	free(j->stub);
	free(j);
}

/* ---- names and moves ---- */

/* The name of a file relative to the parent; where is "", j->fresh or j->aside. The base has at most NAME_MAX
 * bytes, or D could not exist. */
static const char *name(char to[NAME_ROOM], const struct otfp_journal *j, const char *where, const char *suffix)
{
	snprintf(to, NAME_ROOM, "%s%s%s", j->base, where, !*suffix && *where ? OTFP_LOCATIONS : suffix);
	return to;
}

/* The name of D or D/old. */
static const char *directory(char to[NAME_ROOM], const struct otfp_journal *j, const char *where)
{
	snprintf(to, NAME_ROOM, "%s%s", j->base, where);
	return to;
}

static int fail_at(const struct otfp_journal *j, const char *where, const char *suffix)
{
	return otfp_fail_errno(j->err, "%s%s%s", j->stub, where, suffix);
}

enum { MOVED, ABSENT, TAKEN };

/* @return MOVED; ABSENT: there is no file to move; TAKEN: another file has the name; <0. err is set for the last two */
static int move(const struct otfp_journal *j, const char *suffix, const char *from, const char *to)
{
	char a[NAME_ROOM], b[NAME_ROOM];
	int e;

	if (otfp_move_new(j->parent, name(a, j, from, suffix), name(b, j, to, suffix)) == 0)
		return MOVED;
	e = errno;
	if (e == ENOENT)
		return ABSENT;
	fail_at(j, "", suffix);
	return e == EEXIST ? TAKEN : OTFP_EFAIL;
}

/* @return 1, 0, or <0 with err set */
static int is_there(const struct otfp_journal *j, const char *where, const char *suffix)
{
	char a[NAME_ROOM];
	struct stat st;

	if (fstatat(j->parent, name(a, j, where, suffix), &st, AT_SYMLINK_NOFOLLOW) == 0)
		return 1;
	return errno == ENOENT ? 0 : fail_at(j, where, suffix);
}

/* Directories of some file systems cannot be synced (EINVAL); that is no error. */
static int sync_parent(const struct otfp_journal *j)
{
	return j->sync && otfp_fd_sync(j->parent) < 0 && errno != EINVAL ? fail_at(j, "", "") : 0;
}

static int sync_fresh(const struct otfp_journal *j)
{
	char a[NAME_ROOM];
	int fd, r;

	if (!j->sync)
		return 0;
	fd = otfp_fd_open_at(j->parent, directory(a, j, j->fresh), O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return fail_at(j, j->fresh, "");
	r = otfp_fd_sync(fd) < 0 && errno != EINVAL ? fail_at(j, j->fresh, "") : 0;
	close(fd);
	return r;
}

/* ---- step 2 ---- */

static int write_file(const struct otfp_journal *j, const char *path, const struct otfp_buf *b)
{
	int fd = otfp_fd_open_at(j->parent, path, O_WRONLY | O_CREAT | O_EXCL);
	int r;

	if (fd < 0)
		return -1;
	r = otfp_fd_write(fd, b->p, b->n, otfp_go_on) < b->n ? -1 : 0;
	if (r == 0 && j->sync)
		r = otfp_fd_sync(fd);
	return otfp_fd_close(fd) < 0 ? -1 : r;
}

static int put_journal(const struct otfp_journal *j)
{
	char from[NAME_ROOM], to[NAME_ROOM];
	struct otfp_buf b = OTFP_BUF_INIT;
	int r = otfp_journal_text_format(&j->text, &b) < 0 ? otfp_fail_memory(j->err) : 0;

	name(from, j, j->fresh, "journal");
	if (r == 0 && (write_file(j, from, &b) < 0 || otfp_move_new(j->parent, from, name(to, j, "", JOURNAL)) < 0)) {
		r = fail_at(j, "", JOURNAL);
		unlinkat(j->parent, from, 0);
	}
	otfp_buf_release(&b);
	return r;
}

static int drop_journal(const struct otfp_journal *j)
{
	char a[NAME_ROOM];

	if (unlinkat(j->parent, name(a, j, "", JOURNAL), 0) < 0 && errno != ENOENT)
		return fail_at(j, "", JOURNAL);
	return sync_parent(j);
}

/* ---- steps 3 to 5, forward ---- */

static int put_aside(const struct otfp_journal *j)
{
	char a[NAME_ROOM];
	const char *s = otfp_first_string(j->old);

	if (s && mkdirat(j->parent, directory(a, j, j->aside), 0777) < 0 && errno != EEXIST)
		return fail_at(j, j->aside, "");
	for (; s; s = otfp_next_string(j->old, s)) {
		int r = move(j, s, "", j->aside); /* TAKEN: it is already there, and this is the new file */
		if (r < 0 || (s == j->old->p && sync_parent(j) < 0))
			return OTFP_EFAIL;
	}
	return 0;
}

static int place(const struct otfp_journal *j, const char *suffix)
{
	int r = move(j, suffix, j->fresh, "");

	if (r == ABSENT && is_there(j, "", suffix) == 0)
		return otfp_fail(j->err, OTFP_EFAIL, "%s%s: is missing", j->stub, suffix);
	if (r == TAKEN)
		return OTFP_EFAIL;
	return r < 0 ? r : 0;
}

static int place_all(const struct otfp_journal *j)
{
	const char *last = otfp_last_string(j->new);
	int r = sync_parent(j);

	for (const char *s = otfp_first_string(j->new); s && r == 0; s = otfp_next_string(j->new, s)) {
		if (s == last)
			r = sync_parent(j);
		if (r == 0)
			r = place(j, s);
	}
	return r < 0 ? r : sync_parent(j);
}

/* Steps 3 and 4, or what remains of them. */
static int swap(const struct otfp_journal *j)
{
	int last, first;

	OTFP_ASSERT(j->new->n > 0);
	last = is_there(j, j->fresh, otfp_last_string(j->new));
	first = is_there(j, j->fresh, otfp_first_string(j->new));
	if (last <= 0 || first < 0)
		return last == 0 ? 0 : OTFP_EFAIL;
	if (first > 0 && put_aside(j) < 0)
		return OTFP_EFAIL;
	return place_all(j);
}

/* Remove the old files, and the directory of locations, whose suffix is empty. @return 0 or <0 */
static int remove_old(const struct otfp_journal *j)
{
	char a[NAME_ROOM];
	const char *failed = otfp_remove_names(j->parent, directory(a, j, j->aside), j->old);

	for (const char *s = otfp_first_string(j->old); s && !failed; s = otfp_next_string(j->old, s))
		if (!*s && otfp_folder_remove(j->parent, name(a, j, j->aside, s)) < 0 && errno != ENOENT &&
		    errno != ENOTEMPTY)
			failed = s;
	return failed ? fail_at(j, j->aside, failed) : 0;
}

/* A directory into which somebody put a file stays; it does no harm. */
static int clean_up(const struct otfp_journal *j)
{
	const struct otfp_buf *drop = &j->text.lists[OTFP_JOURNAL_DROP];
	char a[NAME_ROOM];
	int r;

	if (remove_old(j) < 0)
		return OTFP_EFAIL;
	for (const char *s = otfp_first_string(drop); s; s = otfp_next_string(drop, s))
		if (unlink(s) < 0 && errno != ENOENT)
			return otfp_fail_errno(j->err, "%s", s);
	unlinkat(j->parent, directory(a, j, j->aside), AT_REMOVEDIR);
	unlinkat(j->parent, directory(a, j, j->fresh), AT_REMOVEDIR);
	r = sync_parent(j);
	return r < 0 ? r : drop_journal(j);
}

/* ---- undo ---- */

/* Move all files of a list, the first one last. Files that do not exist, or are already moved, are skipped. */
static int move_back(const struct otfp_journal *j, const struct otfp_buf *list, const char *from, const char *to)
{
	const char *first = otfp_first_string(list), *s = first;

	while (s) {
		s = otfp_next_string(list, s);
		if (move(j, s ? s : first, from, to) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

static int undo(const struct otfp_journal *j)
{
	char a[NAME_ROOM];

	if (move_back(j, j->new, "", j->fresh) < 0 || move_back(j, j->old, j->aside, "") < 0)
		return OTFP_EFAIL;
	if (unlinkat(j->parent, directory(a, j, j->aside), AT_REMOVEDIR) < 0 && errno != ENOENT)
		return fail_at(j, j->aside, "");
	return sync_parent(j) < 0 ? OTFP_EFAIL : drop_journal(j);
}

/* ---- all of it ---- */

static int stay_pending(struct otfp_journal *j)
{
	j->pending = 1;
	return otfp_fail(j->err, OTFP_EFAIL,
	                 *j->base ? "%s; run 'otf-write --recover %s' to complete it" :
	                            "%s; the next command that writes to %s completes it",
	                 j->err->text, j->stub);
}

int otfp_journal_commit(struct otfp_journal *j, int sync)
{
	struct otfp_error first;
	int r;

	OTFP_ASSERT(!j->pending);
	j->sync = sync;
	r = sync_fresh(j);
	if (r == 0)
		r = sync_parent(j);
	if (r == 0)
		r = put_journal(j);
	if (r < 0)
		return r;
	r = sync_parent(j);
	if (r == 0)
		r = swap(j);
	if (r == 0)
		return clean_up(j) < 0 ? stay_pending(j) : 0;
	first = *j->err;
	if (undo(j) < 0)
		return stay_pending(j);
	*j->err = first;
	return r;
}

/* ---- a journal left by an earlier command ---- */

static char *journal_path(const char *stub)
{
	char *path;

	return asprintf(&path, "%s" JOURNAL, stub) < 0 ? NULL : path;
}

int otfp_journal_exists(const char *stub, struct otfp_error *err)
{
	char *path = journal_path(stub);
	int found = path ? otfp_name_is_there(path, NULL, err) : otfp_fail_memory(err);

	free(path);
	return found;
}

static int read_all(const struct otfp_journal *j, int fd, size_t size, struct otfp_buf *b)
{
	ssize_t got;

	if (otfp_buf_reserve(b, size + 1) < 0)
		return otfp_fail_memory(j->err);
	got = otfp_fd_read_at(fd, b->p, size, 0);
	if (got < 0)
		return fail_at(j, "", JOURNAL);
	b->n = (size_t)got;
	b->p[b->n] = 0;
	return 0;
}

/* Anybody may create a file in a directory like /tmp; the moves it lists would be done with our rights. */
static int check_owner(const struct otfp_journal *j, const struct stat *st)
{
	if (S_ISREG(st->st_mode) && st->st_uid == geteuid())
		return 0;
	return otfp_fail(j->err, OTFP_EFAIL,
	                 "%s" JOURNAL ": belongs to another user, who should run otf-write --recover", j->stub);
}

/* @return 1 with the lists set, 0 if there is no journal, <0 */
static int load(struct otfp_journal *j)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	char a[NAME_ROOM];
	struct stat st;
	int fd = otfp_fd_open_at(j->parent, name(a, j, "", JOURNAL), O_RDONLY | O_NOFOLLOW | O_NONBLOCK), r;

	if (fd < 0)
		return errno == ENOENT ? 0 : fail_at(j, "", JOURNAL);
	r = fstat(fd, &st) < 0 ? fail_at(j, "", JOURNAL) : check_owner(j, &st);
	if (r == 0)
		r = read_all(j, fd, (size_t)st.st_size, &text);
	close(fd);
	if (r == 0 && otfp_journal_text_parse(&j->text, text.p) < 0)
		r = otfp_fail(j->err, OTFP_EFAIL, "%s" JOURNAL ": damaged; remove it to continue without it", j->stub);
	otfp_buf_release(&text);
	return r < 0 ? r : 1;
}

static int go_on(struct otfp_journal *j, otfp_report_fn *report, void *ctx)
{
	struct otfp_error e;
	int r;

	j->sync = 1;
	set_dir(j);
	r = swap(j);
	if (r == 0)
		r = clean_up(j);
	otfp_fail(&e, OTFP_OK, "%s%s: completed a write that was interrupted", j->stub, otfp_last_string(j->new));
	if (r == 0 && report)
		report(ctx, &e);
	return r < 0 ? r : 1;
}

int otfp_journal_recover(const char *stub, otfp_report_fn *report, void *ctx, struct otfp_error *err)
{
	struct otfp_journal *j = NULL;
	int r = make(&j, stub, err);

	if (r == 0)
		r = load(j);
	if (r > 0)
		r = go_on(j, report, ctx);
	otfp_journal_free(j);
	return r;
}
