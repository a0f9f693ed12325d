/* run.h - otf-filter: its options, and the run. */
#ifndef OTFP_CMD_FILTER_RUN_H
#define OTFP_CMD_FILTER_RUN_H
#include "cmd/run/select/selection.h"
#include "commit/newfile.h"

struct otfp_criteria;
struct otfp_prune;

/*
 * What the options say; all NULL and 0 = keep everything. The criteria by field apply to timed records that have the
 * field, in addition to those of the selection; `exclude` inverts the result of all criteria together.
 */
struct otfp_filter {
	struct otfp_selection select;
	struct otfp_set *function, *group, *counter, *peer, *tag, *length, *communicator;
	int regex;                      /* names in the sets are regular expressions; the option parser uses it */
	const char *match;              /* expression over the fields, or NULL */
	const char *min_duration;       /* a time, or NULL */
	int max_calls_given, max_calls; /* by process and function */
	const char *rules;              /* filter file of VampirTrace, Score-P or TAU, or NULL */
	const char *represent;          /* file of process groups, or NULL */
	const char *no_tags;            /* set of keys whose tags to drop, "" = all; NULL = keep all */
	const char *rejects;            /* file for the line stream of the dropped records, or NULL */
	int dry_run;                    /* count what would be kept; the stage prints a table on stdout at the end */
	int prune;                      /* drop definitions that nothing refers to; for otfp_filter_run */
	struct otfp_prune *pruning;
	struct otfp_criteria *compiled;
	struct otfp_newfile rejects_file; /* open while the stage runs */
	unsigned replaces;                /* OTFP_NEWFILE_REPLACE with --force */
};
extern const struct otfp_option otfp_field_options[];  /* --function --group ... --match */
extern const struct otfp_option otfp_filter_options[]; /* --represent --prune --no-tags --rejects ... */

/** otfp_run with the filter as its stage, with --prune in two passes; these copy standard input to TMPDIR, unless it is
 * a regular file. @return the exit status */
int otfp_filter_run(struct otfp_job *job, struct otfp_filter *filter);
/** Free all, the option values too. */
void otfp_filter_release(struct otfp_filter *filter);

/** Bind to a stream; call it again before a second pass over the same stream. @return as otfp_selection_begin */
int otfp_filter_begin(struct otfp_filter *filter, const struct otfp_header *h, struct otfp_error *err);
/** As otfp_selection_keep, without min_duration, which only the stage applies. Memory: the definitions that names refer
 * to, and the open calls. @return 1 to keep it, 0 to drop it, <0 with err filled */
int otfp_filter_keep(struct otfp_filter *filter, const struct otfp_record *rec, struct otfp_error *err);
/** The filter as a stage of otfp_run, with tags and rejects; ctx is the struct otfp_filter. */
extern const struct otfp_stage_ops otfp_filter_stage;
#endif
