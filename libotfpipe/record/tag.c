#include "record/tag.h"
#include "base/num.h"
#include "base/real.h"
#include <string.h>

static const struct {
	char letter;
	uint8_t width; /* bits */
	uint8_t is_signed;
} types[OTFP_NTAGTYPES] = {
	[OTFP_TAG_CHAR] = {'c', 8, 0},    [OTFP_TAG_INT8] = {'b', 8, 1},    [OTFP_TAG_UINT8] = {'B', 8, 0},
	[OTFP_TAG_INT16] = {'h', 16, 1},  [OTFP_TAG_UINT16] = {'H', 16, 0}, [OTFP_TAG_INT32] = {'i', 32, 1},
	[OTFP_TAG_UINT32] = {'I', 32, 0}, [OTFP_TAG_INT64] = {'q', 64, 1},  [OTFP_TAG_UINT64] = {'Q', 64, 0},
	[OTFP_TAG_FLOAT] = {'f', 32, 0},  [OTFP_TAG_DOUBLE] = {'d', 64, 0}, [OTFP_TAG_BYTES] = {'a', 0, 0},
};

static uint64_t width_mask(unsigned type)
{
	return UINT64_MAX >> (64 - types[type].width);
}

unsigned otfp_tag_width(unsigned type)
{
	return types[type].width;
}

size_t otfp_tag_room(const struct otfp_tag *t)
{
	return 2 * OTFP_DEC_MAX + OTFP_REAL_MAX + 8 + 2 * t->bytes.n;
}

static char *put_integer(char *p, const struct otfp_tag *t)
{
	uint64_t v = t->bits & width_mask(t->type);

	if (types[t->type].is_signed && v >> (types[t->type].width - 1)) {
		*p++ = '-';
		v = (0 - v) & width_mask(t->type);
	}
	return otfp_put_dec(p, v);
}

/* A NaN without a text form is written as its bits. */
static char *put_real(char *p, const struct otfp_tag *t)
{
	size_t n = t->type == OTFP_TAG_FLOAT ? otfp_put_float(p, (uint32_t)t->bits) : otfp_put_double(p, t->bits);

	if (n)
		return p + n;
	*p++ = '0';
	*p++ = 'x';
	return otfp_put_hex(p, t->bits);
}

static char *put_bytes(char *p, const struct otfp_str *s)
{
	for (size_t i = 0; i < s->n; i++)
		memcpy(p + 2 * i, otfp_hex3[(uint8_t)s->p[i]] + 1, 2);
	return p + 2 * s->n;
}

char *otfp_tag_put_value(char *p, const struct otfp_tag *t)
{
	if (t->type == OTFP_TAG_BYTES)
		return put_bytes(p, &t->bytes);
	if (t->type == OTFP_TAG_FLOAT || t->type == OTFP_TAG_DOUBLE)
		return put_real(p, t);
	return put_integer(p, t);
}

const char *otfp_tag_word(unsigned type)
{
	static const char *const words[OTFP_NTAGTYPES] = {"char",   "int8",  "uint8",  "int16", "uint16", "int32",
	                                                  "uint32", "int64", "uint64", "float", "double", "bytes"};

	return words[type];
}

char *otfp_tag_put(char *p, const struct otfp_tag *t)
{
	p = otfp_put_dec(p, t->key);
	*p++ = ':';
	*p++ = types[t->type].letter;
	*p++ = ':';
	return otfp_tag_put_value(p, t);
}

/* Canonical decimal in [p,end), at most `max`. */
static int get_integer(uint64_t *v, const char *p, const char *end, uint64_t max)
{
	char text[OTFP_DEC_MAX + 2];
	size_t n = (size_t)(end - p);
	int over = 0;

	if (n == 0 || n > OTFP_DEC_MAX || (*p == '0' && n > 1))
		return -1;
	memcpy(text, p, n);
	text[n] = '\n';
	return otfp_get_dec(text, v, &over) == text + n && !over && *v <= max ? 0 : -1;
}

static int get_signed(struct otfp_tag *t, const char *p, const char *end)
{
	uint64_t half = (width_mask(t->type) >> 1) + 1;

	if (p == end || *p != '-')
		return get_integer(&t->bits, p, end, half - 1);
	if (get_integer(&t->bits, p + 1, end, half) < 0 || t->bits == 0)
		return -1;
	t->bits = (0 - t->bits) & width_mask(t->type);
	return 0;
}

static int get_real(struct otfp_tag *t, const char *p, const char *end)
{
	uint32_t f = 0;

	if (end - p > 2 && p[0] == '0' && p[1] == 'x') {
		t->bits = 0;
		for (p += 2; p < end; p++) {
			if (otfp_hex_value[(uint8_t)*p] > 15 || t->bits >> (types[t->type].width - 4))
				return -1;
			t->bits = t->bits << 4 | otfp_hex_value[(uint8_t)*p];
		}
		return 0;
	}
	if (t->type == OTFP_TAG_DOUBLE)
		return otfp_get_double(p, (size_t)(end - p), &t->bits);
	if (otfp_get_float(p, (size_t)(end - p), &f) < 0)
		return -1;
	t->bits = f;
	return 0;
}

static int get_bytes(struct otfp_tag *t, const char *p, const char *end, struct otfp_buf *bytes)
{
	t->bytes.p = bytes->p + bytes->n;
	t->bytes.n = (size_t)(end - p) / 2;
	if ((end - p) % 2)
		return -1;
	for (; p < end; p += 2) {
		unsigned hi = otfp_hex_value[(uint8_t)p[0]], lo = otfp_hex_value[(uint8_t)p[1]];
		if (hi > 15 || lo > 15)
			return -1;
		bytes->p[bytes->n++] = (char)(hi << 4 | lo);
	}
	return 0;
}

static int type_of(char letter)
{
	for (unsigned i = 0; i < OTFP_NTAGTYPES; i++)
		if (types[i].letter == letter)
			return (int)i;
	return -1;
}

int otfp_tag_get(struct otfp_tag *t, const char *p, size_t n, struct otfp_buf *bytes)
{
	const char *end = p + n, *colon = memchr(p, ':', n);
	uint64_t key;
	int type;

	if (!colon || end - colon < 3 || colon[2] != ':' || get_integer(&key, p, colon, UINT32_MAX) < 0)
		return -1;
	type = type_of(colon[1]);
	if (type < 0)
		return -1;
	t->key = (uint32_t)key;
	t->type = (uint8_t)type;
	p = colon + 3;
	if (type == OTFP_TAG_BYTES)
		return get_bytes(t, p, end, bytes);
	if (type == OTFP_TAG_FLOAT || type == OTFP_TAG_DOUBLE)
		return get_real(t, p, end);
	if (types[type].is_signed)
		return get_signed(t, p, end);
	return get_integer(&t->bits, p, end, width_mask(t->type));
}
