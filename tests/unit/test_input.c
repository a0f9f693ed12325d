/* Bytes in: lines over block borders, long lines, files that are missing, pipes that give little. */
#include <zlib.h>
#include "inputroom.h"
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
#include <setjmp.h>
#include <cmocka.h>

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

/* Append p as one gzip member. */
static void gzip_member(struct otfp_buf *to, const char *p, size_t n)
{
	z_stream z = {.next_in = (void *)(uintptr_t)p, .avail_in = (unsigned)n};

	assert_int_equal(otfp_buf_reserve(to, n + 1000), 0);
	assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_out = (unsigned char *)to->p + to->n;
	z.avail_out = (unsigned)(to->cap - to->n);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	to->n = (size_t)((char *)z.next_out - to->p);
	deflateEnd(&z);
}

static void gzip_is_told_from_plain_and_read_member_by_member(void **state)
{
	struct room *t = *state;
	struct otfp_buf plain = OTFP_BUF_INIT, packed = OTFP_BUF_INIT, out = OTFP_BUF_INIT;

	make_lines(&plain, 200000, 300);
	put_file(t->path, plain.p, plain.n);
	assert_int_equal(read_all(t, OTFP_DETECT_GZIP, 4096, &out), OTFP_END);
	assert_same(&plain, &out);
	gzip_member(&packed, plain.p, 70001);
	gzip_member(&packed, plain.p + 70001, plain.n - 70001);
	put_file(t->path, packed.p, packed.n);
	assert_int_equal(read_all(t, OTFP_DETECT_GZIP, 4096, &out), OTFP_END);
	assert_same(&plain, &out);
	put_file(t->path, packed.p, packed.n - 1);
	assert_int_equal(read_all(t, OTFP_DETECT_GZIP, 4096, &out), OTFP_EDAMAGE);
	assert_text(t, "compressed data ends inside a member");
	otfp_buf_release(&plain);
	otfp_buf_release(&packed);
	otfp_buf_release(&out);
}

static void bytes_that_are_no_lines_come_as_they_are(void **state)
{
	static char bytes[100000]; /* not one LF */
	struct room *t = *state;
	struct otfp_input *in;
	size_t n = 0;
	int code;

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(100 + i % 151);
	put_file(t->path, bytes, sizeof bytes);
	assert_int_equal(otfp_input_open(&in, t->fs, t->path, OTFP_PLAIN, 4096, &t->err), 0);
	while ((code = otfp_input_more(in)) == 0) {
		size_t used = (size_t)(in->end - in->p) * 2 / 3; /* the rest stays */
		assert_memory_equal(in->p, bytes + n, (size_t)(in->end - in->p));
		in->p += used;
		n += used;
	}
	assert_int_equal(code, OTFP_END);
	assert_int_equal(n + (size_t)(in->end - in->p), sizeof bytes);
	otfp_input_close(in);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup_room, teardown_room)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(gzip_is_told_from_plain_and_read_member_by_member),
		T(bytes_that_are_no_lines_come_as_they_are),
		T(lines_longer_than_the_block_come_whole),
		T(a_last_line_without_lf_is_left_in_the_window),
		T(an_empty_plain_file_is_the_end),
		T(a_line_of_16_mib_is_read_and_a_longer_one_refused),
		T(a_missing_file_or_a_directory_is_told_on_opening),
		T(a_file_that_vanishes_while_closed_is_told),
		T(ten_thousand_inputs_cost_little_until_they_are_read),
		T(the_memory_of_a_long_line_is_given_back),
		T(a_pipe_that_gives_one_byte_at_a_time_is_read_whole),
		T(bytes_that_begin_like_zstd_are_plain),
		T(a_line_is_delivered_while_the_pipe_stays_open),
		T(a_signal_ends_the_call_and_loses_nothing),
		T(a_bad_descriptor_is_told_by_its_name),
		T(a_fifo_is_read_by_its_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
