/*
 * bytes.h - the numbers and marks that the files of an OTF2 archive consist of, in both byte orders.
 *
 * Numbers are plain (u8, u16, u32, u64) or compressed: a byte n, then the n low bytes of the value in the byte order of
 * the chunk; n = 0 is the value 0, n = 255 all bits set in the width of the field (c32: 4 bytes, c64: 8). Writers use
 * the smallest n; a negative number (s64) has all 8 bytes.
 */
#ifndef OTFP_OTF2_BYTES_H
#define OTFP_OTF2_BYTES_H
#include "record/table.h"
#include "base/must.h"
#include <endian.h>
#include <stdint.h>
#include <string.h>

/* First bytes of what stands in a chunk; others are the ids of records.def. */
enum otfp_otf2_mark {
	OTFP_OTF2_END_OF_CHUNK = 0,
	OTFP_OTF2_END_OF_BUFFER = 1, /* the last byte of a file, after END_OF_FILE */
	OTFP_OTF2_END_OF_FILE = 2,
	OTFP_OTF2_CHUNK = 3,     /* the start of a chunk, and of an anchor file */
	OTFP_OTF2_TIMESTAMP = 5, /* only in files of events and of snapshots; a plain u64 */
	OTFP_OTF2_TAGS = 6       /* attributes of the record that follows; only in the same files */
};

enum {
	OTFP_OTF2_LITTLE = 0x42, /* the second byte of a chunk and of an anchor file: its byte order */
	OTFP_OTF2_BIG = 0x23,
	OTFP_OTF2_CHUNK_HEAD = 18,          /* bytes before the first record of a chunk */
	OTFP_OTF2_END_MARKS = 2,            /* bytes: END_OF_FILE, END_OF_BUFFER */
	OTFP_OTF2_MIN_CHUNK = 256 << 10,    /* bytes */
	OTFP_OTF2_MAX_CHUNK = 16 << 20,     /* bytes */
	OTFP_OTF2_LONG_LENGTH = 255,        /* a length byte that says: the length follows as a plain u64 */
	OTFP_OTF2_SLACK = sizeof(uint64_t), /* bytes after the end that `get` may read, and `put` may write */
	OTFP_OTF2_MAX_C32 = 5,              /* bytes */
	OTFP_OTF2_MAX_C64 = 9,
};

/* ---- reading ---- */

/* Bytes [p, end), of which `get` functions take numbers. OTFP_OTF2_SLACK bytes after the end are readable. */
struct otfp_otf2_bytes {
	const unsigned char *p, *end;
	int is_big;
	const char *flaw; /* the first that was found, "ends inside a number"; NULL = none. Then p is the end */
};

/** Note a flaw. @return 0, for `get` functions */
static inline uint64_t otfp_otf2_flaw(struct otfp_otf2_bytes *b, const char *flaw)
{
	if (!b->flaw)
		b->flaw = flaw;
	b->p = b->end;
	return 0;
}

/* Number of n bytes, 0 to 8, of the 8 at p. How many it has is unpredictable, so nothing branches on that. */
static inline uint64_t otfp_otf2_load(const unsigned char *p, unsigned n, int is_big)
{
	static const uint64_t low[] = {0,
	                               UINT64_MAX >> 56,
	                               UINT64_MAX >> 48,
	                               UINT64_MAX >> 40,
	                               UINT64_MAX >> 32,
	                               UINT64_MAX >> 24,
	                               UINT64_MAX >> 16,
	                               UINT64_MAX >> 8,
	                               UINT64_MAX};
	uint64_t word;

	memcpy(&word, p, sizeof word);
	return (is_big ? be64toh(word) >> (64 - 8 * n) % 64 : le64toh(word)) & low[n];
}

/** Take a plain number of n bytes. @return it, or 0 with b->flaw */
static inline uint64_t otfp_otf2_get(struct otfp_otf2_bytes *b, unsigned n)
{
	const unsigned char *p = b->p;

	if ((size_t)(b->end - p) < n)
		return otfp_otf2_flaw(b, n == 1 ? "ends before a number" : "ends inside a number");
	b->p += n;
	return otfp_otf2_load(p, n, b->is_big);
}

/** Take one byte. @return it, or 0 with b->flaw */
static inline uint64_t otfp_otf2_get_u8(struct otfp_otf2_bytes *b)
{
	if (b->p == b->end)
		return otfp_otf2_flaw(b, "ends before a number");
	return *b->p++;
}

/* Compressed number of at most `width` bytes, 4 or 8. */
static inline uint64_t otfp_otf2_get_compressed(struct otfp_otf2_bytes *b, unsigned width)
{
	const unsigned char *p = b->p;
	unsigned n;

	if (p == b->end)
		return otfp_otf2_flaw(b, "ends before a number");
	n = *p;
	if (OTFP_UNLIKELY(n > width)) {
		if (n != 255)
			return otfp_otf2_flaw(b, "has a number whose length byte is too large");
		b->p++;
		return UINT64_MAX >> (64 - 8 * width);
	}
	if ((size_t)(b->end - p) <= n)
		return otfp_otf2_flaw(b, "ends inside a number");
	b->p += 1 + n;
	return otfp_otf2_load(p + 1, n, b->is_big);
}

