#include "io/ahead.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

/* Bytes of a piece; to wake a thread for fewer costs too much. */
enum { PIECE = 512 << 10, PIECE_ALONE = 64 << 10 };

struct piece {
	unsigned char *text;
	const unsigned char *end; /* of what is in it */
};

struct otfp_ahead {
	struct otfp_task task; /* first member, so that a task is its otfp_ahead */
	struct otfp_pool *pool;
	size_t size; /* bytes of a piece */
	int holds;
	int started;
	/* of the thread while it is started */
	struct otfp_unpack *unpack;
	struct otfp_unpack_io io;
	int code;
	/* of the caller */
	const unsigned char *p;         /* the part of `piece` that is not taken yet */
	int was_full;                   /* see otfp_ahead_was_full */
	struct piece piece, held, next; /* the caller's, the one that waits, and the thread's */
	unsigned char texts[];
};

static void unpack(struct otfp_task *t)
{
	struct otfp_ahead *a = (struct otfp_ahead *)t;

	a->code = a->unpack->ops->step(a->unpack, &a->io);
}

static struct piece empty_piece(unsigned char *text)
{
	return (struct piece){text, text};
}

struct otfp_ahead *otfp_ahead_new(struct otfp_pool *pool, int holds)
{
	size_t size = pool ? PIECE : PIECE_ALONE;
	struct otfp_ahead *a = malloc(sizeof *a + (holds ? 3 : 2) * size);

	if (!a)
		return NULL;
	memset(a, 0, sizeof *a);
	a->task.run = unpack;
	a->pool = pool;
	a->size = size;
	a->holds = holds;
	a->piece = empty_piece(a->texts);
	a->next = empty_piece(a->texts + size);
	a->held = empty_piece(holds ? a->texts + 2 * size : NULL);
	a->p = a->piece.end;
	return a;
}

void otfp_ahead_start(struct otfp_ahead *a, struct otfp_unpack *u, const unsigned char *in, const unsigned char *end)
{
	OTFP_ASSERT(!a->started);
	a->unpack = u;
	a->io = (struct otfp_unpack_io){in, end, a->next.text, a->next.text + a->size};
	a->started = 1;
	if (a->pool)
		otfp_pool_submit(a->pool, &a->task);
	else
		unpack(&a->task);
}

static void finish(struct otfp_ahead *a)
{
	if (a->pool && a->started)
		otfp_pool_wait(a->pool, &a->task);
	a->started = 0;
}

/* The caller goes on with *from, which becomes its used piece. */
static void take(struct otfp_ahead *a, struct piece *from)
{
	unsigned char *used = a->piece.text;

	a->piece = *from;
	a->p = a->piece.text;
	*from = empty_piece(used);
}

int otfp_ahead_wait(struct otfp_ahead *a, const unsigned char **in)
{
	OTFP_ASSERT(a->p == a->piece.end);
	if (!a->started)
		return 0;
	finish(a);
	a->next.end = a->io.out;
	a->was_full = a->io.out == a->io.out_end;
	*in = a->io.in;
	if (a->holds) {
		take(a, &a->held);
		struct piece used = a->held;
		a->held = a->next;
		a->next = used;
		if (a->code < 0)
			a->p = a->piece.end;
	} else {
		take(a, &a->next);
	}
	return a->code;
}

int otfp_ahead_last(struct otfp_ahead *a)
{
	if (a->held.end == a->held.text)
		return 0;
	take(a, &a->held);
	return 1;
}

int otfp_ahead_was_full(const struct otfp_ahead *a)
{
	return a->was_full;
}

size_t otfp_ahead_copy(struct otfp_ahead *a, char *to, size_t n)
{
	const size_t have = (size_t)(a->piece.end - a->p), k = n < have ? n : have;

	if (!k)
		return 0;
	memcpy(to, a->p, k);
	a->p += k;
	return k;
}

void otfp_ahead_free(struct otfp_ahead *a)
{
	if (a)
		finish(a);
	free(a);
}
