/* run.h - otf-stat: its options, and what they do. */
#ifndef OTFP_CMD_STAT_RUN_H
#define OTFP_CMD_STAT_RUN_H
#include "cmd/run/select/selection.h"

/* What the options say; all NULL and 0 = functions, messages ..., each by its own key, as a table for people. */
struct otfp_statistics {
	struct otfp_selection select; /* process, stream, record and part only */
	struct otfp_interval *time;
	unsigned by, table; /* bits of enum otfp_stat_key and of enum otfp_stat_table */
	const char *every;
	int form;           /* enum otfp_stat_form */
	int partial;        /* write what was counted, for `combine` */
	int combine;        /* the sources are what partial wrote */
	int from_summaries; /* out of summary records alone */
	const char *tau;    /* NULL, or the directory for profiles in TAU's form */
	const char
		*summaries; /* NULL, or which to make, as in struct otfp_sampling: the stream goes to the sink then, */
	int remove;         /* without its old ones, */
	char *points, *at;  /* with new ones at these, and at `every` */
	int in_place;
	const char *cluster;      /* NULL, or "" or the share: groups of processes alike in place of the report; */
	const char *filter_rules; /* NULL, or "" or percent of calls: filter rules, */
	int format;               /* of these, from 1; 0 = not given; */
	int markers;              /* marker lines */
};
enum otfp_stat_form { OTFP_STAT_TABLE, OTFP_STAT_TSV, OTFP_STAT_JSON, OTFP_STAT_FOLDED };
extern const struct otfp_option otfp_statistics_options[];
extern const struct otfp_option otfp_statistics_selection_options[]; /* -p -s -r -t --part */
extern const struct otfp_option otfp_summaries_options[];
extern const struct otfp_option otfp_derived_options[]; /* --cluster --filter-rules --markers */

/** Count what the sources of job hold and print it on stdout, or do what else the options say. @return the exit status
 */
int otfp_statistics_run(struct otfp_job *job, struct otfp_statistics *s);
/** Free the option values. */
void otfp_statistics_release(struct otfp_statistics *s);
#endif
