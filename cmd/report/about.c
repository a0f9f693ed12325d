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
	struct table *t = &p->table;

	html_raw(&p->html, "<details><summary>Records by type</summary>\n");
	page_table_begin(p, "records by type", 0, 0, "");
	table_column(t, "type", TABLE_TEXT);
	table_column(t, "records", 0);
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		if (!p->info.records[type])
			continue;
		table_word(t, otfp_schema(type)->name);
		table_number(t, p->info.records[type]);
	}
	table_end(t);
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

/* None if the process has no records. */
static void put_time(struct table *t, const struct otfp_info_tally *tally, uint64_t time)
{
	if (tally->records)
		table_instant(t, time);
	else
		table_none(t);
}

static void put_process(struct page *p, const struct otfp_info_process *at)
{
	const uint64_t *stream = otfp_map_get(&p->info.stream_of, at->process);
	const struct otfp_info_tally *tally = otfp_info_tally_of(&p->info, at);
	struct table *t = &p->table;

	table_number(t, at->process);
	table_number(t, stream ? *stream : 0);
	if (at->is_defined && at->name.p)
		table_text_cell(t, at->name);
	else
		table_word(t, at->is_defined ? "" : "(not defined)");
	table_number(t, tally->records);
	table_number(t, tally->enters);
	table_number(t, tally->sends);
	table_bytes(t, tally->bytes_sent);
	table_number(t, tally->receives);
	table_bytes(t, tally->bytes_received);
	table_number(t, tally->collectives);
	put_time(t, tally, tally->first);
	put_time(t, tally, tally->last);
}

void page_processes(struct page *p)
{
	static const struct table_column columns[] = {{"process", 0},     {"stream", 0},   {"name", TABLE_TEXT},
	                                              {"records", 0},     {"enters", 0},   {"sends", 0},
	                                              {"bytes_sent", 0},  {"receives", 0}, {"bytes_received", 0},
	                                              {"collectives", 0}, {"first", 0},    {"last", 0}};
	const size_t n = p->info.nprocesses < p->rows ? p->info.nprocesses : p->rows;
	uint64_t first, last;

	p->table.first = otfp_info_span(&p->info, &first, &last) == OTFP_SPAN_NONE ? 0 : first;
	page_table_begin(p, "processes", n, p->info.nprocesses, "otf-info --full -v");
	table_columns(&p->table, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n; i++)
		put_process(p, &p->info.processes[i]);
	table_end(&p->table);
}
