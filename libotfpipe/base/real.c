/*
 * Printing: in the middle of the range (1e-11 .. 9e18 for binary64), the bounds of the interval that reads back to the
 * same number are integers of at most 128 bits after scaling by a power of ten. So plain arithmetic gives the shortest
 * text. Other numbers go through snprintf and strtod, which glibc rounds correctly. strtod never gets a text with a
 * point, so the locale does not matter.
 *
 * Reading: m * 10^e with m < 2^53 and |e| <= 22 is one correctly rounded operation on exact numbers (W. D. Clinger,
 * 1990). Other numbers go through strtod.
 */
#include "base/real.h"
#include "base/assert.h"
#include "base/clamp.h"
#include "base/num.h"
#include "base/wide.h"
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* m * 10^e */
struct decimal {
	uint64_t m;
	int e;
};

/* A positive finite number f * 2^q; its ulp is 2^q. */
struct binary {
	uint64_t bits, f;
	int q;
	int single;    /* binary32 */
	int subnormal; /* fewer significant bits */
	int power;     /* f is the smallest of its binade: the ulp below is half as wide */
};

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* k <= 27 */
static uint64_t power_of_five(int k)
{
	uint64_t v = 1;

	OTFP_ASSERT_HOT(k >= 0 && k <= 27);
	while (k-- > 0)
		v *= 5;
	return v;
}

