/* stage.c - write beside and rename. See stage.h. */
#include "io/stage.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define PACKED_BLOCK (64u << 10) /* bytes written at a time when packed */
#define DEFLATE_MOST (1u << 30)  /* bytes a call: zlib counts in unsigned int */

struct otfp_staged {
	struct otfp_stage *stage;
	struct otfp_file_h *file;
	char *temp, *final;
	const char *suffix; /* within final */
	int level;
	enum { MADE, PLACED, GONE } where;
};

struct otfp_stage {
	struct otfp_error *err;
	char *stub, *dir;
	struct otfp_staged **files;
	size_t n, cap;
	int failed; /* code of the first create or append that failed; its message is in err */
	/* One deflate for all files: a block ends in a full flush, so nothing is carried over. */
	z_stream z;
	int z_level; /* 0 = not made yet */
	unsigned char *packed;
};

/* ---- the directory and its files ---- */

static char *join(const char *a, const char *b, const char *c)
{
	char *s;

	return asprintf(&s, "%s%s%s", a, b, c) < 0 ? NULL : s;
}

static void free_stage(struct otfp_stage *st)
{
	if (st->z_level)
		deflateEnd(&st->z);
	free(st->packed);
	free(st->files);
	free(st->stub);
	free(st->dir);
	free(st);
}

