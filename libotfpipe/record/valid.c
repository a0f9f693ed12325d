#include "record/valid.h"

static const char *field_flaw(unsigned type, const union otfp_value *v)
{
	switch (type) {
	case OTFP_FIELD_U8: return v->u > UINT8_MAX ? "a number of 8 bits is larger than 255" : NULL;
	case OTFP_FIELD_U32: return v->u > UINT32_MAX ? "a number of 32 bits is larger than 4294967295" : NULL;
	case OTFP_FIELD_STR: return !v->s.p && v->s.n ? "a string has a length, but no bytes" : NULL;
	case OTFP_FIELD_LIST: return !v->l.p && v->l.n ? "a list has a length, but no members" : NULL;
	case OTFP_FIELD_KIND: return v->u >= OTFP_NFILES ? "there is no such kind of file" : NULL;
	default: return NULL;
	}
}

static const char *tag_flaw(const struct otfp_tag *t)
{
	if (t->type >= OTFP_NTAGTYPES)
		return "a key-value has an unknown type";
	return !t->bytes.p && t->bytes.n ? "a key-value has a length, but no bytes" : NULL;
}

static const char *tags_flaw(const struct otfp_record *rec)
{
	const char *flaw = NULL;

	if (rec->ntags && !rec->tags)
		return "there are no key-values, but a number of them";
	for (uint32_t i = 0; i < rec->ntags && !flaw; i++)
		flaw = tag_flaw(&rec->tags[i]);
	return flaw;
}

/* Most records: they are written without a look at each number, so a look here would not help. */
static int is_timed_number(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && otfp_numbers[rec->type] && otfp_is_timed(otfp_table[rec->type].file) &&
	       rec->form <= OTFP_FORM_FLOAT;
}

const char *otfp_record_flaw(const struct otfp_record *rec)
{
	const struct otfp_schema *row = &otfp_table[rec->type < OTFP_NTYPES ? rec->type : OTFP_NONE];
	const char *flaw = NULL;

	if (OTFP_LIKELY(is_timed_number(rec)))
		return tags_flaw(rec);
	if (rec->type == OTFP_CONTROL || rec->type == OTFP_OTHER)
		return rec->line.p ? NULL : "the record is a line, but has none";
	if (rec->type == OTFP_NONE || rec->type >= OTFP_NTYPES)
		return "there is no such record type";
	if (rec->form > OTFP_FORM_FLOAT)
		return "there is no such form of a value";
	for (unsigned i = 0; i < row->nfields && !flaw; i++)
		flaw = field_flaw(row->fields[i].type, &rec->f[i]);
	return flaw ? flaw : tags_flaw(rec);
}
