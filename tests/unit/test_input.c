/* Bytes in: lines over block borders, packed input whole, cut and damaged, pipes that give little. */
#include "io/input.h"
#include "base/buf.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <zlib.h>
#include <setjmp.h>
#include <cmocka.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

/* ---- helpers ---- */

struct room {
	char dir[64], path[96];
	struct otfp_files *fs;
	struct otfp_error err;
};

static int setup(void **state)
{
	struct room *t = calloc(1, sizeof(*t));

	strcpy(t->dir, "/tmp/otfp-input-XXXXXX");
	if (!mkdtemp(t->dir))
		return -1;
	snprintf(t->path, sizeof(t->path), "%s/in", t->dir);
	*state = t;
	return otfp_files_new(&t->fs, 4, &t->err);
}

static int teardown(void **state)
{
	struct room *t = *state;
	char cmd[128];

	otfp_files_free(t->fs);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", t->dir);
	if (system(cmd) != 0)
		return -1;
	free(t);
	return 0;
}

/* A new file each time: truncating one makes some file systems write to the disk at close. */
static void put_file(const char *path, const void *p, size_t n)
{
	int fd;

	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, p, n), n);
	close(fd);
}

/* Read in to its end, checking that each window is whole lines; what is left then goes to out, too. */
static int drain(struct otfp_input *in, struct otfp_buf *out)
{
	int r;

	while ((r = otfp_input_lines(in)) == 0) {
		assert_true(in->p < in->lines && in->lines <= in->end);
		assert_int_equal(in->lines[-1], '\n');
		assert_int_equal(otfp_buf_add(out, in->p, (size_t)(in->lines - in->p)), 0);
		in->p = in->lines;
	}
	assert_true(in->p <= in->end);
	assert_null(memchr(in->p, '\n', (size_t)(in->end - in->p)));
	assert_int_equal(otfp_buf_add(out, in->p, (size_t)(in->end - in->p)), 0);
	return r;
}

static int read_all(struct room *t, enum otfp_packing packing, size_t block, struct otfp_buf *out)
{
	struct otfp_input *in;
	int r;

	out->n = 0;
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, packing, block, &t->err), 0);
	r = drain(in, out);
	otfp_input_close(in);
	return r;
}

/* Lines of all lengths up to `longest`, from a fixed pseudo-random sequence. */
static void make_lines(struct otfp_buf *b, size_t total, unsigned longest)
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

/* Pack p as blocks of `block` bytes each ended by a full flush; border[i] = bytes up to behind block i. */
static void zlib_blocks(struct otfp_buf *z, const char *p, size_t n, size_t block, int finish, size_t *border)
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

static void assert_same(const struct otfp_buf *a, const struct otfp_buf *b)
{
	assert_int_equal(a->n, b->n);
	assert_memory_equal(a->p, b->p, a->n);
}

static void assert_prefix(const struct otfp_buf *part, const struct otfp_buf *whole)
{
	assert_true(part->n <= whole->n);
	if (part->n)
		assert_memory_equal(part->p, whole->p, part->n);
}

static void assert_text(const struct room *t, const char *what)
{
	if (!strstr(t->err.text, what) || !strstr(t->err.text, t->path))
		fail_msg("\"%s\" lacks \"%s\" or the path", t->err.text, what);
}

/* ---- plain ---- */

static void lines_longer_than_the_block_come_whole(void **state)
{
	static const size_t blocks[] = {4096, 5000, 65536, 1 << 20};
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, got = OTFP_BUF_INIT;

	make_lines(&text, 3 << 20, 9000);
	put_file(t->path, text.p, text.n);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(read_all(t, OTFP_PLAIN, blocks[i], &got), OTFP_END);
		assert_same(&got, &text);
		assert_int_equal(read_all(t, OTFP_DETECT, blocks[i], &got), OTFP_END);
		assert_same(&got, &text);
	}
	otfp_buf_release(&text);
	otfp_buf_release(&got);
}

static void a_last_line_without_lf_is_left_in_the_window(void **state)
{
	struct room *t = *state;
	struct otfp_input *in;

	put_file(t->path, "one\ntwo", 7);
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_PLAIN, 4096, &t->err), 0);
	assert_string_equal(otfp_input_name(in), t->path);
	assert_int_equal(otfp_input_lines(in), 0);
	assert_int_equal(otfp_input_lines(in), 0); /* nothing used: nothing moves */
	assert_memory_equal(in->p, "one\ntwo", 7);
	assert_ptr_equal(in->lines, in->p + 4);
	in->p = in->lines;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(otfp_input_lines(in), OTFP_END);
		assert_int_equal(in->end - in->p, 3);
		assert_memory_equal(in->p, "two", 3);
	}
	otfp_input_close(in);
	otfp_input_close(NULL);
}

