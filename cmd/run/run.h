/* run.h - the run loop: a job, its sources, stage and sink. */
#ifndef OTFP_CMD_RUN_RUN_H
#define OTFP_CMD_RUN_RUN_H
#include "cmd/run/message.h"
#include "cmd/run/option.h"
#include "trace/stage.h"

/* What is written in place of an OTF trace or a line stream: see otfp_sink_create. */
struct otfp_target {
	const char *format, *name;
	struct otfp_write_options o;
};

struct otfp_job {
	const struct otfp_common *common;
	const struct otfp_writer *writer; /* NULL: a command that cannot write a trace */
	int nsources;
	char **sources;
	struct otfp_part part; /* of each source; traces on disk only */
	int adopt;
	int unify;                            /* local definitions become global, and those of several traces one */
	const char *unify_map;                /* file, or NULL; see struct otfp_read_options */
	const char *regroup;                  /* file of processes and their streams, or NULL; otf-remap --regroup */
	size_t regroup_memory;                /* bytes to sort in for that, where the output is a line stream */
	const char **add;                     /* files of records to put in, NULL behind the last; or NULL */
	struct otfp_source *ready;            /* what is read, open already; otfp_run closes it. NULL: the sources */
	const struct otfp_error *ready_err;   /* where `ready` has its messages; NULL: it never fails */
	size_t sort_memory;                   /* bytes to sort in what is read; 0 = it is in order */
	const struct otfp_tau_options *tau;   /* the sources are TAU traces; NULL: of any format */
	const struct otfp_vtf3_options *vtf3; /* the sources are VTF3 files; NULL: of any format */
	int in_place;                         /* the one source, a trace on disk, is replaced by what becomes of it */
	const struct otfp_target *target;     /* what is written; NULL: a trace, or a line stream, as the options say */
	int count_only;                       /* write nothing; `count` is the result */
	const struct otfp_stage_ops *stage;   /* NULL: everything passes */
	void *ctx;
	char **argv; /* for @PG */
	int argc;
	/* NULL, or puts a source around the one that was opened, each time that is done, but not around `ready`; on
	 * error *src is closed and NULL */
	int (*wrap)(void *ctx, struct otfp_source **src, const struct otfp_read_options *o, struct otfp_error *err);
	void *wrap_ctx;
	struct otfp_pool *pool; /* of otfp_run, while it runs */
	uint64_t count;         /* set by otfp_run: records that reached the sink; UINT64_MAX if it failed */
};

/** Source to sink with all that the contract says about @PG, @END, @ABORT, signals and exit status.
 * @return the exit status */
int otfp_run(struct otfp_job *job);

/** As the options of the command say; `report` is not set. */
struct otfp_read_options otfp_job_reading(const struct otfp_job *job);
/** What the stage, which has begun, would drop for its time or process alone the source need not read. */
void otfp_job_narrow(const struct otfp_job *job, struct otfp_source *src);
/** As the options of the command say, which has a struct otfp_writer. */
struct otfp_write_options otfp_job_writing(const struct otfp_job *job);
/** What otfp_run refuses before it opens anything. @return 0, or 2 after telling the usage error */
int otfp_job_usage(const struct otfp_job *job);
#endif
