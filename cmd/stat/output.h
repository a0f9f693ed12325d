/* output.h - the report of otf-stat on standard output. */
#ifndef OTFP_CMD_STAT_OUTPUT_H
#define OTFP_CMD_STAT_OUTPUT_H
#include "cmd/run/report/report.h"
#include "cmd/stat/run.h"

/* Zero-filled is valid for otfp_stat_report_begin. */
struct otfp_stat_report {
	const struct otfp_statistics *s;
	const struct otfp_profile *p;
	unsigned tables;                  /* bits of enum otfp_stat_table; set by the caller before it prints, as ... */
	const struct otfp_shares *shares; /* ... these, for --partial */
	struct otfp_report_choice choice;
	int is_odd; /* a warning was printed */
};

/** Take the options of the report. @return 0, or the exit status after it printed the usage error; release r in both
 * cases */
int otfp_stat_report_begin(struct otfp_stat_report *r, const struct otfp_statistics *s);
/** Print a profile that has ended. The caller flushes standard output and checks it. @return 0 or <0 */
int otfp_stat_report_print(struct otfp_stat_report *r, const struct otfp_profile *p, struct otfp_error *err);
/** Free what r owns. */
void otfp_stat_report_release(struct otfp_stat_report *r);
#endif
