/* plain.c - the cells that rows are made of, and records that have a row each. */
#include "base/error.h"
#include "base/real.h"
#include "record/tag.h"
#include "record/value.h"
#include "cmd/to-sqlite/convert.h"

void convert_token(struct convert *c, struct db_table *t, unsigned space, uint32_t process, uint64_t token)
{
	const otfp_ref ref = otfp_names_ref(&c->names, space, process, (uint32_t)token);

	if (token || otfp_names_find(&c->names, space, ref))
		cell_signed(t, (int64_t)ref);
	else
		cell_null(t);
}

void convert_process(struct convert *c, struct db_table *t, uint32_t process)
{
	convert_token(c, t, OTFP_NAMED_PROCESS, process, process);
}

/* Put the number of a string, which gets a row if it is new; NULL if s.p is NULL. */
static void put_string(struct convert *c, struct db_table *t, struct otfp_str s)
{
	struct db_table *strings = &c->tables[DB_STRINGS];
	const size_t before = c->strings.n;
	const uint32_t id = s.p ? otfp_intern(&c->strings, s.p, s.n) : 0;

	if (s.p && !id)
		db_fail(&c->db);
	cell_maybe(&c->db, t, id != 0, id);
	if (c->strings.n == before || row_begin(&c->db, strings) < 0)
		return;
	cell_unsigned(&c->db, strings, id);
	cell_text(&c->db, strings, s);
	row_end(&c->db, strings);
}

/* ---- key-values ---- */

static void put_tag(struct convert *c, struct db_table *t, const struct otfp_tag *tag)
{
	const unsigned unused = tag->type == OTFP_TAG_BYTES ? 0 : 64 - otfp_tag_width(tag->type);

	switch (tag->type) {
	case OTFP_TAG_BYTES: cell_blob(&c->db, t, tag->bytes); break;
	case OTFP_TAG_FLOAT:
	case OTFP_TAG_DOUBLE: cell_real(t, otfp_real_of(tag->bits, tag->type == OTFP_TAG_FLOAT)); break;
	case OTFP_TAG_INT8:
	case OTFP_TAG_INT16:
	case OTFP_TAG_INT32:
	case OTFP_TAG_INT64: cell_signed(t, (int64_t)(tag->bits << unused) >> unused); break;
	default: cell_unsigned(&c->db, t, tag->bits << unused >> unused);
	}
}

void convert_tags(struct convert *c, const struct otfp_record *rec, const struct db_table *of, uint64_t row,
                  const char *at)
{
	struct db_table *t = &c->tables[DB_KEY_VALUES];

	for (uint32_t i = 0; i < rec->ntags && row_begin(&c->db, t) == 0; i++) {
		const struct otfp_tag *tag = &rec->tags[i];
		cell_word(t, of->name);
		cell_unsigned(&c->db, t, row);
		cell_word(t, at);
		cell_unsigned(&c->db, t, i);
		convert_token(c, t, OTFP_NAMED_KEY, rec->loc, tag->key);
		cell_word(t, otfp_tag_word(tag->type));
		put_tag(c, t, tag);
		row_end(&c->db, t);
	}
}

/* ---- fields ---- */

void convert_value(struct convert *c, struct db_table *t, const struct otfp_record *rec, uint64_t bits)
{
	if (rec->form >= OTFP_FORM_DOUBLE)
		cell_real(t, otfp_real_of(bits, rec->form == OTFP_FORM_FLOAT));
	else if (rec->form == OTFP_FORM_SIGNED)
		cell_signed(t, (int64_t)bits);
	else
		cell_unsigned(&c->db, t, bits);
}

/* Whether 0 in a field means that there is nothing. */
static int is_optional(const struct otfp_field *f)
{
	return f->what == OTFP_W_SCL || f->what == OTFP_W_ATTRIBUTE;
}

static void put_number(struct convert *c, struct db_table *t, const struct otfp_record *rec, const struct otfp_field *f,
                       uint64_t v)
{
	const int space = otfp_named_space(f->what), is_def = !otfp_is_timed(otfp_table[rec->type].file);
	otfp_ref ref;

	if (space < 0) {
		cell_maybe(&c->db, t, v || !is_optional(f), v);
		return;
	}
	if (!is_def) {
		convert_token(c, t, (unsigned)space, rec->loc, v);
		return;
	}
	ref = otfp_names_local(&c->names, (unsigned)space, rec->loc, (uint32_t)v);
	if (v || otfp_names_find(&c->names, (unsigned)space, ref))
		cell_signed(t, (int64_t)ref);
	else
		cell_null(t);
}

static void put_list(struct convert *c, struct db_table *t, uint64_t row, const struct otfp_list *l)
{
	for (size_t i = 0; i < l->n && row_begin(&c->db, t) == 0; i++) {
		cell_signed(t, (int64_t)row);
		cell_unsigned(&c->db, t, i);
		cell_unsigned(&c->db, t, l->p[i]);
		row_end(&c->db, t);
	}
}

/* The text in a field; the unit of a counter has the scale of its values. */
static struct otfp_str text_of(const struct convert *c, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_definition *d = NULL;

	if (rec->type == OTFP_DefCounter && slot == OTFP_DefCounter_unit)
		d = otfp_names_find(&c->names, OTFP_NAMED_COUNTER,
		                    (otfp_ref)rec->loc << 32 | (uint32_t)rec->f[OTFP_DefCounter_counter].u);
	return d ? d->unit : rec->f[slot].s;
}

static void put_field(struct convert *c, struct db_table *t, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const struct otfp_field *f = &s->fields[slot];
	const union otfp_value *v = &rec->f[slot];

	if (slot == 0 && s->defines) /* the token itself, not the key of its definition */
		cell_unsigned(&c->db, t, v->u);
	else if (f->type == OTFP_FIELD_STR && !otfp_is_timed(s->file))
		put_string(c, t, text_of(c, rec, slot));
	else if (f->type == OTFP_FIELD_STR)
		cell_text(&c->db, t, v->s);
	else if (f->type == OTFP_FIELD_VALUE)
		convert_value(c, t, rec, v->u);
	else
		put_number(c, t, rec, f, otfp_true_number(&c->names.carriers, rec, slot));
}

int convert_plain(struct convert *c, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	struct db_table *t = &c->tables[DB_RECORDS + rec->type];
	const uint64_t id = s->defines ? (uint64_t)rec->loc << 32 | (uint32_t)rec->f[0].u : t->nrows + 1;

	if (row_begin(&c->db, t) < 0)
		return c->db.code;
	cell_signed(t, (int64_t)id);
	if (otfp_is_timed(s->file)) {
		cell_unsigned(&c->db, t, rec->time);
		convert_process(c, t, rec->loc);
	} else {
		cell_unsigned(&c->db, t, rec->loc);
	}
	for (unsigned i = 0; i < s->nfields; i++) {
		if (s->fields[i].type != OTFP_FIELD_LIST)
			put_field(c, t, rec, i);
		else
			put_list(c, &c->tables[DB_LISTS + rec->type], id, &rec->f[i].l);
	}
	row_end(&c->db, t);
	convert_tags(c, rec, t, id, "start");
	return c->db.code;
}
