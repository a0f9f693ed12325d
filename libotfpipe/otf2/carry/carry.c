/* carry.c - what OTF has no field for, as key-values. See carry.h. */
#include "otf2/carry/carry.h"
#include "base/hash.h"
#include "otf2/carry/original-read.h"
#include "otf2/values.h"
#include <endian.h>
#include <inttypes.h>
#include <string.h>

enum {
	KEYS_OF_ROW = 16, /* numbers for the fields of a row */
	FIRST_WORD = OTFP_OTF2_NROWS * KEYS_OF_ROW,
	FIRST_NAMED = FIRST_WORD + OTFP_OTF2_NWORDS
};

/* ---- keys ---- */

/* Define a key; its record comes before the one that will have it. text has the name. */
static int define_key(struct otfp_otf2_carrying *c, uint32_t key, unsigned type, struct otfp_str description)
{
	const size_t first = c->first;
	const int code = otfp_otf2_emit_key(c, key, type, otfp_otf2_keep(c, c->text.p, c->text.n), description);

	c->first = first;
	return code;
}

static int name_key(struct otfp_otf2_carrying *c, const char *first, const char *second)
{
	c->text.n = 0;
	return otfp_buf_printf(&c->text, "otf2.%s%s", first, second) < 0 ? otfp_fail_memory(c->err) : 0;
}

static const struct otfp_str no_text = {"", 0};

static unsigned type_of_field(const struct otfp_otf2_row *row, unsigned field, struct otfp_otf2_type type)
{
	static const uint8_t types[] = {
		[OTFP_OTF2_U8] = OTFP_TAG_UINT8,    [OTFP_OTF2_U32] = OTFP_TAG_UINT32,
		[OTFP_OTF2_U64] = OTFP_TAG_UINT64,  [OTFP_OTF2_I64] = OTFP_TAG_INT64,
		[OTFP_OTF2_F64] = OTFP_TAG_DOUBLE,  [OTFP_OTF2_VALUE] = OTFP_TAG_UINT64,
		[OTFP_OTF2_BYTES] = OTFP_TAG_BYTES,
	};

	if (row->fields[field].tail != OTFP_OTF2_NO_TAIL || type.space == OTFP_OTF2_STRINGS)
		return OTFP_TAG_BYTES;
	return otfp_otf2_has_tokens(type.space) ? OTFP_TAG_UINT32 : types[type.form];
}

/* The key of a field, defined if it is new. @return 0 or <0 */
static int key_of_field(struct otfp_otf2_carrying *c, unsigned row, unsigned field, uint32_t *key)
{
	const struct otfp_otf2_row *r = &otfp_otf2_rows[row];
	struct otfp_otf2_type type = c->keys[row][field].type;
	const char *snap = r->kind == OTFP_OTF2_SNAP ? "Snap" : "";

	*key = OTFP_OTF2_FIRST_KEY + row * KEYS_OF_ROW + field;
	if (c->keys[row][field].is_defined)
		return 0;
	c->keys[row][field].is_defined = 1;
	c->text.n = 0;
	if (otfp_buf_printf(&c->text, "otf2.%s%s.%s", snap, r->name, r->fields[field].name) < 0)
		return otfp_fail_memory(c->err);
	return define_key(c, *key, type_of_field(r, field, type), no_text);
}

static int key_of_word(struct otfp_otf2_carrying *c, enum otfp_otf2_word word, uint32_t *key)
{
	*key = OTFP_OTF2_FIRST_KEY + FIRST_WORD + word;
	if (c->words[word])
		return 0;
	c->words[word] = 1;
	return name_key(c, otfp_otf2_words[word].name, "") < 0 ?
	               OTFP_EFAIL :
	               define_key(c, *key, otfp_otf2_words[word].type, no_text);
}

/* ---- values ---- */

