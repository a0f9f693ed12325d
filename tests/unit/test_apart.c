/* cmd/picture/apart: what a library draws in a child is whole, or the canvas has an error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cmd/picture/apart.h"
#include "cmd/picture/contain.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* ---- a library that writes the calls down, and does what a text asks for ---- */

static void put(struct canvas *c, const char *text)
{
	pen_put(&c->pen, text, strlen(text));
}

static int lib_begin(struct canvas *c, struct otfp_str title)
{
	put(c, "begin ");
	pen_put(&c->pen, title.p, title.n);
	return c->pen.code;
}

static void lib_rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink)
{
	char text[100];

	snprintf(text, sizeof text, ", rect %g %g %g %g %06x", x, y, w, h, (unsigned)ink->color);
	put(c, text);
}

static void lib_path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink)
{
	char text[100];

	(void)ink;
	snprintf(text, sizeof text, ", path %zu %g %g", n, spots[n - 1].y, width);
	put(c, text);
}

static void crash(void)
{
	(void)raise(SIGSEGV);
}

static void lack(void)
{
	errno = ENOMEM;
}

static void lack_for_ever(void)
{
	for (errno = ENOMEM;;)
		;
}

static void lose_calls(void)
{
	(void)close(STDIN_FILENO);
}

static void lib_text(struct canvas *c, double x, double y, const struct font *font, const struct ink *ink,
                     struct otfp_str s)
{
	static const struct {
		const char *text;
		void (*fn)(void);
	} asked[] = {{"crash", crash}, {"lack", lack}, {"lack for ever", lack_for_ever}, {"lose calls", lose_calls}};

	(void)x, (void)y, (void)font, (void)ink;
	put(c, ", text ");
	pen_put(&c->pen, s.p, s.n);
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		if (s.n == strlen(asked[i].text) && !memcmp(s.p, asked[i].text, s.n))
			asked[i].fn();
	if (s.n == 4 && !memcmp(s.p, "fail", 4))
		c->pen.code = otfp_fail(c->pen.out.err, OTFP_EFAIL, "p: the library says so");
}

static void lib_end(struct canvas *c)
{
	put(c, ", end");
}

static const struct canvas_ops library = {lib_begin, lib_rect, lib_path, lib_text, NULL, lib_end, NULL};

/* ---- a canvas of it ---- */

static struct canvas canvas;
static struct otfp_error err;
static int picture;
static char drawn[1000];

static int begin(void)
{
	static const struct otfp_str title = {"title", 5};

	memset(&canvas, 0, sizeof canvas);
	memset(&err, 0, sizeof err);
	picture = memfd_create("drawn", 0);
	assert_int_equal(pen_init(&canvas.pen, picture, "p", &err), 0);
	canvas.width = canvas.height = 10;
	return apart_begin(&canvas, title, &library, "library");
}

static void text(const char *s)
{
	apart_text(&canvas, 1, 2, &(struct font){.size = 10}, &(struct ink){0}, (struct otfp_str){s, strlen(s)});
}

/* @return the code of the canvas; what was drawn is in `drawn` */
static int end(void)
{
	ssize_t n;
	int code;

	apart_end(&canvas);
	code = pen_flush(&canvas.pen);
	n = pread(picture, drawn, sizeof drawn - 1, 0);
	assert_true(n >= 0);
	drawn[n] = 0;
	apart_release(&canvas);
	pen_release(&canvas.pen);
	close(picture);
	return code;
}

static void test_whole(void **state)
{
	const struct spot spots[] = {{1, 2}, {3, 4}, {5, 6}};

	(void)state;
	assert_int_equal(begin(), 0);
	apart_rect(&canvas, 1, 2, 3, 4.5, &(struct ink){.color = 0xabcdef});
	apart_path(&canvas, spots, 3, 2, &(struct ink){0});
	text("words");
	apart_raw(&canvas, "markup");
	assert_int_equal(end(), 0);
	assert_string_equal(drawn, "begin title, rect 1 2 3 4.5 abcdef, path 3 6 2, text words, end");
}

static void test_many(void **state)
{
	(void)state;
	assert_int_equal(begin(), 0);
	for (int i = 0; i < 20000; i++)
		apart_rect(&canvas, i, 2, 3, 4, &(struct ink){0});
	assert_int_equal(end(), 0);
}

static void fails_with(const char *asked, const char *message)
{
	assert_int_equal(begin(), 0);
	text("before");
	text(asked);
	text("after");
	assert_int_equal(end(), OTFP_EFAIL);
	assert_string_equal(err.text, message);
	assert_string_equal(drawn, "");
}

static void test_failures(void **state)
{
	(void)state;
	fails_with("fail", "p: the library says so");
	fails_with("crash", "p: library ended by signal 11 (segmentation fault)");
	fails_with("lack", "out of memory");
	fails_with("lose calls", "p: the calls that draw it ended early");
}

static void test_endless(void **state)
{
	const time_t start = time(NULL);

	(void)state;
	fails_with("lack for ever", "out of memory");
	assert_true(time(NULL) - start < CONTAIN_SECONDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_endless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
