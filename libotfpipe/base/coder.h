/*
 * coder.h - values as bytes and back: one function for each struct does both, so that what is read is what was written.
 *
 * Numbers are as short as their values: seven bits a byte, the lowest first, and bit 7 if more follow. What is read is
 * checked: a number that does not fit, or more elements than there are bytes, sets `code`, and reading goes on with
 * zeros. Ask for `code` at the end, and before an index is used. To write changes no value: others may read it
 * meanwhile.
 */
#ifndef OTFP_BASE_CODER_H
#define OTFP_BASE_CODER_H
#include "base/must.h"
#include "base/buf.h"
#include "otfpipe.h"
#include <stdint.h>

enum { OTFP_CODER_MOST = 10 /* bytes of a number */ };

/* Zero-filled, then `writes`, or p and end. */
struct otfp_coder {
	int writes;
	int code;            /* 0, or the first of: OTFP_EDAMAGE, it is not what was written; OTFP_EFAIL, no memory, or
	                      * `flush` failed */
	struct otfp_buf out; /* if it writes; the caller releases it */
	/* Called when `out` has much: takes all, and sets out.n to 0. NULL: `out` keeps all. @return 0 or -1 */
	int (*flush)(void *ctx, struct otfp_buf *out);
	void *ctx;
	const unsigned char *p, *end; /* if it reads: the rest */
};

/** A number. */
void otfp_code_number(struct otfp_coder *c, uint64_t *v);
/** A number of 32 bits. */
void otfp_code_word(struct otfp_coder *c, uint32_t *v);
/** 0 or 1. */
void otfp_code_flag(struct otfp_coder *c, int *v);
/** A number that is often near another one, which is known. */
void otfp_code_near(struct otfp_coder *c, uint64_t *v, uint64_t other);
/** Bytes, which may be NULL; if it reads, *s is a part of what it reads from. */
void otfp_code_text(struct otfp_coder *c, struct otfp_str *s);
/** The number of elements that follow, each of at least one byte. @return *n; 0 if it cannot be so many */
size_t otfp_code_count(struct otfp_coder *c, size_t *n);
/** An array whose elements follow: if it reads, *n is set, and *array, a pointer, is to *n zero-filled elements of
 * `size` bytes, malloc'd. @return *n; 0 after an error */
size_t otfp_code_array(struct otfp_coder *c, void *array, size_t *n, size_t size);
/** What was read is not possible. */
void otfp_code_bad(struct otfp_coder *c);
/** Memory is out. */
void otfp_code_memory(struct otfp_coder *c);
#endif
