/* run.h - otf-info: options, run and output. */
#ifndef CMD_INFO_RUN_H
#define CMD_INFO_RUN_H
#include "cmd/run/run.h"
#include "facts/facts.h"
#include <stdio.h>

enum { INFO_SHORT = 16 }; /* longer lists are printed only with -v */

/* The options. */
struct info_options {
	int full; /* read all records and count them */
	int json;
};

extern const struct option_row info_options[];

/** Print the facts about each source of job on stdout. @return the exit status */
int info_run(struct job *job, void *own);
/** Print facts as text; check ferror(out) for errors. @param all  print even long lists in full
 * @return 0, or -1 when memory is out */
int info_print(const struct otfp_info *info, int all, FILE *out);
/** Print facts as one JSON object in one line; check ferror(out) for errors. */
void info_json(const struct otfp_info *info, FILE *out);
#endif
