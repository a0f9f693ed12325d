/* plain.c - the cells that rows are made of, and records that have a row each. */
#include "base/error.h"
#include "base/real.h"
#include "record/tag.h"
#include "record/value.h"
#include "cmd/to-sqlite/convert.h"

void otfp_convert_token(struct otfp_convert *c, struct otfp_db_table *t, unsigned space, uint32_t process,
                        uint64_t token)
{
	const otfp_ref ref = otfp_names_ref(&c->names, space, process, (uint32_t)token);

	if (token || otfp_names_find(&c->names, space, ref))
		otfp_cell_signed(t, (int64_t)ref);
	else
		otfp_cell_null(t);
}

void otfp_convert_process(struct otfp_convert *c, struct otfp_db_table *t, uint32_t process)
{
	otfp_convert_token(c, t, OTFP_NAMED_PROCESS, process, process);
}

/* Put the number of a string, which gets a row if it is new; NULL if s.p is NULL. */
static void put_string(struct otfp_convert *c, struct otfp_db_table *t, struct otfp_str s)
{
	struct otfp_db_table *strings = &c->tables[OTFP_DB_STRINGS];
	const size_t before = c->strings.n;
	const uint32_t id = s.p ? otfp_intern(&c->strings, s.p, s.n) : 0;

	if (s.p && !id)
		otfp_db_fail(&c->db);
	otfp_cell_maybe(&c->db, t, id != 0, id);
	if (c->strings.n == before || otfp_row_begin(&c->db, strings) < 0)
		return;
	otfp_cell_unsigned(&c->db, strings, id);
	otfp_cell_text(&c->db, strings, s);
	otfp_row_end(&c->db, strings);
}

/* ---- key-values ---- */

static void put_tag(struct otfp_convert *c, struct otfp_db_table *t, const struct otfp_tag *tag)
{
	const unsigned unused = tag->type == OTFP_BYTES ? 0 : 64 - otfp_tag_width(tag->type);

	switch (tag->type) {
	case OTFP_BYTES: otfp_cell_blob(&c->db, t, tag->bytes); break;
	case OTFP_FLOAT:
	case OTFP_DOUBLE: otfp_cell_real(t, otfp_real_of(tag->bits, tag->type == OTFP_FLOAT)); break;
	case OTFP_INT8:
	case OTFP_INT16:
	case OTFP_INT32:
	case OTFP_INT64: otfp_cell_signed(t, (int64_t)(tag->bits << unused) >> unused); break;
	default: otfp_cell_unsigned(&c->db, t, tag->bits << unused >> unused);
	}
}

void otfp_convert_tags(struct otfp_convert *c, const struct otfp_record *rec, const struct otfp_db_table *of,
                       uint64_t row, const char *at)
{
	struct otfp_db_table *t = &c->tables[OTFP_DB_KEY_VALUES];

	for (uint32_t i = 0; i < rec->ntags && otfp_row_begin(&c->db, t) == 0; i++) {
		const struct otfp_tag *tag = &rec->tags[i];
		otfp_cell_word(t, of->name);
		otfp_cell_unsigned(&c->db, t, row);
		otfp_cell_word(t, at);
		otfp_cell_unsigned(&c->db, t, i);
		otfp_convert_token(c, t, OTFP_NAMED_KEY, rec->loc, tag->key);
		otfp_cell_word(t, otfp_tag_word(tag->type));
		put_tag(c, t, tag);
		otfp_row_end(&c->db, t);
	}
}

/* ---- fields ---- */

void otfp_convert_value(struct otfp_convert *c, struct otfp_db_table *t, const struct otfp_record *rec, uint64_t bits)
{
	if (rec->form >= OTFP_DOUBLE64)
		otfp_cell_real(t, otfp_real_of(bits, rec->form == OTFP_FLOAT32));
	else if (rec->form == OTFP_SIGNED)
		otfp_cell_signed(t, (int64_t)bits);
	else
		otfp_cell_unsigned(&c->db, t, bits);
}