static uint64_t double_bits(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static uint64_t float_bits(float v)
{
	uint32_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static uint64_t read_text(const char *text, int single)
{
	return single ? float_bits(strtof(text, NULL)) : double_bits(strtod(text, NULL));
}

/* m * 10^e with one rounding. @return 0 if that is not possible */
static int read_easy(const struct decimal *d, int single, uint64_t *bits)
{
	double v;

	if (FLT_EVAL_METHOD != 0 || d->m >> 53 || d->e < -22 || d->e > 22)
		return 0;
	v = d->e < 0 ? (double)d->m / tens[-d->e] : (double)d->m * tens[d->e];
	*bits = double_bits(v);
	if (!single)
		return 1;
	/* halfway between two floats: the side of the exact value is unknown */
	if ((*bits & 0x1fffffff) == 0x10000000)
		return 0;
	*bits = float_bits((float)v);
	return 1;
}

static uint64_t read_decimal(const struct decimal *d, int single)
{
	char text[40];
	uint64_t bits;

	if (read_easy(d, single, &bits))
		return bits;
	snprintf(text, sizeof text, "%" PRIu64 "e%d", d->m, d->e);
	return read_text(text, single);
}

/* floor(log10(2^n)), for |n| < 1650 */
static int log10_floor(int n)
{
	return (n * 315653) >> 20;
}

/* Of two equally near, take the even one, as usual. */
static uint64_t nearer(uint64_t below, otfp_wide from_below, otfp_wide to_above)
{
	if (from_below == to_above)
		return below + (below & 1);
	return from_below < to_above ? below : below + 1;
}

/* The shortest decimal by integer arithmetic, scaled by 10^k * 2^s. @return 0 if b is out of range */
static int shortest_easy(const struct binary *b, struct decimal *d)
{
	int top = 63 - __builtin_clzll(b->f) + b->q; /* 2^top <= value < 2^(top+1) */
	int k = (b->single ? 8 : 16) - log10_floor(top), s;
	otfp_wide ulp, value, mask, step = 1;
	uint64_t lo, hi, odd = b->f & 1, c;

	if (top > 62 || k > 27 || b->subnormal)
		return 0;
	k = k < 0 ? 0 : k;
	s = -b->q - k;
	ulp = (otfp_wide)power_of_five(k) << (s < 0 ? -s : 0);
	s = s < 0 ? 2 : s + 2; /* + 2 makes a quarter of an ulp an integer */
	value = 4 * b->f * ulp;
	mask = ((otfp_wide)1 << s) - 1;
	/* the bounds themselves read back if f is even */
	lo = (uint64_t)((value - (b->power ? ulp : 2 * ulp) + mask + odd) >> s);
	hi = (uint64_t)((value + 2 * ulp - odd) >> s);
	for (d->e = -k; (lo + 9) / 10 <= hi / 10; d->e++) {
		lo = (lo + 9) / 10;
		hi /= 10;
		step *= 10;
	}
	c = (uint64_t)(value >> s) / (uint64_t)step;
	c = nearer(c, value - ((c * step) << s), (((c + 1) * step) << s) - value);
	d->m = otfp_clamp(c, lo, hi);
	return 1;
}

/* v rounded to n significant digits. */
static struct decimal rounded(double v, int n)
{
	struct decimal d = {0, 0};
	char text[40];
	const char *p = text;

	snprintf(text, sizeof text, "%.*e", n - 1, v);
	for (; *p != 'e'; p++)
		if (*p >= '0' && *p <= '9')
			d.m = d.m * 10 + (uint64_t)(*p - '0');
	d.e = atoi(p + 1) - (n - 1);
	return d;
}

/* The shortest decimal by trial. */
static void shortest_slow(const struct binary *b, struct decimal *d)
{
	int last = b->single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
	/* a shorter text of a normal number just has zeros at its end */
	int n = b->single ? FLT_DIG : DBL_DIG;
	double v = otfp_real_of(b->bits, b->single);

	for (n = b->subnormal ? 1 : n; n < last; n++) {
		*d = rounded(v, n);
		if (read_decimal(d, b->single) == b->bits)
			return;
		/* the nearest may be outside the interval on its narrow side, and the next one inside */
		d->m++;
		if (b->power && read_decimal(d, b->single) == b->bits)
			return;
	}
	*d = rounded(v, last);
}

/* Write n digits with the point after the first; e is the exponent of the first digit. */
static char *put_exponent(char *p, const char *digits, int n, int e)
{
	*p++ = digits[0];
	if (n > 1) {
		*p++ = '.';
		memcpy(p, digits + 1, (size_t)n - 1);
		p += n - 1;
	}
	*p++ = 'e';
	*p++ = e < 0 ? '-' : '+';
	e = e < 0 ? -e : e;
	if (e < 10)
		*p++ = '0';
	return otfp_put_dec(p, (uint64_t)e);
}

static char *put_fixed(char *p, const char *digits, int n, int e)
{
	int whole = e + 1; /* digits before the point */

	if (whole <= 0) {
		memcpy(p, "0.000", (size_t)(2 - whole));
		p += 2 - whole;
		memcpy(p, digits, (size_t)n);
		return p + n;
	}
	memset(p, '0', (size_t)whole + 2);
	memcpy(p, digits, (size_t)(n < whole ? n : whole));
	p[whole] = '.';
	if (n <= whole)
		return p + whole + 2;
	memcpy(p + whole + 1, digits + whole, (size_t)(n - whole));
	return p + n + 1;
}

static char *put_decimal(char *p, struct decimal d)
{
	char digits[OTFP_DEC_MAX];
	int n, e;

	OTFP_ASSERT_HOT(d.m > 0);
	for (; d.m % 10 == 0; d.e++)
		d.m /= 10;
	n = (int)(otfp_put_dec(digits, d.m) - digits);
	e = d.e + n - 1;
	return e >= -4 && e < 16 ? put_fixed(p, digits, n, e) : put_exponent(p, digits, n, e);
}

static char *put_word(char *p, const char *word)
{
	size_t n = strlen(word);

	memcpy(p, word, n);
	return p + n;
}

/* The bits of infinity; the quiet NaN has one more bit. */
static uint64_t infinity(int single)
{
	return single ? (uint64_t)0xff << 23 : (uint64_t)0x7ff << 52;
}

static uint64_t sign_bit(int single)
{
	return (uint64_t)1 << (single ? 31 : 63);
}

static uint64_t quiet_nan(int single)
{
	return infinity(single) | infinity(single) >> 1;
}

/* Split a finite positive number into its parts. */
static struct binary split(uint64_t bits, int single)
{
	int width = single ? 23 : 52, bias = single ? 150 : 1075, exponent = (int)(bits >> width);
	uint64_t hidden = (uint64_t)1 << width, fraction = bits & (hidden - 1);
	struct binary b = {.bits = bits, .single = single, .subnormal = exponent == 0};

	b.f = b.subnormal ? fraction : fraction | hidden;
	b.q = (b.subnormal ? 1 : exponent) - bias;
	b.power = fraction == 0 && exponent > 1;
	return b;
}

/*
 * Numbers below 10^11 with at most four decimals, as most that people measure. The text has at most 15 digits, and no
 * two texts of so few digits read back to the same binary64: so it is the shortest. @return NULL for other numbers
 */
static char *put_few_decimals(char *p, uint64_t bits)
{
	const double v = otfp_real_of(bits, 0);
	struct decimal d = {0, -4};
	uint64_t back, fraction;
	uint32_t nonzero;

	if (!(v < 1e11))
		return NULL;
	d.m = (uint64_t)(v * 1e4 + 0.5);
	if (!read_easy(&d, 0, &back) || back != bits)
		return NULL;
	fraction = d.m % 10000;
	p = otfp_put_dec(p, d.m / 10000);
	*p++ = '.';
	memcpy(p, otfp_digits4 + 4 * fraction, 4);
	memcpy(&nonzero, p, 4);
	nonzero = (le32toh(nonzero) ^ 0x30303030) | 1; /* one decimal stays */
	return p + 4 - __builtin_clz(nonzero) / 8;
}

static char *put_finite(char *p, uint64_t bits, int single)
{
	const struct binary b = split(bits, single);
	struct decimal d;

	if (b.f == 0)
		return put_word(p, "0.0");
	if (!shortest_easy(&b, &d))
		shortest_slow(&b, &d);
	return put_decimal(p, d);
}

static size_t put_real(char *p, uint64_t bits, int single)
{
	uint64_t inf = infinity(single), sign = sign_bit(single);
	char *const start = p, *end;

	if ((bits & ~sign) > inf)
		return bits == quiet_nan(single) ? (size_t)(put_word(p, "nan") - start) : 0;
	if (bits & sign)
		*p++ = '-';
	bits &= ~sign;
	end = single ? NULL : put_few_decimals(p, bits);
	if (!end)
		end = bits == inf ? put_word(p, "inf") : put_finite(p, bits, single);
	return (size_t)(end - start);
}

size_t otfp_put_double(char *p, uint64_t bits)
{
	return put_real(p, bits, 0);
}

size_t otfp_put_float(char *p, uint32_t bits)
{
	return put_real(p, bits, 1);
}

/* ---- reading ---- */

enum {
	EASY_DIGITS = 19,        /* always fit into 64 bits */
	ENOUGH_DIGITS = 780,     /* a halfway point between two binary64 has at most 767 */
	FAR_EXPONENT = 100000000 /* infinite or zero, whatever digits a line has */
};

/* The parts of [digits][.digits][e[sign]digits]. */
struct scan {
	struct decimal d;                /* value of the first EASY_DIGITS significant digits */
	const char *digits, *digits_end; /* digits and point */
	int lost;                        /* there are more digits, not all 0 */
};

/* Scan digits and a point. @return the byte after them, or NULL if there is no digit */
static const char *scan_digits(struct scan *s, const char *p, const char *end)
{
	int point = 0, any = 0, n = 0;

	for (s->digits = p; p < end; p++) {
		unsigned digit = (unsigned)(uint8_t)*p - '0';
		if (*p == '.' && !point) {
			point = 1;
			continue;
		}
		if (digit > 9)
			break;
		any = 1;
		s->d.e -= point;
		if (n < EASY_DIGITS) {
			s->d.m = s->d.m * 10 + digit;
			n += s->d.m != 0;
		} else {
			s->lost |= digit != 0;
			s->d.e++;
		}
	}
	s->digits_end = p;
	return any ? p : NULL;
}

/* Scan the exponent, after its e. @return the byte after it, or NULL if there is no digit */
static const char *scan_exponent(struct scan *s, const char *p, const char *end)
{
	int negative = p < end && *p == '-', e = 0;
	const char *first;

	p += p < end && (*p == '-' || *p == '+');
	for (first = p; p < end && *p >= '0' && *p <= '9'; p++)
		if (e < FAR_EXPONENT)
			e = e * 10 + (*p - '0');
	e = e > FAR_EXPONENT ? FAR_EXPONENT : e;
	s->d.e += negative ? -e : e;
	return p > first ? p : NULL;
}

static int scan(struct scan *s, const char *p, const char *end)
{
	p = scan_digits(s, p, end);
	if (p && p < end && (*p == 'e' || *p == 'E'))
		p = scan_exponent(s, p + 1, end);
	return p && p == end ? 0 : -1;
}

/* Pass as many digits to strtod as can matter, and a 1 for any nonzero digits after them. */
static uint64_t read_many(const struct scan *s, int single)
{
	char text[ENOUGH_DIGITS + 20];
	int n = 0, rest = 0;

	for (const char *p = s->digits; p < s->digits_end; p++) {
		if (*p == '.' || (n == 0 && *p == '0'))
			continue;
		if (n < ENOUGH_DIGITS)
			text[n++] = *p;
		else
			rest |= *p != '0';
	}
	if (rest)
		text[n++] = '1';
	snprintf(text + n, sizeof text - (size_t)n, "e%d", s->d.e - (n - EASY_DIGITS));
	return read_text(text, single);
}

static int is_word(const char *p, size_t n, const char *word)
{
	return n == strlen(word) && memcmp(p, word, n) == 0;
}

/* @return 0, or -1 if p[0..n) is not the word of an infinity or NaN */
static int get_word(const char *p, size_t n, int single, uint64_t *bits)
{
	if (is_word(p, n, "nan"))
		*bits = quiet_nan(single);
	else if (is_word(p, n, "inf"))
		*bits = infinity(single);
	else if (is_word(p, n, "-inf"))
		*bits = infinity(single) | sign_bit(single);
	else
		return -1;
	return 0;
}

static int get_real(const char *p, size_t n, int single, uint64_t *bits)
{
	size_t sign = n && *p == '-';
	struct scan s = {0};

	if (scan(&s, p + sign, p + n) < 0)
		return get_word(p, n, single, bits);
	*bits = s.lost ? read_many(&s, single) : read_decimal(&s.d, single);
	if (*bits == infinity(single))
		return -1; /* too large; infinity would be a different value */
	if (*p == '-')
		*bits |= sign_bit(single);
	return 0;
}

int otfp_get_double(const char *p, size_t n, uint64_t *bits)
{
	return get_real(p, n, 0, bits);
}

int otfp_get_float(const char *p, size_t n, uint32_t *bits)
{
	uint64_t wide;

	if (get_real(p, n, 1, &wide) < 0)
		return -1;
	*bits = (uint32_t)wide;
	return 0;
}
