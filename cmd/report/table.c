/* table.c - tables that the script sorts and searches; and the tables of the profile. */
#include "base/wide.h"
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

void page_table_begin(struct page *p, const char *caption, size_t n, size_t all, const char *how)
{
	struct html *h = &p->html;

	if (n < all) {
		html_raw(h, "<p class=\"note\">The first ");
		html_count(h, n);
		html_raw(h, " of ");
		html_count(h, all);
		html_put(h, " rows. <code>%s</code> lists all; --rows 0 puts them here.</p>\n", how);
	}
	html_put(h, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<thead><tr>",
	         caption);
}

void page_column(struct page *p, const char *name, int is_number)
{
	html_put(&p->html,
	         is_number ? "<th scope=\"col\" class=\"number\" data-name=\"%s\">" :
	                     "<th scope=\"col\" data-name=\"%s\">",
	         name);
	for (; *name; name++)
		pen_put(&p->html.pen, *name == '_' ? " " : name, 1);
	html_raw(&p->html, "</th>");
}

void page_head_end(struct page *p)
{
	html_raw(&p->html, "</tr></thead>\n<tbody>\n");
}

void page_table_end(struct page *p)
{
	html_raw(&p->html, "</tbody></table></div>\n");
}

void page_cell(struct page *p, otfp_wide value)
{
	html_raw(&p->html, "<td class=\"number\" data-v=\"");
	html_wide(&p->html, value);
	html_raw(&p->html, "\">");
}

void page_percent(struct page *p, double percent)
{
	html_put(&p->html,
	         "<td class=\"number\" data-v=\"%.17g\"><svg class=\"bar\" aria-hidden=\"true\"><rect "
	         "width=\"%.2f%%\" height=\"100%%\"/></svg>%.1f%%</td>",
	         percent, percent, percent);
}

static void put_name(struct page *p, unsigned space, otfp_ref ref, void (*put)(struct html *h, struct otfp_str name))
{
	const struct otfp_definition *d = ref == OTFP_NO_REF ? NULL : otfp_names_find(&p->profile.names, space, ref);

	if (d && d->name.p)
		put(&p->html, d->name);
	else if (ref == OTFP_NO_REF)
		html_raw(&p->html, "&ndash;");
	else
		html_put(&p->html, "%" PRIu32, (uint32_t)ref);
}

void page_name(struct page *p, unsigned space, otfp_ref ref)
{
	put_name(p, space, ref, html_name);
}

void page_tip(struct page *p, unsigned space, otfp_ref ref)
{
	put_name(p, space, ref, html_tip);
}

/* ---- of the profile ---- */

static void put_whole(struct page *p, otfp_wide v, enum otfp_unit unit)
{
	struct html *h = &p->html;

	html_raw(h, "<td class=\"number\" data-v=\"");
	html_wide(h, v);
	if (unit != OTFP_UNIT_NUMBER) {
		html_raw(h, "\" title=\"");
		html_count(h, v);
		html_raw(h, unit == OTFP_UNIT_TICKS ? " ticks" : " bytes");
	}
	html_raw(h, "\">");
	if (unit == OTFP_UNIT_TICKS)
		html_ticks(h, otfp_wide_real(v));
	else if (unit == OTFP_UNIT_BYTES)
		html_bytes(h, otfp_wide_real(v));
	else
		html_count(h, v);
}

static void put_signed(struct page *p, otfp_signed_wide v)
{
	char text[OTFP_WIDE_MAX + 1];

	*otfp_signed_wide_put(text, v) = '\0';
	html_put(&p->html, "<td class=\"number\" data-v=\"%s\">%s", text, text);
}

static void put_value(struct page *p, const struct cell_value *v)
{
	if (v->is == CELL_REAL && v->unit == OTFP_UNIT_PERCENT) {
		page_percent(p, v->real);
		return;
	}
	switch (v->is) {
	case CELL_WHOLE: put_whole(p, v->whole, v->unit); break;
	case CELL_SIGNED: put_signed(p, v->signed_whole); break;
	case CELL_REAL: html_put(&p->html, "<td class=\"number\" data-v=\"%.17g\">%.6g", v->real, v->real); break;
	case CELL_TOKEN:
		if (!v->text.p) {
			put_whole(p, v->whole, OTFP_UNIT_NUMBER);
			break;
		}
		/* fall through */
	case CELL_TEXT:
		html_raw(&p->html, "<td>");
		html_name(&p->html, v->text);
		break;
	default: html_raw(&p->html, "<td class=\"number\">&ndash;");
	}
	html_raw(&p->html, "</td>");
}

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

	html_raw(&p->html, "<td>");
	page_name(p, OTFP_NAMED_GROUP,
	          d ? otfp_names_local(names, OTFP_NAMED_GROUP, d->stream, d->detail) : OTFP_NO_REF);
	html_raw(&p->html, "</td>");
}

static void put_row(struct page *p, const struct otfp_row *row, const struct column *columns, unsigned n)
{
	struct cell_value v;

	html_raw(&p->html, "<tr>");
	for (unsigned i = 0; i < n; i++) {
		if (listing_value(&p->report, row, &columns[i], &v) < 0)
			pen_fail(&p->html.pen);
		else
			put_value(p, &v);
		if (has_group(p, row->key.table, &columns[i]))
			put_group(p, row->key.part[columns[i].index]);
	}
	html_raw(&p->html, "</tr>\n");
}

static void put_heads(struct page *p, unsigned table, struct column *columns, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const int is_name = columns[i].kind == COLUMN_NAME;
		if (is_name)
			*strstr(columns[i].name, "_name") = '\0';
		page_column(p, columns[i].name, !is_name);
		if (has_group(p, table, &columns[i]))
			page_column(p, "group", 0);
	}
	page_head_end(p);
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
	put_heads(p, table, columns, n);
	for (size_t i = 0; i < shown; i++)
		put_row(p, p->report.rows[block->from + i], columns, n);
	page_table_end(p);
}
