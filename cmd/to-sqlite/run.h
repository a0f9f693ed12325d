/* run.h - otf-to-sqlite(1): its options and its run. */
#ifndef OTFP_CMD_TO_SQLITE_RUN_H
#define OTFP_CMD_TO_SQLITE_RUN_H
#include "cmd/run/job.h"
#include "cmd/run/select/selection.h"

/* The options. Zero-filled is valid. */
struct otfp_to_sqlite {
	struct otfp_selection select; /* only process, stream, record, time and part */
	const char *output;           /* -o */
	int force;
	struct otfp_set *comm;
};
extern const struct otfp_option otfp_to_sqlite_options[];

/** Write the records of the sources of job into a database; see otf-to-sqlite(1). @return the exit status */
int otfp_to_sqlite_run(struct otfp_job *job, struct otfp_to_sqlite *o);
/** Free the option values. */
void otfp_to_sqlite_release(struct otfp_to_sqlite *o);
#endif
