/* run.h - otf-stat(1): its options and its run. What it computes is defined in otf-stat(1). */
#ifndef CMD_STAT_RUN_H
#define CMD_STAT_RUN_H
#include "cmd/select/selection.h"

/* The options. All NULL and 0: all tables (functions, messages, ...), each by its own key, as text for people. */
struct stat_options {
	struct selection select; /* only process, stream, record and part */
	struct otfp_interval *time;
	unsigned by, table;      /* bits of enum otfp_stat_key and of enum otfp_stat_table; OTFP_NSTATS is iteration */
	struct otfp_set *inside; /* functions whose calls are iterations, or NULL */
	int longest_given, longest; /* print so many of the longest calls */
	struct otfp_set *function;  /* of these functions, or NULL */
	const char *every;
	int max_given, max;     /* --max-points */
	int depth_given, depth; /* of call paths */
	size_t buffer;          /* bytes of memory for them; 0 = not given */
	int form;               /* enum stat_form */
	int sort;               /* 1 + number of a word of column_word; 0 = not given */
	int top_given, top;     /* rows of a table; 0 = all */
	char *columns;          /* list of words of column_word, or NULL */
	const char *state;      /* begin at what otf-view keeps in this file; or NULL */
	int partial;            /* write the counts in the form that `combine` reads */
	int combine;            /* the sources are files that `partial` wrote */
	int diff;               /* compare two traces ... */
	const char *fail_above; /* ... and fail if a row of the second is slower by this; or NULL */
	const char *junit;      /* ... and write the result of each row to this file; or NULL */
	int force;              /* replace that file */
	int from_summaries;     /* use only summary records */

	/* replace the report; at most one of the three */
	const char *cluster;      /* clusters of processes: the share as text, "" = default, NULL = no clusters */
	const char *filter_rules; /* filter rules: percent of calls as text, "" = default, NULL = no rules */
	int format;               /* form of the rules, from 1; 0 = not given */
	int markers;              /* marker lines */
};
enum stat_form { STAT_TABLE, STAT_TSV, STAT_JSON, STAT_FOLDED };
extern const struct option_row stat_options[];
extern const struct option_row stat_selection_options[]; /* -p -s -r -t --part */
extern const struct option_row derived_options[];        /* --cluster --filter-rules --markers */

/** Run otf-stat: count the records of the sources of job and print what the options ask for. @return the exit status */
int stat_run(struct job *job, void *own);
/** Free the option values. */
void stat_release(void *own);
#endif
