/* spans.c - the answers "timeline" and "messages": from a level of the first pass, or from the trace at that place. */
#include "base/clamp.h"
#include "cmd/picture/panel.h"
#include "cmd/view/view.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 1200, ARROWS = 200, ARROWS_MOST = 100000, FLAGS = 1000 };

/* What is asked for. */
struct wish {
	struct view *view;
	const struct request *request;
	struct window window;
	uint64_t first, last; /* numbers of processes */
	int has_rows;
	uint64_t columns, limit;
};

/* "A-B". @return 0, or -1 after request_fail */
static int take_rows(struct wish *w, struct request *r)
{
	const char *text = r->arg(r->ctx, "rows");
	char *end;

	w->last = UINT64_MAX;
	if (!text)
		return 0;
	w->has_rows = 1;
	w->first = strtoull(text, &end, 10);
	w->last = w->first;
	if (*text >= '0' && *text <= '9' && *end == '-' && end[1] >= '0' && end[1] <= '9')
		w->last = strtoull(end + 1, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && w->first <= w->last && w->first < w->view->nprocesses)
		return 0;
	request_fail(r, 400, "rows: want A-B, numbers of processes from 0 to %zu",
	             w->view->nprocesses ? w->view->nprocesses - 1 : 0);
	return -1;
}

static int take_wish(struct wish *w, struct view *v, struct request *r)
{
	*w = (struct wish){.view = v, .request = r, .columns = COLUMNS, .limit = ARROWS};
	if (view_window(v, r, &w->window) < 0 || take_rows(w, r) < 0 ||
	    request_number(r, "columns", OTFP_TIMELINE_COLUMNS, &w->columns) < 0)
		return -1;
	w->columns = w->columns ? w->columns : 1;
	return request_number(r, "limit", ARROWS_MOST, &w->limit);
}

/* ---- the timeline of a window ---- */

struct making {
	const struct wish *wish;
	struct otfp_timeline *t;
	int no_calls;
};

static int is_wanted(void *ctx, uint32_t process)
{
	const struct making *m = ctx;
	const uint64_t *place = otfp_map_get(&m->wish->view->place, process);

	return view_has(m->wish->view, process) &&
	       (!m->wish->has_rows || (place && *place >= m->wish->first && *place <= m->wish->last));
}

static int make_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct making *m = ctx;
	const struct wish *w = m->wish;
	const struct otfp_timeline_options o = {.from = w->window.from,
	                                        .to = w->window.to,
	                                        .has_to = 1,
	                                        .columns = (uint32_t)w->columns,
	                                        .rows = VIEW_ROWS,
	                                        .lanes = VIEW_LANES,
	                                        .arrows = (size_t)w->limit,
	                                        .no_calls = m->no_calls,
	                                        .flags = FLAGS,
	                                        .no_operations = m->no_calls,
	                                        .no_markers = m->no_calls,
	                                        .wanted = is_wanted,
	                                        .ctx = m};

	return otfp_timeline_begin(m->t, &o, h) < 0 ? otfp_fail_memory(err) : 0;
}

static int make_take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	return otfp_timeline_add_all(((struct making *)ctx)->t, recs, n) < 0 ? otfp_fail_memory(err) : 0;
}

/* @return 0 or <0; the caller releases *t */
static int make(const struct wish *w, struct otfp_timeline *t, int no_calls, struct otfp_error *err)
{
	struct making m = {w, t, no_calls};
	const struct reading r = {.view = w->view,
	                          .request = w->request,
	                          .from = w->window.from,
	                          .to = w->window.to,
	                          .begin = make_begin,
	                          .take = make_take,
	                          .wanted = w->has_rows || w->view->selects_processes ? is_wanted : NULL,
	                          .ctx = &m};
	int rc = view_read(&r, err);

	return rc == 0 && otfp_timeline_end(t) < 0 ? otfp_fail_memory(err) : rc;
}

/* The coarsest level of the first pass with as many columns in the window as are asked for. @return NULL if there is
 * none */
