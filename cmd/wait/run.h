/* run.h - otf-wait(1): its options and its run. */
#ifndef CMD_WAIT_RUN_H
#define CMD_WAIT_RUN_H
#include "cmd/select/selection.h"
#include "wait/roots.h"

enum wait_table {
	WAIT_TABLE_EFFICIENCY,
	WAIT_TABLE_WAIT,
	WAIT_TABLE_CAUSE,
	WAIT_TABLE_BLAME,
	WAIT_TABLE_PATH,
	WAIT_TABLE_GAIN,
	WAIT_TABLE_TRANSFER,
	WAIT_TABLE_IDLE,
	WAIT_NTABLES
};
enum wait_form { WAIT_FORM_TABLE, WAIT_FORM_TSV, WAIT_FORM_JSON, WAIT_FORM_FOLDED, WAIT_FORM_MARKERS };

/* One more key of the causes, the kind of the wait, and one of the transfers. */
enum { WAIT_BY_KIND = OTFP_ROOT_BY_KIND, WAIT_BY_NODE, WAIT_NBYS };

/* The options. All NULL and 0: one screen for people. */
struct wait_options {
	struct selection select; /* only process, stream and part */
	struct otfp_interval *time;
	unsigned table, by; /* bits of enum wait_table and of enum otfp_wait_key, WAIT_BY_KIND */
	const char *every;
	struct otfp_set *comm, *inside;
	int max_given, max; /* --max-points */
	int top_given, top;
	int form;      /* enum wait_form */
	size_t buffer; /* bytes of memory for waits between the passes */
	int partial, combine;
	int diff, force;
	const char *fail_above, *junit;
	const char *state; /* to begin at: see resume.h */
};
extern const struct option_row wait_options[];
extern const struct option_row wait_selection_options[]; /* -p -s -t */

/** The names of enum wait_table and of the keys of --by; NULL after the last one. */
const char *wait_table_name(unsigned i);
const char *wait_key_name(unsigned i);
/** Run otf-wait on the sources of job. @return the exit status */
int wait_run(struct job *job, void *own);
/** Free the option values. */
void wait_release(void *own);
#endif
