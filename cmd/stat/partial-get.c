#include "cmd/stat/partial-get.h"

int partial_expect_word(const char **p, const char *word)
{
	const char *at = *p;

	while (*word)
		if (*at++ != *word++) /* LF is in no word, except at its end */
			return -1;
	*p = at;
	return 0;
}

int partial_get_wide(const char **p, otfp_wide *v, char end)
{
	const char *at = otfp_wide_get(*p, v);

	if (!at)
		return -1;
	*p = at;
	return partial_expect(p, end);
}

int partial_get(const char **p, uint64_t *v, uint64_t most, char end)
{
	otfp_wide wide;

	if (partial_get_wide(p, &wide, end) < 0 || wide > most)
		return -1;
	*v = (uint64_t)wide;
	return 0;
}

int partial_get_u32(const char **p, uint32_t *v, char end)
{
	uint64_t wide;

	if (partial_get(p, &wide, UINT32_MAX, end) < 0)
		return -1;
	*v = (uint32_t)wide;
	return 0;
}

int partial_get_flag(const char **p, int *v, char end)
{
	uint64_t wide;

	if (partial_get(p, &wide, 1, end) < 0)
		return -1;
	*v = (int)wide;
	return 0;
}

int partial_get_bits(const char **p, double *v, char end)
{
	uint64_t bits;

	if (partial_get(p, &bits, UINT64_MAX, end) < 0)
		return -1;
	memcpy(v, &bits, sizeof *v);
	return 0;
}

int partial_get_sum(const char **p, struct otfp_number *n, char end)
{
	otfp_signed_wide whole;
	const char *at;
	double real;

	if (partial_get_flag(p, &n->real, ':') < 0 || !(at = otfp_signed_wide_get(*p, &whole)))
		return -1;
	*p = at;
	if (partial_expect(p, ':') < 0 || partial_get_bits(p, &real, end) < 0)
		return -1;
	if (n->real)
		n->v.d = real;
	else
		n->v.i = whole;
	return 0;
}
