#include "cmd/picture/apart.h"
#include "cmd/picture/contain.h"
#include "cmd/text/signals.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, PROGRESS = 64 /* calls between two notes of progress */, LOOK_US = 200000 };

enum kind { RECT, PATH, TEXT, END };

/* A call, and then n bytes: spots, or text. */
struct call {
	enum kind kind;
	double x, y, w, h; /* of a path w is the width */
	struct ink ink;
	struct font font;
	size_t n;
};

/* How the child ended. */
struct outcome {
	int code;
	char text[sizeof((struct otfp_error *)0)->text];
};

struct apart {
	struct contained child;
	struct otfp_buf calls; /* not yet sent */
	int picture;           /* the file in memory; -1 = none */
	const struct canvas_ops *library;
	struct canvas *canvas;
	struct otfp_str title;
};

/* ---- in the child ---- */

static int receive(void *p, size_t n)
{
	ssize_t k = 1;

	for (size_t done = 0; done < n && k > 0; done += k > 0 ? (size_t)k : 0)
		k = otfp_fd_read(STDIN_FILENO, (char *)p + done, n - done, otfp_go_on);
	return k > 0 ? 0 : -1;
}

/* A library that is out of memory may leave something out and say nothing: what failed left its mark in errno, which is
 * 0 before each step. */
static void find_lack(struct canvas *c)
{
	if (errno == ENOMEM)
		pen_fail(&c->pen);
}

static void give(const struct outcome *outcome)
{
	(void)otfp_fd_write(STDOUT_FILENO, (const char *)outcome, sizeof *outcome, otfp_go_on);
	contain_leave(0);
}

/* It may also try again for ever. A handler of SIGPROF, which finds errno as the interrupted step has it. */
static void look(int s)
{
	static const struct outcome lack = {OTFP_EFAIL, "out of memory"};

	(void)s;
	if (errno == ENOMEM)
		give(&lack);
}

/* Look every LOOK_US of processor time. */
static void start_looks(void)
{
	const struct itimerval every = {{0, LOOK_US}, {0, LOOK_US}};
	const struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};

	(void)sigaction(SIGPROF, &action, NULL);
	(void)setitimer(ITIMER_PROF, &every, NULL);
}

static void make(struct canvas *c, const struct canvas_ops *library, const struct call *call)
{
	errno = 0;
	if (call->kind == RECT)
		library->rect(c, call->x, call->y, call->w, call->h, &call->ink);
	else if (call->kind == PATH)
		library->path(c, (const struct spot *)(const void *)c->scratch.p, call->n / sizeof(struct spot),
		              call->w, &call->ink);
	else if (call->kind == TEXT)
		library->text(c, call->x, call->y, &call->font, &call->ink,
		              (struct otfp_str){c->scratch.p, c->scratch.n});
	find_lack(c);
}

static int fail_early(struct canvas *c)
{
	if (c->pen.code == 0)
		c->pen.code = otfp_fail(c->pen.out.err, OTFP_EFAIL, "%s: the calls that draw it ended early",
		                        c->pen.out.name);
	return c->pen.code;
}

/* Make the calls that come, up to the last one. @return 0, or the code <0 of the first error */
static int serve_calls(struct canvas *c, const struct canvas_ops *library)
{
	struct call call;

	for (unsigned i = 0; receive(&call, sizeof call) == 0; i++) {
		if (i % PROGRESS == 0)
			contain_progress();
		c->scratch.n = 0;
		if (otfp_buf_reserve(&c->scratch, call.n + 1) < 0) {
			pen_fail(&c->pen);
			return c->pen.code;
		}
		if (call.kind == END)
			return c->pen.code;
		if (receive(c->scratch.p, call.n) < 0)
			break;
		c->scratch.n = call.n;
		if (c->pen.code == 0)
			make(c, library, &call);
	}
	return fail_early(c);
}

static void begin(struct apart *a, struct otfp_error *err)
{
	struct canvas *c = a->canvas;

	c->own = NULL;
	c->pen.code = pen_init(&c->pen, a->picture, c->pen.out.name, err);
	errno = 0;
	if (c->pen.code == 0)
		(void)a->library->begin(c, a->title);
	find_lack(c);
}

static void end(struct apart *a)
{
	errno = 0;
	a->library->end(a->canvas);
	find_lack(a->canvas);
}

