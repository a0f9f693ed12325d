/* print.c - the facts about a trace as text, for people. */
#include "base/human.h"
#include "base/order.h"
#include "cmd/info/run.h"
#include "cmd/text/safe.h"
#include "cmd/text/terminal.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct printer {
	const struct otfp_info *info;
	int all;
	FILE *out;
	struct otfp_buf b; /* the text being formatted */
	int failed;        /* memory was out: a text is missing */
	struct table table;
};

/* "  word          text" */
static __attribute__((format(printf, 3, 4))) void print_fact(struct printer *p, const char *word, const char *fmt, ...)
{
	va_list ap;

	fprintf(p->out, "  %-13s ", word);
	va_start(ap, fmt);
	vfprintf(p->out, fmt, ap);
	va_end(ap);
	putc('\n', p->out);
}

/* The text in b, valid until the next one. @param rc  <0: memory was out while it was formatted */
static const char *text_of(struct printer *p, int rc)
{
	const char *text = rc < 0 ? NULL : otfp_buf_str(&p->b);

	p->failed |= !text;
	return text ? text : "";
}

/* A text from untrusted input. Valid until the next call. */
static const char *plain(struct printer *p, struct otfp_str s)
{
	p->b.n = 0;
	return text_of(p, safe_add(&p->b, s));
}

static const char *bytes_text(struct printer *p, uint64_t bytes)
{
	p->b.n = 0;
	return text_of(p, otfp_human_bytes(&p->b, (double)bytes));
}

static const char *ticks_text(struct printer *p, uint64_t ticks)
{
	p->b.n = 0;
	return text_of(p, otfp_human_ticks(&p->b, (double)ticks, p->info->header.resolution));
}

static void print_texts(struct printer *p, const char *word, const struct otfp_info_texts *t)
{
	for (size_t i = 0; i < t->n; i++)
		print_fact(p, i ? "" : word, "%s", plain(p, t->p[i]));
}

/* As print_texts, but of a long list its first ones: programs that measure note all that they know of the machine. */
static void print_remarks(struct printer *p, const char *word, const struct otfp_info_texts *t)
{
	const int is_all = p->all || t->n <= INFO_SHORT;
	const struct otfp_info_texts shown = {.p = t->p, .n = is_all ? t->n : INFO_SHORT};

	print_texts(p, word, &shown);
	if (!is_all)
		print_fact(p, "", "… %zu more; -v lists them", t->n - INFO_SHORT);
}

/* ---- the head ---- */

static const char *upper_case(const char *word, char *text, size_t room)
{
	size_t n = 0;

	for (; word[n] && n + 1 < room; n++)
		text[n] = (char)toupper((unsigned char)word[n]);
	text[n] = '\0';
	return text;
}

static int is_lines(const struct otfp_info *info)
{
	return strcmp(info->format, "lines") == 0;
}

static void print_format(struct printer *p)
{
	static const char *const forms[] = {"", ", short form", ", long form", ", short and long form"};
	const struct otfp_info *info = p->info;
	char format[8];

	if (is_lines(info))
		print_fact(p, "format", "line stream%s%s%s%s", info->is_zstd ? ", zstd" : "",
		           info->header.form ? ", from OTF" : "", forms[info->header.form & 3],
		           info->bytes ? "" : ", read from a pipe");
	else
		print_fact(p, "format", "%s%s", upper_case(info->format, format, sizeof format),
		           forms[info->header.form & 3]);
	if (info->has_version)
		print_fact(p, "version", "%u.%u.%u %s", info->version[0], info->version[1], info->version[2],
		           plain(p, info->version_text));
	print_texts(p, "creator", &info->creators);
	if (info->has_id)
		print_fact(p, "unique id", "%" PRIu64 " (0x%" PRIx64 ")", info->unique_id, info->unique_id);
}

static void print_outliers(struct printer *p)
{
	const struct otfp_outlier_found f = otfp_outlier_find(&p->info->outlier);

	if (f.n)
		print_fact(p, "note",
		           "%" PRIu64 " of %" PRIu64 " events, at %" PRIu64 ", %s far %s all others, which take %s; "
		           "see otf-check",
		           f.n, f.n + f.others, f.first, f.n == 1 ? "is" : "are", f.is_late ? "after" : "before",
		           ticks_text(p, f.span));
}

static void print_span(struct printer *p)
{
	const struct otfp_info *info = p->info;
	uint64_t first, last;
	int how = otfp_info_span(info, &first, &last);

	if (info->header.resolution)
		print_fact(p, "resolution", "%" PRIu64 " ticks per second", info->header.resolution);
	else
		print_fact(p, "resolution", "not defined");
	if (how == OTFP_SPAN_NONE)
		print_fact(p, "span", "unknown%s", info->is_full ? "" : "; --full reads all records");
	else
		print_fact(p, "span", "%" PRIu64 " to %" PRIu64 ", %s%s", first, last, ticks_text(p, last - first),
		           how == OTFP_SPAN_RANGE ? ", by DefTimeRange" : "");
	print_outliers(p);
	if (info->header.window_ends)
		print_fact(p, "window", "%" PRIu64 " to %" PRIu64 ", %s, of a longer run", info->header.window_from,
		           info->header.window_to, ticks_text(p, info->header.window_to - info->header.window_from));
	else if (info->header.has_window)
		print_fact(p, "window", "from %" PRIu64 " of a longer run", info->header.window_from);
	if (info->header.has_events && (info->header.events_first != first || info->header.events_last != last))
		print_fact(p, "events", "%" PRIu64 " to %" PRIu64, info->header.events_first, info->header.events_last);
}

/* ---- contents ---- */

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = *(uint64_t *const *)a, *y = *(uint64_t *const *)b;

	return *x != *y ? otfp_order_down(*x, *y) : (x > y) - (x < y);
}

