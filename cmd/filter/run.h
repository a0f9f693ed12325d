/* run.h - otf-filter: what it is asked for, and a run that obeys. */
#ifndef OTFP_CMD_FILTER_RUN_H
#define OTFP_CMD_FILTER_RUN_H
#include "cmd/run/select/selection.h"

struct otfp_criteria;
struct otfp_prune;

/*
 * What the options say; all NULL and 0 = everything stays. The criteria by field apply to timed records with such a
 * field, and join those of the selection: `exclude` turns all of them round together.
 */
struct otfp_filter {
	struct otfp_selection select;
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
	struct otfp_criteria *compiled;
};
extern const struct otfp_option otfp_field_options[];  /* --function --group ... --match */
extern const struct otfp_option otfp_filter_options[]; /* --represent --prune --no-tags --rejects ... */

/** otfp_run with what the filter says as its stage, in two passes if it has to be: then standard input is copied
 * to TMPDIR if it is no file. @return the exit status */
int otfp_filter_run(struct otfp_job *job, struct otfp_filter *filter);
/** Free all, the option values too. Rejects without a proper end get @ABORT. */
void otfp_filter_release(struct otfp_filter *filter);

/** Bind to a stream; once more to read the same stream again. @return as otfp_selection_begin */
int otfp_filter_begin(struct otfp_filter *filter, const struct otfp_header *h, struct otfp_error *err);
/** As otfp_selection_keep, for all but min_duration, which only the stage knows. Memory: the definitions that names
 * refer to, and the open calls. @return 1 it stays, 0 it goes, <0 error */
int otfp_filter_keep(struct otfp_filter *filter, const struct otfp_record *rec, struct otfp_error *err);
/** The filter as a stage of otfp_run, with tags and rejects; ctx is the struct otfp_filter. */
extern const struct otfp_stage_ops otfp_filter_stage;
#endif
