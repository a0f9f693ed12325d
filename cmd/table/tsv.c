/* tsv.c - tables as values separated by tabs, with a line of column names; an empty line separates tables. */
#include "base/esc.h"
#include "base/real.h"
#include "cmd/table/table.h"
#include <string.h>

/* ---- values ---- */

static int add_escaped(struct otfp_buf *b, struct otfp_str s)
{
	if (otfp_buf_reserve(b, 4 * s.n + 1) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, s.p, s.n) - b->p);
	return 0;
}

static int add_real(struct otfp_buf *b, double real)
{
	uint64_t bits;
	size_t n;

	memcpy(&bits, &real, sizeof bits);
	if (otfp_buf_reserve(b, OTFP_REAL_MAX) < 0)
		return -1;
	n = otfp_put_double(b->p + b->n, bits);
	b->n += n;
	return n ? 0 : otfp_buf_puts(b, "nan");
}

/* Exact, with escapes as in the line stream. */
static int add_cell(struct otfp_buf *b, const struct cell_value *v)
{
	if (otfp_buf_reserve(b, OTFP_WIDE_MAX) < 0)
		return -1;
	switch (v->is) {
	case CELL_TEXT: return add_escaped(b, v->text);
	case CELL_REAL: return add_real(b, v->real);
	case CELL_SIGNED: b->n = (size_t)(otfp_signed_wide_put(b->p + b->n, v->signed_whole) - b->p); return 0;
	case CELL_YES:
	case CELL_WHOLE: b->n = (size_t)(otfp_wide_put(b->p + b->n, v->whole) - b->p); return 0;
	default: return otfp_buf_puts(b, "-");
	}
}

/* ---- tables ---- */

/* The name of the table comes before all columns but those that lead. */
static int is_before_name(const struct table *t, unsigned column)
{
	return t->columns[column].flags & TABLE_LEADS;
}

static void begin(struct table *t)
{
	const char *between = "";

	if (t->printed)
		putc('\n', t->out);
	for (unsigned i = 0, named = 0; i < t->n; i++) {
		if (table_hides(t, i))
			continue;
		if (!named && !is_before_name(t, i)) {
			fprintf(t->out, "%stable", between);
			between = "\t";
			named = 1;
		}
		fprintf(t->out, "%s%s", between, t->columns[i].name);
		between = "\t";
	}
	putc('\n', t->out);
}

static void note(struct table *t, int rc)
{
	t->failed |= rc < 0;
}

static void row(struct table *t)
{
	t->text.n = 0;
	if (!is_before_name(t, 0))
		note(t, otfp_buf_puts(&t->text, t->name));
}

static void cell(struct table *t, unsigned column, const struct cell_value *v)
{
	if (otfp_buf_reserve(&t->text, 1) < 0) {
		t->failed = 1;
		return;
	}
	if (t->text.n)
		t->text.p[t->text.n++] = '\t';
	note(t, add_cell(&t->text, v));
	if (is_before_name(t, column) && otfp_buf_printf(&t->text, "\t%s", t->name) < 0)
		t->failed = 1;
}

static void end_row(struct table *t)
{
	note(t, otfp_buf_add(&t->text, "\n", 1));
	if (!t->failed)
		fwrite(t->text.p, 1, t->text.n, t->out);
}

const struct table_form table_tsv = {TABLE_PEOPLE, begin, row, cell, end_row, NULL};
