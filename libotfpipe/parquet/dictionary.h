/* dictionary.h - what chunk.c needs of dictionaries: of texts, of numbers, of what numbers mean. */
#ifndef OTFP_PARQUET_DICTIONARY_H
#define OTFP_PARQUET_DICTIONARY_H
#include "parquet/chunk.h"

/** Whether a column of `rows` rows that is STORED or MEANT has a dictionary. Sets what the chunk says of it.
 * @return 1, 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_dictionary_begin(struct otfp_parquet_chunk *c, const struct otfp_parquet_maker *maker,
                                          size_t rows);
/** Append its entries, as PLAIN. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_dictionary_put(const struct otfp_parquet_chunk *c, struct otfp_buf *b);
/** Append a text, or numbers, as PLAIN. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_plain_text(struct otfp_buf *b, struct otfp_str text);
OTFP_MUST_CHECK int otfp_plain_numbers(struct otfp_buf *b, const uint64_t *v, size_t n);
#endif
