#include "cmd/picture/stacks.h"
#include "base/human.h"
#include "cmd/picture/frame.h"
#include "cmd/picture/labels.h"
#include "cmd/text/safe.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BAR_LEAST = 3, BAR_MOST = 26, PLOT = 720, FOOT = 66, LABEL = 11 };

size_t stacks_most(double height)
{
	const double plot = height > 0 ? height - FRAME_TOP - AXIS_HEIGHT - FOOT : PLOT;

	return plot < BAR_LEAST ? 1 : (size_t)(plot / BAR_LEAST);
}

static double sum_of(const struct stacks *s, size_t bar)
{
	double sum = 0;

	for (size_t k = 0; k < s->nclasses; k++)
		sum += s->values[bar * s->nclasses + k];
	return sum;
}

/* Fill a legend: classes with their share of all values, largest first. @param to  room for nclasses entries
 * @return the number of classes that have a share */
static size_t make_legend(const struct stacks *s, struct legend_entry *to)
{
	double all = 0;
	size_t n = 0;

	for (size_t i = 0; i < s->nbars; i++)
		all += sum_of(s, i);
	for (size_t k = 0; k < s->nclasses; k++) {
		double sum = 0;
		for (size_t i = 0; i < s->nbars; i++)
			sum += s->values[i * s->nclasses + k];
		if (sum > 0) {
			to[n] = legend_entry(s->canvas.colors, s->classes[k], sum / all);
			to[n++].class = k;
		}
	}
	legend_sort(to, n, OF_CALLS);
	return n;
}

/* ---- the picture ---- */

struct plot {
	const struct stacks *s;
	struct axis axis;
	const struct legend_entry *legend; /* the classes that have a share, the largest first */
	size_t nlegend;
	double y, bar, gap, most;
	struct label_ends ends; /* bytes to leave out of the labels */
	struct caption caption;
	struct label_note note;
	struct otfp_buf title;
};

static int make_title(struct plot *p, size_t bar, size_t class, double value, double sum)
{
	const struct otfp_str of = p->s->bars[bar], name = p->s->classes[class];
	struct otfp_buf *b = &p->title;

	b->n = 0;
	if (short_add(b, of, NAME_TIP) < 0 || otfp_buf_puts(b, ": ") < 0 || short_add(b, name, NAME_TIP) < 0 ||
	    otfp_buf_puts(b, ", ") < 0 || otfp_human_ticks(b, value, p->s->resolution) < 0)
		return -1;
	return otfp_buf_printf(b, ", %.1f%%", value / sum * 100);
}

static void draw_bar(struct plot *p, struct canvas *c, size_t bar)
{
	const struct stacks *s = p->s;
	const double y = p->y + (double)bar * (p->bar + p->gap), sum = sum_of(s, bar);
	double at = 0;

	for (size_t i = 0; i < p->nlegend && c->pen.code == 0; i++) {
		const size_t k = p->legend[i].class;
		const double value = s->values[bar * s->nclasses + k];
		const double x = round(at / p->most * p->axis.width);
		const double end = round((at + value) / p->most * p->axis.width);
		at += value;
		if (end <= x)
			continue;
		if (make_title(p, bar, k, value, sum) < 0)
			pen_fail(&c->pen);
		canvas_rect(c, p->axis.x + x, y, end - x, p->bar,
		            &(struct ink){.color = colors_of(c->colors, s->classes[k]).color,
		                          .kind = "piece",
		                          .title = {p->title.p, p->title.n}});
	}
}

/* The label of bar i; empty if there is none. */
static struct otfp_str label_of(const struct plot *p, size_t i)
{
	return i < p->s->nbars ? labels_rest(p->s->bars[i], p->ends) : (struct otfp_str){"", 0};
}

static void draw_labels(const struct plot *p, struct canvas *c)
{
	const struct font font = {.size = LABEL, .most = p->axis.x - 18, .anchor = ANCHOR_END, .has_end = 1};
	const size_t every = (size_t)ceil((LABEL + 2) / (p->bar + p->gap));

	for (size_t i = 0; i < p->s->nbars; i += every) {
		const struct otfp_str near[] = {label_of(p, i - every), label_of(p, i + every)};
		const double y = p->y + (double)i * (p->bar + p->gap) + (every > 1 ? 9 : p->bar / 2 + 4);
		labels_draw(c, (struct spot){p->axis.x - 6, y}, &font, label_of(p, i), near);
	}
}

static void draw(struct plot *p, struct canvas *c)
{
	const double height = (double)p->s->nbars * (p->bar + p->gap), end = p->y + height;

	frame_head(c, &p->caption);
	axis_grid(&p->axis, c, p->y, height);
	draw_labels(p, c);
	for (size_t i = 0; i < p->s->nbars; i++)
		draw_bar(p, c, i);
	if (!p->s->nbars)
		canvas_label(c, p->axis.x, p->y + 12, &(struct font){.size = 12}, c->theme->faint, "no calls");
	canvas_rect(c, p->axis.x, end, p->axis.width, 1, &(struct ink){.color = c->theme->faint});
	axis_draw(&p->axis, c, end);
	frame_foot(c, &p->caption, p->legend, p->nlegend, end + AXIS_HEIGHT);
}

static void measure(struct plot *p, double foot, struct canvas_options *o)
{
	const double rows = p->s->nbars ? (double)p->s->nbars : 1;
	const double top = frame_top(&p->caption, o->width);
	const double room = o->height > 0 ? o->height - top - AXIS_HEIGHT - foot : PLOT;
	const double each = floor(room / rows);

	p->y = top;
	p->gap = frame_gap(each);
	p->bar = fmax(fmin(each - p->gap, BAR_MOST), 1);
	if (o->height <= 0)
		o->height = p->y + rows * (p->bar + p->gap) + AXIS_HEIGHT + foot;
}

static void scale(struct plot *p)
{
	struct axis_options o = {.resolution = p->s->resolution, .is_absolute = 1};

	for (size_t i = 0; i < p->s->nbars; i++)
		p->most = sum_of(p->s, i) > p->most ? sum_of(p->s, i) : p->most;
	p->most = p->most > 0 ? p->most : 1;
	o.to = (uint64_t)ceil(p->most);
	o.x = frame_left(p->s->canvas.width);
	o.width = frame_plot(p->s->canvas.width);
	axis_make(&p->axis, &o);
}

int stacks_draw(const struct stacks *s, int fd, const char *name, struct otfp_error *err)
{
	struct legend_entry *legend = calloc(s->nclasses + 1, sizeof *legend);
	struct plot p = {.s = s, .legend = legend, .caption = s->caption};
	struct canvas_options o = s->canvas;
	struct canvas c = {0};
	int code = -1;

	if (legend && colors_all(o.colors, s->classes, s->nclasses) == 0) {
		p.nlegend = make_legend(s, legend);
		scale(&p);
		p.ends = labels_caption(&p.caption, &p.note, s->bars, s->nbars, "bars", p.axis.x - 18);
		measure(&p, frame_height(&p.caption, legend, p.nlegend, o.width), &o);
		o.title = s->caption.title;
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
	free(legend);
	return code;
}
