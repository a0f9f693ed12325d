/* key.c - what an index is of: options, files, the version; and the name of its file. */
#include "base/set.h"
#include "base/sha256.h"
#include "cmd/view/cache.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A text with its length, so that no text looks like two. */
static int put_text(struct otfp_buf *b, const char *what, const char *text)
{
	return text ? otfp_buf_printf(b, "%s %zu %s\n", what, strlen(text), text) : otfp_buf_printf(b, "%s\n", what);
}

/* The options that the index depends on. What a set selects may change: that is in the index. */
static int put_options(struct otfp_buf *b, const struct view *v)
{
	const struct common *o = v->job.common;
	int rc = otfp_buf_printf(b, "memory %zu\nkeep-going %d\nstrict %d\n", v->room, o->keep_going, o->strict);

	for (unsigned i = 0; i < o->nasked && rc == 0; i++)
		rc = put_text(b, o->asked[i].name, o->asked[i].set ? otfp_set_text(o->asked[i].set) : o->asked[i].text);
	return rc == 0 ? put_text(b, "record", v->o->select.record) : rc;
}

/* Where the files are. @return 0, or -1 with errno */
static int put_paths(struct otfp_buf *b, const struct view *v)
{
	int rc = 0;

	for (size_t i = 0; i < v->nfiles && rc == 0; i++) {
		char *path = realpath(v->files[i].path, NULL);
		rc = path ? put_text(b, "file", path) : -1;
		free(path);
	}
	return rc;
}

/* What the files were. The device is no part of it: it may be another one after each start of the system. */
static int put_state(struct otfp_buf *b, const struct view *v)
{
	int rc = 0;

	for (size_t i = 0; i < v->nfiles && rc == 0; i++) {
		const struct stat *st = &v->files[i].st;
		rc = otfp_buf_printf(b, "size %jd inode %ju changed %jd.%09ld %jd.%09ld\n", (intmax_t)st->st_size,
		                     (uintmax_t)st->st_ino, (intmax_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
		                     (intmax_t)st->st_ctim.tv_sec, st->st_ctim.tv_nsec);
	}
	return rc;
}

/* The name: a hash of the options and paths. @return 0, or -1 when memory is out */
static int name_file(const struct view *v, const struct otfp_buf *what, char **path)
{
	uint8_t digest[OTFP_SHA256_SIZE];
	char hex[33];
	struct otfp_sha256 s;

	otfp_sha256_begin(&s);
	otfp_sha256_add(&s, what->p, what->n);
	otfp_sha256_end(&s, digest);
	for (unsigned i = 0; i < 16; i++)
		snprintf(hex + (size_t)2 * i, 3, "%02x", digest[i]);
	if (asprintf(path, "%s/%s" CACHE_SUFFIX, v->o->cache, hex) >= 0)
		return 0;
	*path = NULL;
	return -1;
}

int key_make(const struct view *v, struct otfp_buf *key, char **path)
{
	struct otfp_buf what = OTFP_BUF_INIT;
	int rc = put_options(&what, v) < 0 || put_paths(&what, v) < 0 || name_file(v, &what, path) < 0 ? -1 : 0;

	if (rc == 0)
		rc = otfp_buf_printf(key, KEY_TEXT "key %zu\n%.*s", what.n, (int)what.n, what.p);
	if (rc == 0)
		rc = put_state(key, v);
	if (rc == 0)
		rc = otfp_buf_add(key, "", 1);
	otfp_buf_release(&what);
	return rc;
}
