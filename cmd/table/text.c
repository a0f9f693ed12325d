/* text.c - tables for people: aligned columns with units that fit the width of a line. */
#include "base/decimal.h"
#include "base/human.h"
#include "cmd/table/table.h"
#include "cmd/text/safe.h"
#include <string.h>

enum { GAP = 2, LEAST = 12 }; /* characters between columns; the least of a text that is cut */
enum { NOT_NUMBER = TABLE_TEXT | TABLE_PATH, KEPT = TABLE_KEY | NOT_NUMBER };

/* The columns that are left out first. Others follow from the right. */
static const char *const dispensable[] = {
	"sum",         "reversed", "first",       "last",    "highest_rate",
	"latency_p50", "p50",      "latency_min", "min",     "others",
	"latency_p95", "p95",      "seeks",       "closes",  "bytes_received",
	"received",    "opens",    "latency_max", "max",     "calls_a",
	"calls_b",     "sent_a",   "sent_b",      "count_a", "count_b",
};

/* ---- values ---- */

static int add_wide(struct otfp_buf *b, const struct cell_value *v)
{
	char text[OTFP_WIDE_MAX], *end = v->is == CELL_SIGNED ? otfp_signed_wide_put(text, v->signed_whole) :
	                                                        otfp_wide_put(text, v->whole);

	return otfp_buf_add(b, text, (size_t)(end - text));
}

/* As -t takes it: "+0.5s" after the first one. */
static int add_instant(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution, uint64_t first)
{
	const uint64_t ticks = (uint64_t)v->whole;
	char at[OTFP_DECIMAL_MAX], *end;
	struct otfp_decimal d;

	if (!resolution)
		return add_wide(b, v);
	otfp_decimal_init(&d, resolution, 1);
	end = otfp_decimal_put_since(&d, at, ticks, first);
	if ((ticks >= first && otfp_buf_puts(b, "+") < 0) || otfp_buf_add(b, at, (size_t)(end - at)) < 0)
		return -1;
	return otfp_buf_puts(b, "s");
}

/* "+1.5 ms", and 0 without a sign. */
static int add_change(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution)
{
	struct cell_value size = *v;
	const int minus = v->is == CELL_SIGNED ? v->signed_whole < 0 : v->real < 0;

	if (v->is == CELL_SIGNED ? v->signed_whole == 0 : v->real == 0)
		return otfp_buf_puts(b, "0");
	size.is_change = 0;
	size.real = v->real < 0 ? -v->real : v->real;
	if (v->is == CELL_SIGNED) {
		size.is = CELL_WHOLE;
		size.whole = (otfp_wide)(minus ? -v->signed_whole : v->signed_whole);
	}
	return otfp_buf_puts(b, minus ? "-" : "+") < 0 ? -1 : cell_add_text(b, &size, resolution, 0);
}

static int add_whole(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution, uint64_t first)
{
	switch (v->unit) {
	case OTFP_UNIT_BYTES: return otfp_human_bytes(b, v->real);
	case OTFP_UNIT_INSTANT: return add_instant(b, v, resolution, first);
	case OTFP_UNIT_TICKS: break;
	default: return add_wide(b, v);
	}
	if (!resolution && v->real != (double)(uint64_t)v->real)
		return otfp_buf_printf(b, "%.2f", v->real);
	return otfp_human_ticks(b, v->real, resolution);
}

static int add_real(struct otfp_buf *b, const struct cell_value *v)
{
	switch (v->unit) {
	case OTFP_UNIT_PERCENT: return otfp_buf_printf(b, "%.1f%%", v->real);
	case OTFP_UNIT_SHARE: return otfp_buf_printf(b, "%.1f %%", v->real * 100);
	case OTFP_UNIT_BYTES: return otfp_human_bytes(b, v->real);
	default: return otfp_buf_printf(b, "%.6g", v->real);
	}
}