static void an_empty_plain_file_is_the_end(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;

	put_file(t->path, "", 0);
	assert_int_equal(read_all(t, OTFP_PLAIN, 4096, &got), OTFP_END);
	assert_int_equal(read_all(t, OTFP_DETECT, 4096, &got), OTFP_END);
	assert_int_equal(got.n, 0);
	otfp_buf_release(&got);
}

static void a_line_of_16_mib_is_read_and_a_longer_one_refused(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;
	char *line = malloc(OTFP_LINE_MAX + 1);

	memset(line, 'x', OTFP_LINE_MAX + 1);
	line[OTFP_LINE_MAX - 1] = '\n';
	put_file(t->path, line, OTFP_LINE_MAX);
	assert_int_equal(read_all(t, OTFP_PLAIN, 4096, &got), OTFP_END);
	assert_int_equal(got.n, OTFP_LINE_MAX);
	line[OTFP_LINE_MAX - 1] = 'x';
	line[OTFP_LINE_MAX] = '\n';
	put_file(t->path, line, OTFP_LINE_MAX + 1);
	assert_int_equal(read_all(t, OTFP_PLAIN, 65536, &got), OTFP_EDAMAGE);
	assert_text(t, "line longer than 16 MiB");
	free(line);
	otfp_buf_release(&got);
}

static void a_missing_file_or_a_directory_is_told_on_opening(void **state)
{
	struct room *t = *state;
	struct otfp_input *in;

	errno = 0;
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_ZLIB, 4096, &t->err), OTFP_EFAIL);
	assert_int_equal(errno, ENOENT);
	assert_null(in);
	assert_text(t, "No such file");
	assert_int_equal(otfp_input_open(&in, t->fs, t->dir, OTFP_PLAIN, 4096, &t->err), OTFP_EFAIL);
	assert_int_equal(errno, EISDIR);
}

static void a_file_that_vanishes_while_closed_is_told(void **state)
{
	struct room *t = *state;
	struct otfp_input *in, *more[4];
	char other[128];

	put_file(t->path, "a\n", 2);
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_PLAIN, 4096, &t->err), 0);
	for (int i = 0; i < 4; i++) { /* push it out of the budget */
		snprintf(other, sizeof(other), "%s/%d", t->dir, i);
		put_file(other, "b\n", 2);
		assert_int_equal(otfp_input_open(&more[i], t->fs, other, OTFP_PLAIN, 4096, &t->err), 0);
	}
	unlink(t->path);
	assert_int_equal(otfp_input_lines(in), OTFP_EFAIL);
	assert_text(t, "No such file");
	otfp_input_close(in);
	for (int i = 0; i < 4; i++)
		otfp_input_close(more[i]);
}

static void ten_thousand_inputs_cost_little_until_they_are_read(void **state)
{
	enum { N = 10000 };
	struct room *t = *state;
	struct otfp_input **in = calloc(N, sizeof(*in));
	size_t before = mallinfo2().uordblks;

	put_file(t->path, "a\nb\n", 4);
	for (int i = 0; i < N; i++)
		assert_int_equal(otfp_input_open(&in[i], t->fs, t->path, OTFP_PLAIN, 65536, &t->err), 0);
	assert_true(mallinfo2().uordblks - before < (size_t)N * 1024);
	for (int i = 0; i < N; i += 10) {
		assert_int_equal(otfp_input_lines(in[i]), 0);
		assert_memory_equal(in[i]->p, "a\nb\n", 4);
	}
	for (int i = 0; i < N; i++)
		otfp_input_close(in[i]);
	free(in);
}

static void the_memory_of_a_long_line_is_given_back(void **state)
{
	struct room *t = *state;
	struct otfp_input *in;
	struct mallinfo2 before;
	size_t n = 3 << 20, all = 3 * n; /* the window grows to 4 MiB, so the short lines do not fit it */
	char *text = malloc(all);

	memset(text, 'x', all);
	for (size_t i = n; i < all; i += 8)
		text[i] = '\n';
	put_file(t->path, text, all);
	before = mallinfo2();
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_PLAIN, 4096, &t->err), 0);
	assert_int_equal(otfp_input_lines(in), 0);
	in->p = in->lines;
	while (otfp_input_lines(in) == 0)
		in->p = in->lines;
	assert_true(mallinfo2().uordblks + mallinfo2().hblkhd < before.uordblks + before.hblkhd + 100000);
	otfp_input_close(in);
	free(text);
}

