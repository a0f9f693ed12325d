#include "base/human.h"
#include "cmd/run/safe.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A block of rows under one title. Its texts follow each other in `text`, each with a NUL. */
struct block {
	struct otfp_column columns[OTFP_MAX_COLUMNS];
	unsigned n;
	size_t width[OTFP_MAX_COLUMNS]; /* in characters */
	int is_text[OTFP_MAX_COLUMNS];
	struct otfp_buf text;
};

static int put_wide(struct otfp_buf *b, const struct otfp_cell_value *v)
{
	char text[OTFP_WIDE_MAX], *end = v->is == OTFP_CELL_SIGNED ? otfp_signed_wide_put(text, v->signed_whole) :
	                                                             otfp_wide_put(text, v->whole);

	return otfp_buf_add(b, text, (size_t)(end - text));
}

static int put_value(const struct otfp_report *r, struct otfp_buf *b, const struct otfp_cell_value *v)
{
	switch (v->is) {
	case OTFP_CELL_TEXT: return otfp_safe_add(b, v->text);
	case OTFP_CELL_REAL: return otfp_buf_printf(b, "%.6g", v->real);
	case OTFP_CELL_SIGNED: return put_wide(b, v);
	case OTFP_CELL_TOKEN: return v->text.p ? otfp_safe_add(b, v->text) : put_wide(b, v);
	case OTFP_CELL_WHOLE: break;
	default: return otfp_buf_puts(b, "-");
	}
	if (v->unit == OTFP_UNIT_TICKS)
		return otfp_human_ticks(b, otfp_wide_real(v->whole), r->p->resolution);
	return v->unit == OTFP_UNIT_BYTES ? otfp_human_bytes(b, otfp_wide_real(v->whole)) : put_wide(b, v);
}

static int begin_block(const struct otfp_report *r, unsigned table, struct block *b)
{
	struct otfp_column all[OTFP_MAX_COLUMNS];
	unsigned n = otfp_report_columns(r, table, all);

	b->n = 0;
	b->text.n = 0;
	for (unsigned i = 0; i < n; i++)
		if (all[i].people)
			b->columns[b->n++] = all[i];
	for (unsigned i = 0; i < b->n; i++) {
		struct otfp_column *c = &b->columns[i];
		b->is_text[i] = c->kind == OTFP_COLUMN_NAME;
		if (b->is_text[i])
			*strstr(c->name, "_name") = '\0';
		b->width[i] = strlen(c->name);
	}
	return 0;
}

static int add_row(struct otfp_report *r, const struct otfp_row *row, struct block *b)
{
	struct otfp_cell_value v;

	for (unsigned i = 0; i < b->n; i++) {
		size_t at = b->text.n, width;
		if (otfp_report_value(r, row, &b->columns[i], &v) < 0 || put_value(r, &b->text, &v) < 0 ||
		    otfp_buf_add(&b->text, "", 1) < 0)
			return -1;
		width = otfp_safe_width(b->text.p + at, b->text.n - at - 1);
		b->width[i] = width > b->width[i] ? width : b->width[i];
	}
	return 0;
}

static void print_cell(const struct block *b, unsigned i, const char *text, FILE *out)
{
	int pad = (int)(b->width[i] - otfp_safe_width(text, strlen(text)));

	if (i)
		fputs("  ", out);
	if (b->is_text[i] && i + 1 == b->n)
		fputs(text, out);
	else if (b->is_text[i])
		fprintf(out, "%s%*s", text, pad, "");
	else
		fprintf(out, "%*s%s", pad, "", text);
}

static void print_block(const struct block *b, FILE *out)
{
	const char *p = b->text.p, *end = p + b->text.n;

	for (unsigned i = 0; i < b->n; i++)
		print_cell(b, i, b->columns[i].name, out);
	putc('\n', out);
	while (p < end) {
		for (unsigned i = 0; i < b->n; i++, p += strlen(p) + 1)
			print_cell(b, i, p, out);
		putc('\n', out);
	}
}

/* "function", or with windows "function, from TIME on". */
static int print_title(const struct otfp_report *r, const struct otfp_row *row, FILE *out)
{
	struct otfp_buf time = {0};
	int rc = 0;

	if (r->p->o.every) {
		rc = otfp_human_ticks(&time, (double)otfp_profile_window_start(r->p, row->key.window),
		                      r->p->resolution);
		if (rc == 0 && otfp_buf_str(&time))
			fprintf(out, "%s, from %s on\n", otfp_stat_kinds[row->key.table].name, time.p);
	} else {
		fprintf(out, "%s\n", otfp_stat_kinds[row->key.table].name);
	}
	otfp_buf_release(&time);
	return rc;
}

int otfp_print_table(struct otfp_report *r, FILE *out)
{
	struct block *b = calloc(1, sizeof *b);
	size_t i = 0;
	int rc = b ? 0 : -1;

	while (i < r->n && rc == 0) {
		const struct otfp_row *first = r->rows[i];
		if (i)
			putc('\n', out);
		rc = print_title(r, first, out);
		if (rc == 0)
			rc = begin_block(r, first->key.table, b);
		for (; rc == 0 && i < r->n && r->rows[i]->key.table == first->key.table &&
		       r->rows[i]->key.window == first->key.window;
		     i++)
			rc = add_row(r, r->rows[i], b);
		if (rc == 0)
			print_block(b, out);
	}
	if (b)
		otfp_buf_release(&b->text);
	free(b);
	return rc;
}
