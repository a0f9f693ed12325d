/* attribute.c - attributes of events: key-values and source locations, and the record of OTF that an event stands for.
 * See records.h. */
#include "otf2/write/records.h"
#include "otf2/original.h"
#include "record/tag.h"
#include <stdio.h>
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* The type of the values of an attribute, by the definition of its key. */
uint32_t otfp_otf2_write_type(const struct otfp_record *def)
{
	return def ? otfp_otf2_type_of_otf(def->f[OTFP_DefKeyValue_type].u) : OTFP_OTF2_TYPE_NONE;
}

/* Whether the event has an attribute already: libotf2 takes each once. */
static int has_tag(const writing *w, uint32_t attribute)
{
	const struct otfp_otf2_tag *tags = (const struct otfp_otf2_tag *)(const void *)w->tags.p;

	for (size_t i = 0; i < w->tags.n / sizeof *tags; i++)
		if (tags[i].attribute == attribute)
			return 1;
	return 0;
}

int otfp_otf2_write_key_value(struct otfp_otf2_writing *w, uint32_t process, const struct otfp_tag *tag)
{
	const unsigned kind = otfp_otf2_restore_key(w, tag->key)->kind;
	const struct otfp_otf2_token *key;
	uint64_t value = tag->bits;
	int is_exact;

	if (kind != OTFP_OTF2_KEY_NONE && kind != OTFP_OTF2_KEY_ATTRIBUTE)
		return 0;
	key = otfp_otf2_write_token(w, OTFP_W_KEY, process, tag->key);
	if (!key || tag->type >= OTFP_NTAGTYPES)
		return key ? 0 : otfp_fail_memory(w->err);
	is_exact = tag->type != OTFP_TAG_CHAR && key->def && key->def->f[1].u == tag->type;
	if (otfp_otf2_type_of_otf(tag->type) != otfp_otf2_write_type(key->def))
		return 0;
	if (has_tag(w, key->ref))
		return 0;
	if (tag->type == OTFP_TAG_BYTES) {
		const uint32_t ref = key->ref;
		if (tag->bytes.n && memchr(tag->bytes.p, 0, tag->bytes.n))
			return 0;
		value = otfp_otf2_write_string(w, tag->bytes.p, tag->bytes.n);
		return value == OTFP_OTF2_NO_REF || otfp_otf2_write_tag(w, ref, OTFP_OTF2_TYPE_STRING, value) < 0 ?
		               OTFP_EFAIL :
		               is_exact;
	}
	return otfp_otf2_write_tag(w, key->ref, otfp_otf2_type_of_otf(tag->type), value) < 0 ? OTFP_EFAIL : is_exact;
}

/* All key-values as one string. */
static int put_all_tags(writing *w, const struct otfp_record *rec)
{
	uint32_t ref, attribute = otfp_otf2_write_attribute(w, OTFP_OTF2_TAGS, OTFP_OTF2_TYPE_STRING);

	w->lines.n = 0;
	for (uint32_t i = 0; i < rec->ntags; i++) {
		if (otfp_buf_reserve(&w->lines, otfp_tag_room(&rec->tags[i]) + 1) < 0)
			return otfp_fail_memory(w->err);
		if (i)
			w->lines.p[w->lines.n++] = '\t';
		w->lines.n = (size_t)(otfp_tag_put(w->lines.p + w->lines.n, &rec->tags[i]) - w->lines.p);
	}
	ref = otfp_otf2_write_string(w, w->lines.p, w->lines.n);
	return ref == OTFP_OTF2_NO_REF ? OTFP_EFAIL : otfp_otf2_write_tag(w, attribute, OTFP_OTF2_TYPE_STRING, ref);
}

static int put_key_values(writing *w, const struct otfp_record *rec)
{
	int is_exact = 1;

	for (uint32_t i = 0; i < rec->ntags; i++) {
		const int code = otfp_otf2_write_key_value(w, rec->loc, &rec->tags[i]);
		if (code < 0)
			return code;
		is_exact &= code;
	}
	if (is_exact || w->is_otf2)
		return 0;
	w->fate = w->is_plain ? OTFP_OTF2_DROPPED : OTFP_OTF2_CARRIED;
	return w->is_plain ? 0 : put_all_tags(w, rec);
}

/* The attribute of source locations; if the trace came from OTF2 the one that it had. */
static uint32_t source_attribute(writing *w)
{
	const struct otfp_otf2_token *key =
		w->is_otf2 && w->restored.source ? otfp_otf2_write_token(w, OTFP_W_KEY, 0, w->restored.source) : NULL;

	return key ? key->ref : otfp_otf2_write_attribute(w, OTFP_OTF2_SOURCE, OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION);
}

