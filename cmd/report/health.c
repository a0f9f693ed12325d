/* health.c - what is wrong with the trace, by rule. */
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

static void put_example(struct page *p, const struct found_example *e)
{
	struct html *h = &p->html;

	html_raw(h, "<li><span class=\"place\">");
	html_word(h, e->path);
	if (e->line)
		html_put(h, ":%" PRIu64, e->line);
	html_raw(h, "</span> ");
	if (e->whose) {
		html_word(h, e->whose);
		html_raw(h, ": ");
	}
	html_word(h, e->text);
	if (e->has_time)
		html_put(h, " <span class=\"place\">at %" PRIu64 "</span>", e->time);
	html_raw(h, "</li>\n");
}

static void put_rule(struct page *p, unsigned rule)
{
	const struct found_rule *r = &p->found.rules[rule];
	const char *severity = r->severity == OTFP_SEVERITY_ERROR ? "error" : "warning";
	struct html *h = &p->html;

	html_put(h, "<details class=\"finding\" data-rule=\"%s\" data-count=\"%" PRIu64 "\">\n<summary>",
	         otfp_rules[rule].name, r->n);
	html_put(h, "<span class=\"%s\">%s</span> <span class=\"times\">", severity, severity);
	html_count(h, r->n);
	html_raw(h, "&times;</span> ");
	html_word(h, otfp_rules[rule].summary);
	html_put(h, " <code>%s</code></summary>\n<p>", otfp_rules[rule].name);
	html_word(h, otfp_rules[rule].explanation);
	html_raw(h, "</p>\n<p><strong>To fix it:</strong> ");
	html_word(h, otfp_rules[rule].fix);
	html_raw(h, "</p>\n<ul>\n");
	for (unsigned i = 0; i < r->nexamples; i++)
		put_example(p, &r->examples[i]);
	if (r->n > r->nexamples) {
		html_raw(h, "<li>… ");
		html_count(h, r->n - r->nexamples);
		html_raw(h, " more</li>\n");
	}
	html_raw(h, "</ul>\n</details>\n");
}

/* "3 errors of 2 rules"; nothing if there are none. */
static void put_count(struct page *p, const char *word, uint64_t n, unsigned rules)
{
	if (n)
		html_put(&p->html, "%" PRIu64 " %s%s of %u rule%s", n, word, n == 1 ? "" : "s", rules,
		         rules == 1 ? "" : "s");
}

void page_health(struct page *p)
{
	unsigned nerrors, nwarnings;
	const uint64_t errors = found_count(&p->found, OTFP_SEVERITY_ERROR, &nerrors);
	const uint64_t warnings = found_count(&p->found, OTFP_SEVERITY_WARNING, &nwarnings);

	if (!errors && !warnings) {
		html_put(&p->html, "<p class=\"good\">otf-check finds nothing wrong: %u rules.</p>\n",
		         (unsigned)OTFP_NRULES);
		return;
	}
	html_raw(&p->html, "<p>");
	put_count(p, "error", errors, nerrors);
	html_raw(&p->html, errors && warnings ? ", " : "");
	put_count(p, "warning", warnings, nwarnings);
	html_raw(&p->html, ". <code>otf-check</code> lists them.</p>\n");
	for (unsigned severity = OTFP_SEVERITY_ERROR; severity > OTFP_SEVERITY_OFF; severity--)
		for (unsigned i = 0; i < OTFP_NRULES; i++)
			if (p->found.rules[i].n && p->found.rules[i].severity == severity)
				put_rule(p, i);
}
