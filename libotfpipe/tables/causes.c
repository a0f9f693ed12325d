/* causes.c - the table of root causes, which are found when all waits are known. */
#include "base/error.h"
#include "tables/inside.h"
#include <stdlib.h>

/* More is in a further row: databases add up signed numbers. */
static uint64_t take_part(otfp_wide *rest)
{
	const uint64_t part = *rest > INT64_MAX ? INT64_MAX : (uint64_t)*rest;

	*rest -= part;
	return part;
}

static void put_part(struct otfp_tables *m, struct otfp_table *t, const struct otfp_root_row *r, otfp_wide *direct,
                     otfp_wide *propagated)
{
	struct otfp_table_cell *at = otfp_cell_unsigned(t->row, otfp_next_id(m, t));

	at = otfp_cell_word(at, otfp_wait_kind_name(r->kind));
	at = r->is_other ? otfp_cell_null(at) : otfp_cell_process(m, at, r->process);
	at = r->function == OTFP_NO_REF ? otfp_cell_null(at) : otfp_cell_ref(at, OTFP_NAMED_FUNCTION, r->function);
	at = otfp_cell_unsigned(at, r->is_unknown);
	at = otfp_cell_unsigned(at, take_part(direct));
	at = otfp_cell_unsigned(at, take_part(propagated));
	otfp_row_end(m, t, at);
}

static void put_cause(struct otfp_tables *m, const struct otfp_root_row *r)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_CAUSES];
	otfp_wide direct = r->direct, propagated = r->propagated;

	do
		put_part(m, t, r, &direct, &propagated);
	while ((direct || propagated) && otfp_row_begins(m, t));
}

int otfp_tables_causes_end(struct otfp_tables *m)
{
	enum {
		KEYS = 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION | 1u << OTFP_ROOT_BY_KIND |
		       1u << OTFP_ROOT_OF_REPORTED
	};
	struct otfp_root_row *rows;
	size_t n;

	if (!m->roots)
		return 0;
	if (otfp_roots_end(m->roots) < 0)
		return m->code = otfp_roots_error(m->roots, m->err);
	rows = otfp_roots_by(m->roots, KEYS, &n);
	if (!rows)
		return otfp_tables_fail(m);
	for (size_t i = 0; i < n && otfp_row_begins(m, &m->tables[OTFP_TABLE_CAUSES]); i++)
		put_cause(m, &rows[i]);
	free(rows);
	return m->code;
}
