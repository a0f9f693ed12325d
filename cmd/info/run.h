/* run.h - otf-info: options, run and output. */
#ifndef OTFP_CMD_INFO_RUN_H
#define OTFP_CMD_INFO_RUN_H
#include "cmd/run/run.h"
#include "facts/facts.h"
#include <stdio.h>

enum { OTFP_INFO_SHORT = 16 }; /* longer lists are printed only with -v */

/* The options. */
struct otfp_information {
	int full; /* read all records and count them */
	int json;
};

/** Print the facts about each source of job on stdout. @return the exit status */
int otfp_information_run(struct otfp_job *job, const struct otfp_information *o);
/** Print facts as text; check ferror(out) for errors. @param all  print even long lists in full
 * @return 0, or -1 when memory is out */
int otfp_info_print(const struct otfp_info *info, int all, FILE *out);
/** Print facts as one JSON object in one line; check ferror(out) for errors. */
void otfp_info_json(const struct otfp_info *info, FILE *out);
#endif
