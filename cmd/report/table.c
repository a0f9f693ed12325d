/* table.c - tables as HTML, which the script sorts and searches; and the tables of the profile. */
#include "base/wide.h"
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

static struct html *html_of(const struct table *t)
{
	return &((struct page *)t->ctx)->html;
}

static int is_number(const struct table *t, unsigned column)
{
	return !(t->columns[column].flags & (TABLE_TEXT | TABLE_PATH));
}

/* ---- head and foot ---- */

static void put_head(struct html *h, struct otfp_str name, int numbers)
{
	html_put(h,
	         numbers ? "<th scope=\"col\" class=\"number\" data-name=\"%.*s\">" :
	                   "<th scope=\"col\" data-name=\"%.*s\">",
	         (int)name.n, name.p);
	for (size_t i = 0; i < name.n; i++)
		pen_put(&h->pen, name.p[i] == '_' ? " " : name.p + i, 1);
	html_raw(h, "</th>");
}

static void begin(struct table *t)
{
	struct html *h = html_of(t);

	if (t->shown < t->all) {
		html_raw(h, "<p class=\"note\">The first ");
		html_count(h, t->shown);
		html_raw(h, " of ");
		html_count(h, t->all);
		html_put(h, " rows. <code>%s</code> lists all; --rows 0 puts them here.</p>\n", t->how);
	}
	html_put(h, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<thead><tr>",
	         t->name);
	for (unsigned i = 0; i < t->n; i++)
		put_head(h, table_head(&t->columns[i]), is_number(t, i));
	html_raw(h, "</tr></thead>\n<tbody>\n");
}

static void end(struct table *t)
{
	html_raw(html_of(t), "</tbody></table></div>\n");
}

static void row(struct table *t)
{
	html_raw(html_of(t), "<tr>");
}

static void end_row(struct table *t)
{
	html_raw(html_of(t), "</tr>\n");
}

/* ---- cells ---- */

/* Begin the cell of a number, with its exact value for the script. */
static void put_exact(struct html *h, const struct cell_value *v)
{
	html_raw(h, "<td class=\"number\" data-v=\"");
	html_wide(h, v->whole);
	if (v->unit == OTFP_UNIT_TICKS || v->unit == OTFP_UNIT_BYTES) {
		html_raw(h, "\" title=\"");
		html_count(h, v->whole);
		html_raw(h, v->unit == OTFP_UNIT_TICKS ? " ticks" : " bytes");
	}
	html_raw(h, "\">");
}

/* A time from the start of the trace. */
static void put_instant(struct html *h, uint64_t time, uint64_t first)
{
	html_raw(h, time < first ? "&minus;" : "+");
	html_ticks(h, time < first ? (double)(first - time) : (double)(time - first));
}

/* With a place in the timeline it is a link, of which the script makes the window. */
static void put_place(struct page *p, uint64_t time, uint64_t first)
{
	if (p->from < p->to)
		html_put(&p->html, "<a href=\"#timeline\" data-from=\"%" PRIu64 "\" data-to=\"%" PRIu64 "\">", p->from,
		         p->to);
	put_instant(&p->html, time, first);
	if (p->from < p->to)
		html_raw(&p->html, "</a>");
}

static void put_whole(struct page *p, const struct cell_value *v, uint64_t first)
{
	struct html *h = &p->html;

	put_exact(h, v);
	switch (v->unit) {
	case OTFP_UNIT_TICKS: html_ticks(h, v->real); break;
	case OTFP_UNIT_BYTES: html_bytes(h, v->real); break;
	case OTFP_UNIT_INSTANT: put_place(p, (uint64_t)v->whole, first); break;
	default: html_count(h, v->whole);
	}
}

static void put_signed(struct html *h, otfp_signed_wide v)
{
	char text[OTFP_WIDE_MAX + 1];

	*otfp_signed_wide_put(text, v) = '\0';
	html_put(h, "<td class=\"number\" data-v=\"%s\">%s", text, text);
}

/* A percentage has a bar. */
static void put_real(struct html *h, const struct cell_value *v)
{
	switch (v->unit) {
	case OTFP_UNIT_PERCENT:
		html_put(h,
		         "<td class=\"number\" data-v=\"%.17g\"><svg class=\"bar\" aria-hidden=\"true\"><rect "
		         "width=\"%.2f%%\" height=\"100%%\"/></svg>%.1f%%",
		         v->real, v->real, v->real);
		break;
	case OTFP_UNIT_SHARE: html_put(h, "<td class=\"number\" data-v=\"%.6f\">%.1f%%", v->real, 100 * v->real); break;
	default: html_put(h, "<td class=\"number\" data-v=\"%.17g\">%.6g", v->real, v->real);
	}
}

