#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "inputroom.h"
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

enum { LARGE_BLOCK = 64 << 10 }; /* bytes; from it on a file is unpacked by the fast decoder, if there is one */

int setup_room(void **state)
{
	struct room *t = calloc(1, sizeof(*t));

	strcpy(t->dir, "/tmp/otfp-input-XXXXXX");
	if (!mkdtemp(t->dir))
		return -1;
	snprintf(t->path, sizeof(t->path), "%s/in", t->dir);
	*state = t;
	if (otfp_pool_new(&t->pool, 2, &t->err) < 0)
		return -1;
	return otfp_files_new(&t->fs, 4, &t->err);
}

int teardown_room(void **state)
{
	struct room *t = *state;
	char cmd[128];

	otfp_files_free(t->fs);
	otfp_pool_free(t->pool);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", t->dir);
	if (system(cmd) != 0)
		return -1;
	free(t);
	return 0;
}

/* A new file each time: truncating one makes some file systems write to the disk at close. */
void put_file(const char *path, const void *p, size_t n)
{
	int fd;

	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, p, n), n);
	close(fd);
}

int drain(struct otfp_input *in, struct otfp_buf *out)
{
	int r;

	while ((r = otfp_input_lines(in)) == 0) {
		assert_true(in->p < in->lines && in->lines <= in->end);
		assert_int_equal(in->lines[-1], '\n');
		assert_null(memchr(in->end, '\n', OTFP_INPUT_AHEAD));
		assert_int_equal(otfp_buf_add(out, in->p, (size_t)(in->lines - in->p)), 0);
		in->p = in->lines;
	}
	assert_true(in->p <= in->end);
	assert_null(memchr(in->p, '\n', (size_t)(in->end - in->p)));
	assert_int_equal(otfp_buf_add(out, in->p, (size_t)(in->end - in->p)), 0);
	return r;
}

static int read_with(struct room *t, enum otfp_packing packing, size_t block, struct otfp_pool *pool,
                     struct otfp_buf *out)
{
	struct otfp_input *in;
	int r;

	out->n = 0;
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, packing, block, &t->err), 0);
	otfp_input_use_pool(in, pool);
	r = drain(in, out);
	otfp_input_close(in);
	return r;
}

/* The same again, another way: the same bytes, result and message. */
static void read_again(struct room *t, enum otfp_packing packing, size_t block, struct otfp_pool *pool,
                       const struct otfp_buf *out, int result)
{
	struct otfp_buf again = OTFP_BUF_INIT;
	struct otfp_error err = t->err;

	assert_int_equal(read_with(t, packing, block, pool, &again), result);
	assert_same(&again, out);
	if (result < 0)
		assert_string_equal(t->err.text, err.text);
	otfp_buf_release(&again);
}

int read_all(struct room *t, enum otfp_packing packing, size_t block, struct otfp_buf *out)
{
	struct stat st;
	int r = read_with(t, packing, block, NULL, out);

	if (stat(t->path, &st) < 0 || S_ISFIFO(st.st_mode))
		return r; /* it can be read only once */
	read_again(t, packing, block, t->pool, out, r);
	read_again(t, packing, LARGE_BLOCK, NULL, out, r);
	read_again(t, packing, LARGE_BLOCK, t->pool, out, r);
	return r;
}

void make_lines(struct otfp_buf *b, size_t total, unsigned longest)
{
	unsigned x = 12345;

	while (b->n < total) {
		char line[20000];
		unsigned n = (x >> 8) % longest;

		for (unsigned i = 0; i < n; i++) {
			x = x * 1664525 + 1013904223;
			line[i] = (char)("0123456789abcdefEL*\""[(x >> 20) % 20]);
		}
		line[n] = '\n';
		x = x * 1664525 + 1013904223;
		assert_int_equal(otfp_buf_add(b, line, n + 1), 0);
	}
}

void zlib_blocks(struct otfp_buf *z, const char *p, size_t n, size_t block, int finish, size_t *border)
{
	z_stream s = {0};
	unsigned char out[65536];

	assert_int_equal(deflateInit(&s, 4), Z_OK);
	while (n > 0) {
		size_t k = n < block ? n : block;

		s.next_in = (Bytef *)p;
		s.avail_in = (uInt)k;
		p += k;
		n -= k;
		do {
			s.next_out = out;
			s.avail_out = sizeof(out);
			deflate(&s, n == 0 && finish ? Z_FINISH : Z_FULL_FLUSH);
			assert_int_equal(otfp_buf_add(z, out, sizeof(out) - s.avail_out), 0);
		} while (s.avail_out == 0);
		if (border)
			*border++ = z->n;
	}
	deflateEnd(&s);
}

void assert_same(const struct otfp_buf *a, const struct otfp_buf *b)
{
	assert_int_equal(a->n, b->n);
	if (a->n)
		assert_memory_equal(a->p, b->p, a->n);
}

void assert_prefix(const struct otfp_buf *part, const struct otfp_buf *whole)
{
	assert_true(part->n <= whole->n);
	if (part->n)
		assert_memory_equal(part->p, whole->p, part->n);
}

void assert_text(const struct room *t, const char *what)
{
	if (!strstr(t->err.text, what) || !strstr(t->err.text, t->path))
		fail_msg("\"%s\" lacks \"%s\" or the path", t->err.text, what);
}

#ifdef HAVE_ZSTD
void zstd_frame(struct otfp_buf *z, const char *p, size_t n)
{
	ZSTD_CCtx *c = ZSTD_createCCtx();
	size_t room = ZSTD_compressBound(n), k;

	assert_int_equal(otfp_buf_reserve(z, room), 0);
	ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1);
	k = ZSTD_compress2(c, z->p + z->n, room, p, n);
	assert_false(ZSTD_isError(k));
	z->n += k;
	ZSTD_freeCCtx(c);
}
#endif