int cell_add_text(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution, uint64_t first)
{
	if (v->is_change && (v->is == CELL_SIGNED || v->is == CELL_REAL))
		return add_change(b, v, resolution);
	switch (v->is) {
	case CELL_TEXT: return safe_add(b, v->text);
	case CELL_YES: return otfp_buf_puts(b, v->whole ? "yes" : "no");
	case CELL_REAL: return add_real(b, v);
	case CELL_SIGNED: return add_wide(b, v);
	case CELL_WHOLE: return add_whole(b, v, resolution, first);
	case CELL_BLANK: return 0;
	default: return otfp_buf_puts(b, "-");
	}
}

/* ---- the cells are kept until the table ends, since the longest one of a column decides its width ---- */

static void begin(struct table *t)
{
	for (unsigned i = 0; i < t->n; i++) {
		const size_t least = t->columns[i].flags >> 8, n = table_head(&t->columns[i]).n;
		t->fit[i] = (struct table_fit){.width = n > least ? n : least, .is_left_out = table_hides(t, i)};
	}
	t->text.n = 0;
	t->rows = 0;
}

static void cell(struct table *t, unsigned column, const struct cell_value *v)
{
	struct table_fit *fit = &t->fit[column];
	const size_t start = t->text.n;
	size_t width;

	if (cell_add_text(&t->text, v, t->resolution, t->first) < 0 || otfp_buf_add(&t->text, "", 1) < 0) {
		t->failed = 1;
		return;
	}
	width = safe_width(t->text.p + start, t->text.n - start - 1);
	fit->width = width > fit->width ? width : fit->width;
	fit->has_value |= !t->has_total && strcmp(t->text.p + start, "-") != 0;
}

static void end_row(struct table *t)
{
	t->rows++;
}

/* ---- the width ---- */

static size_t width_of(const struct table *t)
{
	size_t width = t->indent, between = 0;

	for (unsigned i = 0; i < t->n; i++)
		if (!t->fit[i].is_left_out) {
			width += t->fit[i].width + between;
			between = GAP;
		}
	return width;
}

/* Cut the texts to `most` characters. */
static void cut_texts(struct table *t, size_t most)
{
	for (unsigned i = 0; i < t->n; i++)
		if (t->columns[i].flags & NOT_NUMBER && t->fit[i].width > most)
			t->fit[i].width = most;
}

static int may_leave_out(const struct table *t, unsigned column)
{
	return !t->fit[column].is_left_out && !(t->columns[column].flags & KEPT);
}

/* Leave out the least important column. @return 0 if all must stay */
static int leave_one_out(struct table *t)
{
	for (size_t k = 0; k < sizeof dispensable / sizeof *dispensable; k++)
		for (unsigned i = 0; i < t->n; i++)
			if (may_leave_out(t, i) && strcmp(t->columns[i].name, dispensable[k]) == 0)
				return t->fit[i].is_left_out = 1;
	for (unsigned i = t->n; i-- > 0;)
		if (may_leave_out(t, i))
			return t->fit[i].is_left_out = 1;
	return 0;
}

/* The narrowest column that is cut. @return NULL if there is none */
static struct table_fit *narrowest(struct table *t, const size_t *wanted)
{
	struct table_fit *found = NULL;

	for (unsigned i = 0; i < t->n; i++)
		if (!t->fit[i].is_left_out && t->fit[i].width < wanted[i] && (!found || t->fit[i].width < found->width))
			found = &t->fit[i];
	return found;
}

/* Give the texts the room that is left, so that as few as can be are cut, and those alike. */
static void widen_texts(struct table *t, const size_t *wanted)
{
	struct table_fit *cut;

	for (size_t now = width_of(t); now < t->width && (cut = narrowest(t, wanted)); now++)
		cut->width++;
}

/* Texts longer than half of the width are cut, then columns left out. */
static void fit(struct table *t)
{
	size_t wanted[TABLE_COLUMNS], texts = 0, most;

	for (unsigned i = 0; i < t->n; i++) {
		wanted[i] = t->fit[i].width;
		texts += !t->fit[i].is_left_out && t->columns[i].flags & NOT_NUMBER;
	}
	if (!t->width || width_of(t) <= t->width)
		return;
	most = texts ? t->width / 2 / texts : 0;
	cut_texts(t, most > LEAST ? most : LEAST);
	while (!t->keeps_all && width_of(t) > t->width && leave_one_out(t))
		t->has_left_out = 1;
	if (width_of(t) > t->width)
		cut_texts(t, LEAST);
	widen_texts(t, wanted);
}

