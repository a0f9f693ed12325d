/*
 * screen.c - without --table: what a run loses, where, and by whom, on one screen of 80 columns and 24 lines.
 *
 * The waits are those of one kind in one call path; the peer is the one that they cost most time for.
 */
#include "cmd/wait/screen.h"
#include "base/human.h"
#include "base/order.h"
#include "cmd/text/safe.h"
#include "cmd/wait/print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WAITS = 8, FUNCTIONS = 5, NAME_WIDTH = 20 };

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
	if (r->counts[OTFP_WAIT_UNMATCHED])
		fprintf(out, "%" PRIu64 " %s no partner: whether they waited is unknown\n",
		        r->counts[OTFP_WAIT_UNMATCHED],
		        otfp_noun(r->counts[OTFP_WAIT_UNMATCHED], "message has", "messages have"));
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

	return x->sum != y->sum ? (x->sum < y->sum ? 1 : -1) : by_place(&x->worst, &y->worst);
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

/* Append at most `width` bytes of a name, no broken characters. @return how many */
static size_t put_cut(const struct wait_view *v, struct wait_sheet *s, unsigned space, otfp_ref ref, size_t width)
{
	const size_t at = s->text.n;

	wait_view_put_name(v, s, space, ref);
	if (s->text.n - at > width) {
		s->text.n = at + width;
		while (s->text.n > at && (s->text.p[s->text.n] & 0xc0) == 0x80)
			s->text.n--;
	}
	return s->text.n - at;
}

static void put_word(struct wait_sheet *s, const char *word)
{
	if (otfp_buf_puts(&s->text, word) < 0)
		s->failed = 1;
}

static void kind_cell(struct wait_sheet *s, unsigned kind)
{
	const size_t at = s->text.n;

	put_word(s, otfp_wait_kind_name(kind));
	wait_sheet_text_from(s, at);
}

/* "function < caller" */
static void where_cell(const struct wait_view *v, struct wait_sheet *s, const struct otfp_wait_found *f)
{
	const size_t at = s->text.n;
	const size_t n = put_cut(v, s, OTFP_NAMED_FUNCTION, f->function, NAME_WIDTH);

	if (f->caller != OTFP_NO_REF && n + 4 < NAME_WIDTH) {
		put_word(s, " < ");
		put_cut(v, s, OTFP_NAMED_FUNCTION, f->caller, NAME_WIDTH - n - 3);
	}
	wait_sheet_text_from(s, at);
}

/* "process, in function" */
static void who_cell(const struct wait_view *v, struct wait_sheet *s, const struct otfp_wait_found *f)
{
	const size_t at = s->text.n;
	size_t n;

	if (f->peer == OTFP_NO_PEER) {
		wait_sheet_none(s);
		return;
	}
	n = put_cut(v, s, OTFP_NAMED_PROCESS, f->peer, NAME_WIDTH);
	if (f->peer_caller != OTFP_NO_REF && n + 5 < NAME_WIDTH) {
		put_word(s, " in ");
		put_cut(v, s, OTFP_NAMED_FUNCTION, f->peer_caller, NAME_WIDTH - n - 4);
	}
	wait_sheet_text_from(s, at);
}

static void fill_waits(const struct wait_view *v, struct wait_sheet *s, const struct wait_place *places, size_t n,
                       otfp_wide life)
{
	s->name = v->is_part ? "waits, their share of the time of the selected processes, and who caused most of them" :
	                       "waits, their share of the time of all processes, and who caused most of them";
	wait_sheet_column(s, "wait", 1, 1);
	wait_sheet_column(s, "time", 1, 0);
	wait_sheet_column(s, "share", 1, 0);
	wait_sheet_column(s, "in", 1, 1);
	wait_sheet_column(s, "most by", 1, 1);
	for (size_t i = 0; i < n && i < WAITS; i++) {
		const struct otfp_wait_found *f = &places[i].worst->worst;
		kind_cell(s, (unsigned)places[i].worst->key[OTFP_WAIT_KIND]);
		wait_sheet_ticks(s, places[i].sum);
		wait_sheet_share(s, places[i].sum, life);
		where_cell(v, s, f);
		who_cell(v, s, f);
	}
}

