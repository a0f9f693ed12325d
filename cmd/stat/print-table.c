/* print-table.c - the report for people: a summary, then tables of the largest rows with units, shares and totals. */
#include "base/decimal.h"
#include "base/human.h"
#include "cmd/text/safe.h"
#include "cmd/stat/print.h"
#include "cmd/stat/sheet.h"
#include "cmd/stat/summary.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

static int put_wide(struct otfp_buf *b, const struct cell_value *v)
{
	char text[OTFP_WIDE_MAX], *end = v->is == CELL_SIGNED ? otfp_signed_wide_put(text, v->signed_whole) :
	                                                        otfp_wide_put(text, v->whole);

	return otfp_buf_add(b, text, (size_t)(end - text));
}

int people_value(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution)
{
	switch (v->is) {
	case CELL_TEXT: return safe_add(b, v->text);
	case CELL_REAL: return otfp_buf_printf(b, v->unit == OTFP_UNIT_PERCENT ? "%.1f%%" : "%.6g", v->real);
	case CELL_SIGNED: return put_wide(b, v);
	case CELL_TOKEN: return v->text.p ? safe_add(b, v->text) : put_wide(b, v);
	case CELL_WHOLE: break;
	default: return otfp_buf_puts(b, "-");
	}
	if (v->unit == OTFP_UNIT_TICKS)
		return resolution ? otfp_human_ticks(b, v->real, resolution) :
		                    otfp_buf_printf(b, v->real == (double)(uint64_t)v->real ? "%.0f" : "%.2f", v->real);
	return v->unit == OTFP_UNIT_BYTES ? otfp_human_bytes(b, v->real) : put_wide(b, v);
}

int people_instant(struct otfp_buf *b, uint64_t ticks, uint64_t first, uint64_t resolution)
{
	char at[OTFP_DECIMAL_MAX], *end;
	struct otfp_decimal d;

	if (!resolution)
		return otfp_buf_printf(b, "%" PRIu64, ticks);
	otfp_decimal_init(&d, resolution, 1);
	end = otfp_decimal_put_since(&d, at, ticks, first);
	if ((ticks >= first && otfp_buf_puts(b, "+") < 0) || otfp_buf_add(b, at, (size_t)(end - at)) < 0)
		return -1;
	return otfp_buf_puts(b, "s");
}

/* ---- a block ---- */

/* Of a single row the share says nothing, unless it is asked for. */
static unsigned columns_of(const struct listing *r, const struct column_block *b, struct column *columns)
{
	unsigned n = listing_columns(r, r->rows[b->from]->key.table, columns), kept = 0;

	for (unsigned i = 0; i < n; i++)
		if (b->n > 1 || r->choice->ncolumns || columns[i].kind != COLUMN_PERCENT)
			columns[kept++] = columns[i];
	return kept;
}

static void begin_sheet(const struct listing *r, struct sheet *s, const struct column *columns, unsigned n,
                        unsigned table)
{
	sheet_clear(s);
	for (unsigned i = 0; i < n; i++) {
		struct sheet_column *to = &s->columns[s->n++];
		const int is_name = columns[i].kind == COLUMN_NAME;
		*to = (struct sheet_column){.is_key = is_name || columns[i].kind == COLUMN_TOKEN};
		memcpy(to->name, columns[i].name, sizeof to->name);
		if (is_name) {
			*strstr(to->name, "_name") = '\0';
			to->is = r->kinds[table][columns[i].index] == OTFP_KEY_PATH ? SHEET_PATH : SHEET_TEXT;
		}
		to->width = strlen(to->name);
	}
}

static int add_row(struct listing *r, const struct otfp_row *row, const struct column *columns, struct sheet *s)
{
	struct cell_value v;

	for (unsigned i = 0; i < s->n; i++)
		if (listing_value(r, row, &columns[i], &v) < 0 || people_value(&s->text, &v, r->p->resolution) < 0 ||
		    sheet_cell(s) < 0)
			return -1;
	return 0;
}

/* The distributions of the rows can be added up. */
static int is_countable(const struct listing *r, const struct column_block *b)
{
	otfp_wide n = 0;

	for (size_t i = b->from; i < b->from + b->n; i++)
		n += r->rows[i]->dist.n;
	return n <= OTFP_BUCKET_MOST;
}

