#include "record/value.h"
#include "base/num.h"
#include "base/real.h"

static size_t put_real(char *p, uint64_t bits, unsigned form)
{
	size_t n;

	if (form == OTFP_FORM_DOUBLE)
		return otfp_put_double(p, bits);
	if (bits >> 32)
		return 0;
	n = otfp_put_float(p, (uint32_t)bits);
	if (n)
		p[n++] = 'f';
	return n;
}

unsigned otfp_value_text_form(uint64_t bits, unsigned form)
{
	const uint64_t nan64 = (uint64_t)0x7ff8 << 48, nan32 = 0x7fc00000;
	int reads_back = 0;

	switch (form) {
	case OTFP_FORM_SIGNED: reads_back = bits >> 63; break;
	case OTFP_FORM_DOUBLE: reads_back = bits == nan64 || bits << 1 <= (uint64_t)0xffe << 52; break;
	case OTFP_FORM_FLOAT:
		reads_back = bits == nan32 || (bits >> 32 == 0 && bits << 33 <= (uint64_t)0xff << 56);
		break;
	}
	return reads_back ? form : OTFP_FORM_RAW;
}

char *otfp_value_put(char *p, uint64_t bits, unsigned form)
{
	size_t n;

	if (form == OTFP_FORM_SIGNED && bits >> 63) {
		*p++ = '-';
		return otfp_put_dec(p, 0 - bits);
	}
	if (form >= OTFP_FORM_DOUBLE && (n = put_real(p, bits, form)))
		return p + n;
	return otfp_put_dec(p, bits);
}

static int get_negative(const char *p, const char *end, uint64_t *bits)
{
	int over = 0;

	if (p == end || *p == '0' || otfp_get_dec(p, bits, &over) != end || over || *bits > (uint64_t)1 << 63)
		return -1;
	*bits = 0 - *bits;
	return 0;
}

static int get_float(const char *p, const char *end, uint64_t *bits)
{
	uint32_t f;

	if (otfp_get_float(p, (size_t)(end - p), &f) < 0)
		return -1;
	*bits = f;
	return 0;
}

/* Whether the text contains a byte that only reals have. */
static int is_real(const char *p, const char *end)
{
	for (; p < end; p++)
		if (*p == '.' || *p == 'e' || *p == 'n' || *p == 'i')
			return 1;
	return 0;
}

const char *otfp_value_get(const char *p, uint64_t *bits, uint8_t *form)
{
	const char *end = p, *start = *p == '-' ? p + 1 : p;

	while (*end != '\t' && *end != '\n')
		end++;
	if (!is_real(p, end)) {
		*form = OTFP_FORM_SIGNED;
		return start > p && get_negative(start, end, bits) == 0 ? end : NULL;
	}
	/* "inf" ends in f and is a binary64; "inff" is the binary32 */
	if (end[-1] == 'f' && !(end - start == 3 && start[0] == 'i')) {
		*form = OTFP_FORM_FLOAT;
		return get_float(p, end - 1, bits) == 0 ? end : NULL;
	}
	*form = OTFP_FORM_DOUBLE;
	return otfp_get_double(p, (size_t)(end - p), bits) == 0 ? end : NULL;
}