struct otfp_otf2_type otfp_otf2_type_in(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                        unsigned field)
{
	if (frame->row == OTFP_OTF2_Group && field == OTFP_OTF2_Group_members &&
	    OTFP_OTF2_F(frame, Group, groupType) == OTFP_OTF2_GROUP_TYPE_REGIONS)
		return OTFP_OTF2_REGION_TYPE;
	return c->keys[frame->row][field].type;
}

/* A value of an OTF2_Type in a key-value: a string's bytes, a token, or the number. */
static void set_value(struct otfp_otf2_carrying *c, struct otfp_tag *tag, uint64_t type, uint64_t v)
{
	unsigned space = otfp_otf2_value_type(type).space;

	tag->type = (uint8_t)otfp_otf2_tag_type(type);
	if (space == OTFP_OTF2_STRINGS)
		tag->bytes = otfp_otf2_stored(otfp_otf2_string(&c->model, v));
	else
		tag->bits = otfp_otf2_has_tokens(space) ? otfp_otf2_token(&c->model, space, v) :
		                                          otfp_otf2_cut(v, tag->type);
}

int otfp_otf2_check_reference(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                              struct otfp_otf2_type type, uint64_t ref)
{
	if ((type.space != OTFP_OTF2_STRINGS && !otfp_otf2_has_tokens(type.space)) ||
	    otfp_otf2_is_undefined(type.form, ref) || otfp_otf2_find(&c->model, type.space, ref))
		return 0;
	return otfp_otf2_undefined(c, frame, type.space, ref);
}

int otfp_otf2_check_field(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	const struct otfp_otf2_type type = otfp_otf2_type_in(c, frame, field);
	const unsigned tail = otfp_otf2_rows[frame->row].fields[field].tail;
	const uint64_t *p;
	int code = 0;

	if (!type.space && type.form != OTFP_OTF2_VALUE)
		return 0;
	p = tail == OTFP_OTF2_LIST ? otfp_otf2_contents(frame, field) : NULL;
	if (tail == OTFP_OTF2_NO_TAIL)
		return type.form == OTFP_OTF2_VALUE ?
		               otfp_otf2_check_reference(c, frame, otfp_otf2_value_type(frame->f[field - 1]),
		                                         frame->f[field]) :
		               otfp_otf2_check_reference(c, frame, type, frame->f[field]);
	if (type.space)
		for (uint64_t i = 0; p && i < frame->f[field] && code == 0; i++)
			code = otfp_otf2_check_reference(c, frame, type, p[i]);
	return code;
}

/* A list of strings is their bytes, each with a zero byte after it. */
static int set_strings(struct otfp_otf2_carrying *c, struct otfp_tag *tag, const uint64_t *p, size_t n)
{
	c->text.n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct otfp_str s = otfp_otf2_string(&c->model, p[i]);
		if (otfp_buf_add(&c->text, s.p, s.p ? s.n : 0) < 0 || otfp_buf_add(&c->text, "", 1) < 0)
			return otfp_fail_memory(c->err);
	}
	tag->bytes = otfp_otf2_keep(c, c->text.p, c->text.n);
	return tag->bytes.p ? 0 : OTFP_EFAIL;
}

/* Other lists are words, the least significant byte first. */
static int set_list(struct otfp_otf2_carrying *c, struct otfp_tag *tag, const uint64_t *p, size_t words, unsigned space)
{
	const int has_tokens = otfp_otf2_has_tokens(space);
	char *bytes;

	if (space == OTFP_OTF2_STRINGS)
		return set_strings(c, tag, p, words);
	bytes = otfp_arena_get(&c->batch.arena, words * sizeof *p);
	if (!bytes)
		return otfp_fail_memory(c->err);
	for (size_t i = 0; i < words; i++) {
		const uint64_t v = htole64(has_tokens ? otfp_otf2_token(&c->model, space, p[i]) : p[i]);
		memcpy(bytes + i * sizeof v, &v, sizeof v);
	}
	tag->bytes = (struct otfp_str){bytes, words * sizeof *p};
	return 0;
}