/* ---- zlib ---- */

static void zlib_is_read_whole_unfinished_finished_and_concatenated(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT, got = OTFP_BUF_INIT;
	size_t cut;

	make_lines(&text, 1 << 20, 9000);
	cut = text.n / 3;
	for (int kind = 0; kind < 4; kind++) {
		z.n = 0;
		if (kind < 2) {
			zlib_blocks(&z, text.p, text.n, 10000, kind, NULL);
		} else { /* 2: the last member unfinished; 3: finished */
			zlib_blocks(&z, text.p, cut, 100000, 1, NULL);
			zlib_blocks(&z, text.p + cut, 1, 10000, 1, NULL);
			zlib_blocks(&z, text.p + cut + 1, text.n - cut - 1, 50000, kind == 3, NULL);
		}
		put_file(t->path, z.p, z.n);
		for (size_t block = 4096; block <= 1 << 20; block *= 4) {
			assert_int_equal(read_all(t, OTFP_ZLIB, block, &got), OTFP_END);
			assert_same(&got, &text);
		}
	}
	otfp_buf_release(&text);
	otfp_buf_release(&z);
	otfp_buf_release(&got);
}

static void a_highly_packed_file_is_read_whole(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT, got = OTFP_BUF_INIT;

	for (int i = 0; i < 1000000; i++)
		assert_int_equal(otfp_buf_add(&text, "E1\n", 3), 0);
	zlib_blocks(&z, text.p, text.n, text.n, 0, NULL);
	put_file(t->path, z.p, z.n); /* all of it is in one raw block: the window is what is full */
	for (size_t block = 4096; block <= 1 << 20; block *= 16) {
		assert_int_equal(read_all(t, OTFP_ZLIB, block, &got), OTFP_END);
		assert_same(&got, &text);
	}
	otfp_buf_release(&text);
	otfp_buf_release(&z);
	otfp_buf_release(&got);
}

/* ok[i] = the file may end behind i bytes */
static void cut_everywhere(struct room *t, enum otfp_packing packing, const struct otfp_buf *z, const char *ok,
                           const struct otfp_buf *text, const char *what)
{
	struct otfp_buf got = OTFP_BUF_INIT;

	for (size_t n = 1; n <= z->n; n++) {
		int r;

		put_file(t->path, z->p, n);
		r = read_all(t, packing, 4096, &got);
		assert_prefix(&got, text);
		if (r != (ok[n] ? OTFP_END : OTFP_EDAMAGE))
			fail_msg("cut at %zu of %zu: %d", n, z->n, r);
		if (r < 0)
			assert_text(t, what);
	}
	assert_same(&got, text);
	otfp_buf_release(&got);
}

static void zlib_cut_anywhere_but_behind_a_block_is_damage(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT;
	size_t border[100];
	char *ok;

	make_lines(&text, 3000, 60);
	for (int finish = 0; finish < 2; finish++) {
		size_t n = (text.n + 299) / 300;

		z.n = 0;
		zlib_blocks(&z, text.p, text.n, 300, finish, border);
		ok = calloc(1, z.n + 1);
		ok[2] = 0; /* the zlib header alone: nobody writes that */
		for (size_t i = 0; i < n; i++)
			ok[border[i]] = 1;
		cut_everywhere(t, OTFP_ZLIB, &z, ok, &text, "compressed data cut in the middle of a block");
		free(ok);
	}
	otfp_buf_release(&text);
	otfp_buf_release(&z);
}

static void an_empty_packed_file_is_damage(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;

	put_file(t->path, "", 0);
	assert_int_equal(read_all(t, OTFP_ZLIB, 4096, &got), OTFP_EDAMAGE);
	assert_text(t, "empty");
	otfp_buf_release(&got);
}

static void plain_text_in_a_packed_file_is_damage(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;

	put_file(t->path, "0\n*1\nE1\n", 8);
	assert_int_equal(read_all(t, OTFP_ZLIB, 4096, &got), OTFP_EDAMAGE);
	assert_text(t, "corrupt compressed data: ");
	assert_int_equal(got.n, 0);
	otfp_buf_release(&got);
}

