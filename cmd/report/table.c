/* table.c - tables that the script sorts and searches; and the tables of the profile. */
#include "base/wide.h"
#include "cmd/report/page.h"
#include <inttypes.h>
#include <string.h>

void otfp_page_table_begin(struct otfp_page *p, const char *caption, size_t n, size_t all, const char *how)
{
	struct otfp_html *h = &p->html;

	if (n < all) {
		otfp_html_raw(h, "<p class=\"note\">The first ");
		otfp_html_count(h, n);
		otfp_html_raw(h, " of ");
		otfp_html_count(h, all);
		otfp_html_put(h, " rows. <code>%s</code> lists all; --rows 0 puts them here.</p>\n", how);
	}
	otfp_html_put(h, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<thead><tr>",
	              caption);
}

void otfp_page_column(struct otfp_page *p, const char *name, int is_number)
{
	otfp_html_put(&p->html,
	              is_number ? "<th scope=\"col\" class=\"number\" data-name=\"%s\">" :
	                          "<th scope=\"col\" data-name=\"%s\">",
	              name);
	for (; *name; name++)
		otfp_pen_put(&p->html.pen, *name == '_' ? " " : name, 1);
	otfp_html_raw(&p->html, "</th>");
}

void otfp_page_head_end(struct otfp_page *p)
{
	otfp_html_raw(&p->html, "</tr></thead>\n<tbody>\n");
}

void otfp_page_table_end(struct otfp_page *p)
{
	otfp_html_raw(&p->html, "</tbody></table></div>\n");
}

void otfp_page_cell(struct otfp_page *p, otfp_wide value)
{
	otfp_html_raw(&p->html, "<td class=\"number\" data-v=\"");
	otfp_html_wide(&p->html, value);
	otfp_html_raw(&p->html, "\">");
}

void otfp_page_percent(struct otfp_page *p, double percent)
{
	otfp_html_put(&p->html,
	              "<td class=\"number\" data-v=\"%.17g\"><svg class=\"bar\" aria-hidden=\"true\"><rect "
	              "width=\"%.2f%%\" height=\"100%%\"/></svg>%.1f%%</td>",
	              percent, percent, percent);
}

static void put_name(struct otfp_page *p, unsigned space, otfp_ref ref,
                     void (*put)(struct otfp_html *h, struct otfp_str name))
{
	const struct otfp_definition *d = ref == OTFP_NO_REF ? NULL : otfp_names_find(&p->profile.names, space, ref);

	if (d && d->name.p)
		put(&p->html, d->name);
	else if (ref == OTFP_NO_REF)
		otfp_html_raw(&p->html, "&ndash;");
	else
		otfp_html_put(&p->html, "%" PRIu32, (uint32_t)ref);
}

void otfp_page_name(struct otfp_page *p, unsigned space, otfp_ref ref)
{
	put_name(p, space, ref, otfp_html_name);
}

void otfp_page_tip(struct otfp_page *p, unsigned space, otfp_ref ref)
{
	put_name(p, space, ref, otfp_html_tip);
}

/* ---- of the profile ---- */

static void put_whole(struct otfp_page *p, otfp_wide v, enum otfp_unit unit)
{
	struct otfp_html *h = &p->html;

	otfp_html_raw(h, "<td class=\"number\" data-v=\"");
	otfp_html_wide(h, v);
	if (unit != OTFP_UNIT_NUMBER) {
		otfp_html_raw(h, "\" title=\"");
		otfp_html_count(h, v);
		otfp_html_raw(h, unit == OTFP_UNIT_TICKS ? " ticks" : " bytes");
	}
	otfp_html_raw(h, "\">");
	if (unit == OTFP_UNIT_TICKS)
		otfp_html_ticks(h, otfp_wide_real(v));
	else if (unit == OTFP_UNIT_BYTES)
		otfp_html_bytes(h, otfp_wide_real(v));
	else
		otfp_html_count(h, v);
}

static void put_signed(struct otfp_page *p, otfp_signed_wide v)
{
	char text[OTFP_WIDE_MAX + 1];

	*otfp_signed_wide_put(text, v) = '\0';
	otfp_html_put(&p->html, "<td class=\"number\" data-v=\"%s\">%s", text, text);
}

