/*
 * raster.h - the samples of a thumbnail: the innermost function of a process at equidistant times, as hex text.
 *
 * Sample i is the function after the events at first + i * span / samples, rounded down; 0 = none. samples <= span.
 * Memory: 2 to 9 bytes per sample.
 */
#ifndef OTFP_SAMPLE_RASTER_H
#define OTFP_SAMPLE_RASTER_H
#include "base/buf.h"
#include <stdint.h>

struct otfp_raster {
	uint64_t first, span, samples; /* ticks, ticks, number */
};

/* The samples of a process so far. Zero-filled, then otfp_raster_start; release `text` at the end. */
struct otfp_raster_row {
	struct otfp_buf text;
	uint64_t at, due; /* number of samples; time of the next one, UINT64_MAX = none */
	uint32_t function;
};

/** Start a row without samples; its text keeps its memory. */
void otfp_raster_start(const struct otfp_raster *r, struct otfp_raster_row *row);
/** Append the current function for all samples before a time. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_raster_fill(const struct otfp_raster *r, struct otfp_raster_row *row, uint64_t time);
/** Append the line of a process to b: its samples, with the current function up to the end. @return 0, or -1 */
OTFP_MUST_CHECK int otfp_raster_put(const struct otfp_raster *r, const struct otfp_raster_row *row, uint64_t process,
                                    struct otfp_buf *b);

/** The innermost function changes at a time. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK static inline int otfp_raster_change(const struct otfp_raster *r, struct otfp_raster_row *row,
                                                     uint64_t time, uint32_t function)
{
	int code = time > row->due ? otfp_raster_fill(r, row, time) : 0;

	row->function = function;
	return code;
}
#endif
