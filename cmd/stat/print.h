/* print.h - a report as text. Each writes to `out` and leaves checking it, and closing, to the caller.
 * @return 0, or -1 when memory is out */
#ifndef OTFP_CMD_STAT_PRINT_H
#define OTFP_CMD_STAT_PRINT_H
#include "cmd/stat/report.h"
#include <stdio.h>

/** Aligned, with units, for people. */
int otfp_print_table(struct otfp_report *r, FILE *out);
/** A block a table (and window) with a line of column names; empty lines between. Times in ticks. */
int otfp_print_tsv(struct otfp_report *r, FILE *out);
/** One object. Times in ticks. */
int otfp_print_json(struct otfp_report *r, FILE *out);
/** `main;solve;MPI_Send 1234`: exclusive ticks of each path, for flame graphs. The rows are by path. */
int otfp_print_folded(struct otfp_report *r, FILE *out);
#endif
