/*
 * timeline.c - the section of the timeline: a picture as SVG, and the levels of detail for the script, which draws them
 * on a canvas.
 *
 * In the data of the script a lane is a text of numbers, three for each bar: columns since the end of the bar before
 * it, columns of the bar less one, index of its key. A number has 5 bits a character, the lowest first; a character
 * from the upper half of the 64 continues.
 */
#include "base/human.h"
#include "cmd/report/page.h"
#include "cmd/picture/axis.h"
#include "cmd/picture/panel.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { LEFT = 120, TOP = 6, AXIS = 30, SCALE = 2 /* pixels a column */, LABEL = 18 /* characters */ };

/* ---- the picture ---- */

struct drawing {
	struct page *p;
	const struct otfp_timeline *t;
	unsigned row, lane10; /* pixels of a row; tenths of pixels of a lane */
	unsigned height;      /* of all rows */
};

/* Pixels of a row: the fewer rows, the more. */
static unsigned row_height(size_t nrows)
{
	static const struct {
		size_t most;
		unsigned pixels;
	} heights[] = {{8, 30}, {24, 20}, {64, 10}, {SIZE_MAX, 6}};
	size_t i = 0;

	while (nrows > heights[i].most)
		i++;
	return heights[i].pixels;
}

static struct drawing measure(struct page *p, const struct otfp_timeline *t)
{
	struct drawing d = {.p = p, .t = t};

	d.row = row_height(t->nrows);
	d.lane10 = (d.row - (d.row > 6)) * 10 / otfp_timeline_lanes(t);
	d.height = d.row * (unsigned)t->nrows;
	return d;
}

static void put_label(struct page *p, const struct otfp_timeline *t, size_t i)
{
	char text[32];
	struct otfp_str name = process_label(&t->names, t->rows[i].first, text, sizeof text);

	html_cut(&p->html, name, LABEL);
}

static void put_labels(const struct drawing *d)
{
	const size_t every = (13 + d->row - 1) / d->row;

	for (size_t i = 0; i < d->t->nrows; i += every) {
		html_put(&d->p->html, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\">", LEFT - 6,
		         TOP + i * d->row + (every > 1 ? 9 : d->row / 2 + 4));
		put_label(d->p, d->t, i);
		html_raw(&d->p->html, "</text>\n");
	}
}

/* Bars with so many eighths of their time in calls; see struct otfp_bar. */
static uint64_t count_bars(const struct otfp_timeline *t, uint32_t class, uint32_t busy)
{
	uint64_t n = 0;

	for (size_t i = 0; i < t->nrows; i++)
		for (uint32_t k = 0; k < otfp_timeline_lanes(t); k++) {
			const struct otfp_lane *lane = otfp_timeline_lane(t, &t->rows[i], k);
			for (size_t b = 0; b < lane->n; b++)
				n += lane->bars[b].class == class && lane->bars[b].busy == busy;
		}
	return n;
}

/* One path has all bars of a class with so many eighths. */
static void put_class(const struct drawing *d, uint32_t class, uint32_t busy)
{
	const struct otfp_timeline *t = d->t;
	struct html *h = &d->p->html;

	if (busy && !count_bars(t, class, busy))
		return;
	html_put(h, "<path fill=\"#%06" PRIx32 "\"", colors_of(&d->p->colors, t->classes.p[class].name).color);
	if (busy)
		html_put(h, " fill-opacity=\"%.1f\"", bar_share(busy));
	html_raw(h, " d=\"");
	for (size_t i = 0; i < t->nrows; i++)
		for (uint32_t k = 0; k < otfp_timeline_lanes(t); k++) {
			const struct otfp_lane *lane = otfp_timeline_lane(t, &t->rows[i], k);
			const unsigned y10 = (unsigned)i * d->row * 10 + k * d->lane10;
			for (size_t b = 0; b < lane->n; b++)
				if (lane->bars[b].class == class && lane->bars[b].busy == busy)
					html_put(h, "M%" PRIu32 " %u.%uh%" PRIu32 "v%u.%uh-%" PRIu32 "z",
					         lane->bars[b].column, y10 / 10, y10 % 10,
					         lane->bars[b].end - lane->bars[b].column, d->lane10 / 10,
					         d->lane10 % 10, lane->bars[b].end - lane->bars[b].column);
		}
	html_raw(h, "\"><title>");
	html_tip(h, t->classes.p[class].name);
	html_raw(h, "</title></path>\n");
}

