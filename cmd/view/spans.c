/* spans.c - the answers "timeline" and "messages": from a level of the first pass, or from the trace at that place. */
#include "cmd/view/view.h"
#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 1200, ARROWS = 200, ARROWS_MOST = 100000, FLAGS = 1000 };
enum { LONG = 1000000, MANY = 100000 /* records */ };

/* What is asked for. */
struct wish {
	struct view *view;
	const struct request *request;
	struct window window;
	uint64_t first, last; /* numbers of processes */
	int has_rows;
	uint64_t columns, limit, bands;
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
	if (*text >= '0' && *text <= '9' && !*end && w->first <= w->last && w->first < w->view->nprocesses) {
		w->last = w->last < w->view->nprocesses ? w->last : w->view->nprocesses - 1;
		w->has_rows = w->first > 0 || w->last + 1 < w->view->nprocesses;
		return 0;
	}
	request_fail(r, 400, "rows: want A-B, numbers of processes from 0 to %zu",
	             w->view->nprocesses ? w->view->nprocesses - 1 : 0);
	return -1;
}

static int take_wish(struct wish *w, struct view *v, struct request *r)
{
	*w = (struct wish){.view = v, .request = r, .columns = COLUMNS, .limit = ARROWS, .bands = VIEW_LANES};
	if (view_window(v, r, &w->window) < 0 || take_rows(w, r) < 0 ||
	    request_number(r, "columns", OTFP_TIMELINE_COLUMNS, &w->columns) < 0 ||
	    request_number(r, "bands", VIEW_LANES, &w->bands) < 0)
		return -1;
	w->columns = w->columns ? w->columns : 1;
	w->bands = w->bands ? w->bands : 1;
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

/* ---- a level of the first pass ---- */

/* How large a part of the time the window is. */
static double share_of(const struct wish *w)
{
	const struct window all = view_all(w->view);

	return (double)(w->window.to - w->window.from) / (double)(all.to - all.from);
}

/* Whether it takes long to read the window. */
static int is_long(const struct wish *w)
{
	return (double)w->view->detail.records * share_of(w) > LONG;
}

/* Whether a level shows the window as far as it is needed: while the first pass comes there, what there is of a long
 * one. Columns that are shorter than a tick would not begin where the ticks do. */
static int is_there(const struct wish *w, const struct otfp_timeline *t)
{
	return is_long(w) || (otfp_timeline_tick(t, t->column) >= w->window.to && t->o.columns <= t->o.to - t->o.from);
}

/* Columns that are a third longer than those asked for will do where they save that many records. */
static int is_fine(const struct wish *w, const struct otfp_timeline *t)
{
	const double columns = t->o.columns * share_of(w), asked = (double)w->columns;

	return columns >= asked || (columns >= asked * 3 / 4 && (double)w->view->detail.records * share_of(w) > MANY);
}

/* The coarsest level of the first pass with as many columns in the window as are asked for; the finest one for a window
 * that takes long to read. @return NULL if there is none */
static const struct otfp_timeline *find_level(const struct wish *w)
{
	const struct detail *d = &w->view->detail;
	const struct otfp_timeline *t = NULL;

	if (!d->levels[0] || !d->levels[0]->has_layout)
		return NULL;
	if (w->has_rows && d->levels[0]->per_row > 1)
		t = w->last - w->first < VIEW_ROWS ? d->each : NULL;
	else
		for (unsigned i = 0; i < DETAIL_LEVELS && d->levels[i] && (!t || !is_fine(w, t)); i++)
			t = is_there(w, d->levels[i]) ? d->levels[i] : t;
	return t && is_there(w, t) && (is_fine(w, t) || is_long(w)) ? t : NULL;
}

/* The rows of the processes that are asked for. @return 0 if the level does not have them */
static int find_rows(const struct wish *w, struct view_part *p)
{
	const struct view *v = w->view;
	const uint64_t *first, *last;

	p->end_row = p->t->nrows;
	if (!w->has_rows)
		return 1;
	first = otfp_map_get(&p->t->row_of, v->processes[w->first]);
	last = otfp_map_get(&p->t->row_of, v->processes[w->last]);
	if (!first || !last)
		return 0;
	p->first_row = *first;
	p->end_row = *last + 1;
	return 1;
}

/* @return whether there is a level that answers */
static int answer_level(const struct wish *w, struct request *r, int is_open)
{
	const struct otfp_timeline *t = find_level(w);
	struct view_part p = {.t = t,
	                      .first = w->view->detail.levels[0],
	                      .bands = (uint32_t)w->bands,
	                      .limit = ARROWS,
	                      .is_level = 1,
	                      .is_open = is_open};

	if (!t || !find_rows(w, &p))
		return 0;
	p.from = (uint32_t)fmin(fmax(floor(otfp_timeline_place(t, w->window.from)), 0), t->o.columns - 1);
	p.to = (uint32_t)fmin(fmax(ceil(otfp_timeline_place(t, w->window.to)), p.from + 1), t->o.columns);
	p.window = (struct window){otfp_timeline_tick(t, p.from), otfp_timeline_tick(t, p.to)};
	if (view_put_part(w->view, r, &p) < 0)
		request_fail(r, 500, "out of memory");
	return 1;
}

/* The same while the first pass makes the levels. */
static int answer_open_level(const struct wish *w, struct request *r)
{
	int is_answered;

	view_hold(w->view);
	is_answered = answer_level(w, r, 1);
	view_let_go(w->view);
	return is_answered;
}

/* ---- the answers ---- */

static void answer_window(const struct wish *w, struct request *r)
{
	struct otfp_timeline *t = calloc(1, sizeof *t);
	struct view_part p = {.t = t,
	                      .first = t,
	                      .to = (uint32_t)w->columns,
	                      .bands = (uint32_t)w->bands,
	                      .limit = w->limit,
	                      .window = w->window};
	struct otfp_error err;

	if (!t || view_enter(w->view, r) < 0) {
		request_fail(r, 500, t ? "interrupted" : "out of memory");
		free(t);
		return;
	}
	if (make(w, t, 0, &err) < 0)
		view_fail(r, &err);
	else {
		p.end_row = t->nrows;
		if (view_put_part(w->view, r, &p) < 0)
			request_fail(r, 500, "out of memory");
	}
	view_leave(w->view);
	otfp_timeline_release(t);
	free(t);
}

void answer_timeline(struct view *v, struct request *r)
{
	struct wish w;

	if (take_wish(&w, v, r) < 0)
		return;
	if (!(view_is_complete(v) ? answer_level(&w, r, 0) : answer_open_level(&w, r)))
		answer_window(&w, r);
}

/* Those of the whole trace that took longest are known when the first pass is done. @return the level that has them, or
 * NULL */
static const struct otfp_timeline *knows_messages(const struct wish *w)
{
	const struct window all = view_all(w->view);
	const int is_whole = !w->has_rows && w->window.from == all.from && w->window.to == all.to;
	const struct otfp_timeline *t = is_whole && view_is_complete(w->view) ? w->view->detail.levels[0] : NULL;

	return t && (t->arrows.n == t->arrows.total || t->arrows.n >= w->limit) ? t : NULL;
}

static void put_messages(const struct wish *w, struct request *r, const struct otfp_timeline *t)
{
	const struct view_part p = {.t = t, .first = t, .end_row = t->nrows, .limit = w->limit, .window = w->window};

	otfp_json_begin(&r->json, NULL, '{');
	view_put_messages(&r->json, &p);
	otfp_json_end(&r->json, '}');
}

static void read_messages(const struct wish *w, struct request *r)
{
	struct otfp_timeline *t = calloc(1, sizeof *t);
	struct otfp_error err;

	if (!t || view_enter(w->view, r) < 0) {
		if (!t)
			request_fail(r, 500, "out of memory");
		free(t);
		return;
	}
	if (make(w, t, 1, &err) < 0)
		view_fail(r, &err);
	else
		put_messages(w, r, t);
	view_leave(w->view);
	otfp_timeline_release(t);
	free(t);
}

void answer_messages(struct view *v, struct request *r)
{
	const struct otfp_timeline *known;
	struct otfp_error err;
	struct wish w;

	if (take_wish(&w, v, r) < 0)
		return;
	known = knows_messages(&w);
	if (!known)
		read_messages(&w, r);
	else if (view_check_files(v, &err) < 0)
		view_fail(r, &err);
	else
		put_messages(&w, r, known);
}