static void what_was_packed_before_the_damage_is_delivered_first(void **state)
{
	struct room *t = *state;
	struct otfp_buf z = OTFP_BUF_INIT;
	struct otfp_input *in;

	zlib_blocks(&z, "one\ntwo\nthr", 11, 100, 0, NULL);
	otfp_buf_add(&z, "\x07\xff\xff\xff\xff", 5); /* block type 3 does not exist */
	put_file(t->path, z.p, z.n);
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_ZLIB, 4096, &t->err), 0);
	strcpy(t->err.text, "untouched");
	assert_int_equal(otfp_input_lines(in), 0);
	assert_string_equal(t->err.text, "untouched");
	assert_int_equal(in->lines - in->p, 8);
	assert_memory_equal(in->p, "one\ntwo\n", 8);
	in->p = in->lines;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(otfp_input_lines(in), OTFP_EDAMAGE);
		assert_text(t, "corrupt compressed data: invalid block type");
		assert_int_equal(in->end - in->p, 3);
		assert_memory_equal(in->p, "thr", 3);
	}
	otfp_input_close(in);
	otfp_buf_release(&z);
}

/* Flip each bit once. Whatever comes, it ends, and the good part before the flip is delivered. */
static void flip_everywhere(struct room *t, enum otfp_packing packing, struct otfp_buf *z)
{
	struct otfp_buf got = OTFP_BUF_INIT;

	for (size_t i = 0; i < z->n * 8; i++) {
		int r;

		z->p[i / 8] ^= (char)(1 << i % 8);
		put_file(t->path, z->p, z->n);
		r = read_all(t, packing, 4096, &got);
		z->p[i / 8] ^= (char)(1 << i % 8);
		assert_true(r == OTFP_END || r == OTFP_EDAMAGE);
		if (r < 0)
			assert_text(t, "compressed data");
	}
	otfp_buf_release(&got);
}

static void flipped_bits_in_zlib_never_do_harm(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT;

	make_lines(&text, 1200, 60);
	zlib_blocks(&z, text.p, text.n, 500, 1, NULL);
	flip_everywhere(t, OTFP_ZLIB, &z);
	otfp_buf_release(&text);
	otfp_buf_release(&z);
}

/* ---- zstd ---- */

#ifdef HAVE_ZSTD
static void zstd_frame(struct otfp_buf *z, const char *p, size_t n)
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

static void zstd_is_read_whole_asked_for_or_detected(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT, got = OTFP_BUF_INIT;

	make_lines(&text, 1 << 20, 9000);
	zstd_frame(&z, text.p, text.n / 2);
	zstd_frame(&z, "", 0);
	zstd_frame(&z, text.p + text.n / 2, text.n - text.n / 2);
	put_file(t->path, z.p, z.n);
	for (size_t block = 4096; block <= 1 << 20; block *= 4) {
		assert_int_equal(read_all(t, OTFP_ZSTD, block, &got), OTFP_END);
		assert_same(&got, &text);
		assert_int_equal(read_all(t, OTFP_DETECT, block, &got), OTFP_END);
		assert_same(&got, &text);
	}
	otfp_buf_release(&text);
	otfp_buf_release(&z);
	otfp_buf_release(&got);
}

static void zstd_cut_anywhere_but_behind_a_frame_is_damage(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT;
	char *ok;
	size_t first;

	make_lines(&text, 2000, 60);
	zstd_frame(&z, text.p, 700);
	first = z.n;
	zstd_frame(&z, text.p + 700, text.n - 700);
	ok = calloc(1, z.n + 1);
	ok[first] = ok[z.n] = 1;
	cut_everywhere(t, OTFP_ZSTD, &z, ok, &text, "compressed data cut in the middle of a frame");
	free(ok);
	put_file(t->path, "", 0);
	z.n = 0;
	assert_int_equal(read_all(t, OTFP_ZSTD, 4096, &z), OTFP_EDAMAGE);
	otfp_buf_release(&text);
	otfp_buf_release(&z);
}

static void flipped_bits_in_zstd_never_do_harm(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT;

	make_lines(&text, 1200, 60);
	zstd_frame(&z, text.p, text.n);
	flip_everywhere(t, OTFP_ZSTD, &z);
	otfp_buf_release(&text);
	otfp_buf_release(&z);
}

