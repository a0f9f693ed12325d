#include "cmd/report/html.h"
#include "base/assert.h"
#include "base/human.h"
#include "cmd/text/safe.h"
#include "base/sha256.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void html_release(struct html *h)
{
	pen_release(&h->pen);
	otfp_buf_release(&h->buf);
}

void html_raw(struct html *h, const char *markup)
{
	pen_put_long(&h->pen, markup, strlen(markup));
}

void html_put(struct html *h, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	OTFP_ASSERT(n >= 0 && n < (int)sizeof text);
	pen_put(&h->pen, text, (size_t)n);
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

static void put_escaped(struct html *h, const char *p, size_t n)
{
	size_t plain = 0;

	for (size_t i = 0; i < n; i++) {
		const char *entity = entity_of(p[i]);
		if (!entity)
			continue;
		pen_put(&h->pen, p + plain, i - plain);
		pen_puts(&h->pen, entity);
		plain = i + 1;
	}
	pen_put(&h->pen, p + plain, n - plain);
}

void html_text(struct html *h, struct otfp_str s)
{
	h->buf.n = 0;
	if (safe_add(&h->buf, s) < 0)
		pen_fail(&h->pen);
	else if (h->buf.n)
		put_escaped(h, h->buf.p, h->buf.n);
}

static void put_short(struct html *h, struct otfp_str s, size_t most)
{
	h->buf.n = 0;
	if (safe_add_short(&h->buf, s, most) < 0)
		pen_fail(&h->pen);
	else if (h->buf.n)
		put_escaped(h, h->buf.p, h->buf.n);
}

void html_tip(struct html *h, struct otfp_str s)
{
	put_short(h, s, NAME_TIP);
}

void html_name(struct html *h, struct otfp_str s)
{
	if (s.n <= NAME_WHOLE) {
		html_text(h, s);
		return;
	}
	html_raw(h, "<span title=\"");
	html_tip(h, s);
	html_raw(h, "\">");
	put_short(h, s, SAFE_SHOWN);
	html_raw(h, "</span>");
}

void html_word(struct html *h, const char *s)
{
	html_text(h, (struct otfp_str){s, strlen(s)});
}

void html_cut(struct html *h, struct otfp_str s, size_t most)
{
	size_t n = 0, width = 0;

	h->buf.n = 0;
	if (safe_add_short(&h->buf, s, s.n > NAME_LONG ? most - 1 : s.n) < 0) {
		pen_fail(&h->pen);
		return;
	}
	if (safe_width(h->buf.p, h->buf.n) <= most)
		n = h->buf.n;
	while (n < h->buf.n && (width < most - 1 || ((uint8_t)h->buf.p[n] & 0xc0) == 0x80)) {
		n++;
		width = safe_width(h->buf.p, n);
	}
	put_escaped(h, h->buf.p, n);
	if (n < h->buf.n)
		html_raw(h, "…");
}

int html_json(struct otfp_buf *b, struct otfp_str s)
{
	struct otfp_buf safe = OTFP_BUF_INIT;
	int rc = safe_add_short(&safe, s, NAME_TIP) < 0 ? -1 : otfp_buf_puts(b, "\"");

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
static void put_buf(struct html *h, int rc)
{
	if (rc < 0)
		pen_fail(&h->pen);
	else
		pen_put(&h->pen, h->buf.p, h->buf.n);
}

void html_ticks(struct html *h, double ticks)
{
	h->buf.n = 0;
	put_buf(h, otfp_human_ticks(&h->buf, ticks, h->resolution));
}

void html_bytes(struct html *h, double bytes)
{
	h->buf.n = 0;
	put_buf(h, otfp_human_bytes(&h->buf, bytes));
}

void html_wide(struct html *h, otfp_wide v)
{
	char text[OTFP_WIDE_MAX];

	pen_put(&h->pen, text, (size_t)(otfp_wide_put(text, v) - text));
}

void html_count(struct html *h, otfp_wide v)
{
	char text[OTFP_WIDE_MAX];
	const size_t n = (size_t)(otfp_wide_put(text, v) - text);

	for (size_t i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			pen_puts(&h->pen, "\xe2\x80\xaf");
		pen_put(&h->pen, text + i, 1);
	}
}

/* ---- scripts and style sheets ---- */

void html_element(struct html *h, const char *name, const char *content)
{
	html_put(h, "<%s>", name);
	html_raw(h, content);
	html_put(h, "</%s>\n", name);
}

static void put_base64(struct html *h, const uint8_t *p, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		const uint32_t left = (uint32_t)(n - i), v = (uint32_t)p[i] << 16 |
		                                             (left > 1 ? (uint32_t)p[i + 1] << 8 : 0) |
		                                             (left > 2 ? p[i + 2] : 0u);
		const char text[] = {digits[v >> 18], digits[v >> 12 & 63], left > 1 ? digits[v >> 6 & 63] : '=',
		                     left > 2 ? digits[v & 63] : '='};
		pen_put(&h->pen, text, sizeof text);
	}
}

void html_hash(struct html *h, const char *content)
{
	uint8_t digest[OTFP_SHA256_SIZE];
	struct otfp_sha256 s;

	otfp_sha256_begin(&s);
	otfp_sha256_add(&s, content, strlen(content));
	otfp_sha256_end(&s, digest);
	html_raw(h, "'sha256-");
	put_base64(h, digest, sizeof digest);
	html_raw(h, "'");
}
