#include "stat/print.h"
#include <string.h>

/* What would be taken for the end of a name or of a line. */
static void print_name(struct otfp_str s, int is_path, FILE *out)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		putc(c < 0x20 || c == 0x7f ? '?' : c == ';' && !is_path ? ':' : c, out);
	}
}

static int print_row(struct otfp_report *r, const struct otfp_row *row, const struct otfp_column *columns, unsigned n,
                     FILE *out)
{
	struct otfp_cell_value v;
	int any = 0;

	for (unsigned i = 0; i < n; i++) {
		const unsigned kind = r->kinds[OTFP_STAT_FUNCTION][columns[i].index];
		if (columns[i].kind != OTFP_COLUMN_NAME || (kind != OTFP_KEY_PROCESS && kind != OTFP_KEY_PATH))
			continue;
		if (otfp_report_value(r, row, &columns[i], &v) < 0)
			return -1;
		if (any++)
			putc(';', out);
		print_name(v.text, kind == OTFP_KEY_PATH, out);
	}
	putc(' ', out);
	otfp_wide_print(row->sum[OTFP_EXCLUSIVE], out);
	putc('\n', out);
	return 0;
}

int otfp_print_folded(struct otfp_report *r, FILE *out)
{
	struct otfp_column columns[OTFP_MAX_COLUMNS];
	unsigned n = otfp_report_columns(r, OTFP_STAT_FUNCTION, columns);

	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i]->sum[OTFP_EXCLUSIVE] && print_row(r, r->rows[i], columns, n, out) < 0)
			return -1;
	return 0;
}
