/* page.c - the page as a whole: head, summary, contents, sections, foot. */
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

static const char css[] =
#include "text/report/report.css.inc"
	;
static const char script[] =
#include "text/report/report.js.inc"
#include "text/report/timeline.js.inc"
#include "text/report/flame.js.inc"
	;

void otfp_page_release(struct otfp_page *p)
{
	otfp_html_release(&p->html);
	otfp_report_release(&p->report);
	otfp_profile_release(&p->profile);
	otfp_profile_release(&p->shares);
	otfp_profile_release(&p->paths);
	otfp_detail_release(&p->detail);
	otfp_wait_free(p->waits);
	p->waits = NULL;
	otfp_found_release(&p->found);
	otfp_info_release(&p->info);
	otfp_buf_release(&p->selection);
}

/* ---- head ---- */

static void put_title(struct otfp_page *p)
{
	const char *name = p->info.name, *slash = strrchr(name, '/');

	if (p->title)
		otfp_html_word(&p->html, p->title);
	else if (strcmp(name, "-") == 0)
		otfp_html_raw(&p->html, "line stream");
	else
		otfp_html_word(&p->html, slash && slash[1] ? slash + 1 : name);
}

static void put_head(struct otfp_page *p)
{
	struct otfp_html *h = &p->html;

	otfp_html_raw(h, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ");
	otfp_html_hash(h, script);
	otfp_html_raw(h, "; style-src ");
	otfp_html_hash(h, css);
	otfp_html_raw(h, "; base-uri 'none'; form-action 'none'\">\n"
	                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	                 "<meta name=\"color-scheme\" content=\"light dark\">\n"
	                 "<meta name=\"generator\" content=\"otf-report " OTFP_VERSION "\">\n<title>");
	put_title(p);
	otfp_html_raw(h, "</title>\n");
	otfp_html_element(h, "style", css);
	otfp_html_raw(h, "</head>\n<body>\n");
}

/* ---- summary ---- */

static void begin_tile(struct otfp_page *p, const char *word)
{
	otfp_html_put(&p->html, "<div><dt>%s</dt><dd>", word);
}

static void end_tile(struct otfp_page *p)
{
	otfp_html_raw(&p->html, "</dd></div>\n");
}

static void put_number(struct otfp_page *p, const char *word, otfp_wide n)
{
	begin_tile(p, word);
	otfp_html_count(&p->html, n);
	end_tile(p);
}

/* "3 errors, 1 warning", with a class by the worst of them. */
static void put_findings(struct otfp_page *p)
{
	unsigned rules;
	const uint64_t errors = otfp_found_count(&p->found, OTFP_SEVERITY_ERROR, &rules);
	const uint64_t warnings = otfp_found_count(&p->found, OTFP_SEVERITY_WARNING, &rules);
	const char *worst = errors ? "error" : warnings ? "warning" : "good";

	begin_tile(p, "findings");
	otfp_html_put(&p->html, "<a href=\"#health\" class=\"%s\">", worst);
	if (errors)
		otfp_html_put(&p->html, "%" PRIu64 " error%s%s", errors, errors == 1 ? "" : "s", warnings ? ", " : "");
	if (warnings)
		otfp_html_put(&p->html, "%" PRIu64 " warning%s", warnings, warnings == 1 ? "" : "s");
	otfp_html_raw(&p->html, errors || warnings ? "</a>" : "none</a>");
	end_tile(p);
}

static otfp_wide sum_of(const struct otfp_profile *profile, unsigned table, unsigned sum)
{
	otfp_wide n = 0;

	for (size_t i = 0; i < profile->rows.n; i++)
		if (profile->rows.rows[i]->key.table == table)
			n += profile->rows.rows[i]->sum[sum];
	return n;
}

static void put_summary(struct otfp_page *p)
{
	uint64_t first, last;

	otfp_html_raw(&p->html, "<dl class=\"tiles\">\n");
	if (otfp_info_span(&p->info, &first, &last) != OTFP_SPAN_NONE) {
		begin_tile(p, "span");
		otfp_html_ticks(&p->html, (double)(last - first));
		end_tile(p);
	}
	put_number(p, "processes", p->info.nprocesses);
	put_number(p, "records", p->info.total);
	put_number(p, "calls", sum_of(&p->profile, OTFP_STAT_FUNCTION, OTFP_CALLS));
	put_number(p, "messages sent", sum_of(&p->profile, OTFP_STAT_MESSAGE, OTFP_SENT));
	put_findings(p);
	otfp_html_raw(&p->html, "</dl>\n");
}

static void put_selection(struct otfp_page *p)
{
	if (!p->selection.n)
		return;
	otfp_html_raw(&p->html, "<p class=\"note\">A selection: <code>");
	otfp_html_text(&p->html, (struct otfp_str){p->selection.p, p->selection.n});
	otfp_html_raw(&p->html, "</code>. The sections Trace, Health and Processes are about the whole trace, the "
	                        "others about what is selected.</p>\n");
}

/* ---- sections ---- */

void otfp_page_section(struct otfp_page *p, const char *id, const char *title)
{
	otfp_html_put(&p->html, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

void otfp_page_section_end(struct otfp_page *p)
{
	otfp_html_raw(&p->html, "</section>\n");
}

/* A part of the page: a section, or a table of the report. */
static const struct part {
	const char *id, *title;
	void (*write)(struct otfp_page *p); /* what comes before the table, if there is one; or NULL */
	int table;   /* enum otfp_stat_table, -1 = none; the part is left out if it has no rows */
	int is_only; /* the part does not show that table itself */
} parts[] = {
	{"trace", "Trace", otfp_page_about, -1, 0},
	{"health", "Health", otfp_page_health, -1, 0},
	{"timeline", "Timeline", otfp_page_timeline, -1, 0},
	{"waits", "Waits", otfp_page_waits, -1, 0},
	{"groups", "Groups of functions", otfp_page_groups, OTFP_STAT_FUNCTION, 1},
	{"functions", "Functions", NULL, OTFP_STAT_FUNCTION, 0},
	{"paths", "Call paths", otfp_page_flame, -1, 0},
	{"messages", "Messages", NULL, OTFP_STAT_MESSAGE, 0},
	{"matrix", "Messages by sender and receiver", otfp_page_matrix, OTFP_STAT_MATRIX, 0},
	{"lengths", "Messages by length", NULL, OTFP_STAT_LENGTH, 0},
	{"collectives", "Collective operations", NULL, OTFP_STAT_COLLECTIVE, 0},
	{"counters", "Counters", otfp_page_counters, OTFP_STAT_COUNTER, 0},
	{"files", "Files", NULL, OTFP_STAT_FILE, 0},
	{"rma", "Remote memory", NULL, OTFP_STAT_RMA, 0},
	{"processes", "Processes", otfp_page_processes, -1, 0},
};
enum { NPARTS = sizeof parts / sizeof *parts };

/* A timeline has calls or messages to show. */
static int has_timeline(const struct otfp_page *p)
{
	const struct otfp_timeline *t = p->detail.levels[0];

	return t && (t->classes.n > 1 || t->arrows.total);
}

static int is_there(const struct otfp_page *p, const struct part *part)
{
	if (part->write == otfp_page_timeline)
		return has_timeline(p);
	if (part->write == otfp_page_waits)
		return otfp_page_has_waits(p);
	if (part->write == otfp_page_flame)
		return otfp_page_has_flame(p);
	return part->table < 0 || otfp_page_block(p, (unsigned)part->table);
}

static void put_contents(struct otfp_page *p)
{
	otfp_html_raw(&p->html, "<nav aria-label=\"Contents\"><ul>\n");
	for (unsigned i = 0; i < NPARTS; i++)
		if (is_there(p, &parts[i]))
			otfp_html_put(&p->html, "<li><a href=\"#%s\">%s</a></li>\n", parts[i].id, parts[i].title);
	otfp_html_raw(&p->html, "</ul></nav>\n");
}

static void put_part(struct otfp_page *p, const struct part *part)
{
	if (!is_there(p, part))
		return;
	otfp_page_section(p, part->id, part->title);
	if (part->write)
		part->write(p);
	if (part->table >= 0 && !part->is_only)
		otfp_page_table(p, (unsigned)part->table);
	otfp_page_section_end(p);
}

/* A stream may have the resolution in a definition only, which the facts know. */
static void spread_resolution(struct otfp_page *p)
{
	const uint64_t resolution = p->info.header.resolution;

	p->html.resolution = p->profile.resolution = p->shares.resolution = p->paths.resolution = resolution;
	for (unsigned i = 0; i < OTFP_DETAIL_LEVELS && p->detail.levels[i]; i++)
		p->detail.levels[i]->resolution = resolution;
}

int otfp_page_write(struct otfp_page *p)
{
	spread_resolution(p);
	if (otfp_report_make(&p->report, &p->profile, p->profile.o.tables, OTFP_ORDER_PEOPLE, &p->choice) < 0)
		otfp_pen_fail(&p->html.pen);
	put_head(p);
	otfp_html_raw(&p->html, "<header>\n<h1>");
	put_title(p);
	otfp_html_raw(&p->html, "</h1>\n");
	put_summary(p);
	put_selection(p);
	put_contents(p);
	otfp_html_raw(&p->html, "</header>\n<main>\n");
	for (unsigned i = 0; i < NPARTS; i++)
		put_part(p, &parts[i]);
	otfp_html_raw(&p->html, "</main>\n<footer>Written by otf-report " OTFP_VERSION ". Times are shown in four "
	                        "digits; a tooltip has the ticks.</footer>\n");
	otfp_html_element(&p->html, "script", script);
	otfp_html_raw(&p->html, "</body>\n</html>\n");
	return otfp_pen_flush(&p->html.pen);
}
