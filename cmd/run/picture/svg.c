/* svg.c - SVG 1.1 as a canvas: text is text, titles are tooltips. */
#include "cmd/run/picture/canvas.h"
#include "cmd/run/safe.h"
#include "cmd/run/xml.h"
#include <math.h>
#include <stdio.h>

/* ---- pieces ---- */

/* Put a number with at most two digits after the point. */
static void put_number(struct otfp_pen *pen, double v)
{
	const long long hundredths = llround(v * 100);
	const unsigned long long whole =
		hundredths < 0 ? -(unsigned long long)hundredths : (unsigned long long)hundredths;
	const unsigned rest = (unsigned)(whole % 100);

	if (hundredths < 0)
		otfp_pen_put(pen, "-", 1);
	otfp_pen_dec(pen, whole / 100);
	if (rest) {
		const char digits[] = {'.', (char)('0' + rest / 10), (char)('0' + rest % 10)};
		otfp_pen_put(pen, digits, rest % 10 ? 3 : 2);
	}
}

static void put_attribute(struct otfp_pen *pen, const char *name, double v)
{
	otfp_pen_put(pen, " ", 1);
	otfp_pen_puts(pen, name);
	otfp_pen_put(pen, "=\"", 2);
	put_number(pen, v);
	otfp_pen_put(pen, "\"", 1);
}

static void put_color(struct otfp_pen *pen, const char *name, uint32_t color)
{
	char text[40];

	snprintf(text, sizeof text, " %s=\"#%06x\"", name, (unsigned)(color & 0xffffff));
	otfp_pen_puts(pen, text);
}

/* Put safe text. */
static void put_text(struct otfp_pen *pen, struct otfp_str s)
{
	for (size_t i = 0, used; i < s.n; i += used) {
		const char *other = otfp_xml_other(s.p + i, s.p + s.n, &used);
		if (other)
			otfp_pen_puts(pen, other);
		else
			otfp_pen_put(pen, s.p + i, 1);
	}
}

static void put_safe(struct otfp_canvas *c, struct otfp_str s)
{
	c->scratch.n = 0;
	if (otfp_safe_add_short(&c->scratch, s, 4 * OTFP_NAME_TIP) < 0)
		otfp_pen_fail(&c->pen);
	else
		put_text(&c->pen, (struct otfp_str){c->scratch.p, c->scratch.n});
}

/* The end of an element: its class, and its title as a child. */
static void close_element(struct otfp_canvas *c, const struct otfp_ink *ink, const char *name)
{
	struct otfp_pen *pen = &c->pen;

	if (ink->kind) {
		otfp_pen_puts(pen, " class=\"");
		otfp_pen_puts(pen, ink->kind);
		otfp_pen_put(pen, "\"", 1);
	}
	if (!ink->title.n) {
		otfp_pen_puts(pen, "/>\n");
		return;
	}
	otfp_pen_puts(pen, "><title>");
	put_safe(c, ink->title);
	otfp_pen_puts(pen, "</title></");
	otfp_pen_puts(pen, name);
	otfp_pen_puts(pen, ">\n");
}

/* ---- the operations ---- */

static int begin(struct otfp_canvas *c, struct otfp_str title)
{
	struct otfp_pen *pen = &c->pen;

	otfp_pen_puts(pen, c->is_part ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	otfp_pen_puts(pen, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	put_attribute(pen, "width", c->width);
	put_attribute(pen, "height", c->height);
	otfp_pen_puts(pen, " viewBox=\"0 0 ");
	put_number(pen, c->width);
	otfp_pen_put(pen, " ", 1);
	put_number(pen, c->height);
	otfp_pen_puts(pen, "\" font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\">\n<title>");
	put_safe(c, title);
	otfp_pen_puts(pen, "</title>\n");
	return pen->code;
}

static void rect(struct otfp_canvas *c, double x, double y, double w, double h, const struct otfp_ink *ink)
{
	struct otfp_pen *pen = &c->pen;

	otfp_pen_puts(pen, "<rect");
	put_attribute(pen, "x", x);
	put_attribute(pen, "y", y);
	put_attribute(pen, "width", w);
	put_attribute(pen, "height", h);
	put_color(pen, "fill", ink->color);
	if (ink->clear > 0)
		put_attribute(pen, "fill-opacity", 1 - ink->clear);
	close_element(c, ink, "rect");
}

static void path(struct otfp_canvas *c, const struct otfp_spot *spots, size_t n, double width,
                 const struct otfp_ink *ink)
{
	struct otfp_pen *pen = &c->pen;

	otfp_pen_puts(pen, "<path d=\"");
	for (size_t i = 0; i < n; i++) {
		otfp_pen_put(pen, i == 0 ? "M" : "L", 1);
		put_number(pen, spots[i].x);
		otfp_pen_put(pen, " ", 1);
		put_number(pen, spots[i].y);
	}
	otfp_pen_puts(pen, width > 0 ? "\" fill=\"none\"" : "z\"");
	put_color(pen, width > 0 ? "stroke" : "fill", ink->color);
	if (width > 0)
		put_attribute(pen, "stroke-width", width);
	if (ink->clear > 0)
		put_attribute(pen, "opacity", 1 - ink->clear);
	close_element(c, ink, "path");
}

static void text(struct otfp_canvas *c, double x, double y, const struct otfp_font *font, const struct otfp_ink *ink,
                 struct otfp_str s)
{
	static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
	struct otfp_pen *pen = &c->pen;

	otfp_pen_puts(pen, "<text");
	put_attribute(pen, "x", x);
	put_attribute(pen, "y", y);
	put_attribute(pen, "font-size", font->size);
	put_color(pen, "fill", ink->color);
	otfp_pen_puts(pen, anchors[font->anchor]);
	otfp_pen_puts(pen, font->is_bold ? " font-weight=\"bold\"" : "");
	if (font->is_up) {
		otfp_pen_puts(pen, " transform=\"rotate(-90 ");
		put_number(pen, x);
		otfp_pen_put(pen, " ", 1);
		put_number(pen, y);
		otfp_pen_puts(pen, ")\"");
	}
	otfp_pen_puts(pen, " xml:space=\"preserve\">");
	put_text(pen, s);
	otfp_pen_puts(pen, "</text>\n");
}

static void raw(struct otfp_canvas *c, const char *markup)
{
	otfp_pen_puts(&c->pen, markup);
}

static void end(struct otfp_canvas *c)
{
	otfp_pen_puts(&c->pen, "</svg>\n");
}

static void release(struct otfp_canvas *c)
{
	(void)c;
}

const struct otfp_canvas_ops otfp_canvas_svg = {begin, rect, path, text, raw, end, release};