static unsigned y_of(const struct drawing *d, uint32_t process)
{
	const uint64_t *row = otfp_map_get(&d->t->row_of, process);

	return TOP + (unsigned)(row ? *row : 0) * d->row + d->row / 2;
}

static double x_of(const struct drawing *d, uint64_t tick)
{
	const double x = otfp_timeline_place(d->t, tick), most = d->t->o.columns;

	return LEFT + SCALE * fmin(fmax(x, 0), most);
}

static void put_messages(const struct drawing *d)
{
	const struct otfp_arrows *a = &d->t->arrows;

	if (!a->n)
		return;
	html_raw(&d->p->html, "<path class=\"message\" d=\"");
	for (size_t i = 0; i < a->n; i++)
		html_put(&d->p->html, "M%.1f %uL%.1f %u", x_of(d, a->p[i].sent), y_of(d, a->p[i].sender),
		         x_of(d, a->p[i].received), y_of(d, a->p[i].receiver));
	html_raw(&d->p->html, "\"/>\n");
}

static void put_axis(const struct drawing *d)
{
	const struct otfp_timeline_options *o = &d->t->o;
	struct html *h = &d->p->html;
	struct axis axis;

	axis_make(&axis, &(struct axis_options){.from = o->from,
	                                        .to = o->to,
	                                        .base = d->p->detail.first,
	                                        .resolution = d->t->resolution,
	                                        .x = LEFT,
	                                        .width = SCALE * o->columns});
	for (double v = ceil(axis.from / axis.step) * axis.step; v <= axis.from + axis.span * (1 + 1e-9);
	     v += axis.step) {
		const double x = axis.x + (v - axis.from) / axis.span * axis.width;
		html_put(h,
		         "<path class=\"frame\" d=\"M%.1f %dv%u\"/><text x=\"%.1f\" y=\"%u\" text-anchor=\"middle\">"
		         "%.*f</text>\n",
		         x, TOP, d->height + 4, x, TOP + d->height + 16, (int)axis.digits, v + 0.0);
	}
	html_put(h, "<text x=\"%d\" y=\"%u\">%s</text>\n", LEFT, TOP + d->height + AXIS, axis.caption);
}

static void put_picture(struct page *p, const struct otfp_timeline *t)
{
	const struct drawing d = measure(p, t);
	const unsigned width = LEFT + SCALE * t->o.columns + 20, height = TOP + d.height + AXIS + 6;
	struct html *h = &p->html;

	html_put(h, "<svg viewBox=\"0 0 %u %u\" width=\"%u\" role=\"img\" aria-label=\"timeline\">\n", width, height,
	         width);
	put_axis(&d);
	put_labels(&d);
	html_put(h, "<g transform=\"translate(%d %d) scale(%d 1)\">\n", LEFT, TOP, SCALE);
	for (uint32_t class = 1; class < t->classes.n; class ++)
		for (uint32_t busy = 0; busy <= 8; busy++)
			put_class(&d, class, busy);
	html_raw(h, "</g>\n");
	put_messages(&d);
	html_raw(h, "</svg>\n");
}

/* ---- the levels for the script ---- */

/* What a bar is: a function, or a group if it is no single call. Its JSON: the name, its group, the color of each, how
 * opaque it is. */
struct keys {
	struct otfp_map index; /* called, or class << 32 | eighths -> number */
	const struct otfp_timeline *t;
	struct colors *colors;
	struct otfp_buf text; /* their JSON */
};

static int add_number(struct otfp_buf *b, uint64_t v)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	char text[16];
	size_t n = 0;

	do {
		text[n++] = digits[(v & 31) | (v > 31 ? 32u : 0)];
		v >>= 5;
	} while (v);
	return otfp_buf_add(b, text, n);
}

/* The number of the key of a bar. @return -1 when memory is out */
static int64_t key_of(struct keys *keys, const struct otfp_bar *bar)
{
	const uint32_t called = bar->is_one ? bar->called : 0;
	const uint64_t key = called ? called : (uint64_t)bar->class << 32 | bar->busy,
		       *at = otfp_map_get(&keys->index, key);
	const struct otfp_str class = keys->t->classes.p[bar->class].name;
	const struct otfp_str name = called ? keys->t->names.definitions[called - 1].name : class;
	const uint64_t n = keys->index.n;

	if (at)
		return (int64_t)*at;
	if (colors_all(keys->colors, &name, name.n != 0) < 0 || otfp_map_set(&keys->index, key, n) < 0 ||
	    otfp_buf_printf(&keys->text, n ? ",[" : "[") < 0 || html_json(&keys->text, name.n ? name : class) < 0 ||
	    otfp_buf_puts(&keys->text, ",") < 0 || html_json(&keys->text, class) < 0 ||
	    otfp_buf_printf(&keys->text, ",\"#%06" PRIx32 "\",\"#%06" PRIx32 "\",%.1f]\n",
	                    colors_of(keys->colors, class).color, colors_of(keys->colors, name.n ? name : class).color,
	                    bar_share(bar->busy)) < 0)
		return -1;
	return (int64_t)n;
}

