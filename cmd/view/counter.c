/* counter.c - the answer "counter": the values of counters in the columns of a window. */
#include "base/set.h"
#include "cmd/picture/panel.h"
#include "cmd/view/view.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 600 };

struct counting {
	const struct view *view;
	struct window window;
	uint64_t columns;
	struct otfp_timeline timeline;
	struct otfp_curves curves;
};

static int is_wanted(void *ctx, uint32_t process)
{
	return view_has(((struct counting *)ctx)->view, process);
}

static int begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct counting *c = ctx;
	const struct otfp_timeline_options o = {.from = c->window.from,
	                                        .to = c->window.to,
	                                        .has_to = 1,
	                                        .columns = (uint32_t)c->columns,
	                                        .rows = VIEW_ROWS,
	                                        .lanes = 1,
	                                        .no_calls = 1,
	                                        .wanted = is_wanted,
	                                        .ctx = c,
	                                        .no_messages = 1,
	                                        .no_operations = 1,
	                                        .no_markers = 1};

	return otfp_timeline_begin(&c->timeline, &o, h) < 0 ? otfp_fail_memory(err) : 0;
}

static int take(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err)
{
	struct counting *c = ctx;

	for (size_t i = 0; i < n; i++)
		if (otfp_timeline_add(&c->timeline, recs[i]) < 0 ||
		    otfp_curves_add(&c->curves, &c->timeline, recs[i]) < 0)
			return otfp_fail_memory(err);
	return 0;
}

static void put_curve(const struct counting *c, struct otfp_json *j, const struct otfp_curve *curve)
{
	char text[32];

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "process", 1, curve->process);
	otfp_json_text(j, "name", process_label(&c->timeline.names, curve->process, text, sizeof text));
	otfp_json_begin(j, "points", '[');
	for (size_t i = 0; i < curve->n; i++) {
		const struct otfp_curve_point *p = &curve->points[i];
		otfp_json_begin(j, NULL, '[');
		otfp_json_number(j, NULL, 1, p->column);
		otfp_json_real(j, NULL, (double)p->first);
		otfp_json_real(j, NULL, (double)p->least);
		otfp_json_real(j, NULL, (double)p->most);
		otfp_json_real(j, NULL, (double)p->last);
		otfp_json_end(j, ']');
	}
	otfp_json_end(j, ']');
	otfp_json_end(j, '}');
}

static void put(const struct counting *c, struct otfp_json *j)
{
	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "from", 1, c->window.from);
	otfp_json_number(j, "to", 1, c->window.to);
	otfp_json_number(j, "columns", 1, c->columns);
	otfp_json_number(j, "left_out", 1, c->curves.left_out);
	otfp_json_begin(j, "counters", '[');
	for (size_t i = 0; i < c->curves.n; i++) {
		const struct otfp_curve_counter *counter = &c->curves.counters[i];
		otfp_json_line(j, 1);
		otfp_json_begin(j, NULL, '{');
		otfp_json_text(j, "name", counter->name);
		otfp_json_text(j, "unit", counter->unit);
		otfp_json_yes(j, "is_rate", counter->is_rate);
		otfp_json_real(j, "least", counter->least);
		otfp_json_real(j, "most", counter->most);
		otfp_json_begin(j, "curves", '[');
		for (size_t k = 0; k < counter->n; k++)
			put_curve(c, j, &counter->curves[k]);
		otfp_json_end(j, ']');
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
	otfp_json_end(j, '}');
}

static void count(struct view *v, struct request *r, struct counting *c)
{
	const struct reading reading = {.view = v,
	                                .request = r,
	                                .from = c->window.from,
	                                .to = c->window.to,
	                                .begin = begin,
	                                .take = take,
	                                .ctx = c};
	struct otfp_error err;
	int rc = view_read(&reading, &err);

	if (rc == 0 && (otfp_timeline_end(&c->timeline) < 0 || otfp_curves_hold(&c->curves, &c->timeline) < 0))
		rc = otfp_fail_memory(&err);
	if (rc < 0)
		view_fail(r, &err);
	else
		put(c, &r->json);
}

/* The tokens of the counters of a name, as a set: the text of a set could name a file. @return 0, or <0 with err filled
 */
static int find_tokens(const struct view *v, const char *name, struct otfp_set **set, struct otfp_error *err)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	const size_t n = strlen(name);
	const int is_any = strcmp(name, "*") == 0;
	int rc = is_any ? otfp_buf_puts(&text, "*") : 0;

	for (size_t i = 0; i < v->defined.n && rc == 0 && !is_any; i++) {
		const struct otfp_definition *d = &v->defined.definitions[i];
		if (d->space == OTFP_NAMED_COUNTER && d->name.n == n && memcmp(d->name.p, name, n) == 0)
			rc = otfp_buf_printf(&text, "%s%" PRIu32, text.n ? "," : "", d->token);
	}
	if (rc < 0 || !otfp_buf_str(&text))
		rc = otfp_fail_memory(err);
	else if (!text.n)
		rc = otfp_fail(err, OTFP_EUSAGE, "name: there is no such counter");
	else
		rc = otfp_set_parse(set, text.p, "name", err);
	otfp_buf_release(&text);
	return rc;
}

static void answer_set(struct view *v, struct request *r, struct counting *c, const char *name)
{
	struct otfp_set *set = NULL;
	struct otfp_error err;

	if (find_tokens(v, name, &set, &err) < 0)
		view_fail(r, &err);
	else if (view_enter(v, r) == 0) {
		c->curves.asked.set = set;
		count(v, r, c);
		view_leave(v);
		otfp_curves_release(&c->curves);
		otfp_timeline_release(&c->timeline);
	}
	otfp_set_free(set);
}

void answer_counter(struct view *v, struct request *r)
{
	const char *name = request_word(r, "name");
	struct counting *c = calloc(1, sizeof *c);

	if (!c)
		request_fail(r, 500, "out of memory");
	if (name && c) {
		c->view = v;
		c->columns = COLUMNS;
		if (view_window(v, r, &c->window) == 0 &&
		    request_number(r, "columns", OTFP_TIMELINE_COLUMNS, &c->columns) == 0) {
			c->columns = c->columns ? c->columns : 1;
			answer_set(v, r, c, name);
		}
	}
	free(c);
}
