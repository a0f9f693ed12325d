#include "base/human.h"

/* A number with the unit that leaves one to three digits before the point. */
static int put_scaled(struct otfp_buf *b, double v, double step, const char *const *units, unsigned n)
{
	unsigned i = 0;

	while (i + 1 < n && v >= step * 0.99995) {
		v /= step;
		i++;
	}
	return otfp_buf_printf(b, "%.*f %s", 1 + (v < 99.995) + (v < 9.9995), v, units[i]);
}

int otfp_human_ticks(struct otfp_buf *b, double ticks, uint64_t resolution)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};

	if (!resolution)
		return otfp_buf_printf(b, "%.0f", ticks);
	if (ticks == 0)
		return otfp_buf_puts(b, "0 s");
	return put_scaled(b, ticks / (double)resolution * 1e9, 1000, units, 4);
}

int otfp_human_bytes(struct otfp_buf *b, double bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

	if (bytes < 1024)
		return otfp_buf_printf(b, "%.0f B", bytes);
	return put_scaled(b, bytes, 1024, units, 7);
}
