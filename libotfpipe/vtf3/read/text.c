#include "vtf3/read/text.h"
#include "base/num.h"
#include "base/real.h"
#include "vtf3/clip.h"

const char *otfp_vtf3_get_odd_int(const char *p, uint32_t *v)
{
	const char *digits;
	uint64_t u;
	int over = 0, minus;

	p = otfp_vtf3_skip(p);
	minus = *p == '-';
	p += minus || *p == '+';
	digits = p;
	p = otfp_get_dec(p, &u, &over);
	if (OTFP_UNLIKELY(p == digits || over || u > (minus ? (uint64_t)1 << 31 : UINT32_MAX)))
		return NULL;
	*v = minus ? -(uint32_t)u : (uint32_t)u;
	return p;
}

const char *otfp_vtf3_get_real(const char *p, double *v)
{
	const char *start = p = otfp_vtf3_skip(p);
	uint64_t bits;
	char small[32];
	size_t n;

	p += *p == '+';
	start = p;
	while (!otfp_vtf3_is_gap(p))
		p++;
	n = (size_t)(p - start);
	/* TAU writes E */
	for (size_t i = 0; i < n && n <= sizeof small; i++)
		small[i] = start[i] == 'E' ? 'e' : start[i];
	if (otfp_get_double(n <= sizeof small ? small : start, n, &bits) < 0)
		return NULL;
	*v = otfp_vtf3_double(otfp_vtf3_clip_bits(bits));
	return p;
}

const char *otfp_vtf3_get_time(const char *p, double *t)
{
	const char *start = p = otfp_vtf3_skip(p);
	uint64_t u;
	int over = 0;

	p = otfp_get_dec_long(p, &u, &over);
	if (OTFP_LIKELY(p > start && p - start < OTFP_DEC_MAX && (*p == ' ' || otfp_vtf3_is_gap(p)))) {
		*t = (double)u;
		return p;
	}
	p = otfp_vtf3_get_real(start, t);
	if (p)
		*t = otfp_vtf3_clip_time(*t);
	return p;
}

/* ---- text ---- */

static char unescaped(char c)
{
	switch (c) {
	case 'n': return '\n';
	case 'r': return '\r';
	case '0': return 0;
	default: return c == '\\' || c == '"' ? c : 'x';
	}
}

void otfp_vtf3_keep_text(struct otfp_vtf3_scanner *s, const char *p, const char *end, struct otfp_str *str)
{
	char *start = otfp_vtf3_scratch_get(s, (size_t)(end - p) + 1), *to = start;

	if (s->raw || !memchr(p, '\\', (size_t)(end - p))) {
		memcpy(to, p, (size_t)(end - p));
		to += end - p;
	} else {
		while (p < end) {
			if (*p == '\\' && p + 1 < end && unescaped(p[1]) != 'x') {
				*to++ = unescaped(p[1]);
				p += 2;
			} else {
				*to++ = *p++;
			}
		}
	}
	*to = 0;
	*str = (struct otfp_str){start, (size_t)(to - start)};
}

/* The quote that ends the text at p: one with a gap after it. @return NULL if there is none */
static const char *closing_quote(const struct otfp_vtf3_scanner *s, const char *p)
{
	for (; *p != '\n'; p++) {
		if (*p == '\\' && !s->raw && (p[1] == '\\' || p[1] == '"'))
			p++;
		else if (*p == '"' && otfp_vtf3_is_gap(p + 1))
			return p;
	}
	return NULL;
}

static const char *line_end(const char *p)
{
	const char *lf = rawmemchr(p, '\n');

	return lf > p && lf[-1] == '\r' ? lf - 1 : lf;
}

const char *otfp_vtf3_get_text(struct otfp_vtf3_scanner *s, const char *p, struct otfp_str *str, int rest)
{
	const char *end;

	p = otfp_vtf3_skip(p);
	if (*p == '"') {
		end = closing_quote(s, ++p);
		if (!end)
			return NULL;
		otfp_vtf3_keep_text(s, p, end, str);
		return end + 1;
	}
	end = p;
	if (rest)
		end = line_end(p);
	while (!rest && !otfp_vtf3_is_gap(end))
		end++;
	if (end == p)
		return NULL;
	otfp_vtf3_keep_text(s, p, end, str);
	return end;
}

const char *otfp_vtf3_get_rest(struct otfp_vtf3_scanner *s, const char *p, struct otfp_str *str)
{
	const char *end = line_end(p);

	otfp_vtf3_keep_text(s, p, end, str);
	return end + 1 + (*end == '\r');
}
