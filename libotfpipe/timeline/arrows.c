#include "timeline/arrows.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void otfp_arrows_release(struct otfp_arrows *a)
{
	free(a->p);
	memset(a, 0, sizeof *a);
}

static uint64_t rank_of(const struct otfp_arrows *a, const struct otfp_arrow *arrow)
{
	if (a->by_bytes)
		return arrow->length;
	return arrow->received > arrow->sent ? arrow->received - arrow->sent : 0;
}

/* Whether one is less worth to be kept than other: shorter, or as long and later. */
static int is_less(const struct otfp_arrows *a, const struct otfp_arrow *one, const struct otfp_arrow *other)
{
	const uint64_t x = rank_of(a, one), y = rank_of(a, other);

	if (x != y)
		return x < y;
	if (one->received != other->received)
		return one->received > other->received;
	return one->receiver != other->receiver ? one->receiver > other->receiver : one->sent > other->sent;
}

static void swap(struct otfp_arrow *one, struct otfp_arrow *other)
{
	const struct otfp_arrow kept = *one;

	*one = *other;
	*other = kept;
}

static void sift_up(struct otfp_arrows *a, size_t i)
{
	for (; i && is_less(a, &a->p[i], &a->p[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&a->p[i], &a->p[(i - 1) / 2]);
}

static void sift_down(struct otfp_arrows *a, size_t i, size_t n)
{
	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		child += child + 1 < n && is_less(a, &a->p[child + 1], &a->p[child]);
		if (!is_less(a, &a->p[child], &a->p[i]))
			return;
		swap(&a->p[child], &a->p[i]);
	}
}

int otfp_arrows_add(struct otfp_arrows *a, const struct otfp_arrow *arrow)
{
	a->total++;
	if (!a->most)
		return 0;
	if (a->n == a->most) {
		if (!is_less(a, &a->p[0], arrow))
			return 0;
		a->p[0] = *arrow;
		sift_down(a, 0, a->n);
		return 0;
	}
	if (otfp_grow(&a->p, a->n, &a->cap, sizeof *a->p) < 0)
		return -1;
	a->p[a->n++] = *arrow;
	sift_up(a, a->n - 1);
	return 0;
}

void otfp_arrows_end(struct otfp_arrows *a)
{
	for (size_t n = a->n; n-- > 1;) {
		swap(&a->p[0], &a->p[n]);
		sift_down(a, 0, n);
	}
	for (size_t i = 0; i < a->n / 2; i++)
		swap(&a->p[i], &a->p[a->n - 1 - i]);
}
