/* input.c - reads bytes as a window of complete lines. See input.h. */
#include "io/input.h"
#include "base/assert.h"
#include "base/clamp.h"
#include "base/fd.h"
#include "io/ahead.h"
#include "io/there.h"
#include "io/unpack.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_LEAST (4u << 10)
#define BLOCK_MOST (1u << 20)
#define FIRST_READ (32u << 10)
/* The fast decoder is not for files that take no time, nor for blocks that small: they are of too many inputs. */
#define FAST_FILE (1u << 20)
#define FAST_BLOCK (64u << 10)

struct otfp_input_state {
	struct otfp_input in; /* first member: what the user sees */
	struct otfp_error *err;
	char *name;
	struct otfp_file_h *file; /* NULL: a descriptor */
	int fd, own_fd;
	otfp_stop_fn *ask; /* after a signal while fd is read */
	uint64_t at;       /* bytes read so far, before decompression */
	int at_end;        /* no more of them */
	int stop;          /* 0, or the result to return when the window is used up: OTFP_END or an error */
	const char *cut;
	enum otfp_packing packing;
	size_t block, cap;
	size_t raw_size;    /* bytes read at a time: a block, or more for a thread that unpacks ahead */
	size_t next;        /* bytes of a file to read next; small at first, since often no more are needed */
	char *buf;          /* the window; NULL until the first read, so that an unread input is cheap */
	unsigned char *raw; /* compressed bytes, at most raw_size */
	const unsigned char *raw_p, *raw_end;
	struct otfp_unpack *unpack;
	uint64_t from;            /* where on disk the decoder began, */
	uint64_t unpacked;        /* the bytes of its output that were delivered since, */
	uint64_t again;           /* and those that it will put out once more */
	int is_fast;              /* it is not exact about a damage, see otfp_unpack_fast */
	int is_damaged;           /* and found one: from now on it is the exact one */
	struct otfp_pool *pool;   /* NULL: none */
	struct otfp_ahead *ahead; /* NULL: unpacked straight into the window */
	int due;                  /* with `ahead`: what `stop` becomes after the bytes that it has */
};

/* ---- opening ---- */

static struct otfp_input_state *make_input(const char *name, enum otfp_packing packing, size_t block,
                                           struct otfp_error *err)
{
	struct otfp_input_state *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->name = strdup(name);
	if (!s->name) {
		free(s);
		return NULL;
	}
	s->err = err;
	s->fd = -1;
	s->packing = packing;
	s->block = otfp_clamp(block, BLOCK_LEAST, BLOCK_MOST);
	s->raw_size = s->block;
	s->next = FIRST_READ;
	s->in.p = s->in.lines = s->in.end = "";
	s->in.state = s;
	return s;
}

static int is_stream(const char *path, struct otfp_error *err)
{
	struct stat st;
	int found = otfp_file_is_there(path, &st, err);

	return found > 0 ? !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode) : found;
}

/* A FIFO can be opened only once and has no positions, so it stays open outside the budget. */
static int open_stream(struct otfp_input_state *s, const char *path, otfp_stop_fn *stop)
{
	s->ask = stop;
	s->fd = otfp_fd_open(path, O_RDONLY, stop);
	if (s->fd < 0)
		return otfp_fail_errno(s->err, "%s", path);
	s->own_fd = 1;
	otfp_fd_widen(s->fd);
	return 0;
}

int otfp_input_open_kept(struct otfp_input **in, struct otfp_files *fs, const char *path, int fd,
                         enum otfp_packing packing, size_t block, struct otfp_error *err)
{
	struct otfp_input_state *s = make_input(path, packing, block, err);
	int e, r;

	*in = NULL;
	if (!s && fd >= 0)
		close(fd);
	if (!s)
		return otfp_fail_memory(err);
	if (fd >= 0)
		r = otfp_file_adopt(&s->file, fs, path, fd, err);
	else if ((r = is_stream(path, err)) > 0)
		r = open_stream(s, path, otfp_files_stopper(fs));
	else if (r == 0)
		r = otfp_file_open(&s->file, fs, path, err);
	if (r == 0) {
		*in = &s->in;
		return 0;
	}
	e = errno;
	otfp_input_close(&s->in);
	errno = e;
	return r;
}