static int put_source(writing *w, const struct otfp_record *rec)
{
	const uint64_t source = rec->f[w->source_slot[rec->type]].u;
	const struct otfp_otf2_token *scl = otfp_otf2_write_token(w, OTFP_W_SCL, rec->loc, (uint32_t)source);
	uint32_t ref;

	if (!scl)
		return otfp_fail_memory(w->err);
	ref = scl->ref;
	return otfp_otf2_write_tag(w, source_attribute(w), OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION, ref);
}

int otfp_otf2_write_source(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	const unsigned slot = w->source_slot[rec->type];

	return slot && rec->f[slot].u ? put_source(w, rec) : 0;
}

int otfp_otf2_write_tags(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	int code;

	w->tags.n = 0;
	code = otfp_otf2_write_source(w, rec);
	return code == 0 && rec->ntags ? put_key_values(w, rec) : code;
}

/* ---- the record of OTF that an event stands for ---- */

static uint32_t attribute_of(writing *w, unsigned type, unsigned slot, uint32_t value_type)
{
	uint32_t *known = &w->field_attributes[type][slot]; /* its complement */
	char name[64];

	if (!*known) {
		snprintf(name, sizeof name, OTFP_OTF2_OF_OTF "%s", otfp_table[type].fields[slot].name);
		*known = ~otfp_otf2_write_attribute(w, name, value_type);
	}
	return ~*known;
}

static int put_field(writing *w, const struct otfp_record *rec, unsigned slot)
{
	const union otfp_value *f = &rec->f[slot];
	const int is_text = otfp_table[rec->type].fields[slot].type == OTFP_FIELD_STR;
	const uint32_t type = is_text ? OTFP_OTF2_TYPE_STRING : OTFP_OTF2_TYPE_UINT64;
	uint64_t value;

	if (is_text ? !f->s.n : !f->u)
		return 0;
	value = is_text ? otfp_otf2_write_string(w, f->s.p, f->s.n) : f->u;
	if (is_text && value == OTFP_OTF2_NO_REF)
		return OTFP_EFAIL;
	return otfp_otf2_write_tag(w, attribute_of(w, rec->type, slot, type), type, value);
}

/* Whether a text of the record has a NUL, which no string of OTF2 can have. */
static int has_nul(const struct otfp_record *rec)
{
	for (unsigned slot = 0; slot < otfp_table[rec->type].nfields; slot++)
		if (otfp_table[rec->type].fields[slot].type == OTFP_FIELD_STR && rec->f[slot].s.n &&
		    memchr(rec->f[slot].s.p, 0, rec->f[slot].s.n))
			return 1;
	return 0;
}

int otfp_otf2_write_original(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	const uint64_t number = rec ? otfp_table[rec->type].number : OTFP_OTF2_NO_RECORD;
	int code;

	if (w->is_otf2)
		return 0;
	if (rec && (w->is_plain || has_nul(rec)))
		w->fate = OTFP_OTF2_DROPPED;
	else if (rec && w->fate != OTFP_OTF2_DROPPED)
		w->fate = OTFP_OTF2_CARRIED;
	if (w->is_plain)
		return 0;
	code = otfp_otf2_write_tag(w, otfp_otf2_write_attribute(w, OTFP_OTF2_RECORD, OTFP_OTF2_TYPE_UINT8),
	                           OTFP_OTF2_TYPE_UINT8, number);
	for (unsigned slot = 0; rec && slot < otfp_table[rec->type].nfields && code == 0; slot++)
		code = put_field(w, rec, slot);
	return code;
}

int otfp_otf2_write_put(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location, int is_exact)
{
	int code = !is_exact || w->is_changed ? otfp_otf2_write_original(w, rec) : 0;

	return code < 0 ? code : otfp_otf2_write_event(w, location, NULL);
}

int otfp_otf2_write_drop(struct otfp_otf2_writing *w)
{
	w->fate = OTFP_OTF2_DROPPED;
	w->tags.n = 0;
	return 0;
}

/* The parameter of a record that OTF2 has no event for: its value is the number of the record. */
int otfp_otf2_write_fallback(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_frame *frame;
	int code;

	if (w->is_plain || w->is_otf2)
		return otfp_otf2_write_drop(w);
	code = otfp_otf2_write_original(w, rec);
	if (code < 0)
		return code;
	frame = otfp_otf2_write_frame(w, OTFP_OTF2_ParameterUnsignedInt, rec->time);
	OTFP_OTF2_F(frame, ParameterUnsignedInt, parameter) =
		otfp_otf2_write_parameter(w, OTFP_OTF2_RECORD, OTFP_OTF2_PARAMETER_TYPE_UINT64);
	OTFP_OTF2_F(frame, ParameterUnsignedInt, value) = otfp_table[rec->type].number;
	return otfp_otf2_write_event(w, location, NULL);
}
