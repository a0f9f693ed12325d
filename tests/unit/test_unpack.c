/* Packed bytes in: zlib and zstd, whole, cut and damaged. */
#include "inputroom.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <cmocka.h>

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
		cut_everywhere(t, OTFP_ZLIB, &z, ok, &text, "compressed data ends inside a block");
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

/* ---- zlib, files that are large enough for the fast decoder, if there is one: read_all compares it ---- */

enum { LARGE_TEXT = 2000000, LARGE_BLOCK = 40000, LARGE_BLOCKS = (LARGE_TEXT + 1000) / LARGE_BLOCK + 1 };

struct large {
	struct otfp_buf text, z;
	size_t border[LARGE_BLOCKS]; /* bytes of z up to behind each block */
};

static void make_large(struct large *l, int finish)
{
	memset(l, 0, sizeof *l);
	make_lines(&l->text, LARGE_TEXT, 1000);
	zlib_blocks(&l->z, l->text.p, l->text.n, LARGE_BLOCK, finish, l->border);
	assert_true(l->z.n > 1 << 20);
}

static void drop_large(struct large *l)
{
	otfp_buf_release(&l->text);
	otfp_buf_release(&l->z);
}

static void a_large_file_is_read_whole_and_cut(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;

	for (int finish = 0; finish < 2; finish++) {
		struct large l;

		make_large(&l, finish);
		put_file(t->path, l.z.p, l.z.n);
		assert_int_equal(read_all(t, OTFP_ZLIB, 4096, &got), OTFP_END);
		assert_same(&got, &l.text);
		for (size_t i = LARGE_BLOCKS - 3; i < LARGE_BLOCKS; i++) {
			size_t inside = l.border[i] - 1 - i * 97 % 5000;

			put_file(t->path, l.z.p, l.border[i - 1]);
			assert_int_equal(read_all(t, OTFP_ZLIB, 4096, &got), OTFP_END);
			assert_int_equal(got.n, i * LARGE_BLOCK);
			put_file(t->path, l.z.p, inside);
			assert_int_equal(read_all(t, OTFP_ZLIB, 4096, &got), OTFP_EDAMAGE);
			assert_prefix(&got, &l.text);
			assert_true(got.n >= (i - 1) * LARGE_BLOCK);
			assert_text(t, "compressed data ends inside a block");
		}
		drop_large(&l);
	}
	otfp_buf_release(&got);
}

/* The head of a block is where decoders differ most. */
static void a_flip_in_a_large_file_is_found_alike(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;
	struct large l;
	int nfound = 0;

	make_large(&l, 1);
	for (size_t i = 0; i < 16; i++) {
		size_t block = i * 7 % (LARGE_BLOCKS - 1), bit = l.border[block] * 8 + i * 13 % 400;

		l.z.p[bit / 8] ^= (char)(1 << bit % 8);
		put_file(t->path, l.z.p, l.z.n);
		nfound += read_all(t, OTFP_ZLIB, 4096, &got) == OTFP_EDAMAGE;
		l.z.p[bit / 8] ^= (char)(1 << bit % 8);
	}
	assert_int_equal(nfound, 16); /* if not at once, then by the checksum at the end */
	drop_large(&l);
	otfp_buf_release(&got);
}

/* @return the result of reading on from a flush point */
static int read_from(struct room *t, size_t block, size_t at, struct otfp_buf *got)
{
	struct otfp_input *in;
	int r;

	got->n = 0;
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_ZLIB, block, &t->err), 0);
	assert_int_equal(otfp_input_lines(in), 0); /* its pieces must not come after the seek */
	assert_int_equal(otfp_input_seek(in, at), 0);
	r = drain(in, got);
	otfp_input_close(in);
	return r;
}

static void a_large_file_is_read_on_from_a_flush_point(void **state)
{
	struct room *t = *state;
	struct otfp_buf got = OTFP_BUF_INIT;
	struct large l;

	for (int finish = 0; finish < 2; finish++) {
		make_large(&l, finish);
		for (size_t block = 4096; block <= 64 << 10; block *= 16) {
			char whole;
			struct otfp_buf rest = {l.text.p + 20 * LARGE_BLOCK, l.text.n - 20 * LARGE_BLOCK, 0};

			put_file(t->path, l.z.p, l.z.n);
			assert_int_equal(read_from(t, block, l.border[19], &got), OTFP_END);
			assert_same(&got, &rest);
			whole = l.z.p[l.border[40]];
			l.z.p[l.border[40]] = 7; /* no type of a block */
			put_file(t->path, l.z.p, l.z.n);
			assert_int_equal(read_from(t, block, l.border[19], &got), OTFP_EDAMAGE);
			assert_int_equal(got.n, (41 - 20) * LARGE_BLOCK);
			assert_prefix(&got, &rest);
			assert_text(t, "corrupt compressed data: invalid block type");
			l.z.p[l.border[40]] = whole;
		}
		drop_large(&l);
	}
	otfp_buf_release(&got);
}

/* ---- zstd ---- */

#ifdef HAVE_ZSTD
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
	cut_everywhere(t, OTFP_ZSTD, &z, ok, &text, "compressed data ends inside a frame");
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
	assert_text(t, "built without zstd support");
	assert_int_equal(read_all(t, OTFP_ZSTD, 4096, &got), OTFP_EFAIL);
	assert_text(t, "built without zstd support");
	otfp_buf_release(&got);
}
#endif

#define T(f) cmocka_unit_test_setup_teardown(f, setup_room, teardown_room)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(zlib_is_read_whole_unfinished_finished_and_concatenated),
		T(a_highly_packed_file_is_read_whole),
		T(zlib_cut_anywhere_but_behind_a_block_is_damage),
		T(an_empty_packed_file_is_damage),
		T(plain_text_in_a_packed_file_is_damage),
		T(what_was_packed_before_the_damage_is_delivered_first),
		T(flipped_bits_in_zlib_never_do_harm),
		T(a_large_file_is_read_whole_and_cut),
		T(a_flip_in_a_large_file_is_found_alike),
		T(a_large_file_is_read_on_from_a_flush_point),
#ifdef HAVE_ZSTD
		T(zstd_is_read_whole_asked_for_or_detected),
		T(zstd_cut_anywhere_but_behind_a_frame_is_damage),
		T(flipped_bits_in_zstd_never_do_harm),
		T(zstd_blocks_before_the_damage_are_delivered),
#else
		T(a_build_without_zstd_says_so),
#endif
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
