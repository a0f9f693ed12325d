#include "base/human.h"
#include "base/num.h"
#include <math.h>

/* Put "%.*f", digits 1 to 3. The exact arithmetic of printf takes far longer, and a picture has 10^5 such numbers; it
 * is needed only in the middle of two decimals: rounding moves a product to the middle, but not past it. */
static int put_fixed(struct otfp_buf *b, double v, unsigned digits)
{
	static const unsigned powers[] = {1, 10, 100, 1000};
	const unsigned power = powers[digits];
	const double scaled = v * power, whole = floor(scaled), rest = scaled - whole;
	const uint64_t n = v >= 0 && v < 1e6 ? (uint64_t)whole + (rest > 0.5) : 0;
	char text[OTFP_DEC_MAX + 4], *p;

	if (!(v >= 0 && v < 1e6) || rest == 0.5)
		return otfp_buf_printf(b, "%.*f", (int)digits, v);
	p = otfp_put_dec(text, n / power);
	*p++ = '.';
	for (unsigned place = power / 10; place; place /= 10)
		*p++ = (char)('0' + n / place % 10);
	return otfp_buf_add(b, text, (size_t)(p - text));
}

/* A number with the unit that leaves one to three digits before the point. */
static int put_scaled(struct otfp_buf *b, double v, double step, const char *const *units, unsigned n)
{
	unsigned i = 0;

	while (i + 1 < n && v >= step * 0.99995) {
		v /= step;
		i++;
	}
	if (put_fixed(b, v, 1u + (v < 99.995) + (v < 9.9995)) < 0 || otfp_buf_add(b, " ", 1) < 0)
		return -1;
	return otfp_buf_puts(b, units[i]);
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
