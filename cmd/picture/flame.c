#include "cmd/picture/flame.h"
#include "base/human.h"
#include "base/order.h"
#include "cmd/picture/script.h"
#include "cmd/text/safe.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 1.0 /* pixels: frames of one caller that are less wide become one frame, without what they called */
#define SHOWN 0.5 /* pixels: it is drawn if it has so many */

enum { LEVEL = 17, LEVEL_LEAST = 10, LABEL = 11, MARGIN = 16 };

/* A frame in its place. */
struct placed {
	double total; /* inclusive ticks */
	double x;     /* ticks from the left */
	uint32_t level;
	int is_less; /* it is too narrow, or its caller is */
};

/* The frames of one caller that are too narrow, as one. */
struct others {
	double total, x; /* as of a frame */
	size_t n;
};

struct plot {
	const struct flame *f;
	struct placed *placed;
	uint32_t *order;       /* frames by level, then by name within a caller */
	struct others *others; /* by caller + 1; 0: of those at the bottom */
	double all, y, width, height;
	uint32_t levels, shown;
	struct otfp_buf title;
};

/* ---- places ---- */

static void add_up(struct plot *p)
{
	for (size_t i = p->f->n; i-- > 0;) {
		const struct flame_frame *frame = &p->f->frames[i];
		p->placed[i].total += frame->own;
		if (frame->parent != UINT32_MAX)
			p->placed[frame->parent].total += p->placed[i].total;
		else
			p->all += p->placed[i].total;
	}
	for (size_t i = 0; i < p->f->n; i++) {
		const uint32_t parent = p->f->frames[i].parent;
		p->placed[i].level = parent != UINT32_MAX ? p->placed[parent].level + 1 : 0;
	}
}

static double width_of(const struct plot *p, double total)
{
	return total / p->all * p->width;
}

/* A frame alone that is too narrow stays one. */
static void find_others(struct plot *p)
{
	for (size_t i = 0; i < p->f->n; i++) {
		const uint32_t parent = p->f->frames[i].parent;
		struct placed *placed = &p->placed[i];
		placed->is_less =
			width_of(p, placed->total) < LEAST || (parent != UINT32_MAX && p->placed[parent].is_less);
		if (!placed->is_less)
			continue;
		p->others[parent + 1].n += placed->total > 0;
		p->others[parent + 1].x = -1; /* not known yet */
		p->others[parent + 1].total += placed->total;
	}
}

static int by_place(const void *a, const void *b, void *ctx)
{
	const struct plot *p = ctx;
	const uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	const struct flame_frame *x = &p->f->frames[i], *y = &p->f->frames[k];
	int order;

	if (p->placed[i].level != p->placed[k].level)
		return p->placed[i].level < p->placed[k].level ? -1 : 1;
	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (p->placed[i].is_less != p->placed[k].is_less)
		return p->placed[i].is_less - p->placed[k].is_less;
	order = otfp_order_text(x->name, y->name);
	return order ? order : (i > k) - (i < k);
}

/* The order of drawing, which does not depend on the order of the paths. */
static int by_x(const void *a, const void *b, void *ctx)
{
	const struct plot *p = ctx;
	const uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
	const struct placed *x = &p->placed[i], *y = &p->placed[k];

	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	if (x->x != y->x)
		return x->x < y->x ? -1 : 1;
	return by_place(a, b, ctx);
}

/* Whether a frame of this caller is drawn, or one of those that are too narrow is, with the others. */
static int is_drawn(const struct plot *p, uint32_t parent, int is_less)
{
	const int is_under = parent == UINT32_MAX || !p->placed[parent].is_less;

	return is_under && (!is_less || width_of(p, p->others[parent + 1].total) >= SHOWN);
}

/* Frames of one caller stand beside one another, sorted by name, from its left edge on; the narrow ones last. */
static void place(struct plot *p)
{
	double next = 0;
	uint32_t parent = UINT32_MAX;

	for (size_t i = 0; i < p->f->n; i++)
		p->order[i] = (uint32_t)i;
	qsort_r(p->order, p->f->n, sizeof *p->order, by_place, p);
	for (size_t i = 0; i < p->f->n; i++) {
		const uint32_t at = p->order[i];
		const uint32_t own = p->f->frames[at].parent;
		if (own != parent)
			next = own != UINT32_MAX ? p->placed[own].x : 0;
		parent = own;
		p->placed[at].x = next;
		if (p->placed[at].is_less && p->others[own + 1].x < 0)
			p->others[own + 1].x = next;
		next += p->placed[at].total;
		if (is_drawn(p, own, p->placed[at].is_less) && p->placed[at].level >= p->levels)
			p->levels = p->placed[at].level + 1;
	}
	qsort_r(p->order, p->f->n, sizeof *p->order, by_x, p);
}

/* ---- frames ---- */

static int make_title(struct plot *p, struct otfp_str name, double total)
{
	struct otfp_buf *b = &p->title;

	b->n = 0;
	if (short_add(b, name, NAME_TIP) < 0 || otfp_buf_puts(b, ": ") < 0 ||
	    otfp_human_ticks(b, total, p->f->resolution) < 0)
		return -1;
	return otfp_buf_printf(b, ", %.2f%%", total / p->all * 100);
}

