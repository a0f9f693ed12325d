/* cairo.c - PNG and PDF as a canvas, by cairo. */
#include "cmd/picture/apart.h"
#ifdef HAVE_CAIRO
#include "cmd/picture/contain.h"
#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>

#define POINTS 0.75 /* a pixel in PDF */

static void check(struct canvas *c, cairo_status_t status)
{
	if (status == CAIRO_STATUS_NO_MEMORY)
		pen_fail(&c->pen);
	else if (status != CAIRO_STATUS_SUCCESS && c->pen.code == 0)
		c->pen.code = otfp_fail(c->pen.out.err, OTFP_EFAIL, "%s: cairo: %s", c->pen.out.name,
		                        cairo_status_to_string(status));
}

/* A cairo_write_func_t. Packing a large PNG takes many seconds, with a few calls of this a second. */
static cairo_status_t put(void *ctx, const unsigned char *p, unsigned n)
{
	struct canvas *c = ctx;

	contain_progress();
	pen_put(&c->pen, (const char *)p, n);
	return c->pen.code ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void select_font(cairo_t *cr, int is_bold)
{
	cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
	                       is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

/* Whether the font has letters: glyph 0 stands for those that it lacks, and the font of cairo itself, which it takes
 * when there is no other, has those of ASCII alone, and draws the others as nothing. */
static int has_letters(cairo_t *cr, int is_bold)
{
	cairo_glyph_t *glyphs = NULL;
	cairo_scaled_font_t *font;
	int n = 0, has;

	select_font(cr, is_bold);
	font = cairo_get_scaled_font(cr);
	cairo_scaled_font_text_to_glyphs(font, 0, 0, "A", 1, &glyphs, &n, NULL, NULL, NULL);
	has = n == 1 && glyphs[0].index != 0 && cairo_scaled_font_get_type(font) != CAIRO_FONT_TYPE_USER;
	cairo_glyph_free(glyphs);
	return has;
}

static void check_fonts(struct canvas *c)
{
	const int has = has_letters(c->own, 0) && has_letters(c->own, 1);

	check(c, cairo_status(c->own));
	if (!has && c->pen.code == 0)
		c->pen.code = otfp_fail(
			c->pen.out.err, OTFP_EFAIL,
			"%s: there is no font for PNG and PDF; install one, such as DejaVu Sans, or write SVG",
			c->pen.out.name);
}

static int start(struct canvas *c, cairo_surface_t *surface)
{
	cairo_font_options_t *fonts = cairo_font_options_create();

	c->own = cairo_create(surface);
	cairo_surface_destroy(surface); /* the context has a reference */
	cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
	cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
	cairo_set_font_options(c->own, fonts);
	cairo_font_options_destroy(fonts);
	check_fonts(c);
	return c->pen.code;
}

static int begin_png(struct canvas *c, struct otfp_str title)
{
	(void)title;
	return start(c, cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)c->width, (int)c->height));
}

/* Without the time of creation: the same input gives the same file. */
static int begin_pdf(struct canvas *c, struct otfp_str title)
{
	cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(put, c, c->width * POINTS, c->height * POINTS);

	(void)title;
	cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "");
	if (start(c, pdf) == 0)
		cairo_scale(c->own, POINTS, POINTS);
	return c->pen.code;
}

static void set_ink(struct canvas *c, const struct ink *ink)
{
	cairo_set_source_rgba(c->own, (ink->color >> 16 & 255) / 255.0, (ink->color >> 8 & 255) / 255.0,
	                      (ink->color & 255) / 255.0, 1 - ink->clear);
}

static void rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink)
{
	set_ink(c, ink);
	cairo_rectangle(c->own, x, y, w, h);
	cairo_fill(c->own);
}

static void path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink)
{
	set_ink(c, ink);
	cairo_move_to(c->own, spots[0].x, spots[0].y);
	for (size_t i = 1; i < n; i++)
		cairo_line_to(c->own, spots[i].x, spots[i].y);
	if (width > 0) {
		cairo_set_line_width(c->own, width);
		cairo_stroke(c->own);
	} else {
		cairo_fill(c->own);
	}
}

static void show(cairo_t *cr, const struct font *font, const char *s)
{
	cairo_text_extents_t size;

	cairo_text_extents(cr, s, &size);
	if (font->anchor == ANCHOR_MIDDLE)
		cairo_rel_move_to(cr, -size.x_advance / 2, 0);
	else if (font->anchor == ANCHOR_END)
		cairo_rel_move_to(cr, -size.x_advance, 0);
	cairo_show_text(cr, s);
}

static void text(struct canvas *c, double x, double y, const struct font *font, const struct ink *ink,
                 struct otfp_str s)
{
	cairo_t *cr = c->own;
	const char *string;

	(void)s; /* it is in scratch */
	string = otfp_buf_str(&c->scratch);
	if (!string) {
		pen_fail(&c->pen);
		return;
	}
	cairo_save(cr);
	set_ink(c, ink);
	select_font(cr, font->is_bold);
	cairo_set_font_size(cr, font->size);
	cairo_translate(cr, x, y);
	if (font->is_up)
		cairo_rotate(cr, -M_PI / 2);
	cairo_move_to(cr, 0, 0);
	show(cr, font, string);
	cairo_restore(cr);
	check(c, cairo_status(cr));
}

static void end_png(struct canvas *c)
{
	check(c, cairo_status(c->own));
	if (c->pen.code == 0)
		check(c, cairo_surface_write_to_png_stream(cairo_get_target(c->own), put, c));
}

static void end_pdf(struct canvas *c)
{
	cairo_surface_t *surface = cairo_get_target(c->own);

	cairo_show_page(c->own);
	cairo_surface_finish(surface);
	check(c, cairo_status(c->own));
	check(c, cairo_surface_status(surface));
}

/* Memory is the more often out in cairo, fontconfig and FreeType the larger a picture is, and they do not always say
 * so: they run in a child, which ends with the picture. */
static const struct canvas_ops png = {begin_png, rect, path, text, NULL, end_png, NULL},
			       pdf = {begin_pdf, rect, path, text, NULL, end_pdf, NULL};

static int begin_apart_png(struct canvas *c, struct otfp_str title)
{
	return apart_begin(c, title, &png, "cairo");
}

static int begin_apart_pdf(struct canvas *c, struct otfp_str title)
{
	return apart_begin(c, title, &pdf, "cairo");
}

#define APART apart_rect, apart_path, apart_text, apart_raw, apart_end, apart_release
const struct canvas_ops canvas_cairo_png = {begin_apart_png, APART};
const struct canvas_ops canvas_cairo_pdf = {begin_apart_pdf, APART};
#else
/* no cairo: canvas_open refuses these forms */
typedef int no_cairo;
#endif
