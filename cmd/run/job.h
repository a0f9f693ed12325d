/* job.h - what a command is to do, as its options say: read this, put it through that stage, write it there. */
#ifndef OTFP_CMD_RUN_JOB_H
#define OTFP_CMD_RUN_JOB_H
#include "cmd/run/pull.h"

/* What becomes of the records; zero-filled is a line stream on standard output. */
struct otfp_job_target {
	const struct otfp_writer *options; /* NULL: a command that cannot write a trace */
	/* Or another format, of trace/format.c: its name, that of the trace, how it is written, and options of the
	 * format alone; see otfp_sink_share. */
	const char *format, *name;
	const struct otfp_write_options *how;
	const void *own;
	int in_place;   /* the one source, a trace on disk, is replaced by what becomes of it */
	int count_only; /* write nothing; `count` is the result */
};

struct otfp_job {
	const struct otfp_common *common;
	struct otfp_job_sources read;
	struct otfp_job_target write;
	const struct otfp_stage_ops *stage; /* NULL: everything passes */
	void *ctx;
	char **argv; /* for @PG */
	int argc;
	struct otfp_pool *pool; /* of who runs it, while it runs */
	uint64_t count;         /* set by otfp_run: records that reached the sink; UINT64_MAX if it failed */
};

/** What is refused before anything is opened. @return 0, or 2 after telling the usage error */
int otfp_job_usage(const struct otfp_job *job);
/** For who takes trace by trace: the one that begins with source `at`. Of TAU two names may be one.
 * @return how many sources it takes; 0 = none is named, it is standard input */
unsigned otfp_job_trace(const struct otfp_job *job, unsigned at, struct otfp_job_sources *one);
/** The trace that is written; NULL = a line stream on standard output. */
const char *otfp_job_output(const struct otfp_job *job);
/** As the options of the command say; `report` is not set. */
struct otfp_read_options otfp_job_read_options(const struct otfp_job *job);
/** As the options of the command say, which has a struct otfp_writer. */
struct otfp_write_options otfp_job_write_options(const struct otfp_job *job);
#endif
