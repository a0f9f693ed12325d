#include "cmd/run/picture/canvas.h"
#include "cmd/run/safe.h"
#include <math.h>
#include <string.h>

static const char *const words[OTFP_NPICTURES] = {"svg", "png", "pdf"};

const char *otfp_picture_word(unsigned form)
{
	return form < OTFP_NPICTURES ? words[form] : NULL;
}

int otfp_picture_can(enum otfp_picture_form form)
{
#ifdef HAVE_CAIRO
	(void)form;
	return 1;
#else
	return form == OTFP_PICTURE_SVG;
#endif
}

int otfp_canvas_open(struct otfp_canvas *c, const struct otfp_canvas_options *o, int fd, const char *name,
                     struct otfp_error *err)
{
	static const struct otfp_canvas_ops *const ops[OTFP_NPICTURES] = {
		&otfp_canvas_svg,
#ifdef HAVE_CAIRO
		&otfp_canvas_cairo_png,
		&otfp_canvas_cairo_pdf,
#endif
	};
	int code = otfp_pen_init(&c->pen, fd, name, err);

	if (code < 0)
		return code;
	if (!ops[o->form])
		return otfp_fail(err, OTFP_EFAIL, "%s: this build has no cairo, which PNG and PDF need", name);
	c->ops = ops[o->form];
	c->width = o->width;
	c->height = o->height;
	c->is_part = o->is_part;
	c->theme = o->is_dark ? &otfp_theme_dark : &otfp_theme_light;
	code = c->ops->begin(c, o->title);
	if (code == 0 && !o->is_part)
		otfp_canvas_rect(c, 0, 0, c->width, c->height, &(struct otfp_ink){.color = c->theme->paper});
	return code;
}

int otfp_canvas_end(struct otfp_canvas *c)
{
	if (c->pen.code == 0)
		c->ops->end(c);
	return otfp_pen_flush(&c->pen);
}

void otfp_canvas_release(struct otfp_canvas *c)
{
	if (c->ops)
		c->ops->release(c);
	otfp_pen_release(&c->pen);
	otfp_buf_release(&c->scratch);
	memset(c, 0, sizeof *c);
}

void otfp_canvas_rect(struct otfp_canvas *c, double x, double y, double w, double h, const struct otfp_ink *ink)
{
	if (c->pen.code == 0)
		c->ops->rect(c, x, y, w, h, ink);
}

void otfp_canvas_path(struct otfp_canvas *c, const struct otfp_spot *spots, size_t n, double width,
                      const struct otfp_ink *ink)
{
	if (c->pen.code == 0 && n)
		c->ops->path(c, spots, n, width, ink);
}

void otfp_canvas_line(struct otfp_canvas *c, struct otfp_spot from, struct otfp_spot to, double width,
                      const struct otfp_ink *ink)
{
	const struct otfp_spot spots[] = {from, to};

	otfp_canvas_path(c, spots, 2, width, ink);
}

void otfp_canvas_raw(struct otfp_canvas *c, const char *markup)
{
	if (c->pen.code == 0)
		c->ops->raw(c, markup);
}

/* ---- text ---- */

/* Widths of the ASCII characters from blank on in DejaVu Sans, which is wide, in hundredths of the size. */
static const uint8_t widths[] = {
	32, 40, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
	64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75, 79,
	60, 79, 70, 64, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 64, 55, 64, 62, 35, 64,
	63, 28, 28, 58, 28, 97, 63, 61, 64,  64, 41, 52, 39, 63, 59, 82, 59, 59, 53, 64, 34, 64, 84,
};

/* In hundredths of the size; 0 for all bytes of a character but the first. */
static unsigned width_of(uint8_t byte)
{
	if (byte >= 0x20 && byte < 0x7f)
		return widths[byte - 0x20];
	if ((byte & 0xc0) == 0x80)
		return 0;
	return byte >= 0xe1 && byte != 0xe2 ? 100 : 70; /* U+1000 and up, but for punctuation, are wide */
}

double otfp_text_width(struct otfp_str text, double size)
{
	unsigned width = 0;

	for (size_t i = 0; i < text.n; i++)
		width += width_of((uint8_t)text.p[i]);
	return width * size / 100;
}

/* How many bytes of the text, whole characters, have at most that width. */
static size_t bytes_in(struct otfp_str text, double size, double most)
{
	double width = 0;
	size_t i = 0;

	for (; i < text.n && width <= most; i++)
		width += width_of((uint8_t)text.p[i]) * size / 100;
	if (width <= most)
		return i;
	for (i--; i && ((uint8_t)text.p[i] & 0xc0) == 0x80;)
		i--;
	return i;
}

/* How many bytes at the end of the text, whole characters, have at most that width. */
static size_t bytes_at_end(struct otfp_str text, double size, double most)
{
	size_t at = text.n, whole = text.n;

	for (double width = 0; at--;) {
		width += width_of((uint8_t)text.p[at]) * size / 100;
		if (width > most)
			break;
		if (((uint8_t)text.p[at] & 0xc0) != 0x80)
			whole = at;
	}
	return text.n - whole;
}

/* A long text keeps its end, too: names that begin alike differ there. */
static int cut(struct otfp_buf *b, const struct otfp_font *font)
{
	static const char dots[] = "\xe2\x80\xa6";
	const int rc = otfp_buf_reserve(b, 3);
	const struct otfp_str text = {b->p, b->n}, mark = {dots, 3};
	const double size = font->is_bold ? font->size * 1.1 : font->size;
	const double room = fmax(font->most - otfp_text_width(mark, size), 0);
	size_t tail = 0;

	if (rc < 0 || !font->most || otfp_text_width(text, size) <= font->most)
		return rc;
	if (text.n > OTFP_NAME_LONG)
		tail = bytes_at_end(text, size, room / 3);
	b->n = bytes_in(text, size, tail ? room * 2 / 3 : room);
	while (b->n && b->p[b->n - 1] == ' ')
		b->n--;
	memmove(b->p + b->n + 3, text.p + text.n - tail, tail);
	memcpy(b->p + b->n, dots, 3);
	b->n += 3 + tail;
	return 0;
}

void otfp_canvas_text(struct otfp_canvas *c, double x, double y, const struct otfp_font *font, uint32_t color,
                      struct otfp_str text)
{
	c->scratch.n = 0;
	if (c->pen.code)
		return;
	if (otfp_safe_add_short(&c->scratch, text, 4 * OTFP_NAME_TIP) < 0 || cut(&c->scratch, font) < 0)
		otfp_pen_fail(&c->pen);
	else if (c->scratch.n)
		c->ops->text(c, x, y, font, &(struct otfp_ink){.color = color},
		             (struct otfp_str){c->scratch.p, c->scratch.n});
}

void otfp_canvas_label(struct otfp_canvas *c, double x, double y, const struct otfp_font *font, uint32_t color,
                       const char *text)
{
	otfp_canvas_text(c, x, y, font, color, (struct otfp_str){text, strlen(text)});
}
