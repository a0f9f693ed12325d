#include "base/json.h"
#include "cmd/stat/print.h"
#include <inttypes.h>

static void print_value(const struct otfp_cell_value *v, FILE *out)
{
	if (v->is == OTFP_CELL_TEXT || (v->is == OTFP_CELL_TOKEN && v->text.p))
		otfp_json_print(v->text, out);
	else if (v->is == OTFP_CELL_WHOLE || v->is == OTFP_CELL_TOKEN)
		otfp_wide_print(v->whole, out);
	else if (v->is == OTFP_CELL_SIGNED)
		otfp_signed_wide_print(v->signed_whole, out);
	else if (v->is == OTFP_CELL_REAL)
		otfp_json_print_real(v->real, out);
	else
		fputs("null", out);
}

static int print_row(struct otfp_report *r, const struct otfp_row *row, const struct otfp_column *columns, unsigned n,
                     FILE *out)
{
	struct otfp_cell_value v;

	putc('{', out);
	if (r->p->o.every)
		fprintf(out, "\"window\": %" PRIu64 ", ", otfp_profile_window_start(r->p, row->key.window));
	for (unsigned i = 0; i < n; i++) {
		if (otfp_report_value(r, row, &columns[i], &v) < 0)
			return -1;
		fprintf(out, "%s\"%s\": ", i ? ", " : "", columns[i].name);
		print_value(&v, out);
	}
	putc('}', out);
	return 0;
}

/* The rows of a table from *at on, which goes behind them. */
static int print_array(struct otfp_report *r, unsigned table, size_t *at, FILE *out)
{
	struct otfp_column columns[OTFP_MAX_COLUMNS];
	unsigned n = otfp_report_columns(r, table, columns);
	const char *before = "\n  ";

	fprintf(out, ",\n \"%s\": [", otfp_stat_kinds[table].name);
	for (; *at < r->n && r->rows[*at]->key.table == table; ++*at) {
		fputs(before, out);
		before = ",\n  ";
		if (print_row(r, r->rows[*at], columns, n, out) < 0)
			return -1;
	}
	putc(']', out);
	return 0;
}

static void print_odd(const struct otfp_report *r, FILE *out)
{
	const char *before = "";
	char what[80];

	fputs(",\n \"odd\": {", out);
	for (unsigned i = 0; i < OTFP_NREPORT_ODD; i++) {
		uint64_t n = otfp_report_odd(r, i, what);
		if (!n)
			continue;
		for (char *p = what; *p; p++)
			*p = *p == ' ' ? '_' : *p;
		fprintf(out, "%s\"%s\": %" PRIu64, before, what, n);
		before = ", ";
	}
	putc('}', out);
}

static void print_number(const char *name, int has, uint64_t v, FILE *out)
{
	if (has)
		fprintf(out, "\"%s\": %" PRIu64, name, v);
	else
		fprintf(out, "\"%s\": null", name);
}

int otfp_print_json(struct otfp_report *r, FILE *out)
{
	const int has_span = r->p->has_span || r->p->processes.n;
	size_t at = 0;
	int rc = 0;

	putc('{', out);
	print_number("resolution", r->p->resolution != 0, r->p->resolution, out);
	fputs(", ", out);
	print_number("first", has_span, r->p->first, out);
	fputs(", ", out);
	print_number("last", has_span, r->p->last, out);
	print_odd(r, out);
	for (unsigned t = 0; t < OTFP_NSTATS && rc == 0; t++)
		if (r->tables >> t & 1)
			rc = print_array(r, t, &at, out);
	fputs("\n}\n", out);
	return rc;
}
