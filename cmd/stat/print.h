/* print.h - a profile as text; the formats are in otf-stat(1). Each function writes to `out`; the caller checks it for
 * write errors and closes it. Each returns 0, or -1 when memory is out. */
#ifndef CMD_STAT_PRINT_H
#define CMD_STAT_PRINT_H
#include "cmd/stat/run.h"
#include "cmd/table/listing.h"

/** Print the tables. @param form  STAT_TABLE, STAT_TSV or STAT_JSON @param with_summary  for people, a summary comes
 * first @param width  for people: characters of a line; 0 = no limit */
int stat_print(struct listing *r, int form, int with_summary, size_t width, FILE *out);
/** `main;solve;MPI_Send 1234`: the exclusive ticks of each call path, for flame graphs. The rows must be by path. */
int stat_print_folded(struct listing *r, FILE *out);

/* ---- parts, for other tables of otf-stat ---- */

/** How tables are printed. @param form  STAT_TABLE, STAT_TSV or STAT_JSON */
const struct table_form *stat_form(int form);
/** Write the call path of a row, "main;solve", with its process if there is one. @return 0, or -1 when memory is out */
int folded_key(const struct listing *r, const struct otfp_row *row, FILE *out);
/** Write the members of a trace: resolution (0 = unknown), first, last. */
void json_span(struct otfp_json *j, uint64_t resolution, int has_span, uint64_t first, uint64_t last);
/** Write the member "odd", on a line of its own with so many blanks. */
void json_odd(const struct listing *r, int blanks, struct otfp_json *j);
/** End the outermost object, on a line of its own. */
void json_end(struct otfp_json *j);
#endif
