#include "merge/load.h"
#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = sizeof(struct otfp_head), AHEAD = 8, BLOCK = 256 << 10 };

struct otfp_head otfp_sort_load_head(const struct otfp_sort_load *l, size_t at)
{
	struct otfp_head h;

	memcpy(&h, l->room + at, HEAD);
	return h;
}

int otfp_sort_load_init(struct otfp_sort_load *l, size_t size)
{
	memset(l, 0, sizeof *l);
	l->room = malloc(size + OTFP_INPUT_AHEAD);
	l->size = size;
	otfp_sort_load_clear(l);
	return l->room ? 0 : -1;
}

void otfp_sort_load_release(struct otfp_sort_load *l)
{
	free(l->room);
	l->room = NULL;
}

void otfp_sort_load_clear(struct otfp_sort_load *l)
{
	l->used = 0;
	l->count = 0;
	l->in_order = 1;
	l->last = (struct otfp_key){0, 0};
}

/* The place of the items after `used` bytes of records. */
static size_t align(size_t used)
{
	return (used + _Alignof(struct otfp_item) - 1) & ~(_Alignof(struct otfp_item) - 1);
}

/* Bytes of a load with one more record. */
static size_t size_with(const struct otfp_sort_load *l, size_t n)
{
	return align(l->used + HEAD + n + 1) + 2 * (l->count + (size_t)1) * sizeof(struct otfp_item);
}

int otfp_sort_load_put(struct otfp_sort_load *l, struct otfp_key key, const char *p, size_t n)
{
	struct otfp_head h = {key, (uint32_t)n, l->count};
	char *to = l->room + l->used;

	OTFP_ASSERT_HOT(l->used <= l->size && n <= INT32_MAX);
	if (size_with(l, n) > l->size || l->count == UINT32_MAX)
		return OTFP_END;
	memcpy(to, &h, HEAD);
	memcpy(to + HEAD, p, n);
	to[HEAD + n] = '\n';
	l->in_order &= !otfp_key_less(&key, &l->last);
	l->last = key;
	l->used += HEAD + n + 1;
	l->count++;
	return 0;
}

int otfp_sort_load_grow(struct otfp_sort_load *l, size_t n)
{
	size_t size = size_with(l, n);
	char *room;

	OTFP_ASSERT(!l->count && size > l->size);
	room = realloc(l->room, size + OTFP_INPUT_AHEAD);
	if (!room)
		return -1;
	l->room = room;
	l->size = size;
	return 0;
}

int otfp_sort_load_rekey(struct otfp_sort_load *l, otfp_rekey_fn fn, void *ctx)
{
	for (size_t at = 0; at < l->used;) {
		struct otfp_head h = otfp_sort_load_head(l, at);
		int code = fn(ctx, &h.key, l->room + at + HEAD, h.n);
		if (code < 0)
			return code;
		memcpy(l->room + at, &h, HEAD);
		at += HEAD + otfp_body_size(h.n);
	}
	l->in_order = 0;
	return 0;
}

void otfp_sort_load_sort(struct otfp_sort_load *l)
{
	struct otfp_item *items = (void *)(l->room + align(l->used)), *spare = items + l->count;

	OTFP_ASSERT(align(l->used) + 2 * (size_t)l->count * sizeof *items <= l->size);
	for (size_t at = 0; at < l->used;) {
		struct otfp_head h = otfp_sort_load_head(l, at);
		OTFP_ASSERT_HOT(h.seq < l->count);
		items[h.seq] = (struct otfp_item){h.key, at};
		at += HEAD + otfp_body_size(h.n);
	}
	if (!l->in_order)
		otfp_radix_sort(items, spare, l->count);
	l->items = items;
	l->spare = spare;
}

/* Records are scattered in memory, so later ones are prefetched. */
static int write_by_items(const struct otfp_sort_load *l, struct otfp_spill_out *out)
{
	int code = 0;

	for (size_t i = 0; i < l->count && code == 0; i++) {
		size_t at = l->items[i].at;
		if (i + AHEAD < l->count)
			__builtin_prefetch(l->room + l->items[i + AHEAD].at);
		code = otfp_spill_put(out, l->room + at, HEAD + otfp_body_size(otfp_sort_load_head(l, at).n));
	}
	return code < 0 ? code : otfp_spill_flush(out);
}

int otfp_sort_load_write(struct otfp_sort_load *l, struct otfp_spill *f, struct otfp_sorted_run *run)
{
	struct otfp_spill_out out = {.f = f, .at = run->at};

	OTFP_ASSERT(l->count > 0);
	run->n = l->used;
	run->count = l->count;
	if (l->in_order) {
		run->first = otfp_sort_load_head(l, 0).key;
		run->last = l->last;
		return otfp_spill_write(f, l->room, l->used, run->at);
	}
	otfp_sort_load_sort(l);
	run->first = l->items[0].key;
	run->last = l->items[l->count - 1].key;
	out.buf = (char *)l->spare;
	out.cap = l->count * sizeof *l->spare < BLOCK ? l->count * sizeof *l->spare : BLOCK;
	return write_by_items(l, &out);
}

int otfp_sort_load_read(struct otfp_sort_load *l, struct otfp_spill *f, const struct otfp_sorted_run *run)
{
	OTFP_ASSERT(run->n <= l->size);
	otfp_sort_load_clear(l);
	l->used = run->n;
	l->count = run->count;
	return otfp_spill_read(f, l->room, run->n, run->at);
}
