/* packer.c - compresses blocks in several threads. See packer.h. */
#include "io/packer.h"
#include "base/assert.h"
#include "base/buf.h"
#include "io/pool.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ROOM (64u << 10)        /* output bytes for one call of deflate */
#define DEFLATE_MOST (1u << 30) /* input bytes for one call: zlib counts in unsigned int */

struct block {
	struct otfp_task task; /* first member, so that a task is its block */
	struct otfp_file_h *to;
	struct otfp_buf in, out;
	int level;
	/* Each block ends in a full flush, so no state passes from block to block. */
	z_stream z;
	int z_level; /* 0: not initialised */
	int failed;  /* memory was out */
	int busy;    /* not appended yet */
};

struct otfp_packer {
	struct otfp_error *err;
	struct otfp_pool *pool, *own; /* own: a pool without threads, if the caller gave none */
	unsigned n, next;             /* blocks are used in turn; `next` is the oldest one */
	struct block blocks[];
};

/* ---- in a thread of the pool ---- */

/* Start a raw deflate of the level of the block. */
static int ready_deflate(struct block *b)
{
	if (b->z_level == b->level)
		return deflateReset(&b->z) == Z_OK ? 0 : -1;
	if (b->z_level)
		deflateEnd(&b->z);
	b->z_level = 0;
	memset(&b->z, 0, sizeof(b->z));
	if (deflateInit2(&b->z, b->level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return -1;
	b->z_level = b->level;
	return 0;
}

/* Deflate all input; the output is complete when room is left. */
static int put_deflated(struct block *b, int flush)
{
	do {
		if (otfp_buf_reserve(&b->out, ROOM) < 0)
			return -1;
		b->z.next_out = (Bytef *)b->out.p + b->out.n;
		b->z.avail_out = ROOM;
		deflate(&b->z, flush);
		b->out.n += ROOM - b->z.avail_out;
	} while (b->z.avail_out == 0);
	return 0;
}

static int pack(struct block *b)
{
	const char *p = b->in.p;
	size_t n = b->in.n;
	int r = ready_deflate(b);

	b->out.n = 0;
	while (r == 0 && n > 0) {
		size_t k = n < DEFLATE_MOST ? n : DEFLATE_MOST;

		b->z.next_in = (z_const Bytef *)p;
		b->z.avail_in = (uInt)k;
		p += k;
		n -= k;
		r = put_deflated(b, n > 0 ? Z_NO_FLUSH : Z_FULL_FLUSH);
	}
	return r;
}

static void run(struct otfp_task *t)
{
	struct block *b = (struct block *)t;

	b->failed = pack(b) < 0;
}

/* ---- in the caller's thread ---- */

int otfp_packer_new(struct otfp_packer **out, struct otfp_pool *pool, struct otfp_error *err)
{
	unsigned threads = pool ? otfp_pool_threads(pool) : 1, n = threads > 1 ? 2 * threads : 1;
	struct otfp_packer *p = calloc(1, sizeof(*p) + n * sizeof(p->blocks[0]));
	int r = 0;

	*out = p;
	if (!p)
		return otfp_fail_memory(err);
	p->err = err;
	p->n = n;
	p->pool = pool;
	if (!pool)
		r = otfp_pool_new(&p->own, 1, err);
	if (!pool && r == 0)
		p->pool = p->own;
	if (r < 0) {
		free(p);
		*out = NULL;
	}
	return r;
}

/* The second byte depends on the level, as deflateInit of the reference library writes it. */
int otfp_packer_start(struct otfp_file_h *to, int level)
{
	static const char second[10] = "\x00\x01\x5e\x5e\x5e\x5e\x9c\xda\xda\xda"; /* by level */
	char header[2] = {0x78};

	OTFP_ASSERT(level >= 1 && level <= 9);
	header[1] = second[level];
	return otfp_file_append(to, header, sizeof(header));
}

/* Wait for a block and append its output. */
static int retire(struct otfp_packer *p, struct block *b)
{
	if (!b->busy)
		return 0;
	otfp_pool_wait(p->pool, &b->task);
	b->busy = 0;
	return b->failed ? otfp_fail_memory(p->err) : otfp_file_append(b->to, b->out.p, b->out.n);
}

int otfp_packer_put(struct otfp_packer *p, struct otfp_file_h *to, int level, const void *data, size_t n)
{
	struct block *b = &p->blocks[p->next];
	int r = retire(p, b);

	OTFP_ASSERT(level >= 1 && level <= 9);
	if (r < 0 || n == 0)
		return r;
	b->in.n = 0;
	if (otfp_buf_add(&b->in, data, n) < 0)
		return otfp_fail_memory(p->err);
	b->to = to;
	b->level = level;
	b->busy = 1;
	b->task.run = run;
	p->next = (p->next + 1) % p->n;
	otfp_pool_submit(p->pool, &b->task);
	return p->n == 1 ? retire(p, b) : 0;
}

int otfp_packer_drain(struct otfp_packer *p)
{
	int r = 0;

	for (unsigned i = 0; i < p->n && r == 0; i++)
		r = retire(p, &p->blocks[(p->next + i) % p->n]);
	return r;
}

static void release(struct otfp_packer *p, struct block *b)
{
	otfp_pool_wait(p->pool, &b->task);
	if (b->z_level)
		deflateEnd(&b->z);
	otfp_buf_release(&b->in);
	otfp_buf_release(&b->out);
}

void otfp_packer_free(struct otfp_packer *p)
{
	if (!p)
		return;
	for (unsigned i = 0; i < p->n; i++)
		release(p, &p->blocks[i]);
	otfp_pool_free(p->own);
	free(p);
}
