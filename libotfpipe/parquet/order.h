/* order.h - the order of the rows of a group by two columns. */
#ifndef OTFP_PARQUET_ORDER_H
#define OTFP_PARQUET_ORDER_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

/** Sort n places by keys, the lowest first; equal keys keep their order. @param order  the places 0 to n - 1 in any
 * order. @param flip  exclusive or'd to each key: 1 << 63 for signed numbers. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_order_by(uint32_t *order, const uint64_t *keys, uint64_t flip, size_t n);
#endif
