/* deal.h - divide things of different sizes into shares of about the same size: the streams of a trace for --part. */
#ifndef OTFP_MERGE_DEAL_H
#define OTFP_MERGE_DEAL_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

struct otfp_dealt {
	uint64_t size;
	size_t at; /* the user's index of it */
};

/** Sort them from large to small, those of one size by `at`: so every caller deals alike. */
void otfp_deal_sort(struct otfp_dealt *things, size_t n);
/** Give each of the n sorted things to the share with the least so far; set mine[at] to 1 for those of share `part` of
 * 1..parts, to 0 for the others. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_deal(const struct otfp_dealt *things, size_t n, unsigned part, unsigned parts, uint8_t *mine);
#endif