/* zstd puts out blocks of 128 KiB: those before the bad one must come, in one call or many. */
static void zstd_blocks_before_the_damage_are_delivered(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT, got = OTFP_BUF_INIT;

	make_lines(&text, 1 << 20, 200);
	zstd_frame(&z, text.p, text.n);
	z.p[z.n - 1] ^= 1; /* the checksum: all blocks are good */
	put_file(t->path, z.p, z.n);
	assert_int_equal(read_all(t, OTFP_ZSTD, 1 << 20, &got), OTFP_EDAMAGE);
	assert_text(t, "corrupt compressed data: ");
	assert_same(&got, &text);
	z.p[z.n - 1] ^= 1;
	memset(z.p + z.n / 2, 0xff, 64); /* and the one in the middle */
	put_file(t->path, z.p, z.n);
	assert_int_equal(read_all(t, OTFP_ZSTD, 1 << 20, &got), OTFP_EDAMAGE);
	assert_true(got.n >= (3 * 128) << 10);
	otfp_buf_release(&text);
	otfp_buf_release(&z);
	otfp_buf_release(&got);
}
#else
static void a_build_without_zstd_says_so(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;

	put_file(t->path, "\x28\xb5\x2f\xfd....", 8);
	assert_int_equal(read_all(t, OTFP_DETECT, 4096, &got), OTFP_EFAIL);
	assert_text(t, "this build has no zstd");
	assert_int_equal(read_all(t, OTFP_ZSTD, 4096, &got), OTFP_EFAIL);
	assert_text(t, "this build has no zstd");
	otfp_buf_release(&got);
}
#endif

/* ---- descriptors ---- */

struct feed {
	int fd;
	const char *p;
	size_t n;
};

static void *one_byte_at_a_time(void *arg)
{
	struct feed *f = arg;

	for (size_t i = 0; i < f->n; i++)
		if (write(f->fd, f->p + i, 1) != 1)
			abort();
	close(f->fd);
	return NULL;
}

static void feed_slowly(struct room *t, enum otfp_packing packing, const struct otfp_buf *bytes,
                        const struct otfp_buf *text)
{
	struct otfp_buf got = OTFP_BUF_INIT;
	struct otfp_input *in;
	struct feed f;
	pthread_t id;
	int fd[2];

	assert_int_equal(pipe(fd), 0);
	f = (struct feed){fd[1], bytes->p, bytes->n};
	assert_int_equal(pthread_create(&id, NULL, one_byte_at_a_time, &f), 0);
	assert_int_equal(otfp_input_open_fd(&in, fd[0], "stdin", packing, 4096, &t->err), 0);
	assert_int_equal(drain(in, &got), OTFP_END);
	assert_same(&got, text);
	otfp_input_close(in);
	assert_int_equal(fcntl(fd[0], F_GETFD) < 0, 0); /* it stays the caller's */
	close(fd[0]);
	pthread_join(id, NULL);
	otfp_buf_release(&got);
}

static void a_pipe_that_gives_one_byte_at_a_time_is_read_whole(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT, z = OTFP_BUF_INIT;

	make_lines(&text, 10000, 6000);
	feed_slowly(t, OTFP_PLAIN, &text, &text);
	feed_slowly(t, OTFP_DETECT, &text, &text);
	zlib_blocks(&z, text.p, text.n, 7000, 0, NULL);
	feed_slowly(t, OTFP_ZLIB, &z, &text);
#ifdef HAVE_ZSTD
	z.n = 0;
	zstd_frame(&z, text.p, text.n);
	feed_slowly(t, OTFP_ZSTD, &z, &text);
	feed_slowly(t, OTFP_DETECT, &z, &text);
#endif
	otfp_buf_release(&text);
	otfp_buf_release(&z);
}

static void bytes_that_begin_like_zstd_are_plain(void **state)
{
	struct room *t = *state;
	struct otfp_buf text = OTFP_BUF_INIT;

	otfp_buf_puts(&text, "\x28\xb5\n\x28\xb5\x2f\xfd\n");
	feed_slowly(t, OTFP_DETECT, &text, &text);
	text.n = 2;
	feed_slowly(t, OTFP_DETECT, &text, &text);
	otfp_buf_release(&text);
}

static void a_line_is_delivered_while_the_pipe_stays_open(void **state)
{
	static const enum otfp_packing packings[] = {OTFP_PLAIN, OTFP_DETECT, OTFP_ZLIB};
	struct room *t = *state;
	struct otfp_buf z = OTFP_BUF_INIT;
	struct otfp_input *in;

	zlib_blocks(&z, "a\nb", 3, 10, 0, NULL);
	for (int i = 0; i < 3; i++) {
		int fd[2];

		assert_int_equal(pipe(fd), 0);
		if (packings[i] == OTFP_ZLIB)
			assert_int_equal(write(fd[1], z.p, z.n), z.n);
		else
			assert_int_equal(write(fd[1], "a\nb", 3), 3);
		assert_int_equal(otfp_input_open_fd(&in, fd[0], "stdin", packings[i], 65536, &t->err), 0);
		alarm(20); /* a read that waits for more would hang */
		assert_int_equal(otfp_input_lines(in), 0);
		assert_int_equal(in->lines - in->p, 2);
		alarm(0);
		otfp_input_close(in);
		close(fd[0]);
		close(fd[1]);
	}
	otfp_buf_release(&z);
}

