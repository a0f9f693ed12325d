/*
 * reel.h - private to the files of root causes: bytes that are written once, and read forward or backward. What there
 * is no room for in memory goes to a file without a name.
 *
 * Items are put into blocks of 32 KiB; a longer item has a block of its own.
 */
#ifndef OTFP_WAIT_REEL_H
#define OTFP_WAIT_REEL_H
#include "merge/spill.h"
#include <stddef.h>
#include <stdint.h>

struct wait_block {
	char *p; /* NULL: it is in the file */
	size_t n;
	uint64_t at; /* there */
};

/* Zero-filled, but for `file`, of which dir, stop and err are set, and fd is -1. */
struct wait_reel {
	struct wait_block *blocks;
	size_t n, cap;
	size_t first;    /* of the blocks in memory */
	size_t open_cap; /* bytes that the last one has room for */
	size_t room;     /* bytes of blocks in memory; one is there in any case */
	size_t used;     /* so many are */
	struct otfp_spill file;
	char *got; /* a block of the file */
	size_t got_cap;
};

void otfp_wait_reel_init(struct wait_reel *r, size_t room, const char *dir, int (*stop)(void), struct otfp_error *err);
void otfp_wait_reel_release(struct wait_reel *r);
char *otfp_wait_reel_block_for(struct wait_reel *r, size_t n);
/** Room for an item of at most n bytes, before otfp_wait_reel_put. @return NULL with the error set */
static inline char *otfp_wait_reel_room(struct wait_reel *r, size_t n)
{
	const struct wait_block *b = r->n ? &r->blocks[r->n - 1] : NULL;

	return b && r->open_cap - b->n >= n ? b->p + b->n : otfp_wait_reel_block_for(r, n);
}
/** The item is written up to `end`. */
static inline void otfp_wait_reel_put(struct wait_reel *r, const char *end)
{
	struct wait_block *b = &r->blocks[r->n - 1];

	b->n = (size_t)(end - b->p);
}
/** A block, valid until the next call.
 * @return NULL with the error set */
const char *otfp_wait_reel_block(struct wait_reel *r, size_t block, size_t *n);
/** A block is not read any more. */
void otfp_wait_reel_drop(struct wait_reel *r, size_t block);

/* ---- numbers: seven bits a byte, the lowest first; all but the last have the highest bit ---- */

enum { WAIT_NUMBER_MAX = 10 }; /* bytes */

static inline char *wait_put_number(char *p, uint64_t v)
{
	for (; v > 0x7f; v >>= 7)
		*p++ = (char)(v | 0x80);
	*p++ = (char)v;
	return p;
}

static inline const char *wait_get_number(const char *p, uint64_t *v)
{
	unsigned shift = 0;

	*v = 0;
	for (;; shift += 7) {
		const uint8_t byte = (uint8_t)*p++;
		*v |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return p;
	}
}

/* Numbers of small magnitude. */
static inline uint64_t wait_fold_sign(uint64_t v)
{
	return v << 1 ^ (0 - (v >> 63));
}

static inline uint64_t wait_unfold_sign(uint64_t v)
{
	return v >> 1 ^ (0 - (v & 1));
}
#endif