static void put_value(struct otfp_page *p, const struct otfp_cell_value *v)
{
	if (v->is == OTFP_CELL_REAL && v->unit == OTFP_UNIT_PERCENT) {
		otfp_page_percent(p, v->real);
		return;
	}
	switch (v->is) {
	case OTFP_CELL_WHOLE: put_whole(p, v->whole, v->unit); break;
	case OTFP_CELL_SIGNED: put_signed(p, v->signed_whole); break;
	case OTFP_CELL_REAL:
		otfp_html_put(&p->html, "<td class=\"number\" data-v=\"%.17g\">%.6g", v->real, v->real);
		break;
	case OTFP_CELL_TOKEN:
		if (!v->text.p) {
			put_whole(p, v->whole, OTFP_UNIT_NUMBER);
			break;
		}
		/* fall through */
	case OTFP_CELL_TEXT:
		otfp_html_raw(&p->html, "<td>");
		otfp_html_name(&p->html, v->text);
		break;
	default: otfp_html_raw(&p->html, "<td class=\"number\">&ndash;");
	}
	otfp_html_raw(&p->html, "</td>");
}

/* The table of functions also has their groups. */
static int has_group(const struct otfp_page *p, unsigned table, const struct otfp_column *c)
{
	return table == OTFP_STAT_FUNCTION && c->kind == OTFP_COLUMN_NAME &&
	       p->report.kinds[table][c->index] == OTFP_KEY_FUNCTION;
}

static void put_group(struct otfp_page *p, otfp_ref function)
{
	const struct otfp_names *names = &p->profile.names;
	const struct otfp_definition *d = otfp_names_find(names, OTFP_NAMED_FUNCTION, function);

	otfp_html_raw(&p->html, "<td>");
	otfp_page_name(p, OTFP_NAMED_GROUP,
	               d ? otfp_names_local(names, OTFP_NAMED_GROUP, d->stream, d->detail) : OTFP_NO_REF);
	otfp_html_raw(&p->html, "</td>");
}

static void put_row(struct otfp_page *p, const struct otfp_row *row, const struct otfp_column *columns, unsigned n)
{
	struct otfp_cell_value v;

	otfp_html_raw(&p->html, "<tr>");
	for (unsigned i = 0; i < n; i++) {
		if (otfp_report_value(&p->report, row, &columns[i], &v) < 0)
			otfp_pen_fail(&p->html.pen);
		else
			put_value(p, &v);
		if (has_group(p, row->key.table, &columns[i]))
			put_group(p, row->key.part[columns[i].index]);
	}
	otfp_html_raw(&p->html, "</tr>\n");
}

static void put_heads(struct otfp_page *p, unsigned table, struct otfp_column *columns, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const int is_name = columns[i].kind == OTFP_COLUMN_NAME;
		if (is_name)
			*strstr(columns[i].name, "_name") = '\0';
		otfp_page_column(p, columns[i].name, !is_name);
		if (has_group(p, table, &columns[i]))
			otfp_page_column(p, "group", 0);
	}
	otfp_page_head_end(p);
}

const struct otfp_block *otfp_page_block(const struct otfp_page *p, unsigned table)
{
	for (size_t i = 0; i < p->report.nblocks; i++)
		if (p->report.rows[p->report.blocks[i].from]->key.table == table)
			return &p->report.blocks[i];
	return NULL;
}

void otfp_page_table(struct otfp_page *p, unsigned table)
{
	const struct otfp_block *block = p->report.block = otfp_page_block(p, table);
	const size_t shown = block->n < p->rows ? block->n : p->rows;
	struct otfp_column columns[OTFP_MAX_COLUMNS];
	const unsigned n = otfp_report_columns(&p->report, table, columns);
	char how[80];

	snprintf(how, sizeof how, "otf-stat --top 0 --table %s", otfp_stat_kinds[table].name);
	otfp_page_table_begin(p, otfp_stat_kinds[table].name, shown, block->n, how);
	put_heads(p, table, columns, n);
	for (size_t i = 0; i < shown; i++)
		put_row(p, p->report.rows[block->from + i], columns, n);
	otfp_page_table_end(p);
}
