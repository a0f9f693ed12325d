/* print.h - a report as text; the formats are in otf-stat(1). Each function writes to `out`; the caller checks it for
 * write errors and closes it. Each returns 0, or -1 when memory is out. */
#ifndef CMD_STAT_PRINT_H
#define CMD_STAT_PRINT_H
#include "base/json.h"
#include "cmd/table/listing.h"
#include <stdio.h>

/** Aligned columns, with units, for people. @param with_summary  a summary comes first @param width  characters of a
 * line; 0 = no limit */
int stat_print_table(struct listing *r, int with_summary, size_t width, FILE *out);
/** A block for each table (and window) with a line of column names; an empty line separates blocks. Times in ticks. */
int stat_print_tsv(struct listing *r, FILE *out);
/** One object. Times in ticks. */
int stat_print_json(struct listing *r, FILE *out);
/** `main;solve;MPI_Send 1234`: the exclusive ticks of each call path, for flame graphs. The rows must be by path. */
int stat_print_folded(struct listing *r, FILE *out);

/* ---- their parts ---- */

/** Append a value with its unit. @param resolution  ticks per second; 0 = unknown. @return 0, or -1 when memory is out
 */
int people_value(struct otfp_buf *b, const struct cell_value *v, uint64_t resolution);
/** Append an instant as -t takes it: +0.5s after the first one. @param resolution  ticks per second; 0 = unknown: ticks
 * @return 0, or -1 when memory is out */
int people_instant(struct otfp_buf *b, uint64_t ticks, uint64_t first, uint64_t resolution);
/** Append a value, names escaped as in the line stream. @return 0, or -1 when memory is out */
int tsv_value(struct otfp_buf *b, const struct cell_value *v);
/** Write a member. */
void json_value(struct otfp_json *j, const char *name, const struct cell_value *v);
/** Write the call path of a row, "main;solve", with its process if there is one. @return 0, or -1 when memory is out */
int folded_key(const struct listing *r, const struct otfp_row *row, FILE *out);
/** Write the member "odd", on a line of its own with so many blanks. */
void json_odd(const struct listing *r, int blanks, struct otfp_json *j);
#endif