int otfp_input_open(struct otfp_input **in, struct otfp_files *fs, const char *path, enum otfp_packing packing,
                    size_t block, struct otfp_error *err)
{
	return otfp_input_open_kept(in, fs, path, -1, packing, block, err);
}

int otfp_input_open_fd(struct otfp_input **in, int fd, const char *name, enum otfp_packing packing, size_t block,
                       struct otfp_error *err)
{
	struct otfp_input_state *s = make_input(name, packing, block, err);

	*in = NULL;
	if (!s)
		return otfp_fail_memory(err);
	s->fd = fd;
	otfp_fd_widen(fd);
	*in = &s->in;
	return 0;
}

void otfp_input_stop(struct otfp_input *in, otfp_stop_fn *stop)
{
	in->state->ask = stop;
}

void otfp_input_use_pool(struct otfp_input *in, struct otfp_pool *pool)
{
	in->state->pool = pool;
}

const char *otfp_input_name(const struct otfp_input *in)
{
	return in->state->name;
}

static void stop_unpacking(struct otfp_input_state *s)
{
	otfp_ahead_free(s->ahead);
	s->ahead = NULL;
	if (s->unpack)
		s->unpack->ops->release(s->unpack);
	s->unpack = NULL;
}

void otfp_input_close(struct otfp_input *in)
{
	struct otfp_input_state *s;

	if (!in)
		return;
	s = in->state;
	stop_unpacking(s);
	otfp_file_close(s->file);
	if (s->own_fd)
		close(s->fd);
	free(s->raw);
	free(s->buf);
	free(s->name);
	free(s);
}

/* ---- bytes as stored ---- */

static ssize_t read_fd(struct otfp_input_state *s, void *to, size_t n)
{
	ssize_t got = otfp_fd_read(s->fd, to, n, s->ask);

	if (got < 0)
		return otfp_fail_errno(s->err, "%s", s->name);
	s->at_end = got == 0;
	return got;
}

/* A short read from a file means its end; a further read could only cost a reopen. */
static ssize_t read_file(struct otfp_input_state *s, void *to, size_t n)
{
	ssize_t got = otfp_file_read(s->file, to, n, s->at);

	if (got >= 0)
		s->at_end = (size_t)got < n;
	return got;
}

/* @return bytes read, 0 at the end, <0 with err set */
static ssize_t read_some(struct otfp_input_state *s, void *to, size_t n)
{
	ssize_t got;

	if (s->at_end)
		return 0;
	if (s->file && n > s->next)
		n = s->next;
	s->next *= s->next < s->raw_size ? 2 : 1;
	got = s->file ? read_file(s, to, n) : read_fd(s, to, n);
	if (got > 0)
		s->at += (uint64_t)got;
	return got;
}

/* ---- compressed input ---- */

/* Only what can be read again is unpacked by the fast decoder. */
static const struct otfp_unpack_ops *choose_decoder(struct otfp_input_state *s)
{
	const struct otfp_unpack_ops *exact = s->packing == OTFP_ZLIB ? &otfp_unpack_zlib :
	                                      s->packing == OTFP_GZIP ? &otfp_unpack_gzip :
	                                                                &otfp_unpack_zstd;
	const struct otfp_unpack_ops *fast = otfp_unpack_fast(exact);

	s->is_fast =
		fast && !s->is_damaged && s->file && s->block >= FAST_BLOCK && otfp_file_size(s->file) >= FAST_FILE;
	return s->is_fast ? fast : exact;
}