static int add_lane(struct otfp_buf *b, struct keys *keys, const struct otfp_lane *lane)
{
	uint32_t end = 0;

	if (otfp_buf_puts(b, "\"") < 0)
		return -1;
	for (size_t i = 0; i < lane->n; i++) {
		const struct otfp_bar *bar = &lane->bars[i];
		const int64_t key = key_of(keys, bar);
		if (key < 0 || add_number(b, bar->column - end) < 0 || add_number(b, bar->end - bar->column - 1) < 0 ||
		    add_number(b, (uint64_t)key) < 0)
			return -1;
		end = bar->end;
	}
	return otfp_buf_puts(b, "\"");
}

static int add_level(struct otfp_buf *b, struct keys *keys, const struct otfp_timeline *t)
{
	const uint32_t lanes = otfp_timeline_lanes(t);
	int rc = otfp_buf_printf(b, "{\"columns\":%" PRIu32 ",\"lanes\":%" PRIu32 ",\"shares\":%s,\"bars\":[\n",
	                         t->o.columns, lanes, t->is_dense ? "true" : "false");

	keys->t = t;
	for (size_t i = 0; i < t->nrows && rc == 0; i++)
		for (uint32_t k = 0; k < lanes && rc == 0; k++) {
			rc = i || k ? otfp_buf_puts(b, ",\n") : 0;
			rc = rc == 0 ? add_lane(b, keys, otfp_timeline_lane(t, &t->rows[i], k)) : rc;
		}
	return rc == 0 ? otfp_buf_puts(b, "]}") : -1;
}

static void put_rows(struct page *p, const struct otfp_timeline *t)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	char text[32];
	int rc = 0;

	for (size_t i = 0; i < t->nrows && rc == 0; i++) {
		rc = i ? otfp_buf_puts(&b, ",") : 0;
		if (rc == 0)
			rc = html_json(&b, process_label(&t->names, t->rows[i].first, text, sizeof text));
	}
	if (rc < 0)
		pen_fail(&p->html.pen);
	else
		pen_put(&p->html.pen, b.p, b.n);
	otfp_buf_release(&b);
}

/* Places are in columns of level 0. */
static void put_arrows(struct page *p, const struct otfp_timeline *t)
{
	for (size_t i = 0; i < t->arrows.n; i++) {
		const struct otfp_arrow *a = &t->arrows.p[i];
		const uint64_t *from = otfp_map_get(&t->row_of, a->sender), *to = otfp_map_get(&t->row_of, a->receiver);
		html_put(&p->html, "%s[%.4f,%" PRIu64 ",%.4f,%" PRIu64 "]", i ? "," : "",
		         otfp_timeline_place(t, a->sent), from ? *from : 0, otfp_timeline_place(t, a->received),
		         to ? *to : 0);
	}
}

/* Put the levels that fit into the limit. @return 0, or -1 when memory is out */
static int put_levels(struct page *p, struct keys *keys)
{
	const struct detail *d = &p->detail;
	struct otfp_buf b = OTFP_BUF_INIT;
	size_t used = 0;
	int rc = 0;

	for (unsigned i = 0; i < DETAIL_LEVELS && d->levels[i] && rc == 0; i++) {
		b.n = 0;
		rc = add_level(&b, keys, d->levels[i]);
		used += b.n + keys->text.n;
		if (used > d->limit)
			break;
		html_raw(&p->html, i ? ",\n" : "");
		pen_put(&p->html.pen, b.p, b.n);
	}
	otfp_buf_release(&b);
	return rc;
}

/* Whether a group has more than nine tenths of the time in calls: colors are those of functions then. */
static int has_one_group(const struct otfp_timeline *t)
{
	double all = 0, most = 0;

	for (size_t i = 1; i < t->classes.n; i++) {
		all += (double)t->classes.p[i].exclusive;
		most = fmax(most, (double)t->classes.p[i].exclusive);
	}
	return most > 0.9 * all;
}

