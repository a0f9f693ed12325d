/* cell.c - rows, the cells that they are made of, and key-values. */
#include "base/error.h"
#include "base/real.h"
#include "record/tag.h"
#include "record/value.h"
#include "tables/inside.h"

/* ---- rows ---- */

int otfp_tables_fail(struct otfp_tables *m)
{
	if (m->code == 0)
		m->code = otfp_fail_memory(m->err);
	return m->code;
}

int otfp_row_end(struct otfp_tables *m, struct otfp_table *t, const struct otfp_table_cell *end)
{
	OTFP_ASSERT_HOT(end == t->row + t->nown);
	(void)end;
	t->nrows++;
	if (OTFP_UNLIKELY(t->is_dropped))
		return m->code;
	if (OTFP_UNLIKELY(t->derives))
		otfp_tables_derive(t);
	return m->code = m->sink.put(m->sink.ctx, t);
}

/* ---- cells ---- */

struct otfp_table_cell *otfp_cell_other_token(const struct otfp_tables *m, struct otfp_table_cell *at, unsigned space,
                                              uint32_t process, uint64_t token)
{
	const otfp_ref ref = otfp_names_ref(&m->names, space, process, (uint32_t)token);

	return token || otfp_names_find(&m->names, space, ref) ? otfp_cell_ref(at, space, ref) : otfp_cell_null(at);
}

struct otfp_table_cell *otfp_cell_value(struct otfp_table_cell *at, const struct otfp_record *rec, uint64_t bits)
{
	if (rec->form >= OTFP_FORM_DOUBLE)
		return otfp_cell_real(at, otfp_real_of(bits, rec->form == OTFP_FORM_FLOAT));
	if (rec->form == OTFP_FORM_SIGNED)
		return otfp_cell_signed(at, (int64_t)bits);
	return otfp_cell_unsigned(at, bits);
}

/* ---- key-values ---- */

static struct otfp_table_cell *put_tag(struct otfp_table_cell *at, const struct otfp_tag *tag)
{
	const unsigned unused = tag->type == OTFP_TAG_BYTES ? 0 : 64 - otfp_tag_width(tag->type);

	switch (tag->type) {
	case OTFP_TAG_BYTES: return otfp_cell_bytes(at, OTFP_CELL_BLOB, tag->bytes);
	case OTFP_TAG_FLOAT:
	case OTFP_TAG_DOUBLE: return otfp_cell_real(at, otfp_real_of(tag->bits, tag->type == OTFP_TAG_FLOAT));
	case OTFP_TAG_INT8:
	case OTFP_TAG_INT16:
	case OTFP_TAG_INT32:
	case OTFP_TAG_INT64: return otfp_cell_signed(at, (int64_t)(tag->bits << unused) >> unused);
	default: return otfp_cell_unsigned(at, tag->bits << unused >> unused);
	}
}

void otfp_tables_tags(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_table *of, uint64_t row,
                      const char *end)
{
	struct otfp_table *t = &m->tables[OTFP_TABLE_KEY_VALUES];

	for (uint32_t i = 0; i < rec->ntags && otfp_row_begins(m, t); i++) {
		const struct otfp_tag *tag = &rec->tags[i];
		struct otfp_table_cell *at = t->row;
		at = otfp_cell_word(at, of->name);
		at = otfp_cell_unsigned(at, row);
		at = otfp_cell_word(at, end);
		at = otfp_cell_unsigned(at, i);
		at = otfp_cell_token(m, at, OTFP_NAMED_KEY, rec->loc, tag->key);
		at = otfp_cell_word(at, otfp_tag_word(tag->type));
		otfp_row_end(m, t, put_tag(at, tag));
	}
}
