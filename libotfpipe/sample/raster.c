#include "sample/raster.h"
#include "base/num.h"
#include "base/wide.h"
#include <inttypes.h>

void otfp_raster_start(const struct otfp_raster *r, struct otfp_raster_row *row)
{
	row->text.n = 0;
	row->at = 0;
	row->due = r->samples ? r->first : UINT64_MAX;
	row->function = 0;
}

/* Append a function n times. */
static int repeat(struct otfp_buf *b, uint32_t function, uint64_t n)
{
	char text[OTFP_HEX_MAX + 1], *end = otfp_put_hex(text, function);

	*end++ = ',';
	while (n--)
		if (otfp_buf_add(b, text, (size_t)(end - text)) < 0)
			return -1;
	return 0;
}

int otfp_raster_fill(const struct otfp_raster *r, struct otfp_raster_row *row, uint64_t time)
{
	uint64_t to = r->samples;

	if (time <= row->due)
		return 0;
	if (time - r->first < r->span)
		to = (uint64_t)(((otfp_wide)(time - r->first) * r->samples + r->span - 1) / r->span);
	if (repeat(&row->text, row->function, to - row->at) < 0)
		return -1;
	row->at = to;
	row->due = to < r->samples ? r->first + (uint64_t)((otfp_wide)to * r->span / r->samples) : UINT64_MAX;
	return 0;
}

int otfp_raster_put(const struct otfp_raster *r, const struct otfp_raster_row *row, uint64_t process,
                    struct otfp_buf *b)
{
	if (otfp_buf_printf(b, "%" PRIx64 ":", process) < 0 || otfp_buf_add(b, row->text.p, row->text.n) < 0 ||
	    repeat(b, row->function, r->samples - row->at) < 0)
		return -1;
	return otfp_buf_puts(b, "\n");
}