/* @return 0, or -1 when memory is out */
static int sum_up(const struct listing *r, const struct column_block *b, struct otfp_row *total)
{
	const int countable = is_countable(r, b);
	int rc = 0;

	for (size_t i = b->from; i < b->from + b->n && rc == 0; i++) {
		otfp_row_add_sums(total, r->rows[i]);
		rc = countable ? otfp_dist_merge(&total->dist, &r->rows[i]->dist) : 0;
	}
	return rc;
}

/* The sum of all rows; what does not add up is blank. */
static int add_total(struct listing *r, const struct column_block *b, const struct column *columns, struct sheet *s)
{
	struct otfp_row total = {.key = r->rows[b->from]->key};
	struct cell_value v;
	int rc = sum_up(r, b, &total);

	for (unsigned i = 0; i < s->n && rc == 0; i++) {
		if (s->columns[i].is_key)
			rc = i ? 0 : otfp_buf_puts(&s->text, "total");
		else if (columns[i].adds_up && (rc = listing_value(r, &total, &columns[i], &v)) == 0)
			rc = people_value(&s->text, &v, r->p->resolution);
		if (rc == 0)
			rc = sheet_cell(s);
	}
	otfp_dist_release(&total.dist);
	return rc;
}

static void print_sheet(const struct sheet *s, const struct column_block *b, size_t shown, int has_total, FILE *out)
{
	sheet_print_head(s, out);
	for (size_t i = 0; i < shown; i++)
		sheet_print_row(s, i, out);
	if (shown < b->n)
		fprintf(out, "\u2026 %zu more, --top 0\n", b->n - shown);
	if (has_total)
		sheet_print_row(s, shown, out);
}

/* "function", or with windows "function, from TIME on". */
static int print_title(const struct listing *r, const struct otfp_row *row, FILE *out)
{
	struct otfp_buf time = {0};
	int rc = 0;

	if (r->p->o.every) {
		rc = summary_time(r->p, otfp_profile_window_start(r->p, row->key.window), &time);
		if (rc == 0 && otfp_buf_str(&time))
			fprintf(out, "%s, from %s on\n", otfp_stat_kinds[row->key.table].name, time.p);
	} else {
		fprintf(out, "%s\n", otfp_stat_kinds[row->key.table].name);
	}
	otfp_buf_release(&time);
	return rc;
}

/* @return 0 or 1, whether columns are left out, or -1 when memory is out */
static int print_block(struct listing *r, const struct column_block *b, struct sheet *s, size_t width, FILE *out)
{
	const struct otfp_row *first = r->rows[b->from];
	const size_t shown = block_shown(r, b);
	const int has_total = b->n > 1 && first->key.table != OTFP_STAT_COUNTER;
	struct column columns[MAX_COLUMNS];
	const unsigned n = columns_of(r, b, columns);
	int rc = print_title(r, first, out), left_out;

	begin_sheet(r, s, columns, n, first->key.table);
	for (size_t i = 0; i < shown && rc == 0; i++)
		rc = add_row(r, r->rows[b->from + i], columns, s);
	if (rc == 0 && !r->choice->ncolumns)
		sheet_drop_empty(s);
	if (rc == 0 && has_total)
		rc = add_total(r, b, columns, s);
	if (rc < 0)
		return -1;
	left_out = sheet_fit(s, width, r->choice->ncolumns > 0);
	print_sheet(s, b, shown, has_total, out);
	return left_out;
}

int stat_print_table(struct listing *r, int with_summary, size_t width, FILE *out)
{
	struct sheet *s = calloc(1, sizeof *s);
	int rc = s ? 0 : -1, left_out = 0;

	if (rc == 0 && with_summary)
		rc = summary_print(r, width, out);
	for (size_t i = 0; i < r->nblocks && rc >= 0; i++) {
		r->block = &r->blocks[i];
		if (i || with_summary)
			putc('\n', out);
		rc = print_block(r, r->block, s, width, out);
		left_out |= rc > 0;
	}
	if (rc >= 0 && left_out)
		sheet_print_left_out(width, "--columns all", out);
	sheet_free(s);
	return rc < 0 ? -1 : 0;
}
