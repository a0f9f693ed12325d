/* selection.h - the options of selection, and a stage that obeys them. */
#ifndef OTFP_CMD_RUN_SELECT_SELECTION_H
#define OTFP_CMD_RUN_SELECT_SELECTION_H
#include "cmd/run/run.h"

struct otfp_set;
struct otfp_interval;
struct otfp_selector;

/*
 * What the options say; all NULL and 0 = everything stays. A criterion applies to some
 * records: --record to all, --process --stream --time to timed records, those by field to
 * timed records with such a field. A record stays if every criterion that applies to it
 * holds; with `exclude` if one does not. Where none applies it stays.
 */
struct otfp_selection {
	struct otfp_part part; /* for otfp_job: it is the source that obeys */
	struct otfp_set *process, *stream;
	char *record; /* a set with names of classes: def event snap stat marker */
	struct otfp_interval *time;
	int exclude;
	struct otfp_set *function, *group, *counter, *peer, *tag, *length, *communicator;
	int regex;                      /* names in the sets were regular expressions; the option parser obeys */
	const char *match;              /* expression over the fields, or NULL */
	const char *min_duration;       /* a time, or NULL */
	int max_calls_given, max_calls; /* by process and function */
	const char *rules;              /* filter file of VampirTrace, Score-P or TAU, or NULL */
	const char *represent;          /* file of process groups, or NULL */
	const char *no_tags;            /* NULL = tags stay, "" = all go, else a set of keys */
	const char *rejects;            /* file for the line stream of what was dropped, or NULL */
	int dry_run;                    /* count what would stay; the stage prints a table on stdout at the end */
	int prune;                      /* drop definitions that nothing uses; for otfp_filter_run */
	struct otfp_prune *pruning;
	struct otfp_selector *compiled;
};
extern const struct otfp_option otfp_selection_options[]; /* -p -s -r -t --part */
extern const struct otfp_option otfp_exclude_options[];   /* -x */
extern const struct otfp_option otfp_field_options[];     /* --function --group ... --match */
extern const struct otfp_option otfp_filter_options[];    /* --represent --prune --no-tags --rejects ... */

/** Whether any option was given; without, a command needs no stage. */
int otfp_selection_given(const struct otfp_selection *sel);
/** Bind to a stream; once more to read the same stream again. @return 0; OTFP_EUSAGE for a record that does not exist,
 * or a time that the header cannot answer; other <0 */
int otfp_selection_begin(struct otfp_selection *sel, const struct otfp_header *h, struct otfp_error *err);
/** Each record and control line of the stream in its order, for all but min_duration, which only the
 * stage knows, since names, streams and open calls are
 * learned from them. Memory: the definitions that names refer to, and the open calls.
 * @return 1 it stays, 0 it goes, <0 error */
int otfp_selection_keep(struct otfp_selection *sel, const struct otfp_record *rec, struct otfp_error *err);
/** Free all, the option values too. Rejects without a proper end get @ABORT. */
void otfp_selection_release(struct otfp_selection *sel);
/** The selection as a stage of otfp_run, with tags and rejects; ctx is the struct otfp_selection. */
extern const struct otfp_stage_ops otfp_selection_stage;
#endif