/* Whether 0 in a field means that there is nothing. */
static int is_optional(const struct otfp_field *f)
{
	return f->what == OTFP_W_SCL || f->what == OTFP_W_ATTRIBUTE;
}

static void put_number(struct otfp_convert *c, struct otfp_db_table *t, const struct otfp_record *rec,
                       const struct otfp_field *f, uint64_t v)
{
	const int space = otfp_named_space(f->what), is_def = !otfp_is_timed(otfp_table[rec->type].file);
	otfp_ref ref;

	if (space < 0) {
		otfp_cell_maybe(&c->db, t, v || !is_optional(f), v);
		return;
	}
	if (!is_def) {
		otfp_convert_token(c, t, (unsigned)space, rec->loc, v);
		return;
	}
	ref = otfp_names_local(&c->names, (unsigned)space, rec->loc, (uint32_t)v);
	if (v || otfp_names_find(&c->names, (unsigned)space, ref))
		otfp_cell_signed(t, (int64_t)ref);
	else
		otfp_cell_null(t);
}

static void put_list(struct otfp_convert *c, struct otfp_db_table *t, uint64_t row, const struct otfp_list *l)
{
	for (size_t i = 0; i < l->n && otfp_row_begin(&c->db, t) == 0; i++) {
		otfp_cell_signed(t, (int64_t)row);
		otfp_cell_unsigned(&c->db, t, i);
		otfp_cell_unsigned(&c->db, t, l->p[i]);
		otfp_row_end(&c->db, t);
	}
}

/* The text in a field; the unit of a counter has the scale of its values. */
static struct otfp_str text_of(const struct otfp_convert *c, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_definition *d = NULL;

	if (rec->type == OTFP_DefCounter && slot == OTFP_DefCounter_unit)
		d = otfp_names_find(&c->names, OTFP_NAMED_COUNTER,
		                    (otfp_ref)rec->loc << 32 | (uint32_t)rec->f[OTFP_DefCounter_counter].u);
	return d ? d->unit : rec->f[slot].s;
}

static void put_field(struct otfp_convert *c, struct otfp_db_table *t, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const struct otfp_field *f = &s->fields[slot];
	const union otfp_value *v = &rec->f[slot];

	if (slot == 0 && s->defines) /* the token itself, not the key of its definition */
		otfp_cell_unsigned(&c->db, t, v->u);
	else if (f->type == OTFP_STR && !otfp_is_timed(s->file))
		put_string(c, t, text_of(c, rec, slot));
	else if (f->type == OTFP_STR)
		otfp_cell_text(&c->db, t, v->s);
	else if (f->type == OTFP_VALUE)
		otfp_convert_value(c, t, rec, v->u);
	else
		put_number(c, t, rec, f, otfp_true_number(&c->names.carriers, rec, slot));
}

int otfp_convert_plain(struct otfp_convert *c, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	struct otfp_db_table *t = &c->tables[OTFP_DB_RECORDS + rec->type];
	const uint64_t id = s->defines ? (uint64_t)rec->loc << 32 | (uint32_t)rec->f[0].u : t->nrows + 1;

	if (otfp_row_begin(&c->db, t) < 0)
		return c->db.code;
	otfp_cell_signed(t, (int64_t)id);
	if (otfp_is_timed(s->file)) {
		otfp_cell_unsigned(&c->db, t, rec->time);
		otfp_convert_process(c, t, rec->loc);
	} else {
		otfp_cell_unsigned(&c->db, t, rec->loc);
	}
	for (unsigned i = 0; i < s->nfields; i++) {
		if (s->fields[i].type != OTFP_LIST)
			put_field(c, t, rec, i);
		else
			put_list(c, &c->tables[OTFP_DB_LISTS + rec->type], id, &rec->f[i].l);
	}
	otfp_row_end(&c->db, t);
	otfp_convert_tags(c, rec, t, id, "start");
	return c->db.code;
}
