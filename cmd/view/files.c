/* files.c - the files of a trace: which they are, and whether they are as they were. */
#include "base/grow.h"
#include "cmd/view/cache.h"
#include "record/listed.h"
#include "trace/source.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the list ---- */

/* A regular file; another one, or one that is not there, is none of the trace. @return 0, or -1 with errno */
static int add(struct view *v, const char *path)
{
	struct view_file *f;

	if (otfp_grow(&v->files, v->nfiles, &v->files_cap, sizeof *v->files) < 0)
		return -1;
	f = &v->files[v->nfiles];
	if (stat(path, &f->st) < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	if (!S_ISREG(f->st.st_mode))
		return 0;
	f->path = strdup(path);
	v->nfiles += f->path != NULL;
	return f->path ? 0 : -1;
}

static int add_listed(void *ctx, const struct otfp_listed *file)
{
	return add(ctx, file->path) < 0 ? OTFP_EFAIL : 0;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct view_file *)a)->path, ((const struct view_file *)b)->path);
}

/* A stored line stream is what its operand names: its source lists nothing. @return 0, or -1 with errno */
static int add_operands(struct view *v)
{
	int rc = 0;

	for (int i = 0; i < v->what.nsources && rc == 0; i++)
		rc = add(v, v->names[i]);
	return rc;
}

int files_list(struct view *v, struct otfp_source *src, struct otfp_error *err)
{
	int rc;

	files_release(v);
	rc = otfp_source_list(src, add_listed, v);
	if (rc < 0 || (!v->nfiles && add_operands(v) < 0))
		rc = otfp_fail_errno(err, "%s", v->title);
	if (rc == 0 && v->nfiles)
		qsort(v->files, v->nfiles, sizeof *v->files, by_path);
	return rc;
}

void files_release(struct view *v)
{
	for (size_t i = 0; i < v->nfiles; i++)
		free(v->files[i].path);
	free(v->files);
	v->files = NULL;
	v->nfiles = v->files_cap = 0;
}

/* ---- then and now ---- */

static int is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int files_check(const struct view *v, struct otfp_error *err)
{
	struct stat now;

	for (size_t i = 0; i < v->nfiles; i++) {
		if (stat(v->files[i].path, &now) < 0)
			return otfp_fail_errno(err, "%s", v->files[i].path);
		if (!is_same(&now, &v->files[i].st))
			return otfp_fail(err, OTFP_EFAIL, "%s: has changed since otf-view was started",
			                 v->files[i].path);
	}
	return 0;
}

/* Whether a change after `now` has another time. Times of whole seconds may be of a file system that has no others. */
static int is_settled(const struct timespec *t, const struct timespec *now)
{
	if (t->tv_nsec == 0)
		return t->tv_sec + 2 < now->tv_sec;
	return t->tv_sec < now->tv_sec || (t->tv_sec == now->tv_sec && t->tv_nsec < now->tv_nsec);
}

int files_are_settled(const struct view *v)
{
	struct timespec now;

	/* the clock that times of files come from */
	if (clock_gettime(CLOCK_REALTIME_COARSE, &now) < 0)
		return 0;
	for (size_t i = 0; i < v->nfiles; i++)
		if (!is_settled(&v->files[i].st.st_mtim, &now) || !is_settled(&v->files[i].st.st_ctim, &now))
			return 0;
	return 1;
}
