/* part.c - a part of a timeline as JSON: rows of spans, messages, markers, and the keys that the spans have. */
#include "cmd/picture/panel.h"
#include "cmd/view/view.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- keys ---- */

/* What spans refer to: name, group, and the color of each. */
struct span_keys {
	struct view *view;
	const struct otfp_timeline *t; /* that has names and classes */
	struct otfp_map index;         /* called, or class << 32 -> number */
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

/* ---- rows ---- */

static void put_span(struct otfp_json *j, struct span_keys *k, const struct otfp_timeline_row *row, uint32_t depth,
                     const struct otfp_bar *bar, const struct view_part *p)
{
	const uint32_t from = bar->column > p->from ? bar->column : p->from, to = bar->end < p->to ? bar->end : p->to;
	const double all = (double)p->t->width * (bar->end - bar->column) * row->n;

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
static void put_operations(struct otfp_json *j, const struct otfp_timeline_row *row, const struct view_part *p)
{
	const struct otfp_lane *lane = otfp_timeline_operations(p->t, row);

	otfp_json_begin(j, "operations", '[');
	for (size_t i = 0; i < lane->n; i++) {
		const struct otfp_bar *bar = &lane->bars[i];
		if (bar->end <= p->from || bar->column >= p->to)
			continue;
		otfp_json_begin(j, NULL, '[');
		otfp_json_number(j, NULL, 1, bar->start);
		otfp_json_number(j, NULL, 1, bar->stop);
		otfp_json_text(j, NULL, p->first->operations->p[bar->class].name);
		otfp_json_end(j, ']');
	}
	otfp_json_end(j, ']');
}

static uint32_t count_lanes(const struct view_part *p)
{
	const uint32_t n = otfp_timeline_lanes(p->t);

	return p->t->is_dense && p->bands < n ? p->bands : n;
}

/* Some bands stand for all. */
static const struct otfp_lane *lane_of(const struct view_part *p, const struct otfp_timeline_row *row, uint32_t d)
{
	const uint32_t n = otfp_timeline_lanes(p->t), lanes = count_lanes(p);

	return otfp_timeline_lane(p->t, row, (2 * d + 1) * n / (2 * lanes));
}

static void put_row(struct otfp_json *j, struct span_keys *k, size_t i, const struct view_part *p)
{
	const struct otfp_timeline_row *row = &p->t->rows[i];
	char text[32];

	otfp_json_line(j, 1);
	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "process", 1, row->first);
	otfp_json_number(j, "processes", 1, row->n);
	otfp_json_text(j, "name", process_label(&k->t->names, row->first, text, sizeof text));
	otfp_json_begin(j, "spans", '[');
	for (uint32_t d = 0; d < count_lanes(p); d++) {
		const struct otfp_lane *lane = lane_of(p, row, d);
		for (size_t b = 0; b < lane->n; b++)
			if (lane->bars[b].end > p->from && lane->bars[b].column < p->to)
				put_span(j, k, row, d, &lane->bars[b], p);
	}
	otfp_json_end(j, ']');
	if (p->t->has_operations)
		put_operations(j, row, p);
	otfp_json_end(j, '}');
}

/* ---- messages and markers ---- */

/* The number of the row of a process among those of the part. @return 0 if it has none */
static int find_row(const struct view_part *p, uint32_t process, uint64_t *row)
{
	const uint64_t *at = otfp_map_get(&p->t->row_of, process);

	if (!at || *at < p->first_row || *at >= p->end_row)
		return 0;
	*row = *at - p->first_row;
	return 1;
}

static void put_arrow(struct otfp_json *j, const struct view_part *p, const struct otfp_arrow *a)
{
	uint64_t sender = 0, receiver = 0;
	char text[32];

	find_row(p, a->sender, &sender);
	find_row(p, a->receiver, &receiver);
	otfp_json_line(j, 1);
	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "sent", 1, a->sent);
	otfp_json_number(j, "received", 1, a->received);
	otfp_json_number(j, "sender", 1, a->sender);
	otfp_json_text(j, "sender_name", process_label(&p->first->names, a->sender, text, sizeof text));
	otfp_json_number(j, "sender_row", 1, sender);
	otfp_json_number(j, "receiver", 1, a->receiver);
	otfp_json_text(j, "receiver_name", process_label(&p->first->names, a->receiver, text, sizeof text));
	otfp_json_number(j, "receiver_row", 1, receiver);
	otfp_json_number(j, "length", 1, a->length);
	otfp_json_number(j, "tag", 1, a->tag);
	otfp_json_number(j, "communicator", 1, a->communicator);
	otfp_json_end(j, '}');
}

