#include "record/tokens.h"
#include <string.h>

static uint64_t key_of(uint32_t stream, uint32_t token)
{
	return (uint64_t)stream << 32 | token;
}

int otfp_tokens_put(struct otfp_tokens *t, uint32_t stream, uint32_t token, uint64_t value)
{
	if (otfp_map_set(&t->map, key_of(stream, token), value) < 0)
		return -1;
	t->local |= stream != 0;
	return 0;
}

const uint64_t *otfp_tokens_get(const struct otfp_tokens *t, uint32_t *stream, uint32_t token)
{
	const uint64_t *value = t->local ? otfp_map_get(&t->map, key_of(*stream, token)) : NULL;

	if (value)
		return value;
	*stream = 0;
	return otfp_map_get(&t->map, token);
}

void otfp_memo_clear(struct otfp_memo *m)
{
	if (m->used)
		memset(m, 0, sizeof *m);
}

void otfp_space_release(struct otfp_space *s)
{
	otfp_map_release(&s->named.map);
}

static int define(struct otfp_space *s, uint32_t stream, uint32_t token, struct otfp_str name, const uint64_t *location)
{
	int has;

	otfp_set_meet_located(s->set, token, name.p, name.n, location);
	if (!s->set || !otfp_set_has_names(s->set))
		return 0;
	otfp_memo_clear(&s->memo);
	has = otfp_set_has_located(s->set, token, name.p, name.n, location);
	return has < 0 ? has : otfp_tokens_put(&s->named, stream, token, (uint64_t)has);
}

int otfp_space_define(struct otfp_space *s, uint32_t stream, uint32_t token, struct otfp_str name)
{
	return define(s, stream, token, name, NULL);
}

/* The key-value of OTF2 archives that were converted; its key has any token. */
static const char LOCATION[] = "otf2.location";

int otfp_space_define_process(struct otfp_space *s, const struct otfp_record *rec)
{
	const uint32_t token = (uint32_t)rec->f[0].u;
	const struct otfp_str key = rec->f[2].s;
	const struct otfp_tag *tag;

	if (rec->type == OTFP_DefKeyValue && key.n == sizeof LOCATION - 1 && memcmp(key.p, LOCATION, key.n) == 0)
		s->location_key = token;
	if (rec->type != OTFP_DefProcess)
		return 0;
	tag = s->location_key ? otfp_record_tag(rec, s->location_key) : NULL;
	return define(s, rec->loc, token, rec->f[1].s, tag ? &tag->bits : NULL);
}

int otfp_space_judge(const struct otfp_space *s, uint32_t stream, uint64_t v)
{
	const uint64_t *yes = v > UINT32_MAX ? NULL : otfp_tokens_get(&s->named, &stream, (uint32_t)v);

	if (yes)
		return *yes != 0;
	otfp_set_meet(s->set, v, NULL, 0);
	return otfp_set_has(s->set, v, NULL, 0);
}