int otfp_stage_open(struct otfp_stage **out, const char *stub, struct otfp_error *err)
{
	struct otfp_stage *st = calloc(1, sizeof(*st));
	int r = 0;

	*out = NULL;
	if (!st)
		return otfp_fail_memory(err);
	st->err = err;
	st->stub = strdup(stub);
	st->dir = join(stub, ".otfpipe-XXXXXX", "");
	if (!st->stub || !st->dir)
		r = otfp_fail_memory(err);
	else if (!mkdtemp(st->dir))
		r = otfp_fail_errno(err, "%s.otf", stub);
	if (r < 0)
		free_stage(st);
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

static struct otfp_staged *make_staged(struct otfp_stage *st, const char *suffix, int level)
{
	struct otfp_staged *f = calloc(1, sizeof(*f));

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

static int room_for_one(struct otfp_stage *st)
{
	size_t cap = st->cap ? 2 * st->cap : 16;
	struct otfp_staged **files;

	if (st->n < st->cap)
		return 0;
	files = realloc(st->files, cap * sizeof(struct otfp_staged *));
	if (!files)
		return -1;
	st->files = files;
	st->cap = cap;
	return 0;
}

/* What the reference's deflateInit of that level writes: the two bits of the level differ. */
static int put_zlib_header(struct otfp_staged *f)
{
	static const char second[10] = "\x00\x01\x5e\x5e\x5e\x5e\x9c\xda\xda\xda"; /* by level */
	const char header[2] = {0x78, second[f->level]};

	return otfp_file_append(f->file, header, sizeof(header));
}

static int create(struct otfp_staged **out, struct otfp_stage *st, struct otfp_files *fs, const char *suffix, int level)
{
	struct otfp_staged *f;
	int r;

	if (room_for_one(st) < 0 || !(f = make_staged(st, suffix, level)))
		return otfp_fail_memory(st->err);
	r = otfp_file_create_as(&f->file, fs, f->temp, f->final, st->err);
	if (r < 0) {
		free_staged(f);
		return r;
	}
	st->files[st->n++] = f;
	*out = f;
	return level ? put_zlib_header(f) : 0;
}

int otfp_stage_create(struct otfp_staged **f, struct otfp_stage *st, struct otfp_files *fs, const char *suffix,
                      int level)
{
	int r;

	*f = NULL;
	if (level < 0 || level > 9)
		return otfp_fail(st->err, OTFP_EUSAGE, "%s%s: no compression level %d", st->stub, suffix, level);
	r = create(f, st, fs, suffix, level);
	if (r < 0 && !st->failed)
		st->failed = r;
	return r;
}

/* ---- bytes ---- */

/* A raw deflate at the start of a block, of that level. */
static int ready_deflate(struct otfp_stage *st, int level)
{
	if (st->z_level == level)
		return deflateReset(&st->z) == Z_OK ? 0 : -1;
	if (st->z_level)
		deflateEnd(&st->z);
	st->z_level = 0;
	memset(&st->z, 0, sizeof(st->z));
	if (!st->packed && !(st->packed = malloc(PACKED_BLOCK)))
		return -1;
	if (deflateInit2(&st->z, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return -1;
	st->z_level = level;
	return 0;
}

/* Deflate what the state was given and write all that comes out; room left says that all is out. */
static int put_deflated(struct otfp_staged *f, int flush)
{
	z_stream *z = &f->stage->z;
	int r = 0;

	do {
		z->next_out = f->stage->packed;
		z->avail_out = PACKED_BLOCK;
		deflate(z, flush);
		r = otfp_file_append(f->file, f->stage->packed, PACKED_BLOCK - z->avail_out);
	} while (r == 0 && z->avail_out == 0);
	return r;
}

static int append_packed(struct otfp_staged *f, const unsigned char *p, size_t n)
{
	z_stream *z = &f->stage->z;
	int r = 0;

	if (ready_deflate(f->stage, f->level) < 0)
		return otfp_fail_memory(f->stage->err);
	while (r == 0 && n > 0) {
		size_t k = n < DEFLATE_MOST ? n : DEFLATE_MOST;

		z->next_in = (z_const Bytef *)p;
		z->avail_in = (uInt)k;
		p += k;
		n -= k;
		r = put_deflated(f, n > 0 ? Z_NO_FLUSH : Z_FULL_FLUSH);
	}
	return r;
}

int otfp_staged_append(struct otfp_staged *f, const void *p, size_t n)
{
	int r = f->level ? append_packed(f, p, n) : otfp_file_append(f->file, p, n);

	if (r < 0 && !f->stage->failed)
		f->stage->failed = r;
	return r;
}

/* ---- the end ---- */

static int close_files(struct otfp_stage *st)
{
	int r = 0;

	for (size_t i = 0; i < st->n && r == 0; i++) {
		r = otfp_file_close(st->files[i]->file);
		st->files[i]->file = NULL;
	}
	return r;
}

/* Rename without replacing. @return 0, or -1 with errno (EEXIST) */
static int move_new(const char *from, const char *to)
{
	int e;

	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (link(from, to) < 0)
		return -1;
	if (unlink(from) == 0)
		return 0;
	e = errno;
	unlink(to);
	errno = e;
	return -1;
}

static int place(struct otfp_staged *f)
{
	if (move_new(f->temp, f->final) < 0)
		return otfp_fail_errno(f->stage->err, "%s", f->final);
	f->where = PLACED;
	return 0;
}

static int place_all(struct otfp_stage *st, const char *last)
{
	struct otfp_staged *end = NULL;
	int r = 0;

	for (size_t i = 0; i < st->n && r == 0; i++) {
		if (last && !strcmp(st->files[i]->suffix, last))
			end = st->files[i];
		else
			r = place(st->files[i]);
	}
	if (r < 0 || !last)
		return r;
	return end ? place(end) : otfp_fail(st->err, OTFP_EUSAGE, "%s%s: was not made", st->stub, last);
}

/* Remove all that was made. What went wrong first is what err says, so it is kept. */
static void discard(struct otfp_stage *st)
{
	struct otfp_error keep = *st->err;

	for (size_t i = st->n; i-- > 0;) {
		struct otfp_staged *f = st->files[i];

		otfp_file_close(f->file);
		f->file = NULL;
		unlink(f->where == PLACED ? f->final : f->temp);
		f->where = GONE;
	}
	rmdir(st->dir);
	*st->err = keep;
}

static void forget_files(struct otfp_stage *st)
{
	for (size_t i = 0; i < st->n; i++)
		free_staged(st->files[i]);
	st->n = 0;
	free(st->dir);
	st->dir = NULL;
}

int otfp_stage_commit(struct otfp_stage *st, const char *last)
{
	int r = st->failed;

	if (r == 0)
		r = close_files(st);
	if (r == 0)
		r = place_all(st, last);
	/* The trace is whole when only rmdir fails: somebody else put a file there. */
	if (r == 0)
		rmdir(st->dir);
	else
		discard(st);
	forget_files(st);
	return r;
}

void otfp_stage_close(struct otfp_stage *st)
{
	if (!st)
		return;
	if (st->dir)
		discard(st);
	forget_files(st);
	free_stage(st);
}

/* ---- is there one already ---- */

/* Whether s, behind the stub, makes the name of a file of a trace. */
static int is_part(const char *s)
{
	static const char *const kinds[] = {"def", "defs", "events", "snaps", "stats", "marker"};
	size_t digits;

	if (!strcmp(s, ".otf") || !strcmp(s, ".thumb"))
		return 1;
	if (*s++ != '.')
		return 0;
	digits = strspn(s, "0123456789abcdef");
	if (digits == 0 || s[digits] != '.')
		return 0;
	s += digits + 1;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		size_t k = strlen(kinds[i]);

		if (!strncmp(s, kinds[i], k) && (!s[k] || !strcmp(s + k, ".z")))
			return 1;
	}
	return 0;
}

/* @return 1 with which set, <0 when memory is out */
static int found(struct otfp_buf *which, const char *a, const char *b)
{
	if (!which)
		return 1;
	which->n = 0;
	return otfp_buf_puts(which, a) < 0 || otfp_buf_puts(which, b) < 0 || !otfp_buf_str(which) ? -1 : 1;
}

static int scan(DIR *d, const char *stub, const char *base, struct otfp_buf *which)
{
	size_t n = strlen(base);
	struct dirent *e;

	errno = 0;
	while ((e = readdir(d)) != NULL)
		if (!strncmp(e->d_name, base, n) && is_part(e->d_name + n))
			return found(which, stub, e->d_name + n);
	return errno ? -1 : 0;
}

static DIR *open_parent(const char *stub, const char *base)
{
	char *dir = base == stub ? strdup(".") : strndup(stub, (size_t)(base - stub));
	DIR *d = dir ? opendir(dir) : NULL;
	int e = errno;

	free(dir);
	errno = e;
	return d;
}

int otfp_stage_exists(const char *stub, struct otfp_buf *which)
{
	const char *slash = strrchr(stub, '/');
	const char *base = slash ? slash + 1 : stub;
	DIR *d = open_parent(stub, base);
	int e, r;

	if (!d)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	r = scan(d, stub, base, which);
	e = errno;
	closedir(d);
	errno = e;
	return r;
}