static void cell(struct table *t, unsigned column, const struct cell_value *v)
{
	struct html *h = html_of(t);

	switch (v->is) {
	case CELL_WHOLE: put_whole(t->ctx, v, t->first); break;
	case CELL_SIGNED: put_signed(h, v->signed_whole); break;
	case CELL_REAL: put_real(h, v); break;
	case CELL_TEXT:
		html_raw(h, "<td>");
		html_name(h, v->text);
		break;
	default: html_raw(h, is_number(t, column) ? "<td class=\"number\">&ndash;" : "<td>&ndash;");
	}
	html_raw(h, "</td>");
}

const struct table_form page_form = {TABLE_PROGRAMS, begin, row, cell, end_row, end};

/* ---- for sections ---- */

struct table *page_table_begin(struct page *p, const char *name, size_t shown, size_t all, const char *how)
{
	table_begin(&p->table, name, NULL);
	p->table.shown = shown;
	p->table.all = all;
	p->table.how = how;
	return &p->table;
}

void page_name(struct page *p, unsigned space, otfp_ref ref)
{
	struct table *t = &p->table;

	if (ref == OTFP_NO_REF)
		table_none(t);
	else
		table_scratch(t, name_add(&t->scratch, &p->profile.names, space, ref));
}

void page_tip(struct page *p, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = ref == OTFP_NO_REF ? NULL : otfp_names_find(&p->profile.names, space, ref);

	if (d && d->name.p)
		html_tip(&p->html, d->name);
	else if (space == OTFP_NAMED_PROCESS && ref == OTFP_OTHER_PROCESS)
		html_raw(&p->html, "(other)");
	else if (ref == OTFP_NO_REF)
		html_raw(&p->html, "&ndash;");
	else
		html_put(&p->html, "%" PRIu32, (uint32_t)ref);
}

/* ---- of the profile ---- */

/* The table of functions also has their groups. */
static int has_group(const struct page *p, unsigned table, const struct column *c)
{
	return table == OTFP_STAT_FUNCTION && c->kind == COLUMN_NAME &&
	       p->report.kinds[table][c->index] == OTFP_KEY_FUNCTION;
}

static void put_group(struct page *p, otfp_ref function)
{
	const struct otfp_names *names = &p->profile.names;
	const struct otfp_definition *d = otfp_names_find(names, OTFP_NAMED_FUNCTION, function);

	page_name(p, OTFP_NAMED_GROUP,
	          d ? otfp_names_local(names, OTFP_NAMED_GROUP, d->stream, d->detail) : OTFP_NO_REF);
}

static void put_columns(struct page *p, unsigned table, const struct column *columns, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		listing_column(&p->report, table, &columns[i], &p->table);
		if (has_group(p, table, &columns[i]))
			table_column(&p->table, "group_name", TABLE_TEXT);
	}
}

static void put_row(struct page *p, const struct otfp_row *row, const struct column *columns, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		listing_cell(&p->report, row, &columns[i], &p->table);
		if (has_group(p, row->key.table, &columns[i]))
			put_group(p, row->key.part[columns[i].index]);
	}
}

static void put_note(struct page *p, const struct column *columns, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		if (columns[i].kind == COLUMN_PERCENT)
			html_put(&p->html, "<p class=\"note\">percent: of the sum of %s of all rows.</p>\n",
			         columns[i - 1].name);
}

const struct column_block *page_block(const struct page *p, unsigned table)
{
	for (size_t i = 0; i < p->report.nblocks; i++)
		if (p->report.rows[p->report.blocks[i].from]->key.table == table)
			return &p->report.blocks[i];
	return NULL;
}

void page_table(struct page *p, unsigned table)
{
	const struct column_block *block = p->report.block = page_block(p, table);
	const size_t shown = block->n < p->rows ? block->n : p->rows;
	struct column columns[MAX_COLUMNS];
	const unsigned n = listing_columns(&p->report, table, columns);
	char how[80];

	snprintf(how, sizeof how, "otf-stat --top 0 --table %s", otfp_stat_kinds[table].name);
	put_note(p, columns, n);
	page_table_begin(p, otfp_stat_kinds[table].name, shown, block->n, how);
	put_columns(p, table, columns, n);
	for (size_t i = 0; i < shown; i++)
		put_row(p, p->report.rows[block->from + i], columns, n);
	table_end(&p->table);
}
