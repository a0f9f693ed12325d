#include "cmd/view/request.h"
#include "base/num.h"
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { BAD_REQUEST = 400 };

/* ---- a stream in memory ---- */

static ssize_t put(void *cookie, const char *p, size_t n)
{
	return otfp_buf_add(cookie, p, n) < 0 ? 0 : (ssize_t)n;
}

/* To the start, or to where it is. */
static int seek(void *cookie, off64_t *offset, int whence)
{
	struct otfp_buf *b = cookie;

	if (*offset != 0 || whence == SEEK_END)
		return -1;
	if (whence == SEEK_SET)
		b->n = 0;
	*offset = (off64_t)b->n;
	return 0;
}

FILE *request_memory(struct otfp_buf *b)
{
	return fopencookie(b, "w", (cookie_io_functions_t){.write = put, .seek = seek});
}

/* ---- requests ---- */

void request_fail(struct request *r, unsigned status, const char *fmt, ...)
{
	char text[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	r->status = status;
	r->type = NULL;
	r->json = (struct otfp_json){.out = r->json.out};
	rewind(r->json.out);
	otfp_json_begin(&r->json, NULL, '{');
	otfp_json_word(&r->json, "error", text);
	otfp_json_end(&r->json, '}');
}

int request_number(struct request *r, const char *name, uint64_t most, uint64_t *to)
{
	const char *text = r->arg(r->ctx, name);
	uint64_t v = 0;
	size_t i = 0;

	if (!text)
		return 0;
	for (; text[i] >= '0' && text[i] <= '9'; i++)
		if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (uint64_t)(text[i] - '0'), &v))
			break;
	if (!i || text[i] || v > most) {
		request_fail(r, BAD_REQUEST, "%s: want a number from 0 to %" PRIu64, name, most);
		return -1;
	}
	*to = v;
	return 0;
}

int request_window(struct request *r, struct window *w)
{
	if (request_number(r, "from", UINT64_MAX, &w->from) < 0 || request_number(r, "to", UINT64_MAX, &w->to) < 0)
		return -1;
	if (w->from < w->to)
		return 0;
	request_fail(r, BAD_REQUEST, "from: must be before to");
	return -1;
}

const char *request_word(struct request *r, const char *name)
{
	const char *text = r->arg(r->ctx, name);

	if (!text || !*text) {
		request_fail(r, BAD_REQUEST, "%s: is missing", name);
		return NULL;
	}
	return text;
}