static void draw_box(struct plot *p, struct canvas *c, const struct placed *at, uint32_t color, struct otfp_str name)
{
	const double width = width_of(p, at->total), x = MARGIN + at->x / p->all * p->width;
	const double y = p->y + (p->shown - 1 - at->level) * p->height;
	const struct font font = {.size = p->height < 14 ? 9 : LABEL, .most = width - 6};

	if (make_title(p, name, at->total) < 0)
		pen_fail(&c->pen);
	canvas_raw(c, "<g class=\"frame\">");
	canvas_rect(c, x, y, width > 2 ? width - 0.7 : width, p->height - 1,
	            &(struct ink){.color = color, .kind = "path", .title = {p->title.p, p->title.n}});
	if (font.most >= 24)
		canvas_text(c, x + 3, y + p->height - 5, &font, color_on(color), name);
	canvas_raw(c, "</g>\n");
}

static void draw_others(struct plot *p, struct canvas *c, const struct others *others, uint32_t level)
{
	const struct placed at = {.total = others->total, .x = others->x, .level = level};
	char name[40];

	snprintf(name, sizeof name, "%zu others", others->n);
	if (others->n > 1 && width_of(p, at.total) >= SHOWN && level < p->shown)
		draw_box(p, c, &at, c->theme->grid, (struct otfp_str){name, (uint32_t)strlen(name)});
}

static void draw_frame(struct plot *p, struct canvas *c, uint32_t i)
{
	const struct flame_frame *frame = &p->f->frames[i];
	const struct placed *at = &p->placed[i];
	const int is_alone = !at->is_less || (p->others[frame->parent + 1].n == 1 && at->total > 0);

	if (!is_drawn(p, frame->parent, at->is_less) || at->level >= p->shown)
		return;
	if (is_alone)
		draw_box(p, c, at, colors_of(c->colors, frame->class).color, frame->name);
	if (!at->is_less)
		draw_others(p, c, &p->others[i + 1], at->level + 1);
}

static void draw(struct plot *p, struct canvas *c)
{
	const double end = p->y + p->shown * p->height;
	const struct font search = {.size = 12, .anchor = ANCHOR_END};

	frame_head(c, &p->f->caption);
	draw_others(p, c, &p->others[0], 0);
	for (size_t i = 0; i < p->f->n && c->pen.code == 0; i++)
		draw_frame(p, c, p->order[i]);
	if (!p->f->n)
		canvas_label(c, MARGIN, p->y + 12, &search, c->theme->faint, "no calls");
	frame_foot(c, &p->f->caption, p->f->legend, p->f->nlegend, end + 12);
	if (!c->is_part)
		canvas_raw(c, flame_script);
}

static void measure(struct plot *p, double foot, struct canvas_options *o)
{
	const double levels = p->levels ? p->levels : 1, top = frame_top(&p->f->caption, o->width),
		     room = o->height - top - 12 - foot;

	p->y = top;
	p->height = LEVEL;
	p->shown = p->levels;
	if (o->height <= 0) {
		o->height = p->y + levels * LEVEL + 12 + foot;
		return;
	}
	p->height = floor(room / levels);
	p->height = fmax(fmin(p->height, 2 * LEVEL), LEVEL_LEAST);
	if (p->shown * p->height > room)
		p->shown = room > p->height ? (uint32_t)(room / p->height) : 1;
}

static int choose_colors(const struct flame *f)
{
	struct colors *c = f->canvas.colors;
	int rc = 0;

	for (size_t i = 0; i < f->nlegend && rc == 0; i++)
		rc = colors_add(c, f->legend[i].name);
	rc = rc < 0 ? rc : colors_settle(c);
	for (size_t i = 0; i < f->nlegend && rc == 0; i++) {
		const struct chosen_color chosen = colors_of(c, f->legend[i].name);
		f->legend[i].color = chosen.color;
		f->legend[i].is_other = chosen.is_other;
	}
	return rc;
}

int flame_draw(const struct flame *f, int fd, const char *name, struct otfp_error *err)
{
	struct plot p = {.f = f, .width = f->canvas.width - 2 * MARGIN};
	struct canvas_options o = f->canvas;
	struct canvas c = {0};
	int code = -1;

	p.placed = calloc(f->n + 1, sizeof *p.placed);
	p.order = calloc(f->n + 1, sizeof *p.order);
	p.others = calloc(f->n + 1, sizeof *p.others);
	if (p.placed && p.order && p.others && choose_colors(f) == 0) {
		add_up(&p);
		p.all = p.all > 0 ? p.all : 1;
		find_others(&p);
		place(&p);
		measure(&p, frame_height(&f->caption, f->legend, f->nlegend, o.width), &o);
		o.title = f->caption.title;
		code = canvas_open(&c, &o, fd, name, err);
		if (code == 0) {
			draw(&p, &c);
			code = canvas_end(&c);
		}
	} else {
		otfp_fail_memory(err);
	}
	canvas_release(&c);
	otfp_buf_release(&p.title);
	free(p.placed);
	free(p.order);
	free(p.others);
	return code;
}
