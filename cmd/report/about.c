/* about.c - what the trace is: the facts of otf-info, and the processes. */
#include "cmd/report/page.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void begin_fact(struct page *p, const char *word)
{
	html_put(&p->html, "<div><dt>%s</dt><dd>", word);
}

static void end_fact(struct page *p)
{
	html_raw(&p->html, "</dd></div>\n");
}

static void put_fact(struct page *p, const char *word, const char *text)
{
	begin_fact(p, word);
	html_word(&p->html, text);
	end_fact(p);
}

/* Texts of one kind, one a line; long lists fold. */
static void put_texts(struct page *p, const char *word, const struct otfp_info_texts *t)
{
	const size_t n = t->n < p->rows ? t->n : p->rows;

	if (!t->n)
		return;
	begin_fact(p, word);
	if (t->n > 3)
		html_put(&p->html, "<details><summary>%zu lines</summary>", t->n);
	for (size_t i = 0; i < n; i++) {
		html_raw(&p->html, "<div>");
		html_name(&p->html, t->p[i]);
		html_raw(&p->html, "</div>");
	}
	if (n < t->n)
		html_put(&p->html, "<div class=\"note\">… %zu more; otf-info lists them</div>", t->n - n);
	html_raw(&p->html, t->n > 3 ? "</details>" : "");
	end_fact(p);
}

/* ---- the head ---- */

static void put_format(struct page *p)
{
	static const char *const forms[] = {"", ", short form", ", long form", ", short and long form"};
	const struct otfp_info *info = &p->info;

	begin_fact(p, "format");
	if (strcmp(info->format, "lines") == 0)
		html_raw(&p->html, "line stream");
	else
		for (const char *c = info->format; *c; c++)
			html_put(&p->html, "%c", toupper((unsigned char)*c));
	html_raw(&p->html, forms[info->header.form & 3]);
	end_fact(p);
	if (!info->has_version)
		return;
	begin_fact(p, "version");
	html_put(&p->html, "%u.%u.%u ", info->version[0], info->version[1], info->version[2]);
	html_name(&p->html, info->version_text);
	end_fact(p);
}

static void put_span(struct page *p)
{
	const struct otfp_info *info = &p->info;
	uint64_t first, last;
	const int how = otfp_info_span(info, &first, &last);

	begin_fact(p, "resolution");
	if (p->html.resolution) {
		html_count(&p->html, p->html.resolution);
		html_raw(&p->html, " ticks per second");
	} else {
		html_raw(&p->html, "not defined");
	}
	end_fact(p);
	if (how == OTFP_SPAN_NONE) {
		put_fact(p, "span", "unknown");
		return;
	}
	begin_fact(p, "span");
	html_put(&p->html, "%" PRIu64 " to %" PRIu64 ", ", first, last);
	html_ticks(&p->html, (double)(last - first));
	html_raw(&p->html, how == OTFP_SPAN_RANGE ? ", by DefTimeRange" : "");
	end_fact(p);
}

static void put_points(struct page *p)
{
	static const char *const words[OTFP_NPOINTS] = {"snapshots", "summaries", "inline snapshots"};

	for (unsigned i = 0; i < OTFP_NPOINTS; i++) {
		const struct otfp_info_points *at = &p->info.points[i];
		if (!at->n)
			continue;
		begin_fact(p, words[i]);
		html_put(&p->html, "at %" PRIu64 " points, %" PRIu64 " to %" PRIu64, at->n, at->first, at->last);
		end_fact(p);
	}
}

static void put_files(struct page *p)
{
	uint64_t bytes = p->info.bytes;
	size_t packed = 0;

	for (size_t i = 0; i < p->info.nfiles; i++) {
		bytes += p->info.files[i].bytes;
		packed += p->info.files[i].packed;
	}
	if (!p->info.nfiles)
		return;
	begin_fact(p, "files");
	html_put(&p->html, "%zu, ", p->info.nfiles);
	html_bytes(&p->html, (double)bytes);
	if (packed)
		html_put(&p->html, ", %zu compressed", packed);
	end_fact(p);
}

/* ---- records by type ---- */

