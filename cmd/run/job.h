/* job.h - the job of a command, as its options say: what to read, the stage, what to write. */
#ifndef CMD_RUN_JOB_H
#define CMD_RUN_JOB_H
#include "cmd/run/pull.h"
#include "commit/newfile.h"
#include "io/zout.h"

/* Where the records go; zero-filled = a line stream on standard output. */
struct job_target {
	struct writer *options; /* NULL: a command that cannot write a trace */
	/* Or another format of trace/format.c: its name, the name of the trace, the write options, and the options
	 * of this format only; see otfp_sink_create. */
	const char *format, *name;
	const struct otfp_write_options *how;
	const void *own;
	int in_place;   /* replace the only source, a trace on disk, by the result */
	int count_only; /* write nothing, only count */
	int prints;     /* the stage prints on standard output while it reads */
	int whole;      /* the stage writes what must not be without a part: nothing is written of a damaged input */
	int zstd;       /* level of zstd for the line stream without --zstd; 0: plain */
};

enum { JOB_FILES = 2 };

struct job {
	struct common *common;
	struct job_sources read;
	struct job_target write;
	/* NULL, or changes the options with which the sources are opened; ctx as for the stage */
	void (*reads)(void *ctx, struct otfp_read_options *o);
	const struct otfp_stage_ops *stage; /* NULL: put every record unchanged */
	void *ctx;
	char **argv; /* for @PG */
	int argc;
	/* Files that are written beside the records, or NULL. The stage opens them; the run loop gives them their names
	 * after the records are complete, and closes them in any case. */
	struct otfp_newfile *files[JOB_FILES];
	int input_failed;       /* an earlier pass did, and `begin` of the stage says so: no option is wrong */
	int writes_files;       /* an option other than -o names an output; --force applies to it, too */
	struct otfp_pool *pool; /* owned by the run loop, set while it runs */
	uint64_t count;         /* set by run_job: records put into the sink; UINT64_MAX if it failed */
};

/** Check the options before anything is opened. @return 0, or 2 after it printed the usage error */
int job_usage(const struct job *job);
/** For commands that take one trace after the other: fill `one` with the trace that begins at source `at`. The two
 * files of a TAU trace are one trace. @return the number of sources it takes; 0 = none is named: standard input */
unsigned job_trace(const struct job *job, unsigned at, struct job_sources *one);
/** @return OTFP_NEWFILE_REPLACE with --force, else 0 */
unsigned job_replaces(const struct job *job);
/** @return the name of the trace to write; NULL = a line stream on standard output */
const char *job_output(const struct job *job);
/** @return the read options that the options of the command ask for; `report` is not set */
struct otfp_read_options job_read_options(const struct job *job);
/** @return how the line stream on standard output is packed */
struct otfp_zout_form job_packing(const struct job *job);
/** @return the write options that the options of the command ask for; job->write.options must not be NULL */
struct otfp_write_options job_write_options(const struct job *job);
#endif
