/* run.h - otf-info: options, run and output. */
#ifndef CMD_INFO_RUN_H
#define CMD_INFO_RUN_H
#include "cmd/run/run.h"
#include "cmd/table/table.h"
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
/** Print facts as one JSON object in one line; check ferror(out) for errors. @return 0, or -1 when memory is out */
int info_json(const struct otfp_info *info, FILE *out);

/* ---- lists of a trace as tables; memory that is out shows in t->failed: lists.c ---- */

void info_files(const struct otfp_info *info, struct table *t);
void info_streams(const struct otfp_info *info, struct table *t);
void info_processes(const struct otfp_info *info, struct table *t);
void info_groups(const struct otfp_info *info, struct table *t);
/** What a kind of file is called. */
const char *info_kind(const struct otfp_info *info, unsigned kind);
/** Whether the files say how many records they have. */
int info_is_counted(const struct otfp_info *info);
#endif
