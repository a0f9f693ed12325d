#include "record/valid.h"

static const char *field_flaw(unsigned type, const union otfp_value *v)
{
	switch (type) {
	case OTFP_U8: return v->u > UINT8_MAX ? "a number of 8 bits is larger than 255" : NULL;
	case OTFP_U32: return v->u > UINT32_MAX ? "a number of 32 bits is larger than 4294967295" : NULL;
	case OTFP_STR: return !v->s.p && v->s.n ? "a string has a length, but no bytes" : NULL;
	case OTFP_LIST: return !v->l.p && v->l.n ? "a list has a length, but no members" : NULL;
	case OTFP_KIND: return v->u >= OTFP_NFILES ? "there is no such kind of file" : NULL;
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
	const char *flaw = rec->ntags && !rec->tags ? "there are no key-values, but a number of them" : NULL;

	for (uint32_t i = 0; i < rec->ntags && !flaw; i++)
		flaw = tag_flaw(&rec->tags[i]);
	return flaw;
}

const char *otfp_record_flaw(const struct otfp_record *rec)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	const char *flaw = NULL;

	if (rec->type == OTFP_CONTROL || rec->type == OTFP_OTHER)
		return rec->line.p ? NULL : "the record is a line, but has none";
	if (!row)
		return "there is no such record type";
	if (rec->form > OTFP_FLOAT32)
		return "there is no such form of a value";
	for (unsigned i = 0; i < row->nfields && !flaw; i++)
		flaw = field_flaw(row->fields[i].type, &rec->f[i]);
	return flaw ? flaw : tags_flaw(rec);
}
