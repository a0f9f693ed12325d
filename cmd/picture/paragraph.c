#include "cmd/picture/paragraph.h"

static double width_of(struct otfp_str text, size_t n, const struct font *font)
{
	return name_width((struct otfp_str){text.p, n}, font_measure(font));
}

/* The characters of a text that have at most the width of a line, at least one. @return their bytes */
static size_t characters_of(struct otfp_str text, const struct font *font)
{
	size_t n = 0;

	for (size_t i = 1; i <= text.n; i++)
		if (i == text.n || ((uint8_t)text.p[i] & 0xc0) != 0x80) {
			if (n && width_of(text, i, font) > font->most)
				break;
			n = i;
		}
	return n;
}

/* The words of a text that make a line. @return their bytes */
static size_t line_of(struct otfp_str text, const struct font *font)
{
	size_t n = 0;

	for (size_t i = 1; i <= text.n; i++)
		if (i == text.n || text.p[i] == ' ') {
			if (width_of(text, i, font) > font->most)
				return n ? n : characters_of(text, font);
			n = i;
		}
	return n;
}

unsigned paragraph_draw(struct canvas *c, const struct paragraph *p, struct otfp_str text)
{
	unsigned lines = 0;

	while (text.n) {
		const size_t n = line_of(text, &p->font), rest = n + (n < text.n && text.p[n] == ' ');
		if (c)
			canvas_text(c, p->x, p->y + lines * p->step, &p->font, p->color, (struct otfp_str){text.p, n});
		lines++;
		text = (struct otfp_str){text.p + rest, text.n - rest};
	}
	return lines;
}
