#include "merge/deal.h"
#include "base/order.h"
#include "merge/loser.h"
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	const struct otfp_dealt *x = a, *y = b;

	return otfp_order2(y->size, x->size, x->at, y->at);
}

void otfp_deal_sort(struct otfp_dealt *things, size_t n)
{
	if (n)
		qsort(things, n, sizeof *things, compare);
}

int otfp_deal(const struct otfp_dealt *things, size_t n, unsigned part, unsigned parts, uint8_t *mine)
{
	struct otfp_loser least; /* keys: the size of each share so far; the winner has the least */

	if (otfp_loser_init(&least, parts) < 0)
		return -1;
	for (unsigned i = 0; i < parts; i++)
		least.keys[i] = (struct otfp_key){0, i};
	otfp_loser_build(&least);
	for (size_t i = 0; i < n; i++) {
		unsigned w = least.winner;
		mine[things[i].at] = w + 1 == part;
		otfp_loser_advance(&least, (struct otfp_key){least.keys[w].time + things[i].size + 1, w});
	}
	otfp_loser_release(&least);
	return 0;
}