static int has_wrong_order(const struct wait_place *places, size_t n)
{
	for (size_t i = 0; i < n && i < WAITS; i++)
		if (places[i].worst->key[OTFP_WAIT_KIND] == OTFP_WRONG_ORDER)
			return 1;
	return 0;
}

static int put_waits(const struct wait_view *v, uint64_t resolution, otfp_wide life, FILE *out)
{
	size_t n;
	const struct otfp_wait_row *rows = otfp_wait_rows(v->w, &n);
	const struct otfp_wait_row **list = malloc((n + 1) * sizeof *list);
	struct wait_place *places = malloc((n + 1) * sizeof *places);
	struct wait_sheet s = {0};
	int rc = list && places ? 0 : -1;

	for (size_t i = 0; i < n && rc == 0; i++)
		list[i] = &rows[i];
	if (rc == 0 && n) {
		qsort(list, n, sizeof *list, by_place);
		n = places_of(list, n, places);
		if (n)
			qsort(places, n, sizeof *places, by_cost);
		fill_waits(v, &s, places, n, life);
	}
	if (rc == 0 && n)
		rc = s.failed ? -1 : wait_print_table(&s, resolution, WAITS, out);
	else if (rc == 0)
		fputs("no waits were found\n", out);
	if (rc == 0 && has_wrong_order(places, n))
		fputs("wrong_order is a part of late_sender\n", out);
	wait_sheet_release(&s);
	free(list);
	free(places);
	return rc;
}

/* ---- the critical path ---- */

static int put_path(const struct wait_view *v, uint64_t resolution, FILE *out)
{
	uint64_t jumps;
	const uint64_t runtime = otfp_trail_runtime(v->trail, &jumps);
	struct wait_sheet s = {0};
	size_t n;
	struct otfp_trail_row *rows = wait_trail_rows(v, 1u << OTFP_WAIT_FUNCTION, 0, &n);
	char title[160];
	int rc;

	snprintf(title, sizeof title,
	         "critical path, its share of the runtime, %" PRIu64 " %s from one process to another%s", jumps,
	         otfp_noun(jumps, "time", "times"), v->is_part ? ": its part in those selected" : "");
	s.name = title;
	wait_sheet_column(&s, "time", 1, 0);
	wait_sheet_column(&s, "share", 1, 0);
	wait_sheet_column(&s, "in", 1, 1);
	for (size_t i = 0; i < n && i < FUNCTIONS; i++) {
		const size_t at = s.text.n;
		wait_sheet_ticks(&s, rows[i].path_ticks);
		wait_sheet_share(&s, rows[i].path_ticks, runtime);
		if (rows[i].function == OTFP_NO_REF)
			put_word(&s, rows[i].started ? "(no call)" : "(not started)");
		else
			put_cut(v, &s, OTFP_NAMED_FUNCTION, rows[i].function, 3 * NAME_WIDTH);
		wait_sheet_text_from(&s, at);
	}
	rc = !rows || s.failed ? -1 : 0;
	if (rc == 0 && n)
		rc = wait_print_table(&s, resolution, FUNCTIONS, out);
	else if (rc == 0)
		fputs("no process that is selected is on the critical path\n", out);
	wait_sheet_release(&s);
	free(rows);
	return rc;
}

int wait_screen(const struct wait_view *v, uint64_t resolution, FILE *out)
{
	size_t n;
	const struct otfp_wait_window *r = otfp_wait_windows(v->w, &n);
	const struct otfp_wait_life *lives;
	otfp_wide life = 0;

	if (n == 0 || r->nroots + r->nthreads == 0) {
		fputs("no events\n", out);
		return 0;
	}
	lives = otfp_wait_lives(v->w, &n);
	for (size_t i = 0; i < n; i++)
		life += lives[i].end - lives[i].begin;
	if (put_efficiencies(r, resolution, out) < 0)
		return -1;
	putc('\n', out);
	if (put_waits(v, resolution, life, out) < 0)
		return -1;
	putc('\n', out);
	return put_path(v, resolution, out);
}
