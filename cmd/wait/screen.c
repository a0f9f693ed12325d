/*
 * screen.c - without --table: what a run loses, where, and by whom, on one screen of 80 columns and 24 lines.
 *
 * The waits are those of one kind in one function and its caller, with their largest root cause.
 */
#include "cmd/wait/screen.h"
#include "base/human.h"
#include "base/order.h"
#include "cmd/words/words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WAITS = 5, FUNCTIONS = 3, SILENT = 4, WIDTH = 80 };

/* ---- the efficiencies ---- */

static void put_percent(const char *name, otfp_wide part, otfp_wide of, FILE *out)
{
	if (of)
		fprintf(out, "%s %.1f %%", name, 100 * otfp_wide_real(part) / otfp_wide_real(of));
	else
		fprintf(out, "%s -", name);
}

static int put_time(const char *name, otfp_wide ticks, uint64_t resolution, FILE *out)
{
	struct otfp_buf b = {0};
	int rc = otfp_human_ticks(&b, otfp_wide_real(ticks), resolution);

	if (rc == 0 && otfp_buf_str(&b))
		fprintf(out, "%s %s", name, b.p);
	otfp_buf_release(&b);
	return rc;
}

static int put_efficiencies(const struct otfp_wait_window *r, uint64_t resolution, FILE *out)
{
	const otfp_wide n = r->nroots, runtime = r->last - r->first, whole = n ? runtime : 0;
	int rc;

	fprintf(out, "%" PRIu64 " %s", r->nroots, otfp_noun(r->nroots, "process", "processes"));
	rc = put_time(", runtime", runtime, resolution, out);
	if (rc == 0)
		rc = put_time(", on an ideal network", r->max_clock, resolution, out);
	put_percent("\nparallel efficiency", r->useful, n * whole, out);
	put_percent(" = load balance", r->useful, n * r->max_useful, out);
	put_percent(" * communication", r->max_useful, whole, out);
	put_percent("\ncommunication", r->max_useful, whole, out);
	put_percent(" = serialization", r->max_useful, n ? r->max_clock : 0, out);
	put_percent(" * transfer", r->max_clock, whole, out);
	if (r->counts[OTFP_WAIT_SKEWED])
		fprintf(out, " (unreliable, %" PRIu64 " skewed)", r->counts[OTFP_WAIT_SKEWED]);
	putc('\n', out);
	return rc;
}

/* ---- the waits ---- */

/* Waits of one kind in one path. */
struct wait_place {
	const struct otfp_wait_row *worst; /* that of the peer that costs most */
	otfp_wide sum;
};

static int by_place(const void *a, const void *b)
{
	const struct otfp_wait_row *x = *(const struct otfp_wait_row *const *)a,
				   *y = *(const struct otfp_wait_row *const *)b;

	if (x->key[OTFP_WAIT_KIND] != y->key[OTFP_WAIT_KIND])
		return otfp_order(x->key[OTFP_WAIT_KIND], y->key[OTFP_WAIT_KIND]);
	return otfp_order2(x->key[OTFP_WAIT_PATH], y->key[OTFP_WAIT_PATH], x->key[OTFP_WAIT_PEER],
	                   y->key[OTFP_WAIT_PEER]);
}

static int by_cost(const void *a, const void *b)
{
	const struct wait_place *x = a, *y = b;

	return x->sum != y->sum ? otfp_order_down(x->sum, y->sum) : by_place(&x->worst, &y->worst);
}

static size_t places_of(const struct otfp_wait_row **list, size_t n, struct wait_place *to)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		struct wait_place *p = &to[at];
		if (!list[i]->count)
			continue;
		if (at && to[at - 1].worst->key[OTFP_WAIT_KIND] == list[i]->key[OTFP_WAIT_KIND] &&
		    to[at - 1].worst->key[OTFP_WAIT_PATH] == list[i]->key[OTFP_WAIT_PATH])
			p = &to[at - 1];
		else
			*p = (struct wait_place){list[i], 0}, at++;
		p->sum += list[i]->sum;
		if (list[i]->sum > p->worst->sum)
			p->worst = list[i];
	}
	return at;
}

static void put_name(const struct wait_view *v, struct table *t, unsigned space, otfp_ref ref)
{
	t->failed |= name_add(&t->scratch, v->names, space, ref) < 0;
}

static void put_word(struct table *t, const char *word)
{
	t->failed |= otfp_buf_puts(&t->scratch, word) < 0;
}

/* "function < caller" */
static void where_cell(const struct wait_view *v, struct table *t, const struct otfp_wait_found *f)
{
	put_name(v, t, OTFP_NAMED_FUNCTION, f->function);
	if (f->caller != OTFP_NO_REF) {
		put_word(t, " < ");
		put_name(v, t, OTFP_NAMED_FUNCTION, f->caller);
	}
	table_scratch(t, 0);
}

