/* delta.h - DELTA_BINARY_PACKED: integers as differences, in blocks of 128 with a minimum, in miniblocks of 32 with a
 * width. */
#ifndef OTFP_PARQUET_DELTA_H
#define OTFP_PARQUET_DELTA_H
#include "base/buf.h"
#include <stdint.h>

/** Append n integers of 64 bits; differences wrap around. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_delta_put(struct otfp_buf *b, const uint64_t *v, size_t n);
#endif
