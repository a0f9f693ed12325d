/* print.h - a report as text; the formats are in otf-stat(1). Each function writes to `out`; the caller checks it for
 * write errors and closes it. Each returns 0, or -1 when memory is out. */
#ifndef OTFP_CMD_STAT_PRINT_H
#define OTFP_CMD_STAT_PRINT_H
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
#endif
