/* plain.c - records that have a row each. */
#include "record/value.h"
#include "tables/inside.h"

/* Whether 0 in a field means that there is nothing. */
static int is_optional(const struct otfp_field *f)
{
	return f->what == OTFP_W_SCL || f->what == OTFP_W_ATTRIBUTE;
}

static struct otfp_table_cell *put_number(const struct otfp_tables *m, struct otfp_table_cell *at,
                                          const struct otfp_record *rec, const struct otfp_field *f, uint64_t v)
{
	const int space = otfp_named_space(f->what);
	otfp_ref ref;

	if (space < 0)
		return otfp_cell_maybe(at, v || !is_optional(f), v);
	if (otfp_is_timed(otfp_table[rec->type].file))
		return otfp_cell_token(m, at, (unsigned)space, rec->loc, v);
	ref = otfp_names_local(&m->names, (unsigned)space, rec->loc, (uint32_t)v);
	return v || otfp_names_find(&m->names, (unsigned)space, ref) ? otfp_cell_ref(at, (unsigned)space, ref) :
	                                                               otfp_cell_null(at);
}

/* The id of the row of a record: the ref of what it defines, else a number. */
static struct otfp_table_cell *put_id(struct otfp_table_cell *at, unsigned type, uint64_t id)
{
	const int space = otfp_named_space(otfp_table[type].defines);

	return space >= 0 ? otfp_cell_ref(at, (unsigned)space, id) : otfp_cell_signed(at, (int64_t)id);
}

static void put_list(struct otfp_tables *m, const struct otfp_record *rec, uint64_t row, const struct otfp_list *l)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_LISTS + rec->type];

	for (size_t i = 0; i < l->n && otfp_row_begins(m, t); i++) {
		struct otfp_table_cell *at = put_id(t->row, rec->type, row);
		at = otfp_cell_unsigned(at, i);
		at = otfp_cell_unsigned(at, l->p[i]);
		otfp_row_end(m, t, at);
	}
}

/* The text in a field; the unit of a counter has the scale of its values. */
static struct otfp_str text_of(const struct otfp_tables *m, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_definition *d = NULL;

	if (rec->type == OTFP_DefCounter && slot == OTFP_DefCounter_unit)
		d = otfp_names_find(&m->names, OTFP_NAMED_COUNTER,
		                    (otfp_ref)rec->loc << 32 | (uint32_t)rec->f[OTFP_DefCounter_counter].u);
	return d ? d->unit : rec->f[slot].s;
}

static struct otfp_table_cell *put_field(const struct otfp_tables *m, struct otfp_table_cell *at,
                                         const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const struct otfp_field *f = &s->fields[slot];
	const union otfp_value *v = &rec->f[slot];

	if (slot == 0 && s->defines) /* the token itself, not the ref of its definition */
		return otfp_cell_unsigned(at, v->u);
	if (f->type == OTFP_FIELD_STR)
		return otfp_cell_bytes(at, OTFP_CELL_TEXT, text_of(m, rec, slot));
	if (f->type == OTFP_FIELD_VALUE)
		return otfp_cell_value(at, rec, v->u);
	return put_number(m, at, rec, f, otfp_true_number(&m->names.carriers, rec, slot));
}

int otfp_tables_plain(struct otfp_tables *m, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	struct otfp_table *t = &m->tables[OTFP_TABLE_RECORDS + rec->type];
	struct otfp_table_cell *at = t->row;
	const uint64_t id = s->defines ? (uint64_t)rec->loc << 32 | (uint32_t)rec->f[0].u : otfp_next_id(m, t);

	if (!otfp_row_begins(m, t))
		return m->code;
	at = put_id(at, rec->type, id);
	if (otfp_is_timed(s->file))
		at = otfp_cell_process(m, otfp_cell_unsigned(at, rec->time), rec->loc);
	else
		at = otfp_cell_unsigned(at, rec->loc);
	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].type != OTFP_FIELD_LIST)
			at = put_field(m, at, rec, i);
	otfp_row_end(m, t, at);
	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].type == OTFP_FIELD_LIST)
			put_list(m, rec, id, &rec->f[i].l);
	otfp_tables_tags(m, rec, t, id, "start");
	return m->code;
}
