/* run.c - otf2-to-otf: a run that reads an OTF2 archive. */
#include "cmd/from-otf2/run.h"
#include "cmd/run/counts.h"
#include <stddef.h>

#define AT(member) offsetof(struct otfp_from_otf2, member)
const struct otfp_option otfp_from_otf2_options[] = {
	{0, "no-carriers", NULL, "add no key-values and comments for what OTF cannot express; it counts as dropped",
         OTFP_OPT_FLAG, 1, AT(plain), NULL},
	{0, "unwind", NULL, "make calls (Enter, Leave) of calling contexts and samples", OTFP_OPT_FLAG, 1, AT(unwind),
         NULL},
	{0, "report", "FILE", "write the counts of all kinds of records to FILE, as a table with tabs", OTFP_OPT_OUTPUT,
         OTFP_WRITES_FILE, AT(report), NULL},
	{0},
};
#undef AT

int otfp_from_otf2_run(struct otfp_job *job, const struct otfp_from_otf2 *o)
{
	struct otfp_counts counts;
	struct otfp_otf2_options otf2;
	int status;

	otfp_otf2_options_init(&otf2);
	otf2.plain = o->plain;
	otf2.unwind = o->unwind;
	otf2.lossless = !job->common->lossy;
	otf2.count = otfp_counts_add;
	otf2.ctx = &counts;
	job->writes_files = o->report != NULL;
	status = otfp_job_usage(job);
	if (status == 0)
		status = otfp_counts_open(&counts, o->report, otfp_job_replaces(job) != 0);
	if (status)
		return status;
	job->read.format = "otf2";
	job->read.format_options = &otf2;
	status = otfp_run(job);
	job->read.format_options = NULL;
	return otfp_counts_close(&counts, status);
}
