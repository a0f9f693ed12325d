/* health.c - what is wrong with the trace, by rule. */
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

static void put_example(struct otfp_page *p, const struct otfp_found_example *e)
{
	struct otfp_html *h = &p->html;

	otfp_html_raw(h, "<li><span class=\"place\">");
	otfp_html_word(h, e->path);
	if (e->line)
		otfp_html_put(h, ":%" PRIu64, e->line);
	otfp_html_raw(h, "</span> ");
	if (e->whose) {
		otfp_html_word(h, e->whose);
		otfp_html_raw(h, ": ");
	}
	otfp_html_word(h, e->text);
	if (e->has_time)
		otfp_html_put(h, " <span class=\"place\">at %" PRIu64 "</span>", e->time);
	otfp_html_raw(h, "</li>\n");
}

static void put_rule(struct otfp_page *p, unsigned rule)
{
	const struct otfp_found_rule *r = &p->found.rules[rule];
	const char *severity = r->severity == OTFP_SEVERITY_ERROR ? "error" : "warning";
	struct otfp_html *h = &p->html;

	otfp_html_put(h, "<details class=\"finding\" data-rule=\"%s\" data-count=\"%" PRIu64 "\">\n<summary>",
	              otfp_rules[rule].name, r->n);
	otfp_html_put(h, "<span class=\"%s\">%s</span> <span class=\"times\">", severity, severity);
	otfp_html_count(h, r->n);
	otfp_html_raw(h, "&times;</span> ");
	otfp_html_word(h, otfp_rules[rule].summary);
	otfp_html_put(h, " <code>%s</code></summary>\n<p>", otfp_rules[rule].name);
	otfp_html_word(h, otfp_rules[rule].explanation);
	otfp_html_raw(h, "</p>\n<p><strong>To fix it:</strong> ");
	otfp_html_word(h, otfp_rules[rule].fix);
	otfp_html_raw(h, "</p>\n<ul>\n");
	for (unsigned i = 0; i < r->nexamples; i++)
		put_example(p, &r->examples[i]);
	if (r->n > r->nexamples) {
		otfp_html_raw(h, "<li>… ");
		otfp_html_count(h, r->n - r->nexamples);
		otfp_html_raw(h, " more</li>\n");
	}
	otfp_html_raw(h, "</ul>\n</details>\n");
}

/* "3 errors of 2 rules"; nothing if there are none. */
static void put_count(struct otfp_page *p, const char *word, uint64_t n, unsigned rules)
{
	if (n)
		otfp_html_put(&p->html, "%" PRIu64 " %s%s of %u rule%s", n, word, n == 1 ? "" : "s", rules,
		              rules == 1 ? "" : "s");
}

void otfp_page_health(struct otfp_page *p)
{
	unsigned nerrors, nwarnings;
	const uint64_t errors = otfp_found_count(&p->found, OTFP_SEVERITY_ERROR, &nerrors);
	const uint64_t warnings = otfp_found_count(&p->found, OTFP_SEVERITY_WARNING, &nwarnings);

	if (!errors && !warnings) {
		otfp_html_put(&p->html, "<p class=\"good\">otf-check finds nothing wrong: %u rules.</p>\n",
		              (unsigned)OTFP_NRULES);
		return;
	}
	otfp_html_raw(&p->html, "<p>");
	put_count(p, "error", errors, nerrors);
	otfp_html_raw(&p->html, errors && warnings ? ", " : "");
	put_count(p, "warning", warnings, nwarnings);
	otfp_html_raw(&p->html, ". <code>otf-check</code> lists them.</p>\n");
	for (unsigned severity = OTFP_SEVERITY_ERROR; severity > OTFP_SEVERITY_OFF; severity--)
		for (unsigned i = 0; i < OTFP_NRULES; i++)
			if (p->found.rules[i].n && p->found.rules[i].severity == severity)
				put_rule(p, i);
}
