#include "base/esc.h"
#include "base/real.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <string.h>

static int put_escaped(struct otfp_buf *b, struct otfp_str s)
{
	if (otfp_buf_reserve(b, 4 * s.n + 1) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, s.p, s.n) - b->p);
	return 0;
}

static int put_real(struct otfp_buf *b, double real)
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

int tsv_value(struct otfp_buf *b, const struct cell_value *v)
{
	if (otfp_buf_reserve(b, OTFP_WIDE_MAX) < 0)
		return -1;
	switch (v->is) {
	case CELL_TEXT: return put_escaped(b, v->text);
	case CELL_REAL: return put_real(b, v->real);
	case CELL_SIGNED: b->n = (size_t)(otfp_signed_wide_put(b->p + b->n, v->signed_whole) - b->p); return 0;
	case CELL_TOKEN:
		if (v->text.p)
			return put_escaped(b, v->text);
		/* fall through */
	case CELL_WHOLE: b->n = (size_t)(otfp_wide_put(b->p + b->n, v->whole) - b->p); return 0;
	default: return otfp_buf_puts(b, "-");
	}
}

static void print_head(const struct listing *r, const struct column *columns, unsigned n, FILE *out)
{
	fputs(r->p->o.every ? "window\ttable" : "table", out);
	for (unsigned i = 0; i < n; i++)
		fprintf(out, "\t%s", columns[i].name);
	putc('\n', out);
}

static int print_row(struct listing *r, const struct otfp_row *row, const struct column *columns, unsigned n,
                     struct otfp_buf *line, FILE *out)
{
	struct cell_value v;

	line->n = 0;
	if (r->p->o.every &&
	    otfp_buf_printf(line, "%" PRIu64 "\t", otfp_profile_window_start(r->p, row->key.window)) < 0)
		return -1;
	if (otfp_buf_puts(line, otfp_stat_kinds[row->key.table].name) < 0)
		return -1;
	for (unsigned i = 0; i < n; i++)
		if (otfp_buf_puts(line, "\t") < 0 || listing_value(r, row, &columns[i], &v) < 0 ||
		    tsv_value(line, &v) < 0)
			return -1;
	if (otfp_buf_puts(line, "\n") < 0)
		return -1;
	fwrite(line->p, 1, line->n, out);
	return 0;
}

int stat_print_tsv(struct listing *r, FILE *out)
{
	struct column columns[MAX_COLUMNS];
	struct otfp_buf line = {0};
	int rc = 0;

	for (size_t b = 0; b < r->nblocks && rc == 0; b++) {
		struct otfp_row **rows = r->rows + r->blocks[b].from;
		const size_t shown = block_shown(r, &r->blocks[b]);
		const unsigned n = listing_columns(r, rows[0]->key.table, columns);
		r->block = &r->blocks[b];
		if (b)
			putc('\n', out);
		print_head(r, columns, n, out);
		for (size_t i = 0; i < shown && rc == 0; i++)
			rc = print_row(r, rows[i], columns, n, &line, out);
	}
	otfp_buf_release(&line);
	return rc;
}
