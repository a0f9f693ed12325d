/*
 * pull.h - a handle on the input of a job: it opens the sources, gives their records in batches, and keeps how the
 * input ended.
 *
 * Its error is that of the whole run: the caller fills `err` and sets `code`, too, when its own work fails, so that one
 * place has the result of the run.
 */
#ifndef CMD_RUN_PULL_H
#define CMD_RUN_PULL_H
#include "cmd/option/option.h"
#include "cmd/text/progress.h"
#include "cmd/run/recording.h"
#include "trace/stage.h"

/* The sources, and how to change what they give; zero-filled = standard input. */
struct job_sources {
	int nsources;
	char **sources;
	struct part part;      /* of each source; traces on disk only */
	int adopt;             /* --adopt: bare record lines are accepted */
	int unify;             /* make one token space of all traces, without local definitions */
	const char *unify_map; /* write the map of --unify to this file, or NULL; see struct otfp_read_options */
	size_t sort_memory;    /* bytes of memory to sort the input in; 0 = it is in order */
	/* The answer does not depend on the order of the records: it is not checked. Intervals of options need order,
	 * though, and so do records that are sorted or inserted. */
	int any_order;
	uint64_t ticks;     /* --ticks: ticks per second of several traces as one; 0 = see struct otfp_read_options */
	int need_times;     /* as in struct otfp_read_options; not noted for intervals of options */
	const char *format; /* of all sources; NULL: of any format */
	const void *format_options; /* of this format only, or NULL; see struct otfp_read_options */
	const char **add;           /* files of records to insert, NULL after the last; or NULL */
	const char *regroup;        /* file of processes and their streams, or NULL */
	size_t regroup_memory;      /* bytes of memory to sort in after --regroup; 0 = do not sort */
	/* NULL, or wraps the open source in another one; on error it closes *src and sets it to NULL */
	int (*wrap)(void *ctx, struct otfp_source **src, const struct otfp_read_options *o, struct otfp_error *err);
	void *wrap_ctx;
	const int *wrap_refuses; /* NULL, or set when wrap failed: whether options are the reason, not the input */
	/* NULL, or what needs all shares of a trace, such as "--prune": a share (@PART) is refused with this reason.
	 * instead: what to do with the shares; NULL = join them */
	const char *whole, *instead;
	const char *uncut; /* NULL, or what needs whole streams: a share of a part of a stream (@CUT) is refused */
};

/* Zero-filled = closed. The source keeps a pointer to `err`, so do not move an open handle. */
struct pull {
	struct otfp_source *src; /* NULL = closed */
	struct otfp_error err;
	struct progress progress;       /* counts the records given; the caller begins and ends it */
	struct otfp_taker *taker;       /* or NULL; records that it takes count in the progress, too */
	uint64_t taken;                 /* of taker->n, already counted */
	const char *name;               /* of the input, for messages */
	const struct job_sources *what; /* NULL: the caller opened the source */
	/* How it ended: 0 = it has not ended, or the caller stopped; OTFP_END = with @END or the end of a complete
	 * trace; OTFP_ETRUNC, OTFP_EABORT, OTFP_EINTR; any other <0 = damage or a failure, see `err`. */
	int code;
	int is_refused; /* the sources could not be opened as the options say: nothing is wrong with the input */
};

/** Open the sources, also to read them again. o: as for otfp_source_open_shared, `report` included. `what` must stay
 * while p is open. @return 0, or <0 with p->err filled; call pull_close in any case */
int pull_open(struct pull *p, const struct job_sources *what, const struct otfp_read_options *o);
/** The same for a recording of the input, which p takes over: r is empty afterwards. */
int pull_open_recording(struct pull *p, const struct job_sources *what, struct recording *r);
/** Before the first batch, after begin() of the stage: let the source skip what the stage would drop for its kind of
 * file, time or process. */
void pull_narrow(struct pull *p, const struct otfp_stage_ops *stage, void *ctx);
/** From now on let the source give records to the taker, if it can: see struct otfp_source_ops. */
void pull_taker(struct pull *p, struct otfp_taker *taker);
/** Get the next records, as otfp_source_batch does, or OTFP_EINTR after a signal, or OTFP_EUSAGE for a share if the job
 * needs all. @return 0, OTFP_END or <0; also in
 * p->code */
int pull_next(struct pull *p, const struct otfp_record *const **recs, size_t *n);
/** Make the message for p->code <0: p->err, or for @ABORT which stage aborted and why. */
void pull_explain(const struct pull *p, struct otfp_error *shown);
/** Print that message; print nothing after a signal, since its sender knows. */
void pull_report(const struct pull *p);
/** @return the exit status: 0; 1 if the source skipped damage; else as exit_status */
int pull_status(const struct pull *p);
/** Close the source, if it is open. p->err and p->code stay. */
void pull_close(struct pull *p);
#endif
