/* page.c - the page as a whole: head, summary, contents, sections, foot. */
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

static const char css[] =
#include "text/page/page.css.inc"
	;
static const char script[] =
#include "text/page/tables.js.inc"
#include "text/page/timeline.js.inc"
#include "text/report/flame.js.inc"
#include "text/report/state.js.inc"
	;

void page_release(struct page *p)
{
	html_release(&p->html);
	listing_release(&p->report);
	otfp_profile_release(&p->profile);
	otfp_profile_release(&p->shares);
	otfp_profile_release(&p->paths);
	detail_release(&p->detail);
	lost_release(&p->lost);
	found_release(&p->found);
	otfp_info_release(&p->info);
	otfp_buf_release(&p->selection);
	colors_release(&p->colors);
	page_matrix_release(p->matrix);
}

/* ---- head ---- */

static void put_title(struct page *p)
{
	const char *name = p->info.name, *slash = strrchr(name, '/');

	if (p->title)
		html_word(&p->html, p->title);
	else if (strcmp(name, "-") == 0)
		html_raw(&p->html, "line stream");
	else
		html_word(&p->html, slash && slash[1] ? slash + 1 : name);
}

static void put_head(struct page *p)
{
	struct html *h = &p->html;

	html_raw(h, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ");
	html_hash(h, script);
	html_raw(h, "; style-src ");
	html_hash(h, css);
	html_raw(h, "; base-uri 'none'; form-action 'none'\">\n"
	            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	            "<meta name=\"color-scheme\" content=\"light dark\">\n"
	            "<meta name=\"generator\" content=\"otf-report " OTFP_VERSION "\">\n<title>");
	put_title(p);
	html_raw(h, "</title>\n");
	html_element(h, "style", css);
	html_raw(h, "</head>\n<body>\n");
}

/* ---- summary ---- */

static void begin_tile(struct page *p, const char *word)
{
	html_put(&p->html, "<div><dt>%s</dt><dd>", word);
}

static void end_tile(struct page *p)
{
	html_raw(&p->html, "</dd></div>\n");
}

static void put_number(struct page *p, const char *word, otfp_wide n)
{
	begin_tile(p, word);
	html_count(&p->html, n);
	end_tile(p);
}

/* "3 errors, 1 warning", with a class by the worst of them. */
static void put_findings(struct page *p)
{
	unsigned rules;
	const uint64_t errors = found_count(&p->found, OTFP_SEVERITY_ERROR, &rules);
	const uint64_t warnings = found_count(&p->found, OTFP_SEVERITY_WARNING, &rules);
	const char *worst = warnings ? "warning" : "good";

	if (errors)
		worst = "error";
	begin_tile(p, "findings");
	html_put(&p->html, "<a href=\"#health\" class=\"%s\">", worst);
	if (errors)
		html_put(&p->html, "%" PRIu64 " error%s%s", errors, errors == 1 ? "" : "s", warnings ? ", " : "");
	if (warnings)
		html_put(&p->html, "%" PRIu64 " warning%s", warnings, warnings == 1 ? "" : "s");
	html_raw(&p->html, errors || warnings ? "</a>" : "none</a>");
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

static void put_summary(struct page *p)
{
	uint64_t first, last;

	html_raw(&p->html, "<dl class=\"tiles\">\n");
	if (otfp_info_span(&p->info, &first, &last) != OTFP_SPAN_NONE) {
		begin_tile(p, "span");
		html_ticks(&p->html, (double)(last - first));
		end_tile(p);
	}
	put_number(p, "processes", p->info.nprocesses);
	put_number(p, "records", p->info.total);
	put_number(p, "calls", sum_of(&p->profile, OTFP_STAT_FUNCTION, OTFP_CALLS));
	put_number(p, "messages sent", sum_of(&p->profile, OTFP_STAT_MESSAGE, OTFP_SENT));
	put_findings(p);
	html_raw(&p->html, "</dl>\n");
}

static void put_selection(struct page *p)
{
	if (!p->selection.n)
		return;
	html_raw(&p->html, "<p class=\"note\">A selection: <code>");
	html_text(&p->html, (struct otfp_str){p->selection.p, p->selection.n});
	html_raw(&p->html, "</code>. The sections Trace, Health and Processes are about the whole trace, the "
	                   "others about what is selected.</p>\n");
}

/* ---- sections ---- */

/* Begin a section. @param id  of its anchor */
static void begin_section(struct page *p, const char *id, const char *title)
{
	html_put(&p->html, "<section id=\"%s\">\n<h2>%s</h2>\n", id, title);
}

/* End it. */
static void end_section(struct page *p)
{
	html_raw(&p->html, "</section>\n");
}

/* A part of the page: a section, or a table of the report. */
static const struct page_part {
	const char *id, *title;
	void (*write)(struct page *p); /* what comes before the table, if there is one; or NULL */
	int table;                     /* enum otfp_stat_table, -1 = none; the part is left out if it has no rows */
	int is_only;                   /* the part does not show that table itself */
} parts[] = {
	{"timeline", "Timeline", page_timeline, -1, 0},
	{"waits", "Waits", page_waits, -1, 0},
	{"causes", "Root causes", page_causes, -1, 0},
	{"critical", "Critical path", page_path, -1, 0},
	{"groups", "Groups of functions", page_groups, OTFP_STAT_FUNCTION, 1},
	{"functions", "Functions", NULL, OTFP_STAT_FUNCTION, 0},
	{"paths", "Call paths", page_flame, -1, 0},
	{"messages", "Messages", NULL, OTFP_STAT_MESSAGE, 0},
	{"matrix", "Messages by sender and receiver", page_matrix, OTFP_STAT_MATRIX, 0},
	{"lengths", "Messages by length", NULL, OTFP_STAT_LENGTH, 0},
	{"collectives", "Collective operations", NULL, OTFP_STAT_COLLECTIVE, 0},
	{"counters", "Counters", page_counters, OTFP_STAT_COUNTER, 0},
	{"files", "Files", NULL, OTFP_STAT_FILE, 0},
	{"rma", "Remote memory", NULL, OTFP_STAT_RMA, 0},
	{"processes", "Processes", page_processes, -1, 0},
	{"health", "Health", page_health, -1, 0},
	{"trace", "Trace", page_about, -1, 0},
};
enum { NPARTS = sizeof parts / sizeof *parts };

/* A timeline has calls or messages to show. */
static int has_timeline(const struct page *p)
{
	const struct otfp_timeline *t = p->detail.levels[0];

	return t && (t->classes.n > 1 || t->arrows.total);
}

static int is_there(const struct page *p, const struct page_part *part)
{
	if (part->write == page_timeline)
		return has_timeline(p);
	if (part->write == page_waits)
		return page_has_waits(p);
	if (part->write == page_causes)
		return page_has_causes(p);
	if (part->write == page_path)
		return page_has_path(p);
	if (part->write == page_flame)
		return page_has_flame(p);
	return part->table < 0 || page_block(p, (unsigned)part->table);
}

static void put_contents(struct page *p)
{
	html_raw(&p->html, "<nav aria-label=\"Contents\"><ul>\n");
	for (unsigned i = 0; i < NPARTS; i++)
		if (is_there(p, &parts[i]))
			html_put(&p->html, "<li><a href=\"#%s\">%s</a></li>\n", parts[i].id, parts[i].title);
	html_raw(&p->html, "</ul></nav>\n");
}

static void put_part(struct page *p, const struct page_part *part)
{
	if (!is_there(p, part))
		return;
	begin_section(p, part->id, part->title);
	if (part->write)
		part->write(p);
	if (part->table >= 0 && !part->is_only)
		page_table(p, (unsigned)part->table);
	end_section(p);
}

/* A stream may have the resolution in a definition only, which the facts know. */
static void spread_resolution(struct page *p)
{
	const uint64_t resolution = p->info.header.resolution;

	p->html.resolution = p->profile.resolution = p->shares.resolution = p->paths.resolution = resolution;
	for (unsigned i = 0; i < DETAIL_LEVELS && p->detail.levels[i]; i++)
		p->detail.levels[i]->resolution = resolution;
}

int page_write(struct page *p)
{
	spread_resolution(p);
	p->table = (struct table){.form = &page_form, .ctx = p};
	if (listing_make(&p->report, &p->profile, p->profile.o.tables, ORDER_PEOPLE, &p->choice) < 0)
		pen_fail(&p->html.pen);
	put_head(p);
	html_raw(&p->html, "<header>\n<h1>");
	put_title(p);
	html_raw(&p->html, "</h1>\n");
	page_words(p);
	put_summary(p);
	put_selection(p);
	put_contents(p);
	html_raw(&p->html, "</header>\n<main>\n");
	for (unsigned i = 0; i < NPARTS; i++)
		put_part(p, &parts[i]);
	if (table_finish(&p->table) < 0)
		pen_fail(&p->html.pen);
	html_raw(&p->html, "</main>\n<footer>Written by otf-report " OTFP_VERSION ". Times are shown in four "
	                   "digits; a tooltip has the ticks.</footer>\n");
	html_element(&p->html, "script", script);
	html_raw(&p->html, "</body>\n</html>\n");
	return pen_flush(&p->html.pen);
}
