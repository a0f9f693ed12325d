/* shares.c - the shares of classes in the open column of a lane. */
#include "timeline/columns.h"
#include <stdlib.h>

enum { FIRST_BITS = 3 };

/* @return 0, or -1 when memory is out */
static int grow(struct otfp_lane *lane, uint32_t column)
{
	struct otfp_lane more = *lane;

	more.bits = lane->bits ? lane->bits + 1 : FIRST_BITS;
	more.shares = calloc((size_t)1 << more.bits, sizeof *more.shares);
	if (!more.shares)
		return -1;
	for (size_t i = 0; lane->bits && i < (size_t)1 << lane->bits; i++)
		if (lane->shares[i].column == column + 1)
			*otfp_piece_find(&more, lane->shares[i].class, column) = lane->shares[i];
	free(lane->shares);
	*lane = more;
	return 0;
}

int otfp_piece_new(struct otfp_lane *lane, uint32_t class, uint32_t column, uint64_t units)
{
	if ((!lane->bits || lane->used * 2 >= 1u << lane->bits) && grow(lane, column) < 0)
		return -1;
	*otfp_piece_find(lane, class, column) = (struct otfp_column_piece){units, column + 1, class};
	lane->used++;
	lane->total += units;
	return 0;
}

void otfp_column_forget(struct otfp_lane *lane)
{
	lane->used = 0;
	lane->total = lane->longest = 0;
}