static void on_alarm(int sig)
{
	(void)sig;
}

static void a_signal_ends_the_call_and_loses_nothing(void **state)
{
	struct room *t = *state;
	struct sigaction act = {.sa_handler = on_alarm}, old;
	struct itimerval soon = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
	struct otfp_input *in;
	int fd[2], r;

	assert_int_equal(pipe(fd), 0);
	assert_int_equal(write(fd[1], "abc", 3), 3);
	assert_int_equal(otfp_input_open_fd(&in, fd[0], "stdin", OTFP_PLAIN, 4096, &t->err), 0);
	sigaction(SIGALRM, &act, &old);
	setitimer(ITIMER_REAL, &soon, NULL);
	r = otfp_input_lines(in);
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &old, NULL);
	assert_int_equal(r, OTFP_EINTR);
	assert_int_equal(write(fd[1], "d\n", 2), 2);
	assert_int_equal(otfp_input_lines(in), 0);
	assert_memory_equal(in->p, "abcd\n", 5);
	otfp_input_close(in);
	close(fd[0]);
	close(fd[1]);
}

static void a_bad_descriptor_is_told_by_its_name(void **state)
{
	struct room *t = *state;
	struct otfp_input *in;

	assert_int_equal(otfp_input_open_fd(&in, 9999, "stdin", OTFP_DETECT, 4096, &t->err), 0);
	assert_int_equal(otfp_input_lines(in), OTFP_EFAIL);
	assert_string_equal(t->err.text, "stdin: Bad file descriptor");
	otfp_input_close(in);
}

static void *write_fifo(void *path)
{
	FILE *f = fopen(path, "w");

	fputs("through\na fifo\n", f);
	fclose(f);
	return NULL;
}

static void a_fifo_is_read_by_its_path(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;
	pthread_t id;

	assert_int_equal(mkfifo(t->path, 0600), 0);
	assert_int_equal(pthread_create(&id, NULL, write_fifo, t->path), 0);
	assert_int_equal(read_all(t, OTFP_DETECT, 4096, &got), OTFP_END);
	assert_int_equal(got.n, 15);
	assert_memory_equal(got.p, "through\na fifo\n", 15);
	pthread_join(id, NULL);
	otfp_buf_release(&got);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(lines_longer_than_the_block_come_whole),
		T(a_last_line_without_lf_is_left_in_the_window),
		T(an_empty_plain_file_is_the_end),
		T(a_line_of_16_mib_is_read_and_a_longer_one_refused),
		T(a_missing_file_or_a_directory_is_told_on_opening),
		T(a_file_that_vanishes_while_closed_is_told),
		T(ten_thousand_inputs_cost_little_until_they_are_read),
		T(the_memory_of_a_long_line_is_given_back),
		T(zlib_is_read_whole_unfinished_finished_and_concatenated),
		T(a_highly_packed_file_is_read_whole),
		T(zlib_cut_anywhere_but_behind_a_block_is_damage),
		T(an_empty_packed_file_is_damage),
		T(plain_text_in_a_packed_file_is_damage),
		T(what_was_packed_before_the_damage_is_delivered_first),
		T(flipped_bits_in_zlib_never_do_harm),
#ifdef HAVE_ZSTD
		T(zstd_is_read_whole_asked_for_or_detected),
		T(zstd_cut_anywhere_but_behind_a_frame_is_damage),
		T(flipped_bits_in_zstd_never_do_harm),
		T(zstd_blocks_before_the_damage_are_delivered),
#else
		T(a_build_without_zstd_says_so),
#endif
		T(a_pipe_that_gives_one_byte_at_a_time_is_read_whole),
		T(bytes_that_begin_like_zstd_are_plain),
		T(a_line_is_delivered_while_the_pipe_stays_open),
		T(a_signal_ends_the_call_and_loses_nothing),
		T(a_bad_descriptor_is_told_by_its_name),
		T(a_fifo_is_read_by_its_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