static const struct otfp_timeline *find_level(const struct wish *w)
{
	const struct detail *d = &w->view->detail;
	const struct window all = view_all(w->view);
	const double wanted =
		(double)w->columns * (double)(all.to - all.from) / (double)(w->window.to - w->window.from);

	if (w->has_rows || !view_is_complete(w->view))
		return NULL;
	for (unsigned i = 0; i < DETAIL_LEVELS && d->levels[i]; i++)
		if (d->levels[i]->o.columns >= wanted)
			return d->levels[i];
	return NULL;
}

/* ---- its JSON ---- */

/* What spans refer to: name, group, and the color of each. */
struct span_keys {
	struct view *view;
	const struct otfp_timeline *t;
	struct otfp_map index; /* called, or class << 32 -> number */
	FILE *text;
	struct otfp_json json;
	int is_out;
};

static void put_color(struct span_keys *k, struct otfp_str name)
{
	char text[8];

	snprintf(text, sizeof text, "#%06" PRIx32, colors_of(&k->view->colors, name).color & 0xffffff);
	otfp_json_word(&k->json, NULL, text);
}

static uint64_t key_of(struct span_keys *k, const struct otfp_bar *bar)
{
	const uint32_t called = bar->is_one ? bar->called : 0;
	const uint64_t key = called ? called : (uint64_t)bar->class << 32, *at = otfp_map_get(&k->index, key);
	const struct otfp_str class = k->t->classes.p[bar->class].name;
	struct otfp_str name = called ? k->t->names.definitions[called - 1].name : class;
	const uint64_t n = k->index.n;

	if (at)
		return *at;
	name = name.n ? name : class;
	k->is_out |= otfp_map_set(&k->index, key, n) < 0;
	otfp_json_begin(&k->json, NULL, '[');
	otfp_json_text(&k->json, NULL, name);
	otfp_json_text(&k->json, NULL, class);
	put_color(k, class);
	put_color(k, name);
	otfp_json_end(&k->json, ']');
	return n;
}

/* Columns [from, to) of a timeline. */
struct span_columns {
	uint32_t from, to;
};

static void put_span(struct otfp_json *j, struct span_keys *k, const struct otfp_timeline_row *row, uint32_t depth,
                     const struct otfp_bar *bar, const struct span_columns *p)
{
	const uint32_t from = bar->column > p->from ? bar->column : p->from, to = bar->end < p->to ? bar->end : p->to;
	const double all = (double)k->t->width * (bar->end - bar->column) * row->n;

	otfp_json_begin(j, NULL, '[');
	otfp_json_number(j, NULL, 1, depth);
	otfp_json_number(j, NULL, 1, bar->start);
	otfp_json_number(j, NULL, 1, bar->stop);
	otfp_json_number(j, NULL, 1, key_of(k, bar));
	if (bar->is_one)
		otfp_json_number(j, NULL, 0, 0);
	else
		otfp_json_real(j, NULL, all > 0 ? fmin((double)bar->units / all, 1) : 0);
	otfp_json_number(j, NULL, 1, from - p->from);
	otfp_json_number(j, NULL, 1, to - p->from);
	otfp_json_end(j, ']');
}

/* Collective operations: begin, end, name, columns. */
static void put_operations(struct otfp_json *j, const struct otfp_timeline *t, const struct otfp_timeline_row *row,
                           const struct span_columns *p)
{
	const struct otfp_lane *lane = otfp_timeline_operations(t, row);

	otfp_json_begin(j, "operations", '[');
	for (size_t i = 0; i < lane->n; i++) {
		const struct otfp_bar *bar = &lane->bars[i];
		if (bar->end <= p->from || bar->column >= p->to)
			continue;
		otfp_json_begin(j, NULL, '[');
		otfp_json_number(j, NULL, 1, bar->start);
		otfp_json_number(j, NULL, 1, bar->stop);
		otfp_json_text(j, NULL, t->operations->p[bar->class].name);
		otfp_json_end(j, ']');
	}
	otfp_json_end(j, ']');
}

