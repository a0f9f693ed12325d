/*
 * pull.h - a handle on what a job reads: it opens the sources, gives their records batch by batch, and knows how that
 * ended.
 *
 * It has the error of the whole run. Who takes the records fails into `err` as well and sets `code`, so that one
 * place says how it all ended.
 */
#ifndef OTFP_CMD_RUN_PULL_H
#define OTFP_CMD_RUN_PULL_H
#include "cmd/run/option.h"
#include "cmd/run/progress.h"
#include "trace/recording.h"
#include "trace/stage.h"

/* What is read, and what is put around it; zero-filled is standard input. */
struct otfp_job_sources {
	int nsources;
	char **sources;
	struct otfp_part part; /* of each source; traces on disk only */
	int adopt;
	int unify;                            /* local definitions become global, and those of several traces one */
	const char *unify_map;                /* file, or NULL; see struct otfp_read_options */
	size_t sort_memory;                   /* bytes to sort in what is read; 0 = it is in order */
	const struct otfp_tau_options *tau;   /* the sources are TAU traces; NULL: of any format */
	const struct otfp_vtf3_options *vtf3; /* the sources are VTF3 files; NULL: of any format */
	const char **add;                     /* files of records to put in, NULL after the last; or NULL */
	const char *regroup;                  /* file of processes and their streams, or NULL */
	size_t regroup_memory;                /* bytes to sort in after that; 0 = the order may stay as it is */
	/* NULL, or puts a source around what was opened; on error *src is closed and NULL */
	int (*wrap)(void *ctx, struct otfp_source **src, const struct otfp_read_options *o, struct otfp_error *err);
	void *wrap_ctx;
};

/* Zero-filled is closed. The source keeps a pointer to `err`: an open handle must not move. */
struct otfp_pull {
	struct otfp_source *src; /* NULL = closed */
	struct otfp_error err;
	struct otfp_progress progress; /* counts what is given; the caller sets `on` and ends it */
	const char *name;              /* of what is read, for messages */
	/* How it ended: 0 = it did not yet, or nobody wanted more; OTFP_END = by @END or a complete trace; OTFP_ETRUNC,
	 * OTFP_EABORT, OTFP_EINTR; else it was damaged or something failed, as `err` says. */
	int code;
};

/** Open what is to be read, anew. o: as for otfp_source_open_shared, `report` included.
 * @return 0, or <0 with p->err; close it in any case */
int otfp_pull_open(struct otfp_pull *p, const struct otfp_job_sources *what, const struct otfp_read_options *o);
/** The same for a recording of what was read, which is empty then. */
int otfp_pull_open_recording(struct otfp_pull *p, const struct otfp_job_sources *what, struct otfp_recording *r);
/** Before the first batch: what the stage, which has begun, would drop for its time or process alone need not be
 * read. */
void otfp_pull_narrow(struct otfp_pull *p, const struct otfp_stage_ops *stage, void *ctx);
/** The next records, as otfp_source_batch; a signal ends them. @return p->code */
int otfp_pull_next(struct otfp_pull *p, const struct otfp_record *const **recs, size_t *n);
/** What ended it, for people: p->err, or for @ABORT which stage aborted, and why. p->code is <0. */
void otfp_pull_explain(const struct otfp_pull *p, struct otfp_error *shown);
/** Print that; nothing after a signal, since its sender knows. */
void otfp_pull_report(const struct otfp_pull *p);
/** The exit status: 0; 1 also where damage was passed over. */
int otfp_pull_status(const struct otfp_pull *p);
void otfp_pull_close(struct otfp_pull *p);
#endif
