#include "cmd/wait/print.h"
#include "base/esc.h"
#include "base/human.h"
#include "base/real.h"
#include "cmd/text/safe.h"
#include <stdlib.h>
#include <string.h>

static const struct wait_sheet_cell *cell_at(const struct wait_sheet *s, size_t row, unsigned column)
{
	return &s->cells[row * s->ncolumns + column];
}

static struct otfp_str text_of(const struct wait_sheet *s, const struct wait_sheet_cell *c)
{
	return (struct otfp_str){s->text.p ? s->text.p + c->at : "", c->n};
}

static int put_wide(struct otfp_buf *b, otfp_wide v)
{
	char text[OTFP_WIDE_MAX];

	return otfp_buf_add(b, text, (size_t)(otfp_wide_put(text, v) - text));
}

/* ---- for people ---- */

static int put_for_people(struct otfp_buf *b, const struct wait_sheet *s, const struct wait_sheet_cell *c,
                          uint64_t resolution)
{
	switch (c->kind) {
	case WAIT_CELL_NUMBER: return put_wide(b, c->whole);
	case WAIT_CELL_TICKS: return otfp_human_ticks(b, c->real, resolution);
	case WAIT_CELL_SHARE: return otfp_buf_printf(b, "%.1f %%", c->real * 100);
	case WAIT_CELL_TEXT: return safe_add(b, text_of(s, c));
	default: return otfp_buf_puts(b, "-");
	}
}

/* The texts of a table follow each other, each with a NUL: first the names of columns. */
struct wait_block {
	struct otfp_buf text;
	size_t width[WAIT_COLUMNS_MAX];
};

static int end_text(struct wait_block *b, unsigned column, size_t at)
{
	const size_t width = safe_width(b->text.p + at, b->text.n - at);

	b->width[column] = width > b->width[column] ? width : b->width[column];
	return otfp_buf_add(&b->text, "", 1);
}

static int fill_block(struct wait_block *b, const struct wait_sheet *s, uint64_t resolution, size_t rows)
{
	for (unsigned i = 0; i < s->ncolumns; i++) {
		const size_t at = b->text.n;
		if (s->columns[i].people && (otfp_buf_puts(&b->text, s->columns[i].name) < 0 || end_text(b, i, at) < 0))
			return -1;
	}
	for (size_t row = 0; row < rows; row++)
		for (unsigned i = 0; i < s->ncolumns; i++) {
			const size_t at = b->text.n;
			if (s->columns[i].people &&
			    (put_for_people(&b->text, s, cell_at(s, row, i), resolution) < 0 || end_text(b, i, at) < 0))
				return -1;
		}
	return 0;
}

static const char *print_line(const struct wait_block *b, const struct wait_sheet *s, const char *p, FILE *out)
{
	unsigned last = s->ncolumns, printed = 0;

	while (last && !s->columns[last - 1].people)
		last--;
	for (unsigned i = 0; i < last; i++) {
		int pad;
		if (!s->columns[i].people)
			continue;
		pad = (int)(b->width[i] - safe_width(p, strlen(p)));
		fputs(printed++ ? "  " : "", out);
		if (s->columns[i].is_text)
			fprintf(out, "%s%*s", p, i + 1 < last ? pad : 0, "");
		else
			fprintf(out, "%*s%s", pad, "", p);
		p += strlen(p) + 1;
	}
	putc('\n', out);
	return p;
}

int wait_print_table(const struct wait_sheet *s, uint64_t resolution, size_t rows, FILE *out)
{
	struct wait_block *b = calloc(1, sizeof *b);
	const size_t n = wait_sheet_rows(s) < rows ? wait_sheet_rows(s) : rows;
	int rc = b ? fill_block(b, s, resolution, n) : -1;

	if (rc == 0) {
		const char *p = b->text.p;
		fprintf(out, "%s\n", s->name);
		for (size_t row = 0; row <= n; row++)
			p = print_line(b, s, p, out);
	}
	if (b)
		otfp_buf_release(&b->text);
	free(b);
	return rc;
}

/* ---- columns separated by tabs ---- */

static int put_real(struct otfp_buf *b, double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	if (otfp_buf_reserve(b, OTFP_REAL_MAX) < 0)
		return -1;
	b->n += otfp_put_double(b->p + b->n, bits);
	return 0;
}

static int put_exactly(struct otfp_buf *b, const struct wait_sheet *s, const struct wait_sheet_cell *c)
{
	const struct otfp_str text = text_of(s, c);

	switch (c->kind) {
	case WAIT_CELL_NUMBER:
	case WAIT_CELL_TICKS: return put_wide(b, c->whole);
	case WAIT_CELL_SHARE: return put_real(b, c->real);
	case WAIT_CELL_TEXT:
		if (otfp_buf_reserve(b, 4 * text.n + 1) < 0)
			return -1;
		b->n = (size_t)(otfp_esc_put(b->p + b->n, text.p, text.n) - b->p);
		return 0;
	default: return otfp_buf_puts(b, "-");
	}
}

int wait_print_tsv(const struct wait_sheet *s, FILE *out)
{
	struct otfp_buf line = {0};
	int rc = 0;

	fputs("table", out);
	for (unsigned i = 0; i < s->ncolumns; i++)
		fprintf(out, "\t%s", s->columns[i].name);
	putc('\n', out);
	for (size_t row = 0; row < wait_sheet_rows(s) && rc == 0; row++) {
		line.n = 0;
		rc = otfp_buf_puts(&line, s->name);
		for (unsigned i = 0; i < s->ncolumns && rc == 0; i++)
			if (otfp_buf_puts(&line, "\t") < 0 || put_exactly(&line, s, cell_at(s, row, i)) < 0)
				rc = -1;
		if (rc == 0 && otfp_buf_puts(&line, "\n") < 0)
			rc = -1;
		fwrite(line.p, 1, line.n, out);
	}
	otfp_buf_release(&line);
	return rc;
}

/* ---- JSON ---- */

static void print_value(const struct wait_sheet *s, const struct wait_sheet_cell *c, const char *name,
                        struct otfp_json *j)
{
	switch (c->kind) {
	case WAIT_CELL_NUMBER:
	case WAIT_CELL_TICKS:
		otfp_json_next(j, name);
		otfp_wide_print(c->whole, j->out);
		break;
	case WAIT_CELL_SHARE: otfp_json_real(j, name, c->real); break;
	case WAIT_CELL_TEXT: otfp_json_text(j, name, text_of(s, c)); break;
	default: otfp_json_word(j, name, NULL);
	}
}

void wait_print_json(const struct wait_sheet *s, struct otfp_json *j)
{
	otfp_json_line(j, 1);
	otfp_json_begin(j, s->name, '[');
	for (size_t row = 0; row < wait_sheet_rows(s); row++) {
		otfp_json_line(j, 2);
		otfp_json_begin(j, NULL, '{');
		for (unsigned i = 0; i < s->ncolumns; i++)
			print_value(s, cell_at(s, row, i), s->columns[i].name, j);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}
