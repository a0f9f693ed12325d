#include "base/buf.h"
#include "base/assert.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAP = 64, OFTEN_ENOUGH = 32 /* bytes of what is printed at once */ };

void otfp_buf_release(struct otfp_buf *b)
{
	free(b->p);
	*b = (struct otfp_buf)OTFP_BUF_INIT;
}

int otfp_buf_reserve(struct otfp_buf *b, size_t more)
{
	size_t cap = b->cap ? b->cap : FIRST_CAP;
	char *p;

	OTFP_ASSERT_HOT(b->n <= b->cap && (b->p || !b->cap));
	if (more <= b->cap - b->n)
		return 0;
	if (more > SIZE_MAX / 2 - b->n)
		return -1;
	while (cap - b->n < more)
		cap *= 2;
	p = realloc(b->p, cap);
	if (!p)
		return -1;
	b->p = p;
	b->cap = cap;
	return 0;
}

int otfp_buf_add(struct otfp_buf *b, const void *p, size_t n)
{
	if (otfp_buf_reserve(b, n) < 0)
		return -1;
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	return 0;
}

int otfp_buf_puts(struct otfp_buf *b, const char *s)
{
	return otfp_buf_add(b, s, strlen(s));
}

int otfp_buf_printf(struct otfp_buf *b, const char *fmt, ...)
{
	va_list ap;
	size_t room;
	int n;

	if (otfp_buf_reserve(b, OFTEN_ENOUGH) < 0)
		return -1;
	room = b->cap - b->n;
	va_start(ap, fmt);
	n = vsnprintf(b->p + b->n, room, fmt, ap);
	va_end(ap);
	/* room for the NUL of vsnprintf */
	if (n < 0 || otfp_buf_reserve(b, (size_t)n + 1) < 0)
		return -1;
	if ((size_t)n >= room) {
		va_start(ap, fmt);
		vsnprintf(b->p + b->n, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	b->n += (size_t)n;
	return 0;
}

char *otfp_buf_str(struct otfp_buf *b)
{
	if (otfp_buf_reserve(b, 1) < 0)
		return NULL;
	b->p[b->n] = 0;
	return b->p;
}
