/* run.h - otf-filter: its options, and the run. */
#ifndef CMD_FILTER_RUN_H
#define CMD_FILTER_RUN_H
#include "cmd/select/selection.h"
#include "commit/newfile.h"

struct criteria;
struct prune;

/*
 * What the options say; all NULL and 0 = keep everything. The criteria by field apply to timed records that have the
 * field, in addition to those of the selection; `exclude` inverts the result of all criteria together.
 */
struct filter {
	struct selection select;
	struct otfp_set *function, *group, *counter, *peer, *tag, *length, *communicator;
	int regex;                      /* names in the sets are regular expressions; the option parser uses it */
	const char *match;              /* expression over the fields, or NULL */
	const char *min_duration;       /* a time, or NULL */
	int max_calls_given, max_calls; /* by process and function */
	const char *rules;              /* filter file of VampirTrace, Score-P or TAU, or NULL */
	const char *represent;          /* file of process groups, or NULL */
	const char *no_tags;            /* set of keys whose tags to drop, "" = all; NULL = keep all */
	struct otfp_set *tag_keys;      /* of it; NULL = all */
	const char *rejects;            /* file for the line stream of the dropped records, or NULL */
	int dry_run;                    /* count what would be kept; the stage prints a table on stdout at the end */
	int prune;                      /* drop definitions that nothing refers to; for filter_run */
	struct prune *pruning;
	struct criteria *compiled;
	struct otfp_newfile rejects_file; /* open while the stage runs */
	int strict;
	unsigned replaces; /* OTFP_NEWFILE_REPLACE with --force */
};
extern const struct option_row field_options[];  /* --function --group ... --match */
extern const struct option_row filter_options[]; /* --represent --prune --no-tags --rejects ... */

/** run_job with the filter as its stage, with --prune in two passes; these copy standard input to TMPDIR, unless it is
 * a regular file. @return the exit status */
int filter_run(struct job *job, void *own);
/** Free all, the option values too. */
void filter_release(void *own);

/** Bind to a stream; call it again before a second pass over the same stream. @return as selection_begin */
int filter_begin(struct filter *filter, const struct otfp_header *h, struct otfp_error *err);
/** As selection_keep, without min_duration, which only the stage applies. Memory: the definitions that names refer
 * to, and the open calls. @return 1 to keep it, 0 to drop it, <0 with err filled */
int filter_keep(struct filter *filter, const struct otfp_record *rec, struct otfp_error *err);
/** The filter as a stage of run_job, with tags and rejects; ctx is the struct filter. */
extern const struct otfp_stage_ops filter_stage;
#endif
