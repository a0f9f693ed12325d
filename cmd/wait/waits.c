/* waits.c - the tables of waits: by key, and the worst. */
#include "base/order.h"
#include "cmd/wait/tables.h"
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *token, *name;
	unsigned space;
} keys[OTFP_WAIT_NBYS] = {
	[OTFP_WAIT_PROCESS] = {"process", "process_name", OTFP_NAMED_PROCESS},
	[OTFP_WAIT_FUNCTION] = {"function", "function_name", OTFP_NAMED_FUNCTION},
	[OTFP_WAIT_PATH] = {"path", "path_name", OTFP_NAMED_FUNCTION},
	[OTFP_WAIT_PEER] = {"peer", "peer_name", OTFP_NAMED_PROCESS},
	[OTFP_WAIT_COMMUNICATOR] = {"communicator", "communicator_name", OTFP_NAMED_COMMUNICATOR},
};

static void add_word(struct wait_sheet *s, const char *word)
{
	wait_sheet_text(s, (struct otfp_str){word, strlen(word)});
}

static void add_columns(struct wait_sheet *s, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		wait_sheet_column(s, names[i], 1, 0);
}

/* ---- rows by key ---- */

static int by_sum(const void *a, const void *b)
{
	const struct otfp_wait_row *x = *(const struct otfp_wait_row *const *)a,
				   *y = *(const struct otfp_wait_row *const *)b;
	int i = 0;

	if (x->key[OTFP_WAIT_WINDOW] != y->key[OTFP_WAIT_WINDOW])
		return otfp_order(x->key[OTFP_WAIT_WINDOW], y->key[OTFP_WAIT_WINDOW]);
	if (x->sum != y->sum)
		return x->sum < y->sum ? 1 : -1;
	if (x->key[OTFP_WAIT_KIND] != y->key[OTFP_WAIT_KIND])
		return otfp_order(x->key[OTFP_WAIT_KIND], y->key[OTFP_WAIT_KIND]);
	while (i < OTFP_WAIT_NBYS - 1 && x->key[i] == y->key[i])
		i++;
	return otfp_order(x->key[i], y->key[i]);
}

static void key_cells(const struct wait_view *v, struct wait_sheet *s, const struct otfp_wait_row *r)
{
	for (unsigned i = 0; i < OTFP_WAIT_NBYS; i++) {
		if (!(v->by >> i & 1))
			continue;
		if (i == OTFP_WAIT_PATH)
			wait_view_path(v, s, otfp_wait_paths(v->w), (uint32_t)r->key[i]);
		else
			wait_view_name(v, s, keys[i].space, r->key[i]);
	}
}

/* A row without count has only parts of waits that start before the window. */
static void row_cells(const struct wait_view *v, struct wait_sheet *s, const struct otfp_wait_row *r)
{
	wait_view_window(v, s, r->key[OTFP_WAIT_WINDOW]);
	add_word(s, otfp_wait_kind_name((unsigned)r->key[OTFP_WAIT_KIND]));
	key_cells(v, s, r);
	wait_sheet_number(s, r->count);
	wait_sheet_ticks(s, r->sum);
	if (!r->count) {
		for (int i = 0; i < 6; i++)
			wait_sheet_none(s);
		return;
	}
	wait_sheet_ticks(s, r->max);
	wait_sheet_ticks(s, r->worst.start);
	wait_view_name(v, s, OTFP_NAMED_PROCESS, r->worst.process);
	wait_view_name(v, s, OTFP_NAMED_FUNCTION, r->worst.function);
}

static void row_columns(const struct wait_view *v, struct wait_sheet *s)
{
	static const char *const names[] = {"count", "sum", "max"};

	wait_view_window_column(v, s);
	wait_sheet_column(s, "wait", 1, 1);
	for (unsigned i = 0; i < OTFP_WAIT_NBYS; i++)
		if (v->by >> i & 1) {
			wait_sheet_column(s, keys[i].token, 0, 0);
			wait_sheet_column(s, keys[i].name, 1, 1);
		}
	add_columns(s, names, 3);
	wait_sheet_column(s, "max_start", 0, 0);
	wait_sheet_column(s, "max_process", 0, 0);
	wait_sheet_column(s, "max_process_name", 1, 1);
	wait_sheet_column(s, "max_function", 0, 0);
	wait_sheet_column(s, "max_function_name", 0, 1);
}

int wait_table_wait(const struct wait_view *v, struct wait_sheet *s)
{
	size_t n;
	const struct otfp_wait_row *rows = otfp_wait_rows(v->w, &n);
	const struct otfp_wait_row **list = malloc((n + 1) * sizeof *list);

	s->name = "wait";
	row_columns(v, s);
	if (!list)
		return -1;
	for (size_t i = 0; i < n; i++)
		list[i] = &rows[i];
	if (n)
		qsort(list, n, sizeof *list, by_sum);
	for (size_t i = 0; i < n; i++)
		row_cells(v, s, list[i]);
	free(list);
	return s->failed ? -1 : 0;
}

/* ---- the worst ---- */

int wait_table_worst(const struct wait_view *v, struct wait_sheet *s)
{
	size_t n;
	const struct otfp_wait_found *worst = otfp_wait_worst(v->w, &n);
	static const struct wait_sheet_column columns[] = {
		{"wait", 1, 1},
		{"time", 1, 0},
		{"start", 1, 0},
		{"process", 0, 0},
		{"process_name", 1, 1},
		{"function", 0, 0},
		{"function_name", 1, 1},
		{"caller", 0, 0},
		{"caller_name", 1, 1},
		{"peer", 0, 0},
		{"peer_name", 1, 1},
		{"peer_caller", 0, 0},
		{"peer_caller_name", 1, 1},
		{"communicator", 0, 0},
		{"communicator_name", 0, 1},
	};

	s->name = "worst";
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		wait_sheet_column(s, columns[i].name, columns[i].people, columns[i].is_text);
	for (size_t i = 0; i < n; i++) {
		const struct otfp_wait_found *f = &worst[i];
		add_word(s, otfp_wait_kind_name(f->wrong_order ? OTFP_WRONG_ORDER : (unsigned)f->kind));
		wait_sheet_ticks(s, f->end - f->start);
		wait_sheet_ticks(s, f->start);
		wait_view_name(v, s, OTFP_NAMED_PROCESS, f->process);
		wait_view_name(v, s, OTFP_NAMED_FUNCTION, f->function);
		wait_view_name(v, s, OTFP_NAMED_FUNCTION, f->caller);
		wait_view_name(v, s, OTFP_NAMED_PROCESS, f->peer);
		wait_view_name(v, s, OTFP_NAMED_FUNCTION, f->peer_caller);
		wait_view_name(v, s, OTFP_NAMED_COMMUNICATOR, f->communicator);
	}
	return s->failed ? -1 : 0;
}