static void drop_empty(struct table *t)
{
	for (unsigned i = 0; i < t->n; i++)
		t->fit[i].is_left_out |= !t->fit[i].has_value && !(t->columns[i].flags & KEPT);
}

/* ---- printing ---- */

/* The bytes of the first n characters of a text. */
static size_t bytes_of(struct otfp_str text, size_t n)
{
	size_t i = 0;

	for (; i < text.n; i++)
		if (((uint8_t)text.p[i] & 0xc0) != 0x80 && n-- == 0)
			break;
	return i;
}

/* Print the first `head` and the last `tail` characters of a longer text. */
static void print_ends(struct otfp_str text, size_t head, size_t tail, FILE *out)
{
	const size_t from = bytes_of(text, safe_width(text.p, text.n) - tail);

	fwrite(text.p, 1, bytes_of(text, head), out);
	fputs("\u2026", out);
	fwrite(text.p + from, 1, text.n - from, out);
}

void text_print_cut(struct otfp_str text, size_t width, FILE *out)
{
	if (!width || safe_width(text.p, text.n) <= width)
		fwrite(text.p, 1, text.n, out);
	else
		print_ends(text, width - 1, 0, out);
}

/* Print a cell after `blanks` characters of the line. @return the blanks that must come before the next one */
static int print_cell(const struct table *t, unsigned column, struct otfp_str text, int blanks)
{
	const unsigned flags = t->columns[column].flags;
	const size_t most = t->fit[column].width, width = safe_width(text.p, text.n);
	const int pad = width < most ? (int)(most - width) : 0, is_left = (flags & (NOT_NUMBER | TABLE_LEFT)) != 0;

	if (!text.n)
		return blanks + pad + GAP;
	fprintf(t->out, "%*s", blanks + (is_left ? 0 : pad), "");
	if (width <= most)
		fwrite(text.p, 1, text.n, t->out);
	else if (flags & TABLE_PATH)
		print_ends(text, 0, most - 1, t->out);
	else
		print_ends(text, (most - 1) * 2 / 3, most - 1 - (most - 1) * 2 / 3, t->out);
	return GAP + (is_left ? pad : 0);
}

static void print_head(const struct table *t)
{
	int blanks = (int)t->indent;

	for (unsigned i = 0; i < t->n; i++)
		if (!t->fit[i].is_left_out)
			blanks = print_cell(t, i, table_head(&t->columns[i]), blanks);
	putc('\n', t->out);
}

/* Print the row whose cells are at p. @return those of the next row */
static const char *print_row(const struct table *t, const char *p)
{
	int blanks = (int)t->indent;

	for (unsigned i = 0; i < t->n; i++) {
		const size_t n = table_hides(t, i) ? 0 : strlen(p);
		if (!t->fit[i].is_left_out)
			blanks = print_cell(t, i, (struct otfp_str){p, n}, blanks);
		p += table_hides(t, i) ? 0 : n + 1;
	}
	putc('\n', t->out);
	return p;
}

static void end(struct table *t)
{
	const size_t last = t->rows - (t->has_total && t->rows);
	const char *p = t->text.p;

	if (t->failed)
		return;
	if (t->drops_empty)
		drop_empty(t);
	fit(t);
	if (t->printed)
		putc('\n', t->out);
	if (*t->title)
		fprintf(t->out, "%s\n", t->title);
	print_head(t);
	for (size_t i = 0; i < t->rows; i++) {
		if (i == last && t->all > last)
			fprintf(t->out, "\u2026 %zu more, --top 0\n", t->all - last);
		p = print_row(t, p);
	}
	if (last == t->rows && t->all > last)
		fprintf(t->out, "\u2026 %zu more, --top 0\n", t->all - last);
}

const struct table_form table_text = {TABLE_PROGRAMS, begin, NULL, cell, end_row, end};
