/* output.h - the report of otf-stat on standard output. */
#ifndef CMD_STAT_OUTPUT_H
#define CMD_STAT_OUTPUT_H
#include "cmd/table/listing.h"
#include "cmd/stat/run.h"
#include "state/state.h"

/* Zero-filled is valid for stat_report_begin. */
struct stat_report {
	const struct stat_options *s;
	const struct otfp_profile *p;
	unsigned tables;                  /* bits of enum otfp_stat_table; set by the caller before it prints, as ... */
	const struct otfp_shares *shares; /* ... these, for --partial */
	struct listing_choice choice;
	int is_odd; /* a warning was printed */
};

/** Take the options of the report. @return 0, or the exit status after it printed the usage error; release r in both
 * cases */
int stat_report_begin(struct stat_report *r, const struct stat_options *s);
/** Print a profile that has ended. The caller flushes standard output and checks it. @return 0 or <0 */
int stat_report_print(struct stat_report *r, const struct otfp_profile *p, struct otfp_error *err);
/* ---- warnings; @param where  the trace, or "" ---- */

/** Warn of contradictions, of what has no end, and of tokens without definition. @return whether there are any */
int stat_report_odd(const struct listing *report, const char *where);
/** Warn of calls that count in another frame because of --depth. */
void stat_report_folded(const struct otfp_profile *p, const char *where);
/** Warn of each Leave that fits no open call. @return whether there are any */
int stat_report_odd_calls(const struct otfp_state *state);
/** Warn of what --by, --columns and --sort ask for and the report does not have; set r->is_odd then. */
void stat_report_missing(struct stat_report *r, const struct listing *report);

/** Free what r owns. */
void stat_report_release(struct stat_report *r);
#endif
