/* pictures.c - the pictures that otf-draw draws, too: call paths, time by process, counters. */
#include "cmd/report/page.h"
#include "cmd/picture/strip.h"
#include "cmd/picture/values.h"
#include <stdlib.h>

enum { WIDTH = 1160, BARS = 64, LEFT = 130, STRIP = 90, GAP = 14, RIGHT = 20, AXIS = 40 };
enum { POINTS = 60000 /* of the curves of counters at most, of some 30 bytes each */ };

/* The canvas writes to the same file: what the page has put so far comes first. */
static int begin(struct page *p, const char *class, const char *label)
{
	html_put(&p->html, "<figure class=\"picture %s\" aria-label=\"%s\">\n", class, label);
	return pen_flush(&p->html.pen);
}

static void end(struct page *p, int code)
{
	if (code < 0 && p->html.pen.code == 0)
		p->html.pen.code = code;
	html_raw(&p->html, "</figure>\n");
}

static int out_of_memory(struct page *p)
{
	pen_fail(&p->html.pen);
	return p->html.pen.code;
}

static struct canvas_options canvas_of(struct page *p, const char *title)
{
	return (struct canvas_options){.is_part = 1,
	                               .width = WIDTH,
	                               .title = {title, strlen(title)},
	                               .colors = &p->colors};
}

/* ---- call paths ---- */

int page_has_flame(const struct page *p)
{
	return p->paths.paths.n > 0;
}

void page_flame(struct page *p)
{
	struct draw_values values = {0};
	struct flame f = {.canvas = canvas_of(p, "call paths")};
	int code = begin(p, "flame", "flame graph");

	if (code == 0 && values_paths(&values, &p->paths, 0, &f) < 0)
		code = out_of_memory(p);
	f.caption.subtitle = (struct otfp_str){"inclusive time of each call path, of all processes", 50};
	if (code == 0)
		code = flame_draw(&f, p->html.pen.out.fd, p->html.pen.out.name, p->html.pen.out.err);
	values_release(&values);
	end(p, code);
	if (p->paths.folded)
		html_put(&p->html,
		         "<p class=\"note\">Calls deeper than %u functions count in the function there.</p>\n",
		         (unsigned)p->paths.o.depth);
	if (p->paths.other_paths)
		html_put(
			&p->html,
			"<p class=\"note\">Call paths with few calls, shown as (other) below their caller: %llu.</p>\n",
			(unsigned long long)p->paths.other_paths);
}

/* ---- time by process ---- */

static int is_any(void *ctx, uint32_t process)
{
	(void)ctx;
	(void)process;
	return 1;
}

void page_shares(struct page *p)
{
	struct draw_values values = {0};
	struct stacks s = {.canvas = canvas_of(p, "time by process and group")};
	int (*wanted)(void *, uint32_t) = p->wanted ? p->wanted : is_any;
	int code = begin(p, "shares", "time by process and group");

	if (code == 0 && (values_number(&values.processes, &p->shares, NULL, BARS, wanted, p->wanted_ctx) < 0 ||
	                  values_by_process(&values, &p->shares, &s) < 0))
		code = out_of_memory(p);
	s.caption.subtitle = (struct otfp_str){"exclusive time by process and group", 35};
	if (code == 0)
		code = stacks_draw(&s, p->html.pen.out.fd, p->html.pen.out.name, p->html.pen.out.err);
	end(p, code);
	if (values.processes.each > 1)
		html_put(&p->html, "<p class=\"note\">A bar is %zu processes.</p>\n", values.processes.each);
	if (s.nempty)
		html_put(&p->html, "<p class=\"note\">%zu processes without calls have no bar.</p>\n", s.nempty);
	values_release(&values);
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

/* Strips with their heads, from 0 down. @return the height of all, or -1 when memory is out */
static double place_strips(const struct detail *d, size_t n, double width, struct strip *strips)
{
	double y = 0;

	for (size_t i = 0; i < n; i++) {
		double head;
		strips[i] = (struct strip){.t = d->levels[0],
		                           .counter = &d->curves.counters[i],
		                           .x = LEFT,
		                           .width = width,
		                           .height = STRIP};
		head = strip_head(&strips[i], LEFT + width + RIGHT);
		if (head < 0)
			return -1;
		strips[i].y = y + head;
		y += head + STRIP + GAP;
	}
	return y;
}

static int draw_counters(struct page *p, size_t n)
{
	const struct detail *d = &p->detail;
	const struct otfp_timeline *t = d->levels[0];
	const struct axis_options axis_options = {.from = t->o.from,
	                                          .to = t->o.to,
	                                          .base = d->first,
	                                          .resolution = t->resolution,
	                                          .x = LEFT,
	                                          .width = t->o.columns};
	struct canvas_options o = canvas_of(p, "counters");
	struct strip strips[OTFP_CURVE_COUNTERS];
	struct canvas c = {0};
	struct axis axis;
	int code;
	const double height = place_strips(d, n, t->o.columns, strips);

	if (height < 0)
		return out_of_memory(p);
	o.width = LEFT + t->o.columns + RIGHT;
	o.height = height + AXIS;
	axis_make(&axis, &axis_options);
	code = canvas_open(&c, &o, p->html.pen.out.fd, p->html.pen.out.name, p->html.pen.out.err);
	for (size_t i = 0; i < n && code == 0; i++) {
		strip_ground(&strips[i], &c);
		strip_draw(&strips[i], &c);
	}
	if (code == 0) {
		axis_draw(&axis, &c, height);
		code = canvas_end(&c);
	}
	canvas_release(&c);
	return code;
}

void page_counters(struct page *p)
{
	const struct detail *d = &p->detail;
	const size_t n = count_strips(&d->curves), left_out = d->curves.n - n + d->curves.left_out;
	int code;

	if (!d->levels[0] || !n)
		return;
	code = begin(p, "counters", "counters");
	end(p, code == 0 ? draw_counters(p, n) : code);
	if (left_out)
		html_put(&p->html,
		         "<p class=\"note\">%zu more counters are in the table only. <code>otf-draw "
		         "--counter NAME</code> draws them.</p>\n",
		         left_out);
}