static void put_row(struct otfp_json *j, struct span_keys *k, size_t i, const struct span_columns *p)
{
	const struct otfp_timeline_row *row = &k->t->rows[i];
	char text[32];

	otfp_json_line(j, 1);
	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "process", 1, row->first);
	otfp_json_number(j, "processes", 1, row->n);
	otfp_json_text(j, "name", process_label(&k->t->names, row->first, text, sizeof text));
	otfp_json_begin(j, "spans", '[');
	for (uint32_t d = 0; d < otfp_timeline_lanes(k->t); d++) {
		const struct otfp_lane *lane = otfp_timeline_lane(k->t, row, d);
		for (size_t b = 0; b < lane->n; b++)
			if (lane->bars[b].end > p->from && lane->bars[b].column < p->to)
				put_span(j, k, row, d, &lane->bars[b], p);
	}
	otfp_json_end(j, ']');
	if (k->t->has_operations)
		put_operations(j, k->t, row, p);
	otfp_json_end(j, '}');
}

static uint64_t row_of(const struct otfp_timeline *t, uint32_t process)
{
	const uint64_t *row = otfp_map_get(&t->row_of, process);

	return row ? *row : 0;
}

static void put_arrow(struct otfp_json *j, const struct otfp_timeline *t, const struct otfp_arrow *a)
{
	char text[32];

	otfp_json_line(j, 1);
	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "sent", 1, a->sent);
	otfp_json_number(j, "received", 1, a->received);
	otfp_json_number(j, "sender", 1, a->sender);
	otfp_json_text(j, "sender_name", process_label(&t->names, a->sender, text, sizeof text));
	otfp_json_number(j, "sender_row", 1, row_of(t, a->sender));
	otfp_json_number(j, "receiver", 1, a->receiver);
	otfp_json_text(j, "receiver_name", process_label(&t->names, a->receiver, text, sizeof text));
	otfp_json_number(j, "receiver_row", 1, row_of(t, a->receiver));
	otfp_json_number(j, "length", 1, a->length);
	otfp_json_number(j, "tag", 1, a->tag);
	otfp_json_number(j, "communicator", 1, a->communicator);
	otfp_json_end(j, '}');
}

/* The longest first, of those that are under way in the window. */
static void put_arrows(struct otfp_json *j, const struct otfp_timeline *t, const struct window *w)
{
	otfp_json_begin(j, "messages", '[');
	for (size_t i = t->arrows.n; i > 0; i--)
		if (t->arrows.p[i - 1].received >= w->from && t->arrows.p[i - 1].sent < w->to)
			put_arrow(j, t, &t->arrows.p[i - 1]);
	otfp_json_end(j, ']');
}

/* Those in the window; `row` is null for one of all processes. */
static void put_markers(struct otfp_json *j, const struct otfp_timeline *t, const struct window *w)
{
	otfp_json_number(j, "markers_left_out", 1, t->flags_seen - t->nflags);
	otfp_json_begin(j, "markers", '[');
	for (size_t i = 0; i < t->nflags; i++) {
		const struct otfp_flag *flag = &t->flags[i];
		if (flag->time < w->from || flag->time >= w->to)
			continue;
		otfp_json_line(j, 1);
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "time", 1, flag->time);
		otfp_json_number(j, "row", flag->process != 0, flag->process ? row_of(t, flag->process) : 0);
		otfp_json_text(j, "name", flag->name);
		otfp_json_text(j, "text", flag->text);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}

