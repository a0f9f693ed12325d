#include "wait/reel.h"
#include "base/error.h"
#include "base/grow.h"
#include <stdlib.h>

enum { BLOCK = 32 << 10 };

void otfp_wait_reel_init(struct wait_reel *r, size_t room, const char *dir, int (*stop)(void), struct otfp_error *err)
{
	*r = (struct wait_reel){.room = room, .file = {.fd = -1, .dir = dir, .stop = stop, .err = err}};
}

void otfp_wait_reel_release(struct wait_reel *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->blocks[i].p);
	free(r->blocks);
	free(r->got);
	if (r->blocks && r->file.fd >= 0) /* zero-filled has no file */
		otfp_spill_close(&r->file);
	r->blocks = NULL;
	r->got = NULL;
	r->n = 0;
}

void otfp_wait_reel_drop(struct wait_reel *r, size_t block)
{
	struct wait_block *b = &r->blocks[block];

	if (b->p)
		r->used -= b->n;
	free(b->p);
	b->p = NULL;
}

/* The last block is full: those that there is no room for go to the file, the oldest first. */
static int make_room(struct wait_reel *r)
{
	int code = 0;

	if (r->n)
		r->used += r->blocks[r->n - 1].n;
	while (code == 0 && r->used > r->room && r->first < r->n) {
		struct wait_block *b = &r->blocks[r->first++];
		code = r->file.fd < 0 ? otfp_spill_open(&r->file) : 0;
		b->at = r->file.end;
		if (code == 0)
			code = otfp_spill_write(&r->file, b->p, b->n, b->at);
		otfp_wait_reel_drop(r, (size_t)(b - r->blocks));
	}
	return code;
}

/* A new block, for an item that the last one has no room for. */
char *otfp_wait_reel_block_for(struct wait_reel *r, size_t n)
{
	struct wait_block *b;

	if (make_room(r) < 0)
		return NULL;
	if (otfp_grow(&r->blocks, r->n, &r->cap, sizeof *r->blocks) < 0) {
		otfp_fail_memory(r->file.err);
		return NULL;
	}
	r->open_cap = n > BLOCK ? n : BLOCK;
	b = &r->blocks[r->n];
	*b = (struct wait_block){.p = malloc(r->open_cap)};
	if (!b->p) {
		otfp_fail_memory(r->file.err);
		return NULL;
	}
	r->n++;
	return b->p;
}

const char *otfp_wait_reel_block(struct wait_reel *r, size_t block, size_t *n)
{
	const struct wait_block *b = &r->blocks[block];
	char *got;

	*n = b->n;
	if (b->p)
		return b->p;
	if (b->n > r->got_cap) {
		got = realloc(r->got, b->n);
		if (!got) {
			otfp_fail_memory(r->file.err);
			return NULL;
		}
		r->got = got;
		r->got_cap = b->n;
	}
	return otfp_spill_read(&r->file, r->got, b->n, b->at) < 0 ? NULL : r->got;
}
