/*
 * sink.h - a directory of Parquet files as a sink of the tables of a trace. otf-to-parquet(1) documents them.
 *
 * Memory: the rows of a row group of each table, together at most PARQUET_MEMORY: when there are more, the table that
 * has most writes a smaller group; and the row group that is encoded.
 */
#ifndef CMD_TO_PARQUET_SINK_H
#define CMD_TO_PARQUET_SINK_H
#include "cmd/to-parquet/folder.h"
#include "cmd/to-parquet/columns.h"
#include "record/share.h"

enum { PARQUET_MEMORY = 64 << 20 };

struct parquet_options {
	struct columns_options table;
	const uint8_t *wanted; /* by place of the table; NULL: all */
	int is_later_share;    /* not the first one: tables without rows are in that */
	int is_share;
};

/* Zero-filled is not begun. */
struct parquet_sink {
	struct folder folder;
	struct parquet_options o;
	struct columns *tables[OTFP_NTABLES]; /* by place; NULL: not wanted */
	unsigned puts;                        /* since the memory was looked at */
	struct otfp_error *err;
};

/** Begin to write the directory. name, o and err must outlive s. @param to  set to what the model needs; s is its ctx.
 * @return 0 or <0 */
int parquet_begin(struct parquet_sink *s, const char *name, unsigned part, int replaces,
                  const struct parquet_options *o, struct otfp_table_sink *to, struct otfp_error *err);
/** All rows of the model m are put: complete the files. @param share  that they are of; parts 0: of the whole trace.
 * @return 0 or <0 */
int parquet_finish(struct parquet_sink *s, const struct otfp_tables *m, const struct otfp_share *share);
/** Then: give them their names. @return 0 or <0 */
int parquet_commit(struct parquet_sink *s);
/** Free it; what has no name yet is removed. */
void parquet_release(struct parquet_sink *s);
#endif
