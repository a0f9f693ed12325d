/*
 * buf.h - a growing byte buffer.
 *
 * Invariants: n <= cap; p is NULL only while cap is 0. Zero-filled is a valid empty buffer (or use OTFP_BUF_INIT).
 * Functions that grow the buffer return 0, or -1 when memory is out; then the buffer is unchanged.
 */
#ifndef OTFP_BASE_BUF_H
#define OTFP_BASE_BUF_H
#include "base/must.h"
#include <stddef.h>

struct otfp_buf {
	char *p;
	size_t n, cap;
};
/* clang-format off */
#define OTFP_BUF_INIT {NULL, 0, 0}
/* clang-format on */

/** Free the bytes; the buffer is empty then. */
void otfp_buf_release(struct otfp_buf *b);
/** Make room for `more` bytes after n; grows by doubling. */
OTFP_MUST_CHECK int otfp_buf_reserve(struct otfp_buf *b, size_t more);
/** Append n bytes; p may be NULL if n is 0. */
OTFP_MUST_CHECK int otfp_buf_add(struct otfp_buf *b, const void *p, size_t n);
/** Append a C string, without its NUL. */
OTFP_MUST_CHECK int otfp_buf_puts(struct otfp_buf *b, const char *s);
/** Append formatted text. */
OTFP_MUST_CHECK int otfp_buf_printf(struct otfp_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Write a NUL after the n bytes; n does not change. @return p, or NULL when memory is out */
OTFP_MUST_CHECK char *otfp_buf_str(struct otfp_buf *b);
#endif
