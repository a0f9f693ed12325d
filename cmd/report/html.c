#include "cmd/report/html.h"
#include "base/assert.h"
#include "base/human.h"
#include "cmd/run/safe.h"
#include "base/sha256.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void otfp_html_release(struct otfp_html *h)
{
	otfp_pen_release(&h->pen);
	otfp_buf_release(&h->buf);
}

void otfp_html_raw(struct otfp_html *h, const char *markup)
{
	otfp_pen_put_long(&h->pen, markup, strlen(markup));
}

void otfp_html_put(struct otfp_html *h, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	OTFP_ASSERT(n >= 0 && n < (int)sizeof text);
	otfp_pen_put(&h->pen, text, (size_t)n);
}

/* ---- text ---- */

static const char *entity_of(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

static void put_escaped(struct otfp_html *h, const char *p, size_t n)
{
	size_t plain = 0;

	for (size_t i = 0; i < n; i++) {
		const char *entity = entity_of(p[i]);
		if (!entity)
			continue;
		otfp_pen_put(&h->pen, p + plain, i - plain);
		otfp_pen_puts(&h->pen, entity);
		plain = i + 1;
	}
	otfp_pen_put(&h->pen, p + plain, n - plain);
}

void otfp_html_text(struct otfp_html *h, struct otfp_str s)
{
	h->buf.n = 0;
	if (otfp_safe_add(&h->buf, s) < 0)
		otfp_pen_fail(&h->pen);
	else if (h->buf.n)
		put_escaped(h, h->buf.p, h->buf.n);
}

static void put_short(struct otfp_html *h, struct otfp_str s, size_t most)
{
	h->buf.n = 0;
	if (otfp_safe_add_short(&h->buf, s, most) < 0)
		otfp_pen_fail(&h->pen);
	else if (h->buf.n)
		put_escaped(h, h->buf.p, h->buf.n);
}

void otfp_html_tip(struct otfp_html *h, struct otfp_str s)
{
	put_short(h, s, OTFP_NAME_TIP);
}

void otfp_html_name(struct otfp_html *h, struct otfp_str s)
{
	if (s.n <= OTFP_NAME_WHOLE) {
		otfp_html_text(h, s);
		return;
	}
	otfp_html_raw(h, "<span title=\"");
	otfp_html_tip(h, s);
	otfp_html_raw(h, "\">");
	put_short(h, s, OTFP_NAME_SHOWN);
	otfp_html_raw(h, "</span>");
}

void otfp_html_word(struct otfp_html *h, const char *s)
{
	otfp_html_text(h, (struct otfp_str){s, strlen(s)});
}

void otfp_html_cut(struct otfp_html *h, struct otfp_str s, size_t most)
{
	size_t n = 0, width = 0;

	h->buf.n = 0;
	if (otfp_safe_add_short(&h->buf, s, s.n > OTFP_NAME_LONG ? most - 1 : s.n) < 0) {
		otfp_pen_fail(&h->pen);
		return;
	}
	if (otfp_safe_width(h->buf.p, h->buf.n) <= most)
		n = h->buf.n;
	while (n < h->buf.n && (width < most - 1 || ((uint8_t)h->buf.p[n] & 0xc0) == 0x80)) {
		n++;
		width = otfp_safe_width(h->buf.p, n);
	}
	put_escaped(h, h->buf.p, n);
	if (n < h->buf.n)
		otfp_html_raw(h, "…");
}

int otfp_html_json(struct otfp_buf *b, struct otfp_str s)
{
	struct otfp_buf safe = OTFP_BUF_INIT;
	int rc = otfp_safe_add_short(&safe, s, OTFP_NAME_TIP) < 0 ? -1 : otfp_buf_puts(b, "\"");

	for (size_t i = 0; i < safe.n && rc == 0; i++) {
		const char c = safe.p[i];
		if (c == '<')
			rc = otfp_buf_puts(b, "\\u003c");
		else if (c == '"' || c == '\\')
			rc = otfp_buf_printf(b, "\\%c", c);
		else
			rc = otfp_buf_add(b, &c, 1);
	}
	otfp_buf_release(&safe);
	return rc < 0 ? -1 : otfp_buf_puts(b, "\"");
}

/* ---- numbers ---- */

/* Put the buffer; rc <0: memory was out while it was filled. */
static void put_buf(struct otfp_html *h, int rc)
{
	if (rc < 0)
		otfp_pen_fail(&h->pen);
	else
		otfp_pen_put(&h->pen, h->buf.p, h->buf.n);
}

void otfp_html_ticks(struct otfp_html *h, double ticks)
{
	h->buf.n = 0;
	put_buf(h, otfp_human_ticks(&h->buf, ticks, h->resolution));
}

void otfp_html_bytes(struct otfp_html *h, double bytes)
{
	h->buf.n = 0;
	put_buf(h, otfp_human_bytes(&h->buf, bytes));
}

void otfp_html_wide(struct otfp_html *h, otfp_wide v)
{
	char text[OTFP_WIDE_MAX];

	otfp_pen_put(&h->pen, text, (size_t)(otfp_wide_put(text, v) - text));
}

void otfp_html_count(struct otfp_html *h, otfp_wide v)
{
	char text[OTFP_WIDE_MAX];
	const size_t n = (size_t)(otfp_wide_put(text, v) - text);

	for (size_t i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			otfp_pen_puts(&h->pen, "\xe2\x80\xaf");
		otfp_pen_put(&h->pen, text + i, 1);
	}
}

/* ---- scripts and style sheets ---- */

void otfp_html_element(struct otfp_html *h, const char *name, const char *content)
{
	otfp_html_put(h, "<%s>", name);
	otfp_html_raw(h, content);
	otfp_html_put(h, "</%s>\n", name);
}

static void put_base64(struct otfp_html *h, const uint8_t *p, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		const uint32_t left = (uint32_t)(n - i), v = (uint32_t)p[i] << 16 |
		                                             (left > 1 ? (uint32_t)p[i + 1] << 8 : 0) |
		                                             (left > 2 ? p[i + 2] : 0u);
		const char text[] = {digits[v >> 18], digits[v >> 12 & 63], left > 1 ? digits[v >> 6 & 63] : '=',
		                     left > 2 ? digits[v & 63] : '='};
		otfp_pen_put(&h->pen, text, sizeof text);
	}
}

void otfp_html_hash(struct otfp_html *h, const char *content)
{
	uint8_t digest[OTFP_SHA256_SIZE];
	struct otfp_sha256 s;

	otfp_sha256_begin(&s);
	otfp_sha256_add(&s, content, strlen(content));
	otfp_sha256_end(&s, digest);
	otfp_html_raw(h, "'sha256-");
	put_base64(h, digest, sizeof digest);
	otfp_html_raw(h, "'");
}
