/* pictures.c - the pictures that otf-draw draws, too: call paths, time by process, counters. */
#include "cmd/report/page.h"
#include "cmd/run/picture/strip.h"
#include "cmd/run/picture/values.h"
#include <stdlib.h>

enum { WIDTH = 1160, BARS = 64, LEFT = 130, STRIP = 90, GAP = 14, RIGHT = 20, AXIS = 40 };
enum { POINTS = 60000 /* of the curves of counters at most, of some 30 bytes each */ };

/* The canvas writes to the same file: what the page has put so far comes first. */
static int begin(struct otfp_page *p, const char *class, const char *label)
{
	otfp_html_put(&p->html, "<figure class=\"picture %s\" aria-label=\"%s\">\n", class, label);
	return otfp_pen_flush(&p->html.pen);
}

static void end(struct otfp_page *p, int code)
{
	if (code < 0 && p->html.pen.code == 0)
		p->html.pen.code = code;
	otfp_html_raw(&p->html, "</figure>\n");
}

static int out_of_memory(struct otfp_page *p)
{
	otfp_pen_fail(&p->html.pen);
	return p->html.pen.code;
}

static struct otfp_canvas_options canvas_of(const char *title)
{
	return (struct otfp_canvas_options){.is_part = 1, .width = WIDTH, .title = {title, strlen(title)}};
}

/* ---- call paths ---- */

int otfp_page_has_flame(const struct otfp_page *p)
{
	return p->paths.paths.n > 0;
}

void otfp_page_flame(struct otfp_page *p)
{
	struct otfp_draw_values values = {0};
	struct otfp_flame f = {.canvas = canvas_of("call paths")};
	int code = begin(p, "flame", "flame graph");

	if (code == 0 && otfp_draw_paths(&values, &p->paths, 0, &f) < 0)
		code = out_of_memory(p);
	f.caption.subtitle = (struct otfp_str){"inclusive time of each call path, of all processes", 50};
	if (code == 0)
		code = otfp_flame_draw(&f, p->html.pen.out.fd, p->html.pen.out.name, p->html.pen.out.err);
	otfp_draw_values_release(&values);
	end(p, code);
	if (p->paths.folded)
		otfp_html_put(&p->html,
		              "<p class=\"note\">Calls deeper than %u functions count in the function there.</p>\n",
		              (unsigned)p->paths.o.depth);
}

/* ---- time by process ---- */

static int is_any(void *ctx, uint32_t process)
{
	(void)ctx;
	(void)process;
	return 1;
}

void otfp_page_shares(struct otfp_page *p)
{
	struct otfp_draw_values values = {0};
	struct otfp_stacks s = {.canvas = canvas_of("time by process and group")};
	int (*wanted)(void *, uint32_t) = p->wanted ? p->wanted : is_any;
	int code = begin(p, "shares", "time by process and group");

	if (code == 0 && (otfp_draw_number(&values.processes, &p->shares, BARS, wanted, p->wanted_ctx) < 0 ||
	                  otfp_draw_by_process(&values, &p->shares, &s) < 0))
		code = out_of_memory(p);
	s.caption.subtitle = (struct otfp_str){"exclusive time by process and group", 35};
	if (code == 0)
		code = otfp_stacks_draw(&s, p->html.pen.out.fd, p->html.pen.out.name, p->html.pen.out.err);
	end(p, code);
	if (values.processes.each > 1)
		otfp_html_put(&p->html, "<p class=\"note\">A bar is %zu processes.</p>\n", values.processes.each);
	otfp_draw_values_release(&values);
}

/* ---- counters ---- */

/* As many counters as have few enough points for a page. */
static size_t count_strips(const struct otfp_curves *curves)
{
	size_t points = 0, n = 0;

	for (; n < curves->n; n++) {
		for (size_t k = 0; k < curves->counters[n].n; k++)
			points += curves->counters[n].curves[k].n;
		if (n && points > POINTS)
			break;
	}
	return n;
}

static double draw_strips(const struct otfp_detail *d, size_t n, struct otfp_canvas *c, double width)
{
	double y = 0;

	for (size_t i = 0; i < n; i++) {
		const struct otfp_strip s = {.t = d->levels[0],
		                             .counter = &d->curves.counters[i],
		                             .x = LEFT,
		                             .y = y + OTFP_STRIP_NAME,
		                             .width = width,
		                             .height = STRIP};
		otfp_strip_ground(&s, c);
		otfp_strip_draw(&s, c);
		y += OTFP_STRIP_NAME + STRIP + GAP;
	}
	return y;
}

static int draw_counters(struct otfp_page *p, size_t n)
{
	const struct otfp_detail *d = &p->detail;
	const struct otfp_timeline *t = d->levels[0];
	const struct otfp_axis_options axis_options = {.from = t->o.from,
	                                               .to = t->o.to,
	                                               .base = d->first,
	                                               .resolution = t->resolution,
	                                               .x = LEFT,
	                                               .width = t->o.columns};
	struct otfp_canvas_options o = canvas_of("counters");
	struct otfp_canvas c = {0};
	struct otfp_axis axis;
	int code;

	o.width = LEFT + t->o.columns + RIGHT;
	o.height = (double)n * (OTFP_STRIP_NAME + STRIP + GAP) + AXIS;
	otfp_axis_make(&axis, &axis_options);
	code = otfp_canvas_open(&c, &o, p->html.pen.out.fd, p->html.pen.out.name, p->html.pen.out.err);
	if (code == 0) {
		otfp_axis_draw(&axis, &c, draw_strips(d, n, &c, t->o.columns));
		code = otfp_canvas_end(&c);
	}
	otfp_canvas_release(&c);
	return code;
}

void otfp_page_counters(struct otfp_page *p)
{
	const struct otfp_detail *d = &p->detail;
	const size_t n = count_strips(&d->curves), left_out = d->curves.n - n + d->curves.left_out;
	int code;

	if (!d->levels[0] || !n)
		return;
	code = begin(p, "counters", "counters");
	end(p, code == 0 ? draw_counters(p, n) : code);
	if (left_out)
		otfp_html_put(&p->html,
		              "<p class=\"note\">%zu more counters are in the table only. <code>otf-draw "
		              "--counter NAME</code> draws them.</p>\n",
		              left_out);
}
