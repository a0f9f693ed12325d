#include "record/stored.h"

static void code_entry(struct otfp_coder *c, struct otfp_map *m, uint64_t key, uint64_t value)
{
	otfp_code_number(c, &key);
	otfp_code_number(c, &value);
	if (!c->writes && !c->code && otfp_map_set(m, key, value) < 0)
		otfp_code_memory(c);
}

void otfp_map_code(struct otfp_coder *c, struct otfp_map *m)
{
	struct otfp_map_at at = {0};
	size_t n = m->n;

	otfp_code_count(c, &n);
	for (size_t i = 0; i < n && !c->code; i++)
		if (!c->writes)
			code_entry(c, m, 0, 0);
		else if (otfp_map_next(m, &at))
			code_entry(c, m, at.key, *at.value);
}

static void code_definition(struct otfp_coder *c, struct otfp_definition *d)
{
	otfp_code_word(c, &d->space);
	otfp_code_word(c, &d->stream);
	otfp_code_word(c, &d->token);
	otfp_code_word(c, &d->detail);
	otfp_code_word(c, &d->is_device);
	otfp_code_text(c, &d->name);
	otfp_code_word(c, &d->more);
	otfp_code_word(c, &d->line);
	otfp_code_text(c, &d->unit);
	if (d->space >= OTFP_NNAMED)
		otfp_code_bad(c);
}

void otfp_names_code(struct otfp_coder *c, struct otfp_names *names)
{
	size_t n = names->n;

	otfp_code_count(c, &n);
	for (size_t i = 0; i < n && !c->code; i++) {
		struct otfp_definition d = {0};
		if (c->writes)
			d = names->definitions[i];
		code_definition(c, &d);
		if (!c->writes && !c->code && otfp_names_put(names, &d) < 0)
			otfp_code_memory(c);
		if (names->n < i + 1)
			otfp_code_bad(c); /* one is there twice */
	}
	otfp_code_word(c, &names->carriers.length);
	otfp_code_word(c, &names->carriers.location_type);
	otfp_code_word(c, &names->carriers.base);
	otfp_code_word(c, &names->carriers.exponent);
	otfp_map_code(c, &names->streams);
}