static int start_unpacking(struct otfp_input_state *s)
{
	const struct otfp_unpack_ops *ops = choose_decoder(s);
	/* a pipe may make its reader wait, which would delay what was unpacked before; a file does not */
	int with_thread = s->pool && s->file && otfp_pool_threads(s->pool) > 1;

	if (with_thread)
		s->raw_size = OTFP_AHEAD_INPUT;
	if (with_thread || s->is_fast)
		s->ahead = otfp_ahead_new(with_thread ? s->pool : NULL, s->is_fast);
	if (!s->raw)
		s->raw = malloc(s->raw_size);
	if (!s->raw || ((with_thread || s->is_fast) && !s->ahead))
		return otfp_fail_memory(s->err);
	s->raw_p = s->raw_end = s->raw;
	return ops->init(&s->unpack, s->name, s->err);
}

/* The fast decoder found a damage: begin again where it began, without what was delivered, to know exactly where and
 * what it is. @return 0, or <0 with err set */
static int unpack_again(struct otfp_input_state *s)
{
	int code;

	stop_unpacking(s);
	s->is_damaged = 1;
	s->stop = s->due = s->at_end = 0;
	s->at = s->from;
	s->again = s->unpacked;
	s->unpacked = 0;
	code = start_unpacking(s);
	if (code == 0 && s->from > 0 && s->unpack->ops->restart(s->unpack) < 0)
		return otfp_fail_memory(s->err);
	return code;
}

/* One step of the decoder. An error stays in s->stop until the output is used up. */
static size_t unpack_some(struct otfp_input_state *s, char *to, size_t n)
{
	struct otfp_unpack_io io = {s->raw_p, s->raw_end, (unsigned char *)to, (unsigned char *)to + n};

	s->stop = s->unpack->ops->step(s->unpack, &io);
	s->raw_p = io.in;
	return (size_t)((char *)io.out - to);
}

/* No compressed bytes are left. @return what s->stop becomes */
static int end_unpacking(struct otfp_input_state *s)
{
	s->cut = s->unpack->ops->cut(s->unpack);
	return s->cut ? OTFP_EDAMAGE : OTFP_END;
}

/* Read compressed bytes. @return their number; 0 at the end; <0 with err set */
static ssize_t read_raw(struct otfp_input_state *s)
{
	ssize_t k = read_some(s, s->raw, s->raw_size);

	if (k >= 0) {
		s->raw_p = s->raw;
		s->raw_end = s->raw + k;
	}
	return k;
}

/*
 * Reads only when the decoder has no more output, so that a line from a pipe is delivered as soon as its bytes arrive.
 */
static ssize_t fill_packed(struct otfp_input_state *s, char *to, size_t n)
{
	int r = s->unpack ? 0 : start_unpacking(s);

	while (r == 0) {
		size_t got = unpack_some(s, to, n);
		ssize_t k;

		if (got > 0 || s->stop)
			return (ssize_t)got;
		if (s->raw_p < s->raw_end)
			continue;
		k = read_raw(s);
		if (k < 0)
			return k;
		if (k == 0) {
			s->stop = end_unpacking(s);
			return 0;
		}
	}
	return r;
}

/* Let a thread unpack the next piece, if there is one. @return 0, or <0 with err set: the read failed */
static ssize_t unpack_ahead(struct otfp_input_state *s)
{
	ssize_t k = s->raw_p == s->raw_end ? read_raw(s) : 1;

	if (k == 0 && !otfp_ahead_was_full(s->ahead))
		s->due = end_unpacking(s);
	else if (k >= 0)
		otfp_ahead_start(s->ahead, s->unpack, s->raw_p, s->raw_end);
	return k < 0 ? k : 0;
}

/* As fill_packed. If a read ahead fails, the bytes that were unpacked before come first; then the read is tried again.
 */
static ssize_t fill_ahead(struct otfp_input_state *s, char *to, size_t n)
{
	size_t got;
	ssize_t r = 0;

	while (!(got = otfp_ahead_copy(s->ahead, to, n))) {
		if (r < 0)
			return r;
		if (s->due == OTFP_EDAMAGE && s->is_fast)
			return unpack_again(s);
		if (s->due == OTFP_END && otfp_ahead_last(s->ahead))
			continue;
		s->stop = s->due;
		if (s->due)
			return 0;
		s->due = otfp_ahead_wait(s->ahead, &s->raw_p);
		if (!s->due)
			r = unpack_ahead(s);
	}
	return (ssize_t)got;
}

