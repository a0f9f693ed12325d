/* waits.c - what the processes wait for, and the efficiencies of the run, as otf-wait has them. */
#include "base/order.h"
#include "base/wide.h"
#include "cmd/report/page.h"
#include <stdlib.h>

/* ---- efficiencies ---- */

static void put_share(struct page *p, const char *word, double a, double b)
{
	if (b > 0)
		html_put(&p->html, "<div><dt>%s</dt><dd data-v=\"%.6f\">%.1f%%</dd></div>\n", word, a / b, 100 * a / b);
}

static void put_ticks(struct page *p, const char *word, uint64_t ticks)
{
	html_put(&p->html, "<div><dt>%s</dt><dd>", word);
	html_ticks(&p->html, (double)ticks);
	html_raw(&p->html, "</dd></div>\n");
}

static void put_efficiencies(struct page *p, const struct otfp_wait_window *w)
{
	const double runtime = (double)(w->last - w->first), n = (double)w->nroots;
	const double useful = otfp_wide_real(w->useful), most = (double)w->max_useful, clock = (double)w->max_clock;

	html_raw(&p->html, "<dl class=\"tiles\">\n");
	put_ticks(p, "runtime", w->last - w->first);
	put_ticks(p, "ideal network", w->max_clock);
	put_share(p, "parallel efficiency", useful, n * runtime);
	put_share(p, "load balance", useful, n * most);
	put_share(p, "communication", most, runtime);
	put_share(p, "serialization", most, clock);
	put_share(p, "transfer", clock, runtime);
	html_raw(&p->html, "</dl>\n<p class=\"note\">parallel efficiency = load balance &times; communication; "
	                   "communication = serialization &times; transfer. <code>otf-wait</code> explains them, and "
	                   "finds the causes and the critical path.</p>\n");
}

/* ---- waits ---- */

static int by_time(const void *a, const void *b)
{
	const struct otfp_wait_row *x = *(const struct otfp_wait_row *const *)a,
				   *y = *(const struct otfp_wait_row *const *)b;

	if (x->sum != y->sum)
		return x->sum < y->sum ? 1 : -1;
	return otfp_order2(x->key[OTFP_WAIT_KIND], y->key[OTFP_WAIT_KIND], x->key[OTFP_WAIT_FUNCTION],
	                   y->key[OTFP_WAIT_FUNCTION]);
}

static void put_cell(struct page *p, otfp_wide ticks)
{
	page_cell(p, ticks);
	html_ticks(&p->html, otfp_wide_real(ticks));
	html_raw(&p->html, "</td>");
}

static void put_name(struct page *p, unsigned space, otfp_ref ref)
{
	html_raw(&p->html, "<td>");
	page_name(p, space, ref);
	html_raw(&p->html, "</td>");
}

/* @param all  ticks of all processes */
static void put_wait(struct page *p, const struct otfp_wait_row *row, double all)
{
	html_put(&p->html, "<tr><td>%s</td>", otfp_wait_kind_name((unsigned)row->key[OTFP_WAIT_KIND]));
	put_name(p, OTFP_NAMED_FUNCTION, row->key[OTFP_WAIT_FUNCTION]);
	page_cell(p, row->count);
	html_count(&p->html, row->count);
	html_raw(&p->html, "</td>");
	put_cell(p, row->sum);
	page_percent(p, all > 0 ? 100 * otfp_wide_real(row->sum) / all : 0);
	put_cell(p, row->max);
	put_name(p, OTFP_NAMED_PROCESS, row->count ? row->worst.process : OTFP_NO_REF);
	html_raw(&p->html, "</tr>\n");
}

static void put_table(struct page *p, const struct otfp_wait_row **list, size_t n, double all)
{
	static const char *const names[] = {"count", "sum", "percent", "max"};
	const size_t shown = n < p->rows ? n : p->rows;

	html_raw(&p->html,
	         "<p class=\"note\">percent: of the time of all processes, each from its start to its end, in "
	         "calls or not.</p>\n");
	page_table_begin(p, "waits", shown, n, "otf-wait --top 0 --by function --table wait");
	page_column(p, "wait", 0);
	page_column(p, "function", 0);
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		page_column(p, names[i], 1);
	page_column(p, "max_process", 0);
	page_head_end(p);
	for (size_t i = 0; i < shown; i++)
		put_wait(p, list[i], all);
	page_table_end(p);
}

/* Ticks of the lives of all processes. */
static double time_of(const struct otfp_wait_engine *w)
{
	size_t n;
	const struct otfp_wait_life *lives = otfp_wait_lives(w, &n);
	double all = 0;

	for (size_t i = 0; i < n; i++)
		all += (double)(lives[i].end - lives[i].begin);
	return all;
}

int page_has_waits(const struct page *p)
{
	size_t windows, rows;
	const struct otfp_wait_window *w = p->waits ? otfp_wait_windows(p->waits, &windows) : NULL;

	if (!w)
		return 0;
	otfp_wait_rows(p->waits, &rows);
	return windows > 0 && w->nroots > 0 && w->max_useful > 0 && (rows > 0 || w->max_useful < w->last - w->first);
}

void page_waits(struct page *p)
{
	size_t windows, n;
	const struct otfp_wait_window *w = otfp_wait_windows(p->waits, &windows);
	const struct otfp_wait_row *rows = otfp_wait_rows(p->waits, &n), **list = malloc((n + 1) * sizeof *list);

	put_efficiencies(p, w);
	for (size_t i = 0; i < n && list; i++)
		list[i] = &rows[i];
	if (list && n) {
		qsort(list, n, sizeof *list, by_time);
		put_table(p, list, n, time_of(p->waits));
	}
	if (!list)
		pen_fail(&p->html.pen);
	free(list);
}
