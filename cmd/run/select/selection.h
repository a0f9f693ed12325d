/* selection.h - the selection that several commands share, and a stage that obeys it. */
#ifndef OTFP_CMD_RUN_SELECT_SELECTION_H
#define OTFP_CMD_RUN_SELECT_SELECTION_H
#include "cmd/run/run.h"

struct otfp_set;
struct otfp_interval;
struct otfp_selector;

/*
 * What the options say; all NULL and 0 = everything stays. A criterion applies to some records: --record to all,
 * --process --stream --time to timed records. A record stays if every criterion that applies to it holds; with
 * `exclude` if one does not. Where none applies it stays.
 */
struct otfp_selection {
	struct otfp_part part; /* for otfp_job: it is the source that obeys */
	struct otfp_set *process, *stream;
	char *record; /* a set with names of classes: def event snap stat marker */
	struct otfp_interval *time;
	int exclude;
	/* A further reason for the timed records of a process to go, or NULL; asked again after each definition of a
	 * process */
	int (*is_dropped)(const void *ctx, uint32_t process);
	const void *is_dropped_ctx;
	struct otfp_selector *compiled;
};
extern const struct otfp_option otfp_selection_options[]; /* -p -s -r -t --part */
extern const struct otfp_option otfp_exclude_options[];   /* -x */

/** Whether any option was given; without, a command needs no stage. */
int otfp_selection_given(const struct otfp_selection *sel);
/** Bind to a stream; once more to read the same stream again. @return 0; OTFP_EUSAGE for a record that does not exist,
 * or a time that the header cannot answer; other <0 */
int otfp_selection_begin(struct otfp_selection *sel, const struct otfp_header *h, struct otfp_error *err);
/** Each record and control line of the stream in its order, since the names and streams of processes are learned
 * from them. Memory: a few bytes a process.
 * @return 1 it stays, 0 it goes, <0 error */
int otfp_selection_keep(struct otfp_selection *sel, const struct otfp_record *rec, struct otfp_error *err);
/** Free all, the option values too. */
void otfp_selection_release(struct otfp_selection *sel);
/** The selection as a stage of otfp_run; ctx is the struct otfp_selection. */
extern const struct otfp_stage_ops otfp_selection_stage;
#endif
