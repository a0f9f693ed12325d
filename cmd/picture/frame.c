#include "cmd/picture/frame.h"
#include "base/order.h"
#include "cmd/picture/paragraph.h"
#include "cmd/text/safe.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SWATCH = 11, GAP = 18, ENTRY_MOST = 230, ENTRY_LEAST = 40, MARGIN = 16, NAMES_MOST = 3, HEAD_LINE = 15 };

static const struct font legend_font = {.size = 12, .has_end = 1};
static const struct font note_font = {.size = 11}, subtitle_font = {.size = 12};

double frame_left(double width)
{
	const double left = floor(width * 0.12);

	return fmin(fmax(left, 66), 150);
}

double frame_gap(double each)
{
	if (each >= 14)
		return 4;
	return (each >= 8) + (each >= 4);
}

double frame_plot(double width)
{
	return floor(width) - frame_left(width) - FRAME_RIGHT;
}

/* ---- the legend ---- */

enum { SHARE = 60 }; /* bytes */

static void put_share(char text[SHARE], const struct legend_entry *e)
{
	const char *of = e->of ? e->of : "", *blank = e->of ? " " : "";
	const int is_tiny = e->share > 0 && e->share < 0.0005;

	*text = '\0';
	if (e->share >= 0)
		snprintf(text, SHARE, "%s%.1f%%%s%s", is_tiny ? "<" : "", is_tiny ? 0.1 : e->share * 100, blank, of);
}

static double share_width(const struct legend_entry *e)
{
	char share[SHARE];

	put_share(share, e);
	return *share ? 6 + text_width((struct otfp_str){share, strlen(share)}, 12) : 0;
}

/* The width of the name of an entry at most: with its share it fits a line of the picture. */
static double name_most(const struct legend_entry *e, double width)
{
	const double room = width - 2 * MARGIN - SWATCH - 6 - share_width(e);

	return fmax(fmin(room, ENTRY_MOST), ENTRY_LEAST);
}

static double entry_width(const struct legend_entry *e, double width)
{
	return SWATCH + 6 + fmin(name_width(e->name, legend_font.size), name_most(e, width)) + share_width(e) + GAP;
}

/* Place the entries in lines. @param fits  set to the number of entries in the lines that a legend has at most
 * @return the number of lines */
static unsigned place(const struct legend_entry *legend, size_t n, double width, size_t *fits)
{
	double x = MARGIN;
	unsigned lines = n != 0;
	const double rest = 80; /* "12 more" */

	*fits = 0;
	for (size_t i = 0; i < n; i++, ++*fits) {
		const double w = entry_width(&legend[i], width);
		const int is_last = lines == FRAME_LEGEND_LINES;
		if (x + w - GAP + (is_last && i + 1 < n ? rest : 0) > width - MARGIN && x > MARGIN) {
			if (is_last)
				return lines;
			x = MARGIN;
			lines++;
		}
		x += w;
	}
	return lines;
}

static double draw_entry(struct canvas *c, const struct legend_entry *e, double x, double y)
{
	char share[SHARE];
	const double width = entry_width(e, c->width);
	struct font font = legend_font;

	font.most = name_most(e, c->width);
	put_share(share, e);
	canvas_rect(c, x, y, SWATCH, SWATCH, &(struct ink){.color = e->color, .kind = "key"});
	canvas_text(c, x + SWATCH + 6, y + 10, &font, c->theme->text, e->name);
	canvas_label(c, x + width - GAP, y + 10, &(struct font){.size = 12, .anchor = ANCHOR_END}, c->theme->faint,
	             share);
	return width;
}

static void draw_legend(struct canvas *c, const struct legend_entry *legend, size_t n, double y)
{
	double x = MARGIN;
	size_t fits;
	char rest[40];

	place(legend, n, c->width, &fits);
	for (size_t i = 0; i < fits; i++) {
		const double w = entry_width(&legend[i], c->width);
		if (x + w - GAP > c->width - MARGIN && x > MARGIN) {
			x = MARGIN;
			y += FRAME_LINE;
		}
		x += draw_entry(c, &legend[i], x, y);
	}
	snprintf(rest, sizeof rest, "%zu more", n - fits);
	if (fits < n)
		canvas_label(c, x, y + 10, &legend_font, c->theme->faint, rest);
}

