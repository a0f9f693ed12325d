/* cache.c - the index of a trace in a file. See cache.h. */
#include "base/fd.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "cmd/view/cache.h"
#include "commit/newfile.h"
#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { CRC = 4 /* bytes at the end */, SETTLES = 20 /* ms; longer than a tick */ };

struct cache {
	char *path;             /* NULL: no index is read or written */
	struct otfp_buf key;    /* what the file begins with */
	int is_settled;         /* no change can escape the key */
	struct otfp_error why;  /* the files of the trace are not known; code 0: they are, or it is a pipe */
	char *bytes;            /* what was read, until cache_has */
	struct otfp_coder read; /* of it */
};

void cache_release(struct view *v)
{
	if (!v->cache)
		return;
	free(v->cache->path);
	free(v->cache->bytes);
	otfp_buf_release(&v->cache->key);
	free(v->cache);
	v->cache = NULL;
}

/* ---- the files of the trace ---- */

static int list_only(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	(void)ctx;
	(void)h;
	(void)err;
	return 1;
}

/* Whether a name is a pipe, which can be opened only once. */
static int has_pipe(const struct view *v)
{
	struct stat st;

	for (int i = 0; i < v->what.nsources; i++)
		if (stat(v->names[i], &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
			return 1;
	return 0;
}

/* List them when they are settled, if that is soon. @return 0; <0 if there is nothing to know them by */
static int list(struct view *v)
{
	const struct reading r = {.view = v, .lists = 1, .is_whole = 1, .begin = list_only};

	if (has_pipe(v))
		return -1;
	for (unsigned tries = 0; tries < 2 && !v->cache->is_settled; tries++) {
		if (tries)
			otfp_fd_pause(SETTLES);
		if (view_read(&r, &v->cache->why) < 0 || !v->nfiles)
			return -1;
		v->cache->is_settled = files_are_settled(v);
	}
	return 0;
}

/* ---- to read ---- */

/* The whole file. @return 0 with *n set; 1: there is none; -1 with errno, of a pipe or device EEXIST */
static int read_file(struct cache *k, size_t *n)
{
	const int fd = otfp_fd_open(k->path, O_RDONLY | O_NONBLOCK, otfp_go_on);
	struct stat st = {.st_size = -1};
	ssize_t got;
	int rc = -1;

	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 1 : -1;
	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode))
		errno = EEXIST;
	else if (st.st_size >= 0) {
		*n = (size_t)st.st_size;
		k->bytes = malloc(*n ? *n : 1);
		got = k->bytes ? otfp_fd_read_at(fd, k->bytes, *n, 0) : -1;
		*n = got > 0 ? (size_t)got : 0;
		rc = got < 0 ? -1 : 0;
	}
	close(fd);
	return rc;
}

/* Whether n bytes are an index of this trace: of this form, as it was written, with this key. */
static int is_good(const struct cache *k, size_t n)
{
	uint32_t crc;

	if (n < KEY_MAGIC + CRC || memcmp(k->bytes, k->key.p, KEY_MAGIC) != 0) {
		message_note(1, "%s: is of another version, or no index; a new one replaces it", k->path);
		return 0;
	}
	memcpy(&crc, k->bytes + n - CRC, CRC);
	if (le32toh(crc) != crc32_z(0, (const unsigned char *)k->bytes, n - CRC)) {
		message_warning("%s: is damaged; a new index replaces it", k->path);
		return 0;
	}
	if (n - CRC < k->key.n || memcmp(k->bytes, k->key.p, k->key.n) != 0) {
		message_note(1, "%s: is of the trace as it was before; a new index replaces it", k->path);
		return 0;
	}
	return 1;
}

static void drop_bytes(struct cache *k)
{
	free(k->bytes);
	k->bytes = NULL;
}

static void take(struct view *v, size_t n)
{
	struct cache *k = v->cache;
	const unsigned char *p = (const unsigned char *)k->bytes;

	k->read = (struct otfp_coder){.p = p + k->key.n, .end = p + n - CRC};
	index_code(&k->read, v);
	if (!k->read.code)
		return;
	if (k->read.code == OTFP_EDAMAGE)
		message_warning("%s: is damaged; a new index replaces it", k->path);
	else
		message_warning("%s: out of memory", k->path);
	index_release(v);
	drop_bytes(k);
}

