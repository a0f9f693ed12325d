/* derive.c - columns that say others in another way: nanoseconds, names beside tokens, values by their type. */
#include "tables/inside.h"
#include <math.h>

#define NANOSECONDS 1000000000u /* a second */
#define MICROSECONDS 1000000u   /* ticks of a second, if the trace does not say how many */

/* ---- times ---- */

/* Ticks as nanoseconds, cut to an integer; no more than the largest one. */
static int64_t nanoseconds(const struct otfp_tables *m, uint64_t ticks)
{
	const uint64_t resolution = m->resolution ? m->resolution : MICROSECONDS;
	otfp_wide ns;

	if (OTFP_LIKELY(resolution == NANOSECONDS))
		return ticks <= INT64_MAX ? (int64_t)ticks : INT64_MAX;
	if (OTFP_LIKELY(ticks <= UINT64_MAX / NANOSECONDS))
		return (int64_t)(ticks * NANOSECONDS / resolution <= INT64_MAX ? ticks * NANOSECONDS / resolution :
		                                                                 INT64_MAX);
	ns = (otfp_wide)ticks * NANOSECONDS / resolution;
	return ns <= INT64_MAX ? (int64_t)ns : INT64_MAX;
}

/* From an earlier tick to a later one; negative if they are in the other order. */
static int64_t between(const struct otfp_tables *m, uint64_t a, uint64_t b)
{
	return b >= a ? nanoseconds(m, b - a) : -nanoseconds(m, a - b);
}

uint64_t otfp_tables_start(const struct otfp_tables *m)
{
	return m->has_start ? m->start : m->first;
}

/* Ticks that are nanoseconds, as in most traces. @return 0 if some are before `start`, or too many */
static int count_from(int64_t *to, const uint64_t *a, uint64_t start, size_t n)
{
	uint64_t any = 0;

	for (size_t i = 0; i < n; i++) {
		any |= a[i] - start;
		to[i] = (int64_t)(a[i] - start);
	}
	return any <= INT64_MAX;
}

/* The same from one to the other. */
static int count_between(int64_t *to, const uint64_t *a, const uint64_t *b, size_t n)
{
	uint64_t any = 0;

	for (size_t i = 0; i < n; i++) {
		any |= b[i] - a[i];
		to[i] = (int64_t)(b[i] - a[i]);
	}
	return any <= INT64_MAX;
}

void otfp_tables_make(const struct otfp_tables *m, const struct otfp_column *c, int64_t *to, const uint64_t *a,
                      const uint64_t *b, size_t n)
{
	const uint64_t start = c->type == OTFP_COLUMN_SINCE ? otfp_tables_start(m) : 0;
	const int has_two = c->type == OTFP_COLUMN_BETWEEN, is_plain = m->resolution == NANOSECONDS;

	if (is_plain && (has_two ? count_between(to, a, b, n) : count_from(to, a, start, n)))
		return;
	for (size_t i = 0; i < n; i++)
		to[i] = has_two ? between(m, a[i], b[i]) : between(m, start, a[i]);
}

/* ---- values ---- */

static void put_real(struct otfp_table_cell *to, const struct otfp_table_cell *of)
{
	switch (of->type) {
	case OTFP_CELL_UNSIGNED: otfp_cell_real(to, (double)of->v.u); break;
	case OTFP_CELL_SIGNED: otfp_cell_real(to, (double)of->v.i); break;
	case OTFP_CELL_REAL: otfp_cell_real(to, of->v.real); break;
	default: otfp_cell_null(to);
	}
}

static void put_signed(struct otfp_table_cell *to, const struct otfp_table_cell *of)
{
	const int fits = of->type == OTFP_CELL_SIGNED || (of->type == OTFP_CELL_UNSIGNED && of->v.u <= INT64_MAX);

	otfp_cell_signed(to, of->v.i);
	if (!fits)
		otfp_cell_null(to);
}

static void put_unsigned(struct otfp_table_cell *to, const struct otfp_table_cell *of)
{
	otfp_cell_maybe(to, of->type == OTFP_CELL_UNSIGNED || (of->type == OTFP_CELL_SIGNED && of->v.i >= 0), of->v.u);
}

static void put_bytes(struct otfp_table_cell *to, const struct otfp_table_cell *of)
{
	*to = *of;
	if (of->type != OTFP_CELL_BLOB)
		otfp_cell_null(to);
}

/* ---- rows ---- */

static void derive(const struct otfp_column *c, struct otfp_table_cell *to, const struct otfp_table_cell *of)
{
	switch (c->type) {
	case OTFP_COLUMN_AS_REAL: put_real(to, of); break;
	case OTFP_COLUMN_AS_SIGNED: put_signed(to, of); break;
	case OTFP_COLUMN_AS_UNSIGNED: put_unsigned(to, of); break;
	default: put_bytes(to, of); break; /* AS_BYTES */
	}
}

void otfp_tables_derive(const struct otfp_table *t)
{
	struct otfp_table_cell *row = t->row;

	for (unsigned i = t->nown; i < t->ncolumns; i++) {
		const struct otfp_column *c = &t->columns[i];
		if (otfp_table_cell_at(t, i) != i)
			continue;
		if (row[c->of].type == OTFP_CELL_NULL)
			otfp_cell_null(&row[i]);
		else
			derive(c, &row[i], &row[c->of]);
	}
}

/* ---- what tokens mean ---- */

/* A definition that another one, d, refers to. @return NULL if there is none */
static const struct otfp_definition *next(const struct otfp_tables *m, const struct otfp_definition *d, unsigned space,
                                          uint32_t token)
{
	return d ? otfp_names_find(&m->names, space, otfp_names_local(&m->names, space, d->stream, token)) : NULL;
}

struct otfp_str otfp_tables_text(const struct otfp_tables *m, const struct otfp_column *c, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(&m->names, c->space, ref);

	if (c->type == OTFP_COLUMN_GROUP_OF)
		d = next(m, d, OTFP_NAMED_GROUP, d ? d->detail : 0);
	else if (c->type == OTFP_COLUMN_FILE_OF)
		d = next(m, d, OTFP_NAMED_SCLFILE, d ? d->more : 0);
	return d ? d->name : (struct otfp_str){NULL, 0};
}

int otfp_tables_line(const struct otfp_tables *m, const struct otfp_column *c, otfp_ref ref, uint64_t *line)
{
	const struct otfp_definition *d = otfp_names_find(&m->names, c->space, ref);

	*line = d ? d->line : 0;
	return d != NULL;
}
