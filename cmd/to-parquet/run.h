/* run.h - otf-to-parquet(1): its options and its run. */
#ifndef CMD_TO_PARQUET_RUN_H
#define CMD_TO_PARQUET_RUN_H
#include "cmd/run/job.h"
#include "cmd/select/selection.h"

struct to_parquet_options {
	struct selection select; /* only process, stream, record, time and part */
	const char *output;      /* -o */
	const char *join, *check;
	char *tables;
	int force, rows, level_given, level;
	struct otfp_set *comm;
};
extern const struct option_row to_parquet_options[];
/* What they are at first. */
extern const struct to_parquet_options to_parquet_defaults;

/** Write the records of the sources of job as a directory of tables, or join or check one; see otf-to-parquet(1).
 * @return the exit status */
int to_parquet_run(struct job *job, void *own);
/** Free the option values. */
void to_parquet_release(void *own);
#endif