struct legend_entry legend_entry(const struct colors *colors, struct otfp_str name, double share)
{
	const struct chosen_color chosen = colors_of(colors, name);

	return (struct legend_entry){.color = chosen.color, .name = name, .share = share, .is_other = chosen.is_other};
}

static int by_share(const void *a, const void *b)
{
	const struct legend_entry *x = a, *y = b;
	const int order = (x->share < y->share) - (x->share > y->share);

	return order ? order : otfp_order_text(x->name, y->name);
}

void legend_sort(struct legend_entry *legend, size_t n, const char *of)
{
	if (!n)
		return;
	qsort(legend, n, sizeof *legend, by_share);
	legend[0].of = of;
}

/* ---- notes ---- */

int legend_note(const struct legend_entry *legend, size_t n, struct otfp_buf *to)
{
	size_t others = 0;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		if (legend[i].is_other && others++ < NAMES_MOST) {
			rc = others > 1 ? otfp_buf_puts(to, ", ") : 0;
			rc = rc == 0 ? short_add(to, legend[i].name, NAME_LONG) : rc;
		}
	if (rc == 0 && others > NAMES_MOST)
		rc = otfp_buf_printf(to, ", %zu more", others - NAMES_MOST);
	if (rc == 0 && others)
		rc = otfp_buf_puts(to, others > 1 ?
		                               ": not in their colors of other pictures, which other names have here" :
		                               ": not in its color of other pictures, which another name has here");
	return rc < 0 ? rc : others != 0;
}

/* A note in lines from y on. */
static unsigned put_note(struct canvas *c, struct otfp_str text, double width, double y)
{
	struct paragraph p = {.x = MARGIN, .y = y + 12, .step = FRAME_LINE, .font = note_font};

	p.font.most = width - 2 * MARGIN;
	p.color = c ? c->theme->faint : 0;
	return paragraph_draw(c, &p, text);
}

/* All notes; with c NULL only count their lines. @return their number */
static unsigned put_notes(struct canvas *c, const struct caption *caption, const struct legend_entry *legend, size_t n,
                          double width, double y)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	const int has = legend_note(legend, n, &text);
	unsigned lines = has > 0 ? put_note(c, (struct otfp_str){text.p, text.n}, width, y) : 0;

	if (has < 0 && c)
		pen_fail(&c->pen);
	otfp_buf_release(&text);
	for (size_t i = 0; i < caption->nnotes; i++) {
		const struct otfp_str note = {caption->notes[i], strlen(caption->notes[i])};
		lines += put_note(c, note, width, y + lines * (double)FRAME_LINE);
	}
	return lines;
}

/* ---- all ---- */

double frame_height(const struct caption *caption, const struct legend_entry *legend, size_t n, double width)
{
	size_t fits;
	const double lines = place(legend, n, width, &fits) + put_notes(NULL, caption, legend, n, width, 0);

	return lines * FRAME_LINE + (lines > 0 ? FRAME_BOTTOM : 0);
}

static unsigned put_subtitle(struct canvas *c, const struct caption *caption, double width)
{
	struct paragraph p = {.x = MARGIN, .y = 44, .step = HEAD_LINE, .font = subtitle_font};

	p.font.most = width - 2 * MARGIN;
	p.color = c ? c->theme->faint : 0;
	return paragraph_draw(c, &p, caption->subtitle);
}

double frame_top(const struct caption *caption, double width)
{
	const unsigned lines = put_subtitle(NULL, caption, width);

	return FRAME_TOP + (lines > 1 ? (lines - 1) * (double)HEAD_LINE : 0);
}

void frame_head(struct canvas *c, const struct caption *caption)
{
	canvas_text(c, MARGIN, 25, &(struct font){.size = 16, .most = c->width - 2 * MARGIN, .is_bold = 1},
	            c->theme->text, caption->title);
	put_subtitle(c, caption, c->width);
}

void frame_foot(struct canvas *c, const struct caption *caption, const struct legend_entry *legend, size_t n, double y)
{
	size_t fits;

	draw_legend(c, legend, n, y);
	y += place(legend, n, c->width, &fits) * (double)FRAME_LINE;
	put_notes(c, caption, legend, n, c->width, y);
}
