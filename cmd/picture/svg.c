/* svg.c - SVG 1.1 as a canvas: text is text, titles are tooltips. */
#include "cmd/picture/canvas.h"
#include "cmd/text/safe.h"
#include "cmd/text/xml.h"
#include <math.h>

/* ---- pieces ---- */

/* Put a number with at most two digits after the point. */
static void put_number(struct pen *pen, double v)
{
	const long long hundredths = llround(v * 100);
	const unsigned long long whole =
		hundredths < 0 ? -(unsigned long long)hundredths : (unsigned long long)hundredths;
	const unsigned rest = (unsigned)(whole % 100);

	if (hundredths < 0)
		pen_put(pen, "-", 1);
	pen_dec(pen, whole / 100);
	if (rest) {
		const char digits[] = {'.', (char)('0' + rest / 10), (char)('0' + rest % 10)};
		pen_put(pen, digits, rest % 10 ? 3 : 2);
	}
}

static void put_attribute(struct pen *pen, const char *name, double v)
{
	pen_put(pen, " ", 1);
	pen_puts(pen, name);
	pen_put(pen, "=\"", 2);
	put_number(pen, v);
	pen_put(pen, "\"", 1);
}

static void put_color(struct pen *pen, const char *name, uint32_t color)
{
	char digits[8];

	pen_put(pen, " ", 1);
	pen_puts(pen, name);
	pen_put(pen, "=\"#", 3);
	pen_put(pen, digits, (size_t)(otfp_put_hex6(digits, color) - digits));
	pen_put(pen, "\"", 1);
}

/* Put safe text. */
static void put_text(struct pen *pen, struct otfp_str s)
{
	size_t from = 0; /* what is not put yet */

	for (size_t i = 0, used; i < s.n; i += used) {
		const char *other = xml_other(s.p + i, s.p + s.n, &used);
		if (!other)
			continue;
		pen_put(pen, s.p + from, i - from);
		pen_puts(pen, other);
		from = i + used;
	}
	if (from < s.n)
		pen_put(pen, s.p + from, s.n - from);
}

static void put_safe(struct canvas *c, struct otfp_str s)
{
	c->scratch.n = 0;
	if (safe_add_short(&c->scratch, s, 4 * NAME_TIP) < 0)
		pen_fail(&c->pen);
	else
		put_text(&c->pen, (struct otfp_str){c->scratch.p, c->scratch.n});
}

/* The end of an element: its class, and its title as a child. */
static void close_element(struct canvas *c, const struct ink *ink, const char *name)
{
	struct pen *pen = &c->pen;

	if (ink->kind) {
		pen_puts(pen, " class=\"");
		pen_puts(pen, ink->kind);
		pen_put(pen, "\"", 1);
	}
	if (!ink->title.n) {
		pen_puts(pen, "/>\n");
		return;
	}
	pen_puts(pen, "><title>");
	put_safe(c, ink->title);
	pen_puts(pen, "</title></");
	pen_puts(pen, name);
	pen_puts(pen, ">\n");
}

/* ---- the operations ---- */

static int begin(struct canvas *c, struct otfp_str title)
{
	struct pen *pen = &c->pen;

	pen_puts(pen, c->is_part ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	pen_puts(pen, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	put_attribute(pen, "width", c->width);
	put_attribute(pen, "height", c->height);
	pen_puts(pen, " viewBox=\"0 0 ");
	put_number(pen, c->width);
	pen_put(pen, " ", 1);
	put_number(pen, c->height);
	pen_puts(pen, "\" font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\">\n<title>");
	put_safe(c, title);
	pen_puts(pen, "</title>\n");
	return pen->code;
}

static void rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink)
{
	struct pen *pen = &c->pen;

	pen_puts(pen, "<rect");
	put_attribute(pen, "x", x);
	put_attribute(pen, "y", y);
	put_attribute(pen, "width", w);
	put_attribute(pen, "height", h);
	put_color(pen, "fill", ink->color);
	if (ink->clear > 0)
		put_attribute(pen, "fill-opacity", 1 - ink->clear);
	close_element(c, ink, "rect");
}

static void path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink)
{
	struct pen *pen = &c->pen;

	pen_puts(pen, "<path d=\"");
	for (size_t i = 0; i < n; i++) {
		pen_put(pen, i == 0 ? "M" : "L", 1);
		put_number(pen, spots[i].x);
		pen_put(pen, " ", 1);
		put_number(pen, spots[i].y);
	}
	pen_puts(pen, width > 0 ? "\" fill=\"none\"" : "z\"");
	put_color(pen, width > 0 ? "stroke" : "fill", ink->color);
	if (width > 0)
		put_attribute(pen, "stroke-width", width);
	if (ink->clear > 0)
		put_attribute(pen, "opacity", 1 - ink->clear);
	close_element(c, ink, "path");
}

static void text(struct canvas *c, double x, double y, const struct font *font, const struct ink *ink,
                 struct otfp_str s)
{
	static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
	struct pen *pen = &c->pen;

	pen_puts(pen, "<text");
	put_attribute(pen, "x", x);
	put_attribute(pen, "y", y);
	put_attribute(pen, "font-size", font->size);
	put_color(pen, "fill", ink->color);
	pen_puts(pen, anchors[font->anchor]);
	pen_puts(pen, font->is_bold ? " font-weight=\"bold\"" : "");
	if (font->is_up) {
		pen_puts(pen, " transform=\"rotate(-90 ");
		put_number(pen, x);
		pen_put(pen, " ", 1);
		put_number(pen, y);
		pen_puts(pen, ")\"");
	}
	pen_puts(pen, " xml:space=\"preserve\">");
	put_text(pen, s);
	pen_puts(pen, "</text>\n");
}

static void raw(struct canvas *c, const char *markup)
{
	pen_puts(&c->pen, markup);
}

static void end(struct canvas *c)
{
	pen_puts(&c->pen, "</svg>\n");
}

static void release(struct canvas *c)
{
	(void)c;
}

const struct canvas_ops canvas_svg = {begin, rect, path, text, raw, end, release};
