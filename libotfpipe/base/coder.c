#include "base/coder.h"
#include <stdlib.h>
#include <string.h>

enum { MUCH = 1 << 18 /* bytes to flush */ };

void otfp_code_bad(struct otfp_coder *c)
{
	c->code = c->code ? c->code : OTFP_EDAMAGE;
	c->p = c->end;
}

void otfp_code_memory(struct otfp_coder *c)
{
	c->code = c->code ? c->code : OTFP_EFAIL;
	c->p = c->end;
}

/* Room for n bytes to write. @return it; NULL after an error */
static char *room(struct otfp_coder *c, size_t n)
{
	if (c->code)
		return NULL;
	if ((c->out.n >= MUCH && c->flush && c->flush(c->ctx, &c->out) < 0) || otfp_buf_reserve(&c->out, n) < 0) {
		otfp_code_memory(c);
		return NULL;
	}
	return c->out.p + c->out.n;
}

static void put(struct otfp_coder *c, uint64_t v)
{
	char *start = room(c, OTFP_CODER_MOST), *p = start;

	if (!p)
		return;
	for (; v >= 0x80; v >>= 7)
		*p++ = (char)(v | 0x80);
	*p++ = (char)v;
	c->out.n += (size_t)(p - start);
}

static uint64_t get(struct otfp_coder *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; c->p < c->end && shift < 64; shift += 7) {
		const uint64_t byte = *c->p++;
		if (shift == 63 && byte > 1)
			break;
		v |= (byte & 0x7f) << shift;
		if (byte < 0x80)
			return v;
	}
	otfp_code_bad(c);
	return 0;
}

void otfp_code_number(struct otfp_coder *c, uint64_t *v)
{
	if (c->writes)
		put(c, *v);
	else
		*v = get(c);
}

void otfp_code_word(struct otfp_coder *c, uint32_t *v)
{
	uint64_t number = *v;

	otfp_code_number(c, &number);
	if (number > UINT32_MAX) {
		otfp_code_bad(c);
		number = 0;
	}
	if (!c->writes)
		*v = (uint32_t)number;
}

void otfp_code_flag(struct otfp_coder *c, int *v)
{
	uint64_t number = *v != 0;

	otfp_code_number(c, &number);
	if (number > 1) {
		otfp_code_bad(c);
		number = 0;
	}
	if (!c->writes)
		*v = (int)number;
}

/* The difference, modulo 2^64, with its sign in the lowest bit. */
void otfp_code_near(struct otfp_coder *c, uint64_t *v, uint64_t other)
{
	uint64_t apart = *v - other;

	apart = apart >> 63 ? ~(apart << 1) : apart << 1;
	otfp_code_number(c, &apart);
	if (!c->writes)
		*v = other + (apart & 1 ? ~(apart >> 1) : apart >> 1);
}

size_t otfp_code_count(struct otfp_coder *c, size_t *n)
{
	uint64_t number = *n;

	otfp_code_number(c, &number);
	if (!c->writes && number > (size_t)(c->end - c->p)) {
		otfp_code_bad(c);
		number = 0;
	}
	if (!c->writes)
		*n = (size_t)number;
	return *n;
}

void otfp_code_text(struct otfp_coder *c, struct otfp_str *s)
{
	int has = s->p != NULL;
	size_t n = s->n;
	char *to;

	otfp_code_flag(c, &has);
	n = has ? otfp_code_count(c, &n) : 0;
	if (!c->writes) {
		*s = (struct otfp_str){has ? (const char *)c->p : NULL, n};
		c->p += n;
	} else if (has && (to = room(c, n))) {
		memcpy(to, s->p, n);
		c->out.n += n;
	}
}

size_t otfp_code_array(struct otfp_coder *c, void *array, size_t *n, size_t size)
{
	void *p;

	otfp_code_count(c, n);
	if (c->writes)
		return *n;
	p = calloc(*n ? *n : 1, size);
	if (!p) {
		otfp_code_memory(c);
		*n = 0;
	}
	memcpy(array, &p, sizeof p);
	return *n; /* cppcheck-suppress memleak ; *array owns it */
}