/* The largest root cause of the waits of a place. */
static const struct otfp_root_place *root_of(const struct wait_view *v, const struct wait_place *p)
{
	return otfp_roots_place(v->roots, (unsigned)p->worst->key[OTFP_WAIT_KIND],
	                        (uint32_t)p->worst->key[OTFP_WAIT_PATH]);
}

/* "process in function", and its share of what the place costs */
static void root_cells(const struct wait_view *v, struct table *t, const struct wait_place *p)
{
	const struct otfp_root_place *root = root_of(v, p);

	if (!root) {
		table_none(t);
		table_none(t);
		return;
	}
	put_name(v, t, OTFP_NAMED_PROCESS, root->process);
	if (root->function != OTFP_NO_REF) {
		put_word(t, " in ");
		put_name(v, t, OTFP_NAMED_FUNCTION, root->function);
	}
	table_scratch(t, 0);
	table_share(t, root->ticks, root->all);
}

static void print_places(const struct wait_view *v, struct table *t, const struct wait_place *places, size_t n,
                         otfp_wide life)
{
	static const struct table_column columns[] = {{"wait", TABLE_TEXT}, {"time", TABLE_KEY},     {"share", 0},
	                                              {"in", TABLE_TEXT},   {"most by", TABLE_TEXT}, {"of it", 0}};

	table_begin(t, "waits",
	            v->is_part ?
	                    "waits, their share of the time of the selected processes, and the root of most of them" :
	                    "waits, their share of the time of all processes, and the root of most of them");
	table_columns(t, columns, sizeof columns / sizeof *columns);
	t->keeps_all = 1;
	for (size_t i = 0; i < n && i < WAITS; i++) {
		const struct otfp_wait_found *f = &places[i].worst->worst;
		table_word(t, otfp_wait_kind_name((unsigned)places[i].worst->key[OTFP_WAIT_KIND]));
		table_ticks(t, places[i].sum);
		table_share(t, places[i].sum, life);
		where_cell(v, t, f);
		root_cells(v, t, &places[i]);
	}
	table_end(t);
}

static int has_wrong_order(const struct wait_place *places, size_t n)
{
	for (size_t i = 0; i < n && i < WAITS; i++)
		if (places[i].worst->key[OTFP_WAIT_KIND] == OTFP_WRONG_ORDER)
			return 1;
	return 0;
}

static void put_waits(const struct wait_view *v, struct table *t, otfp_wide life)
{
	size_t n;
	const struct otfp_wait_row *rows = otfp_wait_rows(v->w, &n);
	const struct otfp_wait_row **list = malloc((n + 1) * sizeof *list);
	struct wait_place *places = malloc((n + 1) * sizeof *places);

	for (size_t i = 0; i < n && list; i++)
		list[i] = &rows[i];
	if (!list || !places) {
		t->failed = 1;
	} else if (n) {
		qsort(list, n, sizeof *list, by_place);
		n = places_of(list, n, places);
		if (n)
			qsort(places, n, sizeof *places, by_cost);
	}
	if (!t->failed && n)
		print_places(v, t, places, n, life);
	else if (!t->failed)
		fputs("\nno waits were found\n", t->out);
	if (!t->failed && has_wrong_order(places, n))
		fputs("wrong_order is a part of late_sender\n", t->out);
	free(list);
	free(places);
}

/* ---- the critical path ---- */

static void print_path(const struct wait_view *v, struct table *t, const struct otfp_trail_row *rows, size_t n)
{
	static const struct table_column columns[] = {{"time", TABLE_KEY}, {"share", 0}, {"in", TABLE_TEXT}};
	uint64_t jumps;
	const uint64_t runtime = otfp_trail_runtime(v->trail, &jumps);
	char title[160];

	snprintf(title, sizeof title,
	         "critical path, its share of the runtime, %" PRIu64 " %s from one process to another%s", jumps,
	         otfp_noun(jumps, "time", "times"), v->is_part ? ": its part in those selected" : "");
	table_begin(t, "path", title);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n && i < FUNCTIONS; i++) {
		table_ticks(t, rows[i].path_ticks);
		table_share(t, rows[i].path_ticks, runtime);
		if (rows[i].function == OTFP_NO_REF)
			put_word(t, rows[i].started ? "(no call)" : "(not started)");
		else
			put_name(v, t, OTFP_NAMED_FUNCTION, rows[i].function);
		table_scratch(t, 0);
	}
	table_end(t);
}

