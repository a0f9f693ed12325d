/* rows.h - rows that are put, some at once and column by column, to the stores of their table. */
#ifndef CMD_TO_PARQUET_ROWS_H
#define CMD_TO_PARQUET_ROWS_H
#include "cmd/to-parquet/columns.h"

/* What becomes of a cell. */
enum put {
	PUT_NUMBER,
	PUT_REAL,
	PUT_TEXT, /* in this store or, if it is no UTF-8, in the next one */
	PUT_BYTES,
	PUT_NOTHING /* a store that another one's cell is put in */
};

/** Whether a text is UTF-8. */
int rows_is_utf8(const char *p, size_t n);
/** Store the rows that were put. @return 0 or <0 */
int rows_store(struct columns *t);
#endif
