/* diff-print.c - compared rows for programs: --tsv, --json and --folded. */
#include "cmd/stat/diff.h"
#include "cmd/stat/print.h"
#include <string.h>

/* ---- --tsv ---- */

static int print_row(struct compare *d, const struct compare_row *row, const struct compare_column *columns, unsigned n,
                     struct otfp_buf *line, FILE *out)
{
	struct cell_value v;

	line->n = 0;
	if (otfp_buf_puts(line, otfp_stat_kinds[row->table].name) < 0)
		return -1;
	for (unsigned i = 0; i < n; i++)
		if (otfp_buf_puts(line, "\t") < 0 || compare_cell(d, row, &columns[i], &v) < 0 ||
		    tsv_value(line, &v) < 0)
			return -1;
	if (otfp_buf_puts(line, "\n") < 0)
		return -1;
	fwrite(line->p, 1, line->n, out);
	return 0;
}

int compare_print_tsv(struct compare *d, FILE *out)
{
	struct compare_column columns[COMPARE_COLUMNS];
	struct otfp_buf line = {0};
	int rc = 0;

	for (size_t b = 0; b < d->nblocks && rc == 0; b++) {
		const struct compare_block *block = &d->blocks[b];
		const unsigned n = compare_columns(d, block->table, 0, columns);
		fputs(b ? "\ntable" : "table", out);
		for (unsigned i = 0; i < n; i++)
			fprintf(out, "\t%s", columns[i].name);
		putc('\n', out);
		for (size_t i = 0; i < compare_shown(d, block) && rc == 0; i++)
			rc = print_row(d, &d->rows[block->from + i], columns, n, &line, out);
	}
	otfp_buf_release(&line);
	return rc;
}

/* ---- --json ---- */

static void print_trace(const struct listing *r, const char *member, const char *name, struct otfp_json *j)
{
	const struct otfp_profile *p = r->p;
	const int has_span = p->has_span || p->processes.n;

	otfp_json_line(j, 1);
	otfp_json_begin(j, member, '{');
	otfp_json_word(j, "name", name);
	otfp_json_number(j, "resolution", p->resolution != 0, p->resolution);
	otfp_json_number(j, "first", has_span, p->first);
	otfp_json_number(j, "last", has_span, p->last);
	json_odd(r, 2, j);
	otfp_json_end(j, '}');
}

static int print_block(struct compare *d, const struct compare_block *b, struct otfp_json *j)
{
	struct compare_column columns[COMPARE_COLUMNS];
	const unsigned n = compare_columns(d, b->table, 0, columns);
	struct cell_value v;

	for (size_t i = 0; i < compare_shown(d, b); i++) {
		otfp_json_line(j, 2);
		otfp_json_begin(j, NULL, '{');
		for (unsigned c = 0; c < n; c++) {
			if (compare_cell(d, &d->rows[b->from + i], &columns[c], &v) < 0)
				return -1;
			json_value(j, columns[c].name, &v);
		}
		otfp_json_end(j, '}');
	}
	return 0;
}

int compare_print_json(struct compare *d, const char *const names[COMPARE_SIDES], FILE *out)
{
	const unsigned tables = d->report[COMPARE_A].tables | d->report[COMPARE_B].tables;
	struct otfp_json j = {.out = out};
	size_t at = 0;
	int rc = 0;

	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "resolution", d->resolution != 0, d->resolution);
	print_trace(&d->report[COMPARE_A], "a", names[COMPARE_A], &j);
	print_trace(&d->report[COMPARE_B], "b", names[COMPARE_B], &j);
	for (unsigned t = 0; t < OTFP_NSTATS && rc == 0; t++) {
		if (!(tables >> t & 1))
			continue;
		otfp_json_line(&j, 1);
		otfp_json_begin(&j, otfp_stat_kinds[t].name, '[');
		if (at < d->nblocks && d->blocks[at].table == t)
			rc = print_block(d, &d->blocks[at++], &j);
		otfp_json_end(&j, ']');
	}
	otfp_json_line(&j, 0);
	otfp_json_end(&j, '}');
	putc('\n', out);
	return rc;
}

/* ---- --folded ---- */

int compare_print_folded(struct compare *d, FILE *out)
{
	static const struct column exclusive = {.kind = COLUMN_SUM, .index = OTFP_EXCLUSIVE};
	struct compare_number v[COMPARE_SIDES];

	for (size_t i = 0; i < d->n; i++) {
		const struct compare_row *row = &d->rows[i];
		const unsigned side = compare_side(row);
		if (compare_value(d, row, &exclusive, COMPARE_A, &v[COMPARE_A]) < 0 ||
		    compare_value(d, row, &exclusive, COMPARE_B, &v[COMPARE_B]) < 0)
			return -1;
		if (!v[COMPARE_A].whole && !v[COMPARE_B].whole)
			continue;
		if (folded_key(&d->report[side], row->row[side], out) < 0)
			return -1;
		putc(' ', out);
		otfp_signed_wide_print(v[COMPARE_A].whole, out);
		putc(' ', out);
		otfp_signed_wide_print(v[COMPARE_B].whole, out);
		putc('\n', out);
	}
	return 0;
}