static void put_path(const struct wait_view *v, struct table *t)
{
	size_t n;
	struct otfp_trail_row *rows = wait_trail_rows(v, 1u << OTFP_WAIT_FUNCTION, 0, &n);

	if (!rows)
		t->failed = 1;
	else if (n)
		print_path(v, t, rows, n);
	else
		fputs("\nno selected process is on the critical path\n", t->out);
	free(rows);
}

/* Messages of which nothing is known. */
static void put_unknown(const struct otfp_wait_window *r, struct table *t)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	const uint64_t sent = r->counts[OTFP_WAIT_UNRECEIVED], received = r->counts[OTFP_WAIT_UNSENT];
	const uint64_t posted = r->counts[OTFP_WAIT_UNKNOWN];

	if (sent || received || posted)
		putc('\n', t->out);
	if (sent || received)
		t->failed |= otfp_buf_printf(&b,
		                             "%" PRIu64 " %s sent and not received, %" PRIu64
		                             " received and not sent: waits are unknown\n",
		                             sent, otfp_noun(sent, "message", "messages"), received) < 0;
	if (posted)
		t->failed |=
			otfp_buf_printf(
				&b,
				"%" PRIu64
				" %s received in a call that may not block for it: whether that waited is unknown\n",
				posted, otfp_noun(posted, "message is", "messages are")) < 0;
	words_print((struct otfp_str){b.p, b.n}, t->width, t->out);
	otfp_buf_release(&b);
}

/* Only where there are parallel regions. */
static void put_idle(const struct wait_view *v, struct table *t)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	const struct words_of of = {.w = v->w, .names = v->names, .resolution = t->resolution};

	t->failed |= words_idle(&of, &b) < 0;
	if (b.n) {
		putc('\n', t->out);
		words_print((struct otfp_str){b.p, b.n}, t->width, t->out);
	}
	otfp_buf_release(&b);
}

/* Whether a process is defined to run: what only groups others has no stream. */
static int is_defined_to_run(const struct otfp_names *names, const struct otfp_definition *d)
{
	return d->space == OTFP_NAMED_PROCESS && !d->is_device &&
	       (!names->streams.n || otfp_map_get(&names->streams, d->token));
}

/* Those that never ran are in no figure. */
static void put_silent(const struct wait_view *v, struct table *t, const struct otfp_map *lived)
{
	const struct otfp_names *names = v->names;
	uint64_t n = 0;

	for (size_t i = 0; i < names->n; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		if (!is_defined_to_run(names, d) || otfp_map_get(lived, d->token) || ++n > SILENT)
			continue;
		put_word(t, n > 1 ? ", " : "");
		put_name(v, t, OTFP_NAMED_PROCESS, (otfp_ref)d->stream << 32 | d->token);
	}
	if (n && otfp_buf_str(&t->scratch))
		fprintf(t->out, "\n%" PRIu64 " defined %s no events: %s%s\n", n,
		        otfp_noun(n, "process has", "processes have"), t->scratch.p, n > SILENT ? ", ..." : "");
	t->scratch.n = 0;
}

static struct words_of words_of(const struct wait_view *v, uint64_t resolution)
{
	return (struct words_of){v->w, v->roots, v->transfers, v->gain, v->names, resolution, v->is_part};
}

int wait_choose_repair(const struct wait_view *v, struct otfp_gain *g)
{
	const struct words_of of = words_of(v, 0);

	return words_repair(&of, g);
}

static void put_words(const struct wait_view *v, struct table *t)
{
	const struct words_of of = words_of(v, t->resolution);
	struct otfp_buf b = OTFP_BUF_INIT;

	t->failed |= words_add(&of, &b) < 0;
	words_print((struct otfp_str){b.p, b.n}, t->width, t->out);
	putc('\n', t->out);
	otfp_buf_release(&b);
}

void wait_screen(const struct wait_view *v, struct table *t)
{
	size_t n;
	const struct otfp_wait_window *r = otfp_wait_windows(v->w, &n);
	const struct otfp_wait_life *lives;
	struct otfp_map lived = {0};
	otfp_wide life = 0;

	if (n == 0 || r->nroots + r->nthreads == 0) {
		fputs("no events\n", t->out);
		return;
	}
	lives = otfp_wait_lives(v->w, &n);
	for (size_t i = 0; i < n; i++) {
		life += lives[i].end - lives[i].begin;
		t->failed |= otfp_map_set(&lived, lives[i].process, 1) < 0;
	}
	t->width = t->width ? t->width : WIDTH; /* also where it is not a terminal */
	put_words(v, t);
	t->failed |= put_efficiencies(r, t->resolution, t->out) < 0;
	t->printed = 1;
	put_waits(v, t, life);
	put_path(v, t);
	put_idle(v, t);
	put_unknown(r, t);
	if (!v->is_part)
		put_silent(v, t, &lived);
	otfp_map_release(&lived);
}
