/*
 * input.h - bytes in, as a window of complete lines.
 *
 *     while ((r = otfp_input_lines(in)) == 0)
 *         for (const char *p = in->p; p < in->lines; ) ... one line, ends in LF ...
 *             in->p = p;
 *
 * Each line in [p, lines) ends in LF, so parsers need no end pointer. They may read ahead:
 * OTFP_INPUT_AHEAD bytes behind the window are readable, and not LF. What was in the window is
 * gone (moved) after the next call.
 */
#ifndef OTFP_IO_INPUT_H
#define OTFP_IO_INPUT_H
#include "io/files.h"

#define OTFP_LINE_MAX (16u << 20) /* a longer line is refused */
#define OTFP_INPUT_AHEAD 8        /* bytes */

enum otfp_packing {
	OTFP_PLAIN,
	OTFP_ZLIB, /* unfinished streams are normal, finished and concatenated ones are read whole */
	OTFP_ZSTD,
	OTFP_GZIP,       /* finished members, one or more */
	OTFP_DETECT,     /* plain or zstd, by the first bytes */
	OTFP_DETECT_GZIP /* plain or gzip, by the first bytes */
};

struct otfp_input {
	const char *p;     /* first byte not used yet; the user moves it */
	const char *lines; /* behind the last LF in the window */
	const char *end;   /* behind the last byte in the window; at the end, [lines,end) lacks its LF */
	/* the rest is input.c's */
	struct otfp_input_state *state;
};

/**
 * Open path within the budget; on error errno is left set. @param block  bytes read at a time,
 * 4 KiB..1 MiB; memory is that (twice and the unpacker's own when packed) unless a line is
 * longer, and is taken at the first otfp_input_lines. A path that is no regular file (a FIFO,
 * /dev/fd/N) is read as it comes; it keeps one descriptor outside the budget.
 */
int otfp_input_open(struct otfp_input **in, struct otfp_files *fs, const char *path, enum otfp_packing packing,
                    size_t block, struct otfp_error *err);
/** The same of a regular file that is open as fd, which belongs to the input from now on, also on error; -1: it is
 * not, and is opened. */
int otfp_input_open_kept(struct otfp_input **in, struct otfp_files *fs, const char *path, int fd,
                         enum otfp_packing packing, size_t block, struct otfp_error *err);
/** The same on a descriptor that stays the caller's; pipes are set to 1 MiB where allowed. */
int otfp_input_open_fd(struct otfp_input **in, int fd, const char *name, enum otfp_packing packing, size_t block,
                       struct otfp_error *err);
/**
 * Make sure that at least one complete line is in [p, lines), reading on if p == lines.
 * @return 0; 1 at the end, then [p, end) is a last line without LF (often empty);
 * <0: OTFP_EFAIL with the path in the message, OTFP_EINTR when a signal came, OTFP_EDAMAGE for
 * compressed data that is corrupt or cut in the middle (what came before it was delivered, and
 * [p, end) is the rest of it), or a line over OTFP_LINE_MAX bytes with its LF
 */
int otfp_input_lines(struct otfp_input *in);
/**
 * For inputs that are not lines: read on, so that more bytes are in [p, end). Only `end` tells what is there then;
 * what was in [p, end) still is, perhaps elsewhere.
 * @return 0; 1 at the end; <0 as otfp_input_lines, also when [p, end) is OTFP_LINE_MAX bytes already
 */
int otfp_input_more(struct otfp_input *in);
/** Bytes on disk of a plain or zlib file as it was on opening; 0 for inputs that cannot be read by position. */
uint64_t otfp_input_size(const struct otfp_input *in);
/** Whether it is zlib, so that only flush points (io/flush.h) can be sought. */
int otfp_input_is_packed(const struct otfp_input *in);
/** Read up to n bytes as they are on disk, beside the window. @return bytes read, or <0 */
ssize_t otfp_input_read_at(struct otfp_input *in, void *p, size_t n, uint64_t at);
/** Drop the window and read on at a byte on disk: of a plain file the start of a line, of a
 * zlib file a flush point; the text behind one may begin in the middle of a line. @return 0 or <0 */
int otfp_input_seek(struct otfp_input *in, uint64_t at);
/** The name given on opening. */
const char *otfp_input_name(const struct otfp_input *in);
void otfp_input_close(struct otfp_input *in); /* in may be NULL */
#endif