/** Take a compressed number of 32 bits. @return it, or 0 with b->flaw */
static inline uint64_t otfp_otf2_get_c32(struct otfp_otf2_bytes *b)
{
	return otfp_otf2_get_compressed(b, 4);
}

/** Take a compressed number of 64 bits, of s64 in two's complement. @return it, or 0 with b->flaw */
static inline uint64_t otfp_otf2_get_c64(struct otfp_otf2_bytes *b)
{
	return otfp_otf2_get_compressed(b, 8);
}

/** Take a text and its NUL. @param n  set to its bytes without the NUL @return the text; "" with b->flaw */
static inline const char *otfp_otf2_get_text(struct otfp_otf2_bytes *b, size_t *n)
{
	const unsigned char *p = b->p, *nul = p < b->end ? memchr(p, 0, (size_t)(b->end - p)) : NULL;

	*n = nul ? (size_t)(nul - p) : 0;
	if (!nul) {
		otfp_otf2_flaw(b, "ends inside a text");
		return "";
	}
	b->p = nul + 1;
	return (const char *)p;
}

/* ---- writing: each function returns the end of what it wrote. OTFP_OTF2_SLACK bytes after that are writable ---- */

/** Put a plain number of n bytes, 1 to 8. */
static inline unsigned char *otfp_otf2_put(unsigned char *p, uint64_t v, unsigned n, int is_big)
{
	const uint64_t word = is_big ? htobe64(v << (64 - 8 * n)) : htole64(v);

	memcpy(p, &word, sizeof word);
	return p + n;
}

/** Bytes of a number without its leading zeros, 0 to 8. */
static inline unsigned otfp_otf2_width(uint64_t v)
{
	return v ? (unsigned)(71 - __builtin_clzll(v)) / 8 : 0;
}

/* A number that is not all bits set. */
static inline unsigned char *otfp_otf2_put_compressed(unsigned char *p, uint64_t v, int is_big)
{
	const unsigned n = otfp_otf2_width(v);

	*p++ = (unsigned char)n;
	return n ? otfp_otf2_put(p, v, n, is_big) : p;
}

/** Put a compressed number of 32 bits. */
static inline unsigned char *otfp_otf2_put_c32(unsigned char *p, uint32_t v, int is_big)
{
	if (v != UINT32_MAX)
		return otfp_otf2_put_compressed(p, v, is_big);
	*p = 255;
	return p + 1;
}

/** Put a compressed number of 64 bits. */
static inline unsigned char *otfp_otf2_put_c64(unsigned char *p, uint64_t v, int is_big)
{
	if (v != UINT64_MAX)
		return otfp_otf2_put_compressed(p, v, is_big);
	*p = 255;
	return p + 1;
}

/** Put a compressed signed number of 64 bits: a negative one has all of them. */
static inline unsigned char *otfp_otf2_put_s64(unsigned char *p, int64_t v, int is_big)
{
	return otfp_otf2_put_compressed(p, (uint64_t)v, is_big);
}

/* ---- chunks ---- */

/* The head of a chunk. Files of definitions and of markers have the numbers 1 and 0 in each. */
struct otfp_otf2_chunk {
	uint64_t first, last; /* numbers of its records in the file, from 1 on; last is first - 1 if there are none */
	int is_big;
};

/** Read the head of a chunk, of OTFP_OTF2_CHUNK_HEAD bytes. @return 0; -1: it is none */
OTFP_MUST_CHECK static inline int otfp_otf2_get_chunk(const unsigned char *p, struct otfp_otf2_chunk *c)
{
	if (p[0] != OTFP_OTF2_CHUNK || (p[1] != OTFP_OTF2_LITTLE && p[1] != OTFP_OTF2_BIG))
		return -1;
	c->is_big = p[1] == OTFP_OTF2_BIG;
	c->first = otfp_otf2_load(p + 2, 8, c->is_big);
	c->last = otfp_otf2_load(p + 10, 8, c->is_big);
	return 0;
}

/** Put the head of a chunk. */
static inline unsigned char *otfp_otf2_put_chunk(unsigned char *p, const struct otfp_otf2_chunk *c)
{
	*p++ = OTFP_OTF2_CHUNK;
	*p++ = c->is_big ? OTFP_OTF2_BIG : OTFP_OTF2_LITTLE;
	p = otfp_otf2_put(p, c->first, 8, c->is_big);
	return otfp_otf2_put(p, c->last, 8, c->is_big);
}
#endif