static int set_field(struct otfp_otf2_carrying *c, struct otfp_tag *tag, const struct otfp_otf2_frame *frame,
                     unsigned field)
{
	const struct otfp_otf2_field *f = &otfp_otf2_rows[frame->row].fields[field];
	struct otfp_otf2_type type = c->keys[frame->row][field].type;

	tag->type = (uint8_t)type_of_field(&otfp_otf2_rows[frame->row], field, type);
	if (otfp_otf2_check_field(c, frame, field) < 0)
		return OTFP_EDAMAGE;
	if (f->tail == OTFP_OTF2_TEXT) {
		const struct otfp_str text =
			otfp_otf2_keep(c, (const char *)otfp_otf2_contents(frame, field), (size_t)frame->f[field]);
		if (!text.p)
			return OTFP_EFAIL;
		tag->bytes = otfp_otf2_stored(text);
	} else if (f->tail != OTFP_OTF2_NO_TAIL)
		return set_list(c, tag, otfp_otf2_contents(frame, field),
		                (size_t)frame->f[field] * otfp_otf2_element_words[f->tail], type.space);
	else if (type.space == OTFP_OTF2_STRINGS)
		tag->bytes = otfp_otf2_stored(otfp_otf2_string(&c->model, frame->f[field]));
	else if (otfp_otf2_has_tokens(type.space))
		tag->bits = otfp_otf2_token(&c->model, type.space, frame->f[field]);
	else
		tag->bits = otfp_otf2_cut(frame->f[field], tag->type);
	return 0;
}

/* Undefined, or an empty list. */
static int is_missing(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	const struct otfp_otf2_type type = c->keys[frame->row][field].type;

	switch (otfp_otf2_rows[frame->row].fields[field].tail) {
	case OTFP_OTF2_NO_TAIL: return !type.is_enum && otfp_otf2_is_undefined(type.form, frame->f[field]);
	case OTFP_OTF2_TEXT: return 0;
	default: return frame->f[field] == 0;
	}
}

int otfp_otf2_carry(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	return is_missing(c, frame, field) ? 0 : otfp_otf2_carry_any(c, frame, field);
}

int otfp_otf2_carry_any(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field)
{
	struct otfp_tag *tag;
	uint32_t key;

	if (!otfp_otf2_carries(c))
		return 0;
	if (key_of_field(c, frame->row, field, &key) < 0)
		return OTFP_EFAIL;
	tag = otfp_otf2_tag(c, key);
	return tag ? set_field(c, tag, frame, field) : OTFP_EFAIL;
}

int otfp_otf2_carry_from(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned from)
{
	int code = 0;

	for (unsigned i = from; i < otfp_otf2_rows[frame->row].nfields && code == 0; i++)
		code = otfp_otf2_carry(c, frame, i);
	return code;
}

int otfp_otf2_carry_word(struct otfp_otf2_carrying *c, enum otfp_otf2_word word, uint64_t v)
{
	struct otfp_tag *tag;
	uint32_t key;

	if (!otfp_otf2_carries(c))
		return 0;
	if (key_of_word(c, word, &key) < 0 || !(tag = otfp_otf2_tag(c, key)))
		return OTFP_EFAIL;
	tag->type = otfp_otf2_words[word].type;
	tag->bits = otfp_otf2_cut(v, tag->type);
	return 0;
}

int otfp_otf2_carry_bytes(struct otfp_otf2_carrying *c, enum otfp_otf2_word word, struct otfp_str s)
{
	int code = otfp_otf2_carry_word(c, word, 0);

	if (code == 0 && !c->options.plain)
		c->tags[c->ntags - 1].bytes = s;
	return code;
}

int otfp_otf2_carry_undefined(struct otfp_otf2_carrying *c, unsigned field)
{
	const uint64_t bit = UINT64_C(1) << field;

	for (size_t i = 0; i < c->ntags; i++)
		if (c->tags[i].key == OTFP_OTF2_FIRST_KEY + FIRST_WORD + OTFP_OTF2_WORD_UNDEFINED) {
			c->tags[i].bits |= bit;
			return 0;
		}
	return otfp_otf2_carry_word(c, OTFP_OTF2_WORD_UNDEFINED, bit);
}