static int is_counted(unsigned type, int timed)
{
	return (otfp_schema(type)->file >= OTFP_FILE_SNAP || type == OTFP_Marker) == timed;
}

/* "149: DefFunction 59, DefScl 59", the most frequent type first */
static void print_records(struct printer *p, const char *word, int timed)
{
	const uint64_t *types[OTFP_NTYPES] = {NULL};
	uint64_t sum = 0;
	unsigned n = 0;

	for (unsigned t = 1; t < OTFP_NTYPES; t++)
		if (p->info->records[t] && is_counted(t, timed)) {
			types[n++] = &p->info->records[t];
			sum += p->info->records[t];
		}
	qsort(types, n, sizeof *types, by_number);
	fprintf(p->out, "  %-13s %" PRIu64, word, sum);
	for (unsigned i = 0; i < n; i++)
		fprintf(p->out, "%s%s %" PRIu64, i ? ", " : ": ",
		        otfp_schema((unsigned)(types[i] - p->info->records))->name, *types[i]);
	putc('\n', p->out);
}

static void print_counted(struct printer *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->info->nstreams; i++)
		sum += p->info->streams[i].records;
	print_fact(p, "records", "%" PRIu64 ", by the heads of the chunks", sum);
}

static void print_contents(struct printer *p)
{
	const struct otfp_info *info = p->info;

	print_fact(p, "streams", "%zu", info->nstreams);
	print_fact(p, "processes", "%zu", info->nprocesses);
	print_records(p, "definitions", 0);
	if (info->is_full)
		print_records(p, "records", 1);
	else if (info_is_counted(info))
		print_counted(p);
	if (!info->is_full)
		print_fact(p, "markers", "%" PRIu64, info->records[OTFP_Marker]);
	if (info->others)
		print_fact(p, "others", "%" PRIu64 " of unknown name", info->others);
	if (info->in_all)
		print_fact(p, "in all", "%" PRIu64 " records, by @END", info->in_all);
}

static void print_points(struct printer *p)
{
	static const char *const words[OTFP_NPOINTS] = {"snapshots", "summaries", "snapshots"};

	for (unsigned i = 0; i < OTFP_NPOINTS; i++) {
		const struct otfp_info_points *at = &p->info->points[i];
		if (at->n)
			print_fact(p, words[i], "at %" PRIu64 " points, %" PRIu64 " to %" PRIu64 "%s", at->n, at->first,
			           at->last, i == OTFP_POINT_INLINE ? ", among the events" : "");
	}
}

/* ---- tables ---- */

/* The number of files and bytes by kind. */
static void print_kinds(struct printer *p)
{
	static const struct table_column columns[] = {{"files", TABLE_TEXT | TABLE_LEAST(8)},
	                                              {"number", TABLE_LEAST(7)},
	                                              {"packed", TABLE_LEAST(7)},
	                                              {"bytes", TABLE_LEAST(11)}};
	const struct otfp_info *info = p->info;
	struct table *t = &p->table;

	if (!info->nfiles)
		return;
	table_begin(t, "kinds", "");
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (unsigned kind = 0; kind < OTFP_NLISTS; kind++) {
		uint64_t bytes = 0;
		unsigned n = 0, packed = 0;
		for (size_t i = 0; i < info->nfiles; i++)
			if (info->files[i].kind == kind) {
				n++;
				packed += info->files[i].packed;
				bytes += info->files[i].bytes;
			}
		if (!n)
			continue;
		table_word(t, info_kind(info, kind));
		table_number(t, n);
		table_number(t, packed);
		table_bytes(t, bytes);
	}
	table_end(t);
}

static void print_compression(struct printer *p)
{
	const struct otfp_info *info = p->info;

	if (info->tail_packed)
		print_fact(p, "compression", "%.1f : 1, by the ends of the files",
		           (double)info->tail_text / (double)info->tail_packed);
}

/* Whether to print a list of n; if it is too long, print how to get it. */
static int is_listed(struct printer *p, const char *word, size_t n)
{
	if (n == 0)
		return 0;
	if (p->all || n <= INFO_SHORT)
		return 1;
	fprintf(p->out, "\n  %s: %zu; -v lists them\n", word, n);
	return 0;
}

int info_print(const struct otfp_info *info, int all, FILE *out)
{
	struct printer p = {.info = info, .all = all, .out = out};

	p.table = (struct table){.form = &table_text,
	                         .out = out,
	                         .width = terminal_width(STDOUT_FILENO),
	                         .indent = 2,
	                         .option = "--json",
	                         .printed = 1};

	fprintf(out, "%s\n", plain(&p, (struct otfp_str){info->name, strlen(info->name)}));
	print_format(&p);
	print_span(&p);
	print_contents(&p);
	print_points(&p);
	if (info->share.parts)
		print_fact(&p, "share", "%u of %u", info->share.part, info->share.parts);
	print_texts(&p, "provenance", &info->provenance);
	print_texts(&p, "lost", &info->lost);
	print_remarks(&p, "comment", &info->comments);
	print_remarks(&p, "environment", &info->environment);
	print_compression(&p);
	if (info->bytes)
		print_fact(&p, "size", "%s", bytes_text(&p, info->bytes));
	if (is_lines(info) && !info->is_full)
		print_fact(&p, "note", "only the head was read; --full reads all records");
	print_kinds(&p);
	if (is_listed(&p, "streams", info->nstreams))
		info_streams(info, &p.table);
	if (is_listed(&p, "processes", info->nprocesses))
		info_processes(info, &p.table);
	if (is_listed(&p, "process groups", info->ngroups))
		info_groups(info, &p.table);
	otfp_buf_release(&p.b);
	return table_finish(&p.table) < 0 || p.failed ? -1 : 0;
}
