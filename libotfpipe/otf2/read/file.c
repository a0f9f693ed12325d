#include "otf2/read/file.h"
#include "io/there.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int otfp_otf2_file_open(struct otfp_otf2_file *f, struct otfp_files *files, const char *path, uint64_t chunk_size,
                        size_t block, struct otfp_error *err)
{
	struct stat st;
	int code = otfp_file_is_there(path, &st, err);

	*f = (struct otfp_otf2_file){.err = err, .chunk_size = chunk_size, .block = block};
	if (code <= 0)
		return code < 0 ? code : OTFP_END;
	if (!S_ISREG(st.st_mode)) /* a FIFO would wait */
		return otfp_fail_at(err, OTFP_EDAMAGE, OTFP_FLAW_NONE, path, 0, "is not a regular file");
	code = otfp_file_open(&f->h, files, path, err);
	if (code == 0)
		f->size = otfp_file_size(f->h);
	return code;
}

void otfp_otf2_file_close(struct otfp_otf2_file *f)
{
	if (otfp_file_close(f->h) < 0) { /* nothing was written, so nothing is lost */
	}
	free(f->window);
	*f = (struct otfp_otf2_file){0};
}

/* ---- messages ---- */

int otfp_otf2_file_damaged(struct otfp_otf2_file *f, enum otfp_flaw flaw, const char *fmt, ...)
{
	char what[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	return otfp_fail_at(f->err, OTFP_EDAMAGE, flaw, otfp_file_path(f->h), 0,
	                    "chunk %" PRIu64 ", byte %" PRIu64 ": %s", f->nchunk, f->record, what);
}

int otfp_otf2_file_ended(struct otfp_otf2_file *f, const char *what)
{
	const char *inside = what ? " inside " : ", without its end mark";

	if (f->chunk_end == f->size)
		return otfp_otf2_file_damaged(f, OTFP_FLAW_CUT, "the file ends%s%s", inside, what ? what : "");
	return otfp_otf2_file_damaged(f, OTFP_FLAW_CHUNK, "the chunk ends%s%s", inside, what ? what : "");
}

/* ---- the window ---- */

static int grow(struct otfp_otf2_file *f, size_t n)
{
	const size_t used = (size_t)(f->b.p - f->window), left = (size_t)(f->b.end - f->b.p);
	unsigned char *window = realloc(f->window, n + OTFP_OTF2_SLACK);

	if (!window)
		return otfp_fail_memory(f->err);
	f->window = window;
	f->room = n;
	f->b.p = window + used;
	f->b.end = f->b.p + left;
	return 0;
}

/* Fill the window up to n bytes, from where the next byte is. */
static int fill(struct otfp_otf2_file *f, size_t n)
{
	const uint64_t at = otfp_otf2_file_at(f);
	const size_t left = (size_t)(f->b.end - f->b.p);
	ssize_t got;

	if (n > f->room && grow(f, n) < 0)
		return OTFP_EFAIL;
	memmove(f->window, f->b.p, left);
	got = otfp_file_read(f->h, f->window + left, n - left, at + left);
	if (got >= 0 && (size_t)got < n - left)
		return otfp_otf2_file_damaged(f, OTFP_FLAW_CUT, "the file became shorter while it was read");
	f->at = at;
	f->b.p = f->window;
	f->b.end = f->window + n;
	memset(f->window + n, 0, OTFP_OTF2_SLACK);
	return got < 0 ? (int)got : 0;
}

int otfp_otf2_file_more(struct otfp_otf2_file *f, uint64_t n)
{
	const uint64_t in_chunk = f->chunk_end - otfp_otf2_file_at(f);
	const uint64_t want = n < f->block ? f->block : n;

	if ((uint64_t)(f->b.end - f->b.p) >= in_chunk)
		return 0;
	return fill(f, (size_t)(want < in_chunk ? want : in_chunk));
}

/* ---- chunks ---- */

static void enter_chunk(struct otfp_otf2_file *f)
{
	f->at = f->record = f->nchunk * f->chunk_size;
	f->nchunk++;
	f->chunk_end = f->size - f->at > f->chunk_size ? f->at + f->chunk_size : f->size;
	f->b = (struct otfp_otf2_bytes){.p = f->window, .end = f->window};
}

int otfp_otf2_file_chunk(struct otfp_otf2_file *f)
{
	int code;

	if (f->nchunk && f->chunk_end == f->size)
		return otfp_otf2_file_ended(f, NULL);
	enter_chunk(f);
	code = otfp_otf2_file_more(f, f->block);
	if (code < 0)
		return code;
	if (f->b.end - f->b.p < OTFP_OTF2_CHUNK_HEAD)
		return otfp_otf2_file_ended(f, "the head of a chunk");
	if (otfp_otf2_get_chunk(f->b.p, &f->chunk) < 0)
		return otfp_otf2_file_damaged(f, OTFP_FLAW_CHUNK, "is not the head of a chunk");
	f->b.is_big = f->chunk.is_big;
	f->b.p += OTFP_OTF2_CHUNK_HEAD;
	return 0;
}

int otfp_otf2_file_any_record(struct otfp_otf2_file *f, struct otfp_otf2_bytes *record, const char *what)
{
	enum { ID_AND_LENGTH = 10 };
	int code = otfp_otf2_file_need(f, ID_AND_LENGTH);
	uint64_t length;

	if (code < 0)
		return code;
	f->b.p++;
	length = otfp_otf2_get_u8(&f->b);
	if (length == OTFP_OTF2_LONG_LENGTH)
		length = otfp_otf2_get(&f->b, 8);
	if (f->b.flaw)
		return otfp_otf2_file_ended(f, what);
	if (length > f->nchunk * f->chunk_size - otfp_otf2_file_at(f))
		return otfp_otf2_file_damaged(f, OTFP_FLAW_LINE, "%s is longer than its chunk", what);
	if (length > f->chunk_end - otfp_otf2_file_at(f))
		return otfp_otf2_file_ended(f, what);
	code = otfp_otf2_file_need(f, length);
	*record = f->b;
	record->end = record->p + length;
	f->b.p = code < 0 ? f->b.p : record->end;
	return code;
}

int otfp_otf2_file_padding(struct otfp_otf2_file *f)
{
	while (otfp_otf2_file_at(f) < f->chunk_end) {
		int code = otfp_otf2_file_need(f, 1);
		if (code < 0)
			return code;
		while (f->b.p < f->b.end)
			if (*f->b.p++)
				return otfp_otf2_file_damaged(f, OTFP_FLAW_PADDING,
				                              "the chunk ends here, but bytes other than zero follow");
	}
	return 0;
}

/* Whether another chunk follows: then the end mark is damaged, or what follows is of an older file. */
static int is_followed(struct otfp_otf2_file *f)
{
	unsigned char bytes[OTFP_OTF2_CHUNK_HEAD];
	struct otfp_otf2_chunk next;
	ssize_t got = f->chunk_end < f->size ? otfp_file_read(f->h, bytes, sizeof bytes, f->chunk_end) : 0;

	if (got < 0)
		return (int)got;
	return got == sizeof bytes && otfp_otf2_get_chunk(bytes, &next) == 0;
}

int otfp_otf2_file_end(struct otfp_otf2_file *f)
{
	int code = otfp_otf2_file_need(f, 1);

	if (code == 0)
		code = is_followed(f);
	if (code > 0)
		return otfp_otf2_file_damaged(f, OTFP_FLAW_CHUNK, "the file ends here, but another chunk follows");
	f->lacks_last = f->b.p == f->b.end;
	if (f->b.p < f->b.end && *f->b.p == OTFP_OTF2_END_OF_BUFFER)
		f->b.p++;
	f->trailing = f->size - otfp_otf2_file_at(f);
	free(f->window);
	f->window = NULL;
	f->room = 0;
	f->b = (struct otfp_otf2_bytes){0};
	return code;
}
