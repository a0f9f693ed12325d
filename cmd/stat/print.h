/* print.h - a report as text; the formats are in otf-stat(1). Each function writes to `out`; the caller checks it for
 * write errors and closes it. Each returns 0, or -1 when memory is out. */
#ifndef OTFP_CMD_STAT_PRINT_H
#define OTFP_CMD_STAT_PRINT_H
#include "base/json.h"
#include "cmd/run/report/report.h"
#include <stdio.h>

/** Aligned columns, with units, for people. @param with_summary  a summary comes first @param width  characters of a
 * line; 0 = no limit */
int otfp_print_table(struct otfp_report *r, int with_summary, size_t width, FILE *out);
/** A block for each table (and window) with a line of column names; an empty line separates blocks. Times in ticks. */
int otfp_print_tsv(struct otfp_report *r, FILE *out);
/** One object. Times in ticks. */
int otfp_print_json(struct otfp_report *r, FILE *out);
/** `main;solve;MPI_Send 1234`: the exclusive ticks of each call path, for flame graphs. The rows must be by path. */
int otfp_print_folded(struct otfp_report *r, FILE *out);

/* ---- their parts ---- */

/** Append a value with its unit. @param resolution  ticks per second; 0 = unknown. @return 0, or -1 when memory is out
 */
int otfp_people_value(struct otfp_buf *b, const struct otfp_cell_value *v, uint64_t resolution);
/** Append an instant as -t takes it: +0.5s after the first one. @param resolution  ticks per second; 0 = unknown: ticks
 * @return 0, or -1 when memory is out */
int otfp_people_instant(struct otfp_buf *b, uint64_t ticks, uint64_t first, uint64_t resolution);
/** Append a value, names escaped as in the line stream. @return 0, or -1 when memory is out */
int otfp_tsv_value(struct otfp_buf *b, const struct otfp_cell_value *v);
/** Write a member. */
void otfp_json_value(struct otfp_json *j, const char *name, const struct otfp_cell_value *v);
/** Write the call path of a row, "main;solve", with its process if there is one. @return 0, or -1 when memory is out */
int otfp_folded_key(const struct otfp_report *r, const struct otfp_row *row, FILE *out);
/** Write the member "odd", on a line of its own with so many blanks. */
void otfp_json_odd(const struct otfp_report *r, int blanks, struct otfp_json *j);
#endif