int otfp_otf2_carry_kind(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	return otfp_otf2_carry_word(c, OTFP_OTF2_WORD_EVENT, otfp_otf2_rows[frame->row].number);
}

int otfp_otf2_carry_property(struct otfp_otf2_carrying *c, const char *prefix, uint64_t name, uint64_t type, uint64_t v)
{
	struct otfp_str s = otfp_otf2_string(&c->model, name);
	char room[OTFP_OTF2_TYPE_ROOM];
	const char *type_name = otfp_otf2_type_text(type, room);
	unsigned tag_type = otfp_otf2_tag_type(type);
	uint64_t hash, *known;
	struct otfp_tag *tag;
	uint32_t key;

	if (!otfp_otf2_carries(c))
		return 0;
	if (name_key(c, prefix, "") < 0 || otfp_buf_add(&c->text, s.p, s.p ? s.n : 0) < 0)
		return otfp_fail_memory(c->err);
	hash = otfp_hash_add(otfp_hash_bytes(OTFP_HASH_INIT, c->text.p, c->text.n), type);
	known = otfp_map_get(&c->named, hash);
	key = known ? (uint32_t)*known : (uint32_t)(OTFP_OTF2_FIRST_KEY + FIRST_NAMED + c->named.n);
	if (!known) {
		struct otfp_str description = otfp_otf2_keep(c, type_name, strlen(type_name));
		if (otfp_map_set(&c->named, hash, key) < 0)
			return otfp_fail_memory(c->err);
		if (!description.p || define_key(c, key, tag_type, description) < 0)
			return OTFP_EFAIL;
	}
	tag = otfp_otf2_tag(c, key);
	if (!tag)
		return OTFP_EFAIL;
	set_value(c, tag, type, v);
	return 0;
}

/* OTF knows the type of an attribute by its definition. @return 0, or <0 if --strict refuses the attribute */
static int check_attribute(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                           const struct otfp_otf2_tag *tag)
{
	const struct otfp_otf2_frame *def = otfp_otf2_find(&c->model, OTFP_OTF2_ATTRIBUTES, tag->attribute);
	char is[OTFP_OTF2_TYPE_ROOM], should[OTFP_OTF2_TYPE_ROOM];

	if (!def)
		return otfp_otf2_undefined(c, frame, OTFP_OTF2_ATTRIBUTES, tag->attribute);
	if (tag->type == OTFP_OTF2_TYPE_STRING && tag->value == UINT32_MAX) /* it would be an empty string */
		return otfp_otf2_undefined(c, frame, OTFP_OTF2_STRINGS, tag->value);
	if (OTFP_LIKELY(OTFP_OTF2_F(def, Attribute, type) == tag->type))
		return otfp_otf2_check_reference(c, frame, otfp_otf2_value_type(tag->type), tag->value);
	return otfp_otf2_bad(c, OTFP_FLAW_KEYVALUE, "%s: attribute %" PRIu32 " is of type %s, but defined as %s",
	                     otfp_otf2_rows[frame->row].name, tag->attribute, otfp_otf2_type_text(tag->type, is),
	                     otfp_otf2_type_text(OTFP_OTF2_F(def, Attribute, type), should));
}

int otfp_otf2_some_attributes(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_tag *from = otfp_otf2_tags(frame);

	if (OTFP_UNLIKELY(c->original != NULL))
		return otfp_otf2_original_tags(c, frame);
	for (unsigned i = 0; i < frame->ntags; i++) {
		struct otfp_tag *tag;
		if (from[i].attribute == c->source_attribute)
			continue;
		tag = otfp_otf2_tag(c, otfp_otf2_token(&c->model, OTFP_OTF2_ATTRIBUTES, from[i].attribute));
		if (!tag)
			return OTFP_EFAIL;
		set_value(c, tag, from[i].type, from[i].value);
		if (check_attribute(c, frame, &from[i]) < 0)
			return OTFP_EDAMAGE;
	}
	return 0;
}
