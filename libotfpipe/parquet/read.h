/* read.h - reads what the footer of a Parquet file says: rows, bytes of its data, pairs of a key and a value. */
#ifndef OTFP_PARQUET_READ_H
#define OTFP_PARQUET_READ_H
#include "base/buf.h"
#include "base/error.h"
#include "base/must.h"
#include <stdint.h>

/* Zero-filled is empty. */
struct otfp_parquet_facts {
	uint64_t rows, bytes;  /* bytes: of the file */
	struct otfp_buf pairs; /* keys and values in turn, each with a NUL after it */
};

/** Read the footer of the file `path`. The facts are released before. @return 0; <0 if it cannot be read, or is no
 * whole Parquet file */
OTFP_MUST_CHECK int otfp_parquet_read(struct otfp_parquet_facts *f, const char *path, struct otfp_error *err);
/** The value of a key, valid until the facts are released; NULL: it has none. */
const char *otfp_parquet_value(const struct otfp_parquet_facts *f, const char *key);
/** Free all. */
void otfp_parquet_facts_release(struct otfp_parquet_facts *f);
#endif