static void put_timeline(struct otfp_json *j, struct span_keys *k, const struct span_columns *p,
                         const struct otfp_timeline *arrows, int is_level)
{
	const struct otfp_timeline *t = k->t;
	const struct window w = {otfp_timeline_tick(t, p->from), otfp_timeline_tick(t, p->to)};

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "from", 1, w.from);
	otfp_json_number(j, "to", 1, w.to);
	otfp_json_number(j, "columns", 1, p->to - p->from);
	otfp_json_number(j, "lanes", 1, otfp_timeline_lanes(t));
	otfp_json_yes(j, "shares", t->is_dense);
	otfp_json_number(j, "per_row", 1, t->per_row);
	otfp_json_yes(j, "from_trace", !is_level);
	otfp_json_begin(j, "rows", '[');
	for (size_t i = 0; i < t->nrows; i++)
		put_row(j, k, i, p);
	otfp_json_end(j, ']');
	otfp_json_number(j, "messages_in_all", 1, arrows->arrows.total);
	put_arrows(j, arrows, &w);
	put_markers(j, arrows, &w);
}

/* Write the timeline, then the keys that its spans have. @return 0, or -1 when memory is out */
static int write_timeline(struct view *v, struct request *r, const struct otfp_timeline *t,
                          const struct span_columns *p, int is_level)
{
	struct span_keys k = {.view = v, .t = t};
	char *text = NULL;
	size_t size = 0;

	k.text = open_memstream(&text, &size);
	if (!k.text)
		return -1;
	k.json.out = k.text;
	otfp_json_begin(&k.json, NULL, '[');
	put_timeline(&r->json, &k, p, is_level ? v->detail.levels[0] : t, is_level);
	otfp_json_end(&k.json, ']');
	k.is_out |= fclose(k.text) != 0;
	otfp_json_next(&r->json, "keys");
	if (text)
		fwrite(text, 1, size, r->json.out);
	otfp_json_end(&r->json, '}');
	free(text);
	otfp_map_release(&k.index);
	return k.is_out ? -1 : 0;
}

static void answer_level(const struct wish *w, struct request *r, const struct otfp_timeline *t)
{
	const double from = floor(otfp_timeline_place(t, w->window.from)),
		     to = ceil(otfp_timeline_place(t, w->window.to));
	struct span_columns p = {(uint32_t)fmin(fmax(from, 0), t->o.columns - 1), 0};

	p.to = (uint32_t)fmin(fmax(to, p.from + 1), t->o.columns);
	if (write_timeline(w->view, r, t, &p, 1) < 0)
		request_fail(r, 500, "out of memory");
}

static void answer_window(const struct wish *w, struct request *r)
{
	struct otfp_timeline *t = calloc(1, sizeof *t);
	const struct span_columns all = {0, (uint32_t)w->columns};
	struct otfp_error err;

	if (!t || view_enter(w->view, r) < 0) {
		request_fail(r, 500, t ? "interrupted" : "out of memory");
		free(t);
		return;
	}
	if (make(w, t, 0, &err) < 0)
		view_fail(r, &err);
	else if (write_timeline(w->view, r, t, &all, 0) < 0)
		request_fail(r, 500, "out of memory");
	view_leave(w->view);
	otfp_timeline_release(t);
	free(t);
}

void answer_timeline(struct view *v, struct request *r)
{
	const struct otfp_timeline *level;
	struct wish w;

	if (take_wish(&w, v, r) < 0)
		return;
	level = find_level(&w);
	if (level)
		answer_level(&w, r, level);
	else
		answer_window(&w, r);
}

void answer_messages(struct view *v, struct request *r)
{
	struct otfp_timeline *t = calloc(1, sizeof *t);
	struct otfp_error err;
	struct wish w;

	if (!t || take_wish(&w, v, r) < 0 || view_enter(v, r) < 0) {
		if (!t)
			request_fail(r, 500, "out of memory");
		free(t);
		return;
	}
	if (make(&w, t, 1, &err) < 0)
		view_fail(r, &err);
	else {
		otfp_json_begin(&r->json, NULL, '{');
		otfp_json_number(&r->json, "messages_in_all", 1, t->arrows.total);
		put_arrows(&r->json, t, &w.window);
		otfp_json_end(&r->json, '}');
	}
	view_leave(v);
	otfp_timeline_release(t);
	free(t);
}
