/* emit.c - the OTF records of a batch: their key-values and text, and definitions, each only once. See records.h. */
#include "base/grow.h"
#include "record/equal.h"
#include "vtf3/read/records.h"
#include <stdio.h>
#include <string.h>

int otfp_vtf3_more(struct otfp_vtf3_reading *c)
{
	size_t cap = c->cap;

	if (otfp_grow(&c->recs, c->n, &c->cap, sizeof *c->recs) < 0 ||
	    otfp_grow(&c->out, c->n, &cap, sizeof *c->out) < 0)
		return otfp_fail_memory(c->err);
	for (size_t i = 0; i < c->cap; i++)
		c->out[i] = &c->recs[i];
	return 0;
}

struct otfp_str otfp_vtf3_text(struct otfp_vtf3_reading *c, const char *p, size_t n)
{
	struct otfp_str s = {otfp_arena_copy(&c->arena, p ? p : "", n), n};

	if (!s.p)
		otfp_fail_memory(c->err);
	return s;
}

/* ---- key-values ---- */

void otfp_vtf3_key_record(enum otfp_vtf3_key key, struct otfp_record *def)
{
	static const struct {
		const char *name, *description;
		uint32_t type;
	} keys[] = {
#define K(name, type, description) {"vtf3." #name, description, OTFP_TAG_##type},
		OTFP_VTF3_EACH_KEY(K)
#undef K
	};

	def->type = OTFP_DefKeyValue;
	def->ntags = 0;
	def->f[0].u = OTFP_VTF3_FIRST_KEY + key;
	def->f[1].u = keys[key].type;
	def->f[2].s = (struct otfp_str){keys[key].name, strlen(keys[key].name)};
	def->f[3].s = (struct otfp_str){keys[key].description, strlen(keys[key].description)};
}

static int define_key(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key)
{
	/* the definition must come before the record that gets the tag */
	struct otfp_record last = c->recs[c->n - 1], *def;

	c->n--;
	def = otfp_vtf3_emit(c, OTFP_DefKeyValue, 0);
	if (!def)
		return OTFP_EFAIL;
	otfp_vtf3_key_record(key, def);
	c->known_keys |= 1u << key;
	if (!otfp_vtf3_emit(c, OTFP_NoOp, 0))
		return OTFP_EFAIL;
	c->recs[c->n - 1] = last;
	return 0;
}

/* Add a key-value to the last record; the caller sets the value. */
static struct otfp_tag *add_tag(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key, unsigned type)
{
	struct otfp_record *rec;
	struct otfp_tag *tags;

	if (!(c->known_keys & 1u << key) && define_key(c, key) < 0)
		return NULL;
	rec = &c->recs[c->n - 1];
	tags = otfp_arena_get(&c->arena, (rec->ntags + 1) * sizeof *tags);
	if (!tags) {
		otfp_fail_memory(c->err);
		return NULL;
	}
	if (rec->ntags)
		memcpy(tags, rec->tags, rec->ntags * sizeof *tags);
	rec->tags = tags;
	tags += rec->ntags++;
	*tags = (struct otfp_tag){.key = OTFP_VTF3_FIRST_KEY + key, .type = (uint8_t)type};
	return tags;
}

int otfp_vtf3_tag(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key, uint64_t value)
{
	static const uint8_t types[] = {
#define K(name, type, description) OTFP_TAG_##type,
		OTFP_VTF3_EACH_KEY(K)
#undef K
	};
	struct otfp_tag *tag = add_tag(c, key, types[key]);

	if (!tag)
		return OTFP_EFAIL;
	tag->bits = types[key] == OTFP_TAG_INT32 ? (uint32_t)value : value;
	return 0;
}

int otfp_vtf3_tag_record(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_tag *tag;

	c->text.n = 0;
	if (otfp_vtf3_compose(c->binary, rec, &c->text) < 0)
		return OTFP_EFAIL;
	tag = add_tag(c, OTFP_KEY_record, OTFP_TAG_BYTES);
	if (!tag)
		return OTFP_EFAIL;
	tag->bytes = otfp_vtf3_text(c, c->text.p, c->text.n);
	return tag->bytes.p ? 0 : OTFP_EFAIL;
}

/* ---- VTF3 records as comments ---- */

int otfp_vtf3_comment(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec, unsigned type, uint32_t process)
{
	struct otfp_record *out;

	c->text.n = 0;
	if (otfp_buf_puts(&c->text, OTFP_VTF3_PREFIX) < 0)
		return otfp_fail_memory(c->err);
	if (otfp_vtf3_compose(c->fast, rec, &c->text) < 0)
		return OTFP_EFAIL;
	out = otfp_vtf3_emit(c, type, process);
	if (!out)
		return OTFP_EFAIL;
	out->f[0].s = otfp_vtf3_text(c, c->text.p, c->text.n - 1); /* without newline */
	return out->f[0].s.p ? 0 : OTFP_EFAIL;
}

/* ---- definitions, each only once ---- */

/* Key of the token; definitions without a token are identified by their content. */
static uint64_t definition_key(const struct otfp_record *def, uint64_t hash)
{
	const struct otfp_schema *s = &otfp_table[def->type];

	if (s->fields[0].what == OTFP_W_NONE)
		return hash ^ (uint64_t)def->type << 56;
	return (uint64_t)def->type << 32 | (uint32_t)def->f[0].u;
}

int otfp_vtf3_is_declared(const struct otfp_vtf3_reading *c, const struct otfp_record *def)
{
	const struct otfp_schema *s = &otfp_table[def->type];

	return s->fields[0].what != OTFP_W_NONE && otfp_map_get(&c->declared, definition_key(def, 0)) != NULL;
}

static void note_redefined(struct otfp_vtf3_reading *c, const struct otfp_record *def)
{
	if (!c->nredefined++)
		snprintf(c->first_redefined, sizeof c->first_redefined, "%s %u", otfp_table[def->type].name,
		         (unsigned)def->f[0].u);
}

int otfp_vtf3_declared(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def = &c->recs[c->n - 1];
	uint64_t hash = otfp_record_hash(def), key = definition_key(def, hash), *at = otfp_map_get(&c->declared, key);

	if (!at)
		return otfp_map_set(&c->declared, key, hash) < 0 ? otfp_fail_memory(c->err) : 0;
	c->n--;
	if (*at == hash)
		return 0;
	note_redefined(c, def);
	return rec ? otfp_vtf3_carry_definition(c, rec) : 0;
}

int otfp_vtf3_carry_definition(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	const int code = otfp_vtf3_comment(c, rec, OTFP_DefinitionComment, 0);

	return code < 0 ? code : otfp_vtf3_declared(c, rec);
}
