/* waits.c - what the processes wait for, and the efficiencies of the run, as otf-wait has them. */
#include "base/order.h"
#include "base/wide.h"
#include "cmd/report/page.h"
#include "cmd/words/words.h"
#include <stdlib.h>
#include <string.h>

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

/* "process in function", and its share of what these waits cost. */
static void put_root(struct page *p, const struct otfp_wait_row *row)
{
	const struct otfp_root_place *root =
		lost_root(&p->lost, (unsigned)row->key[OTFP_WAIT_KIND], row->key[OTFP_WAIT_FUNCTION]);
	struct otfp_buf *b = &p->table.scratch;
	int rc;

	if (!root) {
		table_none(&p->table);
		table_none(&p->table);
		return;
	}
	rc = name_add(b, &p->profile.names, OTFP_NAMED_PROCESS, root->process);
	if (rc == 0 && root->function != OTFP_NO_REF) {
		rc = otfp_buf_puts(b, " in ");
		rc = rc == 0 ? name_add(b, &p->profile.names, OTFP_NAMED_FUNCTION, root->function) : rc;
	}
	table_scratch(&p->table, rc);
	table_percent(&p->table, root->ticks, root->all);
}

/* @param all  ticks of all processes */
static void put_wait(struct page *p, const struct otfp_wait_row *row, otfp_wide all)
{
	struct table *t = &p->table;

	table_word(t, otfp_wait_kind_name((unsigned)row->key[OTFP_WAIT_KIND]));
	page_name(p, OTFP_NAMED_FUNCTION, row->key[OTFP_WAIT_FUNCTION]);
	table_number(t, row->count);
	table_ticks(t, row->sum);
	table_percent(t, row->sum, all);
	if (row->count)
		table_ticks(t, row->max);
	else /* of waits that begin before the interval */
		table_none(t);
	page_name(p, OTFP_NAMED_PROCESS, row->count ? row->worst.process : OTFP_NO_REF);
	put_root(p, row);
}

static void put_table(struct page *p, const struct otfp_wait_row **list, size_t n, otfp_wide all)
{
	static const struct table_column columns[] = {{"wait", TABLE_TEXT},
	                                              {"function_name", TABLE_TEXT},
	                                              {"count", 0},
	                                              {"sum", 0},
	                                              {"percent", 0},
	                                              {"max", 0},
	                                              {"max_process_name", TABLE_TEXT},
	                                              {"most by", TABLE_TEXT},
	                                              {"of it", 0}};
	const size_t shown = n < p->rows ? n : p->rows;

	html_raw(&p->html, "<p class=\"note\">percent: of the time of ");
	html_raw(&p->html, p->is_part ? "the selected processes" : "all processes");
	html_raw(&p->html,
	         ", each from its start to its end, in calls or not; most by: the root cause of most of these "
	         "waits, and its share of them.</p>\n");
	page_table_begin(p, "waits", shown, n, "otf-wait --top 0 --by function --table wait");
	table_columns(&p->table, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < shown; i++)
		put_wait(p, list[i], all);
	table_end(&p->table);
}

/* Ticks of the lives of all processes. */
static otfp_wide time_of(const struct otfp_wait_engine *w)
{
	size_t n;
	const struct otfp_wait_life *lives = otfp_wait_lives(w, &n);
	otfp_wide all = 0;

	for (size_t i = 0; i < n; i++)
		all += lives[i].end - lives[i].begin;
	return all;
}

int page_has_waits(const struct page *p)
{
	size_t windows, rows;
	const struct otfp_wait_window *w = p->lost.w ? otfp_wait_windows(p->lost.w, &windows) : NULL;

	if (!w)
		return 0;
	otfp_wait_rows(p->lost.w, &rows);
	return windows > 0 && w->nroots > 0 && w->max_useful > 0 && (rows > 0 || w->max_useful < w->last - w->first);
}

/* @param p  sentences, each with a newline at its end */
static void put_sentences(struct html *h, const char *p, const char *end)
{
	html_raw(h, "<div class=\"words\">\n");
	while (p < end) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		html_raw(h, "<p>");
		html_text(h, (struct otfp_str){p, (size_t)(stop - p)});
		html_raw(h, "</p>\n");
		p = stop + 1;
	}
	html_raw(h, "</div>\n");
}

void page_words(struct page *p)
{
	const struct words_of of = {p->lost.w,         p->lost.roots,      p->lost.transfers, p->lost.gain,
	                            &p->profile.names, p->html.resolution, p->is_part};
	struct otfp_buf b = OTFP_BUF_INIT;

	if (!of.w || !page_block(p, OTFP_STAT_FUNCTION))
		return;
	if (words_add(&of, &b) < 0 || words_idle(&of, &b) < 0)
		pen_fail(&p->html.pen);
	else if (b.n)
		put_sentences(&p->html, b.p, b.p + b.n);
	otfp_buf_release(&b);
}

void page_waits(struct page *p)
{
	size_t windows, n;
	const struct otfp_wait_window *w = otfp_wait_windows(p->lost.w, &windows);
	const struct otfp_wait_row *rows = otfp_wait_rows(p->lost.w, &n), **list = malloc((n + 1) * sizeof *list);

	put_efficiencies(p, w);
	for (size_t i = 0; i < n && list; i++)
		list[i] = &rows[i];
	if (list && n) {
		qsort(list, n, sizeof *list, by_time);
		put_table(p, list, n, time_of(p->lost.w));
	}
	if (!list)
		pen_fail(&p->html.pen);
	free(list);
}
