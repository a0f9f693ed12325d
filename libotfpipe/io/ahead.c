#include "io/ahead.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { PIECE = 512 << 10 }; /* bytes; to wake a thread for fewer costs too much */

struct otfp_ahead {
	struct otfp_task task; /* first member, so that a task is its otfp_ahead */
	struct otfp_pool *pool;
	int started;
	/* of the thread while it is started */
	struct otfp_unpack *unpack;
	struct otfp_unpack_io io;
	int code;
	/* of the caller */
	const unsigned char *p, *end; /* the piece, as far as it is not taken yet */
	int was_full;                 /* see otfp_ahead_was_full */
	unsigned char *piece, *next;  /* the caller's piece, and the thread's */
	unsigned char pieces[2 * PIECE];
};

static void unpack(struct otfp_task *t)
{
	struct otfp_ahead *a = (struct otfp_ahead *)t;

	a->code = a->unpack->ops->step(a->unpack, &a->io);
}

struct otfp_ahead *otfp_ahead_new(struct otfp_pool *pool)
{
	struct otfp_ahead *a = malloc(sizeof *a);

	if (!a)
		return NULL;
	memset(a, 0, offsetof(struct otfp_ahead, pieces));
	a->task.run = unpack;
	a->pool = pool;
	a->piece = a->pieces;
	a->next = a->pieces + PIECE;
	return a;
}

void otfp_ahead_start(struct otfp_ahead *a, struct otfp_unpack *u, const unsigned char *in, const unsigned char *end)
{
	OTFP_ASSERT(!a->started);
	a->unpack = u;
	a->io = (struct otfp_unpack_io){in, end, a->next, a->next + PIECE};
	a->started = 1;
	otfp_pool_submit(a->pool, &a->task);
}

int otfp_ahead_wait(struct otfp_ahead *a, const unsigned char **in)
{
	unsigned char *used = a->piece;

	OTFP_ASSERT(a->p == a->end);
	if (!a->started)
		return 0;
	otfp_pool_wait(a->pool, &a->task);
	a->started = 0;
	a->piece = a->next;
	a->next = used;
	a->p = a->piece;
	a->end = a->io.out;
	a->was_full = a->io.out == a->io.out_end;
	*in = a->io.in;
	return a->code;
}

int otfp_ahead_was_full(const struct otfp_ahead *a)
{
	return a->was_full;
}

size_t otfp_ahead_copy(struct otfp_ahead *a, char *to, size_t n)
{
	const size_t have = (size_t)(a->end - a->p), k = n < have ? n : have;

	if (!k)
		return 0;
	memcpy(to, a->p, k);
	a->p += k;
	return k;
}

void otfp_ahead_free(struct otfp_ahead *a)
{
	if (a && a->started)
		otfp_pool_wait(a->pool, &a->task);
	free(a);
}
