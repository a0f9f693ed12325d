/* run.h - otf-to-sqlite(1): its options and its run. */
#ifndef CMD_TO_SQLITE_RUN_H
#define CMD_TO_SQLITE_RUN_H
#include "cmd/run/job.h"
#include "cmd/select/selection.h"

/* The options. Zero-filled is valid. */
struct to_sqlite_options {
	struct selection select; /* only process, stream, record, time and part */
	const char *output;      /* -o */
	int force;
	struct otfp_set *comm;
};
extern const struct option_row to_sqlite_options[];

/** Write the records of the sources of job into a database; see otf-to-sqlite(1). @return the exit status */
int to_sqlite_run(struct job *job, void *own);
/** Free the option values. */
void to_sqlite_release(void *own);
#endif
