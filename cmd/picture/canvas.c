#include "cmd/picture/canvas.h"
#include "cmd/text/safe.h"
#include "base/json.h"
#include <math.h>
#include <string.h>

static const char *const words[NPICTURES] = {"svg", "png", "pdf"};

const char *picture_word(unsigned form)
{
	return form < NPICTURES ? words[form] : NULL;
}

int picture_can(enum picture_form form)
{
#ifdef HAVE_CAIRO
	(void)form;
	return 1;
#else
	return form == PICTURE_SVG;
#endif
}

int canvas_open(struct canvas *c, const struct canvas_options *o, int fd, const char *name, struct otfp_error *err)
{
	static const struct canvas_ops *const ops[NPICTURES] = {
		&canvas_svg,
#ifdef HAVE_CAIRO
		&canvas_cairo_png,
		&canvas_cairo_pdf,
#endif
	};
	int code = pen_init(&c->pen, fd, name, err);

	if (code < 0)
		return code;
	if (!ops[o->form])
		return otfp_fail(err, OTFP_EFAIL, "%s: this build has no cairo, which PNG and PDF need", name);
	c->ops = ops[o->form];
	c->width = o->width;
	c->height = o->height;
	c->is_part = o->is_part;
	c->colors = o->colors;
	c->theme = o->is_dark ? &theme_dark : &theme_light;
	code = c->ops->begin(c, o->title);
	if (code == 0 && !o->is_part)
		canvas_rect(c, 0, 0, c->width, c->height, &(struct ink){.color = c->theme->paper});
	return code;
}

int canvas_end(struct canvas *c)
{
	if (c->pen.code == 0)
		c->ops->end(c);
	return pen_flush(&c->pen);
}

void canvas_release(struct canvas *c)
{
	if (c->ops)
		c->ops->release(c);
	pen_release(&c->pen);
	otfp_buf_release(&c->scratch);
	memset(c, 0, sizeof *c);
}

void canvas_rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink)
{
	if (c->pen.code == 0)
		c->ops->rect(c, x, y, w, h, ink);
}

void canvas_path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink)
{
	if (c->pen.code == 0 && n)
		c->ops->path(c, spots, n, width, ink);
}

void canvas_line(struct canvas *c, struct spot from, struct spot to, double width, const struct ink *ink)
{
	const struct spot spots[] = {from, to};

	canvas_path(c, spots, 2, width, ink);
}

void canvas_raw(struct canvas *c, const char *markup)
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

double text_width(struct otfp_str text, double size)
{
	unsigned width = 0;

	for (size_t i = 0; i < text.n; i++)
		width += width_of((uint8_t)text.p[i]);
	return width * size / 100;
}

double font_measure(const struct font *font)
{
	return font->is_bold ? font->size * 1.17 : font->size;
}

double name_width(struct otfp_str name, double size)
{
	const size_t n = name.n < NAME_TIP ? name.n : NAME_TIP;
	char text[16] = "";
	double width = 0;

	for (size_t i = 0, length; i < n; i += length) {
		length = otfp_utf8_length(name.p + i, n - i);
		length = length ? length : 1;
		width += text_width((struct otfp_str){text, (size_t)(safe_put(text, name.p + i, length) - text)}, size);
	}
	return width;
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

size_t text_fits(struct otfp_str text, double size, double most, int is_end)
{
	return is_end ? bytes_at_end(text, size, most) : bytes_in(text, size, most);
}

/* A long text keeps its end, too: names that begin alike differ there. */
static int cut(struct otfp_buf *b, const struct font *font)
{
	static const char dots[] = "\xe2\x80\xa6";
	const int rc = otfp_buf_reserve(b, 3);
	const struct otfp_str text = {b->p, b->n}, mark = {dots, 3};
	const double size = font_measure(font);
	const double room = fmax(font->most - text_width(mark, size), 0);
	size_t tail = 0;

	if (rc < 0 || !font->most || text_width(text, size) <= font->most)
		return rc;
	if (text.n > NAME_LONG || font->has_end)
		tail = bytes_at_end(text, size, font->has_end ? room * 0.6 : room / 3);
	b->n = bytes_in(text, size, room - text_width((struct otfp_str){text.p + text.n - tail, tail}, size));
	while (b->n && b->p[b->n - 1] == ' ')
		b->n--;
	memmove(b->p + b->n + 3, text.p + text.n - tail, tail);
	memcpy(b->p + b->n, dots, 3);
	b->n += 3 + tail;
	return 0;
}

void canvas_text(struct canvas *c, double x, double y, const struct font *font, uint32_t color, struct otfp_str text)
{
	c->scratch.n = 0;
	if (c->pen.code)
		return;
	if (safe_add_short(&c->scratch, text, 4 * NAME_TIP) < 0 || cut(&c->scratch, font) < 0)
		pen_fail(&c->pen);
	else if (c->scratch.n)
		c->ops->text(c, x, y, font, &(struct ink){.color = color},
		             (struct otfp_str){c->scratch.p, c->scratch.n});
}

void canvas_label(struct canvas *c, double x, double y, const struct font *font, uint32_t color, const char *text)
{
	canvas_text(c, x, y, font, color, (struct otfp_str){text, strlen(text)});
}
