/* print.h - sheets as a table for people, as columns separated by tabs, and as JSON. */
#ifndef CMD_WAIT_PRINT_H
#define CMD_WAIT_PRINT_H
#include "base/json.h"
#include "cmd/wait/sheet.h"

/** Print for people, with a title. @param resolution  ticks per second, 0 = unknown. @param rows  at most so many
 * @return 0, or -1 when memory is out */
int wait_print_table(const struct wait_sheet *s, uint64_t resolution, size_t rows, FILE *out);
/** Print a line of names, and a line for each row. @return as wait_print_table */
int wait_print_tsv(const struct wait_sheet *s, FILE *out);
/** Print an array of objects as a member of the open object. */
void wait_print_json(const struct wait_sheet *s, struct otfp_json *j);
#endif
