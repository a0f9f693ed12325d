#include "record/tokens.h"

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