void cache_find(struct view *v)
{
	size_t n = 0;
	int rc;

	v->cache = calloc(1, sizeof *v->cache);
	if (!v->cache || (list(v) == 0 && key_make(v, &v->cache->key, &v->cache->path) < 0)) {
		message_warning("--cache: %s; the index is not kept", strerror(errno));
		cache_release(v);
	}
	if (!v->cache || !v->cache->path)
		return;
	rc = read_file(v->cache, &n);
	if (rc < 0) {
		message_warning("%s: %s; the index is not kept", v->cache->path, strerror(errno));
		cache_release(v);
	} else if (rc == 0 && is_good(v->cache, n))
		take(v, n);
	else
		drop_bytes(v->cache);
}

int cache_knows_span(const struct view *v)
{
	return v->cache && v->cache->bytes;
}

/* What a killed writer left beside a whole index no writer would remove. */
static void remove_left(const struct cache *k)
{
	struct otfp_newfile file;
	struct otfp_error err;
	char lock[PATH_MAX];

	if ((size_t)snprintf(lock, sizeof lock, "%s.otfpipe-lock", k->path) >= sizeof lock || access(lock, F_OK) < 0)
		return;
	/* another otf-view may be at it, or it cannot be removed: the index is good all the same */
	if (otfp_newfile_open(&file, k->path, OTFP_NEWFILE_REPLACE, signal_came, &err) < 0)
		message_note(1, "%s", err.text);
	otfp_newfile_release(&file);
}

int cache_has(struct view *v)
{
	struct cache *k = v->cache;
	int is_there;

	if (k && k->why.code) /* if it lasts, the start has said it */
		message_warning("%s; the index is not kept", k->why.text);
	if (!cache_knows_span(v))
		return 0;
	index_code_selected(&k->read, v);
	is_there = !k->read.code && k->read.p == k->read.end;
	if (!is_there) {
		message_note(1, "%s: is of another selection; a new index replaces it", k->path);
		index_release(v);
	}
	drop_bytes(k);
	if (is_there)
		remove_left(k);
	return is_there;
}

/* ---- to write ---- */

struct writing {
	struct view *view;
	struct otfp_newfile file;
	struct otfp_error err;
	uint32_t crc;
	int is_stopped;
};

static int put(void *ctx, struct otfp_buf *out)
{
	struct writing *w = ctx;
	int rc;

	if (view_is_left(w->view, NULL)) {
		w->is_stopped = 1;
		return -1;
	}
	w->crc = (uint32_t)crc32_z(w->crc, (const unsigned char *)out->p, out->n);
	rc = otfp_newfile_put(&w->file, out->p, out->n, &w->err);
	out->n = 0;
	return rc;
}

/* @return 0 or <0 */
static int put_all(struct writing *w)
{
	struct otfp_coder c = {.writes = 1, .flush = put, .ctx = w};
	struct cache *k = w->view->cache;
	uint32_t crc;

	otfp_fail_memory(&w->err); /* unless it is another error */
	if (put(w, &k->key) == 0) {
		index_code(&c, w->view);
		index_code_selected(&c, w->view);
		if (!c.code && put(w, &c.out) < 0)
			c.code = OTFP_EFAIL;
	} else
		c.code = OTFP_EFAIL;
	otfp_buf_release(&c.out);
	crc = htole32(w->crc);
	if (!c.code)
		c.code = otfp_newfile_put(&w->file, &crc, sizeof crc, &w->err);
	return c.code ? c.code : otfp_newfile_end(&w->file, &w->err);
}

void cache_keep(struct view *v)
{
	struct writing w = {.view = v};
	int code;

	if (!v->cache || !v->cache->path || *v->damage || v->has_late_definitions)
		return;
	if (!v->cache->is_settled) {
		message_note(1, "%s: was written just now, so that its index is not kept", v->title);
		return;
	}
	if (files_check(v, &w.err) < 0) {
		message_warning("%s; the index is not kept", w.err.text);
		return;
	}
	code = otfp_newfile_open(&w.file, v->cache->path, OTFP_NEWFILE_REPLACE, signal_came, &w.err);
	if (code < 0 && errno == EWOULDBLOCK)
		code = 0; /* another otf-view keeps the same */
	else if (code == 0)
		code = put_all(&w);
	if (code < 0 && !w.is_stopped)
		message_warning("%s; the index is not kept", w.err.text);
	otfp_newfile_release(&w.file);
}