/* ctx is the struct apart. */
static void serve(void *ctx)
{
	struct apart *a = ctx;
	struct canvas *c = a->canvas;
	struct otfp_error err = {0};
	struct outcome outcome = {0};

	contain_allow((uint64_t)(8 * c->width * c->height));
	start_looks();
	begin(a, &err);
	if (c->pen.code == 0 && serve_calls(c, a->library) == 0)
		end(a);
	outcome.code = pen_flush(&c->pen);
	if (outcome.code < 0)
		memcpy(outcome.text, err.text, sizeof outcome.text);
	give(&outcome);
}

/* ---- in the caller ---- */

static void keep(struct canvas *c, int code)
{
	if (code < 0 && c->pen.code == 0)
		c->pen.code = code;
}

int apart_begin(struct canvas *c, struct otfp_str title, const struct canvas_ops *library, const char *who)
{
	struct apart *a = calloc(1, sizeof *a);

	if (!a) {
		pen_fail(&c->pen);
		return c->pen.code;
	}
	c->own = a;
	a->library = library;
	a->canvas = c;
	a->title = title;
	a->picture = memfd_create("picture", MFD_CLOEXEC);
	keep(c, a->picture < 0 ?
	                otfp_fail_errno(c->pen.out.err, "%s", c->pen.out.name) :
	                contain_start(&a->child, serve, a, 1, who, c->pen.out.name, signal_came, c->pen.out.err));
	return c->pen.code;
}

static void send_calls(struct canvas *c, size_t least)
{
	struct apart *a = c->own;
	int code;

	if (a->calls.n < least || c->pen.code)
		return;
	code = contain_send(&a->child, a->calls.p, a->calls.n);
	a->calls.n = 0;
	if (code < 0)
		keep(c, otfp_fail_errno(c->pen.out.err, "%s", c->pen.out.name));
}

static void add(struct canvas *c, const struct call *call, const void *bytes)
{
	struct apart *a = c->own;

	if (otfp_buf_add(&a->calls, (const char *)call, sizeof *call) < 0 ||
	    otfp_buf_add(&a->calls, bytes, call->n) < 0)
		pen_fail(&c->pen);
	send_calls(c, BLOCK);
}

void apart_rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink)
{
	add(c, &(struct call){.kind = RECT, .x = x, .y = y, .w = w, .h = h, .ink = *ink}, "");
}

void apart_path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink)
{
	add(c, &(struct call){.kind = PATH, .w = width, .ink = *ink, .n = n * sizeof *spots}, spots);
}

void apart_text(struct canvas *c, double x, double y, const struct font *font, const struct ink *ink,
                struct otfp_str text)
{
	add(c, &(struct call){.kind = TEXT, .x = x, .y = y, .font = *font, .ink = *ink, .n = text.n}, text.p);
}

void apart_raw(struct canvas *c, const char *markup)
{
	(void)c;
	(void)markup;
}

/* Put the picture. */
static void copy(struct canvas *c, int picture)
{
	char block[BLOCK];
	uint64_t at = 0;
	ssize_t n = 0;

	while (c->pen.code == 0 && (n = otfp_fd_read_at(picture, block, sizeof block, at)) > 0) {
		pen_put(&c->pen, block, (size_t)n);
		at += (uint64_t)n;
	}
	if (n < 0)
		keep(c, otfp_fail_errno(c->pen.out.err, "%s", c->pen.out.name));
}

void apart_end(struct canvas *c)
{
	struct apart *a = c->own;
	struct outcome outcome;
	char why[300];
	int code;

	add(c, &(struct call){.kind = END}, "");
	send_calls(c, 0);
	if (c->pen.code)
		return;
	code = contain_receive(&a->child, &outcome, sizeof outcome);
	if (code < 0) {
		keep(c, otfp_fail_errno(c->pen.out.err, "%s", c->pen.out.name));
	} else if (code > 0) {
		contain_why(&a->child, why, sizeof why);
		keep(c, otfp_fail(c->pen.out.err, OTFP_EFAIL, "%s: %s", c->pen.out.name, why));
	} else if (outcome.code < 0) {
		outcome.text[sizeof outcome.text - 1] = '\0';
		keep(c, otfp_fail(c->pen.out.err, outcome.code, "%s", outcome.text));
	} else {
		copy(c, a->picture);
	}
}

void apart_release(struct canvas *c)
{
	struct apart *a = c->own;

	if (!a)
		return;
	contain_end(&a->child);
	if (a->picture >= 0)
		close(a->picture);
	otfp_buf_release(&a->calls);
	free(a);
	c->own = NULL;
}
