/*
 * store.c - what other commands print: made once for all who ask for it, and kept packed by zlib, up to a part of
 * --memory. Those of the whole trace stay longest, then those that were asked for last.
 */
#include "base/grow.h"
#include "cmd/view/view.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum { STORE_SHARE = 8 /* of the memory */, MOST_OF_WINDOW = 1 << 20 /* bytes of an answer */ };
enum { MOST_PACKED = 1 << 30 };
enum { BLOCK = 1 << 15, LOOK = 50 /* ms between two looks at the other end */ };

/* An answer. */
struct view_kept {
	char *key; /* the command */
	struct otfp_buf packed;
	int is_whole, is_made;
	int is_over;    /* its maker is done, with or without it */
	unsigned users; /* its maker, who waits for it, who reads it; the store */
	uint64_t asked; /* when, the last time: the number of the question */
};

/* ---- under the lock ---- */

static struct view_kept *find(const struct view_store *s, const char *key)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->p[i]->key, key) == 0)
			return s->p[i];
	return NULL;
}

static void let_go(struct view_kept *k)
{
	if (--k->users)
		return;
	free(k->key);
	otfp_buf_release(&k->packed);
	free(k);
}

static void drop(struct view_store *s, size_t i)
{
	s->bytes -= s->p[i]->packed.n;
	let_go(s->p[i]);
	s->p[i] = s->p[--s->n];
}

static void drop_key(struct view_store *s, const struct view_kept *k)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->p[i] == k) {
			drop(s, i);
			return;
		}
}

/* @return whether it was needed longer ago */
static int is_older(const struct view_kept *a, const struct view_kept *b)
{
	return a->is_whole != b->is_whole ? b->is_whole : a->asked < b->asked;
}

/* Drop the oldest until there is room, never one that is being made. */
static void make_room(struct view_store *s, size_t room)
{
	while (s->bytes > room) {
		size_t oldest = s->n;
		for (size_t i = 0; i < s->n; i++)
			if (s->p[i]->is_made && (oldest == s->n || is_older(s->p[i], s->p[oldest])))
				oldest = i;
		drop(s, oldest);
	}
}

/* One that is made from now on, by the caller. @return NULL when memory is out */
static struct view_kept *add(struct view_store *s, const char *key, int is_whole)
{
	struct view_kept *k = calloc(1, sizeof *k);

	if (!k || !(k->key = strdup(key)) || otfp_grow(&s->p, s->n, &s->cap, sizeof *s->p) < 0) {
		free(k ? k->key : NULL);
		free(k);
		return NULL;
	}
	k->is_whole = is_whole;
	k->users = 2;
	s->p[s->n++] = k;
	return k;
}

/* Until its maker is done. @return whether it is made */
static int wait_for(struct view *v, const struct request *r, struct view_kept *k)
{
	while (!k->is_over && !view_is_left(v, r))
		view_wait(v, LOOK);
	return k->is_made;
}

/* ---- an answer that is known ---- */

static void unpack(struct request *r, const struct view_kept *k)
{
	z_stream z = {.next_in = (unsigned char *)k->packed.p, .avail_in = (uInt)k->packed.n};
	unsigned char block[BLOCK] = {0};
	int rc = inflateInit(&z);
	const int is_begun = rc == Z_OK;

	while (rc == Z_OK) {
		z.next_out = block;
		z.avail_out = sizeof block;
		rc = inflate(&z, Z_NO_FLUSH);
		if (rc == Z_OK || rc == Z_STREAM_END)
			fwrite(block, 1, sizeof block - z.avail_out, r->json.out);
	}
	if (rc != Z_STREAM_END)
		request_fail(r, 500, "out of memory");
	if (is_begun)
		inflateEnd(&z);
}

/* The trace must not have changed since. */
static void give(struct view *v, struct request *r, const struct view_kept *k)
{
	struct otfp_error err;

	if (view_check_files(v, &err) < 0)
		view_fail(r, &err);
	else
		unpack(r, k);
}

static void begin(struct view_copy *c, struct view_kept *k)
{
	c->of = k;
	c->is_cut = !k || deflateInit(&c->z, 1) != Z_OK;
	c->is_begun = !c->is_cut;
}

int store_give(struct view *v, struct request *r, const char *key, int is_whole, struct view_copy *c)
{
	int is_given = 0, is_left = 0;
	struct view_kept *k = NULL;

	pthread_mutex_lock(&v->lock);
	while (v->is_complete && !is_given && !is_left && (k = find(&v->store, key))) {
		k->asked = ++v->store.questions;
		k->users++;
		is_given = wait_for(v, r, k);
		is_left = !is_given && view_is_left(v, r);
		if (!is_given)
			let_go(k);
	}
	if (v->is_complete && !is_given && !is_left && (k = add(&v->store, key, is_whole)))
		k->asked = ++v->store.questions;
	pthread_mutex_unlock(&v->lock);
	if (is_left)
		request_fail(r, 500, "interrupted");
	if (!is_given && !is_left)
		begin(c, k);
	if (!is_given)
		return is_left;
	give(v, r, k); /* what is made does not change any more */
	pthread_mutex_lock(&v->lock);
	let_go(k);
	pthread_mutex_unlock(&v->lock);
	return 1;
}

/* ---- an answer that is made ---- */

static size_t room_of(const struct view *v)
{
	const size_t room = v->room / STORE_SHARE;

	return room < MOST_PACKED ? room : MOST_PACKED;
}

/* @param flush  Z_NO_FLUSH or Z_FINISH */
static void pack(struct view_copy *c, const char *p, size_t n, int flush)
{
	unsigned char block[BLOCK];

	c->z.next_in = (unsigned char *)(uintptr_t)p;
	c->z.avail_in = (uInt)n;
	do {
		c->z.next_out = block;
		c->z.avail_out = sizeof block;
		if (deflate(&c->z, flush) == Z_STREAM_ERROR ||
		    otfp_buf_add(&c->packed, block, sizeof block - c->z.avail_out) < 0)
			c->is_cut = 1;
	} while (!c->is_cut && c->z.avail_out == 0);
}

void store_add(struct view *v, struct view_copy *c, const char *p, size_t n)
{
	if (c->is_cut)
		return;
	pack(c, p, n, Z_NO_FLUSH);
	if (c->packed.n > room_of(v) / 2 || (!c->of->is_whole && c->z.total_in > MOST_OF_WINDOW))
		c->is_cut = 1;
}

void store_end(struct view *v, struct view_copy *c, int is_good)
{
	struct view_kept *k = c->of;

	if (!c->is_cut && is_good)
		pack(c, "", 0, Z_FINISH);
	if (c->is_begun)
		deflateEnd(&c->z);
	if (k) {
		pthread_mutex_lock(&v->lock);
		k->is_over = 1;
		if (!c->is_cut && is_good) {
			k->packed = c->packed;
			k->is_made = 1;
			c->packed = (struct otfp_buf)OTFP_BUF_INIT;
			v->store.bytes += k->packed.n;
			make_room(&v->store, room_of(v));
		} else
			drop_key(&v->store, k);
		let_go(k);
		pthread_cond_broadcast(&v->freed);
		pthread_mutex_unlock(&v->lock);
	}
	otfp_buf_release(&c->packed);
}

void store_release(struct view_store *s)
{
	while (s->n)
		drop(s, s->n - 1);
	free(s->p);
}
