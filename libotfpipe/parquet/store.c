#include "parquet/store.h"
#include <stdlib.h>

static int grow_has(struct otfp_store *s, size_t cap)
{
	uint8_t *has = realloc(s->has, cap);

	if (!has)
		return -1;
	memset(has + s->cap, 0, cap - s->cap);
	s->has = has;
	return 0;
}

int otfp_store_grow(struct otfp_store *s, size_t cap)
{
	uint64_t *values = s->values;

	if (values && s->cap < cap) {
		values = realloc(values, cap * sizeof *values);
		if (!values)
			return -1;
		s->values = values;
		if (s->has && grow_has(s, cap) < 0)
			return -1;
	}
	s->cap = cap;
	return 0;
}

/* From now on it is known for each row: the rows before are as they were. */
static int open_has(struct otfp_store *s, size_t row)
{
	s->has = calloc(s->cap, 1);
	if (s->has && s->values)
		memset(s->has, 1, row);
	return s->has ? 0 : -1;
}

/* The rows before are NULL. */
static int open_values(struct otfp_store *s, size_t row)
{
	if (row && !s->has && open_has(s, row) < 0)
		return -1;
	s->values = malloc(s->cap * sizeof *s->values);
	if (s->values)
		memset(s->values, 0, row * sizeof *s->values);
	return s->values ? 0 : -1;
}

int otfp_store_set_other(struct otfp_store *s, size_t row, uint64_t value, int has)
{
	if ((!s->values && open_values(s, row) < 0) || (!has && !s->has && open_has(s, row) < 0))
		return -1;
	s->values[row] = value;
	if (s->has)
		s->has[row] = (uint8_t)has;
	return 0;
}

int otfp_store_set_rare(struct otfp_store *s, size_t row, uint64_t value)
{
	s->is_rare = 1;
	if (!s->has && open_has(s, row) < 0)
		return -1;
	return otfp_store_set_other(s, row, value, 1);
}

void otfp_store_clear(struct otfp_store *s, int keeps)
{
	struct otfp_store kept = {.values = s->values, .cap = s->cap};

	free(s->has);
	otfp_interns_release(&s->texts);
	if (!keeps || s->is_rare) {
		free(s->values);
		kept.values = NULL;
	}
	if (!keeps)
		kept.cap = 0;
	*s = kept;
}
