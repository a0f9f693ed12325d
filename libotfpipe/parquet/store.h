/*
 * store.h - the values of a row group, one for each row, as they come.
 *
 * There is no room for values until one is set: all rows are NULL. There is none for which of them are NULL until one
 * is. A store that is set in each row costs 8 bytes a row.
 */
#ifndef OTFP_PARQUET_STORE_H
#define OTFP_PARQUET_STORE_H
#include "base/intern.h"
#include <string.h>

/* Zero-filled is empty, without room. */
struct otfp_store {
	uint64_t *values;          /* integers; the bits of reals; of texts 1 + their place in `texts` */
	uint8_t *has;              /* whether it is not NULL; NULL: none is */
	size_t cap;                /* rows for which there is room, when there are values */
	int is_rare;               /* rows that are not set are NULL */
	struct otfp_interns texts; /* the different texts of the group */
	size_t text_bytes;         /* of them */
};

/** Have room for cap rows, in which `n` rows are set or passed. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_store_grow(struct otfp_store *s, size_t cap);
/** otfp_store_set and otfp_store_set_null where there is more to do. */
OTFP_MUST_CHECK int otfp_store_set_other(struct otfp_store *s, size_t row, uint64_t value, int has);
/** Set a row of a rare store: those that are not set are NULL. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_store_set_rare(struct otfp_store *s, size_t row, uint64_t value);
/** Forget the values of the group. @param keeps  the next group has as many rows */
void otfp_store_clear(struct otfp_store *s, int keeps);
/** Bytes of memory of so many rows; texts do not count. */
static inline size_t otfp_store_memory(const struct otfp_store *s, size_t rows)
{
	return s->values ? rows * (sizeof *s->values + (s->has != NULL)) : 0;
}

/** Set a row: a number, or a text that was put into `texts`. Rows are set in order, each once.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK static inline int otfp_store_set(struct otfp_store *s, size_t row, uint64_t value)
{
	if (__builtin_expect(!s->values, 0))
		return otfp_store_set_other(s, row, value, 1);
	s->values[row] = value;
	if (s->has)
		s->has[row] = 1;
	return 0;
}

OTFP_MUST_CHECK static inline int otfp_store_set_null(struct otfp_store *s, size_t row)
{
	return s->values ? otfp_store_set_other(s, row, 0, 0) : 0;
}
#endif
