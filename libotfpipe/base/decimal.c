#include "base/decimal.h"
#include "base/assert.h"
#include "base/num.h"
#include "base/wide.h"
#include <string.h>

#define MOST_DIGITS 18 /* so many digits always fit into 64 bits */

uint64_t otfp_common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

void otfp_decimal_init(struct otfp_decimal *d, uint64_t resolution, uint64_t unit)
{
	uint64_t rest, g;
	unsigned twos = 0, fives = 0, exact;

	OTFP_ASSERT(resolution > 0 && unit > 0);
	g = otfp_common_divisor(resolution, unit);
	rest = resolution / g;
	*d = (struct otfp_decimal){.num = unit / g, .den = rest, .power = 1};
	for (; rest % 2 == 0; rest /= 2)
		twos++;
	for (; rest % 5 == 0; rest /= 5)
		fives++;
	exact = twos > fives ? twos : fives;
	while (d->digits < MOST_DIGITS && (rest == 1 ? d->digits < exact : d->power < d->den)) {
		d->digits++;
		d->power *= 10;
	}
}

char *otfp_decimal_put(const struct otfp_decimal *d, char *p, uint64_t ticks)
{
	uint64_t rest;

	if (__builtin_expect(d->num == 1, 1)) {
		p = otfp_put_dec(p, ticks / d->den);
		rest = ticks % d->den;
	} else {
		p = otfp_wide_put(p, (otfp_wide)ticks * d->num / d->den);
		rest = (uint64_t)((otfp_wide)ticks * d->num % d->den);
	}
	if (!d->digits)
		return p;
	if (d->den != d->power)
		rest = (uint64_t)((otfp_wide)rest * d->power / d->den);
	/* writes a leading 1 to keep the zeros; the point then replaces the 1 */
	otfp_put_dec(p, d->power + rest);
	*p = '.';
	return p + 1 + d->digits;
}

char *otfp_decimal_put_since(const struct otfp_decimal *d, char *p, uint64_t ticks, uint64_t base)
{
	if (ticks >= base)
		return otfp_decimal_put(d, p, ticks - base);
	*p++ = '-';
	return otfp_decimal_put(d, p, base - ticks);
}
