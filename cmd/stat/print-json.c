/* print-json.c - the report as one JSON object, with one row on each line. */
#include "cmd/stat/print.h"

void json_value(struct otfp_json *j, const char *name, const struct cell_value *v)
{
	if (v->is == CELL_TEXT || (v->is == CELL_TOKEN && v->text.p)) {
		otfp_json_text(j, name, v->text);
	} else if (v->is == CELL_WHOLE || v->is == CELL_TOKEN) {
		otfp_json_next(j, name);
		otfp_wide_print(v->whole, j->out);
	} else if (v->is == CELL_SIGNED) {
		otfp_json_next(j, name);
		otfp_signed_wide_print(v->signed_whole, j->out);
	} else if (v->is == CELL_REAL) {
		otfp_json_real(j, name, v->real);
	} else {
		otfp_json_word(j, name, NULL);
	}
}

static int print_row(struct listing *r, const struct otfp_row *row, const struct column *columns, unsigned n,
                     struct otfp_json *j)
{
	struct cell_value v;

	otfp_json_line(j, 2);
	otfp_json_begin(j, NULL, '{');
	if (r->p->o.every)
		otfp_json_number(j, "window", 1, otfp_profile_window_start(r->p, row->key.window));
	for (unsigned i = 0; i < n; i++) {
		if (listing_value(r, row, &columns[i], &v) < 0)
			return -1;
		json_value(j, columns[i].name, &v);
	}
	otfp_json_end(j, '}');
	return 0;
}

/* Print the rows of a table, which start at *at, and move *at past them. */
static int print_array(struct listing *r, unsigned table, size_t *at, struct otfp_json *j)
{
	struct column columns[MAX_COLUMNS];
	unsigned n = listing_columns(r, table, columns);

	otfp_json_line(j, 1);
	otfp_json_begin(j, otfp_stat_kinds[table].name, '[');
	for (; *at < r->nblocks && r->rows[r->blocks[*at].from]->key.table == table; ++*at) {
		const struct column_block *b = r->block = &r->blocks[*at];
		for (size_t i = b->from; i < b->from + block_shown(r, b); i++)
			if (print_row(r, r->rows[i], columns, n, j) < 0)
				return -1;
	}
	otfp_json_end(j, ']');
	return 0;
}

void json_odd(const struct listing *r, int blanks, struct otfp_json *j)
{
	char what[80];

	otfp_json_line(j, blanks);
	otfp_json_begin(j, "odd", '{');
	for (unsigned i = 0; i < LISTING_NODD; i++) {
		uint64_t n = listing_odd(r, i, what);
		if (!n)
			continue;
		for (char *p = what; *p; p++)
			*p = *p == ' ' ? '_' : *p;
		otfp_json_number(j, what, 1, n);
	}
	otfp_json_end(j, '}');
}

int stat_print_json(struct listing *r, FILE *out)
{
	const int has_span = r->p->has_span || r->p->processes.n;
	struct otfp_json j = {.out = out};
	size_t at = 0;
	int rc = 0;

	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "resolution", r->p->resolution != 0, r->p->resolution);
	otfp_json_number(&j, "first", has_span, r->p->first);
	otfp_json_number(&j, "last", has_span, r->p->last);
	json_odd(r, 1, &j);
	if (r->p->o.by >> OTFP_KEY_PATH & 1) {
		otfp_json_number(&j, "depth", r->p->o.depth != 0, r->p->o.depth);
		otfp_json_number(&j, "folded", 1, r->p->folded);
	}
	for (unsigned t = 0; t < OTFP_NSTATS && rc == 0; t++)
		if (r->tables >> t & 1)
			rc = print_array(r, t, &at, &j);
	otfp_json_line(&j, 0);
	otfp_json_end(&j, '}');
	putc('\n', out);
	return rc;
}
