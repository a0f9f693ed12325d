#include "merge/load.h"
#include "base/assert.h"
#include "base/copy.h"
#include "base/large.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = sizeof(struct otfp_head), LENGTH = sizeof(uint32_t), ALIGN = LENGTH, AHEAD = 16, BLOCK = 256 << 10 };

#define SIZE_MOST \
	((uint64_t)UINT32_MAX * ALIGN) /* bytes: the seq of a record is its distance from the end of the room */

/* Bytes in memory of a record of n bytes. */
static size_t room_for(size_t n)
{
	return (LENGTH + n + 1 + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

/* Bytes of the space for as many items again, as a buffer. */
static size_t spare_size(size_t count)
{
	return count * sizeof(struct otfp_item) < BLOCK ? count * sizeof(struct otfp_item) : BLOCK;
}

/* Sorted records are scattered in the room. Large pages, if the system has them, save 8% of the time of otf-sort. */
static char *allocate(size_t size)
{
	const size_t n = (size + OTFP_INPUT_AHEAD + OTFP_LARGE_PAGE - 1) & ~(size_t)(OTFP_LARGE_PAGE - 1);

	if (size < 4 * (size_t)OTFP_LARGE_PAGE || n < size)
		return malloc(size + OTFP_INPUT_AHEAD);
	return otfp_large(aligned_alloc(OTFP_LARGE_PAGE, n), size);
}

int otfp_sort_load_init(struct otfp_sort_load *l, size_t size)
{
	size &= ~(size_t)(ALIGN - 1);
	memset(l, 0, sizeof *l);
	l->room = allocate(size);
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
	l->items = (void *)l->room;
	l->used = 0;
	l->count = 0;
	l->in_order = 1;
	l->last = (struct otfp_key){0, 0};
}

/* Bytes of a load with one more record. */
static size_t size_with(const struct otfp_sort_load *l, size_t n)
{
	return 2 * (l->count + (size_t)1) * sizeof(struct otfp_item) + l->used + room_for(n);
}

int otfp_sort_load_put(struct otfp_sort_load *l, struct otfp_key key, const char *p, size_t n)
{
	const uint32_t length = (uint32_t)n;
	char *to;

	OTFP_ASSERT_HOT(l->used <= l->size && n <= INT32_MAX);
	if (size_with(l, n) > l->size || l->used + (uint64_t)room_for(n) > SIZE_MOST)
		return OTFP_END;
	l->used += room_for(n);
	to = l->room + l->size - l->used;
	memcpy(to, &length, LENGTH);
	otfp_copy(to + LENGTH, p, n);
	to[LENGTH + n] = '\n';
	l->in_order &= !otfp_key_less(&key, &l->last);
	l->last = key;
	l->items[l->count++] = (struct otfp_item){key, l->size - l->used};
	return 0;
}

int otfp_sort_load_grow(struct otfp_sort_load *l, size_t n)
{
	const size_t size = size_with(l, n);

	OTFP_ASSERT(!l->count && size > l->size);
	otfp_sort_load_release(l);
	return otfp_sort_load_init(l, size);
}

int otfp_sort_load_rekey(struct otfp_sort_load *l, otfp_rekey_fn fn, void *ctx)
{
	int code = 0;

	for (uint32_t i = 0; i < l->count && code >= 0; i++) {
		uint32_t n;
		const char *p = otfp_sort_load_record(l, &l->items[i], &n);
		code = fn(ctx, &l->items[i].key, p, n);
	}
	l->in_order = 0;
	return code < 0 ? code : 0;
}

void otfp_sort_load_sort(struct otfp_sort_load *l)
{
	OTFP_ASSERT(2 * (size_t)l->count * sizeof *l->items + l->used <= l->size);
	if (!l->in_order)
		otfp_radix_sort(l->items, l->items + l->count, l->count);
	l->in_order = 1;
}

/* ---- as a run of the file ---- */

static int write_one(const struct otfp_sort_load *l, const struct otfp_item *item, struct otfp_spill_out *out)
{
	struct otfp_head h = {item->key, (uint32_t)((l->size - item->at) / ALIGN), 0};
	const char *p = otfp_sort_load_record(l, item, &h.n);
	int code = otfp_spill_put(out, &h, HEAD);

	return code < 0 ? code : otfp_spill_put(out, p, otfp_body_size(h.n));
}

/* Records are scattered in memory, so later ones are prefetched, mostly with two lines of the cache. */
static int write_by_items(const struct otfp_sort_load *l, struct otfp_spill_out *out)
{
	int code = 0;

	for (size_t i = 0; i < l->count && code == 0; i++) {
		const char *later = l->room + l->items[i + AHEAD < l->count ? i + AHEAD : i].at;
		__builtin_prefetch(later);
		__builtin_prefetch(later + 32);
		code = write_one(l, &l->items[i], out);
	}
	return code < 0 ? code : otfp_spill_flush(out);
}

int otfp_sort_load_write(struct otfp_sort_load *l, struct otfp_spill *f, struct otfp_sorted_run *run)
{
	struct otfp_spill_out out = {f, run->at, (char *)(l->items + l->count), spare_size(l->count), 0};
	int code;

	OTFP_ASSERT(l->count > 0);
	otfp_sort_load_sort(l);
	run->count = l->count;
	run->first = l->items[0].key;
	run->last = l->items[l->count - 1].key;
	code = write_by_items(l, &out);
	run->n = out.at - run->at;
	return code;
}

/* Put a record back to where it was in memory. */
static int read_one(struct otfp_sort_load *l, struct otfp_item *item, struct otfp_spill_in *in)
{
	struct otfp_head h;
	char *to;
	int code = otfp_spill_get(in, &h, HEAD);

	if (code < 0)
		return code;
	l->used = l->used > (size_t)h.seq * ALIGN ? l->used : (size_t)h.seq * ALIGN;
	to = l->room + l->size - (size_t)h.seq * ALIGN;
	memcpy(to, &h.n, LENGTH);
	*item = (struct otfp_item){{h.seq, h.key.time}, h.key.rank}; /* to be sorted by seq */
	return otfp_spill_get(in, to + LENGTH, otfp_body_size(h.n));
}

int otfp_sort_load_read(struct otfp_sort_load *l, struct otfp_spill *f, const struct otfp_sorted_run *run)
{
	struct otfp_item *items = l->items;
	struct otfp_spill_in in = {f, run->at, run->at + run->n, (char *)(items + run->count), spare_size(run->count),
	                           0, 0};

	otfp_sort_load_clear(l);
	for (; l->count < run->count; l->count++) {
		int code = read_one(l, &items[l->count], &in);
		if (code < 0)
			return code;
	}
	otfp_radix_sort(items, items + l->count, l->count);
	for (uint32_t i = 0; i < l->count; i++)
		items[i] = (struct otfp_item){{items[i].key.rank, items[i].at}, l->size - items[i].key.time * ALIGN};
	return 0;
}
