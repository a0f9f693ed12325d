/* groups.c - calls by group of functions: their share of the time, and how evenly the processes spend it. */
#include "base/order.h"
#include "cmd/report/page.h"
#include <inttypes.h>
#include <stdlib.h>

/* A group over all processes. */
struct group {
	otfp_ref ref; /* OTFP_NO_REF: functions without definition */
	otfp_wide calls, exclusive;
	otfp_wide most; /* exclusive ticks of one process */
	uint64_t who;   /* that process */
};

static struct group *group_of(struct group *groups, size_t *n, struct otfp_map *index, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(index, ref);

	if (at)
		return &groups[*at];
	if (otfp_map_set(index, ref, *n) < 0)
		return NULL;
	groups[*n] = (struct group){.ref = ref};
	return &groups[(*n)++];
}

/* @return the number of groups, or -1 when memory is out */
static ssize_t collect(const struct otfp_profile *shares, struct group *groups)
{
	struct otfp_map index = {0};
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < shares->rows.n && rc == 0; i++) {
		const struct otfp_row *row = shares->rows.rows[i];
		struct group *g = group_of(groups, &n, &index, row->key.part[1]);
		rc = g ? 0 : -1;
		if (!g)
			break;
		g->calls += row->sum[OTFP_CALLS];
		g->exclusive += row->sum[OTFP_EXCLUSIVE];
		if (row->sum[OTFP_EXCLUSIVE] > g->most || !g->who) {
			g->most = row->sum[OTFP_EXCLUSIVE];
			g->who = row->key.part[0];
		}
	}
	otfp_map_release(&index);
	return rc < 0 ? -1 : (ssize_t)n;
}

static int by_time(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->exclusive != y->exclusive)
		return x->exclusive < y->exclusive ? 1 : -1;
	return otfp_order(x->ref, y->ref);
}

static void put_ticks(struct page *p, otfp_wide ticks)
{
	page_cell(p, ticks);
	html_ticks(&p->html, otfp_wide_real(ticks));
	html_raw(&p->html, "</td>");
}

static void put_group(struct page *p, const struct group *g, double total)
{
	const size_t nprocesses = p->shares.processes.n;
	const double most = otfp_wide_real(g->most), mean = otfp_wide_real(g->exclusive) / (double)nprocesses;

	html_raw(&p->html, "<tr><td>");
	page_name(p, OTFP_NAMED_GROUP, g->ref);
	html_raw(&p->html, "</td>");
	page_cell(p, g->calls);
	html_count(&p->html, g->calls);
	html_raw(&p->html, "</td>");
	put_ticks(p, g->exclusive);
	page_percent(p, total > 0 ? 100 * otfp_wide_real(g->exclusive) / total : 0);
	put_ticks(p, g->exclusive / nprocesses);
	put_ticks(p, g->most);
	html_raw(&p->html, "<td>");
	page_name(p, OTFP_NAMED_PROCESS, g->who);
	html_raw(&p->html, "</td>");
	if (most > 0)
		html_put(&p->html, "<td class=\"number\" data-v=\"%.6f\">%.1f%%</td>", mean / most, 100 * mean / most);
	else
		html_raw(&p->html, "<td class=\"number\">&ndash;</td>");
	html_raw(&p->html, "</tr>\n");
}

static void put_table(struct page *p, const struct group *groups, size_t n)
{
	static const char *const numbers[] = {"calls", "exclusive", "percent", "mean", "most"};
	const size_t shown = n < p->rows ? n : p->rows;
	double total = 0;

	for (size_t i = 0; i < n; i++)
		total += otfp_wide_real(groups[i].exclusive);
	html_raw(&p->html, "<p class=\"note\">percent: of the time in calls, of all processes. mean and most: "
	                   "exclusive time of one process. balance = mean / most: at "
	                   "100% all processes spend the same time.</p>\n");
	page_table_begin(p, "groups", shown, n, "otf-stat --by group --table function");
	page_column(p, "group", 0);
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		page_column(p, numbers[i], 1);
	page_column(p, "of_process", 0);
	page_column(p, "balance", 1);
	page_head_end(p);
	for (size_t i = 0; i < shown; i++)
		put_group(p, &groups[i], total);
	page_table_end(p);
}

void page_groups(struct page *p)
{
	struct group *groups = calloc(p->shares.rows.n + 1, sizeof *groups);
	const ssize_t n = groups ? collect(&p->shares, groups) : -1;

	if (n < 0) {
		pen_fail(&p->html.pen);
	} else if (n > 0) {
		qsort(groups, (size_t)n, sizeof *groups, by_time);
		put_table(p, groups, (size_t)n);
		page_shares(p);
	}
	free(groups);
}