static void put_data(struct page *p)
{
	const struct otfp_timeline *t = p->detail.levels[0];
	struct html *h = &p->html;
	struct keys keys = {.t = t, .colors = &p->colors};

	html_put(h,
	         "<script type=\"application/json\" id=\"timeline-data\">\n{\"from\":\"%" PRIu64 "\",\"to\":\"%" PRIu64
	         "\",\"first\":\"%" PRIu64 "\",\"resolution\":\"%" PRIu64 "\",\"per_row\":%" PRIu32
	         ",\"by_function\":%s,\"rows\":[",
	         t->o.from, t->o.to, p->detail.first, t->resolution, t->per_row, has_one_group(t) ? "true" : "false");
	put_rows(p, t);
	html_raw(h, "],\n\"messages\":[");
	put_arrows(p, t);
	html_raw(h, "],\n\"levels\":[");
	if (put_levels(p, &keys) < 0)
		pen_fail(&h->pen);
	html_raw(h, "],\n\"keys\":[");
	pen_put(&h->pen, keys.text.p, keys.text.n);
	html_raw(h, "]}\n</script>\n");
	otfp_map_release(&keys.index);
	otfp_buf_release(&keys.text);
}

/* ---- the section ---- */

/* Which names have another color than elsewhere. */
static void put_others(struct page *p, const struct legend_entry *legend, size_t n)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	const int has = legend_note(legend, n, &text);

	if (has < 0)
		pen_fail(&p->html.pen);
	if (has > 0) {
		html_raw(&p->html, "<p class=\"note\">");
		html_name(&p->html, (struct otfp_str){text.p, text.n});
		html_raw(&p->html, "</p>\n");
	}
	otfp_buf_release(&text);
}

static void put_legend(struct page *p, const struct otfp_timeline *t)
{
	struct legend_entry *legend = calloc(t->classes.n + 1, sizeof *legend);
	const size_t n = legend ? panel_legend(t, &p->colors, legend) : 0;
	struct html *h = &p->html;

	if (!legend)
		pen_fail(&h->pen);
	html_raw(h, "<ul class=\"legend\">\n");
	for (size_t i = 0; i < n; i++) {
		html_put(h,
		         "<li><svg aria-hidden=\"true\"><rect width=\"12\" height=\"12\" fill=\"#%06" PRIx32
		         "\"/></svg> ",
		         legend[i].color);
		html_name(h, legend[i].name);
		html_put(h, " %.1f%%%s%s</li>\n", 100 * legend[i].share, legend[i].of ? " " : "",
		         legend[i].of ? legend[i].of : "");
	}
	html_raw(h, "</ul>\n");
	put_others(p, legend, n);
	free(legend);
}

static void put_note(struct page *p, const struct otfp_timeline *t)
{
	struct html *h = &p->html;

	html_put(h, "<p class=\"note static\">%s</p>\n",
	         t->is_dense ? "The color is the group of the innermost calls; in a row its height is its share of "
	                       "the time." :
	                       "The color is the group of a call; the lanes of a row are depths of the call stack.");
	if (t->per_row == 1 && t->arrows.n == t->arrows.total)
		return;
	html_raw(h, "<p class=\"note\">");
	if (t->per_row > 1)
		html_put(h, "%zu processes, %" PRIu32 " a row. ", t->nshown, t->per_row);
	if (t->arrows.n < t->arrows.total)
		html_put(h, "Of %" PRIu64 " messages the %zu with the longest time from send to receive are shown.",
		         t->arrows.total, t->arrows.n);
	html_raw(h, "</p>\n");
}

/* Groups first: functions take none of theirs. */
static int choose_colors(struct page *p)
{
	const struct detail *d = &p->detail;
	int rc = 0;

	for (unsigned i = 0; i < DETAIL_LEVELS && d->levels[i]; i++)
		for (size_t k = 1; k < d->levels[i]->classes.n && rc == 0; k++)
			rc = colors_add(&p->colors, d->levels[i]->classes.p[k].name);
	return rc < 0 ? rc : colors_settle(&p->colors);
}

void page_timeline(struct page *p)
{
	const struct otfp_timeline *t = p->detail.levels[0];

	if (choose_colors(p) < 0)
		pen_fail(&p->html.pen);

	html_raw(&p->html, "<figure class=\"timeline\" data-trace=\"");
	html_word(&p->html, p->info.name[0] == '-' && !p->info.name[1] ? "TRACE" : p->info.name);
	html_raw(&p->html, "\">\n");
	put_picture(p, t);
	put_legend(p, t);
	put_note(p, t);
	html_raw(&p->html, "</figure>\n");
	if (p->detail.limit)
		put_data(p);
}