static int is_shown(const struct view_part *p, const struct otfp_arrow *a)
{
	uint64_t row;

	return a->received >= p->window.from && a->sent < p->window.to && find_row(p, a->sender, &row) &&
	       find_row(p, a->receiver, &row);
}

void view_put_messages(struct otfp_json *j, const struct view_part *p)
{
	const struct otfp_arrows *all = &p->first->arrows;
	const size_t n = p->is_open ? 0 : all->n; /* sorted when the pass is done */
	size_t shown = 0, put = 0;

	for (size_t i = 0; i < n; i++)
		shown += is_shown(p, &all->p[i]) != 0;
	otfp_json_number(j, "messages_in_all", !p->is_open && (!p->is_level || all->n == all->total),
	                 p->is_level ? shown : all->total);
	otfp_json_begin(j, "messages", '[');
	for (size_t i = n; i > 0 && put < p->limit; i--) /* the longest first */
		if (is_shown(p, &all->p[i - 1])) {
			put_arrow(j, p, &all->p[i - 1]);
			put++;
		}
	otfp_json_end(j, ']');
}

/* Those in the window; `row` is null for one of all processes. */
static void put_markers(struct otfp_json *j, const struct view_part *p)
{
	const struct otfp_timeline *t = p->first;
	uint64_t row = 0;

	otfp_json_number(j, "markers_left_out", 1, t->flags_seen - t->nflags);
	otfp_json_begin(j, "markers", '[');
	for (size_t i = 0; i < t->nflags; i++) {
		const struct otfp_flag *flag = &t->flags[i];
		if (flag->time < p->window.from || flag->time >= p->window.to ||
		    (flag->process && !find_row(p, flag->process, &row)))
			continue;
		otfp_json_line(j, 1);
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "time", 1, flag->time);
		otfp_json_number(j, "row", flag->process != 0, row);
		otfp_json_text(j, "name", flag->name);
		otfp_json_text(j, "text", flag->text);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}

/* ---- all ---- */

static void put_part(struct otfp_json *j, struct span_keys *k, const struct view_part *p)
{
	const struct otfp_timeline *t = p->t;

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "from", 1, p->window.from);
	otfp_json_number(j, "to", 1, p->window.to);
	otfp_json_number(j, "read_to", p->is_open, otfp_timeline_tick(t, t->column));
	otfp_json_number(j, "columns", 1, p->to - p->from);
	otfp_json_number(j, "lanes", 1, count_lanes(p));
	otfp_json_yes(j, "shares", t->is_dense);
	otfp_json_number(j, "per_row", 1, t->per_row);
	otfp_json_yes(j, "from_trace", !p->is_level);
	otfp_json_begin(j, "rows", '[');
	for (size_t i = p->first_row; i < p->end_row; i++)
		put_row(j, k, i, p);
	otfp_json_end(j, ']');
	view_put_messages(j, p);
	put_markers(j, p);
}

int view_put_part(struct view *v, struct request *r, const struct view_part *p)
{
	struct span_keys k = {.view = v, .t = p->first};
	struct otfp_buf text = OTFP_BUF_INIT;

	k.text = request_memory(&text);
	if (!k.text)
		return -1;
	k.json.out = k.text;
	otfp_json_begin(&k.json, NULL, '[');
	put_part(&r->json, &k, p);
	otfp_json_end(&k.json, ']');
	k.is_out |= ferror(k.text) != 0;
	k.is_out |= fclose(k.text) != 0;
	otfp_json_next(&r->json, "keys");
	if (text.n)
		fwrite(text.p, 1, text.n, r->json.out);
	otfp_json_end(&r->json, '}');
	otfp_buf_release(&text);
	otfp_map_release(&k.index);
	return k.is_out ? -1 : 0;
}