static void put_records(struct page *p)
{
	html_raw(&p->html, "<details><summary>Records by type</summary>\n");
	page_table_begin(p, "records by type", 0, 0, "");
	page_column(p, "type", 0);
	page_column(p, "records", 1);
	page_head_end(p);
	for (unsigned t = 1; t < OTFP_NTYPES; t++) {
		if (!p->info.records[t])
			continue;
		html_put(&p->html, "<tr><td>%s</td>", otfp_schema(t)->name);
		page_cell(p, p->info.records[t]);
		html_count(&p->html, p->info.records[t]);
		html_raw(&p->html, "</td></tr>\n");
	}
	page_table_end(p);
	html_raw(&p->html, "</details>\n");
}

void page_about(struct page *p)
{
	const struct otfp_info *info = &p->info;

	html_raw(&p->html, "<dl class=\"facts\">\n");
	put_fact(p, "name", strcmp(info->name, "-") == 0 ? "standard input" : info->name);
	put_format(p);
	put_texts(p, "creator", &info->creators);
	if (info->has_id) {
		begin_fact(p, "unique id");
		html_put(&p->html, "%" PRIu64, info->unique_id);
		end_fact(p);
	}
	put_span(p);
	begin_fact(p, "streams");
	html_put(&p->html, "%zu", info->nstreams);
	end_fact(p);
	put_points(p);
	put_files(p);
	put_texts(p, "provenance", &info->provenance);
	put_texts(p, "lost", &info->lost);
	put_texts(p, "comment", &info->comments);
	put_texts(p, "environment", &info->environment);
	html_raw(&p->html, "</dl>\n");
	put_records(p);
}

/* ---- processes ---- */

static void put_number(struct page *p, uint64_t n)
{
	page_cell(p, n);
	html_count(&p->html, n);
	html_raw(&p->html, "</td>");
}

static void put_bytes(struct page *p, uint64_t n)
{
	page_cell(p, n);
	html_bytes(&p->html, (double)n);
	html_raw(&p->html, "</td>");
}

/* A time from the start of the trace; none if the process has no records. */
static void put_time(struct page *p, const struct otfp_info_tally *t, uint64_t time, uint64_t from)
{
	if (!t->records) {
		html_raw(&p->html, "<td class=\"number\">&ndash;</td>");
		return;
	}
	page_cell(p, time);
	html_raw(&p->html, time < from ? "&minus;" : "+");
	html_ticks(&p->html, time < from ? (double)(from - time) : (double)(time - from));
	html_raw(&p->html, "</td>");
}

static void put_process(struct page *p, const struct otfp_info_process *at, uint64_t from)
{
	const uint64_t *stream = otfp_map_get(&p->info.stream_of, at->process);
	const struct otfp_info_tally *t = otfp_info_tally_of(&p->info, at);

	html_raw(&p->html, "<tr>");
	put_number(p, at->process);
	put_number(p, stream ? *stream : 0);
	html_raw(&p->html, "<td>");
	if (at->is_defined)
		html_name(&p->html, at->name);
	else
		html_raw(&p->html, "(not defined)");
	html_raw(&p->html, "</td>");
	put_number(p, t->records);
	put_number(p, t->enters);
	put_number(p, t->sends);
	put_bytes(p, t->bytes_sent);
	put_number(p, t->receives);
	put_bytes(p, t->bytes_received);
	put_number(p, t->collectives);
	put_time(p, t, t->first, from);
	put_time(p, t, t->last, from);
	html_raw(&p->html, "</tr>\n");
}

void page_processes(struct page *p)
{
	static const char *const numbers[] = {"records",        "enters",      "sends", "bytes_sent", "receives",
	                                      "bytes_received", "collectives", "first", "last"};
	const size_t n = p->info.nprocesses < p->rows ? p->info.nprocesses : p->rows;
	uint64_t first, last;

	if (otfp_info_span(&p->info, &first, &last) == OTFP_SPAN_NONE)
		first = 0;
	page_table_begin(p, "processes", n, p->info.nprocesses, "otf-info --full -v");
	page_column(p, "process", 1);
	page_column(p, "stream", 1);
	page_column(p, "name", 0);
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		page_column(p, numbers[i], 1);
	page_head_end(p);
	for (size_t i = 0; i < n; i++)
		put_process(p, &p->info.processes[i], first);
	page_table_end(p);
}
