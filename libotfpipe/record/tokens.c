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

int otfp_space_define(struct otfp_space *s, uint32_t stream, uint32_t token, struct otfp_str name)
{
	int has;

	otfp_set_meet(s->set, token, name.p, name.n);
	if (!s->set || !otfp_set_has_names(s->set))
		return 0;
	otfp_memo_clear(&s->memo);
	has = otfp_set_has(s->set, token, name.p, name.n);
	return has < 0 ? has : otfp_tokens_put(&s->named, stream, token, (uint64_t)has);
}

int otfp_space_judge(const struct otfp_space *s, uint32_t stream, uint64_t v)
{
	const uint64_t *yes = v > UINT32_MAX ? NULL : otfp_tokens_get(&s->named, &stream, (uint32_t)v);

	if (yes)
		return *yes != 0;
	otfp_set_meet(s->set, v, NULL, 0);
	return otfp_set_has(s->set, v, NULL, 0);
}
