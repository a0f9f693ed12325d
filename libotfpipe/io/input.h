/*
 * input.h - reads bytes as a window of complete lines.
 *
 *     while ((r = otfp_input_lines(in)) == 0)
 *         for (const char *p = in->p; p < in->lines; ) ... one line, ends in LF ...
 *             in->p = p;
 *
 * Each line in [p, lines) ends in LF, so parsers need no end pointer. They may read ahead: OTFP_INPUT_AHEAD bytes
 * after the window are readable and contain no LF. The next call moves or overwrites the window.
 */
#ifndef OTFP_IO_INPUT_H
#define OTFP_IO_INPUT_H
#include "io/files.h"
#include "io/packing.h"
#include "io/pool.h"

#define OTFP_LINE_MAX (16u << 20) /* bytes; longer lines are refused */
#define OTFP_INPUT_AHEAD 16       /* bytes */

struct otfp_input {
	const char *p;     /* first byte not used yet; the user moves it */
	const char *lines; /* after the last LF in the window */
	const char *end;   /* after the last byte in the window; at the end of the input, [lines, end) has no LF */
	/* private to input.c */
	struct otfp_input_state *state;
};

/**
 * Open a path within the budget. A path that is no regular file (a FIFO, /dev/fd/N) is read sequentially and uses one
 * descriptor outside the budget.
 * @param block  bytes read at a time, 4 KiB..1 MiB. Memory is one block, or two and the decoder's for compressed data,
 *   unless a line is longer. It is allocated at the first otfp_input_lines
 * @return 0 or <0 with errno
 */
int otfp_input_open(struct otfp_input **in, struct otfp_files *fs, const char *path, enum otfp_packing packing,
                    size_t block, struct otfp_error *err);
/**
 * The same for a regular file that is already open as fd; the input owns fd from now on, also on error. fd -1: open the
 * file here.
 */
int otfp_input_open_kept(struct otfp_input **in, struct otfp_files *fs, const char *path, int fd,
                         enum otfp_packing packing, size_t block, struct otfp_error *err);
/** The same for a descriptor, which stays owned by the caller; pipes are enlarged to 1 MiB if allowed. */
int otfp_input_open_fd(struct otfp_input **in, int fd, const char *name, enum otfp_packing packing, size_t block,
                       struct otfp_error *err);
/**
 * Have at least one complete line in [p, lines); reads if p == lines.
 * @return 0; 1 at the end, then [p, end) is a last line without LF (mostly empty); <0: OTFP_EFAIL with the path in the
 *   message; OTFP_EINTR after a signal, see otfp_input_stop; OTFP_EDAMAGE for corrupt or truncated compressed data
 * (what precedes the damage was delivered, [p, end) is the rest of it), or for a line over OTFP_LINE_MAX bytes with its
 * LF
 */
int otfp_input_lines(struct otfp_input *in);
/**
 * Have more bytes in [p, end), for inputs that are not lines. Earlier bytes of [p, end) remain, perhaps at another
 * address; only `end` is valid, not `lines`.
 * @return 0; 1 at the end; <0 as otfp_input_lines, also if [p, end) already has OTFP_LINE_MAX bytes
 */
int otfp_input_more(struct otfp_input *in);
/** Set what decides after a signal about a descriptor (base/fd.h); a FIFO has what its budget has. */
void otfp_input_stop(struct otfp_input *in, otfp_stop_fn *stop);
/** Before the first read: let a thread of a pool unpack the next piece of a packed file while the caller uses the last
 * one; at most 2 MiB more memory. The pool may be NULL and must exist until the input is closed. The file cannot be
 * sought. */
void otfp_input_use_pool(struct otfp_input *in, struct otfp_pool *pool);
/** Bytes on disk of a plain or zlib file on opening; 0 for inputs that cannot be read by position. */
uint64_t otfp_input_size(const struct otfp_input *in);
/** How far the input is: bytes up to p of a plain file, bytes read of any other. */
uint64_t otfp_input_at(const struct otfp_input *in);
/** Whether the input is zlib: then only flush points (io/flush.h) can be sought. */
int otfp_input_is_packed(const struct otfp_input *in);
/** Read up to n bytes as stored on disk, without the window. @return bytes read, or <0 */
ssize_t otfp_input_read_at(struct otfp_input *in, void *p, size_t n, uint64_t at);
/**
 * Drop the window and continue at a byte on disk: in a plain file the start of a line, in a zlib file a flush point,
 * whose text may start inside a line. @return 0 or <0
 */
int otfp_input_seek(struct otfp_input *in, uint64_t at);
/** The name given on opening. */
const char *otfp_input_name(const struct otfp_input *in);
/** Close an input, which may be NULL. */
void otfp_input_close(struct otfp_input *in);
#endif