/* Of n new bytes at `to`, leave out what was delivered before. @return the number of those that are left */
static size_t leave_out(struct otfp_input_state *s, char *to, size_t n)
{
	size_t k = s->again < n ? (size_t)s->again : n;

	s->again -= k;
	if (k > 0 && k < n)
		memmove(to, to + k, n - k);
	return n - k;
}

static ssize_t fill_unpacked(struct otfp_input_state *s, char *to, size_t n)
{
	ssize_t got;

	do {
		got = s->ahead ? fill_ahead(s, to, n) : fill_packed(s, to, n);
		if (got < 0)
			return got;
		s->unpacked += (uint64_t)got;
		got = (ssize_t)leave_out(s, to, (size_t)got);
	} while (!got && !s->stop);
	return got;
}

/* ---- the window ---- */

static ssize_t fill_plain(struct otfp_input_state *s, char *to, size_t n)
{
	ssize_t got = read_some(s, to, n);

	if (s->at_end)
		s->stop = OTFP_END;
	return got;
}

/* Read on only while the bytes may still be the magic: a pipe may deliver them one by one. */
static ssize_t fill_first(struct otfp_input_state *s, char *to, size_t n)
{
	int is_gzip = s->packing == OTFP_DETECT_GZIP;
	const char *magic = is_gzip ? "\x1f\x8b" : "\x28\xb5\x2f\xfd";
	size_t magic_n = is_gzip ? 2 : 4, got = 0;
	ssize_t k;

	do {
		k = read_some(s, to + got, n - got);
		if (k < 0)
			return k;
		got += (size_t)k;
	} while (k > 0 && got < magic_n && !memcmp(to, magic, got));
	if (got < magic_n || memcmp(to, magic, magic_n) != 0) {
		s->packing = OTFP_PLAIN;
		s->stop = s->at_end ? OTFP_END : 0;
		return (ssize_t)got;
	}
	s->packing = is_gzip ? OTFP_GZIP : OTFP_ZSTD;
	k = start_unpacking(s);
	if (k < 0)
		return k;
	memcpy(s->raw, to, got);
	s->raw_end = s->raw + got;
	return fill_unpacked(s, to, n);
}

static ssize_t fill(struct otfp_input_state *s, char *to, size_t n)
{
	switch (s->packing) {
	case OTFP_PLAIN: return fill_plain(s, to, n);
	case OTFP_DETECT:
	case OTFP_DETECT_GZIP: return fill_first(s, to, n);
	default: return fill_unpacked(s, to, n);
	}
}

static int resize(struct otfp_input_state *s, size_t cap)
{
	char *buf;

	OTFP_ASSERT((size_t)(s->in.end - s->in.p) <= cap);
	buf = realloc(s->buf, cap + OTFP_INPUT_AHEAD);
	if (!buf)
		return otfp_fail_memory(s->err);
	s->buf = buf;
	s->cap = cap;
	return 0;
}

/*
 * Move the partial line to the front and make room after it. A window that grew for a long line shrinks again:
 * thousands of inputs may each have had one.
 */
static int make_room(struct otfp_input_state *s)
{
	size_t tail = (size_t)(s->in.end - s->in.p);
	int r = 0;

	OTFP_ASSERT(s->in.p <= s->in.end && (!s->buf || (s->in.p >= s->buf && tail <= s->cap)));
	if (tail > 0 && s->in.p != s->buf)
		memmove(s->buf, s->in.p, tail);
	if (!s->buf || (s->cap > s->block && tail < s->block / 2))
		r = resize(s, s->block);
	else if (tail == s->cap && s->cap < OTFP_LINE_MAX)
		r = resize(s, s->cap * 2 < OTFP_LINE_MAX ? s->cap * 2 : OTFP_LINE_MAX);
	else if (tail == s->cap)
		r = otfp_fail_at(s->err, OTFP_EDAMAGE, OTFP_FLAW_LINE, s->name, 0, "line longer than 16 MiB");
	if (s->buf) {
		s->in.p = s->in.lines = s->buf;
		s->in.end = s->buf + tail;
	}
	return r;
}

/* @return s->stop, with the message of an error in err */
static int report_stop(struct otfp_input_state *s)
{
	if (s->stop == OTFP_END)
		return OTFP_END;
	if (s->stop != OTFP_EDAMAGE) {
		OTFP_ASSERT(s->stop == OTFP_EFAIL);
		return otfp_fail_memory(s->err);
	}
	if (s->unpack->why)
		return otfp_fail_at(s->err, OTFP_EDAMAGE, OTFP_FLAW_PACKING, s->name, 0, "corrupt compressed data: %s",
		                    s->unpack->why);
	if (s->at == 0)
		return otfp_fail_at(s->err, OTFP_EDAMAGE, OTFP_FLAW_CUT, s->name, 0,
		                    "is empty; compressed data expected");
	return otfp_fail_at(s->err, OTFP_EDAMAGE, OTFP_FLAW_CUT, s->name, 0, "compressed data ends inside a %s",
	                    s->cut);
}

/* Read once after the window; *to is the start of the new bytes. @return their number, perhaps 0 (see s->stop), or
 * <0 */
static ssize_t read_after(struct otfp_input_state *s, char **to)
{
	int r = make_room(s);
	ssize_t n;

	if (r < 0)
		return r;
	*to = (char *)s->in.end;
	OTFP_ASSERT(*to < s->buf + s->cap);
	n = fill(s, *to, s->cap - (size_t)(*to - s->buf));
	if (n < 0)
		return n;
	s->in.end += n;
	memset(*to + n, 0, OTFP_INPUT_AHEAD);
	return n;
}

int otfp_input_lines(struct otfp_input *in)
{
	struct otfp_input_state *s = in->state;

	if (in->p < in->lines)
		return 0;
	while (!s->stop) {
		char *to;
		ssize_t n = read_after(s, &to);
		const char *lf;

		if (n < 0)
			return (int)n;
		lf = memrchr(to, '\n', (size_t)n);
		if (lf) {
			in->lines = lf + 1;
			return 0;
		}
	}
	return report_stop(s);
}

int otfp_input_more(struct otfp_input *in)
{
	struct otfp_input_state *s = in->state;

	while (!s->stop) {
		char *to;
		ssize_t n = read_after(s, &to);

		if (n != 0)
			return n < 0 ? (int)n : 0;
	}
	return report_stop(s);
}

/* ---- files by position ---- */

uint64_t otfp_input_size(const struct otfp_input *in)
{
	const struct otfp_input_state *s = in->state;

	return s->file && s->packing <= OTFP_ZLIB ? otfp_file_size(s->file) : 0;
}

uint64_t otfp_input_at(const struct otfp_input *in)
{
	const struct otfp_input_state *s = in->state;

	return s->at - (s->packing == OTFP_PLAIN ? (uint64_t)(in->end - in->p) : 0);
}

int otfp_input_is_packed(const struct otfp_input *in)
{
	return in->state->packing == OTFP_ZLIB;
}

ssize_t otfp_input_read_at(struct otfp_input *in, void *p, size_t n, uint64_t at)
{
	return otfp_file_read(in->state->file, p, n, at);
}

int otfp_input_seek(struct otfp_input *in, uint64_t at)
{
	struct otfp_input_state *s = in->state;
	int code = 0;

	OTFP_ASSERT(s->file && s->packing <= OTFP_ZLIB);
	s->at = at;
	s->next = FIRST_READ;
	s->at_end = s->stop = 0;
	in->p = in->lines = in->end = s->buf ? s->buf : "";
	if (s->packing != OTFP_ZLIB)
		return 0;
	if (s->ahead) /* its pieces are of another place */
		stop_unpacking(s);
	if (!s->unpack)
		code = start_unpacking(s);
	s->due = 0;
	s->raw_p = s->raw_end = s->raw;
	s->from = at;
	s->unpacked = s->again = 0;
	if (code == 0 && s->unpack->ops->restart(s->unpack) < 0)
		code = otfp_fail_memory(s->err);
	return code;
}
